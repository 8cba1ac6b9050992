// One open collection: a paginator on the server, and the pages of it that are shown.

import { EventEmitter } from "node:events";

import { errorFrom } from "../client/index.js";
import { listOf } from "./json.js";

/** Pages that are kept to be shown; past it those with the lowest numbers are dropped. */
export const PAGES_KEPT_MAX = 1000;

/** Characters of items that are kept; past it likewise. */
export const CHARACTERS_KEPT_MAX = 128 * 1024 * 1024;

/** Items are kept as the texts that came, so that no digit is lost. `"changed"` tells of all. */
export class Collection extends EventEmitter {
  #paginator = null;
  #characters = 0;
  /** The page that a walk ended in: its rest comes next, under the same number. */
  #cutPage = null;
  #working = 0;
  /** The paginator that walks through all items for an export; null where none does. */
  #exporting = null;

  constructor(key, { name, params, display }) {
    super();
    this.key = key;
    this.name = name;
    this.params = params;
    this.display = display;
    this.state = null;
    /** The kept pages by number, in the order of their numbers: lists of JSON texts. */
    this.pages = new Map();
    this.droppedPages = 0;
    /** The work under way: `{text, percentage}`; null where there is none. */
    this.activity = null;
    /** The last failure; null after a success. */
    this.error = null;
    /** The verdict of the last walk; null where pages came one by one. */
    this.verdict = null;
  }

  /** A paginator has been opened for it. */
  attach(paginator) {
    this.#paginator = paginator;
    this.#forgetPages();
    this.error = null;
    this.#follow();
    paginator.on("willRetry", ({ page, attempt, delaySeconds, reason }) => {
      this.#report(`page ${page}: ${reason}, attempt ${attempt} in ${Math.round(delaySeconds)} s`);
    });
  }

  /** The server has ended. */
  detach(error) {
    this.#paginator = null;
    this.error = error;
    this.activity = null;
    this.#changed();
  }

  get isOpen() {
    return this.#paginator !== null;
  }

  /** Items that are kept. */
  get itemCount() {
    let count = 0;
    for (const texts of this.pages.values()) count += texts.length;
    return count;
  }

