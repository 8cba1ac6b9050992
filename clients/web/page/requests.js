// The server's requests to the API: the table "Requests", and a timeline next to it.

import { byID, make, setText } from "./dom.js";
import { entriesOf, loadText } from "./exchanges.js";
import { Timeline } from "./timeline.js";
import { duration } from "./text.js";

const NEWEST = 500;
/** Members of the params of `open` with which the server keeps as many requests as are shown. */
export const KEPT = { heldRequestsMax: NEWEST };
const STILL = matchMedia("(prefers-reduced-motion: reduce)");
/** Milliseconds from one drawing to the next. */
const DRAW_EVERY = 100;

/** One page's load, with the waits between its attempts: `[from, to]`. */
class Load {
  ended = null;
  /** Its end, and that of the load of the same page before it, by the clock of the day. */
  endedAt = Infinity;
  since = -Infinity;
  entries = [];
  attempts = 1;
  waitedSeconds = 0;
  waits = [];
  reason = "";
  error = null;
  row = null;

  constructor(paginatorId, page, why) {
    this.paginatorId = paginatorId;
    this.page = page;
    this.why = why;
    this.began = performance.now();
  }

  /** All that is known of it, as JSON. */
  get text() {
    const { page, why, attempts, waitedSeconds, reason, error, entries } = this;
    const durationMs = this.ended === null ? null : Math.round(this.ended - this.began);
    const retriedFor = reason === "" ? undefined : reason;
    const seen = { page, why, durationMs, attempts, waitedSeconds, retriedFor };
    return loadText({ ...seen, error: error ?? undefined }, entries);
  }

  /** Takes what the server has kept of the requests for its page. */
  take({ requests }) {
    this.entries = entriesOf(requests, this.since, this.endedAt);
  }
}

export class Requests {
  #loads = [];
  #pending = new Map();
  #body = byID("requests-body");
  #timeline = new Timeline(byID("timeline"));
  #timer = null;
  #changed = new Set();

  /** - chosen(load): a request's row was clicked, or Enter pressed in it */
  constructor(chosen) {
    for (const name of ["click", "keydown"]) {
      this.#body.addEventListener(name, (event) => {
        if (name === "keydown" && event.key !== "Enter") return;
        const row = event.target.closest("tr");
        const load = this.#loads.find((each) => each.row === row);
        if (load !== undefined) chosen(load);
      });
    }
    new ResizeObserver(() => this.#draw()).observe(byID("timeline"));
  }

  /** Forgets what was under way: its server is gone, or its paginator closed. */
  interrupt(paginatorId) {
    for (const [key, load] of this.#pending) {
      if (paginatorId === undefined || key.startsWith(`${paginatorId} `)) {
        load.reason = "given up";
        this.#end(key, load, null);
      }
    }
  }

  /** Forgets all that has ended: another collection is shown from now on. */
  clear() {
    this.#drawAll();
    for (const load of this.#loads) if (load.ended !== null) load.row?.remove();
    this.#loads = this.#loads.filter((load) => load.ended === null);
    this.#draw();
  }

  willLoad(paginatorId, page, why) {
    const load = new Load(paginatorId, page, why);
    const isSame = (each) => each.page === page && each.paginatorId === paginatorId;
    load.since = this.#loads.findLast(isSame)?.endedAt ?? load.since;
    this.#pending.set(`${paginatorId} ${page}`, load);
    this.#loads.push(load);
    this.#change(load);
    while (this.#loads.length > NEWEST) this.#loads.shift().row?.remove();
  }

  willRetry(paginatorId, { page, attempt, delaySeconds, reason }) {
    const load = this.#pending.get(`${paginatorId} ${page}`);
    if (load === undefined) return;
    const now = performance.now();
    load.attempts = attempt;
    load.waitedSeconds += delaySeconds;
    load.waits.push([now, now + delaySeconds * 1_000]);
    load.reason = reason;
    this.#change(load);
  }

  /** A page is there, or has failed with an error. */
  did(paginatorId, page, error = null) {
    const key = `${paginatorId} ${page}`;
    const load = this.#pending.get(key);
    if (load !== undefined) this.#end(key, load, error);
  }

  #end(key, load, error) {
    load.ended = performance.now();
    load.endedAt = Date.now();
    load.error = error;
    this.#pending.delete(key);
    this.#change(load);
  }

  /** Ten pictures a second are enough for hundreds of pages. */
  #draw() {
    this.#timer ??= setTimeout(() => {
      this.#timer = null;
      this.#drawAll();
    }, DRAW_EVERY);
  }

  #change(load) {
    this.#changed.add(load);
    this.#draw();
  }

  #drawAll() {
    const isAtTop = this.#body.closest(".scroller").scrollTop < 4;
    for (const load of this.#changed) this.#drawRow(load);
    this.#changed.clear();
    if (isAtTop) this.#body.closest(".scroller").scrollTop = 0;
    this.#timeline.draw(this.#loads);
    if (this.#pending.size > 0 && !STILL.matches) setTimeout(() => this.#draw(), 400);
  }

  #drawRow(load) {
    if (!this.#loads.includes(load)) return;
    if (load.row === null) {
      const cells = ["page", "duration", "attempts", "waited", "why"];
      load.row = make("tr", { tabIndex: 0 }, ...cells.map((name) => make("td", { className: name })));
      this.#body.prepend(load.row);
    }
    const { cells, classList } = load.row;
    const why = [load.why, load.reason, load.error?.message].filter(Boolean).join(" · ");
    setText(cells[0], String(load.page));
    setText(cells[1], load.ended === null ? "…" : duration(load.ended - load.began));
    setText(cells[2], String(load.attempts));
    setText(cells[3], load.waitedSeconds > 0 ? duration(load.waitedSeconds * 1_000) : "–");
    setText(cells[4], why);
    cells[4].title = why;
    classList.toggle("is-failed", load.error !== null);
    classList.toggle("is-retried", load.error === null && load.attempts > 1);
  }
}
