// `Pages` is one paginator: loads, iteration, the window on the collection, the walk.

import { EventEmitter } from "node:events";

import { NotComplete, PaginatorError } from "./errors.js";
import { ItemIterator, PageIterator, WalkIterator, withinLimit } from "./iterators.js";
import { patience } from "./limits.js";
import { checkNames } from "./options.js";
import { Position } from "./position.js";
import { given, objectOr } from "./values.js";
import { Walk } from "./walk.js";

/** Marks pages whose client ends with them. */
export const OWN_CLIENT = Symbol("paginator-client.own");

/** The type of the warnings that loops pass on. */
const WARNING = "PaginationWarning";

/** @typedef {import("../types/options.js").CallOptions} CallOptions */
/** @typedef {import("../types/options.js").LoadOptions} LoadOptions */
/** @typedef {import("../types/options.js").PagesEvents} PagesEvents */

const LOAD_OPTIONS = ["parameters", "signal", "timeout", "raw"];
const WINDOW_OPTIONS = ["load", "wait", "signal", "timeout", "raw"];
const WALK_OPTIONS = [
  "concurrency", "maxPages", "maxItems", "exact", "passes", "onProgress", "keepItems", "signal",
  "timeout", "raw",
];

/**
 * One paginator: load pages, or iterate over all items from the beginning.
 *
 * Loads run in the order in which they were called. Each takes `signal`, `timeout` (milliseconds)
 * and `raw`, the three that load a page also `parameters`, merged into the query for that one
 * request. What they return is the protocol's JSON, under its names.
 *
 * Opened with `notifications: true` it reports its loads by events: `willLoadPage`,
 * `didLoadPage`, `didFailPage`, `willRetry`.
 *
 * @template [Item=any]
 * @implements {AsyncIterable<Item>}
 */
