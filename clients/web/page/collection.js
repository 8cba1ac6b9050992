// The collection as far as the page knows it: items near the view, counts, failed pages. It asks the
// server for the window that is in view, and shows nothing by itself.

import { parse } from "./json.js";
import { separated } from "./text.js";

/** Items in the page, and characters of their texts. */
const ITEMS_MAX = 5_000;
const CHARACTERS_MAX = 64 * 1024 * 1024;
/** Items in the page once somebody wanted all of them. */
const ALL_ITEMS_MAX = 50_000;
/** The most items that are kept: those nearest to the view. */
const SHARE_KEPT = 0.8;

const WINDOW_MAX = 1_000;
/** Rows around the view that are taken from the pages that the server holds. */
const NEAR = 400;
/** Rows that are looked up at a time in the direction of travel. */
const BLOCK = 200;
const PAGES_MAX = 2_000;
/** The code of a load that was cancelled. */
const CANCELLED = 1009;
/** Strategies whose pages can be requested in any order, and end where the total says. */
export const COMPUTED = ["page", "offset", "range"];

/** An item: its text, and what it says once somebody looks. */
export class Item {
  #value;

  constructor(text) {
    this.text = text;
  }

  get value() {
    this.#value ??= { is: parse(this.text) };
    return this.#value.is;
  }
}

export class Collection {
  #call;
  #notify;
  #changed;
  #items = new Map();
  #characters = 0;
  #itemsMax = ITEMS_MAX;
  #pages = new Map();
  #failed = new Map();
  #view = { start: 0, end: 0 };
  #wanted = null;
  #isAsking = false;
  /** True when the first page is under way, of which nothing is known yet. */
  #isOpening = false;
  #looked = new Set();
  /** The index that the view wants, even if the list may end before it. */
  #goal = 0;

  /** The state that the server told last. */
  state;
  /** The index of the first row: not 0 where the list was opened at a later page or offset. */
  first = 0;
  /** True when the first page that was loaded is not the list's first. */
  isInside = false;
  #count = 0;
  /** The index from which on an empty page contradicts the total. */
  #emptyFrom = Infinity;
  /** True when there are no others. */
  isEndKnown = false;

  /**
   * - call(method, params): a request about this paginator
   * - notify(method, params): the same without an answer
   * - changed(): something is to be shown anew
   */
  constructor(state, { call, notify, changed }) {
    this.#call = call;
    this.#notify = notify;
    this.#changed = changed;
    this.state = state;
  }

