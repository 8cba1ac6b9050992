// What this package throws.

import * as wire from "./protocol";

/**
 * Anything that this package throws on purpose.
 *
 * `code`, `kind` and `data` are those of the protocol's table of errors; `code` is null for what
 * the client noticed by itself.
 */
export class PaginatorError extends globalThis.Error {
  constructor(
    message: string,
    about?: { code?: number | null; kind?: string; data?: { [name: string]: unknown } },
  );
  readonly code: number | null;
  readonly kind: string;
  readonly data: { readonly [name: string]: any };
  /** Whether the same call may succeed later. */
  readonly retryable: boolean;
}

/** There is no `paginator` executable, or it cannot be started. */
export class ServerNotFound extends PaginatorError {
  constructor(message: string);
}

/** The server has ended, or the client was closed: nothing more will be answered. */
export class ServerGone extends PaginatorError {
  constructor(
    message: string,
    about?: { exitCode?: number | null; signal?: string | null; stderr?: readonly string[] },
  );
  /** What the process ended with; null when a signal ended it, or when that is unknown. */
  readonly exitCode: number | null;
  /** The name of the signal that ended the process, or null. */
  readonly signal: string | null;
  /** The last lines that it wrote to standard error. */
  readonly stderr: readonly string[];
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
  constructor(summary: wire.WalkSummary);
  /** How the walk ended. */
  readonly summary: wire.WalkSummary;
}

/** -32601: this server does not have the method; a newer one may. */
export class MethodNotFound extends PaginatorError {}

/** -32602: a param is wrong. */
export class InvalidParams extends PaginatorError {
  /** Leads to the wrong param, as in `fetching.timeoutSeconds`. */
  readonly path: string;
}

/** 1000: the paginator has been closed, or was never open. */
export class PaginatorNotFound extends PaginatorError {}

/** 1001: a paginator of that id is open. */
export class PaginatorExists extends PaginatorError {}

/** 1002: no page has been loaded yet. */
export class NotLoaded extends PaginatorError {}

/** 1003: the last page is the current one. */
export class NoNextPage extends PaginatorError {}

/** 1004: the first page is the current one. */
export class NoPreviousPage extends PaginatorError {}

/** 1005: there is no page of that number. */
export class PageOutOfRange extends PaginatorError {}

/** 1006: nothing that was loaded leads to that page. */
export class PageNotReachable extends PaginatorError {}

/** 1007: there is no item of that index. */
export class ItemOutOfRange extends PaginatorError {}

/** 1010: a limit of the paginator or of the server is reached. */
export class LimitExceeded extends PaginatorError {}

/** 1013: the method is not for a paginator with `each`. */
export class NotForSeries extends PaginatorError {}

/** 1014: an item of `each` has no value to put into its request. */
export class ItemUnusable extends PaginatorError {}

/** A load met a failure (1009, 1100 to 1300, 1401): the last good page stays the current one. */
export class LoadFailed extends PaginatorError {
  /** Which page was asked for; null where that is not known. */
  readonly page: number | null;
  /** What was asked for, with secrets masked; null where nothing was. */
  readonly url: string | null;
}

/** 1009 or -32800: the load was cancelled. */
export class Cancelled extends LoadFailed {}

/** 1100: the API could not be reached. */
export class NetworkFailed extends LoadFailed {}

/** 1101: the API did not answer in time. */
export class TimedOut extends LoadFailed {}

/** 1102: the API answered with a status that is no success. */
export class HTTPStatusError extends LoadFailed {
  /** The status of the response. */
  readonly status: number;
  /** The first 1,024 characters of the response. */
  readonly body: string;
  /** How long the API wants to be left alone; null where it does not say. */
  readonly retryAfterSeconds: number | null;
}

/** 1106: the API's rate limit is used up, for longer than the server is allowed to wait. */
export class RateLimited extends HTTPStatusError {}

/** 1103: there is no trusted connection to the API. */
export class TLSFailed extends LoadFailed {}

/** 1104: a response is over `fetching.responseBytesMax`. */
export class ResponseTooLarge extends LoadFailed {}

/** 1105: the API leads to another origin than the one that was opened. */
export class OriginRefused extends LoadFailed {}

/** 1107: the credentials of `token` or `auth` got no access. */
export class AuthFailed extends LoadFailed {}

/** 1108: the server replays a recording, which has no response left to the request. */
export class NotRecorded extends LoadFailed {}

/** 1109: the API does not know the position any more that a page led to. */
export class PositionExpired extends LoadFailed {}

/** 1200: a response is not the JSON that was expected. */
export class InvalidResponse extends LoadFailed {}

/** 1201: the response does not have items where they were looked for. */
export class ItemsNotFound extends LoadFailed {}

/** 1202: an item does not fit a strict mapping. */
export class MappingFailed extends LoadFailed {}

/** 1203: what the response says about its pages makes no sense. */
export class MetadataInvalid extends LoadFailed {}

/** 1204: the API reported an error in its own words. */
export class APIError extends LoadFailed {}

/** 1300: the API leads in a circle. */
export class PaginationLoop extends LoadFailed {}

/** 1302: the checkpoint belongs to another request. */
export class CheckpointRejected extends PaginatorError {}

/** 1400: a system library that the server needs is missing. */
export class EngineUnavailable extends PaginatorError {}

/** 1401: a page could not be stored, or the file or table of `store` does not fit. */
export class StoreFailed extends LoadFailed {
  /** The file. */
  readonly path: string;
}

/** The exception for an error object of the protocol, as in `window.pages.failed`. */
export function errorFrom(value: wire.Error): PaginatorError;
