// One server: calls go out, responses reach their callers, and its end fails every pending call.

import { onAbort } from "./abort.js";
import {
  CallTimedOut, errorFrom, PaginatorError, ProtocolMismatch, ServerGone,
} from "./errors.js";
import { encode, excerpt, FrameDecoder, WireError } from "./framing.js";
import { patience, UNREAD_PAGES_MAX, UNSENT_BYTES_MAX } from "./limits.js";
import { within } from "./process.js";
import { elementTexts, listsOfTexts } from "./raw.js";
import { objectOr } from "./values.js";

const HANDLER_FAILED = -32000;
const METHOD_NOT_FOUND = -32601;

export const GO_ON = "Open a new client to go on.";

/** Values on their way to the one call that takes them. */
class Inbox {
  values = [];
  isClosed = false;
  isWaiting = false;
  /** Makes the error of a call that has been given up, whose values are not taken; null before. */
  failure = null;
  #wake = () => {};

  constructor(isRaw) {
    this.isRaw = isRaw;
  }

  put(value) {
    this.values.push(value);
    this.#wake();
  }

  close() {
    this.isClosed = true;
    this.#wake();
  }

  giveUp(failure) {
    this.failure ??= failure;
    this.#wake();
  }

  /** The next value; undefined after the last that is taken. */
  async next() {
    while (this.values.length === 0 && !this.isClosed && this.failure === null) {
      this.isWaiting = true;
      await new Promise((resolve) => {
        this.#wake = resolve;
      });
      this.isWaiting = false;
    }
    return this.failure === null ? this.values.shift() : undefined;
  }
}

export class Connection {
  #decoder = new FrameDecoder();
  #pending = new Map();
  #inboxes = new Map();
  #lastID = 0;
  #failure = null;
  #isReady = false;
  #isClosing = false;
  #handlers;
  #notified;
  #ended;

