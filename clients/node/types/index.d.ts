// The API of this package; the JSON that goes over the wire is described in protocol.d.ts.
// package.json beside it makes these types fit for CommonJS and for modules.

import * as wire from "./protocol";

export * from "./protocol";

declare global {
  interface SymbolConstructor {
    /** Where this version of JavaScript has it. */
    readonly asyncDispose: unique symbol;
  }
}

/** This package's version. */
export const VERSION: string;

/** What every call takes. */
export interface CallOptions {
  /** Aborting it cancels the request on the server and fails the call with its reason. */
  signal?: AbortSignal;
  /** Milliseconds; past them the request is cancelled and the call fails with `CallTimedOut`. */
  timeout?: number;
  /** Items come as the JSON texts that the server sent: nothing is lost of large numbers. */
  raw?: boolean;
}

/** What loads of a page take. */
export interface LoadOptions extends CallOptions {
  /** Merged into the query for this one request. */
  parameters?: wire.Parameters;
}

/** What the window takes. */
export interface WindowOptions extends CallOptions {
  /** Load what is missing; default true. */
  load?: boolean;
  /** Answer when the missing pages are there or have failed; default true where they load. */
  wait?: boolean;
}

/** What a walk takes. */
export interface WalkOptions<Item = any> extends CallOptions {
  /** Pages that are fetched at once, where the API can jump; default: that of `fetching`. */
  concurrency?: number;
  maxPages?: number;
  maxItems?: number;
  /** Gets each page as it comes; what it throws ends the walk, a promise is waited for. */
  onProgress?: (progress: WalkProgress<Item>) => unknown;
  /** Whether the summary has all items; default true. */
  keepItems?: boolean;
}

/** How far a walk has come. */
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
  /** How many items the walk will bring, as far as is known now; null where that is unknown. */
  total: number | null;
  /** The share of the walk's own items; 100 at its end, null where the total is unknown. */
  percentage: number | null;
  /** How far it is, for people, and what the server last said of the pace. */
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

/** How a walk ended. */
export interface Walked<Item = any> extends Omit<wire.WalkSummary, "items"> {
  /** All items in order; missing with `keepItems: false`. */
  items?: Item[];
}

/** How to start the server, and what it may ask of this program. */
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

/** What the server said about itself. */
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

/** The part of Node's EventEmitter that matters here. */
export interface Emitter<Events> {
  on<Name extends keyof Events>(name: Name, listener: Listener<Events[Name]>): this;
  once<Name extends keyof Events>(name: Name, listener: Listener<Events[Name]>): this;
  off<Name extends keyof Events>(name: Name, listener: Listener<Events[Name]>): this;
  addListener<Name extends keyof Events>(name: Name, listener: Listener<Events[Name]>): this;
  removeListener<Name extends keyof Events>(name: Name, listener: Listener<Events[Name]>): this;
  removeAllListeners(name?: keyof Events): this;
  listenerCount(name: keyof Events): number;
}

export type Listener<Values> = Values extends unknown[] ? (...values: Values) => void : never;

/** What `open` takes: a URL, or the params of `paginator/open`. */
export type Target = string | URL | wire.OpenParams;

/**
 * A server, for any number of paginators. It is started by the first call and ended by `close`,
 * or with this program.
 */
export class Client implements Emitter<ClientEvents> {
  constructor(options?: ClientOptions);
  /** Milliseconds that a call may take, where the call says nothing else. */
  timeout: number | undefined;
  /** null until the server has started. */
  readonly server: ServerInfo | null;
  /** Every method of the protocol: `client.methods.loadPage({ paginatorId, page: 3 })`. */
  readonly methods: Methods;
  /** The server's process id; null until it has started. */
  readonly pid: number | null;
  /** Starts the server, where that has not happened. */
  start(options?: { signal?: AbortSignal }): Promise<ServerInfo>;
  /** Creates a paginator whose items come as JSON texts. */
  open(target: Target, options: CallOptions & { raw: true }): Promise<Pages<string>>;
  /** Creates a paginator; nothing is requested from the API yet. */
  open<Item = any>(target: Target, options?: CallOptions): Promise<Pages<Item>>;
  /** One list for each of many items, which `{item}` and `{item.KEYPATH}` stand for. */
  each<Item = any>(
    items: Iterable<unknown> | AsyncIterable<unknown> | Pages,
    target: Target,
    options?: CallOptions & { keep?: string | readonly string[] },
  ): Promise<Pages<Item>>;
  /** The states of all open paginators. */
  states(options?: CallOptions): Promise<wire.State[]>;
  /** The APIs and standards that the server knows by name; or only the one of that name. */
  profiles(name?: string, options?: CallOptions): Promise<wire.Profile[]>;
  /** Finds out how an API pages. */
  detect(
    target: string | URL | wire.DetectParams,
    options?: CallOptions,
  ): Promise<wire.Detection>;
  /** Calls a method of the protocol and returns its result as it came. */
  request<Method extends keyof wire.Methods>(
    method: Method,
    params?: wire.Methods[Method]["params"],
    options?: CallOptions,
  ): Promise<wire.Methods[Method]["result"]>;
  /** Calls a method that this version of the protocol does not have. */
  request(method: string, params?: object, options?: CallOptions): Promise<unknown>;
  /** Sends a notification, for which there is no answer. */
  notify(method: string, params?: object): Promise<void>;
  /** Ends the server and waits for that. What is under way fails. */
  close(): Promise<void>;
  [Symbol.asyncDispose](): Promise<void>;