  /** The index after the last item that is known to exist. */
  get count() {
    return Math.min(this.#count, this.#emptyFrom);
  }

  set count(count) {
    this.#count = count;
  }

  /** Goes on with another server, which knows nothing yet. */
  resume(state) {
    this.state = state;
    this.#failed.clear();
    this.#looked.clear();
    this.#ask(this.#view.start, Math.max(1, this.#view.end - this.#view.start), true);
  }

  item(index) {
    return this.#items.get(index);
  }

  /** The indexes of the items that are here, in order. */
  get heldIndexes() {
    return [...this.#items.keys()].sort((one, other) => one - other);
  }

  get heldCount() {
    return this.#items.size;
  }

  /** The failed page of an index: `{page, error, start, end}`; undefined without. */
  failure(index) {
    for (const failed of this.#failed.values()) {
      if (index >= failed.start && index < failed.end) return failed;
    }
    return undefined;
  }

  /** The failed first page where nothing else is here; null otherwise. */
  get loneFailure() {
    const isEmpty = this.rowCount === 0 && this.#items.size === 0;
    return isEmpty ? (this.failure(this.first) ?? null) : null;
  }

  /** The number of an index's page, as known, else computed. */
  pageOf(index) {
    for (const [page, { start, count }] of this.#pages) {
      if (index >= start && index < start + count) return page;
    }
    const { firstPage, perPage } = this.state;
    return firstPage + Math.floor(index / perPage);
  }

  get perPage() {
    return this.state.perPage;
  }

  /** Items that are known to exist, from the first row on. */
  get rowCount() {
    return Math.max(0, this.count - this.first);
  }

  /** Rows to show: what exists, and where more may come as many as a page has. */
  get extent() {
    if (this.loneFailure !== null) return 1;
    if (this.isEndKnown) return this.rowCount;
    return Math.max(this.rowCount + this.perPage, this.#goal - this.first);
  }

  isVisible(page) {
    const known = this.#pages.get(page);
    const start = known?.start ?? (page - this.state.firstPage) * this.perPage;
    const end = start + (known?.count ?? this.perPage);
    return start < this.#view.end && end > this.#view.start;
  }

  /** Makes room for an index that may not exist. */
  reach(index) {
    this.#goal = Math.max(this.#goal, index + 1);
  }

  /** The number of pages, as known, else computed; null where neither is possible. */
  get pageCount() {
    const { pageCount, firstPage } = this.state;
    if (pageCount !== null || !this.isEndKnown) return pageCount;
    return this.pageOf(Math.max(this.first, this.count - 1)) - firstPage + 1;
  }

  /** The rows in view, after a movement: what is missing of them is requested. */
  show(start, end) {
    const isForward = start >= this.#view.start;
    this.#view = { start, end };
    // A first page that has failed is asked for again by hand only.
    if (this.loneFailure !== null) return;
    const missing = this.#missing(start, Math.min(end, this.isEndKnown ? this.count : end));
    if (missing === null) this.#touch(start);
    else if (this.rowCount === 0 && start === this.first) {
      this.#open();
      return;
    } else {
      this.#wanted = missing;
      this.#pump();
    }
    this.#lookAhead(isForward ? end : start - BLOCK);
  }

  /** The last page, once it is in view; null before. */
  get lastPageInView() {
    const last = this.count - 1;
    const isThere = this.isEndKnown && this.#view.end > last && this.#items.has(last);
    return isThere ? this.pageOf(last) : null;
  }

  /** Asks the API again for a failed page. */
  tryAgain({ start, end }) {
    if (this.loneFailure !== null) {
      this.#open();
      return;
    }
    const first = Math.max(start, Math.min(this.#view.start, end - 1));
    this.#ask(first, Math.max(1, Math.min(end, this.#view.end) - first), true);
  }

  // Messages of the server

  willLoad(page) {
    if (this.#failed.delete(page)) this.#changed();
  }

  didLoad({ page, start, count, objectCount }) {
    this.#failed.delete(page);
    this.#pages.delete(page);
    this.#pages.set(page, { start, count });
    if (this.#pages.size > PAGES_MAX) this.#pages.delete(this.#pages.keys().next().value);
    this.#looked.clear();
    if (Number.isInteger(objectCount)) {
      // Rows after an unexpected empty page would be placeholders for ever.
      if (count === 0) this.#emptyFrom = Math.min(this.#emptyFrom, start);
      else if (start + count > this.#emptyFrom) this.#emptyFrom = Infinity;
      this.count = objectCount;
      this.isEndKnown = true;
    }
    // A page of another size moves all that follow.
    if (count !== this.perPage) this.#forgetFrom(start);
    const first = Math.max(start, this.#view.start - NEAR);
    const last = Math.min(start + count, this.#view.end + NEAR);
    // One more than there are: where the window comes back shorter, that was the end.
    if (last >= first) this.#ask(first, last - first + 1, false);
  }

  /** A page has failed; the server forgets one that was cancelled, whose rows would wait for ever. */
  async didFail(page, error) {
    const { start, end } = this.#view;
    await this.#ask(start, Math.max(1, end - start), false);
    if (error?.code !== CANCELLED || this.rowCount === 0) return;
    await this.#placeFailures([{ page, error }]);
    this.#failWaiting(page, error);
    this.#changed();
  }

  /** The rows in view that waited for a page before theirs wait no more. */
  #failWaiting(page, error) {
    const { start, end } = this.#view;
    const missing = this.#missing(start, Math.min(end, this.isEndKnown ? this.count : end));
    if (missing === null || COMPUTED.includes(this.state.strategy)) return;
    const wanted = this.pageOf(missing.start);
    if (wanted <= page || this.failure(missing.start) !== undefined) return;
    const message =
      `${error.message.replace(/\.$/, "")} at page ${separated(page)}: this list is read page by page, ` +
      `and these rows are on page ${separated(wanted)}.`;
    const range = { start: missing.start, end: missing.start + missing.count };
    this.#failed.set(page, { page, error: { ...error, message }, ...range });
  }

  /** A page of a walk through everything; whether there is room for it. */
  takeWalked({ start, items, objectCount }) {
    this.#itemsMax = ALL_ITEMS_MAX;
    const end = start + items.length;
    this.count = Math.max(this.count, end, objectCount ?? 0);
    this.isEndKnown ||= Number.isInteger(objectCount);
    const { size } = this.#items;
    if (size + items.length > ALL_ITEMS_MAX || this.#characters > CHARACTERS_MAX) return false;
    items.forEach((text, at) => {
      if (!this.#items.has(start + at)) this.#put(start + at, text);
    });
    this.#changed();
    return true;
  }

  /** The walk has seen the end, whatever the API counts. */
  endWalked(count) {
    if (count < this.#count) this.#emptyFrom = count;
    this.count = count;
    this.isEndKnown = true;
    this.#changed();
  }

  // Windows

  /** The first to the last of the rows that are not here; null where all are. */
  #missing(start, end) {
    let [first, last] = [start, end];
    while (first < last && this.#items.has(first)) first += 1;
    while (last > first && this.#items.has(last - 1)) last -= 1;
    return first < last ? { start: first, count: last - first } : null;
  }

  /** Pages that the server does not hold, as after a walk, it would request again. */
  #touch(index) {
    const page = this.pageOf(index);
    const isHeld = this.state.loadedPages.some(([from, to]) => from <= page && page <= to);
    if (isHeld) this.#notify("paginator/touch", { index });
  }

  /** The first page: while it is under way, and until its failure is placed, nothing else is asked. */
  async #open() {
    if (this.#isOpening) return;
    this.#isOpening = true;
    try {
      // Of a window only the first page of the API is known: this is the one that the URL names.
      const { page, items, state } = await this.#call("paginator/loadNextPage", {});
      this.isInside = page > state.firstPage;
      this.#begin(state.offset ?? 0);
      await this.#ask(this.first, Math.max(1, items.length), true, true);
    } catch (error) {
      this.#failFirst(error);
    }
    this.#isOpening = false;
    if (this.rowCount > 0) this.show(this.#view.start, this.#view.end);
  }

  /** Takes an index for the first row. */
  #begin(first) {
    const { start, end } = this.#view;
    const moved = first - this.first;
    this.first = first;
    this.#view = { start: start + moved, end: end + moved };
    this.#failed.clear();
  }

  #failFirst({ message, data }) {
    if (this.rowCount > 0) return;
    const page = this.state.firstPage;
    const [start, end] = [this.first, this.first + this.perPage];
    this.#failed.set(page, { page, error: { message, data }, start, end });
    this.#changed();
  }

  /** One window at a time: while it is under way, only the newest wish counts. */
  async #pump() {
    if (this.#isAsking) return;
    this.#isAsking = true;
    while (this.#wanted !== null) {
      const { start, count } = this.#wanted;
      this.#wanted = null;
      await this.#ask(start, count, true);
    }
    this.#isAsking = false;
  }

  /** Takes rows beside the view that the server holds already. */
  #lookAhead(from) {
    const block = Math.max(0, Math.floor(from / BLOCK));
    const start = block * BLOCK;
    if (this.#looked.has(block) || (this.isEndKnown && start >= this.count)) return;
    this.#looked.add(block);
    const missing = this.#missing(start, start + BLOCK);
    if (missing === null || !this.#isHeldNear(start)) return;
    this.#ask(missing.start, missing.count, false);
  }

  #isHeldNear(start) {
    const [first, last] = [this.pageOf(start), this.pageOf(start + BLOCK)];
    return this.state.loadedPages.some(([from, to]) => from <= last && to >= first);
  }

  async #ask(start, wanted, load, wait = false) {
    const count = Math.min(wanted, WINDOW_MAX);
    let answer;
    try {
      answer = await this.#call("paginator/items", { start, count, load, wait });
    } catch (error) {
      if (error.code === 1007) {
        this.count = error.data.count;
        this.isEndKnown = true;
        this.#changed();
      }
      return;
    }
    this.#take(answer, count);
    await this.#placeFailures(answer.pages.failed);
    this.#changed();
  }

  #take({ start, items, loaded, count, pages, state }, wanted) {
    this.state = state;
    const isClipped = items.length < wanted;
    // A server that was just started knows nothing; what another one told still holds.
    if (count > 0 || isClipped) {
      this.count = isClipped || state.hasObjectCount ? count : Math.max(count, this.count);
      this.isEndKnown = this.isEndKnown || isClipped || state.hasObjectCount;
    }
    for (const [from, to] of loaded) {
      for (let index = from; index < to; index += 1) this.#put(index, items[index - start]);
    }
    for (const page of pages.loading) this.#failed.delete(page);
    this.#trim();
  }

  async #placeFailures(failures) {
    for (const { page, error } of failures) {
      if (this.#failed.has(page)) this.#failed.get(page).error = error;
      else {
        const range = await this.#call("paginator/indexesForPage", { page }).catch(() => null);
        if (range !== null) this.#failed.set(page, { page, error, ...range });
      }
    }
  }

  #put(index, text) {
    this.#drop(index);
    this.#items.set(index, new Item(text));
    this.#characters += text.length;
  }

  #drop(index) {
    const old = this.#items.get(index);
    if (old === undefined) return;
    this.#characters -= old.text.length;
    this.#items.delete(index);
  }

  #forgetFrom(start) {
    for (const index of [...this.#items.keys()]) if (index >= start) this.#drop(index);
  }

  /** Drops the items farthest from the view. */
  #trim() {
    if (this.#items.size <= this.#itemsMax && this.#characters <= CHARACTERS_MAX) return;
    const middle = (this.#view.start + this.#view.end) / 2;
    const far = [...this.#items.keys()].sort(
      (one, other) => Math.abs(other - middle) - Math.abs(one - middle),
    );
    for (const index of far) {
      const isFew = this.#items.size <= this.#itemsMax * SHARE_KEPT;
      if (isFew && this.#characters <= CHARACTERS_MAX * SHARE_KEPT) return;
      this.#drop(index);
    }
  }
}