export class Pages extends (
  /** @type {import("../types/options.js").EmitterClass<PagesEvents>} */ (EventEmitter)
) {
  #raw;
  #isSeries;
  #isStrict;
  #warned = new Set();
  #position = new Position();
  /** What a walk that was given up has brought comes before the position. */
  #wasCutOff = false;
  #closing = null;

  /** @private */
  constructor(client, state, { raw, strict = false, source = null, isSeries = false } = {}) {
    super();
    /**
     * @readonly
     * @type {import("./client.js").Client}
     */
    this.client = client;
    /**
     * The `paginatorId`.
     *
     * @readonly
     * @type {string}
     */
    this.id = state.paginatorId;
    /**
     * The state as the server sent it last; `fetchState` asks.
     *
     * @type {import("../types/protocol.js").State}
     */
    this.state = state;
    /**
     * The summary of the last `walk`, even if it was given up, or of the last loop over the lists
     * of `client.each`, over `slices`, or of pages opened with `strict`; null before.
     *
     * @type {import("../types/options.js").Walked<Item> | null}
     */
    this.lastWalk = null;
    /** @private The supplier of the items of `client.each`: it stays open. */
    this.source = source;
    this.#raw = raw === true;
    this.#isSeries = isSeries;
    this.#isStrict = strict === true;
  }

  // Loads

  /**
   * Loads the page after the current one, or the first; the kind `noNextPage` at the end.
   *
   * @param {LoadOptions} [options]
   * @returns {Promise<import("../types/options.js").Page<Item>>}
   */
  async next(options = {}) {
    this.#position.begin();
    return this.#load("loadNextPage", {}, options);
  }

  /**
   * Loads the page before the current one.
   *
   * @param {LoadOptions} [options]
   * @returns {Promise<import("../types/options.js").Page<Item>>}
   */
  async previous(options = {}) {
    this.#position.begin();
    return this.#load("loadPreviousPage", {}, options);
  }

  /**
   * Loads that page.
   *
   * @param {number} number
   * @param {LoadOptions} [options]
   * @returns {Promise<import("../types/options.js").Page<Item>>}
   */
  async page(number, options = {}) {
    this.#position.begin();
    return this.#load("loadPage", { page: number }, options);
  }

  /**
   * Page after page, from the current position to the end.
   *
   * @param {LoadOptions} [options]
   * @returns {AsyncIterableIterator<import("../types/options.js").Page<Item>>}
   */
  pages(options = {}) {
    checkNames(options, LOAD_OPTIONS, "pages");
    return this.#iterator(options, false);
  }

  #iterator(options, fromBeginning) {
    const { signal, timeout } = options;
    if (!this.#isSeries) {
      return new PageIterator(this, options, fromBeginning, this.#position, {
        reset: (given) => this.#reset(given),
        next: (given) => this.#load("loadNextPage", {}, given),
        loaded: ({ state }) => this.#warn(state),
        ended: async () => {
          if (!this.#isStrict) return;
          // From the end a walk requests nothing more: it only says what it thinks of the list.
          const walk = new Walk(this.state, { keepItems: false });
          this.#judge(await this.#walk(walk, { signal, timeout }));
        },
      });
    }
    return new WalkIterator(async (walking) => {
      const reading = this.#position.begin(!fromBeginning);
      if (fromBeginning && (this.state.loaded || this.#position.wasRead)) {
        await this.#reset(given({ timeout }));
      }
      const walked = await this.#walk(this.#newWalk(walking), {
        ...walking,
        givenUp: () => (this.#position.isAhead = true),
      });
      this.#position.goOn(reading, true);
      const { each, state, endReason } = walked;
      this.#warn(state, endReason);
      if (each?.failed > 0) {
        process.emitWarning(
          `${each.failed} of ${each.items} lists failed: ${state.error?.message}`,
          WARNING,
        );
      }
      this.#judge(walked);
    }, options);
  }

  /** Tells of what speaks against a list, each kind once: a loop shows no state with it. */
  #warn(state, endReason = state.hasNextPage === false ? state.endReason : null) {
    for (const { kind, message } of [...(state.warnings ?? []), ...doubtsOf(endReason, state)]) {
      if (this.#warned.has(kind)) continue;
      this.#warned.add(kind);
      process.emitWarning(message, WARNING, kind);
    }
  }

  /** Keeps how a loop ended; NotComplete where that has to be a proof and is none. */
  #judge(walked) {
    this.lastWalk = walked;
    if (this.#isStrict && walked.verdict !== "complete") throw new NotComplete(walked);
  }

  /**
   * All items, from the beginning: pages that were loaded before are loaded again. Leaving the
   * loop cancels.
   *
   * @returns {AsyncIterableIterator<Item>}
   */
  [Symbol.asyncIterator]() {
    return new ItemIterator(this.#iterator({}, true));
  }

  /**
   * All items, from the beginning.
   *
   * @param {LoadOptions} [options]
   * @returns {Promise<Item[]>}
   */
  async toArray(options = {}) {
    checkNames(options, LOAD_OPTIONS, "toArray");
    const items = [];
    const within = withinLimit();
    for await (const page of this.#iterator(options, true)) {
      for (const item of within(page)) items.push(item);
    }
    return items;
  }

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
   *
   * @param {import("../types/options.js").WalkOptions<Item>} [options]
   * @returns {Promise<import("../types/options.js").Walked<Item>>}
   */
  async walk(options = {}) {
    checkNames(options, WALK_OPTIONS, "walk");
    this.#position.begin();
    const walk = this.#newWalk(options);
    this.lastWalk = null;
    try {
      this.lastWalk = await this.#walk(walk, { ...options, givenUp: (rest) => walk.keep(rest) });
    } catch (error) {
      if (walk.isGivenUp || error?.kind === "cancelled") await this.#cutOff(walk);
      throw error;
    }
    return this.lastWalk;
  }

  #newWalk(options) {
    return new Walk(this.state, options, this.#wasCutOff);
  }

  /** Keeps what had come of a walk that its caller has ended, and where it is now. */
  async #cutOff(walk) {
    let checkpoint;
    try {
      await this.fetchState({ timeout: patience.rest });
      checkpoint = await this.checkpoint({ timeout: patience.rest });
    } catch (error) {
      if (!(error instanceof PaginatorError)) throw error;
    }
    this.lastWalk = walk.cutOff(this.state, checkpoint);
    this.#wasCutOff = true;
  }

  async #walk(walk, { signal, timeout, givenUp, raw = this.#raw }) {
    const result = await this.#watched(
      this.client.stream("paginator/loadAll", walk.params, {
        ...given({ signal, timeout, givenUp }),
        raw,
        tokens: walk.tokens,
        take: (value) => walk.take(value),
      }),
    );
    return walk.summary(result);
  }

  // The collection

  /**
   * Items by their index in the whole collection, with placeholders where one is not there.
   *
   * Missing pages are loaded (not with `load: false`) and waited for (not with `wait: false`).
   *
   * @param {number} start
   * @param {number} count
   * @param {import("../types/options.js").WindowOptions} [options]
   * @returns {Promise<import("../types/options.js").ItemWindow<Item>>}
   */
  async items(start, count, options = {}) {
    checkNames(options, WINDOW_OPTIONS, "items");
    const { load, wait = load !== false, ...rest } = options;
    return this.#call("items", given({ start, count, load, wait }), rest);
  }

  /**
   * Says that an item is about to be shown: the server loads what `prefetch` asks for.
   *
   * @param {number} index
   * @returns {Promise<void>}
   */
  async touch(index) {
    await this.client.notify("paginator/touch", { paginatorId: this.id, index });
  }

  /**
   * The number of the page that has an item.
   *
   * @param {number} index
   * @param {CallOptions} [options]
   * @returns {Promise<import("../types/protocol.js").PageNumber>}
   */
  async pageForIndex(index, options) {
    return (await this.#call("pageForIndex", { index }, options)).page;
  }

  /**
   * `{start, end}`, end exclusive.
   *
   * @param {number} page
   * @param {CallOptions} [options]
   * @returns {Promise<import("../types/protocol.js").IndexRange>}
   */
  async indexesForPage(page, options) {
    return this.#call("indexesForPage", { page }, options);
  }

  // The paginator

  /**
   * The state now: asks the server, not the API.
   *
   * @param {CallOptions} [options]
   * @returns {Promise<import("../types/protocol.js").State>}
   */
  async fetchState(options) {
    return this.#call("state", {}, options);
  }

  /**
   * Fails every running and queued load of this paginator with the kind `cancelled`.
   *
   * @param {CallOptions} [options]
   * @returns {Promise<import("../types/protocol.js").State>}
   */
  async cancel(options) {
    return this.#call("cancel", {}, options);
  }

  /**
   * Changes settings for later requests; objects are merged, null deletes.
   *
   * @param {Omit<import("../types/protocol.js").ConfigureParams, "paginatorId">} settings
   * @param {CallOptions} [options]
   * @returns {Promise<import("../types/protocol.js").State>}
   */
  async configure(settings, options) {
    return this.#call("configure", settings, options);
  }

  /**
   * Cancels and forgets all pages: as just opened.
   *
   * @param {CallOptions} [options]
   * @returns {Promise<import("../types/protocol.js").State>}
   */
  async reset(options) {
    this.#position.begin(false);
    return this.#reset(options);
  }

  async #reset(options) {
    this.#position.isAhead = false;
    this.#wasCutOff = false;
    return this.#call("reset", {}, options);
  }

  /**
   * Loads held pages again and says what changed: `page`, `changed`, `added`, ...
   *
   * @param {number} [page]
   * @param {CallOptions} [options]
   * @returns {Promise<import("../types/protocol.js").Refreshed[]>}
   */
  async refresh(page, options) {
    return (await this.#call("refresh", given({ page }), options)).pages;
  }

  /**
   * A token without secrets: `open({..., checkpoint})` continues from here, anywhere.
   *
   * @param {CallOptions} [options]
   * @returns {Promise<import("../types/protocol.js").Checkpoint>}
   */
  async checkpoint(options) {
    return (await this.#call("checkpoint", {}, options)).checkpoint;
  }

  /**
   * Cancels and forgets the paginator; nothing happens when it is gone already.
   *
   * @returns {Promise<void>}
   */
  close() {
    this.#closing ??= this.#close();
    return this.#closing;
  }

  async #close() {
    try {
      await this.#call("close", {});
    } catch (error) {
      const isGone = ["paginatorNotFound", "serverGone"].includes(error.kind);
      if (!(error instanceof PaginatorError && isGone)) throw error;
    } finally {
      this.client.forget(this.id);
      if (this[OWN_CLIENT]) await this.client.close();
    }
  }

  async #load(method, params, options) {
    checkNames(options, LOAD_OPTIONS, method);
    const { parameters, ...rest } = options;
    return this.#call(method, given({ ...params, parameters }), rest);
  }

  async #call(method, params, options = {}) {
    return this.#watched(
      this.client.request(`paginator/${method}`, { ...params, paginatorId: this.id }, {
        raw: this.#raw,
        ...options,
      }),
    );
  }

  /** Keeps the state that comes with results and failures. */
  async #watched(work) {
    try {
      const result = await work;
      this.state = stateIn(result) ?? this.state;
      return result;
    } catch (error) {
      if (error instanceof PaginatorError) this.state = stateIn(error.data) ?? this.state;
      throw error;
    }
  }

  /**
   * `Pages p1: page 3 of 10, 250 items`
   *
   * @returns {string}
   */
  toString() {
    return `Pages ${this.#place()}`;
  }

  [Symbol.for("nodejs.util.inspect.custom")]() {
    return `Pages { ${this.#place()} }`;
  }

  #place() {
    const { currentPage, pageCount, objectCount } = this.state;
    let place = "nothing loaded";
    if (currentPage !== null) place = `page ${currentPage}`;
    if (currentPage !== null && pageCount !== null) place += ` of ${pageCount}`;
    if (objectCount !== null) place += `, ${objectCount} items`;
    return `${this.id}: ${place}`;
  }
}

if (Symbol.asyncDispose) {
  Pages.prototype[Symbol.asyncDispose] = function dispose() {
    return this.close();
  };
}

/** Reasons for doubt in an end that is not the list's own, nor a limit of the caller's. */
function doubtsOf(endReason, { objectCount }) {
  const { kind, page, evidence } = objectOr(endReason);
  const { field, value } = objectOr(evidence);
  let text = null;
  if (kind === "ceiling") {
    text = `the API gives at most ${value}${objectCount > value ? ` of ${objectCount}` : ""} items`;
  } else if (field === "limits.emptyPagesMax") text = `${value} pages in a row had no items`;
  else if (kind === "refused") text = `the API refused page ${page}`;
  else if (kind?.startsWith("repeated")) text = `page ${page} repeats an earlier one`;
  return text === null ? [] : [{ kind, message: `There may be more: ${text}.` }];
}

/** The state that a result is or has. */
function stateIn(result) {
  const found = objectOr(result);
  if (objectOr(found.state) === found.state) return found.state;
  return "currentPage" in found ? found : null;
}