  on<Name extends keyof ClientEvents>(name: Name, listener: Listener<ClientEvents[Name]>): this;
  once<Name extends keyof ClientEvents>(name: Name, listener: Listener<ClientEvents[Name]>): this;
  off<Name extends keyof ClientEvents>(name: Name, listener: Listener<ClientEvents[Name]>): this;
  addListener<Name extends keyof ClientEvents>(
    name: Name,
    listener: Listener<ClientEvents[Name]>,
  ): this;
  removeListener<Name extends keyof ClientEvents>(
    name: Name,
    listener: Listener<ClientEvents[Name]>,
  ): this;
  removeAllListeners(name?: keyof ClientEvents): this;
  listenerCount(name: keyof ClientEvents): number;
}

/**
 * One paginator: load pages, or iterate over all items from the beginning. Loads run in the order
 * in which they were called.
 */
export class Pages<Item = any> implements Emitter<PagesEvents>, AsyncIterable<Item> {
  private constructor();
  readonly client: Client;
  /** The `paginatorId`. */
  readonly id: string;
  /** The state as the server sent it last; `fetchState` asks. */
  readonly state: wire.State;
  /** How the last loop over the lists of `client.each` ended; null before. */
  readonly lastWalk: Walked<Item> | null;
  /** Loads the page after the current one, or the first; the kind `noNextPage` at the end. */
  next(options?: LoadOptions): Promise<Page<Item>>;
  /** Loads the page before the current one. */
  previous(options?: LoadOptions): Promise<Page<Item>>;
  /** Loads that page. */
  page(number: number, options?: LoadOptions): Promise<Page<Item>>;
  /** Page after page, from the current position to the end. */
  pages(options?: LoadOptions): AsyncIterableIterator<Page<Item>>;
  /** All items, from the beginning; leaving the loop cancels. */
  [Symbol.asyncIterator](): AsyncIterableIterator<Item>;
  /** All items, from the beginning. */
  toArray(options?: LoadOptions): Promise<Item[]>;
  /** Lets the server load all pages from the current position on, several at a time. */
  walk(options?: WalkOptions<Item>): Promise<Walked<Item>>;
  /** Items by their index in the whole collection. */
  items(start: number, count: number, options?: WindowOptions): Promise<ItemWindow<Item>>;
  /** Says that an item is about to be shown: the server loads what `prefetch` asks for. */
  touch(index: number): Promise<void>;
  pageForIndex(index: number, options?: CallOptions): Promise<wire.PageNumber>;
  indexesForPage(page: number, options?: CallOptions): Promise<wire.IndexRange>;
  /** The state now: asks the server, not the API. */
  fetchState(options?: CallOptions): Promise<wire.State>;
  /** Fails every running and queued load of this paginator with the kind `cancelled`. */
  cancel(options?: CallOptions): Promise<wire.State>;
  /** Changes settings for later requests; objects are merged, null deletes. */
  configure(
    settings: Omit<wire.ConfigureParams, "paginatorId">,
    options?: CallOptions,
  ): Promise<wire.State>;
  /** Cancels and forgets all pages: as just opened. */
  reset(options?: CallOptions): Promise<wire.State>;
  /** Loads held pages again and says what changed. */
  refresh(page?: number, options?: CallOptions): Promise<wire.Refreshed[]>;
  /** A token without secrets: `open({ ..., checkpoint })` goes on from here, anywhere. */
  checkpoint(options?: CallOptions): Promise<wire.Checkpoint>;
  /** Cancels and forgets the paginator; nothing happens when it is gone already. */
  close(): Promise<void>;
  /** `Pages p1: page 3 of 10, 250 items` */
  toString(): string;
  [Symbol.asyncDispose](): Promise<void>;

  on<Name extends keyof PagesEvents>(name: Name, listener: Listener<PagesEvents[Name]>): this;
  once<Name extends keyof PagesEvents>(name: Name, listener: Listener<PagesEvents[Name]>): this;
  off<Name extends keyof PagesEvents>(name: Name, listener: Listener<PagesEvents[Name]>): this;
  addListener<Name extends keyof PagesEvents>(
    name: Name,
    listener: Listener<PagesEvents[Name]>,
  ): this;
  removeListener<Name extends keyof PagesEvents>(
    name: Name,
    listener: Listener<PagesEvents[Name]>,
  ): this;
  removeAllListeners(name?: keyof PagesEvents): this;
  listenerCount(name: keyof PagesEvents): number;
}

/** Opens one paginator whose items come as JSON texts, with a server of its own. */
export function open(
  target: Target,
  options: ClientOptions & CallOptions & { raw: true },
): Promise<Pages<string>>;
/** Opens one paginator with a server of its own, which ends when the pages are closed. */
export function open<Item = any>(
  target: Target,
  options?: ClientOptions & CallOptions,
): Promise<Pages<Item>>;

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

/** The whole package, for CommonJS programs on a Node that cannot require modules. */
export function load(): Promise<typeof import("./index")>;
