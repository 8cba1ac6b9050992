// Loops that share the position of one paginator: none may lose items silently.

import assert from "node:assert/strict";
import { describe } from "node:test";

import { needsServer, real, test } from "./support.js";

const IDS = [0, 1, 2, 3, 4, 5, 6, 7, 8];

/** Nine items in pages of two. */
async function nine(t) {
  const client = real(t, {
    fetch: ({ request: { url } }) => {
      const page = Number(/page=(\d+)/.exec(url)[1]);
      const items = IDS.slice(2 * page - 2, 2 * page).map((id) => ({ id }));
      return { status: 200, headers: {}, body: JSON.stringify({ items, total: IDS.length }) };
    },
  });
  return client.open({
    url: "http://127.0.0.1/?page=:currentPage&size=:perPage", perPage: 2, itemsPath: "items",
    paginationMapping: { total: "objectCount" }, fetching: { by: "client" },
  });
}

async function idsOf(pages) {
  const seen = [];
  for await (const { id } of pages) seen.push(id);
  return seen;
}

const MOVED = { kind: "positionMoved", message: /open the list once more/ };

describe("the position", needsServer, () => {
  test("a loop that lost it says so", async (t) => {
    const pages = await nine(t);
    const bodies = [
      () => pages.page(4), () => pages.toArray(), () => pages.walk(), () => pages.next(),
      () => pages.reset(), () => idsOf(pages),
    ];
    for (const body of bodies) {
      const seen = [];
      await assert.rejects(async () => {
        for await (const { id } of pages) {
          seen.push(id);
          if (id === 1) await body();
        }
      }, MOVED);
      assert.deepEqual(seen, [0, 1]);
    }
  });

  test("of two loops at once none loses items silently", async (t) => {
    const pages = await nine(t);
    for (const read of [idsOf, (pages) => pages.toArray()]) {
      const results = await Promise.allSettled([read(pages), read(pages)]);
      assert.ok(results.some(({ reason }) => reason?.kind === "positionMoved"));
      for (const { value } of results) assert.ok(value === undefined || value.length === IDS.length);
    }
    assert.deepEqual(await idsOf(pages), IDS);
  });

  test("a window goes with a loop", async (t) => {
    const pages = await nine(t);
    const seen = [];
    for await (const { id } of pages) {
      seen.push(id);
      assert.equal((await pages.items(6, 1)).items[0].id, 6);
    }
    assert.deepEqual(seen, IDS);
  });
});
