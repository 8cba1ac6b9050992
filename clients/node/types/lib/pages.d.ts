// Written by types.js, with tsc, from lib/pages.js: change that.

/** Marks pages whose client ends with them. */
export const OWN_CLIENT: unique symbol;
declare const Pages_base: import("../options.js").EmitterClass<import("../options.js").PagesEvents>;
/**
 * One paginator: load pages, or iterate over all items from the beginning.
 *
 * Loads run in the order in which they were called. Each takes `signal`, `timeout` (milliseconds)
 * and `raw`, the three that load a page also `parameters`, merged into the query for that one
 * request. What they return is the protocol's JSON, under its names.
 *
 * Opened with `notifications: true` it reports its loads by events: `willLoadPage`,
 * `didLoadPage`, `didFailPage`, `willRetry`.
 */
export class Pages<Item = any> extends Pages_base implements AsyncIterable<Item> {
    private constructor();
    readonly client: import("./client.js").Client;
    /**
     * The `paginatorId`.
     */
    readonly id: string;
    /**
     * The state as the server sent it last; `fetchState` asks.
     */
    state: import("../protocol.js").State;
    /**
     * The summary of the last `walk`, even if it was given up, or of the last loop over the lists
     * of `client.each`, over `slices`, or of pages opened with `strict`; null before.
     */
    lastWalk: import("../options.js").Walked<Item> | null;
    /** The supplier of the items of `client.each`: it stays open. */
    private source;
    /**
     * Loads the page after the current one, or the first; the kind `noNextPage` at the end.
     */
    next(options?: import("../options.js").LoadOptions | undefined): Promise<import("../options.js").Page<Item>>;
    /**
     * Loads the page before the current one.
     */
    previous(options?: import("../options.js").LoadOptions | undefined): Promise<import("../options.js").Page<Item>>;
    /**
     * Loads that page.
     */
    page(number: number, options?: import("../options.js").LoadOptions | undefined): Promise<import("../options.js").Page<Item>>;
    /**
     * Page after page, from the current position to the end.
     */
    pages(options?: import("../options.js").LoadOptions | undefined): AsyncIterableIterator<import("../options.js").Page<Item>>;
    /**
     * All items, from the beginning.
     */
    toArray(options?: import("../options.js").LoadOptions | undefined): Promise<Item[]>;
    /**
     * Lets the server load all pages from the current position on, several at a time.
     *
     * `onProgress` gets each page as it comes; a promise that it returns is waited for, and what it
     * throws ends the walk. With `keepItems: false` it is the only one who gets the items. A
     * failure after some pages is a summary with the verdict `partial`.
     *
     * After `timeout`, `signal`, `cancel` or what `onProgress` throws, `lastWalk` has what came, or
     * with `keepItems: false` what `onProgress` did not get, and the next load continues after it: a
     * walk that does so has `start`.
     */
    walk(options?: import("../options.js").WalkOptions<Item> | undefined): Promise<import("../options.js").Walked<Item>>;
    /**
     * Items by their index in the whole collection, with placeholders where one is not there.
     *
     * Missing pages are loaded (not with `load: false`) and waited for (not with `wait: false`).
     */
    items(start: number, count: number, options?: import("../options.js").WindowOptions | undefined): Promise<import("../options.js").ItemWindow<Item>>;
    /**
     * Says that an item is about to be shown: the server loads what `prefetch` asks for.
     */
    touch(index: number): Promise<void>;
    /**
     * The number of the page that has an item.
     */
    pageForIndex(index: number, options?: import("../options.js").CallOptions | undefined): Promise<import("../protocol.js").PageNumber>;
    /**
     * `{start, end}`, end exclusive.
     */
    indexesForPage(page: number, options?: import("../options.js").CallOptions | undefined): Promise<import("../protocol.js").IndexRange>;
    /**
     * The state now: asks the server, not the API.
     */
    fetchState(options?: import("../options.js").CallOptions | undefined): Promise<import("../protocol.js").State>;
    /**
     * Fails every running and queued load of this paginator with the kind `cancelled`.
     */
    cancel(options?: import("../options.js").CallOptions | undefined): Promise<import("../protocol.js").State>;
    /**
     * Changes settings for later requests; objects are merged, null deletes.
     */
    configure(settings: Omit<import("../protocol.js").ConfigureParams, "paginatorId">, options?: import("../options.js").CallOptions | undefined): Promise<import("../protocol.js").State>;
    /**
     * Cancels and forgets all pages: as just opened.
     */
    reset(options?: import("../options.js").CallOptions | undefined): Promise<import("../protocol.js").State>;
    /**
     * Loads held pages again and says what changed: `page`, `changed`, `added`, ...
     */
    refresh(page?: number | undefined, options?: import("../options.js").CallOptions | undefined): Promise<import("../protocol.js").Refreshed[]>;
    /**
     * A token without secrets: `open({..., checkpoint})` continues from here, anywhere.
     */
    checkpoint(options?: import("../options.js").CallOptions | undefined): Promise<import("../protocol.js").Checkpoint>;
    /**
     * Cancels and forgets the paginator; nothing happens when it is gone already.
     */
    close(): Promise<void>;
    /**
     * All items, from the beginning: pages that were loaded before are loaded again. Leaving the
     * loop cancels.
     */
    [Symbol.asyncIterator](): AsyncIterableIterator<Item>;
    #private;
}
export type CallOptions = import("../options.js").CallOptions;
export type LoadOptions = import("../options.js").LoadOptions;
export type PagesEvents = import("../options.js").PagesEvents;
export {};
