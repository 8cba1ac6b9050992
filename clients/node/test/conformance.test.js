// The duties of every client of Paginator, against the real server and its sample API.

import assert from "node:assert/strict";
import { after, before, describe } from "node:test";

import { open, PaginatorError, ServerGone } from "../index.js";
import { gone, needsServer, real, SampleAPI, SERVER, test } from "./support.js";

/** Makes one load wait for an answer that does not come. */
const STALLED = { parameters: { fault: "stall" } };

describe("conformance", needsServer, () => {
  let api;
  before(async () => (api = await SampleAPI.start()));
  after(() => api.stop());

  test("open", async (t) => {
    const client = real(t);
    const pages = await client.open(api.page());
    assert.equal(client.server.name, "paginator");
    assert.equal(client.server.protocolVersion.split(".")[0], "1");
    assert.equal(pages.state.loaded, false);
    assert.equal(pages.state.currentPage, null);
    assert.equal(pages.state.strategy, "page");
    assert.deepEqual((await client.states()).map((state) => state.paginatorId), [pages.id]);
  });

  test("open with a strategy in the wrong place, or misspelled, names the strategies", async (t) => {
    const client = real(t);
    for (const wrong of [{ strategy: "pge" }, { pagination: { strategy: "pge" } }]) {
      await assert.rejects(client.open({ ...api.page(), ...wrong }), (error) => {
        assert.equal(error.name, "InvalidParams");
        assert.match(error.message, /pagination.*"page", "offset", "link"/);
        return true;
      });
    }
    await assert.rejects(client.open({ ...api.page(), retries: 3 }), {
      message: 'Unknown field "retries". It is a member of "fetching": fetching: { retries: ... }.',
    });
  });

  test("next", async (t) => {
    const pages = await real(t).open(api.page());
    const [first, second] = await Promise.all([pages.next(), pages.next()]);
    assert.deepEqual([first.page, second.page], [1, 2]);
    assert.deepEqual([first.items.length, first.items[0].id, second.items[0].id], [25, 1, 26]);
    assert.equal(first.response.status, 200);
    assert.deepEqual([pages.state.currentPage, pages.state.pageCount], [2, 10]);
  });

  test("previous", async (t) => {
    const pages = await real(t).open(api.page());
    await assert.rejects(pages.previous(), { kind: "notLoaded", code: 1002 });
    await pages.page(3);
    assert.equal((await pages.previous()).page, 2);
    assert.equal((await pages.previous()).page, 1);
    await assert.rejects(pages.previous(), { kind: "noPreviousPage", code: 1004 });
  });

  test("page", async (t) => {
    const pages = await real(t).open(api.page());
    assert.equal((await pages.page(4)).items[0].id, 76);
    assert.equal((await pages.page(10)).state.hasNextPage, false);
    await assert.rejects(pages.next(), { kind: "noNextPage", code: 1003, retryable: false });
    await assert.rejects(pages.page(11), (error) => {
      assert.deepEqual([error.kind, error.data.pageCount], ["pageOutOfRange", 10]);
      return true;
    });
  });

  test("cancel", async (t) => {
    const pages = await real(t).open(api.page());
    const loads = [pages.next(STALLED), pages.next()];
    const refused = Promise.all(
      loads.map((load) => assert.rejects(load, { kind: "cancelled", code: 1009 })),
    );
    assert.equal((await pages.cancel()).loaded, false);
    await refused;
    assert.equal((await pages.next()).page, 1);
  });

  test("cancel by an AbortSignal", async (t) => {
    const pages = await real(t).open(api.page());
    const controller = new AbortController();
    const load = pages.next({ ...STALLED, signal: controller.signal });
    controller.abort();
    await assert.rejects(load, { name: "AbortError" });
    // Loads run one after the other: this one proves that the server has given up the first.
    assert.equal((await pages.next()).page, 1);
  });

  test("cancel by leaving a loop", async (t) => {
    const pages = await real(t).open(api.page("", { parameters: { fault: "stall@p2" } }));
    const items = pages[Symbol.asyncIterator]();
    for (let id = 1; id <= 25; id += 1) assert.equal((await items.next()).value.id, id);
    const waiting = items.next();
    assert.deepEqual(await items.return("left"), { done: true, value: "left" });
    assert.equal((await waiting).done, true);
    assert.equal((await pages.next({ parameters: { fault: null } })).page, 2);
  });

  test("error", async (t) => {
    const pages = await real(t).open(
      api.page("&fault=503@2&session=error", { fetching: { retries: 0 } }),
    );
    await pages.next();
    await assert.rejects(pages.next(), (error) => {
      assert.ok(error instanceof PaginatorError);
      assert.deepEqual([error.code, error.kind, error.retryable], [1102, "httpStatus", true]);
      assert.deepEqual([error.data.status, error.data.page], [503, 2]);
      return true;
    });
    assert.deepEqual([pages.state.currentPage, pages.state.error.data.kind], [1, "httpStatus"]);
    assert.equal((await pages.next()).page, 2);
    assert.equal(pages.state.error, null);
  });

  test("window", async (t) => {
    const pages = await real(t).open(
      api.page("", { placeholders: { loading: "..." }, notifications: true }),
    );
    const first = await pages.items(0, 3, { wait: false });
    assert.deepEqual([first.items, first.pages.loading], [["...", "...", "..."], [1]]);
    const window = await pages.items(23, 4);
    assert.deepEqual(window.items.map((item) => item.id), [24, 25, 26, 27]);
    assert.deepEqual([window.loaded, window.count], [[[23, 27]], 250]);
    assert.deepEqual((await pages.items(100, 1, { load: false })).loaded, []);
    assert.equal((await pages.items(248, 10)).items.length, 2);
    await assert.rejects(pages.items(250, 1), { kind: "itemOutOfRange" });
    assert.equal(await pages.pageForIndex(26), 2);
    assert.deepEqual(await pages.indexesForPage(2), { start: 25, end: 50 });
    await pages.configure({ prefetch: { distance: 1 } });
    const loaded = new Promise((resolve) => pages.on("didLoadPage", resolve));
    await pages.touch(130);
    assert.deepEqual([(await loaded).page, (await loaded).start], [6, 125]);
  });

  test("walk with progress", async (t) => {
    const pages = await real(t).open(api.page());
    await pages.next();
    const seen = [];
    const summary = await pages.walk({ concurrency: 3, onProgress: (each) => seen.push(each) });
    assert.deepEqual(seen.map((each) => each.page), [2, 3, 4, 5, 6, 7, 8, 9, 10]);
    assert.deepEqual(seen.map((each) => each.pages), [1, 2, 3, 4, 5, 6, 7, 8, 9]);
    assert.deepEqual([seen.at(-1).itemCount, seen[0].items.length], [225, 25]);
    assert.deepEqual(seen.map((each) => each.total), Array(9).fill(225));
    assert.equal(seen.at(-1).percentage, 100);
    seen.forEach(({ message }, index) => {
      assert.match(message, new RegExp(`^page ${index + 1}, ${25 * (index + 1)} of 225 items`));
    });
    assert.deepEqual([summary.verdict, summary.pages, summary.itemCount], ["complete", 9, 225]);
    assert.deepEqual(summary.items.map((item) => item.id)[224], 250);
    assert.equal(pages.state.hasNextPage, false);
  });

  test("an exact walk begins each page with the last item", async (t) => {
    const pages = await real(t).open(api.page());
    const plain = await pages.walk();
    await pages.reset();
    const exact = await pages.walk({ exact: true, passes: 2 });
    assert.deepEqual([plain.pages, plain.itemCount], [10, 250]);
    assert.deepEqual([exact.verdict, exact.itemCount], ["complete", 250]);
    assert.ok(exact.pages > plain.pages, `${exact.pages} pages`);
  });

  test("walk of some pages counts to their end", async (t) => {
    const pages = await real(t).open(api.page());
    const seen = [];
    await pages.walk({ maxPages: 3, onProgress: (each) => seen.push(each) });
    assert.deepEqual(seen.map((each) => each.total), [75, 75, 75]);
    assert.equal(seen.at(-1).percentage, 100);
  });

  test("walk that is capped goes on in another process", async (t) => {
    const pages = await real(t).open(api.page());
    const first = await pages.walk({ maxItems: 30, keepItems: false });
    assert.deepEqual([first.verdict, first.itemCount, first.items], ["capped", 30, undefined]);
    const checkpoint = await pages.checkpoint();
    assert.equal(checkpoint, first.checkpoint);
    const rest = await (await real(t).open(api.page("", { checkpoint }))).toArray();
    assert.deepEqual([rest.length, rest[0].id], [220, 31]);
  });

  test("walk that is aborted", async (t) => {
    const pages = await real(t).open(api.page("", { parameters: { fault: "stall@p3" } }));
    const controller = new AbortController();
    let count = 0;
    const walk = pages.walk({
      concurrency: 1,
      signal: controller.signal,
      onProgress: () => {
        count += 1;
        if (count === 2) controller.abort(new Error("enough"));
      },
    });
    await assert.rejects(walk, { message: "enough" });
    assert.equal(count, 2);
    assert.equal((await pages.next({ parameters: { fault: null } })).page, 3);
  });

  test("server death", async (t) => {
    const client = real(t);
    const pages = await client.open(api.page());
    const exit = new Promise((resolve) => client.once("exit", resolve));
    const load = pages.next(STALLED);
    const { pid } = client;
    process.kill(pid, "SIGKILL");
    await assert.rejects(load, (error) => {
      assert.ok(error instanceof ServerGone);
      assert.deepEqual([error.kind, error.signal, error.exitCode], ["serverGone", "SIGKILL", null]);
      assert.match(error.message, /Open a new client to go on/);
      return true;
    });
    assert.ok((await exit) instanceof ServerGone);
    await assert.rejects(pages.next(), ServerGone);
    await pages.close();
    await gone(pid);
  });

  test("iteration over items, pages and a stream", async (t) => {
    const { Readable } = await import("node:stream");
    const client = real(t);
    const ids = [];
    for await (const item of await client.open(api.page("&items=30"))) ids.push(item.id);
    assert.deepEqual(ids, Array.from({ length: 30 }, (_, index) => index + 1));
    const sizes = [];
    for await (const page of (await client.open(api.page("&items=30"))).pages()) {
      sizes.push(page.items.length);
    }
    assert.deepEqual(sizes, [25, 5]);
    const stream = Readable.from(await client.open(api.page()));
    let count = 0;
    for await (const item of stream) {
      count += item.id > 0 ? 1 : 0;
      if (count === 60) break;
    }
    assert.ok(stream.destroyed);
    assert.equal(count, 60);
  });

  test("an API that is out of pages only when asked", async (t) => {
    const pages = await real(t).open({
      url: `${api.url}/page?page=:currentPage&per_page=25&items=50&total=0`,
      itemsPath: "articles",
    });
    const found = [];
    for await (const page of pages.pages()) found.push(page.page);
    assert.deepEqual(found, [1, 2]);
    assert.equal(pages.state.endReason.kind, "emptyPage");
  });

  test("settings, reset and refresh", async (t) => {
    const pages = await real(t).open(
      api.page("&fault=edit@3&session=refresh", { identity: "id", perPage: 10 }),
    );
    await pages.next();
    await pages.next();
    const changes = await pages.refresh();
    assert.deepEqual(changes.map((each) => each.page), [1, 2]);
    assert.ok(changes.every((each) => each.changed && each.updated.length === 1));
    assert.equal((await pages.configure({ perPage: 50 })).perPage, 50);
    assert.equal((await pages.next()).items.length, 50);
    assert.equal((await pages.reset()).loaded, false);
    assert.equal((await pages.fetchState()).currentPage, null);
  });

  test("raw items keep what a double loses", async (t) => {
    const texts = ['{"id":12345678901234567890,"s":"]},\\"{"}', "1.10"];
    const client = real(t, {
      fetch: ({ request }) => {
        assert.match(request.url, /page=1/);
        return {
          status: 200,
          headers: { "Content-Type": "application/json" },
          body: `{"articles":[${texts}],"pagination":{"total_objects":2}}`,
        };
      },
    });
    const raw = await client.open(api.page("", { fetching: { by: "client" } }), { raw: true });
    assert.deepEqual((await raw.next()).items, texts);
    assert.deepEqual((await raw.items(0, 2)).items, texts);
    await raw.reset();
    assert.deepEqual((await raw.walk()).items, texts);
    await raw.reset();
    assert.deepEqual(await raw.toArray(), texts);
    assert.equal((await raw.page(1, { raw: false })).items[1], 1.1);
  });

  test("how an API pages is found out", async (t) => {
    const client = real(t);
    const { candidates } = await client.detect(`${api.url}/cursor?limit=100`);
    assert.equal(candidates[0].pagination.strategy, "cursor");
    const pages = await client.open(`${api.url}/cursor?limit=100`);
    assert.equal((await pages.toArray()).length, 250);
    assert.equal(pages.state.strategy, "cursor");
  });

  test("requests of the server's need a handler", async (t) => {
    const client = real(t);
    for (const params of [
      api.page("", { fetching: { by: "client" } }),
      { url: api.url, pagination: { strategy: "custom" } },
    ]) {
      await assert.rejects(client.open(params), { kind: "invalidParams", code: -32602 });
    }
  });

  test("a pagination rule of one's own", async (t) => {
    const pages = await real(t, {
      extractPage: async ({ response }) => ({
        next: response.body.has_more ? { parameters: { cursor: response.body.next_cursor } } : null,
      }),
    }).open({
      url: `${api.url}/cursor?limit=20&items=50`,
      pagination: { strategy: "custom" },
      itemsPath: "data",
    });
    assert.equal((await pages.toArray()).length, 50);
  });

  test("credentials are asked for", async (t) => {
    const asked = [];
    const pages = await real(t, {
      credentials: (params) => {
        asked.push(params);
        return { headers: { Authorization: "Bearer 1234" } };
      },
    }).open(api.page("&auth=1234"));
    assert.equal((await pages.next()).page, 1);
    assert.equal((await pages.next()).page, 2);
    assert.deepEqual(asked.map((each) => [each.origin, each.status]), [[api.url, 401]]);
  });

  test("retries are told of", async (t) => {
    const client = real(t);
    const pages = await client.open(
      api.page("&fault=503@1&session=retry&retry_after=0", { notifications: true }),
    );
    const told = [];
    client.on("notification", (method) => told.push(method));
    const retry = new Promise((resolve) => pages.once("willRetry", resolve));
    await pages.next();
    assert.deepEqual([(await retry).attempt, (await retry).page], [2, 1]);
    assert.deepEqual(told, [
      "paginator/willLoadPage", "paginator/willRetry", "paginator/didLoadPage",
    ]);
  });

  test("module-level open ends its server with the pages", async () => {
    const pages = await open(api.page(), { executable: SERVER });
    const { pid } = pages.client;
    await pages.next();
    await pages.close();
    await gone(pid);
    await assert.rejects(pages.next(), ServerGone);
  });
});
