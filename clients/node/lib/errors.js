// The errors that the client notices by itself, those that others derive from, and those of the
// protocol with members of their own; kinds.js has the rest.

import { byCode, nameAs } from "./codes.js";
import { objectOr, requestText } from "./values.js";

/**
 * Anything that this package throws on purpose.
 *
 * `code`, `kind` and `data` are those of the protocol's table of errors; `code` is null for what
 * the client noticed by itself.
 */
export class PaginatorError extends Error {
  constructor(message, { code = null, kind = "", data = {} } = {}) {
    super(message);
    this.code = code;
    this.kind = kind;
    this.data = data;
  }

  /** Whether the same call may succeed later. */
  get retryable() {
    return this.data.retryable === true;
  }
}

/** There is no `paginator` executable, or it cannot be started. */
export class ServerNotFound extends PaginatorError {
  constructor(message) {
    super(message, { kind: "serverNotFound" });
  }
}

/** The server has ended, or the client was closed: nothing more will be answered. */
export class ServerGone extends PaginatorError {
  constructor(message, { exitCode = null, signal = null, stderr = [] } = {}) {
    super(message, { kind: "serverGone" });
    /** What the process ended with; null when a signal ended it, or when that is unknown. */
    this.exitCode = exitCode;
    /** The name of the signal that ended the process, or null. */
    this.signal = signal;
    /** The last lines that it wrote to standard error. */
    this.stderr = stderr;
  }
}

/** The executable that was started does not speak this protocol. */
export class ProtocolMismatch extends PaginatorError {
  constructor(message) {
    super(message, { kind: "protocolMismatch" });
  }
}

/** The call took longer than its `timeout`; it has been cancelled on the server. */
export class CallTimedOut extends PaginatorError {
  constructor(message, seconds) {
    super(message, { kind: "callTimedOut", data: { retryable: true, seconds } });
  }
}

/** A list that is not proven to be all there is, in a loop over pages opened with `strict`. */
export class NotComplete extends PaginatorError {
  constructor(summary) {
    const { verdict, pages, itemCount, endReason, state } = summary;
    const { warnings = [], error } = objectOr(state);
    const doubts = warnings.map(({ message }) => message);
    if (error) doubts.push(error.message);
    // After a loop there is nothing left to walk, and to be counted.
    const size = pages > 0 ? `: ${pages} pages, ${itemCount} items` : "";
    const reason = endReason && doubts.length === 0 ? `, because of ${endReason.kind}` : "";
    const text = [`${verdict}${size}${reason}.`, ...doubts].join(" ");
    super(`The list is not proven to be complete: ${text}`, { kind: "notComplete" });
    /** How the walk ended. */
    this.summary = summary;
  }
}

/** -32602: a param is wrong. */
export class InvalidParams extends PaginatorError {
  /** Leads to the wrong param, as in `fetching.timeoutSeconds`. */
  get path() {
    return String(this.data.path ?? "");
  }
}

/** A load met a failure (1009, 1100 to 1300, 1401): the last good page stays the current one. */
export class LoadFailed extends PaginatorError {
  /** Which page was asked for; null where that is not known. */
  get page() {
    return this.data.page ?? null;
  }

  /** What was asked for, with secrets masked; null where nothing was. */
  get url() {
    return this.data.url ?? null;
  }
}

/** 1102: the API answered with a status that is no success. */
export class HTTPStatusError extends LoadFailed {
  /** The status of the response. */
  get status() {
    return this.data.status ?? 0;
  }

  /** The first 1,024 characters of the response. */
  get body() {
    return this.data.body ?? "";
  }

  /** How long the API wants to be left alone; null where it does not say. */
  get retryAfterSeconds() {
    return this.data.retryAfterSeconds ?? null;
  }
}

/** 1401: a page could not be stored, or the file or table of `store` does not fit. */
export class StoreFailed extends LoadFailed {
  /** The file. */
  get path() {
    return String(this.data.path ?? "");
  }
}

for (const type of [
  PaginatorError, ServerNotFound, ServerGone, ProtocolMismatch, CallTimedOut, NotComplete, LoadFailed,
]) {
  nameAs(type);
}

/** What is said after status 401. */
const SIGN_IN = " Sign in with the param token or auth of open.";

/**
 * The exception for an error object of the protocol, whatever is missing in it. Its message says
 * which request failed, and how.
 */
export function errorFrom(value) {
  const { code, message, data } = objectOr(value);
  const details = objectOr(data);
  const said = String(message || "The server refused without saying why.");
  const request = requestText(details, said);
  const type = byCode.get(code) ?? PaginatorError;
  const text = request === "" ? said : `${said} (${request})`;
  return new type(details.status === 401 ? text + SIGN_IN : text, {
    code: Number.isInteger(code) ? code : null,
    kind: typeof details.kind === "string" ? details.kind : "",
    data: details,
  });
}