  /**
   * - handlers: functions by the full names of the methods that the server may call
   * - notified(method, params): gets the server's notifications
   * - ended(error): called once; null when `close` was the reason
   */
  constructor(process, { handlers, notified, ended }) {
    this.process = process;
    this.#handlers = handlers;
    this.#notified = notified;
    this.#ended = ended;
    process.stdout.on("data", (chunk) => this.#receive(chunk));
    process.stdout.on("error", () => {});
    process.stdout.once("close", () => this.#outputEnded());
    process.stdin.on("error", () => this.#inputBroken());
    process.exited.then(() => this.#exited());
  }

  /** The error of every call after the end of the connection; null before. */
  get failure() {
    return this.#failure === null ? null : this.#failure();
  }

  /** The server has proved to be one. */
  ready() {
    this.#isReady = true;
  }

  /**
   * Sends a request at once and waits for its result.
   *
   * - signal, timeout (milliseconds): cancel it on the server and fail the call
   * - raw: items come as the texts that the server sent
   * - tokens, take: `take` gets the values of the progress under these tokens, one at a time
   * - givenUp: gets those that the server had sent, where the call ends before `take` has had them
   */
  async call(method, params, { signal, timeout, raw = false, tokens = [], take, givenUp } = {}) {
    signal?.throwIfAborted();
    const inbox = take === undefined ? null : new Inbox(raw);
    for (const token of tokens) this.#inboxes.set(token, inbox);
    const [id, answered] = this.#ask(method, params, inbox);
    const giveUp = (failure) => this.#giveUp(id, failure, inbox);
    const forget = onAbort(signal, () => giveUp(() => signal.reason));
    const late = () => this.#pending.has(id) && giveUp(() => tooSlow(method, timeout));
    const timer = timeout === undefined ? undefined : setTimeout(late, timeout).unref();
    try {
      if (inbox !== null) {
        await this.#deliver(inbox, take).catch((error) => giveUp(() => error));
      }
      const outcome = await answered;
      if (inbox !== null && inbox.failure !== null) {
        givenUp?.(inbox.values);
        throw inbox.failure();
      }
      return resultOf(outcome, raw);
    } finally {
      clearTimeout(timer);
      forget();
      for (const token of tokens) this.#inboxes.delete(token);
      inbox?.close();
      this.#regulate();
    }
  }

  notify(method, params) {
    this.#check();
    this.process.stdin.write(encode({ method, params }));
  }

  /** Fails everything that is under way, ends the server and waits for that. */
  async close() {
    const isOpen = this.#failure === null && this.#isReady && !this.#isClosing;
    for (const [id, { inbox }] of [...this.#pending]) {
      inbox?.giveUp(closed);
      this.#giveUp(id, closed);
    }
    const answered = isOpen ? this.#ask("shutdown")[1] : null;
    this.#isClosing = true;
    this.#regulate();
    if (answered !== null) {
      const isPolite = await within(answered, patience.shutdown);
      if (isPolite && this.#failure === null) this.process.stdin.write(encode({ method: "exit" }));
    }
    if (this.process.stdin.writable) this.process.stdin.end();
    await this.process.stop(this.#isReady ? patience.exit : 0);
    this.#end(null);
  }

  // Calls

  #check() {
    if (this.#failure !== null) throw this.#failure();
    if (this.#isClosing) throw closed();
  }

  #ask(method, params, inbox = null) {
    this.#check();
    this.#lastID += 1;
    const id = this.#lastID;
    const frame = encode({ id, method, params });
    const unsent = this.process.stdin.writableLength;
    if (unsent > 0 && unsent + frame.length > UNSENT_BYTES_MAX) throw tooMuchUnsent(unsent);
    const answered = new Promise((resolve) => {
      this.#pending.set(id, { bytes: frame.length, inbox, settle: resolve });
    });
    this.process.stdin.write(frame);
    this.#regulate();
    return [id, answered];
  }

  #settle(id, outcome) {
    const pending = this.#pending.get(id);
    if (pending === undefined) return;
    this.#pending.delete(id);
    clearTimeout(pending.timer);
    pending.inbox?.close();
    pending.settle(outcome);
    this.#regulate();
  }

  /** Cancels a request that its caller gives up; what comes into an inbox is waited for. */
  #giveUp(id, failure, inbox = null) {
    inbox?.giveUp(failure);
    const pending = this.#pending.get(id);
    if (pending === undefined) return;
    const settle = () => this.#settle(id, { failure });
    if (inbox === null) settle();
    else if (pending.timer === undefined) pending.timer = setTimeout(settle, patience.rest);
    else return; // It has been cancelled already.
    this.#regulate();
    if (this.#failure !== null || !this.process.stdin.writable) return;
    this.process.stdin.write(encode({ method: "$/cancelRequest", params: { id } }));
  }

  async #deliver(inbox, take) {
    for (;;) {
      const value = await inbox.next();
      if (value === undefined) return;
      this.#regulate();
      await take(value);
    }
  }

  /** Leaves the output unread while pages are waiting and no call waits for anything else. */
  #regulate() {
    let isFull = false;
    let isAwaited = this.#isClosing || this.#failure !== null;
    for (const { inbox } of this.#pending.values()) {
      if (inbox === null || inbox.isWaiting || inbox.failure !== null) isAwaited = true;
      else if (inbox.values.length >= UNREAD_PAGES_MAX) isFull = true;
    }
    const { stdout } = this.process;
    if (isFull && !isAwaited) stdout.pause();
    else if (stdout.isPaused()) stdout.resume();
  }

  // Messages of the server

  #receive(chunk) {
    try {
      for (const body of this.#decoder.feed(chunk)) {
        if (this.#failure !== null) return;
        this.#route(body);
      }
    } catch (error) {
      if (!(error instanceof WireError)) throw error;
      this.#end(() => notAServer(this.process.path, error.message));
      this.process.stop(0);
    }
  }

  #route(body) {
    const text = body.toString("utf8");
    let message;
    try {
      message = JSON.parse(text);
    } catch {
      throw new WireError(excerpt(body));
    }
    if (objectOr(message) !== message) throw new WireError(excerpt(body));
    if (message.method === undefined) this.#answered(message, text);
    else if (message.id !== undefined) this.#asked(message);
    else if (message.method === "$/progress") this.#progressed(message, text);
    else this.#notified(String(message.method), objectOr(message.params));
  }

  #answered(message, text) {
    this.#settle(message.id ?? this.#refused(), { message, text });
  }

  /**
   * The request that a response without an id belongs to: only one that is too large or too deep is
   * not understood by the server, so it is the largest that waits.
   */
  #refused() {
    let largest = { id: null, bytes: -1 };
    for (const [id, { bytes }] of this.#pending) if (bytes > largest.bytes) largest = { id, bytes };
    return largest.id;
  }

  #progressed(message, text) {
    const { token, value } = objectOr(message.params);
    const inbox = this.#inboxes.get(token);
    if (inbox === undefined || inbox.isClosed || value === undefined) return;
    if (inbox.isRaw && Array.isArray(value?.items)) {
      value.items = elementTexts(text, ["params", "value", "items"]);
    }
    inbox.put(value);
    this.#regulate();
  }

  async #asked({ id, method, params }) {
    const handler = Object.hasOwn(this.#handlers, method) ? this.#handlers[method] : undefined;
    let reply = { id, error: { code: METHOD_NOT_FOUND, message: `There is no ${method} here.` } };
    if (handler !== undefined) {
      try {
        reply = { id, result: (await handler(objectOr(params))) ?? null };
        JSON.stringify(reply);
      } catch (error) {
        reply = { id, error: { code: HANDLER_FAILED, message: String(error?.message ?? error) } };
      }
    }
    if (this.#failure === null && this.process.stdin.writable) {
      this.process.stdin.write(encode(reply));
    }
  }

  // The end

  #end(failure) {
    if (this.#failure !== null) return;
    this.#failure = failure ?? closed;
    for (const id of [...this.#pending.keys()]) this.#settle(id, { failure: this.#failure });
    this.process.stdin.destroy();
    this.process.stdout.destroy();
    this.#ended(failure === null ? null : failure());
  }

  async #outputEnded() {
    if (this.#failure !== null || this.#isClosing) return;
    await within(this.process.exited, patience.exit);
    await this.#gone();
  }

  /** Its output may be held open by what it has started. */
  async #exited() {
    const { stdout } = this.process;
    const read = new Promise((resolve) => stdout.once("close", resolve));
    if (!stdout.closed && !(await within(read, patience.exit))) stdout.destroy();
  }

  /** The server has closed its input: it answers no more, though it may still say why. */
  async #inputBroken() {
    if (await within(this.process.exited, patience.exit)) return;
    if (!this.#isClosing) await this.#gone();
  }

  async #gone() {
    const advice = this.#isReady
      ? GO_ON
      : "It has not answered: check that it is the paginator server, built for this machine.";
    const failure = await this.process.gone(advice);
    this.#end(failure);
    await this.process.stop(0);
  }
}

/** The result of an answer; throws the error that it holds, or why there is none. */
function resultOf({ message, text, failure }, isRaw) {
  if (failure !== undefined) throw failure();
  if (message.error !== undefined) throw errorFrom(message.error);
  const { result = null } = message;
  if (isRaw && Array.isArray(result?.items)) {
    result.items = elementTexts(text, ["result", "items"]);
    if (result.results) result.results = listsOfTexts(text, ["result", "results"]);
  }
  return result;
}

function closed() {
  return new ServerGone("The client has been closed.");
}

function notAServer(path, found) {
  return new ProtocolMismatch(
    `${path} wrote something to its standard output that is no message: ${found}. ` +
      "Check that it is the server, and that nothing else writes there.",
  );
}

function tooSlow(method, milliseconds) {
  const seconds = milliseconds / 1000;
  let hint = "It has been cancelled; try again, or allow more by timeout.";
  if (method === "initialize") hint = "Check that the executable is the server.";
  if (method === "paginator/loadAll") {
    hint = "It has been cancelled: lastWalk has what came, and the next load continues after it.";
  }
  return new CallTimedOut(`${method} was not answered within ${seconds} s. ${hint}`, seconds);
}

function tooMuchUnsent(bytes) {
  return new PaginatorError(
    `The server is behind: ${bytes} bytes wait to be sent. Wait for answers before you go on.`,
    { kind: "tooMuchUnsent", data: { retryable: true } },
  );
}
