// `Client` is a server; `open` gives one paginator with a server of its own.

import { EventEmitter } from "node:events";
import { readFileSync } from "node:fs";

import { abortable } from "./abort.js";
import { Connection } from "./connection.js";
import { ProtocolMismatch, ServerGone } from "./errors.js";
import { patience } from "./limits.js";
import { METHODS } from "./methods.js";
import { checkNames, misplaced, openParams } from "./options.js";
import { OWN_CLIENT, Pages } from "./pages.js";
import { ServerProcess } from "./process.js";
import { given, objectOr } from "./values.js";

/** The first part of the protocol's version: with another one nothing can be relied on. */
const PROTOCOL_MAJOR = "1";

/** The code of the error of a server that has no such method. */
const METHOD_NOT_FOUND = -32601;

/** The prefix that names of methods and events may omit. */
const PREFIX = "paginator/";

/** @typedef {import("../types/options.js").CallOptions} CallOptions */
/** @typedef {import("../types/options.js").ClientEvents} ClientEvents */
/** @typedef {import("../types/options.js").OpenOptions} OpenOptions */
/** @typedef {import("../types/options.js").Target} Target */

const HANDLERS = ["extractPage", "fetch", "credentials"];
const CLIENT_OPTIONS = ["executable", "args", "env", "capabilities", "timeout", ...HANDLERS];
const CALL_OPTIONS = ["signal", "timeout", "raw"];
const OPEN_OPTIONS = [...CALL_OPTIONS, "strict"];

/**
 * A server, for any number of paginators. It is started by the first call and ended by `close`,
 * or with this program.
 *
 * - executable: path of the server; default: what PAGINATOR names, else that of the package for
 *   this platform, else `paginator` in PATH
 * - args, env: for the server; `env` is added to this program's environment
 * - capabilities: more of them for `initialize`; handlers bring their own
 * - timeout: milliseconds that a call may take, where the call says nothing else
 * - extractPage, fetch, credentials: answer the requests of the server's of these names; each
 *   gets the params and returns the result, or a promise of it
 *
 * Notifications are events: `client.on("didLoadPage", (params) => ...)`, all of them
 * `client.on("notification", (method, params) => ...)`; `"log"` brings each line that the server
 * writes to standard error, as `{level, text}`; `"exit"` comes when the server has ended, with the
 * error, or null after `close`.
 */
