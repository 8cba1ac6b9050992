// A list for each of many items, through the real server and its sample API.

import assert from "node:assert/strict";
import { after, before, describe } from "node:test";

import { Pages } from "../index.js";
import { needsServer, real, SampleAPI, test } from "./support.js";

const SIZES = [{ size: 3 }, { size: 1 }];

describe("each", needsServer, () => {
  let api;
  before(async () => (api = await SampleAPI.start()));
  after(() => api.stop());

  async function series(t, items = SIZES, options = {}) {
    const client = real(t);
    const target = { url: `${api.url}/page?items={item.size}&per_page=2`, itemsPath: "articles" };
    return { client, pages: await client.each(items, target, options) };
  }

  const ids = (items) => items.map(({ id }) => id);

  test("a loop brings the items of all lists", async (t) => {
    const { pages } = await series(t, new Set(SIZES));
    const found = [];
    for await (const item of pages) found.push(item.id);
    assert.deepEqual(found, [1, 2, 3, 1]);
    assert.deepEqual(ids(await pages.toArray()), [1, 2, 3, 1], "again from the beginning");
    assert.equal(pages.lastWalk.verdict, "complete");
    assert.equal(pages.lastWalk.each.complete, 2);
  });

  test("pages say whose they are", async (t) => {
    const { pages } = await series(t, SIZES, { keep: "size" });
    const found = [];
    for await (const { item, page, items } of pages.pages()) {
      found.push([item.size, page, items.length]);
    }
    assert.deepEqual(found, [[3, 1, 2], [3, 2, 1], [1, 1, 1]]);
  });

  test("slices get past the ceiling", async (t) => {
    const pages = await real(t).open({
      url: `${api.url}/find?from={from}&to={to}&page=:currentPage`, itemsPath: "items",
      identity: "id", ceiling: 100, paginationMapping: { total_count: "objectCount" },
      slices: { from: "2024-01-01", to: "2024-12-31", by: "published_at" },
    });
    const found = ids(await pages.toArray()).sort((a, b) => a - b);
    assert.deepEqual(found, Array.from({ length: 250 }, (_, index) => index + 1));
    assert.equal(pages.lastWalk.slices.dense, 0);
    await pages.reset();
    for await (const { item } of pages.pages()) {
      assert.equal(item.from, "2024-01-01");
      break;
    }
  });

  test("another paginator supplies the items", async (t) => {
    const { client } = await series(t);
    const source = await client.open({ url: `${api.url}/page?items=3`, itemsPath: "articles" });
    const pages = await client.each(source, {
      url: `${api.url}/page?items={item.id}`, itemsPath: "articles",
    });
    assert.ok(pages instanceof Pages);
    assert.deepEqual(ids(await pages.toArray()), [1, 1, 2, 1, 2, 3]);
  });

  test("leaving the loop ends the walk", async (t) => {
    const { pages } = await series(t, Array.from({ length: 200 }, () => ({ size: 5 })));
    for await (const item of pages) if (item.id === 5) break;
    while ((await pages.fetchState()).loading) await new Promise(setImmediate);
    assert.equal(pages.lastWalk, null);
    await assert.rejects(pages.walk(), { kind: "positionMoved", message: /reset\(\)/ });
    await assert.rejects(pages.pages().next(), { kind: "positionMoved" });
    for await (const item of pages) if (item.id === 5) break;
    await pages.reset();
    assert.equal((await pages.walk()).itemCount, 1000);
  });

  test("a list that fails is told", async (t) => {
    const warned = new Promise((resolve) => process.once("warning", resolve));
    const { pages } = await series(t, [{ size: 1 }, { no: 1 }]);
    assert.deepEqual(ids(await pages.toArray()), [1]);
    assert.match((await warned).message, /^1 of 2 lists failed: .*size/);
  });

  test("a text is no list", async (t) => {
    await assert.rejects(real(t).each("abc", "http://127.0.0.1:1/{item}"), TypeError);
  });
});
