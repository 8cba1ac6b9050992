// Items that are valid JSON and still break clients: each is shown, copied and exported as it came.

import assert from "node:assert/strict";
import fs from "node:fs";
import path from "node:path";
import { describe } from "node:test";

import { folder } from "../../node/test/support.js";
import { laidOut } from "../lib/json.js";
import { activated, editor, eventually, needsServer, profiles, test } from "./support.js";

const list = new URL("../../odd-values.json", import.meta.url);
const VALUES = JSON.parse(fs.readFileSync(list, "utf8"))
  .map(({ name, text }) => ({ name, text: [text].flat().join("") }));
VALUES.push({ name: "a value of 1 MB", text: `{"id": 1, "name": "${"x".repeat(1e6)}"}` });

/** A pattern of half of a surrogate pair. */
const HALF = /[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/;

/** Opens a recording in which the API answers with these texts of items. */
async function opened(t, texts) {
  const file = path.join(folder(t), "odd.har");
  const url = "http://odd.example/items";
  const entry = {
    request: { method: "GET", url },
    response: { status: 200, headers: {}, content: { text: `{"items":[${texts.join(",")}]}` } },
  };
  fs.writeFileSync(file, JSON.stringify({ log: { entries: [entry] } }));
  process.env.PAGINATOR_REPLAY = file;
  t.after(() => delete process.env.PAGINATOR_REPLAY);
  activated(t, profiles({ odd: { url, itemsPath: "items" } }));
  await editor.run("paginator.open", "odd");
  assert.deepEqual(editor.messages, []);
}

/** The first row of the grid, as text of its cells by the names of their columns. */
async function firstRow() {
  await editor.run("paginator.showGrid");
  const { posted, send } = editor.panels.at(-1);
  send({ type: "rows", start: 0, count: 1 });
  const { rows, columns } = await eventually(() => posted[0], "rows have come");
  return Object.fromEntries(columns.map((name, at) => [name, rows[0]?.[at]]));
}

describe("odd values", needsServer, () => {
  const texts = VALUES.map(({ text }) => text);

  test("all are shown together, and exported as they came", async (t) => {
    await opened(t, texts);
    const lines = await editor.lines(true);
    assert.equal(lines[1], `  Page 1 | ${texts.length} items`);
    await editor.run("paginator.showItems");
    assert.equal(editor.text("odd"), `${laidOut(`[${texts.join(",")}]`)}\n`);
    assert.deepEqual(await firstRow(), { id: "1", name: "plain" });
    editor.willAnswer("/odd.ndjson", "/odd.csv");
    await editor.run("paginator.exportNDJSON");
    await editor.run("paginator.exportCSV");
    assert.equal(editor.files.get("/odd.ndjson").toString(), texts.map((text) => `${text}\n`).join(""));
    const table = editor.files.get("/odd.csv").toString();
    for (const cell of ["12345678901234567891", "1e999", "-1e999", "1.10", "-0", "1E2",
      "0.123456789012345678901234567891", "'=1+1", "'@a", "'\t=1"]) {
      assert.ok(table.includes(`,${cell},`) || table.includes(`\n${cell},`), cell);
    }
    assert.doesNotMatch(table, /(?:^|,|\n)[=@]/);
    assert.deepEqual(editor.messages, []);
  });

  for (const { name, text } of VALUES.filter((value) => value.text !== "null")) {
    test(name, async (t) => {
      await opened(t, [text]);
      const node = await editor.node("Page 1");
      const [{ item }] = node.children;
      assert.ok(item.label.length > 0 && item.label.length <= 200, item.label);
      for (const shown of [item.label, item.description]) assert.doesNotMatch(shown, HALF);
      await editor.run(item.command.command, ...item.command.arguments);
      assert.equal(editor.text("item 1"), `${laidOut(text)}\n`);
      const row = await firstRow();
      for (const cell of Object.values(row)) {
        assert.equal(typeof cell, "string");
        assert.doesNotMatch(cell, HALF);
        assert.ok(cell.length <= 200);
      }
      const number = /"(?:id|name)":\s*(-?[\d.]+(?:[eE]\d+)?)\}$/.exec(text);
      if (number !== null) assert.ok(Object.values(row).includes(number[1]), JSON.stringify(row));
      assert.deepEqual(editor.messages, []);
    });
  }
});
