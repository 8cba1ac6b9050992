// Lists that are not proven to be complete: who hears of it, and when.

import assert from "node:assert/strict";
import { describe } from "node:test";

import { NotComplete } from "../index.js";
import { needsServer, real, test } from "./support.js";

const IDS = [0, 1, 2, 3, 4];

/** Five items in pages of two; those that are `hidden` count in the total, and never come. */
async function five(t, { hidden = 0, params = {}, ...options } = {}) {
  const requests = [];
  const client = real(t, {
    fetch: ({ request: { url } }) => {
      const page = Number(/page=(\d+)/.exec(url)[1]);
      requests.push(page);
      const items = IDS.slice(2 * page - 2, 2 * page).map((id) => ({ id }));
      return { status: 200, headers: {}, body: JSON.stringify({ items, total: 5 + hidden }) };
    },
  });
  const target = {
    url: "http://127.0.0.1/?page=:currentPage&size=:perPage", perPage: 2, itemsPath: "items",
    paginationMapping: { total: "objectCount" }, fetching: { by: "client" }, ...params,
  };
  const pages = await client.open(target, options);
  return { pages, requests, target, client };
}

/** The warnings that come while the work is done. */
async function warnings(work) {
  const found = [];
  const listen = (warning) => found.push(warning);
  process.on("warning", listen);
  try {
    await work();
    await new Promise(setImmediate);
  } finally {
    process.off("warning", listen);
  }
  return found.filter(({ name }) => name === "PaginationWarning");
}

async function idsOf(pages, seen = []) {
  for await (const { id } of pages) seen.push(id);
  return seen;
}

describe("limits.itemsMax", needsServer, () => {
  test("cuts loops and arrays as it cuts a walk", async (t) => {
    const { pages } = await five(t, { params: { limits: { itemsMax: 3 } } });
    assert.deepEqual(await idsOf(pages), [0, 1, 2]);
    assert.equal((await pages.toArray()).length, 3);
    await pages.reset();
    assert.equal((await pages.walk()).items.length, 3);
  });
});

describe("strict", needsServer, () => {
  test("a loop over an unproven list fails at its end", async (t) => {
    const { pages, requests } = await five(t, { hidden: 1, strict: true });
    const seen = [];
    const error = await idsOf(pages, seen).catch((thrown) => thrown);
    assert.ok(error instanceof NotComplete, String(error));
    assert.deepEqual([seen, error.kind, error.summary.verdict], [IDS, "notComplete", "suspect"]);
    assert.equal(error.summary, pages.lastWalk);
    assert.match(error.message, /^The list is not proven to be complete: suspect\. The /);
    assert.ok(error.message.includes(pages.state.warnings[0].message));
    assert.deepEqual(requests, [1, 2, 3], "the verdict costs no request");
  });

  test("so do arrays, pages and the pages of many lists", async (t) => {
    const { pages, target, client } = await five(t, { hidden: 1, strict: true });
    await assert.rejects(pages.toArray(), NotComplete);
    await pages.reset();
    const left = pages.pages();
    for (let page = 1; page <= 3; page += 1) assert.equal((await left.next()).value.page, page);
    await assert.rejects(left.next(), NotComplete);
    assert.equal((await left.next()).done, true);
    const each = await client.each([1, 2], { ...target, parameters: { of: "{item}" } }, {
      strict: true,
    });
    await assert.rejects(each.toArray(), NotComplete);
    assert.equal(each.lastWalk.verdict, "suspect");
  });

  test("a proven list is whole", async (t) => {
    const { pages } = await five(t, { strict: true });
    assert.deepEqual(await idsOf(pages), IDS);
    assert.deepEqual([pages.lastWalk.verdict, pages.lastWalk.proof], ["complete", "counts"]);
    assert.equal((await pages.toArray()).length, 5);
  });

  test("a limit is no proof", async (t) => {
    const { pages } = await five(t, { strict: true, params: { limits: { pagesMax: 2 } } });
    await assert.rejects(pages.toArray(), /not proven to be complete: capped/);
  });

  test("a loop that is left early fails of nothing", async (t) => {
    const { pages } = await five(t, { hidden: 1, strict: true });
    for await (const { id } of pages) if (id === 3) break;
    assert.equal(pages.lastWalk, null);
  });
});

describe("warnings", needsServer, () => {
  test("a loop passes each kind on once", async (t) => {
    const { pages } = await five(t, { hidden: 1 });
    const said = await warnings(async () => {
      assert.deepEqual(await idsOf(pages), IDS);
      assert.equal((await pages.toArray()).length, 5);
    });
    const { kind, message } = pages.state.warnings[0];
    assert.deepEqual(said.map(({ code, message: text }) => [code, text]), [[kind, message]]);
  });

  test("a loop tells that the API gives no more", async (t) => {
    const { pages } = await five(t, { params: { ceiling: 4 } });
    const said = await warnings(() => pages.toArray());
    assert.deepEqual(
      said.map(({ code, message }) => [code, message]),
      [["ceiling", "There may be more: the API gives at most 4 of 5 items."]],
    );
    const { pages: strict } = await five(t, { params: { ceiling: 4 }, strict: true });
    await assert.rejects(strict.toArray(), /complete: suspect, because of ceiling\./);
  });

  test("a limit of the caller's is no news", async (t) => {
    const { pages } = await five(t, { params: { limits: { pagesMax: 1 } } });
    assert.deepEqual(await warnings(() => pages.toArray()), []);
  });

  test("a list without doubts brings none", async (t) => {
    const { pages } = await five(t);
    assert.deepEqual(await warnings(() => pages.toArray()), []);
  });
});
