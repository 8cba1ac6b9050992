// The client alone, against the fake server.

import assert from "node:assert/strict";
import fs from "node:fs";
import { describe } from "node:test";

import * as api from "../index.js";
import { eventually, fake, fakeServer, test } from "./support.js";

const { CallTimedOut, Client, errorFrom, open, PaginatorError, ServerGone, VERSION } = api;

const PROJECT = new URL("../../../", import.meta.url);
const URL_ = "http://127.0.0.1:1/";

describe("starting", () => {
  test("what is said to the server, and by it", async (t) => {
    const client = fake(t, "good", { credentials: () => null, capabilities: { fetch: true } });
    assert.deepEqual([client.server, client.pid], [null, null]);
    const server = await client.start();
    assert.equal(server, client.server);
    assert.deepEqual([server.name, server.version, server.protocolVersion], ["fake", "1", "1.7"]);
    assert.deepEqual([server.methods, server.profiles], [["paginator/open"], []]);
    const { initialized, seen } = await client.request("fake/facts");
    assert.equal(initialized.processId, process.pid);
    assert.deepEqual(initialized.clientInfo, { name: "paginator-client (Node)", version: VERSION });
    assert.deepEqual(initialized.capabilities.paginator, {
      notifications: true, credentials: true, fetch: true,
    });
    assert.deepEqual(seen.map((each) => each.method), ["initialized"]);
  });

  test("calls before the start keep their order, with or without signals", async (t) => {
    const client = fake(t);
    const { signal } = new AbortController();
    const options = [{ signal }, {}, { timeout: 30_000 }];
    const loads = options.map((each) => client.request("paginator/loadNextPage", {}, each));
    const pages = await Promise.all(loads);
    assert.deepEqual(pages.map(({ page }) => page), [1, 2, 3]);
  });

  test("options that do not exist are refused", async (t) => {
    assert.throws(() => new Client({ exectuable: "x" }), /no option "exectuable"; it has/);
    await assert.rejects(open(URL_, { exectuable: "x" }), TypeError);
    await assert.rejects(open(URL_, { perPage: 5 }), /open\(\{ url, perPage \}\)/);
    await assert.rejects(open(17), /open takes a URL, or an object/);
    const pages = await fake(t).open(new URL(URL_));
    await assert.rejects(pages.next({ page: 3 }), /loadNextPage has no option "page"/);
    await assert.rejects(pages.walk({ max: 3 }), TypeError);
    await assert.rejects(pages.items(0, 1, { waiting: true }), TypeError);
  });

  test("any method can be called", async (t) => {
    assert.deepEqual(await fake(t).request("fake/echo", { a: "é" }), { a: "é" });
    await assert.rejects(fake(t).request("fake/other"), { code: -32601, kind: "methodNotFound" });
  });
});

describe("loads", () => {
  test("the state is kept, unknown members too", async (t) => {
    const pages = await fake(t).open(URL_);
    assert.deepEqual(pages.state.unknownMember, { a: 1 });
    await pages.page(3);
    assert.equal(pages.state.currentPage, 3);
    await assert.rejects(pages.next(), { kind: "noNextPage" });
    assert.equal((await pages.fetchState()).currentPage, 3);
  });

  test("a loop loads no more when it is left", async (t) => {
    const pages = await fake(t).open(URL_);
    for await (const item of pages) if (item.id === 3) break;
    assert.equal(pages.state.currentPage, 1);
  });

  test("loops begin at the beginning; pages() starts at the current position", async (t) => {
    const pages = await fake(t).open(URL_);
    await pages.next();
    for (let round = 0; round < 2; round += 1) {
      const ids = [];
      for await (const item of pages) ids.push(item.id);
      assert.deepEqual(ids, Array.from({ length: 25 }, (_, id) => id));
    }
    assert.equal((await pages.toArray()).length, 25);
    await pages.page(2);
    const numbers = [];
    for await (const { page } of pages.pages()) numbers.push(page);
    assert.deepEqual(numbers, [3]);
  });

  test("a paginator says where it is", async (t) => {
    const pages = await fake(t).open(URL_);
    assert.equal(String(pages), "Pages p1: nothing loaded");
    await pages.next();
    assert.equal(`${pages}`, "Pages p1: page 1 of 3, 25 items");
  });

  test("steps that are asked for at once come in order", async (t) => {
    const items = (await fake(t).open(URL_))[Symbol.asyncIterator]();
    const steps = await Promise.all(Array.from({ length: 27 }, () => items.next()));
    assert.deepEqual(steps.map((step) => step.value?.id).slice(8, 12), [8, 9, 10, 11]);
    assert.deepEqual(steps.map((step) => step.done).slice(24), [false, true, true]);
    assert.deepEqual(await items.return(), { done: true, value: undefined });
    assert.equal((await items.next()).done, true);
  });

  test("an error ends the iteration", async (t) => {
    const pages = await fake(t).open(URL_);
    const controller = new AbortController();
    const found = pages.pages({ signal: controller.signal });
    assert.equal((await found.next()).value.page, 1);
    controller.abort(new Error("enough"));
    await assert.rejects(found.next(), { message: "enough" });
    assert.equal((await found.next()).done, true);
  });

  test("settings go as they are", async (t) => {
    const pages = await fake(t).open(URL_);
    const state = await pages.configure({ perPage: null, headers: { a: null } });
    assert.deepEqual(state.seen, { paginatorId: "p1", perPage: null, headers: { a: null } });
  });

  test("closed pages are closed once", async (t) => {
    const client = fake(t);
    const pages = await client.open(URL_);
    await Promise.all([pages.close(), pages.close()]);
    assert.deepEqual((await client.request("fake/facts")).closed, ["p1"]);
  });
});

