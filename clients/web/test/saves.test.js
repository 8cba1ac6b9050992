// Saves: what is in the file, and what becomes of it when something goes wrong.

import assert from "node:assert/strict";
import { describe, test } from "node:test";

import { CSVWriter, JSONWriter, NDJSONWriter } from "../bridge/formats.js";
import { bridge, childrenOf, Events, eventually, needsServer, sampleAPI, send } from "./support.js";

/** All that a writer writes for some pages. */
function written(writer, ...pages) {
  return writer.begin() + pages.map((items) => writer.page(items)).join("") + writer.end();
}

describe("formats", () => {
  test("NDJSON and JSON keep the items' bytes", () => {
    const items = ['{"b":1.10,"a":12345678901234567890}', '{ "x" : "\\u00e9" }'];
    assert.equal(written(new NDJSONWriter(), items, []), `${items[0]}\n${items[1]}\n`);
    assert.equal(written(new NDJSONWriter(), ['{\r\n"a":1}']), '{  "a":1}\n');
    const text = written(new JSONWriter(), [items[0]], [], [items[1]]);
    assert.equal(text, `[\n${items[0]},\n${items[1]}\n]\n`);
    assert.equal(written(new JSONWriter(), []), "[]\n");
  });

  const cells = [
    ['"plain"', "plain"],
    ['"a,b"', '"a,b"'],
    ['"say \\"a\\""', '"say ""a"""'],
    ['"two\\nlines"', '"two\nlines"'],
    ['"=1+1"', "'=1+1"],
    ['"+1"', "+1"],
    ['"-1.50"', "-1.50"],
    ['"+1+1"', "'+1+1"],
    ['"-a"', "'-a"],
    ['"-1."', "'-1."],
    ['"@a"', "'@a"],
    ['"\\ta"', "'\ta"],
    ['"\\ra"', `"'\ra"`],
    ["-1", "-1"],
    ["12345678901234567890.10", "12345678901234567890.10"],
    ["null", ""],
    ["true", "true"],
    ['[1, {"a": 1.0}]', '"[1,{""a"":1.0}]"'],
  ];
  for (const [value, expected] of cells) {
    test(`CSV: ${value}`, () => {
      const text = written(new CSVWriter(["a.b", "c"]), [`{"a":{"b":${value}},"c":"é"}`]);
      assert.equal(text, `a.b,c\r\n${expected},é\r\n`);
    });
  }

  test("CSV: keys that look like members of objects", () => {
    const item = '{"__proto__":{"x":1},"a.b":2,"/c":3,"7":4}';
    const text = written(new CSVWriter(["__proto__.x", "a\\.b", "/~1c", "7", "toString"]), [item]);
    assert.equal(text, "__proto__.x,a\\.b,/~1c,7,toString\r\n1,2,3,4,\r\n");
  });
});

describe("downloads", needsServer, () => {
  async function begin(t, { query = "", format = "ndjson", columns, api = [] } = {}) {
    const url = await sampleAPI(t, ...api);
    const running = await bridge(t);
    const events = await Events.open(t, running);
    const open = { url: `${url}/page${query}`, fetching: { retries: 0 } };
    const save = async () => {
      const response = await events.post("/saves", { open, format, columns, workDoneToken: "w" });
      return response;
    };
    const response = await save();
    assert.equal(response.status, 201);
    return { running, events, save, path: JSON.parse(response.body).path };
  }

  test("a save is the whole walk, once, without headers", async (t) => {
    const { running, events, path } = await begin(t);
    assert.match(path, /^\/saves\/[\w-]{22}/);
    const { status, headers, body, error } = await send(running.port, { path });
    assert.equal(status, 200);
    assert.equal(error, null);
    assert.match(headers["content-disposition"], /^attachment; filename="page\.ndjson"$/);
    const items = body.trimEnd().split("\n").map((line) => JSON.parse(line));
    assert.deepEqual(items.map((item) => item.id), Array.from({ length: 250 }, (_, at) => at + 1));
    const { data } = await events.next("saved");
    assert.equal(data.path, path);
    assert.equal(data.summary.verdict, "complete");
    assert.equal(data.summary.itemCount, 250);
    const reports = events.all.filter(({ data: each }) => each.method === "$/progress");
    assert.ok(reports.every(({ data: each }) => each.params.token === "w"));
    assert.ok(reports.length >= 2);
    assert.equal((await send(running.port, { path })).status, 404);
    assert.equal(childrenOf(running.child.pid).length, 1);
  });

  test("CSV has the columns that were asked for", async (t) => {
    const { running, path } = await begin(t, { format: "csv", columns: ["id", "author.login"] });
    const { headers, body } = await send(running.port, { path });
    assert.match(headers["content-type"], /^text\/csv/);
    const lines = body.split("\r\n");
    assert.equal(lines[0], "id,author.login");
    assert.equal(lines.length, 252);
  });

  test("a walk that fails half way breaks the connection", async (t) => {
    const { running, events, path } = await begin(t, { query: "?fault=500@p3", format: "json" });
    const { status, error, body } = await send(running.port, { path });
    assert.equal(status, 200);
    assert.ok(error, "the download fails");
    assert.ok(!body.trimEnd().endsWith("]"));
    assert.equal((await events.next("saved")).data.summary.verdict, "partial");
  });

  test("a walk that does not begin is told as an error", async (t) => {
    const { running, events, path } = await begin(t, { query: "?fault=500" });
    assert.ok((await send(running.port, { path })).error);
    assert.equal((await events.next("saved")).data.error.code, 1102);
  });

  test("DELETE cancels, before and during the download", async (t) => {
    const { running, events, path, save } = await begin(t, { api: ["--latency", "300"] });
    assert.equal((await send(running.port, { method: "DELETE", path })).status, 204);
    assert.equal((await events.next("saved")).data.error.code, 1009);
    assert.equal((await send(running.port, { path })).status, 404);
    const { path: second } = JSON.parse((await save()).body);
    const download = send(running.port, { path: second });
    await eventually(() => childrenOf(running.child.pid).length === 2, "a server for the save");
    assert.equal((await send(running.port, { method: "DELETE", path: second })).status, 204);
    assert.ok((await download).error, "the download fails");
    assert.equal((await events.next("saved")).data.error.code, 1009);
    await eventually(() => childrenOf(running.child.pid).length === 1, "no server for the save");
  });

  test("the fifth save of a session is 503", async (t) => {
    const { save } = await begin(t);
    for (let at = 1; at < 4; at += 1) assert.equal((await save()).status, 201);
    assert.equal((await save()).status, 503);
  });

  test("a closed stream ends its saves", async (t) => {
    const { running, events, path } = await begin(t, { api: ["--latency", "300"] });
    const download = send(running.port, { path });
    await eventually(() => childrenOf(running.child.pid).length === 2, "a server for the save");
    events.close();
    await eventually(() => childrenOf(running.child.pid).length === 0, "no server", 10_000);
    assert.ok((await download).error, "the download fails");
  });
});
