// The options, events and results of this package's classes, whose own declarations are emitted
// from lib; protocol.d.ts describes the JSON that goes over the wire. package.json next to it makes
// these types fit for CommonJS and for modules.

import { PaginatorError } from "./lib/errors";
import * as wire from "./protocol";

declare global {
  interface SymbolConstructor {
    /** Where this version of JavaScript has it. */
    readonly asyncDispose: unique symbol;
  }
}

/** The options of every call. */
export interface CallOptions {
  /** Aborting it cancels the request on the server and fails the call with its reason. */
  signal?: AbortSignal;
  /** Milliseconds; past them the request is cancelled and the call fails with `CallTimedOut`. */
  timeout?: number;
  /** Items come as the JSON texts that the server sent: nothing is lost of large numbers. */
  raw?: boolean;
}

/** The options for opening a paginator. */
export interface OpenOptions extends CallOptions {
  /**
   * Loops, and `toArray`, fail with `NotComplete` at the end of a list that is not proven to be
   * complete.
   */
  strict?: boolean;
}

/** The options for loads of a page. */
export interface LoadOptions extends CallOptions {
  /** Merged into the query for this one request. */
  parameters?: wire.Parameters;
}

/** The options of the window. */
export interface WindowOptions extends CallOptions {
  /** Load what is missing; default true. */
  load?: boolean;
  /** Answer when the missing pages are there or have failed; default true where they load. */
  wait?: boolean;
}

/** The options of a walk. */
export interface WalkOptions<Item = any> extends CallOptions {
  /** Pages that are fetched at once, where the API can jump; default: that of `fetching`. */
  concurrency?: number;
  maxPages?: number;
  maxItems?: number;
  /** Notice rows that move while the list is read; default: that of `walk`. */
  exact?: boolean;
  /** The most times that the list is read; default: that of `walk`. */
  passes?: number;
  /** Gets each page as it comes; what it throws ends the walk, a promise is waited for. */
  onProgress?: (progress: WalkProgress<Item>) => unknown;
  /** True when the summary has all items; default true. */
  keepItems?: boolean;
}

/** The progress of a walk. */
export interface WalkProgress<Item = any> {
  /** The page that has just come, and its items. */
  page: wire.PageNumber;
  items: Item[];
  /**
   * Of a page that `each` brought: what is kept of the item that its list is of; of one that `slices`
   * brought, its bounds `from` and `to`.
   */
  item?: any;
  /** Pages and items so far, this page included. */
  pages: number;
  itemCount: number;
  /** The number of items that the walk will bring, as known now; null where that is unknown. */
  total: number | null;
  /** The share of the walk's own items; 100 at its end, null where the total is unknown. */
  percentage: number | null;
  /** The progress in words, with the pace as the server last reported it. */
  message: string;
}

/** One page. */
export interface Page<Item = any> extends Omit<wire.PageResult, "items" | "results"> {
  items: Item[];
  /** Of a page that `each` brought: what is kept of the item that its list is of. */
  item?: any;
  /** Only with several response descriptors: each list under its key path. */
  results?: { [keyPath: string]: Item[] };
}

/** A part of the collection; placeholders stand where an item is not there. */
export interface ItemWindow<Item = any> extends Omit<wire.Window, "items"> {
  items: Item[];
}

/** The summary of a walk. */
export interface Walked<Item = any> extends Omit<wire.WalkSummary, "items"> {
  /** All items in order; missing with `keepItems: false`. */
  items?: Item[];
}

/** The start of the server, and the handlers of its requests. */
export interface ClientOptions {
  /** Path of the server; default: what PAGINATOR names, else `paginator` in PATH. */
  executable?: string | URL;
  args?: readonly string[];
  /** Added to this program's environment. */
  env?: { readonly [name: string]: string | undefined };
  /** More of them for `initialize`; handlers bring their own. */
  capabilities?: wire.ClientAbilities;
  /** Milliseconds that a call may take, where the call says nothing else. */
  timeout?: number;
  /** A pagination rule of your own, for the strategy `custom`. */
  extractPage?: Handler<"paginator/extractPage">;
  /** HTTP of your own, for paginators with `fetching: { by: "client" }`. */
  fetch?: Handler<"paginator/fetch">;
  /** Headers to try again with after a 401; null: there are none. */
  credentials?: Handler<"paginator/credentials">;
}

