// The grid, exports, and what is copied: as data, and through the editor.

import assert from "node:assert/strict";
import fs from "node:fs";
import { after, before, describe } from "node:test";
import { fileURLToPath } from "node:url";

import { curlOf, fetchCommandOf } from "../lib/copy.js";
import { csvOf, ndjsonOf } from "../lib/export.js";
import { cellsOf, columnsOf, pageOf } from "../lib/grid.js";
import { bodyOf, headersOf } from "../lib/profiles.js";
import { matching } from "../media/filter.js";
import { movedTo } from "../media/keys.js";
import { heightOf, HEIGHT_MAX, ROW_HEIGHT, scrollTopOf, visibleRows } from "../media/scroll.js";
import { widthWithin } from "../media/widths.js";
import {
  activated, editor, eventually, needsServer, profiles, run, said, SampleAPI, SERVER, test,
} from "./support.js";

const ITEM = '{"id":12345678901234567890,"author":{"login":"ann","age":3},"tags":["a",1],"n":null}';

describe("exports", () => {
  test("lines of JSON are the items as they came", () => {
    assert.equal(ndjsonOf([ITEM, '{\n"a":1.10}']), `${ITEM}\n{ "a":1.10}\n`);
  });

  test("tables flatten objects, quote, and keep every digit", () => {
    assert.equal(
      csvOf([ITEM, '{"id":2,"text":"a \\"b\\",\\nc","author":{"login":"Ö"}}', "7"]),
      "id,author.login,author.age,tags,n,text,item\r\n" +
        '12345678901234567890,ann,3,"[""a"",1]",,,\r\n' +
        '2,Ö,,,,"a ""b"",\nc",\r\n' +
        ",,,,,,7\r\n",
    );
    assert.equal(csvOf(["{}"]), "item\r\n{}\r\n");
    assert.equal(csvOf(['{"a":[12345678901234567891,1.10,"x"]}']),
      'a\r\n"[12345678901234567891,1.10,""x""]"\r\n');
  });

  test("tables run no formula", () => {
    const item = '{"=a":"=1+1","b":"+1","c":"-1.5","d":"-a","e":"@a","f":"\\t=1","g":-1,"h":"+"}';
    assert.equal(csvOf([item]), "'=a,b,c,d,e,f,g,h\r\n'=1+1,+1,-1.5,'-a,'@a,'\t=1,-1,'+\r\n");
  });
});

