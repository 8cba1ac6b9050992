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
  /**
   * @param {string} message
   * @param {{ code?: number | null, kind?: string, data?: Record<string, any> }} [about]
   */
  constructor(message, { code = null, kind = "", data = {} } = {}) {
    super(message);
    /** @readonly */
    this.code = code;
    /** @readonly */
    this.kind = kind;
    /** @readonly */
    this.data = data;
  }

  /** True when the same call may succeed later. */
  get retryable() {
    return this.data.retryable === true;
  }
}

/** There is no `paginator` executable, or it cannot be started. */
export class ServerNotFound extends PaginatorError {
  /** @param {string} message */
  constructor(message) {
    super(message, { kind: "serverNotFound" });
  }
}

/** The server has ended, or the client was closed: nothing more will be answered. */
export class ServerGone extends PaginatorError {
  /**
   * @param {string} message
   * @param {{ exitCode?: number | null, signal?: string | null, stderr?: string[] }} [about]
   */
  constructor(message, { exitCode = null, signal = null, stderr = [] } = {}) {
    super(message, { kind: "serverGone" });
    /** @readonly The exit code; null when a signal ended the process, or when it is unknown. */
    this.exitCode = exitCode;
    /** @readonly The name of the signal that ended the process, or null. */
    this.signal = signal;
    /** @readonly The last lines that it wrote to standard error. */
    this.stderr = stderr;
  }
}

/** The executable that was started does not speak this protocol. */
export class ProtocolMismatch extends PaginatorError {
  /** @param {string} message */
  constructor(message) {
    super(message, { kind: "protocolMismatch" });
  }
}

/** The call took longer than its `timeout`; it has been cancelled on the server. */
export class CallTimedOut extends PaginatorError {
  /**
   * @param {string} message
   * @param {number} seconds
   */
  constructor(message, seconds) {
    super(message, { kind: "callTimedOut", data: { retryable: true, seconds } });
  }
}

/** A list that is not proven to be all there is, in a loop over pages opened with `strict`. */
export class NotComplete extends PaginatorError {
  /** @param {import("../types/protocol.js").WalkSummary} summary */
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
    /** @readonly The end of the walk. */
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
  /** @returns {number | null} The number of the page; null where that is not known. */
  get page() {
    return this.data.page ?? null;
  }

  /** @returns {string | null} The URL, with secrets masked; null where nothing was requested. */
  get url() {
    return this.data.url ?? null;
  }
}

/** 1102: the API answered with a status that is no success. */
export class HTTPStatusError extends LoadFailed {
  /** @returns {number} The status of the response. */
  get status() {
    return this.data.status ?? 0;
  }

  /** @returns {string} The first 1,024 characters of the response. */
  get body() {
    return this.data.body ?? "";
  }

  /** @returns {number | null} The delay that the API wants; null where it names none. */
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

const named = [
  PaginatorError, ServerNotFound, ServerGone, ProtocolMismatch, CallTimedOut, NotComplete,
  LoadFailed,
];
named.forEach(nameAs);

/** The advice after status 401. */
const SIGN_IN = " Sign in with the param token or auth of open.";

/**
 * The exception for an error object of the protocol, as in `window.pages.failed`, whatever is
 * missing in it. Its message says which request failed, and how.
 *
 * @param {import("../types/protocol.js").Error} value
 * @returns {PaginatorError}
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
