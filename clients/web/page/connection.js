// The page's connection to a server of its own: JSON-RPC by POST /rpc, answers by GET /events.

import { readEvents } from "./events.js";
import { elementTexts } from "./json.js";

const JSON_TYPE = { "Content-Type": "application/json" };

/** An error of the protocol, or of the bridge (then without a code). */
export class CallError extends Error {
  constructor({ code = null, message, data }) {
    super(message);
    this.code = code;
    this.data = data ?? {};
  }

  /** The sentence for a person, with the place of what is wrong in the params. */
  get sentence() {
    const { path } = this.data;
    const isNamed = this.code !== -32602 || !path || this.message.includes(`"${path}"`);
    return isNamed ? this.message : `${path}: ${this.message}`;
  }
}

const GONE = "The server has ended.";

export class Connection {
  #token;
  #session = "";
  #lastID = 0;
  #pending = new Map();
  #queue = Promise.resolve();
  #handlers;
  #hasEnded = false;

  /**
   * - notified(method, params): what the server tells
   * - saved(outcome): a save has ended
   * - ended(message, canRestart): called once, when the server or the bridge has ended
   */
  constructor(token, handlers) {
    this.#token = token;
    this.#handlers = handlers;
  }

  get hasEnded() {
    return this.#hasEnded;
  }

  /** Starts a server. Gives the params that the bridge was told to open, or null. */
  async start() {
    let response;
    try {
      response = await fetch("/events", { headers: this.#authorization });
    } catch {
      throw new CallError({ message: BRIDGE_GONE });
    }
    if (!response.ok) throw new CallError({ message: await sentenceOf(response) });
    return new Promise((resolve, reject) => {
      const take = (name, data) => {
        if (name === "message") return this.#receive(data);
        const value = JSON.parse(data);
        if (name === "session") {
          this.#session = value.session;
          resolve(value.open);
        } else if (name === "saved") this.#handlers.saved(value);
        else if (name === "exit") this.#end(value.message, true);
        return undefined;
      };
      const lost = () => {
        reject(new CallError({ message: BRIDGE_GONE }));
        this.#end(BRIDGE_GONE, false);
      };
      readEvents(response.body, take).then(lost, lost);
    });
  }

  /**
   * Sends a request and waits for its result. CallError. `seen` gets the result before any later
   * message is looked at; who awaits it may be later than those. The promise has a method `cancel`.
   */
  call(method, params, seen = () => {}) {
    this.#lastID += 1;
    const id = this.#lastID;
    const called = new Promise((resolve, reject) => {
      if (this.#hasEnded) throw new CallError({ message: GONE });
      this.#pending.set(id, { method, seen, resolve, reject });
      this.#send({ id, method, params }).catch(reject);
    });
    called.cancel = () => this.notify("$/cancelRequest", { id });
    return called;
  }

  notify(method, params) {
    if (!this.#hasEnded) this.#send({ method, params }).catch(() => {});
  }

  /** Asks for a download of all items; gives its path. */
  async save(wanted) {
    const response = await this.#post("/saves", wanted);
    return (await response.json()).path;
  }

  async cancelSave(path) {
    await fetch(path, { method: "DELETE" }).catch(() => {});
  }

  get #authorization() {
    return { Authorization: `Bearer ${this.#token}` };
  }

  /** Messages are sent one after the other: several connections would mix up their order. */
  #send(message) {
    const sent = this.#queue.then(() => this.#post("/rpc", { jsonrpc: "2.0", ...message }));
    this.#queue = sent.catch(() => {});
    return sent;
  }

  async #post(path, value) {
    let response;
    try {
      response = await fetch(path, {
        method: "POST",
        headers: { ...this.#authorization, ...JSON_TYPE, "Paginator-Session": this.#session },
        body: JSON.stringify(value),
      });
    } catch {
      throw new CallError({ message: BRIDGE_GONE });
    }
    if (!response.ok) throw new CallError({ message: await sentenceOf(response) });
    return response;
  }

  #receive(text) {
    const message = JSON.parse(text);
    if (message.method !== undefined) {
      if (message.params?.value?.items !== undefined) {
        message.params.value.items = elementTexts(text, ["params", "value", "items"]);
      }
      this.#handlers.notified(message.method, message.params ?? {});
      return;
    }
    const pending = this.#pending.get(message.id);
    if (pending === undefined) return;
    this.#pending.delete(message.id);
    if (message.error) pending.reject(new CallError(message.error));
    else {
      // Items stay texts, with all their digits.
      if (pending.method === "paginator/items") {
        message.result.items = elementTexts(text, ["result", "items"]);
      }
      pending.seen(message.result);
      pending.resolve(message.result);
    }
  }

  #end(message, canRestart) {
    if (this.#hasEnded) return;
    this.#hasEnded = true;
    for (const { reject } of this.#pending.values()) reject(new CallError({ message: GONE }));
    this.#pending.clear();
    this.#handlers.ended(message, canRestart);
  }
}

const BRIDGE_GONE =
  "The page has lost serve.js, which connects it to the server: start it again, and open the " +
  "address that it prints.";

async function sentenceOf(response) {
  try {
    return (await response.json()).error;
  } catch {
    return `The bridge answered with status ${response.status}.`;
  }
}
