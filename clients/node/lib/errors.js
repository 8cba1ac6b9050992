// What can go wrong. `kind` tells the errors of the protocol apart; what the client notices by
// itself has classes of its own.

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

const types = [
  PaginatorError, ServerNotFound, ServerGone, ProtocolMismatch, CallTimedOut, NotComplete,
];
for (const type of types) {
  Object.defineProperty(type.prototype, "name", { value: type.name, configurable: true });
}

/** `GET https://api.example.com/items?page=2: 503`, without what the message has said already. */
export function requestText({ method, url, status }, message) {
  if (typeof url !== "string" || message.includes(url)) return "";
  const parts = [typeof method === "string" ? `${method} ${url}` : url];
  if (Number.isInteger(status) && !message.includes(String(status))) parts.push(String(status));
  return parts.join(": ");
}

/** The value where it is an object, else an empty one. */
export function objectOr(value) {
  return value !== null && typeof value === "object" && !Array.isArray(value) ? value : {};
}
