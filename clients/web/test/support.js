// Shared by the tests of the bridge: the bridge itself, the sample API, requests and events.

import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import fs from "node:fs";
import http from "node:http";
import path from "node:path";
import { fileURLToPath } from "node:url";

export const SERVER = process.env.PAGINATOR;
export const needsServer = SERVER ? {} : { skip: "PAGINATOR does not name the server" };

const SERVE = fileURLToPath(new URL("../serve.js", import.meta.url));
const PATIENCE = 60_000;

/** Starts a program and gives its first line of output. */
async function firstLine(child) {
  let said = "";
  return new Promise((resolve, reject) => {
    child.once("error", reject);
    child.once("exit", (code) => reject(new Error(`it ended with ${code}: ${said}`)));
    child.stdout.on("data", (chunk) => {
      said += chunk;
      if (said.includes("\n")) resolve(said.slice(0, said.indexOf("\n")));
    });
  });
}

/** A running bridge; it ends with the test. */
export async function bridge(t, { args = [], env = {} } = {}) {
  const child = spawn(process.execPath, [SERVE, ...args], {
    env: { ...process.env, ...env },
    stdio: ["ignore", "pipe", "inherit"],
  });
  t.after(() => child.kill("SIGKILL"));
  const address = new URL(await firstLine(child));
  return { child, address, port: Number(address.port), token: address.hash.slice(1) };
}

/** `sample-api`, which is built beside the server, on a free port; ends with the test. */
export async function sampleAPI(t, ...args) {
  const program = path.join(path.dirname(fs.realpathSync(SERVER)), "sample-api");
  const child = spawn(program, ["--port", "0", ...args], {
    stdio: ["ignore", "pipe", "ignore"],
  });
  t.after(() => child.kill("SIGKILL"));
  return /http:\S+?(?=\/?$)/.exec(await firstLine(child))[0];
}

/** Sends a request with exactly these headers: `{status, headers, body, error}`. */
export function send(port, { method = "GET", path = "/", headers = {}, body } = {}) {
  return new Promise((resolve, reject) => {
    const request = http.request({ host: "127.0.0.1", port, method, path, headers, agent: false });
    request.once("error", reject);
    request.once("response", (response) => {
      const chunks = [];
      let error = null;
      response.on("data", (chunk) => chunks.push(chunk));
      response.once("error", (found) => (error = found));
      response.once("close", () => {
        const text = Buffer.concat(chunks).toString("utf8");
        resolve({ status: response.statusCode, headers: response.headers, body: text, error });
      });
    });
    request.end(body);
  });
}

/** A stream of events, read as the page reads it. */
export class Events {
  all = [];
  #response = null;
  #rest = "";
  #lastID = 0;
  isClosed = false;

  static async open(t, { port, token }) {
    const events = new Events();
    events.port = port;
    events.token = token;
    const headers = { Authorization: `Bearer ${token}` };
    await new Promise((resolve, reject) => {
      const request = http.request({ host: "127.0.0.1", port, path: "/events", headers, agent: false });
      request.once("error", reject);
      request.once("response", (response) => {
        events.#response = response;
        response.on("data", (chunk) => events.#take(chunk));
        response.on("error", () => {});
        response.once("close", () => (events.isClosed = true));
        resolve();
      });
      request.end();
    });
    t.after(() => events.close());
    events.headers = events.#response.headers;
    events.status = events.#response.statusCode;
    if (events.status === 200) {
      ({ session: events.session, open: events.toOpen } = (await events.next("session")).data);
    }
    return events;
  }

  close() {
    this.#response.destroy();
  }

  pause() {
    this.#response.pause();
  }

  resume() {
    this.#response.resume();
  }

  #take(chunk) {
    this.#rest += chunk;
    const parts = this.#rest.split("\n\n");
    this.#rest = parts.pop();
    for (const part of parts) {
      if (part.startsWith(":")) continue;
      const found = /^event: (\w+)\ndata: (.*)$/.exec(part);
      assert.ok(found, `an event in two lines: ${part.slice(0, 200)}`);
      this.all.push({ name: found[1], text: found[2], data: JSON.parse(found[2]) });
    }
  }

  /** The next event of a name for which something holds. */
  async next(name, holds = () => true) {
    let found;
    await eventually(() => {
      found = this.all.findIndex((each) => each.name === name && holds(each.data));
      return found >= 0;
    }, `an event ${name}`);
    return this.all.splice(found, 1)[0];
  }

  get headersOfPosts() {
    return {
      Authorization: `Bearer ${this.token}`,
      "Content-Type": "application/json",
      "Paginator-Session": this.session,
    };
  }

  post(path, body, headers = {}) {
    const all = { ...this.headersOfPosts, ...headers };
    const text = typeof body === "string" ? body : JSON.stringify(body);
    return send(this.port, { method: "POST", path, headers: all, body: text });
  }

  /** Calls a method; gives the whole answer. */
  async call(method, params) {
    this.#lastID += 1;
    const id = this.#lastID;
    const { status } = await this.post("/rpc", { jsonrpc: "2.0", id, method, params });
    assert.equal(status, 202);
    return (await this.next("message", (message) => message.id === id)).data;
  }
}

/** Polls until something is true. */
export async function eventually(holds, what, patience = PATIENCE) {
  const deadline = Date.now() + patience;
  while (Date.now() < deadline) {
    if (await holds()) return;
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  throw new assert.AssertionError({ message: `It did not come true in time: ${what}` });
}

/** The ids of the processes that a process has started, as Linux tells. */
export function childrenOf(pid) {
  const found = [];
  for (const entry of fs.readdirSync("/proc").filter((name) => /^\d+$/.test(name))) {
    try {
      const facts = fs.readFileSync(`/proc/${entry}/stat`, "utf8").split(") ").at(-1).split(" ");
      if (Number(facts[1]) === pid && facts[0] !== "Z") found.push(Number(entry));
    } catch {
      // It has ended in between.
    }
  }
  return found;
}