describe("command lines", () => {
  const params = {
    url: "https://api.example.com/a?page=:currentPage", method: "POST", body: { q: "it's" },
    headers: { Accept: "a/b", "X-Api-Key": "1234" }, itemsPath: "data",
  };

  test("curl gets the last request, without secrets", () => {
    const state = { url: "https://api.example.com/a?page=2&token=***" };
    assert.equal(
      curlOf({ params, state }),
      "curl -X POST 'https://api.example.com/a?page=2&token=***' -H 'Accept: a/b' " +
        "-H 'X-Api-Key: ***' -H 'Content-Type: application/json' -d '{\"q\":\"it'\\''s\"}'",
    );
    assert.equal(curlOf({ params: { url: "http://h/a" }, state: null }), "curl http://h/a");
  });

  test("paginator fetch gets the params; secrets come from the environment", () => {
    const command = fetchCommandOf({ params: { ...params, token: "1234", auth: { token: "1234" } } });
    assert.match(command, /^paginator fetch --open '/);
    assert.ok(command.includes('"X-Api-Key":"{env:X_API_KEY}"'));
    assert.ok(!command.includes("1234"));
  });

  test("headers and bodies that are typed", () => {
    assert.deepEqual(headersOf("Accept: a/b;  X-Version: 2; "), { Accept: "a/b", "X-Version": "2" });
    assert.deepEqual([headersOf(""), headersOf("no header")], [{}, null]);
    assert.deepEqual([bodyOf(" "), bodyOf('{"a":1}'), bodyOf("{")], [undefined, { a: 1 }, null]);
  });
});

describe("the grid as data", () => {
  test("columns are the plain members, and what tells most of an object", () => {
    assert.deepEqual(columnsOf([ITEM, '{"id":1,"more":true}']),
      ["id", "author.login", "tags", "n", "more"]);
    assert.deepEqual([columnsOf(["1"]), columnsOf(["{}"])], [[""], [""]]);
    assert.deepEqual(cellsOf(ITEM, ["author.login", "tags", "n"]), ["ann", '["a",1]', ""]);
    assert.equal(cellsOf(null, ["id"]), null);
    assert.deepEqual(cellsOf("null", ["id", "n"]), ["null", ""]);
    assert.deepEqual(cellsOf('{"a.b":1,"":2,"__proto__":3}', columnsOf(['{"a.b":1,"":2}'])), ["1", "2"]);
  });

  test("numbers are shown as they came", () => {
    const item = '{"id":12345678901234567891,"n":1.10,"of":[1.10,1e999],"o":{"id":-0}}';
    assert.deepEqual(cellsOf(item, columnsOf([item])),
      ["12345678901234567891", "1.10", "[1.10,1e999]", "-0"]);
  });

  test("a filter has words and phrases, in any case", () => {
    const rows = new Map([[7, ["New Ford", "1"]], [2, ["ford", "new"]], [3, ["a \"b"]]]);
    for (const [text, found] of [
      ["", null], ['""', null], ["FORD new", [2, 7]], ['"new ford"', [7]], ["ford 1", [7]],
      ['"w f', [7]], ["x", []], ["\nnew", [2, 7]],
    ]) assert.deepEqual(matching(rows, text), found, text);
  });

  test("widths that are dragged stay within what can be seen", () => {
    assert.deepEqual([-5, 100.4, 1e9].map(widthWithin), [40, 100, 1200]);
  });

  test("a million rows can be scrolled over, first to last", () => {
    const count = 1_000_000;
    const viewHeight = 600;
    const height = heightOf(count);
    assert.equal(height, HEIGHT_MAX);
    let before = -1;
    for (let step = 0; step <= 1000; step += 1) {
      const scrollTop = (step / 1000) * (height - viewHeight);
      const { first, end } = visibleRows({ scrollTop, viewHeight, count });
      assert.ok(first >= before && first < count && end > first && end - first <= 29);
      before = first;
    }
    assert.equal(visibleRows({ scrollTop: 0, viewHeight, count }).first, 0);
    assert.equal(visibleRows({ scrollTop: height - viewHeight, viewHeight, count }).end, count);
    for (const row of [0, 123_456, 999_000]) {
      const scrollTop = scrollTopOf(row, { viewHeight, count });
      const { first } = visibleRows({ scrollTop, viewHeight, count });
      assert.ok(Math.abs(first - row) <= 1, `${first} for ${row}`);
    }
  });

  test("of a short list a pixel is a pixel", () => {
    const place = visibleRows({ scrollTop: 3 * ROW_HEIGHT + 5, viewHeight: 100, count: 250 });
    assert.deepEqual(place, { first: 3, end: 9, top: 3 * ROW_HEIGHT });
    assert.deepEqual(visibleRows({ scrollTop: 0, viewHeight: 100, count: 2 }).end, 2);
  });

  test("keys move within the grid", () => {
    const size = { rows: 100, columns: 3, page: 10 };
    const after = (row, column, key, ctrlKey) => {
      const moved = movedTo({ row, column }, { key, ctrlKey }, size);
      return moved && [moved.row, moved.column];
    };
    const cases = [
      [[0, 0, "ArrowDown"], [1, 0]], [[99, 0, "ArrowDown"], [99, 0]], [[0, 0, "ArrowUp"], [0, 0]],
      [[5, 2, "ArrowRight"], [5, 2]], [[5, 2, "ArrowLeft"], [5, 1]], [[5, 2, "PageDown"], [15, 2]],
      [[5, 2, "PageUp"], [0, 2]], [[5, 2, "Home"], [5, 0]], [[5, 0, "End"], [5, 2]],
      [[5, 2, "Home", true], [0, 0]], [[5, 0, "End", true], [99, 2]], [[5, 0, "x"], null],
    ];
    for (const [from, to] of cases) assert.deepEqual(after(...from), to, from.join());
  });

  test("the page has the roles of a grid, with its head in it", () => {
    const page = pageOf({ title: "Mine", source: "s", script: "a.js", style: "a.css" });
    const roles = [...page.matchAll(/role="(\w+)"/g)].map(([, role]) => role);
    assert.deepEqual(roles, ["grid", "row", "presentation", "rowgroup", "status"]);
    assert.match(page, /<div id="grid" role="grid" tabindex="0" aria-label="Mine"/);
  });

  test("the page lets nothing in but the extension's own files", () => {
    const page = pageOf({
      title: "<b>", source: "https://*.cdn", script: "https://x/grid.js", style: "https://x/a.css",
    });
    const [, policy] = /Content-Security-Policy" content="([^"]+)"/.exec(page);
    assert.match(policy, /^default-src 'none'; script-src https:\/\/\*\.cdn; style-src/);
    assert.doesNotMatch(policy, /unsafe|data:|\*(?!\.)/);
    assert.doesNotMatch(page, /<b>|<script>|\son\w+=|\sstyle=/);
    for (const name of ["filter.js", "grid.js", "keys.js", "scroll.js", "widths.js"]) {
      const path = fileURLToPath(new URL(`../media/${name}`, import.meta.url));
      assert.doesNotMatch(fs.readFileSync(path, "utf8"), /innerHTML|eval\(|\.style\.cssText/, name);
    }
  });
});

describe("tools", needsServer, () => {
  let api;
  before(async () => (api = await SampleAPI.start("--items", "1000000")));
  after(() => api.stop());

  const articles = (query = "") => ({ Articles: api.page(query, { perPage: 100 }) });

  test("the grid shows any row of a million", async (t) => {
    activated(t, profiles(articles()));
    await editor.run("paginator.open", "Articles");
    await editor.run("paginator.showGrid");
    const [{ panel, posted, send }] = editor.panels;
    assert.match(panel.webview.html, /Content-Security-Policy/);
    assert.deepEqual(panel.options.localResourceRoots.map((uri) => uri.path.split("/").at(-1)), [
      "media",
    ]);
    send({ type: "rows", start: 999_990, count: 60 });
    await eventually(() => posted.length === 1, "rows have come");
    const [{ rows, start, count, isExact, columns }] = posted;
    assert.deepEqual([rows.length, start, count, isExact], [10, 999_990, 1_000_000, true]);
    assert.deepEqual([columns[0], rows.at(-1)[0]], ["id", "1000000"]);
    send({ type: "rows", start: 2_000_000, count: 1 });
    send({ type: "nonsense" });
    await eventually(() => posted.length === 2, "an answer has come");
    assert.deepEqual([posted[1].rows, posted[1].count], [[], 1_000_000]);
    send({ type: "open", index: 41 });
    await eventually(() => editor.text("item 42")?.includes('"id": 42'), "the item is shown");
    await editor.run("paginator.close");
    assert.equal(panel.isDisposed, true);
  });

  test("a grid begins at the page of the URL, a doubtful end says why", async (t) => {
    const url = `${api.url}/page?per_page=100&page=7&items=2500`;
    activated(t, profiles({ Later: { url }, Doubtful: {
      url: `${api.url}/page?per_page=10&page=1&items=100&fault=400@p2`,
    } }));
    await editor.run("paginator.open", "Later");
    await editor.run("paginator.showGrid");
    const [{ posted, send }] = editor.panels;
    send({ type: "rows", start: 0, count: 3 });
    await eventually(() => posted.length === 2, "rows have come, and where to go");
    assert.deepEqual(posted[1], { type: "go", index: 600 });
    send({ type: "rows", start: 600, count: 3 });
    await eventually(() => posted.length === 3, "rows have come, and no more");
    assert.equal(posted[2].rows[0][0], "601");
    await editor.run("paginator.close");
    await editor.run("paginator.open", "Doubtful");
    const { item } = await editor.node("The end");
    assert.match(item.tooltip, /The fault 400 was requested/);
  });

  test("columns are chosen, and cells are copied with nothing cut", async (t) => {
    activated(t, profiles(articles()));
    await editor.run("paginator.open", "Articles");
    await editor.run("paginator.showGrid");
    const [{ posted, send }] = editor.panels;
    send({ type: "rows", start: 0, count: 3 });
    await eventually(() => posted.length === 1, "rows have come");
    editor.willAnswer(["author.id", "title"]);
    send({ type: "choose" });
    await eventually(() => posted.length === 2, "the grid begins anew");
    const { canPickMany, labels } = editor.prompts.at(-1);
    assert.deepEqual([canPickMany, labels[0], posted[1].type], [true, "id", "reset"]);
    send({ type: "rows", start: 0, count: 3 });
    await eventually(() => posted.length === 3, "rows have come");
    assert.deepEqual(posted[2].columns, ["title", "author.id"]);
    assert.deepEqual(posted[2].rows[0], ["Late birds of Fez", "19"]);
    send({ type: "copy", index: 0, column: 1 });
    await eventually(() => editor.clipboard === "19", "the cell is copied");
    send({ type: "copy", index: 1 });
    await eventually(() => editor.clipboard.startsWith('{"id":2,'), "the item is copied");
    editor.willAnswer(undefined);
    send({ type: "choose" });
    send({ type: "copy", index: 999_999_999 });
    assert.match((await said()).message, /999999999|999,999,999|item/);
    assert.equal(posted.length, 3);
  });

  test("a failure is told in the grid", async (t) => {
    activated(t, profiles({
      Articles: api.page("&fault=500@p3", { perPage: 100, fetching: { retries: 0 } }),
    }));
    await editor.run("paginator.open", "Articles");
    await editor.run("paginator.showGrid");
    const [{ posted, send }] = editor.panels;
    send({ type: "rows", start: 200, count: 5 });
    await eventually(() => posted.length === 1, "an answer has come");
    assert.match(posted[0].message, /status 500: The fault 500 was requested\. \(GET http:.*fault/);
    assert.deepEqual(posted[0].rows, [null, null, null, null, null]);
  });

  test("items are exported, and the command lines are copied", async (t) => {
    activated(t, profiles(articles()));
    await editor.run("paginator.open", "Articles");
    editor.willAnswer("/out.ndjson", "/out.csv", undefined);
    await editor.run("paginator.exportNDJSON");
    await editor.run("paginator.exportCSV");
    await editor.run("paginator.exportCSV");
    const lines = editor.files.get("/out.ndjson").toString().trimEnd().split("\n");
    assert.deepEqual([lines.length, JSON.parse(lines[99]).id], [100, 100]);
    assert.match(editor.files.get("/out.csv").toString(), /^id,title,author\.login,/);
    await editor.run("paginator.copyAsCurl");
    assert.match(editor.clipboard, /^curl 'http:.*page=1/);
    await editor.run("paginator.copyAsFetch");
    const command = `${editor.clipboard.replace("paginator", "exec \"$PAGINATOR\"")} --max-items 3`;
    const ended = await run("sh", ["-c", command], { env: { ...process.env, PAGINATOR: SERVER } });
    assert.equal(ended.stdout.trimEnd().split("\n").length, 3, ended.stderr);
  });

  test("an export says how much it has, and offers all", async (t) => {
    activated(t, profiles({ Articles: api.page("&items=2500", { perPage: 100 }) }));
    await editor.run("paginator.open", "Articles");
    editor.willAnswer("/out.ndjson", "Export All", "/out.csv");
    await editor.run("paginator.exportNDJSON");
    assert.deepEqual(editor.told, [
      { message: "Exported 100 of 2,500 items of Articles.", buttons: ["Export All"] },
      { message: "Exported 2,500 items of Articles.", buttons: [] },
    ]);
    const lines = editor.files.get("/out.ndjson").toString().trimEnd().split("\n");
    assert.deepEqual(lines.map((line) => JSON.parse(line).id), lines.map((_, at) => at + 1));
    assert.equal(lines.length, 2500);
    assert.ok(editor.statuses.some((text) => /exporting page \d+, \d+ items/.test(text)));
    // The view stays as it was.
    assert.equal((await editor.lines())[0], "Articles | page 1 of 25, 2500 items");
    await editor.run("paginator.exportCSV");
    assert.equal(editor.files.get("/out.csv").toString().trimEnd().split("\r\n").length, 101);
    await editor.run("paginator.loadAll");
    editor.willAnswer("/out.csv");
    await editor.run("paginator.exportCSV");
    assert.deepEqual(editor.told.at(-1), { message: "Exported 2,500 items of Articles.", buttons: [] });
  });

  test("an export of all can be cancelled", async (t) => {
    activated(t, profiles({ Articles: api.page("&latency=20", { perPage: 100 }) }));
    await editor.run("paginator.open", "Articles");
    editor.willAnswer("/out.ndjson", "Export All");
    const exporting = editor.run("paginator.exportNDJSON");
    await eventually(() => editor.statuses.some((text) => /exporting page/.test(text)), "it runs");
    await editor.run("paginator.cancel");
    await exporting;
    const lines = editor.files.get("/out.ndjson").toString().trimEnd().split("\n");
    assert.deepEqual([lines.length, editor.messages], [100, []]);
  });

  test("a collection is opened with a method, headers and a body", async (t) => {
    activated(t);
    editor.willAnswer(`${api.url}/page?page=:currentPage`, "POST", "X-Version: 2", '{"q":1}');
    await editor.run("paginator.openRequest");
    await editor.run("paginator.copyAsCurl");
    assert.match(editor.clipboard, /^curl -X POST .* -H 'X-Version: 2' .* -d '\{"q":1\}'$/);
    editor.willAnswer(`${api.url}/page`, undefined);
    await editor.run("paginator.openRequest");
    editor.willAnswer(`${api.url}/page`, "GET", "no header");
    await editor.run("paginator.openRequest");
    assert.match((await said()).message, /Name: value|status/);
  });

  test("commands that need a collection say so by their context", async (t) => {
    activated(t, profiles(articles()));
    await editor.run("paginator.open", "Articles");
    assert.equal(editor.contexts.get("paginator.hasCollections"), true);
    await editor.run("paginator.close");
    assert.equal(editor.contexts.get("paginator.hasCollections"), false);
    const { commands } = editor.manifest.contributes;
    const free = commands.filter(({ enablement }) => enablement === undefined);
    assert.deepEqual(free.map(({ command }) => command.replace("paginator.", "")), [
      "open", "openRequest", "showItem", "showIndex", "signIn", "signOut", "restart",
      "openFromFile",
    ]);
  });

  test("the log is shown by a button of an error", async (t) => {
    activated(t, profiles({ Broken: { url: `${api.url}/page?fault=404` } }));
    editor.willAnswer("Show Log");
    await editor.run("paginator.open", "Broken");
    await eventually(() => editor.shown.some(({ log }) => log === "Paginator"), "the log is shown");
    assert.match(editor.log.join("\n"), /error: The API answered with status 404: The fault 404 was requested\. \(GET http/);
  });
});
