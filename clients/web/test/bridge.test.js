// Requests that the bridge passes on, and its refusals of others.

import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import net from "node:net";
import { describe, test } from "node:test";
import { fileURLToPath } from "node:url";

import { bridge, childrenOf, Events, eventually, needsServer, sampleAPI, send } from "./support.js";

const SERVE = fileURLToPath(new URL("../serve.js", import.meta.url));

const POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; " +
  "connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

function assertSafe({ headers }) {
  assert.equal(headers["content-security-policy"], POLICY);
  assert.equal(headers["x-content-type-options"], "nosniff");
  assert.equal(headers["referrer-policy"], "no-referrer");
  assert.equal(headers["cache-control"], "no-store");
  assert.equal(headers["cross-origin-resource-policy"], "same-origin");
  assert.ok(!Object.keys(headers).some((name) => name.startsWith("access-control")));
}

function run(args, env = {}) {
  return spawnSync(process.execPath, [SERVE, ...args], {
    env: { ...process.env, ...env },
    encoding: "utf8",
    timeout: 30_000,
  });
}

describe("command line", () => {
  const bad = [
    ["an unknown option", ["--prot", "1"]],
    ["a port that is none", ["--port", "70000"]],
    ["a port that is no number", ["--port", "http"]],
    ["no port", ["--port"]],
    ["two URLs", ["http://a.example", "http://b.example"]],
    ["JSON that is none", ['{"url":']],
    ["what is no URL", ["example.com"]],
  ];
  for (const [name, args] of bad) {
    test(`${name} is exit code 2`, () => {
      const { status, stdout, stderr } = run(args);
      assert.equal(status, 2);
      assert.equal(stdout, "");
      assert.match(stderr, /^paginator-web: \S/);
    });
  }

  test("without a server it is exit code 1", () => {
    const { status, stderr } = run([], { PAGINATOR: "/nowhere/paginator" });
    assert.equal(status, 1);
    assert.match(stderr, /\/nowhere\/paginator does not exist/);
  });

  test("a port that is taken is exit code 1", needsServer, async (t) => {
    const taken = net.createServer().listen(0, "127.0.0.1");
    t.after(() => taken.close());
    await eventually(() => taken.listening, "listening");
    const { status, stderr } = run(["--port", String(taken.address().port)]);
    assert.equal(status, 1);
    assert.match(stderr, /in use/);
  });

  test("the first line is the address with a token of 256 bits", needsServer, async (t) => {
    const { address } = await bridge(t);
    assert.match(address.href, /^http:\/\/127\.0\.0\.1:\d+\/#[\w-]{43}$/);
  });
});

describe("requests", needsServer, () => {
  test("a file of the page needs no token", async (t) => {
    const { port } = await bridge(t);
    for (const path of ["/", "/main.js", "/style.css", "/icon.svg"]) {
      const response = await send(port, { path });
      assert.equal(response.status, 200, path);
      assertSafe(response);
      const packed = await send(port, { path, headers: { "Accept-Encoding": "gzip" } });
      assert.equal(packed.headers["content-encoding"], "gzip");
      assert.ok(Number(packed.headers["content-length"]) < response.body.length);
    }
  });

  for (const path of ["/../serve.js", "/..%2fserve.js", "/bridge/server.js", "/nothing"]) {
    test(`${path} is 404`, async (t) => {
      const { port } = await bridge(t);
      const response = await send(port, { path });
      assert.equal(response.status, 404);
      assert.equal(typeof JSON.parse(response.body).error, "string");
      assertSafe(response);
    });
  }

  test("another host or origin is 403, also for files", async (t) => {
    const { port } = await bridge(t);
    const own = `127.0.0.1:${port}`;
    const cases = [
      [{ Host: own }, 200],
      [{ Host: `localhost:${port}` }, 200],
      [{ Host: own, Origin: `http://${own}` }, 200],
      [{ Host: `evil.example:${port}` }, 403],
      [{ Host: "127.0.0.1" }, 403],
      [{ Host: own, Origin: "http://evil.example" }, 403],
      [{ Host: own, Origin: "null" }, 403],
      [{ Host: own, Origin: `https://${own}` }, 403],
      [{ Host: own, Origin: `http://localhost:${port}` }, 403],
    ];
    for (const [headers, status] of cases) {
      const response = await send(port, { headers });
      assert.equal(response.status, status, JSON.stringify(headers));
      assertSafe(response);
    }
  });

  test("what is no HTTP gets the headers, too", async (t) => {
    const { port } = await bridge(t);
    const socket = net.connect(port, "127.0.0.1");
    let said = "";
    socket.on("data", (chunk) => (said += chunk));
    socket.write("HELLO\r\n\r\n");
    await eventually(() => said.includes("\r\n\r\n"), "an answer");
    socket.destroy();
    assert.match(said, /^HTTP\/1\.1 400/);
    assert.ok(said.includes(`Content-Security-Policy: ${POLICY}`));
  });

  test("each wrong request has its status", async (t) => {
    const running = await bridge(t);
    const events = await Events.open(t, running);
    const message = { jsonrpc: "2.0", method: "initialized" };
    const post = (headers, body = message, path = "/rpc") => events.post(path, body, headers);
    const cases = [
      ["no token", await post({ Authorization: "" }), 401],
      ["another token", await post({ Authorization: `Bearer ${"a".repeat(43)}` }), 401],
      ["no token for saves", await post({ Authorization: "" }, {}, "/saves"), 401],
      ["no token for events", await send(running.port, { path: "/events" }), 401],
      ["another session", await post({ "Paginator-Session": "no" }), 404],
      ["no session", await post({ "Paginator-Session": "" }), 404],
      ["GET /rpc", await send(running.port, { path: "/rpc", headers: events.headersOfPosts }), 405],
      ["POST /", await post({}, message, "/"), 405],
      ["POST /events", await post({}, message, "/events"), 405],
      ["another type", await post({ "Content-Type": "text/plain" }), 415],
      ["no JSON", await post({}, "{"), 400],
      ["a batch", await post({}, [message]), 400],
      ["a number", await post({}, "1"), 400],
      ["no message", await post({}, {}), 400],
      ["a save of nothing", await post({}, {}, "/saves"), 400],
      ["no such save", await send(running.port, { path: "/saves/abc" }), 404],
      ["too large", await post({}, " ".repeat(16 * 1024 * 1024 + 1)), 413],
      ["as large as may be", await post({}, JSON.stringify(message).padEnd(16 * 1024 * 1024)), 202],
    ];
    for (const [name, response, status] of cases) {
      assert.equal(response.status, status, name);
      assertSafe(response);
      if (status >= 400) assert.match(JSON.parse(response.body).error, /\.$/, name);
    }
  });

  test("the 17th session is 503", async (t) => {
    const running = await bridge(t);
    const all = await Promise.all(Array.from({ length: 16 }, () => Events.open(t, running)));
    assert.equal(new Set(all.map((each) => each.session)).size, 16);
    const headers = { Authorization: `Bearer ${running.token}` };
    const response = await send(running.port, { path: "/events", headers });
    assert.equal(response.status, 503);
    assertSafe(response);
  });
});

describe("sessions", needsServer, () => {
  test("a session tells the params of the command line, and talks to a server", async (t) => {
    const open = { url: "https://api.example.com/articles", perPage: 5 };
    const running = await bridge(t, { args: [JSON.stringify(open)] });
    const events = await Events.open(t, running);
    assert.equal(events.headers["content-type"], "text/event-stream");
    assertSafe(events);
    assert.deepEqual(events.toOpen, open);
    const { result } = await events.call("initialize", { capabilities: {} });
    assert.equal(result.serverInfo.name, "paginator");
  });

  test("numbers pass through as they are written, and answers in one line", async (t) => {
    const url = await sampleAPI(t);
    const running = await bridge(t);
    const events = await Events.open(t, running);
    const params = `{"paginatorId":"a","url":"${url}/page?pretty=1","headers":{}}`;
    await events.post("/rpc", `{"jsonrpc":"2.0","id":1e0,"method":"open","params":${params}}`);
    const { text } = await events.next("message");
    assert.ok(text.startsWith('{"jsonrpc":"2.0","id":1e0,'), text.slice(0, 80));
    const page = await events.call("loadNextPage", { paginatorId: "a" });
    assert.equal(page.result.items.length, 25);
  });

  test("variables are replaced in token, auth and headers only", async (t) => {
    const url = await sampleAPI(t);
    const running = await bridge(t, { env: { WEB_TEST_SECRET: "s3cret" } });
    const events = await Events.open(t, running);
    const opened = (paginatorId, headers, more = {}) =>
      events.call("open", { paginatorId, url: `${url}/page?auth=s3cret`, headers, ...more });
    await opened("a", { Authorization: "Bearer {env:WEB_TEST_SECRET}" });
    const page = await events.call("loadNextPage", { paginatorId: "a" });
    assert.equal(page.result.items.length, 25);
    const unset = await opened("b", { Authorization: "Bearer {env:WEB_TEST_UNSET}" });
    assert.equal(unset.error.code, -32602);
    assert.equal(unset.error.data.path, "headers.Authorization");
    assert.match(unset.error.message, /WEB_TEST_UNSET/);
    const token = await events.call("open", { url, token: "{env:WEB_TEST_UNSET}" });
    assert.equal(token.error.data.path, "token");
    const kept = await events.call("open", { url, itemsPath: "{env:WEB_TEST_SECRET}", headers: {} });
    assert.ok(!JSON.stringify(kept).includes("s3cret"));
  });

  test("a server that ends is told, and its session with it", async (t) => {
    const running = await bridge(t);
    const events = await Events.open(t, running);
    await events.call("initialize", {});
    const [pid] = childrenOf(running.child.pid);
    process.kill(pid, "SIGKILL");
    const { data } = await events.next("exit");
    assert.equal(data.signal, "SIGKILL");
    assert.equal(data.exitCode, null);
    assert.match(data.message, /SIGKILL/);
    await eventually(() => events.isClosed, "the end of the stream");
    const { status } = await events.post("/rpc", { jsonrpc: "2.0", method: "initialized" });
    assert.equal(status, 404);
  });

  test("a closed stream ends its server within 2 seconds, whatever it waits for", async (t) => {
    const url = await sampleAPI(t);
    const running = await bridge(t);
    const events = await Events.open(t, running);
    await events.call("open", { paginatorId: "a", url: `${url}/page?fault=stall` });
    const load = { jsonrpc: "2.0", id: 9, method: "loadNextPage", params: { paginatorId: "a" } };
    await events.post("/rpc", load);
    const other = await Events.open(t, running);
    assert.equal(childrenOf(running.child.pid).length, 2);
    events.close();
    await eventually(() => childrenOf(running.child.pid).length === 1, "one server", 10_000);
    assert.equal((await other.call("initialize", {})).error, undefined);
  });

  test("a slow reader loses nothing", async (t) => {
    const url = await sampleAPI(t);
    const running = await bridge(t);
    const events = await Events.open(t, running);
    await events.call("open", { paginatorId: "a", url: `${url}/page?page=:currentPage&per_page=100` });
    await events.call("items", { paginatorId: "a", start: 0, count: 100, wait: true });
    events.pause();
    const count = 600;
    const looked = { paginatorId: "a", start: 0, count: 100, load: false };
    for (let id = 1_000; id < 1_000 + count; id += 1) {
      await events.post("/rpc", { jsonrpc: "2.0", id, method: "items", params: looked });
    }
    events.resume();
    for (let id = 1_000; id < 1_000 + count; id += 1) {
      await events.next("message", (message) => message.id === id);
    }
  });

  for (const signal of ["SIGINT", "SIGTERM"]) {
    test(`${signal} ends the bridge and its servers`, async (t) => {
      const running = await bridge(t);
      await Events.open(t, running);
      const pids = childrenOf(running.child.pid);
      assert.equal(pids.length, 1);
      running.child.kill(signal);
      await eventually(() => running.child.exitCode !== null, "the end of the bridge");
      await eventually(() => childrenOf(process.pid).every((pid) => !pids.includes(pid)), "none left");
      assert.throws(() => process.kill(pids[0], 0));
    });
  }
});
