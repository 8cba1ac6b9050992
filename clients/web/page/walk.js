// "Load all": walks through the whole collection, in a paginator of its own, hands its pages to the
// grid, and counts. It keeps a checkpoint, to resume there where its server ends.

import { KEPT } from "./requests.js";
import { counted, endSentence, failureText, grouped, separated } from "./text.js";

const CHECKPOINT_EVERY = 1_000;
/** The codes of what was cancelled. */
const CANCELLED = [1009, -32800];

let walks = 0;

export class Walk {
  #params;
  #handlers;
  #connection = null;
  #id = "";
  #pages = 0;
  #items = 0;
  #resumedAt = 0;
  #shown = 0;
  /** The index after the last item that has come. */
  #end = 0;
  #mark = { pages: 0, items: 0, checkpoint: null };
  #timer;
  #isCancelled = false;

  /**
   * - took(page): whether the grid has room for the page
   * - progressed(message, percentage): percentage is null where nobody knows
   * - ended(sentence, endReason): the reason is null where it is not the collection's end
   * - failed(error)
   */
  constructor(params, handlers) {
    this.#params = params;
    this.#handlers = handlers;
  }

  get id() {
    return this.#id;
  }

  /** Walks on a server, from the last checkpoint where there is one. */
  async run(connection) {
    walks += 1;
    const id = `walk-${walks}`;
    this.#id = id;
    this.#connection = connection;
    this.#pages = this.#mark.pages;
    this.#items = this.#mark.items;
    this.#resumedAt = this.#mark.items;
    const { checkpoint } = this.#mark;
    const from = checkpoint === null ? {} : { checkpoint };
    this.#timer = setInterval(() => this.#checkpoint(), CHECKPOINT_EVERY);
    try {
      const limits = { ...KEPT, ...this.#params.limits };
      const params = { ...this.#params, limits, ...from, paginatorId: id, notifications: true };
      await connection.call("paginator/open", params);
      const summary = await connection.call("paginator/loadAll", {
        paginatorId: id,
        partialResultToken: `${id}-pages`,
        workDoneToken: id,
      });
      this.#finish(summary);
    } catch (error) {
      clearInterval(this.#timer);
      if (connection.hasEnded) return;
      this.#call("paginator/reset");
      if (CANCELLED.includes(error.code)) this.#handlers.ended("cancelled", null);
      else this.#handlers.failed(error);
    }
  }

  /** Takes a `$/progress`; whether it was for this walk. */
  take(token, value) {
    if (token === `${this.#id}-pages`) {
      this.#pages += 1;
      this.#items += value.items.length;
      this.#end = Math.max(this.#end, value.start + value.items.length);
      if (this.#handlers.took(value)) this.#shown += value.items.length;
    } else if (token !== this.#id) return false;
    else if (value.kind === "report") {
      // The server counts from where it resumed.
      const before = this.#resumedAt > 0 ? ` after ${counted(this.#resumedAt, "item")}` : "";
      const message = grouped(value.message ?? "");
      this.#handlers.progressed(`${message}${before}`, value.percentage ?? null);
    }
    return true;
  }

  cancel() {
    this.#isCancelled = true;
    this.#call("paginator/cancel");
  }

  /** Its requests are not looked at any more. Until then the server keeps nothing but these. */
  close() {
    this.#call("paginator/close");
  }

  #call(method) {
    this.#connection.call(method, { paginatorId: this.#id }).catch(() => {});
  }

  /** Goes on with another server. */
  resume(connection) {
    if (this.#isCancelled) this.#handlers.ended("cancelled", null);
    else this.run(connection);
  }

  #finish({ verdict, endReason, state, start }) {
    clearInterval(this.#timer);
    this.#call("paginator/reset");
    const items = counted(this.#items, "item");
    const why = reasonsOf(verdict, state).map((reason) => `; ${reason}`).join("");
    const share = this.#shown < this.#items ? `; ${counted(this.#shown, "item")} in the grid` : "";
    const pages = counted(this.#pages, "page") + beginning(start);
    const sentence = `${verdict}: ${items} on ${pages}${share}${why}`;
    const isEnd = ["complete", "suspect"].includes(verdict);
    this.#handlers.ended(sentence, isEnd ? endReason : null, this.#end);
  }

  /** The position of what has come: the answer stands behind those pages in the stream. */
  #checkpoint() {
    const keep = ({ checkpoint }) => {
      this.#mark = { pages: this.#pages, items: this.#items, checkpoint };
    };
    const params = { paginatorId: this.#id };
    // Before the first page there is none; the next second may bring one.
    this.#connection.call("paginator/checkpoint", params, keep).catch(() => {});
  }
}

/** The reasons why a walk is no more than its verdict: an error, what limits it, or what is in doubt. */
export function reasonsOf(verdict, { error, endReason, warnings = [] } = {}) {
  let reasons = error ? [failureText(error)] : [];
  if (verdict === "suspect") reasons = warnings.map(({ kind, message }) => message ?? kind);
  if (verdict === "capped") reasons = endReason ? [endSentence(endReason)] : [];
  return reasons.map((reason) => grouped(reason).replace(/\.$/, ""));
}

/** The place where a walk began that did not begin with the list: `, from page 5`. */
function beginning({ page, offset, token } = {}) {
  if (page !== undefined) return `, from page ${separated(page)}`;
  if (offset !== undefined) return `, from offset ${separated(offset)}`;
  return token ? ", from a token within the list: items are counted from there" : "";
}
