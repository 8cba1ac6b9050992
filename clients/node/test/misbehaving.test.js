// Servers that are not there, are something else, or break down; URLs and profiles that make no
// sense: what the user is told, and that no process stays behind.

import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { describe } from "node:test";
import { fileURLToPath } from "node:url";

import {
  CallTimedOut,
  Client,
  open,
  PaginatorError,
  ProtocolMismatch,
  ServerGone,
  ServerNotFound,
} from "../index.js";
import { patience } from "../lib/limits.js";
import {
  eventually,
  fake,
  fakeServer,
  folder,
  gone,
  isGone,
  needsServer,
  recorded,
  run,
  SERVER,
  test,
} from "./support.js";

const INDEX = new URL("../index.js", import.meta.url);
const FAKE = fileURLToPath(new URL("fake-server.js", import.meta.url));

describe("executable missing", () => {
  /** The message that the user reads. */
  async function refusal(options) {
    const client = new Client(options);
    const error = await client.start().then(() => assert.fail("it started"), (found) => found);
    assert.ok(error instanceof ServerNotFound, String(error));
    assert.equal(error.kind, "serverNotFound");
    assert.equal(client.pid, null);
    await client.close();
    return error.message;
  }

  test("nowhere", async () => {
    const text = await refusal({ env: { PATH: "/nonexistent", PAGINATOR: "" } });
    for (const way of ["PATH", "PAGINATOR", "option executable"]) assert.ok(text.includes(way));
  });

  test("the option names nothing", async () => {
    const text = await refusal({ executable: "/nonexistent/paginator" });
    assert.match(text, /^\/nonexistent\/paginator does not exist: the option executable must/);
  });

  test("the variable names nothing", async () => {
    const text = await refusal({ env: { PAGINATOR: "/nonexistent/paginator" } });
    assert.match(text, /environment variable PAGINATOR must name the server/);
  });

  test("a file that is not executable, a folder", async (t) => {
    const place = folder(t);
    const file = path.join(place, "paginator");
    fs.writeFileSync(file, "#!/bin/sh\n", { mode: 0o644 });
    assert.match(await refusal({ executable: file }), /is not executable/);
    assert.match(await refusal({ executable: place }), /is not executable/);
  });

  test("an interpreter that is not there", async (t) => {
    const file = path.join(folder(t), "paginator");
    fs.writeFileSync(file, "#!/nonexistent/interpreter\n", { mode: 0o755 });
    assert.match(await refusal({ executable: file }), /cannot be started \(ENOENT\): build or/);
  });

  test("option before variable before PATH", async (t) => {
    const place = folder(t);
    fs.symlinkSync(process.execPath, path.join(place, "paginator"));
    const { args } = fakeServer("good");
    for (const options of [
      { env: { PATH: place, PAGINATOR: "" } },
      { env: { PATH: "/none", PAGINATOR: process.execPath } },
      { executable: process.execPath, env: { PATH: "/none", PAGINATOR: "/none" } },
      { executable: new URL(`file://${process.execPath}`), env: { PAGINATOR: "/none" } },
    ]) {
      const client = new Client({ args, ...options });
      assert.equal((await client.start()).name, "fake");
      await client.close();
    }
  });

  test("module-level open", async () => {
    const opening = open("http://127.0.0.1:1/", { executable: "/nonexistent/paginator" });
    await assert.rejects(opening, ServerNotFound);
  });
});

