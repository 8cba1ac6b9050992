// Work that takes a while: "Load all", "Save" and all that is loading, with "Cancel" for each.

import { byID, on, perFrame, setText } from "./dom.js";
import { counted, separated } from "./text.js";
import { reasonsOf, Walk } from "./walk.js";

const SECOND = 1_000;
/** The name of "Load all" among what is under way. */
const WALK = "walk";

let saves = 0;

export class Work {
  #connection = null;
  #opened = null;
  #columns = null;
  #walk = null;
  /** The walk before, whose requests can still be looked at. */
  #ended = null;
  /** Saves that are under way, by their paths. */
  #saves = new Map();
  /** The work that can be cancelled, by its name: its beginning, and a function that cancels it. */
  #running = new Map();
  #clock = null;
  #handlers;
  #shown = { text: "", percentage: 0 };
  #draw = perFrame(() => this.#drawNow());

  /**
   * - alert(sentence)
   * - ended(opened, endReason): a walk of what was opened has ended
   * - left(id): a walk's paginator sends nothing any more
   */
  constructor(handlers) {
    this.#handlers = handlers;
    on("load-all", "click", () => this.#loadAll());
    on("cancel", "click", () => this.#cancel());
    on("save", "click", () => this.#save());
    this.#drawNow();
  }

  /** True when a walk's paginator is that of what is shown. */
  isWalking(id) {
    return this.#walk?.id === id;
  }

  /** Something is under way from now on, until `ended` is called with its name. */
  began(name, cancel) {
    this.#running.set(name, { since: performance.now(), cancel });
    this.#clock ??= setInterval(this.#draw, SECOND);
    this.#draw();
  }

  ended(name) {
    this.#running.delete(name);
    if (this.#running.size === 0) {
      clearInterval(this.#clock);
      this.#clock = null;
    }
    this.#draw();
  }

  /** All of it has ended, with its server or what was opened. */
  #endAll() {
    for (const name of this.#running.keys()) this.ended(name);
  }

  /** Sets the collection to be walked and saved from now on. */
  open(connection, opened, columns) {
    this.#connection = connection;
    this.#opened = opened;
    this.#columns = columns;
    // The result of an earlier collection's walk is not shown for this one.
    this.#walk?.cancel();
    this.#walk = null;
    this.#close();
    for (const name of this.#running.keys()) if (!this.#saves.has(name)) this.ended(name);
    if (this.#saves.size === 0) this.#say("", 0);
    else this.#draw();
  }

  /** The server has ended: a walk stands still, and nothing can be cancelled. */
  interrupt() {
    this.#endAll();
    if (this.#walk !== null || this.#saves.size > 0) this.#say("interrupted", 0);
  }

  /** Another server is there: a walk that was interrupted goes on. */
  resume(connection) {
    this.#connection = connection;
    this.#saves.clear();
    this.#endAll();
    if (this.#walk !== null) this.began(WALK, () => this.#walk?.cancel());
    this.#walk?.resume(connection);
    this.#draw();
  }

  progressed({ token, value }) {
    if (this.#walk?.take(token, value)) return;
    if (value.kind === "report" && [...this.#saves.values()].includes(token)) {
      this.#say(`saving: ${value.message ?? ""}`, value.percentage ?? null);
    }
  }

  /** A save has ended: its summary, or its error. */
  saved({ path, summary, error }) {
    this.#saves.delete(path);
    this.ended(path);
    if (error?.code === 1009) this.#say("cancelled", 0);
    else if (error !== undefined) {
      this.#say("failed", 0);
      this.#handlers.alert(error.message);
    } else {
      const { verdict, itemCount, pages, state } = summary;
      const isSaved = !["failed", "partial"].includes(verdict);
      const sentence = `${verdict}: ${counted(itemCount, "item")} on ${counted(pages, "page")}`;
      const doubts = verdict === "suspect" ? reasonsOf(verdict, state) : [];
      const told = [isSaved ? `${sentence}, saved` : sentence, ...doubts].join("; ");
      this.#say(told, isSaved ? 100 : 0);
      if (!isSaved) this.#handlers.alert(`The download has failed: ${state.error?.message}`);
    }
  }

  #loadAll() {
    const opened = this.#opened;
    const done = (text, percentage) => {
      this.#handlers.left(walk.id);
      if (this.#walk === walk) {
        this.#walk = null;
        this.ended(WALK);
      }
      this.#ended = walk;
      if (this.#opened === opened) this.#say(text, percentage);
      else {
        this.#close();
        this.#draw();
      }
    };
    const walk = new Walk(opened.params, {
      took: (page) => this.#opened === opened && opened.collection.takeWalked(page),
      progressed: (message, percentage) => {
        if (this.#opened === opened) this.#say(message, percentage);
      },
      ended: (sentence, endReason, count) => {
        done(sentence, endReason === null ? 0 : 100);
        if (endReason !== null && this.#opened === opened) opened.collection.endWalked(count);
        this.#handlers.ended(opened, endReason);
      },
      failed: (error) => {
        done("failed", 0);
        if (this.#opened === opened) this.#handlers.alert(error.sentence ?? error.message);
      },
    });
    this.#close();
    this.#walk = walk;
    this.began(WALK, () => walk.cancel());
    this.#say("starting", null);
    walk.run(this.#connection);
  }

  #close() {
    this.#ended?.close();
    this.#ended = null;
  }

  #cancel() {
    for (const { cancel } of this.#running.values()) cancel();
  }

  async #save() {
    const format = byID("format").value;
    const columns = format === "csv" ? this.#columns.allPaths : [];
    if (format === "csv" && columns.length === 0) {
      this.#handlers.alert("Without items there are no columns for a CSV file.");
      return;
    }
    saves += 1;
    const workDoneToken = `save-${saves}`;
    try {
      const path = await this.#connection.save({
        open: this.#opened.params,
        format,
        columns,
        workDoneToken,
      });
      this.#handlers.alert("");
      this.#saves.set(path, workDoneToken);
      this.began(path, () => this.#connection.cancelSave(path));
      this.#say("saving", null);
      download(path);
    } catch (error) {
      this.#handlers.alert(error.message);
    }
  }

  #say(text, percentage) {
    this.#shown = { text, percentage };
    this.#draw();
  }

  #drawNow() {
    const { text, percentage } = this.#shown;
    setText(byID("walk"), text);
    const bar = byID("progress");
    if (percentage === null) bar.removeAttribute("value");
    else bar.value = percentage;
    const isOpen = this.#opened !== null;
    byID("load-all").disabled = !isOpen || this.#walk !== null;
    byID("save").disabled = !isOpen;
    byID("cancel").disabled = this.#running.size === 0;
    const since = Math.min(...[...this.#running.values()].map((each) => each.since));
    const seconds = Math.floor((performance.now() - since) / SECOND);
    setText(byID("cancel"), seconds >= 1 ? `Cancel (${separated(seconds)} s)` : "Cancel");
  }
}

function download(path) {
  const link = document.createElement("a");
  link.href = path;
  link.download = "";
  document.body.append(link);
  link.click();
  link.remove();
}