describe("walks", () => {
  test("a callback that throws cancels the walk", async (t) => {
    const client = fake(t, "long");
    const pages = await client.open(URL_);
    const walk = pages.walk({
      onProgress: ({ page }) => {
        if (page === 3) throw new Error("enough");
      },
    });
    await assert.rejects(walk, { message: "enough" });
    assert.equal((await client.request("fake/facts")).cancelled.length, 1);
  });

  test("a slow callback stops the reading, and others go on beside it", async (t) => {
    const client = fake(t, "long");
    const pages = await client.open(URL_);
    let release;
    const held = new Promise((resolve) => (release = resolve));
    const seen = [];
    const walk = pages.walk({
      keepItems: false,
      onProgress: async ({ page }) => {
        seen.push(page);
        if (page === 1) await held;
      },
    });
    await eventually(() => seen.length === 1, "the first page has come");
    // 300 pages of 64 KB are more than the pipe holds: the server can't be done unless we read.
    assert.deepEqual(await client.request("fake/echo", { beside: 1 }), { beside: 1 });
    release();
    assert.equal((await walk).pages, 300);
    assert.deepEqual(seen, Array.from({ length: 300 }, (_, index) => index + 1));
  });

  test("a callback may call the server", async (t) => {
    const client = fake(t, "long");
    const pages = await client.open(URL_);
    let calls = 0;
    await pages.walk({
      onProgress: async () => {
        await client.request("fake/echo");
        calls += 1;
      },
    });
    assert.equal(calls, 300);
  });

  test("close beside a slow callback", async (t) => {
    const client = fake(t, "long");
    const pages = await client.open(URL_);
    let release;
    const held = new Promise((resolve) => (release = resolve));
    let isCalled = false;
    const walk = pages.walk({
      onProgress: () => {
        isCalled = true;
        return held;
      },
    });
    const refused = assert.rejects(walk, ServerGone);
    await eventually(() => isCalled, "the first page has come");
    await client.close();
    release();
    await refused;
  });
});

describe("events", () => {
  const told = (name, params) => ({ method: name, params: { paginatorId: "p1", ...params } });

  test("by name, by paginator, and all of them", async (t) => {
    const client = fake(t);
    const pages = await client.open(URL_);
    const seen = [];
    pages.on("didLoadPage", ({ page }) => seen.push(`pages ${page}`));
    client.on("didLoadPage", ({ page }) => seen.push(`client ${page}`));
    client.on("notification", (method) => seen.push(method));
    client.on("window/logMessage", ({ message }) => seen.push(message));
    await client.request("fake/notify", {
      messages: [
        told("paginator/didLoadPage", { page: 1 }),
        told("paginator/didLoadPage", { page: 2, paginatorId: "other" }),
        { method: "window/logMessage", params: { type: 3, message: "hello" } },
        { method: "paginator/error", params: null },
      ],
    });
    assert.deepEqual(seen, [
      "paginator/didLoadPage", "client 1", "pages 1", "paginator/didLoadPage", "client 2",
      "window/logMessage", "hello", "paginator/error",
    ]);
  });

  test("closed pages are told no more", async (t) => {
    const client = fake(t);
    const pages = await client.open(URL_);
    pages.on("didLoadPage", () => assert.fail("told"));
    await pages.close();
    await client.request("fake/notify", { messages: [told("paginator/didLoadPage", { page: 1 })] });
  });
});

