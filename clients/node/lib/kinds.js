// The errors of the protocol as classes, and the class of each code.
//
// Written by protocol/generate.py from protocol/openrpc.json: change those.

import { register } from "./codes.js";
import {
  HTTPStatusError,
  InvalidParams,
  LoadFailed,
  PaginatorError,
  StoreFailed,
} from "./errors.js";

/** -32601: there is no such method. */
export class MethodNotFound extends PaginatorError {}

/** The load was cancelled (1009), or its request (-32800). */
export class Cancelled extends LoadFailed {}

/** 1000: there is no paginator with that id; open one with paginator/open. */
export class PaginatorNotFound extends PaginatorError {}

/** 1001: a paginator with that id is open; close it first or choose another id. */
export class PaginatorExists extends PaginatorError {}

/** 1002: no page has been loaded; call paginator/loadNextPage first. */
export class NotLoaded extends PaginatorError {}

/** 1003: there is no next page. */
export class NoNextPage extends PaginatorError {}

/** 1004: there is no previous page. */
export class NoPreviousPage extends PaginatorError {}

/** 1005: the page does not exist. */
export class PageOutOfRange extends PaginatorError {}

/** 1006: nothing that has been loaded leads to the page; load from the first page on. */
export class PageNotReachable extends PaginatorError {}

/** 1007: the item does not exist. */
export class ItemOutOfRange extends PaginatorError {}

/** 1010: a limit is reached; data says which. */
export class LimitExceeded extends PaginatorError {}

/** 1013: a paginator with each or slices has no such method; use paginator/loadAll. */
export class NotForSeries extends PaginatorError {}

/** 1014: an item has no value that can be put into the request. */
export class ItemUnusable extends PaginatorError {}

/** 1100: the request failed. */
export class NetworkFailed extends LoadFailed {}

/** 1101: the API did not answer in time; try again or raise fetching.timeoutSeconds. */
export class TimedOut extends LoadFailed {}

/** 1103: no trusted TLS connection; trust other certificates with fetching.caFile. */
export class TLSFailed extends LoadFailed {}

/** 1104: the body is too large; request fewer items per page or raise fetching.responseBytesMax. */
export class ResponseTooLarge extends LoadFailed {}

/** 1105: the API leads to another origin; allow it with fetching.allowedOrigins if that is right. */
export class OriginRefused extends LoadFailed {}

/** 1106: the API's rate limit is used up for longer than the server may wait. */
export class RateLimited extends HTTPStatusError {}

/** 1107: the credentials of `token` or `auth` got no access. */
export class AuthFailed extends LoadFailed {}

/** 1108: the server replays a recording, which has no response left to the request. */
export class NotRecorded extends LoadFailed {}

/** 1109: the API does not know the position any more that a page led to. */
export class PositionExpired extends LoadFailed {}

/** 1200: a response is not the JSON that was expected. */
export class InvalidResponse extends LoadFailed {}

/** 1201: there is no list of items where it was looked for; set itemsPath. */
export class ItemsNotFound extends LoadFailed {}

/** 1202: items do not fit the strict mapping; data.issues says which and why. */
export class MappingFailed extends LoadFailed {}

/** 1203: a value in the response that should lead to a page does not. */
export class MetadataInvalid extends LoadFailed {}

/** 1204: the API reported an error in its own words. */
export class APIError extends LoadFailed {}

/** 1300: the API repeats a page that came before, so paging ends here. */
export class PaginationLoop extends LoadFailed {}

/** 1302: the checkpoint belongs to a different request. */
export class CheckpointRejected extends PaginatorError {}

/** 1400: the HTTP engine, or SQLite, cannot be used. */
export class EngineUnavailable extends PaginatorError {}

register(-32601, MethodNotFound);
register(-32602, InvalidParams);
register(-32800, Cancelled);
register(1000, PaginatorNotFound);
register(1001, PaginatorExists);
register(1002, NotLoaded);
register(1003, NoNextPage);
register(1004, NoPreviousPage);
register(1005, PageOutOfRange);
register(1006, PageNotReachable);
register(1007, ItemOutOfRange);
register(1009, Cancelled);
register(1010, LimitExceeded);
register(1013, NotForSeries);
register(1014, ItemUnusable);
register(1100, NetworkFailed);
register(1101, TimedOut);
register(1102, HTTPStatusError);
register(1103, TLSFailed);
register(1104, ResponseTooLarge);
register(1105, OriginRefused);
register(1106, RateLimited);
register(1107, AuthFailed);
register(1108, NotRecorded);
register(1109, PositionExpired);
register(1200, InvalidResponse);
register(1201, ItemsNotFound);
register(1202, MappingFailed);
register(1203, MetadataInvalid);
register(1204, APIError);
register(1300, PaginationLoop);
register(1302, CheckpointRejected);
register(1400, EngineUnavailable);
register(1401, StoreFailed);
