// Pages through HTTP APIs by way of the Paginator server:
//
//     import { open } from "paginator-client";
//
//     for await (const issue of await open({ profile: "github", url: "..." })) {
//       console.log(issue.title);
//     }
//
// How an API pages is the server's business; this package starts it, talks to it, and ends it.

export { Client, open, VERSION } from "./lib/client.js";
export {
  CallTimedOut,
  NotComplete,
  PaginatorError,
  ProtocolMismatch,
  ServerGone,
  ServerNotFound,
} from "./lib/errors.js";
export {
  APIError,
  AuthFailed,
  Cancelled,
  CheckpointRejected,
  EngineUnavailable,
  HTTPStatusError,
  InvalidParams,
  InvalidResponse,
  ItemOutOfRange,
  ItemUnusable,
  ItemsNotFound,
  LimitExceeded,
  LoadFailed,
  MappingFailed,
  MetadataInvalid,
  MethodNotFound,
  NetworkFailed,
  NoNextPage,
  NoPreviousPage,
  NotForSeries,
  NotLoaded,
  NotRecorded,
  OriginRefused,
  PageNotReachable,
  PageOutOfRange,
  PaginationLoop,
  PaginatorExists,
  PaginatorNotFound,
  PositionExpired,
  RateLimited,
  ResponseTooLarge,
  StoreFailed,
  TLSFailed,
  TimedOut,
  errorFrom,
} from "./lib/kinds.js";
export { Pages } from "./lib/pages.js";

/** This package; for programs that are written for CommonJS, too. */
export const load = () => import("./index.js");
