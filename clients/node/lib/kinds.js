// A class for each kind of error that a caller can act on, as in the Python client.

import { objectOr, PaginatorError, requestText } from "./errors.js";

/** -32601: this server does not have the method; a newer one may. */
export class MethodNotFound extends PaginatorError {}

/** -32602: a param is wrong. */
export class InvalidParams extends PaginatorError {
  /** Leads to the wrong param, as in `fetching.timeoutSeconds`. */
  get path() {
    return String(this.data.path ?? "");
  }
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

/** 1013: the method is not for a paginator with `each` or `slices`. */
export class NotForSeries extends PaginatorError {}

/** 1014: an item of `each` has no value to put into its request. */
export class ItemUnusable extends PaginatorError {}

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

/** 1009 or -32800: the load was cancelled. */
export class Cancelled extends LoadFailed {}

/** 1100: the API could not be reached. */
export class NetworkFailed extends LoadFailed {}

/** 1101: the API did not answer in time. */
export class TimedOut extends LoadFailed {}

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
  get path() {
    return String(this.data.path ?? "");
  }
}

/** What is said after status 401. */
const SIGN_IN = " Sign in with the param token or auth of open.";

/** The class of each code of the protocol. */
const BY_CODE = new Map([
  [-32601, MethodNotFound],
  [-32602, InvalidParams],
  [-32800, Cancelled],
  [1000, PaginatorNotFound],
  [1001, PaginatorExists],
  [1002, NotLoaded],
  [1003, NoNextPage],
  [1004, NoPreviousPage],
  [1005, PageOutOfRange],
  [1006, PageNotReachable],
  [1007, ItemOutOfRange],
  [1009, Cancelled],
  [1010, LimitExceeded],
  [1013, NotForSeries],
  [1014, ItemUnusable],
  [1100, NetworkFailed],
  [1101, TimedOut],
  [1102, HTTPStatusError],
  [1103, TLSFailed],
  [1104, ResponseTooLarge],
  [1105, OriginRefused],
  [1106, RateLimited],
  [1107, AuthFailed],
  [1108, NotRecorded],
  [1109, PositionExpired],
  [1200, InvalidResponse],
  [1201, ItemsNotFound],
  [1202, MappingFailed],
  [1203, MetadataInvalid],
  [1204, APIError],
  [1300, PaginationLoop],
  [1302, CheckpointRejected],
  [1400, EngineUnavailable],
  [1401, StoreFailed],
]);

for (const type of [LoadFailed, ...BY_CODE.values()]) {
  Object.defineProperty(type.prototype, "name", { value: type.name, configurable: true });
}

/**
 * The exception for an error object of the protocol, whatever is missing in it. Its message says
 * which request failed, and how.
 */
export function errorFrom(value) {
  const { code, message, data } = objectOr(value);
  const details = objectOr(data);
  const said = String(message || "The server refused without saying why.");
  const request = requestText(details, said);
  const type = BY_CODE.get(code) ?? PaginatorError;
  const text = request === "" ? said : `${said} (${request})`;
  return new type(details.status === 401 ? text + SIGN_IN : text, {
    code: Number.isInteger(code) ? code : null,
    kind: typeof details.kind === "string" ? details.kind : "",
    data: details,
  });
}
