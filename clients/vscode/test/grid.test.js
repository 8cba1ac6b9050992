// The page of the grid in a browser: Chromium, or what CHROMIUM names.

import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import fs from "node:fs";
import http from "node:http";
import { fileURLToPath } from "node:url";

import { folder } from "../../node/test/support.js";
import { pageOf } from "../lib/grid.js";
import { drive } from "./grid-driver.js";
import { eventually, test } from "./support.js";

const CHROMIUM = process.env.CHROMIUM ?? "/usr/bin/chromium";
const MEDIA = new URL("../media/", import.meta.url);
const TYPES = { js: "text/javascript", css: "text/css" };

/** Serves the page as the editor does, and the user's side of it. */
async function served(t) {
  const page = { url: null, result: null };
  const server = http.createServer((request, response) => {
    if (request.url.startsWith("/result?")) {
      page.result = JSON.parse(decodeURIComponent(request.url.slice("/result?".length)));
      response.end();
      return;
    }
    const name = request.url.slice(1);
    const address = `http://${request.headers.host}`;
    if (name === "") {
      const text = pageOf({
        title: "Mine", source: address, script: `${address}/grid.js`, style: `${address}/grid.css`,
      });
      response.setHeader("Content-Type", "text/html; charset=utf-8");
      response.end(text.replace('<script type="module"', '<script src="/driver.js"></script>$&'));
      return;
    }
    if (name === "driver.js") {
      response.setHeader("Content-Type", TYPES.js);
      response.end(`(${drive})()`);
      return;
    }
    const file = fileURLToPath(new URL(name, MEDIA));
    if (!fs.existsSync(file)) return void response.writeHead(404).end();
    response.setHeader("Content-Type", TYPES[name.split(".").at(-1)]);
    response.end(fs.readFileSync(file));
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  t.after(() => {
    server.closeAllConnections();
    server.close();
  });
  page.url = `http://127.0.0.1:${server.address().port}/`;
  return page;
}

test("columns are dragged, cells copied and rows filtered in the page", {
  skip: !fs.existsSync(CHROMIUM) && `there is no ${CHROMIUM}`,
}, async (t) => {
  const page = await served(t);
  const browser = spawn(CHROMIUM, [
    "--headless", "--no-sandbox", "--disable-gpu", `--user-data-dir=${folder(t)}`,
    "--window-size=1000,600", page.url,
  ], { stdio: "ignore", detached: true });
  try {
    await eventually(() => page.result !== null, "the page has been used");
  } finally {
    // The browser and the processes that it has started.
    process.kill(-browser.pid, "SIGKILL");
    await once(browser, "exit");
  }
  const { result } = page;
  assert.equal(result.error, undefined);
  assert.deepEqual(result.head, ["id", "name"]);
  assert.deepEqual(result.first, ["12345678901234567000", "new ford"]);
  assert.match(result.status, /^1 to \d+ of 1000$/);
  assert.deepEqual(result.posted, [
    { type: "copy", index: 1, column: 1 }, { type: "copy", index: 1 }, { type: "open", index: 1 },
    { type: "choose" },
  ]);
  assert.deepEqual(result.widths, [222, 222]);
  assert.deepEqual(result.scrolled, ["201", 222]);
  assert.deepEqual([result.scrollLeft, result.edges], [150, 0]);
  assert.equal(result.focused, "filter");
  assert.deepEqual(result.filtered, ["2", "12345678901234567001", "ford, a new one"]);
  assert.match(result.filterStatus, /^\d+ of the \d+ rows that are loaded match, of 1000$/);
  assert.deepEqual(result.opened, { type: "open", index: 1 });
  assert.deepEqual(result.unfiltered, ["", "1"]);
});