describe("requests of the server's", () => {
  const handlers = {
    credentials: ({ origin }) => ({ headers: { origin } }),
    fetch: async () => {
      throw new Error("offline");
    },
    extractPage: () => ({ next: 10n }),
  };
  const ask = (client, method, params) => client.request("fake/ask", { method, params });

  test("handlers answer, fail, and give what has no JSON", async (t) => {
    const client = fake(t, "good", handlers);
    const answer = await ask(client, "paginator/credentials", { origin: "o" });
    assert.deepEqual(answer.result, { headers: { origin: "o" } });
    assert.deepEqual((await ask(client, "paginator/fetch", {})).error, {
      code: -32000, message: "offline",
    });
    assert.match((await ask(client, "paginator/extractPage", {})).error.message, /BigInt/);
  });

  test("nothing is an answer of null, and no handler is -32601", async (t) => {
    const client = fake(t, "good", { credentials: () => undefined });
    assert.equal((await ask(client, "paginator/credentials", {})).result, null);
    assert.equal((await ask(client, "paginator/fetch", {})).error.code, -32601);
    assert.equal((await ask(client, "toString", {})).error.code, -32601);
  });

  test("a handler may call the server", async (t) => {
    const client = fake(t, "good", {
      credentials: async () => ({ headers: await client.request("fake/echo", { a: "b" }) }),
    });
    assert.deepEqual((await ask(client, "paginator/credentials", {})).result.headers, { a: "b" });
  });
});

describe("giving up", () => {
  test("an aborted call is cancelled on the server", async (t) => {
    const client = fake(t);
    await client.start();
    const controller = new AbortController();
    const call = client.request("fake/hang", {}, { signal: controller.signal });
    const reason = new Error("no longer wanted");
    await new Promise(setImmediate);
    controller.abort(reason);
    await assert.rejects(call, (error) => error === reason);
    assert.equal((await client.request("fake/facts")).cancelled.length, 1);
    // A request that has not been sent yet is not sent at all.
    await assert.rejects(client.request("fake/echo", {}, { signal: controller.signal }), reason);
    const opening = client.open(URL_, { signal: AbortSignal.abort() });
    await assert.rejects(opening, { name: "AbortError" });
    assert.equal((await client.request("fake/facts")).cancelled.length, 1);
  });

  test("so is one that takes too long", async (t) => {
    const client = fake(t, "good", { timeout: 30_000 });
    const call = client.request("fake/hang", {}, { timeout: 20 });
    await assert.rejects(call, (error) => {
      assert.ok(error instanceof CallTimedOut);
      assert.match(error.message, /^fake\/hang was not answered within 0.02 s. It has been/);
      assert.deepEqual([error.kind, error.retryable], ["callTimedOut", true]);
      assert.equal(error.data.seconds, 0.02);
      return true;
    });
    assert.equal((await client.request("fake/facts")).cancelled.length, 1);
  });

  test("the timeout of the client holds where the call says nothing", async (t) => {
    const client = fake(t);
    await client.start();
    client.timeout = 20;
    await assert.rejects(client.request("fake/hang"), CallTimedOut);
  });
});

describe("methods and the log", () => {
  test("every method of the protocol can be called by its name", async (t) => {
    const client = fake(t);
    const { paginatorId } = await client.methods.open({ url: URL_ });
    const page = await client.methods.loadPage({ paginatorId, page: 3 });
    assert.equal(page.items.at(-1).id, 24);
    await assert.rejects(client.methods["rpc.discover"](), { kind: "methodNotFound" });
  });

  test("lines of the server's standard error are events", async (t) => {
    const client = new Client(fakeServer("chatty"));
    t.after(() => client.close());
    const entries = [];
    client.on("log", (entry) => entries.push(entry));
    await client.start();
    await eventually(() => entries.length === 5000, "all lines have come");
    assert.deepEqual(entries[0], { level: "info", text: "x".repeat(200) });
  });
});