export class Client extends (
  /** @type {import("../types/options.js").EmitterClass<ClientEvents>} */ (EventEmitter)
) {
  #options;
  #handlers;
  #process = null;
  #connection = null;
  #starting = null;
  #spawning = null;
  #closing = null;
  #calls = 0;
  #pages = new Map();

  /** @param {import("../types/options.js").ClientOptions} [options] */
  constructor(options = {}) {
    super();
    checkNames(options, CLIENT_OPTIONS, "Client");
    this.#options = options;
    this.#handlers = Object.fromEntries(
      HANDLERS.filter((name) => options[name]).map((name) => [PREFIX + name, options[name]]),
    );
    /**
     * Milliseconds that a call may take, where the call says nothing else.
     *
     * @type {number | undefined}
     */
    this.timeout = options.timeout;
    /**
     * The server's own words about itself; null until it has started.
     *
     * @type {import("../types/options.js").ServerInfo | null}
     */
    this.server = null;
    /**
     * Every method of the protocol, one to one: `client.methods.loadPage({paginatorId, page})`.
     *
     * @readonly
     * @type {import("../types/options.js").Methods}
     */
    this.methods = methodsOf(this);
  }

  /**
   * The server's process id; null until it has started.
   *
   * @returns {number | null}
   */
  get pid() {
    return this.#process?.pid ?? null;
  }

  /**
   * Starts the server, where that has not happened.
   *
   * @param {{ signal?: AbortSignal }} [options]
   * @returns {Promise<import("../types/options.js").ServerInfo>}
   */
  async start({ signal } = {}) {
    return this.#working(async () => {
      await this.#started(signal);
      return this.server;
    });
  }

  /**
   * Creates a paginator; nothing is requested from the API yet.
   *
   * `target` is a URL, or an object with the params of `paginator/open`. With `raw` its items
   * come as the JSON texts that the server sent. With `strict` a loop, and `toArray`, fail with
   * NotComplete at the end of a list that is not proven to be complete.
   *
   * @template [Item=any]
   * @template {OpenOptions} [Options=OpenOptions]
   * @param {Target} target
   * @param {Options} [options]
   * @returns {Promise<Pages<import("../types/options.js").ItemOf<Item, Options>>>}
   */
  async open(target, options = {}) {
    checkNames(options, OPEN_OPTIONS, "open");
    const { strict, ...call } = options;
    const params = openParams(target);
    const state = await this.request("paginator/open", params, call).catch(
      (error) => Promise.reject(misplaced(error)),
    );
    const isSeries = params.each !== undefined || Boolean(params.slices);
    return this.#add(new Pages(this, state, { raw: options.raw, strict, isSeries }));
  }

  #add(pages) {
    this.#pages.set(pages.id, pages);
    return pages;
  }

  /**
   * One list for each of many items: any iterable, or the `Pages` of another paginator.
   *
   * `{item}` and `{item.KEYPATH}` stand for the item in the URL, the parameters, the headers and the
   * body. A loop brings all items of all lists, in order; a page has in `item` what `keep` names, or
   * the whole item. A list that fails costs no other one: `lastWalk` has the counts.
   *
   * @template [Item=any]
   * @param {Iterable<unknown> | AsyncIterable<unknown> | Pages} items
   * @param {Target} target
   * @param {OpenOptions & { keep?: string | readonly string[] }} [options]
   * @returns {Promise<Pages<Item>>}
   */
  async each(items, target, { keep, strict, ...options } = {}) {
    checkNames(options, CALL_OPTIONS, "each");
    if (typeof items === "string") throw new TypeError("each takes an iterable of items.");
    const each = items instanceof Pages ? { of: items.id } : { items: await all(items) };
    if (keep !== undefined) each.keep = [keep].flat();
    const params = { ...openParams(target), each };
    const state = await this.request("paginator/open", params, options);
    const { raw } = options;
    return this.#add(new Pages(this, state, { raw, strict, source: items, isSeries: true }));
  }

  /**
   * The states of all open paginators.
   *
   * @param {CallOptions} [options]
   * @returns {Promise<import("../types/protocol.js").State[]>}
   */
  async states(options) {
    return this.request("paginator/list", {}, options);
  }

  /**
   * The APIs and standards that the server knows by name; or only the one of that name.
   *
   * @param {string} [name]
   * @param {CallOptions} [options]
   * @returns {Promise<import("../types/protocol.js").Profile[]>}
   */
  async profiles(name, options) {
    return this.request("paginator/profiles", given({ name }), options);
  }

  /**
   * Finds out how an API pages: `candidates` of open params, best first, and `confirmed`.
   *
   * @param {string | URL | import("../types/protocol.js").DetectParams} target
   * @param {CallOptions} [options]
   * @returns {Promise<import("../types/protocol.js").Detection>}
   */
  async detect(target, options) {
    return this.request("paginator/detect", openParams(target), options);
  }

  /**
   * Calls any method of the protocol and returns its result as it came.
   *
   * - signal: aborting it cancels the request on the server and fails the call with its reason
   * - timeout: milliseconds; past them the same, with `CallTimedOut`
   * - raw: items come as the JSON texts that the server sent
   *
   * @template {keyof import("../types/protocol.js").Methods | (string & {})} Method
   * @param {Method} method
   * @param {import("../types/options.js").ParamsOf<Method>} [params]
   * @param {CallOptions} [options]
   * @returns {Promise<import("../types/options.js").ResultOf<Method>>}
   */
  async request(method, params = {}, options = {}) {
    checkNames(options, CALL_OPTIONS, "A call");
    return this.stream(method, params, options);
  }

  /**
   * `request` whose progress under `tokens` is handed to `take`, one value at a time.
   *
   * @private
   */
  async stream(method, params, options) {
    options.signal?.throwIfAborted();
    return this.#working(async () => {
      const connection = await this.#started(options.signal);
      const timeout = options.timeout ?? this.timeout;
      return connection.call(method, params, { ...options, timeout });
    });
  }

  /**
   * Sends a notification, for which there is no answer.
   *
   * @param {string} method
   * @param {object} [params]
   * @returns {Promise<void>}
   */
  async notify(method, params = {}) {
    return this.#working(async () => (await this.#started()).notify(method, params));
  }

  /**
   * Ends the server and waits for that. Calls that are under way fail.
   *
   * @returns {Promise<void>}
   */
  close() {
    this.#closing ??= this.#close();
    return this.#closing;
  }

  /**
   * `Pages` that have been closed get no notifications any more.
   *
   * @private
   */
  forget(id) {
    this.#pages.delete(id);
  }

  async #close() {
    if (this.#starting === null) return;
    try {
      await this.#spawning;
    } catch {
      // There is no process to end, and its caller has the error.
      return;
    }
    await this.#connection.close();
  }

  /** Keeps this program alive while it waits for the server. */
  async #working(work) {
    this.#calls += 1;
    if (this.#calls === 1) this.#process?.hold();
    try {
      return await work();
    } finally {
      this.#calls -= 1;
      if (this.#calls === 0) this.#process?.release();
    }
  }

  async #started(signal) {
    if (this.#closing !== null) throw new ServerGone("The client has been closed.");
    this.#starting ??= this.#start();
    const connection = await abortable(this.#starting, signal);
    if (connection.failure !== null) throw connection.failure;
    return connection;
  }

  async #start() {
    const level = this.listenerCount("log") > 0 ? "info" : null;
    this.#spawning = ServerProcess.start(this.#options, level);
    const server = await this.#spawning;
    this.#process = server;
    server.onLine = (line) => this.#tell(this, "log", logEntry(line));
    if (this.#calls > 0) server.hold();
    const connection = new Connection(server, {
      handlers: this.#handlers,
      notified: (method, params) => this.#notified(method, params),
      ended: (error) => this.#tell(this, "exit", error),
    });
    this.#connection = connection;
    try {
      const result = await connection.call("initialize", this.#initializeParams(), {
        timeout: Math.min(this.timeout ?? patience.start, patience.start),
      });
      this.server = serverInfo(result, server.path);
      connection.ready();
      connection.notify("initialized", {});
    } catch (error) {
      await connection.close();
      throw explained(error, server.path);
    }
    return connection;
  }

  #initializeParams() {
    const can = { notifications: true };
    for (const name of Object.keys(this.#handlers)) can[name.slice(PREFIX.length)] = true;
    return {
      processId: process.pid,
      clientInfo: { name: "paginator-client (Node)", version: VERSION },
      capabilities: { paginator: { ...can, ...this.#options.capabilities } },
    };
  }

  #notified(method, params) {
    const name = shortName(method);
    this.#tell(this, "notification", method, params);
    this.#tell(this, name, params);
    const pages = this.#pages.get(params.paginatorId);
    if (pages !== undefined) this.#tell(pages, name, params);
  }

  /** A listener that throws is reported as any other, and breaks nothing here. */
  #tell(emitter, name, ...values) {
    if (emitter.listenerCount(name) === 0) return;
    try {
      emitter.emit(name, ...values);
    } catch (error) {
      process.nextTick(() => {
        throw error;
      });
    }
  }
}

/** A function for each method: `loadPage` calls `paginator/loadPage`. */
function methodsOf(client) {
  const call = (method) => (params, options) => client.request(method, params, options);
  return Object.freeze(
    Object.fromEntries(METHODS.map((method) => [shortName(method), call(method)])),
  );
}

function shortName(method) {
  return method.startsWith(PREFIX) ? method.slice(PREFIX.length) : method;
}

/** `2026-11-22T06:13:41Z debug request initialize` is `request initialize`, of the level debug. */
function logEntry(line) {
  const found = /^\d{4}-\d\d-\d\dT\S+ (debug|info|warning|error) (.*)$/.exec(line);
  return found === null ? { level: "info", text: line } : { level: found[1], text: found[2] };
}

/** All elements of an iterable, asynchronous or not. */
async function all(items) {
  const found = [];
  for await (const item of items) found.push(item);
  return found;
}

/**
 * Like `Client.open`, with a server of its own, which ends when the pages are closed.
 *
 * @template [Item=any]
 * @template {import("../types/options.js").ClientOptions & OpenOptions} [Options=OpenOptions]
 * @param {Target} target
 * @param {Options} [options]
 * @returns {Promise<Pages<import("../types/options.js").ItemOf<Item, Options>>>}
 */
export async function open(target, options = {}) {
  checkNames(options, [...CLIENT_OPTIONS, "signal", "raw", "strict"], "open");
  const { signal, raw, strict, ...clientOptions } = options;
  const client = new Client(clientOptions);
  try {
    const pages = await client.open(target, given({ signal, raw, strict }));
    pages[OWN_CLIENT] = true;
    return pages;
  } catch (error) {
    await client.close();
    throw error;
  }
}

if (Symbol.asyncDispose) {
  Client.prototype[Symbol.asyncDispose] = function dispose() {
    return this.close();
  };
}

/**
 * This package's version.
 *
 * @type {{ version: string }}
 */
export const { version: VERSION } = JSON.parse(
  readFileSync(new URL("../package.json", import.meta.url), "utf8"),
);

/** The error of the first call, in words about the executable. */
function explained(error, path) {
  if (error.code !== METHOD_NOT_FOUND) return error;
  return new ProtocolMismatch(
    `${path} does not know the method initialize. Check that it is the server.`,
  );
}

/** Reads the answer to `initialize`; ProtocolMismatch for another server or version. */
function serverInfo(result, path) {
  const { serverInfo: about, protocolVersion, capabilities } = objectOr(result);
  const { name = "?", version = "?" } = objectOr(about);
  if (String(protocolVersion ?? "").split(".")[0] !== PROTOCOL_MAJOR) {
    const what =
      protocolVersion === undefined ? "no protocol version" : `protocol version ${protocolVersion}`;
    throw new ProtocolMismatch(
      `${path} is the server ${name} ${version} with ${what}, but this client needs version ` +
        `${PROTOCOL_MAJOR}: install a client and a server that belong together.`,
    );
  }
  const { strategies = [], profiles = [], methods = [] } = objectOr(
    objectOr(capabilities).paginator,
  );
  return Object.freeze({ name, version, protocolVersion, strategies, profiles, methods, path });
}
