// Iteration that can be left at any time: `return()` cancels the load that is under way.

import { onAbort } from "./abort.js";
import { given } from "./values.js";

const DONE = Object.freeze({ done: true, value: undefined });

/** The base of the iterators: one step after the other, and an end at any time. */
class Steps {
  #steps = Promise.resolve();
  #isOver = false;

  /** The result of one step, or DONE. */
  async step() {
    return DONE;
  }

  /** Stops what `step` waits for. */
  async stop() {}

  [Symbol.asyncIterator]() {
    return this;
  }

  next() {
    const result = this.#steps.then(async () => {
      if (this.#isOver) return DONE;
      try {
        const found = await this.step();
        if (found.done) this.#isOver = true;
        return found;
      } catch (error) {
        if (this.#isOver) return DONE;
        this.#isOver = true;
        throw error;
      }
    });
    this.#steps = result.then(() => {}, () => {});
    return result;
  }

  async return(value) {
    this.#isOver = true;
    await this.stop();
    await this.#steps;
    return { done: true, value };
  }
}

/** The pages from the current position, or from the beginning, to the end. */
export class PageIterator extends Steps {
  #pages;
  #options;
  #stopping = new AbortController();
  #isLast = false;
  #rewinds;
  #position;
  #told;
  #reading = null;

  /**
   * `told`: `reset` and `next` get options for a call, `loaded(page)` is called with each page,
   * `ended()` is waited for after the last.
   */
  constructor(pages, options, fromBeginning, position, told) {
    super();
    this.#pages = pages;
    this.#options = options;
    this.#rewinds = fromBeginning;
    this.#position = position;
    this.#told = told;
  }

  async step() {
    const page = this.#isLast ? null : await this.#next();
    if (page !== null) return { done: false, value: page };
    await this.#told.ended();
    return DONE;
  }

  /** The next page; null after the last. */
  async #next() {
    this.#reading ??= this.#position.begin();
    let page;
    try {
      if (this.#rewinds) await this.#rewind();
      this.#position.goOn(this.#reading);
      page = await this.#load();
    } catch (error) {
      this.#position.goOn(this.#reading);
      if (error.kind === "noNextPage") return null;
      throw error;
    }
    this.#position.goOn(this.#reading, true);
    this.#told.loaded(page);
    this.#isLast = page.state.hasNextPage === false;
    // The load that discovers the end may bring nothing else.
    return page.items.length === 0 && this.#isLast ? null : page;
  }

  /** Back to where the paginator was opened. */
  async #rewind() {
    this.#rewinds = false;
    const { loaded, currentPage } = this.#pages.state;
    if (!loaded && currentPage === null && !this.#position.wasRead) return;
    const { signal, timeout } = this.#options;
    await this.#told.reset(given({ signal, timeout }));
  }

  async #load() {
    const { signal } = this.#options;
    signal?.throwIfAborted();
    const forget = onAbort(signal, () => this.#stopping.abort(signal.reason));
    try {
      return await this.#told.next({ ...this.#options, signal: this.#stopping.signal });
    } finally {
      forget();
    }
  }

  async stop() {
    this.#stopping.abort();
  }
}

/** The pages of a walk, which waits for its reader. */
export class WalkIterator extends Steps {
  #start;
  #stopping = new AbortController();
  #walking = null;
  #arrivals = [];
  #arrived = null;
  #release = null;

  /** `start` gets options for a walk, and returns the promise of its summary. */
  constructor(start, options) {
    super();
    this.#start = async () => {
      const { signal } = options;
      signal?.throwIfAborted();
      const forget = onAbort(signal, () => this.#stopping.abort(signal.reason));
      try {
        return await start({ ...options, ...this.#walkOptions() });
      } finally {
        forget();
      }
    };
  }

  #walkOptions() {
    return {
      keepItems: false,
      signal: this.#stopping.signal,
      onProgress: ({ page, items, item }) =>
        new Promise((resolve) => {
          this.#release = resolve;
          this.#arrive({ page: { page, items, item } });
        }),
    };
  }

  #arrive(arrival) {
    this.#arrivals.push(arrival);
    this.#arrived?.();
  }

  async step() {
    this.#walking ??= this.#start().then(
      () => this.#arrive({ isLast: true }),
      (error) => this.#arrive({ error }),
    );
    this.#release?.();
    this.#release = null;
    while (this.#arrivals.length === 0) {
      await new Promise((resolve) => (this.#arrived = resolve));
    }
    const { page, error } = this.#arrivals.shift();
    if (error) throw error;
    return page ? { done: false, value: page } : DONE;
  }

  async stop() {
    this.#stopping.abort();
    this.#release?.();
    this.#arrive({ isLast: true });
    await this.#walking;
  }
}

/** The items of the pages of another iterator; no more than `limits.itemsMax`. */
export class ItemIterator extends Steps {
  #pages;
  #within = withinLimit();
  #items = [];
  #index = 0;

  constructor(pages) {
    super();
    this.#pages = pages;
  }

  async step() {
    while (this.#index >= this.#items.length) {
      const { done, value: page } = await this.#pages.next();
      if (done) return DONE;
      this.#items = this.#within(page);
      this.#index = 0;
    }
    this.#index += 1;
    return { done: false, value: this.#items[this.#index - 1] };
  }

  async stop() {
    await this.#pages.return();
  }
}

/** Gives of each page the items that are within `limits.itemsMax`: the page that reaches it is whole. */
export function withinLimit() {
  let before = 0;
  return ({ items, state }) => {
    const { kind, evidence } = state?.endReason ?? {};
    const end = kind === "itemsMax" ? Math.max(0, evidence.value - before) : items.length;
    before += items.length;
    return items.slice(0, end);
  };
}
