// Shared by the tests: the fake server, the real one, its sample API, and patience.

import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { test as testWithin } from "node:test";
import { fileURLToPath } from "node:url";

import { Client } from "../index.js";

/** The real server; tests that need it are skipped where PAGINATOR does not name it. */
export const SERVER = process.env.PAGINATOR;

export const needsServer = SERVER ? {} : { skip: "PAGINATOR does not name the server" };

/** A test that does not take for ever. */
export function test(name, ...rest) {
  const work = rest.pop();
  testWithin(name, { timeout: 120_000, ...rest[0] }, work);
}

const PATIENCE_MILLISECONDS = 50_000;

// A program may pack an executable, on a machine that is busy.
const RUN_MILLISECONDS = 100_000;
const FAKE = fileURLToPath(new URL("fake-server.js", import.meta.url));

/** Options that make Node the fake server. */
export function fakeServer(mode) {
  return { executable: process.execPath, args: [FAKE, mode] };
}

/** A client of the fake server that ends with the test. */
export function fake(t, mode = "good", options = {}) {
  const client = new Client({ ...fakeServer(mode), ...options });
  t.after(() => client.close());
  return client;
}

/** A client of the real server that ends with the test. */
export function real(t, options = {}) {
  const client = new Client({ executable: SERVER, ...options });
  t.after(() => client.close());
  return client;
}

/** Polls until something is true. */
export async function eventually(holds, what) {
  const deadline = Date.now() + PATIENCE_MILLISECONDS;
  while (Date.now() < deadline) {
    const value = await holds();
    if (value) return value;
    await new Promise((resolve) => setTimeout(resolve, 2));
  }
  throw new assert.AssertionError({ message: `It did not come true in time: ${what}` });
}

/** True when there is no process of that id; a zombie counts where we should have reaped it. */
export function isGone(pid) {
  try {
    process.kill(pid, 0);
  } catch {
    return true;
  }
  try {
    const facts = fs.readFileSync(`/proc/${pid}/stat`, "utf8").split(") ").at(-1).split(" ");
    return facts[0] === "Z" && Number(facts[1]) !== process.pid;
  } catch {
    // Gone in between, or there is no /proc here and the process answers to signals.
    return fs.existsSync("/proc/self/stat");
  }
}

export async function gone(pid) {
  assert.ok(pid > 0, "there was a process");
  await eventually(() => isGone(pid), `process ${pid} is gone`);
}

/** A folder that is removed with the test. */
export function folder(t) {
  const path_ = fs.mkdtempSync(path.join(os.tmpdir(), "paginator-node-"));
  t.after(() => fs.rmSync(path_, { recursive: true, force: true }));
  return path_;
}

/** An executable that leaves its process id in a file and becomes another program. */
export function recorded(t, program) {
  const place = folder(t);
  const executable = path.join(place, "paginator");
  const file = path.join(place, "pid");
  const text = `#!/bin/sh\necho $$ >> '${file}'\nexec '${program}' "$@"\n`;
  fs.writeFileSync(executable, text, { mode: 0o755 });
  return {
    executable,
    pids: () => fs.readFileSync(file, "utf8").trim().split("\n").map(Number),
  };
}

/** `sample-api`, which is built beside the server, on a free port; ends with the tests of the file. */
export class SampleAPI {
  #process;

  static async start(...args) {
    const api = new SampleAPI();
    const program = path.join(path.dirname(fs.realpathSync(SERVER)), "sample-api");
    api.#process = spawn(program, ["--port", "0", ...args], {
      stdio: ["ignore", "pipe", "ignore"],
    });
    let said = "";
    api.url = await new Promise((resolve, reject) => {
      api.#process.once("error", reject);
      api.#process.once("exit", () => reject(new Error(`The sample API ended: ${said}`)));
      api.#process.stdout.on("data", (chunk) => {
        said += chunk;
        const found = /(http:\S+?)\/?\s/.exec(said);
        if (found) resolve(found[1]);
      });
    });
    return api;
  }

  /** Params of `open` for its endpoint /page, with counts. */
  page(query = "", params = {}) {
    return {
      url: `${this.url}/page?page=:currentPage&per_page=:perPage${query}`,
      itemsPath: "articles",
      paginationMapping: { "pagination.total_objects": "objectCount" },
      ...params,
    };
  }

  async stop() {
    const ended = new Promise((resolve) => this.#process.once("exit", resolve));
    this.#process.kill("SIGKILL");
    await ended;
  }
}

/** Runs a program to its end. */
export async function run(command, args, options = {}) {
  const child = spawn(command, args, { stdio: ["ignore", "pipe", "pipe"], ...options });
  let stdout = "";
  let stderr = "";
  child.stdout.on("data", (chunk) => (stdout += chunk));
  child.stderr.on("data", (chunk) => (stderr += chunk));
  const timer = setTimeout(() => child.kill("SIGKILL"), RUN_MILLISECONDS);
  const [code, signal] = await new Promise((resolve, reject) => {
    child.once("error", reject);
    child.once("close", (...how) => resolve(how));
  });
  clearTimeout(timer);
  return { code, signal, stdout, stderr };
}
