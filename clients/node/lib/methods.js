// The methods that a client calls, by name.
//
// Written by protocol/generate.py from protocol/openrpc.json: change those.

export const METHODS = Object.freeze([
  "paginator/open",
  "paginator/state",
  "paginator/loadNextPage",
  "paginator/loadPreviousPage",
  "paginator/loadPage",
  "paginator/cancel",
  "paginator/configure",
  "paginator/reset",
  "paginator/refresh",
  "paginator/close",
  "paginator/list",
  "paginator/items",
  "paginator/touch",
  "paginator/pageForIndex",
  "paginator/indexesForPage",
  "paginator/loadAll",
  "paginator/checkpoint",
  "paginator/detect",
  "paginator/profiles",
  "rpc.discover",
]);
