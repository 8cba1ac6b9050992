// Written by types.js, with tsc, from lib/errors.js: change that.

/**
 * The exception for an error object of the protocol, as in `window.pages.failed`, whatever is
 * missing in it. Its message says which request failed, and how.
 */
export function errorFrom(value: import("../protocol.js").Error): PaginatorError;
/**
 * Anything that this package throws on purpose.
 *
 * `code`, `kind` and `data` are those of the protocol's table of errors; `code` is null for what
 * the client noticed by itself.
 */
export class PaginatorError extends Error {
    constructor(message: string, { code, kind, data }?: {
        code?: number | null | undefined;
        kind?: string | undefined;
        data?: Record<string, any> | undefined;
    } | undefined);
    readonly code: number | null;
    readonly kind: string;
    readonly data: Record<string, any>;
    /** True when the same call may succeed later. */
    get retryable(): boolean;
}
/** There is no `paginator` executable, or it cannot be started. */
export class ServerNotFound extends PaginatorError {
    constructor(message: string);
}
/** The server has ended, or the client was closed: nothing more will be answered. */
export class ServerGone extends PaginatorError {
    constructor(message: string, { exitCode, signal, stderr }?: {
        exitCode?: number | null | undefined;
        signal?: string | null | undefined;
        stderr?: string[] | undefined;
    } | undefined);
    /** The exit code; null when a signal ended the process, or when it is unknown. */
    readonly exitCode: number | null;
    /** The name of the signal that ended the process, or null. */
    readonly signal: string | null;
    /** The last lines that it wrote to standard error. */
    readonly stderr: string[];
}
/** The executable that was started does not speak this protocol. */
export class ProtocolMismatch extends PaginatorError {
    constructor(message: string);
}
/** The call took longer than its `timeout`; it has been cancelled on the server. */
export class CallTimedOut extends PaginatorError {
    constructor(message: string, seconds: number);
}
/** A list that is not proven to be all there is, in a loop over pages opened with `strict`. */
export class NotComplete extends PaginatorError {
    constructor(summary: import("../protocol.js").WalkSummary);
    /** The end of the walk. */
    readonly summary: import("../protocol.js").WalkSummary;
}
/** -32602: a param is wrong. */
export class InvalidParams extends PaginatorError {
    /** Leads to the wrong param, as in `fetching.timeoutSeconds`. */
    get path(): string;
}
/** A load met a failure (1009, 1100 to 1300, 1401): the last good page stays the current one. */
export class LoadFailed extends PaginatorError {
    /** The number of the page; null where that is not known. */
    get page(): number | null;
    /** The URL, with secrets masked; null where nothing was requested. */
    get url(): string | null;
}
/** 1102: the API answered with a status that is no success. */
export class HTTPStatusError extends LoadFailed {
    /** The status of the response. */
    get status(): number;
    /** The first 1,024 characters of the response. */
    get body(): string;
    /** The delay that the API wants; null where it names none. */
    get retryAfterSeconds(): number | null;
}
/** 1401: a page could not be stored, or the file or table of `store` does not fit. */
export class StoreFailed extends LoadFailed {
    /** The file. */
    get path(): string;
}
