// The API of this package; the JSON that goes over the wire is described in protocol.d.ts.
// package.json beside it makes these types fit for CommonJS and for modules.

import { PaginatorError } from "./errors";
import * as wire from "./protocol";

export * from "./errors";
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

/** What opening a paginator takes. */
export interface OpenOptions extends CallOptions {
  /**
   * Loops, and `toArray`, fail with `NotComplete` at the end of a list that is not proven to be
   * complete.
   */
  strict?: boolean;
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
  /** Notice rows that move while the list is read; default: that of `walk`. */
  exact?: boolean;
  /** How often the list is read at most; default: that of `walk`. */
  passes?: number;
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

export interface Client extends Emitter<ClientEvents> {}

/**
 * A server, for any number of paginators. It is started by the first call and ended by `close`,
 * or with this program.
 */
export class Client {
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
  open(target: Target, options: OpenOptions & { raw: true }): Promise<Pages<string>>;
  /** Creates a paginator; nothing is requested from the API yet. */
  open<Item = any>(target: Target, options?: OpenOptions): Promise<Pages<Item>>;
  /** One list for each of many items, which `{item}` and `{item.KEYPATH}` stand for. */
  each<Item = any>(
    items: Iterable<unknown> | AsyncIterable<unknown> | Pages,
    target: Target,
    options?: OpenOptions & { keep?: string | readonly string[] },
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
}

export interface Pages<Item = any> extends Emitter<PagesEvents> {}

/**
 * One paginator: load pages, or iterate over all items from the beginning. Loads run in the order
 * in which they were called.
 */
export class Pages<Item = any> implements AsyncIterable<Item> {
  private constructor();
  readonly client: Client;
  /** The `paginatorId`. */
  readonly id: string;
  /** The state as the server sent it last; `fetchState` asks. */
  readonly state: wire.State;
  /**
   * How the last loop over the lists of `client.each`, over `slices`, or of pages opened with
   * `strict`, ended; null before.
   */
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
}

/** Opens one paginator whose items come as JSON texts, with a server of its own. */
export function open(
  target: Target,
  options: ClientOptions & OpenOptions & { raw: true },
): Promise<Pages<string>>;
/** Opens one paginator with a server of its own, which ends when the pages are closed. */
export function open<Item = any>(
  target: Target,
  options?: ClientOptions & OpenOptions,
): Promise<Pages<Item>>;

/** The whole package, for CommonJS programs on a Node that cannot require modules. */
export function load(): Promise<typeof import("./index")>;