/** Answers a request of the server's. */
export type Handler<Method extends keyof wire.ClientMethods> = (
  params: wire.ClientMethods[Method]["params"],
) => wire.ClientMethods[Method]["result"] | Promise<wire.ClientMethods[Method]["result"]>;

/** The server's description of itself. */
export interface ServerInfo {
  readonly name: string;
  readonly version: string;
  readonly protocolVersion: string;
  readonly strategies: readonly string[];
  readonly profiles: readonly string[];
  /** Full names, as in `paginator/loadNextPage`. */
  readonly methods: readonly string[];
  /** Of the executable. */
  readonly path: string;
}

/** The part of a method's name that is left when "paginator/" is not said. */
type ShortName<Name> = Name extends `paginator/${infer Short}` ? Short : Name;

/** The events of a paginator and what their listeners get. */
export type PagesEvents = {
  [Name in keyof wire.Notifications & `paginator/${string}` as ShortName<Name>]: [
    wire.Notifications[Name],
  ];
};

/** Every method of the protocol, one to one. */
export type Methods = {
  readonly [Name in keyof wire.Methods as ShortName<Name>]: (
    params?: wire.Methods[Name]["params"],
    options?: CallOptions,
  ) => Promise<wire.Methods[Name]["result"]>;
};

/** A line of the server's log. */
export interface LogEntry {
  level: "debug" | "info" | "warning" | "error";
  text: string;
}

/** The events of a client and what their listeners get. */
export interface ClientEvents extends PagesEvents {
  /** Any notification of the server's, with its full name. */
  notification: [method: string, params: { [name: string]: unknown }];
  /** The server has written a line to its standard error. */
  log: [entry: LogEntry];
  /** The server has ended: why, or null after `close`. */
  exit: [error: PaginatorError | null];
  "window/logMessage": [wire.LogMessageParams];
  "$/logTrace": [wire.LogTraceParams];
}

/** Node's EventEmitter as far as it matters here, with an end by `await using`. */
export interface Emitter<Events> {
  on<Name extends keyof Events>(name: Name, listener: Listener<Events[Name]>): this;
  once<Name extends keyof Events>(name: Name, listener: Listener<Events[Name]>): this;
  off<Name extends keyof Events>(name: Name, listener: Listener<Events[Name]>): this;
  addListener<Name extends keyof Events>(name: Name, listener: Listener<Events[Name]>): this;
  removeListener<Name extends keyof Events>(name: Name, listener: Listener<Events[Name]>): this;
  removeAllListeners(name?: keyof Events): this;
  listenerCount(name: keyof Events): number;
  [Symbol.asyncDispose](): Promise<void>;
}

/** The class that `Client` and `Pages` extend. */
export type EmitterClass<Events> = new () => Emitter<Events>;

export type Listener<Values> = Values extends unknown[] ? (...values: Values) => void : never;

/**
 * The target of `open`: a URL, or the params of `paginator/open`. The last form takes nothing else: it
 * lets tsc name all strategies where `pagination.strategy` is misspelled.
 */
export type Target =
  | string
  | URL
  | wire.OpenParams
  | (wire.OpenParams & { pagination: wire.Pagination });

/** The items of pages: JSON texts where they are opened with `raw`. */
export type ItemOf<Item, Options> = Options extends { raw: true } ? string : Item;

/** The params of a method; of one that this version of the protocol does not have, any. */
export type ParamsOf<Method> = Method extends keyof wire.Methods
  ? wire.Methods[Method]["params"]
  : object;

/** The result of a method; of one that this version of the protocol does not have, unknown. */
export type ResultOf<Method> = Method extends keyof wire.Methods
  ? wire.Methods[Method]["result"]
  : unknown;
