// Servers that are not there, are something else, or break down; URLs and profiles that make no
// sense: what the user is told, what the buttons do, and that no process stays behind.

import assert from "node:assert/strict";
import { describe } from "node:test";

import {
  activated, deactivated, editor, eventually, fakeExecutable, gone, needsServer, profiles, said,
  SERVER, test,
} from "./support.js";

const ITEMS = { url: "http://127.0.0.1:1/items" };

/** Opens the profile "Items" and gives what is said of it. */
async function refused() {
  await editor.run("paginator.open", "Items");
  return said();
}

describe("executable missing", () => {
  test("the setting names nothing: it is opened, and read again", async (t) => {
    activated(t, profiles({ Items: ITEMS }), null);
    editor.settings.set("paginator.executable", "/nonexistent/paginator");
    editor.willAnswer("Open Settings");
    const { message, buttons } = await refused();
    assert.equal(
      message,
      "/nonexistent/paginator does not exist: the setting paginator.executable must name the " +
        "server's executable.",
    );
    assert.deepEqual(buttons, ["Open Settings", "Show Log"]);
    const opened = "workbench.action.openSettings,paginator.executable";
    await eventually(() => editor.executed.map(String).includes(opened), "settings are opened");
    assert.deepEqual(await editor.lines(), []);

    editor.settings.set("paginator.executable", fakeExecutable(t, "good"));
    await editor.run("paginator.open", "Items");
    assert.equal((await editor.lines())[0], "Items | page 1 of 3, 25 items");
  });
});

describe("a server that does not start", () => {
  for (const [name, mode, text] of [
    ["other protocol version", "version",
      /with protocol version 2\.0, but this client needs version 1: install/],
    ["garbage", "garbage", /is no message: "Hello.*Check that it is the server/],
    ["wrong usage", "usage", /ended with exit code 2\. It has not answered: check that it is/],
    ["silent", "silent", /initialize was not answered within 1 s\. Check that the executable/],
  ]) {
    test(name, async (t) => {
      // Only the silent one is waited for in vain: the others have all the time that Node needs.
      const seconds = mode === "silent" ? 1 : 60;
      const settings = { ...profiles({ Items: ITEMS }), "paginator.timeoutSeconds": seconds };
      const server = activated(t, settings, fakeExecutable(t, mode));
      const { message } = await refused();
      assert.match(message, text);
      assert.deepEqual([editor.messages, await editor.lines()], [[], []]);
      for (const pid of server.pids()) await gone(pid);
      await refused();
      assert.equal(server.pids().length, 2);
      for (const pid of server.pids()) await gone(pid);
    });
  }
});

describe("crash in the middle", () => {
  for (const [mode, text] of [
    ["crash", /ended with exit code 3\. Restart it to go on\./],
    ["garbage-later", /is no message: "Segmentation fault/],
  ]) {
    test(mode, async (t) => {
      const server = activated(t, profiles({ Items: ITEMS }), fakeExecutable(t, mode));
      assert.match((await refused()).message, text);
      for (const pid of server.pids()) await gone(pid);
    });
  }

  test("in a walk: what had come stays", async (t) => {
    const server = activated(t, profiles({ Items: ITEMS }), fakeExecutable(t, "crash-in-walk"));
    await editor.run("paginator.open", "Items");
    await editor.run("paginator.loadAll");
    assert.match((await said()).message, /exit code 4/);
    const lines = await editor.lines();
    assert.deepEqual(lines.filter((line) => line.startsWith("  Page")), [
      "  Page 1 | 1 item", "  Page 2 | 1 item",
    ]);
    assert.match(lines.at(-1), /exit code 4.* \| click to restart/);
    for (const pid of server.pids()) await gone(pid);
  });

  test("a restart that fails says so and can be tried again", async (t) => {
    activated(t, profiles({ Items: ITEMS }), fakeExecutable(t, "good"));
    await editor.run("paginator.open", "Items");
    editor.settings.set("paginator.executable", "/nonexistent");
    await editor.run("paginator.restart");
    assert.match((await said()).message, /\/nonexistent does not exist/);
    assert.match((await editor.lines()).at(-1), /\/nonexistent does not exist.*click to restart/);
    editor.settings.set("paginator.executable", fakeExecutable(t, "good"));
    await editor.click("/nonexistent");
    assert.equal((await editor.lines()).at(-1), "  Load more | 2 pages to go");
  });
});

describe("the end of the editor", () => {
  for (const mode of ["good", "silent"]) {
    test(`leaves nothing behind, ${mode} server`, async (t) => {
      const server = activated(t, profiles({ Items: ITEMS }), fakeExecutable(t, mode));
      const opening = editor.run("paginator.open", "Items");
      await eventually(() => {
        try {
          return server.pids().length === 1;
        } catch {
          return false;
        }
      }, "the server has started");
      await deactivated();
      await opening;
      for (const pid of server.pids()) await gone(pid);
    });
  }

  test("needs no server", async (t) => {
    activated(t);
    await deactivated();
  });
});

describe("bad input, real server", needsServer, () => {
  for (const [name, profile, text] of [
    ["URL without a scheme", { url: "api.example.com/articles" },
      /starts with http:\/\/ or https:/],
    ["profile that does not exist", { ...ITEMS, profile: "nowhere" },
      /must be the name of a profile/],
    ["a param that does not exist", { ...ITEMS, itemPath: "a" }, /Unknown field "itemPath"/],
  ]) {
    test(name, async (t) => {
      const server = activated(t, profiles({ Items: profile }), SERVER);
      const message = await refused();
      assert.match(message.message, text);
      assert.deepEqual(message.buttons, ["Open Settings", "Show Log"]);
      assert.deepEqual(await editor.lines(), []);
      await deactivated();
      for (const pid of server.pids()) await gone(pid);
    });
  }

  test("a profile without a URL, a name that is not saved, nothing open", async (t) => {
    activated(t, profiles({ Items: { itemsPath: "a" } }), SERVER);
    const needed = /paginator\.profiles needs a "url" or "extends" for "items"/i;
    assert.match((await refused()).message, needed);
    editor.settings.set("paginator.profiles", {});
    assert.match((await refused()).message, /paginator\.profiles has no "Items"/);
    await editor.run("paginator.loadMore");
    assert.equal((await said()).message, "No collection is open: use Paginator: Open.");
    await editor.run("paginator.cancel");
  });
});
