// Items that are valid JSON and still break clients: each comes as it was sent.

import assert from "node:assert/strict";
import fs from "node:fs";
import path from "node:path";
import { describe } from "node:test";
import { inspect } from "node:util";

import { elementTexts, listsOfTexts } from "../lib/raw.js";
import { folder, needsServer, real, test } from "./support.js";

const VALUES = JSON.parse(fs.readFileSync(new URL("../../odd-values.json", import.meta.url), "utf8"));
VALUES.push({ name: "a value of 1 MB", text: JSON.stringify({ id: 0, name: "x".repeat(1e6) }) });
const TEXTS = VALUES.map(({ text }) => [text].flat().join(""));
const ITEMS = TEXTS.map((text) => JSON.parse(text));

/** Opens a recording in which an API answers with these lists of texts, each at an address. */
async function opened(t, lists, options) {
  const url = "http://odd.example/";
  const file = path.join(folder(t), "odd.har");
  const entries = lists.map((texts, at) => ({
    request: { method: "GET", url: `${url}${at}` },
    response: { status: 200, headers: {}, content: { text: `{"items":[${texts.join(",")}]}` } },
  }));
  fs.writeFileSync(file, JSON.stringify({ log: { entries } }));
  const client = real(t, { env: { PAGINATOR_REPLAY: file } });
  const given = { itemsPath: "items", pagination: { strategy: "single" } };
  return Promise.all(lists.map((_, at) => client.open({ ...given, url: `${url}${at}` }, options)));
}

/** Fails unless two values are the same, whatever their prototypes and signs of zero. */
function same(found, expected) {
  assert.equal(JSON.stringify(found), JSON.stringify(expected));
  assert.deepStrictEqual(found, expected);
}

describe("odd values", needsServer, () => {
  test("each is loaded, shown and walked", async (t) => {
    const lists = await opened(t, [...TEXTS, ...TEXTS].map((text) => [text]));
    for (const [at, { name }] of VALUES.entries()) {
      await t.test(name, async () => {
        const page = await lists[at].next();
        same(page.items, [ITEMS[at]]);
        assert.ok(inspect(page).length > 0);
        same((await lists[at].items(0, 1)).items, [ITEMS[at]]);
        const walked = await lists[at + VALUES.length].walk();
        same(walked.items, [ITEMS[at]]);
      });
    }
  });

  test("all come by a loop", async (t) => {
    const [pages] = await opened(t, [TEXTS]);
    const items = [];
    for await (const item of pages) items.push(item);
    same(items, ITEMS);
  });

  test("raw items are the texts that were sent", async (t) => {
    const [loaded, walked, looped] = await opened(t, [TEXTS, TEXTS, TEXTS], { raw: true });
    assert.deepEqual((await loaded.next()).items, TEXTS);
    assert.deepEqual((await loaded.items(0, TEXTS.length)).items, TEXTS);
    assert.deepEqual((await walked.walk()).items, TEXTS);
    assert.deepEqual(await looped.toArray(), TEXTS);
  });
});

describe("texts of odd values", () => {
  test("are found in a message", () => {
    const text = `{"result": {"items": [${TEXTS.join(" ,\n")}]}}`;
    assert.deepEqual(elementTexts(text, ["result", "items"]), TEXTS);
  });

  test("are found under names that objects inherit", () => {
    const lists = listsOfTexts('{"__proto__": [1.10], "toString": [2]}', []);
    assert.deepEqual(Object.entries(lists), [["__proto__", ["1.10"]], ["toString", ["2"]]]);
  });
});