describe("a server that does not start", () => {
  const CASES = [
    ["other protocol version", "version", ProtocolMismatch,
      /fake 1 with protocol version 2.0.*needs version 1: install/],
    ["another server", "foreign", ProtocolMismatch, /no protocol version/],
    ["garbage", "garbage", ProtocolMismatch,
      /is no message: "Hello, this is no server.*Check that it is the server/],
    ["wrong usage", "usage", ServerGone,
      /exit code 2.*check that it is the paginator server.*no option --wrong/s],
    ["silent", "silent", CallTimedOut,
      /initialize was not answered within 0.3 s. Check that the executable is/],
    ["deaf", "deaf", CallTimedOut, /initialize was not answered/],
  ];
  for (const [name, mode, type, text] of CASES) {
    test(name, async () => {
      const isSilent = type === CallTimedOut;
      const client = new Client({ ...fakeServer(mode), ...(isSilent && { timeout: 300 }) });
      const refused = (error) => {
        assert.ok(error instanceof type, String(error));
        assert.match(error.message, text);
        return true;
      };
      await assert.rejects(client.open("http://127.0.0.1:1/"), refused);
      await gone(client.pid);
      await assert.rejects(client.open("http://127.0.0.1:1/"), refused);
      await client.close();
    });
  }

  test("a program that sends back what it reads", async () => {
    const client = new Client({ executable: "/bin/cat" });
    await assert.rejects(client.open("http://127.0.0.1:1/"), (error) => {
      assert.ok(error instanceof ProtocolMismatch, String(error));
      assert.match(error.message, /\/bin\/cat does not know the method initialize/);
      return true;
    });
    await gone(client.pid);
    await client.close();
  });

  test("module-level open leaves nothing behind", async (t) => {
    const { executable, pids } = recorded(t, process.execPath);
    for (const mode of ["version", "garbage", "usage"]) {
      await assert.rejects(open("http://127.0.0.1:1/", { executable, args: [FAKE, mode] }));
    }
    assert.equal(pids().length, 3);
    for (const pid of pids()) await gone(pid);
  });

  test("a start that is aborted, and one that is closed", async (t) => {
    const client = fake(t, "silent");
    const signal = AbortSignal.timeout(20);
    await assert.rejects(client.open("http://127.0.0.1:1/", { signal }), { name: "TimeoutError" });
    const opening = client.open("http://127.0.0.1:1/");
    const refused = assert.rejects(opening, ServerGone);
    await eventually(() => client.pid, "the process has started");
    await client.close();
    await refused;
    await gone(client.pid);
  });
});

describe("crash in the middle", () => {
  const CASES = [
    ["crash", ServerGone, /ended with exit code 3\. Open a new client.*roof is on fire/s],
    ["killed", ServerGone, /was ended by the signal SIGKILL/],
    ["cut", ServerGone, /ended with exit code 0/],
    ["garbage-later", ProtocolMismatch, /is no message: "Segmentation fault is near/],
    ["not-json", ProtocolMismatch, /is no message: "{oops"/],
    ["array", ProtocolMismatch, /is no message: "\[\]"/],
  ];
  for (const [mode, type, text] of CASES) {
    test(mode, async () => {
      const client = new Client(fakeServer(mode));
      const exit = new Promise((resolve) => client.once("exit", resolve));
      await client.start();
      const calls = [client.request("fake/echo"), client.request("fake/echo")];
      for (const { reason: error } of await Promise.allSettled(calls)) {
        assert.ok(error instanceof type, String(error));
        assert.match(error.message, text);
      }
      assert.ok((await exit) instanceof type);
      await assert.rejects(client.request("fake/echo"), type);
      await gone(client.pid);
      await client.close();
    });
  }

  test("in a walk: what had come was delivered", async (t) => {
    const pages = await fake(t, "crash-in-walk").open("http://127.0.0.1:1/");
    const seen = [];
    await assert.rejects(pages.walk({ onProgress: ({ page }) => seen.push(page) }), (error) => {
      assert.deepEqual([error.kind, error.exitCode], ["serverGone", 4]);
      return true;
    });
    assert.deepEqual(seen, [1, 2]);
  });

  test("output closed while it runs", async (t) => {
    const usual = patience.exit;
    t.after(() => (patience.exit = usual));
    patience.exit = 100;
    const client = fake(t, "closing");
    await assert.rejects(client.open("http://127.0.0.1:1/"), /closed its output but still runs/);
    await gone(client.pid);
  });

  test("talkative standard error is bounded", async (t) => {
    const client = fake(t, "chatty");
    await client.start();
    process.kill(client.pid, "SIGTERM");
    await assert.rejects(client.request("fake/hang"), (error) => {
      assert.equal(error.stderr.length, 10);
      assert.ok(error.message.length < 4096);
      return true;
    });
  });
});

describe("closing", () => {
  test("close ends the server, and every call after it says so", async () => {
    const client = new Client(fakeServer("good"));
    const exits = [];
    client.on("exit", (error) => exits.push(error));
    const pages = await client.open("http://127.0.0.1:1/");
    const hanging = assert.rejects(client.request("fake/hang"), /The client has been closed/);
    await Promise.all([client.close(), client.close()]);
    await hanging;
    assert.ok(isGone(client.pid));
    assert.deepEqual(exits, [null]);
    await assert.rejects(client.request("fake/echo"), ServerGone);
    await pages.close();
  });

  test("a client that was never used has nothing to close", async () => {
    const client = new Client(fakeServer("good"));
    await client.close();
    assert.equal(client.pid, null);
    await assert.rejects(client.start(), ServerGone);
  });

  test("a stubborn server is killed", async (t) => {
    const usual = { ...patience };
    t.after(() => Object.assign(patience, usual));
    Object.assign(patience, { shutdown: 50, exit: 50 });
    const client = new Client(fakeServer("stubborn"));
    await client.start();
    await client.close();
    assert.ok(isGone(client.pid));
  });

  const disposes = Symbol.asyncDispose ? {} : { skip: "Symbol.asyncDispose is not here" };
  test("dispose", disposes, async () => {
    const client = new Client(fakeServer("good"));
    const pages = await client.open("http://127.0.0.1:1/");
    await pages[Symbol.asyncDispose]();
    assert.deepEqual((await client.request("fake/facts")).closed, ["p1"]);
    await client[Symbol.asyncDispose]();
    assert.ok(isGone(client.pid));
  });
});

describe("programs that end without close", () => {
  const script = (body, mode = "good") => `
    import { Client } from ${JSON.stringify(INDEX)};
    const client = new Client({ executable: ${JSON.stringify(process.execPath)},
      args: [${JSON.stringify(FAKE)}, ${JSON.stringify(mode)}] });
    const pages = await client.open("http://127.0.0.1:1/");
    console.log(client.pid);
    ${body}`;
  const evaluate = (text) => ["--input-type=module", "--eval", text];

  for (const [name, body, code] of [
    ["a script that ends", "for await (const item of pages) if (item.id === 3) break;", 0],
    ["a script that throws", "throw new Error('no');", 1],
    ["process.exit", "process.exit(7);", 7],
  ]) {
    for (const mode of ["good", "stubborn"]) {
      test(`${name}, ${mode} server`, async () => {
        const ended = await run(process.execPath, evaluate(script(body, mode)));
        assert.equal(ended.code, code, ended.stderr);
        await gone(Number(ended.stdout));
      });
    }
  }

  test("a call keeps the script alive", async () => {
    const body = `
      setTimeout(() => pages.client.notify("x"), 0);
      const text = await client.request("fake/large", { length: 1e6 });
      console.log(text.length);`;
    const ended = await run(process.execPath, evaluate(script(body)));
    assert.deepEqual([ended.code, ended.stdout.split("\n")[1]], [0, "1000000"], ended.stderr);
  });

  test("killed, or interrupted in the terminal", async () => {
    const args = evaluate(script("await client.request('fake/hang');"));
    for (const signal of ["SIGKILL", "SIGINT"]) {
      const child = spawn(process.execPath, args, { stdio: ["ignore", "pipe", "ignore"] });
      const pid = await new Promise((resolve) => {
        child.stdout.once("data", (chunk) => resolve(Number(chunk)));
      });
      child.kill(signal);
      await gone(pid);
    }
  });
});

describe("bad input, real server", needsServer, () => {
  test("URL without a scheme, profile that does not exist", async (t) => {
    const { executable, pids } = recorded(t, SERVER);
    const refusals = [
      ["api.example.com/articles", "url", /absolute URL that starts with http:\/\/ or https:\/\//],
      [{ url: "http://127.0.0.1:1/", profile: "nowhere" }, "profile", /name of a profile/],
      [{ url: "http://127.0.0.1:1/", fetching: { timeout: 1 } }, "fetching.timeout", /timeoutSeconds/],
    ];
    for (const [target, at, text] of refusals) {
      await assert.rejects(open(target, { executable }), (error) => {
        assert.ok(error instanceof PaginatorError);
        assert.deepEqual([error.kind, error.data.path], ["invalidParams", at]);
        assert.match(error.message, text);
        return true;
      });
    }
    assert.equal(pids().length, refusals.length);
    for (const pid of pids()) await gone(pid);
  });

  test("a script that ends leaves no server behind", async (t) => {
    const { executable, pids } = recorded(t, SERVER);
    const text = `
      import { open } from ${JSON.stringify(INDEX)};
      await open("http://127.0.0.1:1/", { executable: ${JSON.stringify(executable)} });`;
    const ended = await run(process.execPath, ["--input-type=module", "--eval", text]);
    assert.equal(ended.code, 0, ended.stderr);
    for (const pid of pids()) await gone(pid);
  });

  test("an API that nobody serves", async (t) => {
    const client = new Client({ executable: SERVER });
    t.after(() => client.close());
    const pages = await client.open({ url: "http://127.0.0.1:1/", fetching: { retries: 0 } });
    await assert.rejects(pages.next(), { kind: "networkFailed", code: 1100, retryable: true });
  });
});
