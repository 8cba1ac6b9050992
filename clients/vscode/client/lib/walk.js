// One `paginator/loadAll`: its request, what has come of it, and its summary.

import { objectOr } from "./errors.js";
import { given } from "./options.js";

let walks = 0;

export class Walk {
  #state;
  #onProgress;
  #items;
  #report = {};
  #pages = 0;
  #itemCount = 0;

  constructor(state, { concurrency, maxPages, maxItems, onProgress, keepItems = true }) {
    walks += 1;
    this.tokens = [`walk-${walks}`, `walk-${walks}-progress`];
    this.params = {
      paginatorId: state.paginatorId,
      partialResultToken: this.tokens[0],
      workDoneToken: this.tokens[1],
      ...given({ concurrency, maxPages, maxItems }),
    };
    this.#state = state;
    this.#onProgress = onProgress;
    this.#items = keepItems ? [] : null;
  }

  /** Takes a page, or a word on how far the walk is. */
  take(value) {
    const found = objectOr(value);
    if (!Array.isArray(found.items)) {
      Object.assign(this.#report, found);
      return undefined;
    }
    this.#pages += 1;
    this.#itemCount += found.items.length;
    if (this.#items !== null) for (const item of found.items) this.#items.push(item);
    return this.#onProgress?.({
      page: found.page,
      items: found.items,
      pages: this.#pages,
      itemCount: this.#itemCount,
      percentage: this.#share(found.page),
      message: this.#report.message ?? null,
    });
  }

  /** How far a page is into the collection, in percent; else what the server said last. */
  #share(page) {
    const { firstPage, pageCount } = this.#state;
    if (!pageCount) return this.#report.percentage ?? null;
    return Math.min(100, (100 * (page - firstPage + 1)) / pageCount);
  }

  summary(result) {
    return this.#items === null ? result : { ...result, items: this.#items };
  }
}
