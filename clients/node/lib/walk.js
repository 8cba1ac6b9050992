// One `paginator/loadAll`: its request, what has come of it, and its summary.

import { given, objectOr } from "./values.js";

let walks = 0;

export class Walk {
  #onProgress;
  #items;
  #report = {};
  #pages = 0;
  #itemCount = 0;
  #start = null;
  #maxItems;
  #maxPages;
  /** The number of the page at which it begins; only where it continues another. */
  #firstPage = null;
  /** Its caller has given it up, and has not had all that came. */
  isGivenUp = false;

  /** `continues` says that a walk was given up, and that its pages are no part of this one. */
  constructor(state, options, continues = false) {
    const { concurrency, maxPages, maxItems, onProgress, keepItems = true } = options;
    const walk = given({ exact: options.exact, passes: options.passes });
    walks += 1;
    this.tokens = [`walk-${walks}`, `walk-${walks}-progress`];
    this.params = {
      paginatorId: state.paginatorId,
      partialResultToken: this.tokens[0],
      workDoneToken: this.tokens[1],
      ...given({ concurrency, maxPages, maxItems }),
      ...(Object.keys(walk).length > 0 && { walk }),
    };
    this.#maxItems = maxItems ?? Infinity;
    this.#maxPages = maxPages ?? Infinity;
    this.#onProgress = onProgress;
    this.#items = keepItems ? [] : null;
    const { currentPage } = state;
    if (continues && currentPage !== null) this.#firstPage = currentPage + 1;
  }

  /** Takes a page, or a word on how far the walk is. */
  take(value) {
    const found = objectOr(value);
    if (!Array.isArray(found.items)) {
      Object.assign(this.#report, found);
      return undefined;
    }
    this.#add(found);
    const total = this.#total(found);
    return this.#onProgress?.({
      page: found.page,
      items: found.items,
      ...given({ item: found.item }),
      pages: this.#pages,
      itemCount: this.#itemCount,
      total,
      percentage: this.#share(found, total),
      message: this.#message(total),
    });
  }

  #add({ page, items }) {
    if (this.#pages === 0 && this.#firstPage !== null) this.#firstPage = page ?? this.#firstPage;
    this.#pages += 1;
    this.#itemCount += items.length;
    if (this.#items !== null) for (const item of items) this.#items.push(item);
  }

  /** Keeps the pages of an abandoned walk that no one has received. */
  keep(values) {
    this.isGivenUp = true;
    const pages = values.filter((value) => Array.isArray(objectOr(value).items));
    if (pages.length > 0) this.#items ??= [];
    for (const page of pages) this.#add(page);
  }

  /** The number of items that there will be, as known now; null where that is unknown. */
  #total({ start, objectCount, item }) {
    // The numbers of one of many lists say nothing of the others.
    if (!Number.isInteger(start) || item !== undefined) return null;
    this.#start ??= start;
    const wanted = Math.floor((this.#itemCount * this.#maxPages) / this.#pages);
    const due = Math.min((objectCount ?? Infinity) - this.#start, this.#maxItems, wanted);
    return Number.isFinite(due) ? Math.max(this.#itemCount, due) : null;
  }

  /** The progress of the walk in percent; of an older server the last that it reported. */
  #share({ start, item }, total) {
    if (!Number.isInteger(start) || item !== undefined) return this.#report.percentage ?? null;
    if (total === null) return null;
    return total === 0 ? 100 : (100 * this.#itemCount) / total;
  }

  /** The progress in words: the walk's own numbers, and the rest as the server last reported it. */
  #message(total) {
    const [, rest = ""] = /^page .*? items(,.*)$/.exec(this.#report.message ?? "") ?? [];
    const due = total === null ? "" : ` of ${total}`;
    return `page ${this.#pages}, ${this.#itemCount}${due} items${rest}`;
  }

  summary(result) {
    const start = this.#firstPage === null ? {} : { start: { page: this.#firstPage } };
    return { ...start, ...result, ...(this.#items !== null && { items: this.#items }) };
  }

  /** The summary of a walk that its caller has ended. */
  cutOff(state, checkpoint) {
    const endReason = { kind: "cancelled", page: state.currentPage, evidence: {} };
    const verdict = this.#pages > 0 ? "partial" : "failed";
    const counts = { pages: this.#pages, itemCount: this.#itemCount, duplicates: 0 };
    return this.summary({ ...counts, verdict, endReason, ...given({ checkpoint }), state });
  }
}
