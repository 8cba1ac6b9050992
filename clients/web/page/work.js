// What takes a while: "Load all" and "Save", with their buttons and the status "Walk".

import { byID, on, perFrame, setText } from "./dom.js";
import { counted } from "./text.js";
import { Walk } from "./walk.js";

let saves = 0;

export class Work {
  #connection = null;
  #opened = null;
  #columns = null;
  #walk = null;
  /** Saves that are under way, by their paths. */
  #saves = new Map();
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

  /** Whether a walk's paginator is that of what is shown. */
  isWalking(id) {
    return this.#walk?.id === id;
  }

  /** What is to be walked and saved from now on. */
  open(connection, opened, columns) {
    this.#connection = connection;
    this.#opened = opened;
    this.#columns = columns;
    // What an earlier collection's walk has come to is not said of this one.
    this.#walk?.cancel();
    this.#walk = null;
    if (this.#saves.size === 0) this.#say("", 0);
    else this.#draw();
  }

  /** Another server is there: a walk that was interrupted goes on. */
  resume(connection) {
    this.#connection = connection;
    this.#saves.clear();
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
    if (error?.code === 1009) this.#say("cancelled", 0);
    else if (error !== undefined) {
      this.#say("failed", 0);
      this.#handlers.alert(error.message);
    } else {
      const { verdict, itemCount, pages, state } = summary;
      const isSaved = !["failed", "partial"].includes(verdict);
      const sentence = `${verdict}: ${counted(itemCount, "item")} on ${counted(pages, "page")}`;
      this.#say(isSaved ? `${sentence}, saved` : sentence, isSaved ? 100 : 0);
      if (!isSaved) this.#handlers.alert(`The download has failed: ${state.error?.message}`);
    }
  }

  #loadAll() {
    const opened = this.#opened;
    const done = (text, percentage) => {
      this.#handlers.left(walk.id);
      if (this.#walk === walk) this.#walk = null;
      if (this.#opened === opened) this.#say(text, percentage);
      else this.#draw();
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
    this.#walk = walk;
    this.#say("starting", null);
    walk.run(this.#connection);
  }

  #cancel() {
    this.#walk?.cancel();
    for (const path of this.#saves.keys()) this.#connection.cancelSave(path);
  }

  async #save() {
    const format = byID("format").value;
    saves += 1;
    const workDoneToken = `save-${saves}`;
    const { paths } = this.#columns;
    try {
      const path = await this.#connection.save({
        open: this.#opened.params,
        format,
        columns: format === "csv" ? paths : [],
        workDoneToken,
      });
      this.#saves.set(path, workDoneToken);
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
    byID("cancel").disabled = this.#walk === null && this.#saves.size === 0;
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
