// Loops and walks of one paginator, one after the other: none may lose items silently.

import assert from "node:assert/strict";
import { describe } from "node:test";

import { eventually, needsServer, real, test } from "./support.js";

const IDS = [0, 1, 2, 3, 4, 5, 6, 7, 8];

/** Nine items in pages of two; those after the third come when `gate` is resolved. */
async function nine(t, gate) {
  const client = real(t, {
    fetch: async ({ request: { url } }) => {
      const page = Number(/page=(\d+)/.exec(url)[1]);
      if (page > 3) await gate;
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

describe("a walk that is given up", needsServer, () => {
  const WAYS = {
    "by a timeout": [() => ({ timeout: 1_000 }), { name: "CallTimedOut", message: /lastWalk has/ }],
    "by its signal": [() => ({ signal: AbortSignal.timeout(1_000) }), { name: "TimeoutError" }],
    "by cancel": [
      (pages) => {
        setTimeout(() => pages.cancel(), 1_000);
        return {};
      },
      { kind: "cancelled" },
    ],
  };
  for (const [way, [options, error]] of Object.entries(WAYS)) {
    test(way, async (t) => {
      let open;
      const pages = await nine(t, new Promise((resolve) => (open = resolve)));
      await assert.rejects(pages.walk(options(pages)), error);
      const { verdict, items, checkpoint } = pages.lastWalk;
      assert.deepEqual([verdict, items.map(({ id }) => id)], ["partial", IDS.slice(0, 6)]);
      assert.equal(checkpoint, await pages.checkpoint());
      open();
      const rest = await pages.walk();
      assert.deepEqual(rest.items.map(({ id }) => id), IDS.slice(6));
      assert.deepEqual([rest.verdict, rest.start], ["complete", { page: 4 }]);
      assert.equal(pages.lastWalk, rest);
      await pages.reset();
      assert.equal((await pages.walk()).start, undefined);
    });
  }

  test("by what its callback throws", async (t) => {
    const pages = await nine(t);
    for (const keepItems of [true, false]) {
      const seen = [];
      const walk = pages.walk({
        keepItems,
        onProgress: async (report) => {
          seen.push(...report.items);
          if (report.pages < 2) return;
          const isLast = async () => (await pages.fetchState()).currentPage === 5;
          await eventually(isLast, "all have been sent");
          throw new Error("mine");
        },
      });
      await assert.rejects(walk, /mine/);
      const { items } = pages.lastWalk;
      const came = keepItems ? items : [...seen, ...items];
      assert.deepEqual(came.map(({ id }) => id), IDS);
      const rest = await pages.walk();
      assert.deepEqual([rest.itemCount, rest.start], [0, { page: 6 }]);
      await pages.reset();
    }
  });
});
