// The duties of every client of Paginator, through the commands of the extension, against the
// real server and its sample API.

import assert from "node:assert/strict";
import { after, before, describe } from "node:test";

import {
  activated, deactivated, editor, eventually, gone, needsServer, profiles, real, said, SampleAPI,
  test,
} from "./support.js";

describe("conformance", needsServer, () => {
  let api;
  before(async () => (api = await SampleAPI.start()));
  after(() => api.stop());

  /** Opens the sample API's articles from a saved profile; their first page is loaded. */
  async function opened(t, params = {}, settings = {}) {
    const articles = { ...api.page(), label: "title", detail: "author.login", ...params };
    const server = activated(t, { ...profiles({ Articles: articles }), ...settings });
    await editor.run("paginator.open", "Articles");
    return server;
  }

  test("open", async (t) => {
    const server = await opened(t);
    const lines = await editor.lines();
    assert.equal(lines[0], "Articles | page 1 of 10, 250 items");
    assert.equal(lines[1], "  Page 1 | 25 items");
    assert.equal(lines[2], "    Late birds of Fez | ben-ford");
    assert.equal(lines.at(-1), "  Load more | 9 pages to go");
    assert.equal(editor.status, "$(list-tree) Articles: page 1 of 10, 250 items");
    assert.equal(server.pids().length, 1);
    await deactivated();
    await gone(server.pids()[0]);
  });

  test("next", async (t) => {
    await opened(t);
    await editor.click("Load more");
    await editor.run("paginator.loadMore");
    const lines = await editor.lines();
    assert.equal(lines[0], "Articles | page 3 of 10, 250 items");
    assert.deepEqual(lines.filter((line) => line.startsWith("  Page")), [
      "  Page 1 | 25 items", "  Page 2 | 25 items", "  Page 3 | 25 items",
    ]);
  });

  test("previous", async (t) => {
    await opened(t);
    editor.willAnswer("7");
    await editor.run("paginator.goToPage");
    await editor.run("paginator.loadPrevious");
    assert.equal((await editor.lines())[0], "Articles | page 6 of 10, 250 items");
    await editor.run("paginator.close");
    await editor.run("paginator.open", "Articles");
    await editor.run("paginator.loadPrevious");
    assert.match((await said()).message, /There is no previous page/);
  });

  test("previous, where the shown pages begin in the middle", async (t) => {
    const pages = await real(t).open(api.page());
    await pages.page(4);
    await opened(t, { checkpoint: await pages.checkpoint() });
    const lines = await editor.lines();
    assert.deepEqual(lines.slice(0, 3), [
      "Articles | page 5 of 10, 250 items", "  Load previous page", "  Page 5 | 25 items",
    ]);
    await editor.click("Load previous page");
    assert.equal((await editor.lines())[2], "  Page 4 | 25 items");
  });

  test("page", async (t) => {
    await opened(t);
    editor.willAnswer("10");
    await editor.run("paginator.goToPage");
    const lines = await editor.lines();
    assert.equal(lines.at(-1), "  The end | totalReached");
    assert.deepEqual(lines.filter((line) => line.startsWith("  Page")), [
      "  Page 1 | 25 items", "  Page 10 | 25 items",
    ]);
    editor.willAnswer("11", "ten");
    await editor.run("paginator.goToPage");
    assert.match((await said()).message, /page/i);
    await editor.run("paginator.goToPage");
    assert.equal((await said()).message, "A whole number");
  });

  test("cancel", async (t) => {
    await opened(t, { parameters: { fault: "stall@p2" } });
    const load = editor.run("paginator.loadMore");
    await eventually(() => editor.status?.includes("loading the next page"), "it is loading");
    const busy = await editor.node("loading the next page");
    assert.deepEqual([busy.item.contextValue, busy.item.description], ["busy", "click to cancel"]);
    assert.equal(editor.statusBarItems[0].command, "paginator.cancel");
    await editor.click("loading the next page");
    await load;
    assert.deepEqual(editor.messages, []);
    assert.equal((await editor.lines()).at(-1), "  Load more | 9 pages to go");
    assert.equal(editor.status, "$(list-tree) Articles: page 1 of 10, 250 items");
  });

  test("error", async (t) => {
    await opened(t, {
      url: `${api.page().url}&fault=503@2&session=vscode-error`, fetching: { retries: 0 },
      prefetch: { pages: 0 },
    });
    await editor.run("paginator.loadMore");
    const { message, buttons } = await said();
    assert.match(message, /503/);
    assert.deepEqual(buttons, ["Try Again", "Show Log"]);
    assert.match((await editor.lines()).at(-2), /503.* \| click to try again/);
    assert.match(editor.status, /^\$\(warning\) Articles: page 1/);
    assert.ok(editor.log.some((line) => line.startsWith("error: ")));
    await editor.click("The API answered");
    assert.equal((await editor.lines())[0], "Articles | page 2 of 10, 250 items");
    assert.match(editor.status, /^\$\(list-tree\)/);
  });

  test("error that is tried again by its button", async (t) => {
    await opened(t, {
      url: `${api.page().url}&fault=503@2&session=vscode-retry`, fetching: { retries: 0 },
      prefetch: { pages: 0 },
    });
    editor.willAnswer("Try Again");
    await editor.run("paginator.loadMore");
    await eventually(
      async () => (await editor.lines())[0] === "Articles | page 2 of 10, 250 items",
      "it has been tried again",
    );
  });

  test("window", async (t) => {
    await opened(t);
    editor.willAnswer("131", "251");
    await editor.run("paginator.goToItem");
    const [{ document, options }] = editor.shown;
    assert.equal(document.uri.path, "/Articles, item 131.json");
    assert.deepEqual([document.languageId, options.preview], ["json", true]);
    assert.equal(JSON.parse(document.getText()).id, 131);
    // The window does not move the current page.
    assert.equal((await editor.lines())[0], "Articles | page 1 of 10, 250 items");
    await editor.run("paginator.goToItem");
    assert.match((await said()).message, /^Item 250 does not exist; the list has 250 items/);
  });

  test("walk with progress", async (t) => {
    await opened(t);
    await editor.run("paginator.loadAll");
    const progress = editor.statuses.filter((text) => text.includes("items loaded"));
    assert.deepEqual(
      progress,
      [2, 3, 4, 5, 6, 7, 8, 9, 10].map((page) => {
        const items = (page - 1) * 25;
        const place = `page ${page}, ${items} items loaded (${Math.round((100 * items) / 225)} %)`;
        return `$(sync~spin) Articles: ${place}`;
      }),
    );
    const lines = await editor.lines();
    assert.equal(lines.at(-1), "  The end | complete, totalReached");
    assert.equal(lines.filter((line) => line.startsWith("  Page")).length, 10);
  });

  test("walk that is cancelled from the status bar keeps what has come", async (t) => {
    await opened(t, { parameters: { fault: "stall@p4" }, fetching: { concurrency: 1 } });
    const walk = editor.run("paginator.loadAll");
    await eventually(() => editor.status?.includes("page 3"), "two more pages have come");
    await editor.run(editor.statusBarItems[0].command);
    await walk;
    const lines = await editor.lines();
    assert.equal(lines.filter((line) => line.startsWith("  Page")).length, 3);
    assert.equal(lines.at(-1), "  Load more | 7 pages to go");
  });

  test("walk that is capped in the middle of a page goes on there", async (t) => {
    await opened(t, {}, { "paginator.loadAllItemsMax": 40 });
    await editor.run("paginator.loadAll");
    assert.deepEqual((await editor.lines()).filter((line) => line.startsWith("  Page")), [
      "  Page 1 | 25 items", "  Page 2 | 25 items", "  Page 3 | 15 items",
    ]);
    await editor.run("paginator.loadMore");
    await editor.run("paginator.loadAll");
    await editor.run("paginator.showItems");
    const ids = JSON.parse(editor.shown[0].document.getText()).map((item) => item.id);
    assert.deepEqual(ids, Array.from({ length: 115 }, (_, index) => index + 1));
  });

  test("server death", async (t) => {
    const server = await opened(t);
    const [pid] = server.pids();
    process.kill(pid, "SIGKILL");
    const { message, buttons } = await said();
    assert.match(message, /was ended by the signal SIGKILL\. Restart it to go on\./);
    assert.deepEqual(buttons, ["Restart Server", "Show Log"]);
    await gone(pid);
    assert.match((await editor.lines()).at(-1), /SIGKILL.* \| click to restart/);
    await editor.run("paginator.loadMore");
    assert.match((await said()).message, /SIGKILL/);
    await editor.click("The server");
    const lines = await editor.lines();
    assert.equal(lines[0], "Articles | page 1 of 10, 250 items");
    assert.equal(lines.at(-1), "  Load more | 9 pages to go");
    assert.equal(server.pids().length, 2);
  });
});