describe("errors", () => {
  test("a failed request says which it was", async (t) => {
    const client = fake(t);
    const data = { url: "http://127.0.0.1/a?token=***", status: 503, body: "no luck" };
    const call = client.request("fake/fail", { code: 1102, kind: "httpStatus", data });
    await assert.rejects(call, {
      message: "It is httpStatus. (http://127.0.0.1/a?token=***: 503)",
    });
  });

  test("code, kind, data and retryable are those of the protocol", async (t) => {
    const data = { kind: "rateLimited", retryable: true, retryAfterSeconds: 9 };
    const failing = fake(t).request("fake/fail", { code: 1106, kind: data.kind, data });
    await assert.rejects(failing, (error) => {
      assert.ok(error instanceof PaginatorError && error instanceof Error);
      assert.deepEqual([error.name, error.code, error.kind], ["RateLimited", 1106, data.kind]);
      assert.deepEqual([error.retryable, error.data], [true, data]);
      assert.match(error.stack, /client\.test\.js/);
      return true;
    });
  });

  test("every code of the protocol has a class, as in the Python client", () => {
    const document = JSON.parse(fs.readFileSync(new URL("protocol/openrpc.json", PROJECT)));
    const python = fs.readFileSync(new URL("clients/python/paginator/_error_kinds.py", PROJECT), "utf8");
    const table = /BY_CODE.*?= \{(.*?)\n\}/s.exec(python)[1];
    const names = new Map(
      [...table.matchAll(/(-?\d+): (\w+)/g)].map(([, code, name]) => [Number(code), name]),
    );
    for (const { code, data } of Object.values(document.components.errors)) {
      const error = errorFrom({ code, message: "no", data });
      assert.equal(error.name, names.get(code) ?? "PaginatorError", `${code}`);
      assert.equal(error.constructor.name, error.name);
      assert.equal(api[error.name], error.constructor, "it is exported");
    }
    assert.ok(names.size > 30);
  });

  test("a 401 says how to sign in", () => {
    const text = (status) => errorFrom({ code: 1102, message: "No.", data: { status } }).message;
    assert.equal(text(401), "No. Sign in with the param token or auth of open.");
    assert.equal(text(403), "No.");
  });

  test("a class says what its data say, and what it is one of", () => {
    const data = { kind: "httpStatus", status: 404, url: "http://h/a", body: "no", page: 2 };
    const error = errorFrom({ code: 1102, message: "Status 404.", data });
    assert.ok(error instanceof api.HTTPStatusError && error instanceof api.LoadFailed);
    assert.ok(error instanceof PaginatorError);
    const { status, url, body, page, retryAfterSeconds } = error;
    assert.deepEqual([status, url, body, page, retryAfterSeconds],
      [404, "http://h/a", "no", 2, null]);
    const wrong = errorFrom({ code: -32602, message: "no", data: { path: "a.b" } });
    assert.equal(wrong.path, "a.b");
    assert.ok(errorFrom({ code: 1106, data: {} }) instanceof api.HTTPStatusError);
  });

  test("an error without anything, and one without an id", async (t) => {
    const client = fake(t);
    await assert.rejects(client.request("fake/bare"), {
      code: null, kind: "", data: {}, retryable: false,
      message: "The server refused without saying why.",
    });
    const hanging = assert.rejects(client.request("fake/hang"), ServerGone);
    const large = client.request("fake/refuse", { text: "x".repeat(2000) });
    await assert.rejects(large, { kind: "messageTooLarge", code: -32600 });
    await client.close();
    await hanging;
  });

  test("large messages go through both ways", async (t) => {
    const client = fake(t);
    const text = "é\u2028😀".repeat(500_000);
    assert.equal((await client.request("fake/echo", { text })).text, text);
    assert.equal((await client.request("fake/large", { length: 3_000_000 })).length, 3_000_000);
  });

  test("more than can wait to be sent is refused, and what waits is not lost", async (t) => {
    const client = fake(t);
    await client.start();
    const text = "x".repeat(34 * 1024 * 1024);
    const first = client.request("fake/size", { text });
    const second = client.request("fake/size", { text });
    await assert.rejects(second, { kind: "tooMuchUnsent", retryable: true });
    assert.equal(await first, text.length);
  });

  test("many calls leave nothing behind", async (t) => {
    const client = fake(t);
    const signal = new AbortController().signal;
    for (let round = 0; round < 20; round += 1) {
      const answers = await Promise.all(
        Array.from({ length: 50 }, (_, n) => client.request("fake/echo", { n }, { signal })),
      );
      assert.deepEqual(answers.map(({ n }) => n), Array.from({ length: 50 }, (_, n) => n));
    }
    assert.deepEqual((await client.request("fake/facts")).cancelled, []);
  });
});
