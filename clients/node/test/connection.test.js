// When the server's output is read, and when it is left alone.

import assert from "node:assert/strict";
import { PassThrough } from "node:stream";
import { describe } from "node:test";

import { Connection } from "../lib/connection.js";
import { encode } from "../lib/framing.js";
import { UNREAD_PAGES_MAX } from "../lib/limits.js";
import { eventually, test } from "./support.js";

/** A connection to a process that does not exist; `send` speaks for it. */
function connected() {
  const process = {
    path: "paginator",
    stdin: new PassThrough().resume(),
    stdout: new PassThrough(),
    exited: new Promise(() => {}),
  };
  const connection = new Connection(process, { handlers: {}, notified() {}, ended() {} });
  const send = (message) => process.stdout.write(encode(message));
  const sendPages = (count) => {
    for (let page = 1; page <= count; page += 1) {
      send({ method: "$/progress", params: { token: "t", value: { page, items: [] } } });
    }
  };
  return { connection, stdout: process.stdout, send, sendPages };
}

describe("a slow callback", () => {
  test("stops the reading at the limit, and not before", async () => {
    const { connection, stdout, send, sendPages } = connected();
    const seen = [];
    let release;
    const held = new Promise((resolve) => (release = resolve));
    const walk = connection.call("walk", {}, {
      tokens: ["t"],
      take: async ({ page }) => {
        seen.push(page);
        await held;
      },
    });
    sendPages(1);
    await eventually(() => seen.length === 1, "the first page is there");
    sendPages(UNREAD_PAGES_MAX - 1);
    await eventually(() => stdout.readableLength === 0, "everything has been read");
    assert.equal(stdout.isPaused(), false);
    sendPages(1);
    await eventually(() => stdout.isPaused(), "the reading has stopped");

    const beside = connection.call("other", {});
    assert.equal(stdout.isPaused(), false);
    send({ id: 2, result: "yes" });
    assert.equal(await beside, "yes");
    assert.equal(stdout.isPaused(), true);

    send({ id: 1, result: "done" });
    release();
    assert.equal(await walk, "done");
    assert.equal(seen.length, UNREAD_PAGES_MAX + 1);
    assert.equal(stdout.isPaused(), false);
  });

  test("does not keep what is no longer wanted", async () => {
    const { connection, stdout, sendPages } = connected();
    const controller = new AbortController();
    let release;
    const held = new Promise((resolve) => (release = resolve));
    let count = 0;
    const walk = connection.call("walk", {}, {
      signal: controller.signal,
      tokens: ["t"],
      take: () => {
        count += 1;
        return held;
      },
    });
    sendPages(UNREAD_PAGES_MAX + 2);
    await eventually(() => stdout.isPaused(), "the reading has stopped");
    controller.abort();
    assert.equal(stdout.isPaused(), false);
    sendPages(3);
    release();
    await assert.rejects(walk, { name: "AbortError" });
    assert.equal(count, 1);
  });
});