  more() {
    const next = this.state?.currentPage === null ? "the first page" : "the next page";
    return this.#work(`loading ${next}`, async (paginator) => {
      const page = await paginator.next();
      this.#keep(page, page.page === this.#cutPage);
      this.#cutPage = null;
    });
  }

  previous() {
    return this.#work("loading the previous page", async (paginator) => {
      this.#keep(await paginator.previous());
      this.#cutPage = null;
    });
  }

  goTo(page) {
    return this.#work(`loading page ${page}`, async (paginator) => {
      this.#keep(await paginator.page(page));
      this.#cutPage = null;
    });
  }

  /** Loads all pages from the current one on, up to so many items. */
  all(itemsMax) {
    return this.#work("loading all pages", async (paginator) => {
      const summary = await paginator.walk({
        maxItems: itemsMax,
        keepItems: false,
        onProgress: ({ page, items, itemCount, percentage }) => {
          this.#keep({ page, items }, page === this.#cutPage);
          this.#cutPage = page;
          this.#report(`page ${page}, ${itemCount} items loaded`, wholePercent(percentage));
        },
      });
      if (summary.verdict !== "capped") this.#cutPage = null;
      this.verdict = summary.verdict;
      if (summary.state.error !== null) throw errorFrom(summary.state.error);
    });
  }

  /** All items by a paginator of their own, so that what is shown stays: `{texts, verdict, doubts}`. */
  everything(paginator) {
    return this.#work("exporting all items", async () => {
      this.#exporting = paginator;
      try {
        const texts = [];
        const { verdict, state } = await paginator.walk({
          keepItems: false,
          onProgress: ({ page, items, itemCount, percentage }) => {
            for (const text of items) texts.push(text);
            const progress = `exporting page ${page}, ${itemCount} items`;
            this.#report(progress, wholePercent(percentage));
          },
        });
        if (state.error !== null) throw errorFrom(state.error);
        return { texts, verdict, doubts: state.warnings.map(({ message }) => message) };
      } finally {
        this.#exporting = null;
      }
    });
  }

  /** Fails what is going on; the others that wait for it are told by its error. */
  async cancel() {
    await Promise.all([this.#exporting?.cancel(), this.#paginator?.cancel()]);
  }

  /** Asks again for all kept pages; where the server does not hold each of them, starts over. */
  refresh() {
    return this.#work("refreshing", async (paginator) => {
      const held = paginator.state.loadedPages;
      const isHeld = (page) => held.some(([first, last]) => first <= page && page <= last);
      if (this.pages.size === 0 || ![...this.pages.keys()].every(isHeld)) {
        await paginator.reset();
        this.#forgetPages();
        this.#keep(await paginator.next());
        return;
      }
      for (const { page, changed, error } of await paginator.refresh()) {
        if (error) throw errorFrom(error);
        if (changed && this.pages.has(page)) await this.#reread(paginator, page);
      }
    });
  }

  async #reread(paginator, page) {
    const { start, end } = await paginator.indexesForPage(page);
    const window = await paginator.items(start, end - start);
    const [failed] = window.pages.failed;
    if (failed) throw errorFrom(failed.error);
    this.#keep({ page, items: window.items });
  }

  /** The JSON text of an item anywhere in the collection, by its index from 0. */
  itemAt(index) {
    return this.#work(`loading item ${index}`, async (paginator) => {
      paginator.touch(index).catch(() => {});
      const window = await paginator.items(index, 1);
      const [failed] = window.pages.failed;
      if (failed) throw errorFrom(failed.error);
      return window.items[0];
    });
  }

  /** A part of the whole collection, for the grid: the protocol's window, of JSON texts. */
  window(start, count) {
    if (this.#paginator === null) throw this.error ?? new Error(`${this.name} has been closed.`);
    return this.#paginator.items(start, count);
  }

  /** The index of the first item that is kept: not 0 where the URL names a later page. */
  async startIndex() {
    const [page] = this.pages.keys();
    if (this.#paginator === null || page === undefined || page <= this.state.firstPage) return 0;
    return (await this.#paginator.indexesForPage(page)).start;
  }

  /** The JSON texts of all kept items, in their order. */
  get texts() {
    return [...this.pages.values()].flat();
  }

  /** The JSON text of all kept items, of those of a page, or of one; null where it is not kept. */
  text({ page, item } = {}) {
    if (page === undefined) return listOf([...this.pages.values()].flat());
    const texts = this.pages.get(page);
    if (texts === undefined) return null;
    return item === undefined ? listOf(texts) : texts[item] ?? null;
  }

  async close() {
    const paginator = this.#paginator;
    this.#paginator = null;
    await paginator?.close();
  }

  async #work(text, work) {
    const paginator = this.#paginator;
    if (paginator === null) throw this.error ?? new Error(`${this.name} has been closed.`);
    this.#working += 1;
    this.#report(text);
    try {
      const result = await work(paginator);
      this.error = null;
      return result;
    } catch (error) {
      if (this.#paginator === paginator) this.error = error.kind === "cancelled" ? null : error;
      throw error;
    } finally {
      this.#working -= 1;
      if (this.#working === 0) this.activity = null;
      if (this.#paginator === paginator) this.#follow();
      this.#changed();
    }
  }

  #follow() {
    this.state = this.#paginator.state;
  }

  #report(text, percentage = null) {
    this.activity = { text, percentage };
    this.#changed();
  }

  #keep({ page, items }, isRest = false) {
    this.verdict = null;
    if (items.length === 0) return;
    const before = this.pages.get(page) ?? [];
    const texts = isRest ? [...before, ...items] : items;
    this.#characters += lengthOf(texts) - lengthOf(before);
    const isNew = !this.pages.has(page);
    this.pages.set(page, texts);
    if (isNew && page < [...this.pages.keys()].at(-2)) {
      this.pages = new Map([...this.pages].sort(([a], [b]) => a - b));
    }
    for (const [number, dropped] of this.pages) {
      if (this.pages.size <= PAGES_KEPT_MAX && this.#characters <= CHARACTERS_KEPT_MAX) break;
      if (number === page) continue;
      this.pages.delete(number);
      this.#characters -= lengthOf(dropped);
      this.droppedPages += 1;
    }
  }

  #forgetPages() {
    this.pages.clear();
    this.#characters = 0;
    this.#cutPage = null;
    this.droppedPages = 0;
    this.verdict = null;
  }

  #changed() {
    this.emit("changed");
  }
}

function wholePercent(percentage) {
  return percentage === null ? null : Math.round(percentage);
}

function lengthOf(texts) {
  let length = 0;
  for (const text of texts) length += text.length;
  return length;
}
