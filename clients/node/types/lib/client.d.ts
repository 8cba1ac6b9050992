// Written by types.js, with tsc, from lib/client.js: change that.

/**
 * Like `Client.open`, with a server of its own, which ends when the pages are closed.
 */
export function open<Item = any, Options extends import("../options.js").ClientOptions & import("../options.js").OpenOptions = import("../options.js").OpenOptions>(target: Target, options?: Options | undefined): Promise<Pages<import("../options.js").ItemOf<Item, Options>>>;
declare const Client_base: import("../options.js").EmitterClass<import("../options.js").ClientEvents>;
/**
 * A server, for any number of paginators. It is started by the first call and ended by `close`,
 * or with this program.
 *
 * - executable: path of the server; default: what PAGINATOR names, else that of the package for
 *   this platform, else `paginator` in PATH
 * - args, env: for the server; `env` is added to this program's environment
 * - capabilities: more of them for `initialize`; handlers bring their own
 * - timeout: milliseconds that a call may take, where the call says nothing else
 * - extractPage, fetch, credentials: answer the requests of the server's of these names; each
 *   gets the params and returns the result, or a promise of it
 *
 * Notifications are events: `client.on("didLoadPage", (params) => ...)`, all of them
 * `client.on("notification", (method, params) => ...)`; `"log"` brings each line that the server
 * writes to standard error, as `{level, text}`; `"exit"` comes when the server has ended, with the
 * error, or null after `close`.
 */
export class Client extends Client_base {
    constructor(options?: import("../options.js").ClientOptions | undefined);
    /**
     * Milliseconds that a call may take, where the call says nothing else.
     */
    timeout: number | undefined;
    /**
     * The server's own words about itself; null until it has started.
     */
    server: import("../options.js").ServerInfo | null;
    /**
     * Every method of the protocol, one to one: `client.methods.loadPage({paginatorId, page})`.
     */
    readonly methods: import("../options.js").Methods;
    /**
     * The server's process id; null until it has started.
     */
    get pid(): number | null;
    /**
     * Starts the server, where that has not happened.
     */
    start({ signal }?: {
        signal?: AbortSignal | undefined;
    } | undefined): Promise<import("../options.js").ServerInfo>;
    /**
     * Creates a paginator; nothing is requested from the API yet.
     *
     * `target` is a URL, or an object with the params of `paginator/open`. With `raw` its items
     * come as the JSON texts that the server sent. With `strict` a loop, and `toArray`, fail with
     * NotComplete at the end of a list that is not proven to be complete.
     */
    open<Item = any, Options extends import("../options.js").OpenOptions = import("../options.js").OpenOptions>(target: Target, options?: Options | undefined): Promise<Pages<import("../options.js").ItemOf<Item, Options>>>;
    /**
     * One list for each of many items: any iterable, or the `Pages` of another paginator.
     *
     * `{item}` and `{item.KEYPATH}` stand for the item in the URL, the parameters, the headers and the
     * body. A loop brings all items of all lists, in order; a page has in `item` what `keep` names, or
     * the whole item. A list that fails costs no other one: `lastWalk` has the counts.
     */
    each<Item_1 = any>(items: Iterable<unknown> | AsyncIterable<unknown> | Pages, target: Target, { keep, strict, ...options }?: (import("../options.js").OpenOptions & {
        keep?: string | readonly string[] | undefined;
    }) | undefined): Promise<Pages<Item_1>>;
    /**
     * The states of all open paginators.
     */
    states(options?: import("../options.js").CallOptions | undefined): Promise<import("../protocol.js").State[]>;
    /**
     * The APIs and standards that the server knows by name; or only the one of that name.
     */
    profiles(name?: string | undefined, options?: import("../options.js").CallOptions | undefined): Promise<import("../protocol.js").Profile[]>;
    /**
     * Finds out how an API pages: `candidates` of open params, best first, and `confirmed`.
     */
    detect(target: string | URL | import("../protocol.js").DetectParams, options?: import("../options.js").CallOptions | undefined): Promise<import("../protocol.js").Detection>;
    /**
     * Calls any method of the protocol and returns its result as it came.
     *
     * - signal: aborting it cancels the request on the server and fails the call with its reason
     * - timeout: milliseconds; past them the same, with `CallTimedOut`
     * - raw: items come as the JSON texts that the server sent
     */
    request<Method extends keyof import("../protocol.js").Methods | (string & {})>(method: Method, params?: import("../options.js").ParamsOf<Method> | undefined, options?: import("../options.js").CallOptions | undefined): Promise<import("../options.js").ResultOf<Method>>;
    /**
     * `request` whose progress under `tokens` is handed to `take`, one value at a time.
     */
    private stream;
    /**
     * Sends a notification, for which there is no answer.
     */
    notify(method: string, params?: object | undefined): Promise<void>;
    /**
     * Ends the server and waits for that. Calls that are under way fail.
     */
    close(): Promise<void>;
    /**
     * `Pages` that have been closed get no notifications any more.
     */
    private forget;
    #private;
}
export const VERSION: string;
export type CallOptions = import("../options.js").CallOptions;
export type ClientEvents = import("../options.js").ClientEvents;
export type OpenOptions = import("../options.js").OpenOptions;
export type Target = import("../options.js").Target;
import { Pages } from "./pages.js";
export {};
