// The page: what it shows is decided in the modules; here they are put together.

import {
  paramsInAddress,
  showInAddress,
  showViewInAddress,
  tokenInAddress,
  viewInAddress,
} from "./address.js";
import { Candidates } from "./candidates.js";
import { Collection, COMPUTED, Item } from "./collection.js";
import { Columns } from "./columns.js";
import { Connection } from "./connection.js";
import { afterRest, byID, on, perFrame, setText } from "./dom.js";
import { matching } from "./filter.js";
import { Form } from "./form.js";
import { Grid } from "./grid.js";
import { makePane } from "./panes.js";
import { KEPT, Requests } from "./requests.js";
import { Status } from "./status.js";
import { sorted } from "./order.js";
import { counted, failureText, separated } from "./text.js";
import { Tree } from "./tree.js";
import { Work } from "./work.js";

const TOKEN_KEY = "paginator-token";
/** The target of a bookmark, until there is a token. */
const WANTED_KEY = "paginator-open";
const NO_TOKEN =
  "Open the whole address that serve.js has printed, in this tab or in another one: what follows # " +
  "in it is the token. This page continues then.";
const COLUMN_ITEMS_MAX = 200;

class Page {
  #connection = null;
  #token = null;
  /** Settles when there is a server: what is pressed before waits for that. */
  #ready = null;
  /** The list in the grid: `{id, params, collection, endReason, isEndAsked, isLeft}`. */
  #opened = null;
  #opens = 0;
  /** The failure of the first page that the alert tells of; null without. */
  #lastFailure = null;
  /** The request that the pane of the item shows, until an item is chosen. */
  #shownLoad = null;
  #form = new Form({ opened: () => this.#open(), detected: () => this.#detect() });
  #candidates = new Candidates((params) => this.#openCandidate(params));
  #columns = new Columns(() => {
    this.#grid.columnsChanged();
    this.#keepView();
  });
  #requests = new Requests((load) => this.#showLoad(load));
  #status = new Status((itemsPath) => this.#openCandidate({ itemsPath }));
  #tree = new Tree(() => this.#grid.focus());
  #work = new Work({
    alert: (sentence) => this.#alert(sentence),
    ended: (opened, endReason) => this.#endKnown(opened, endReason),
    left: (id) => this.#requests.interrupt(id),
  });
  #grid = new Grid(byID("grid"), this.#columns, {
    moved: (start, end) => this.#opened.collection.show(start, end),
    scrolled: () => this.#showStatus(),
    chosen: () => {
      this.#shownLoad = null;
      this.#showItem();
    },
    opened: () => this.#openItem(),
    sorted: (column) => this.#sort(column),
    tryAgain: (failure) => {
      this.#opened.isLeft = false;
      this.#opened.collection.tryAgain(failure);
    },
  });
  #showItem = perFrame(() => {
    const index = this.#grid.activeIndex;
    this.#keepView();
    if (this.#opened !== null) this.#tree.show(this.#shownAt(index), `Item ${index + 1}`);
  });
  #refilter = afterRest(80, () => this.#filter());
  #keepView = afterRest(200, () => this.#showView());

  constructor() {
    makePane("side", true);
    makePane("requests", false);
    on("grid", "click", (event) => {
      if (event.target.closest('[role="gridcell"]') !== null) revealItem();
    });
    on("start-again", "click", () => this.#startAgain());
    on("dismiss", "click", () => this.#alert(""));
    on("filter", "input", () => this.#filter());
    on("go-to", "keydown", (event) => {
      if (event.key === "Enter") this.#goTo();
    });
    window.addEventListener("popstate", () => this.#travel());
    window.addEventListener("storage", ({ key }) => {
      if (key === TOKEN_KEY && this.#connection === null) location.reload();
    });
  }

  /** Starts a server, and opens what the command line said. */
  async start(token) {
    if (token === null) return this.#alert(NO_TOKEN);
    this.#token = token;
    this.#ready = this.#connect();
    const wanted = paramsInAddress() ?? (await this.#ready);
    if (wanted) this.#form.restore(wanted);
    return wanted && this.#open();
  }

  /** Back, Forward, or another address: opens what it says. */
  #travel() {
    if (tokenInAddress() !== null) return location.reload();
    const params = paramsInAddress();
    if (params === null) return undefined;
    if (originOf(params.url) !== originOf(this.#form.params.url)) byID("token").value = "";
    this.#form.restore(params);
    return this.#open();
  }

  // The server

  /** Starts a server; gives what the command line said, undefined where it fails. */
  async #connect() {
    const connection = new Connection(this.#token, {
      notified: (method, params) => this.#notified(method, params),
      saved: (outcome) => this.#work.saved(outcome),
      ended: (message, canRestart) => this.#ended(message, canRestart),
    });
    try {
      const open = await connection.start();
      await connection.call("initialize", {
        processId: null,
        capabilities: { paginator: { notifications: true } },
      });
      connection.notify("initialized", {});
      this.#connection = connection;
      sessionStorage.removeItem(WANTED_KEY);
      document.body.classList.add("is-connected");
      this.#form.profiles = await connection.call("paginator/profiles", {});
      return open;
    } catch (error) {
      if (byID("alert-text").textContent === "") this.#alert(error.message);
      return undefined;
    }
  }

  #ended(message, canRestart) {
    document.body.classList.remove("is-connected");
    this.#requests.interrupt();
    this.#work.interrupt();
    this.#alert(message, canRestart);
  }

  async #startAgain() {
    this.#alert("");
    if ((await this.#connect()) === undefined) return;
    this.#work.resume(this.#connection);
    const opened = this.#opened;
    if (opened === null) return;
    try {
      opened.collection.resume(await this.#openOnServer(opened.params, opened.id));
      this.#grid.focus();
    } catch (error) {
      this.#alert(error.sentence);
    }
  }

  #notified(method, params) {
    const { paginatorId, page } = params;
    if (method === "$/progress") return this.#work.progressed(params);
    const opened = this.#opened;
    const collection = paginatorId === opened?.id ? opened.collection : null;
    if (method === "paginator/willLoadPage") {
      if (collection === null && !this.#work.isWalking(paginatorId)) return undefined;
      let why = "load all";
      if (collection !== null) why = collection.isVisible(page) ? "in view" : "ahead";
      if (opened?.isEndAsked && page === collection?.lastPageInView) why = "how it ends";
      this.#requests.willLoad(paginatorId, page, why);
      collection?.willLoad(page);
      if (collection !== null) this.#work.began(`page ${page}`, () => this.#cancelLoads(paginatorId));
    } else if (collection !== null && method.startsWith("paginator/did")) {
      this.#work.ended(`page ${page}`);
    }
    if (method === "paginator/willRetry") this.#requests.willRetry(paginatorId, params);
    else if (method === "paginator/didLoadPage") {
      this.#requests.did(paginatorId, page);
      collection?.didLoad(params);
    } else if (method === "paginator/didFailPage") {
      this.#requests.did(paginatorId, page, params.error);
      collection?.didFail(page, params.error);
    }
    return undefined;
  }

  #cancelLoads(paginatorId) {
    this.#connection.call("paginator/cancel", { paginatorId }).catch(() => {});
  }

  // Opening

  #openOnServer(params, paginatorId) {
    const limits = { ...KEPT, ...params.limits };
    const all = { ...params, limits, paginatorId, notifications: true };
    return this.#connection.call("paginator/open", all);
  }

  async #open() {
    if (await this.#isUnable()) return;
    const params = this.#form.complete;
    this.#opens += 1;
    const id = `grid-${this.#opens}`;
    let state;
    try {
      state = await this.#openOnServer(params, id);
    } catch (error) {
      this.#refuse(error.sentence);
      return;
    }
    this.#alert("");
    showInAddress(params);
    this.#candidates.clear();
    const old = this.#opened;
    if (old !== null) {
      this.#connection.call("paginator/close", { paginatorId: old.id }).catch(() => {});
      this.#requests.interrupt();
      this.#requests.clear();
    }
    this.#show(id, params, state);
  }

  #show(id, params, state) {
    document.title = titleOf(params);
    this.#lastFailure = null;
    this.#shownLoad = null;
    // The view in the address applies once the first items have come.
    const view = viewInAddress();
    const collection = new Collection(state, {
      call: (method, more) => this.#connection.call(method, { paginatorId: id, ...more }),
      notify: (method, more) => this.#connection.notify(method, { paginatorId: id, ...more }),
      changed: () => this.#changed(collection),
    });
    this.#opened = { id, params, collection, view, endReason: null, isEndAsked: false };
    byID("filter").value = "";
    byID("go-to").value = "";
    setText(byID("filter-status"), "");
    byID("hint").hidden = true;
    this.#columns.clear();
    this.#status.clear("loading");
    this.#tree.show(undefined, "");
    this.#work.open(this.#connection, this.#opened, this.#columns);
    this.#grid.show(collection);
  }

  async #detect() {
    if (await this.#isUnable()) return;
    const { checkpoint, ...params } = this.#form.complete;
    this.#alert("");
    this.#candidates.wait();
    try {
      const detecting = this.#connection.call("paginator/detect", params);
      this.#work.began("detect", detecting.cancel);
      this.#candidates.show(await detecting);
    } catch (error) {
      this.#candidates.clear();
      this.#refuse(error.sentence);
    }
    this.#work.ended("detect");
  }

  /** Something else was wanted: no failure of the list that is still open takes the place of this alert. */
  #refuse(sentence) {
    if (this.#opened !== null) this.#opened.isLeft = true;
    this.#alert(sentence);
  }

  #openCandidate(candidate) {
    this.#form.choose(candidate);
    this.#open();
  }

  /** True when nothing can be opened now; says why. */
  async #isUnable() {
    await this.#ready;
    this.#form.settle();
    if (this.#form.problem !== null) {
      this.#refuse(`Open params: ${this.#form.problem}`);
      byID("params").focus();
      return true;
    }
    return this.#connection === null || this.#connection.hasEnded;
  }

  // The panes

  #changed(collection) {
    if (collection !== this.#opened?.collection) return;
    if (!this.#columns.areKnown && collection.heldCount > 0) {
      const first = collection.heldIndexes.slice(0, COLUMN_ITEMS_MAX);
      this.#columns.take(first.map((index) => collection.item(index)));
      this.#restoreView(this.#opened);
    }
    if (byID("filter").value.trim() !== "" || this.#columns.order !== null) this.#refilter();
    this.#grid.draw();
    this.#showStatus();
    const failure = collection.loneFailure;
    if (!this.#opened.isLeft) {
      if (failure !== null) this.#alert(failureText(failure.error));
      else if (this.#lastFailure !== null) this.#alert("");
      this.#lastFailure = failure;
    }
    if (this.#shownLoad === null) this.#showItem();
  }

  #showStatus() {
    const { collection, endReason } = this.#opened;
    const end = collection.state.endReason ?? endReason;
    this.#status.show(collection, Math.max(0, this.#grid.topIndex), end);
    if (end === null) this.#learnEnd();
  }

  /** Finds out why there is no more, once the last page is in view: windows do not tell. */
  async #learnEnd() {
    const opened = this.#opened;
    const page = opened.collection.lastPageInView;
    if (page === null || opened.isEndAsked) return;
    opened.isEndAsked = true;
    const { count, state } = opened.collection;
    const { strategy, objectCount } = state;
    // A list that ends before its total ends for another reason, such as limits.
    if (objectCount !== null && count >= objectCount && COMPUTED.includes(strategy)) {
      const evidence = { field: "objectCount", value: objectCount };
      return this.#endKnown(opened, { kind: "totalReached", page, evidence });
    }
    // The one load that no movement asks for: only a load tells how the API signals its end.
    const params = { paginatorId: opened.id, page };
    const loaded = await this.#connection.call("paginator/loadPage", params).catch(() => null);
    this.#endKnown(opened, loaded?.state.endReason ?? null);
  }

  #endKnown(opened, endReason) {
    if (endReason === null) return;
    opened.endReason = endReason;
    if (opened === this.#opened) this.#showStatus();
  }

  /** The content of the pane for an index: its item, or the whole error of its page. */
  #shownAt(index) {
    const { collection } = this.#opened;
    const failure = collection.failure(index);
    if (collection.item(index) !== undefined || failure === undefined) return collection.item(index);
    failure.item ??= new Item(JSON.stringify(failure.error));
    return failure.item;
  }

  /** Shows a load, and its requests once the server has given them; it may have forgotten them. */
  async #showLoad(load) {
    const show = () => this.#tree.show(new Item(load.text), `Request of page ${load.page}`);
    this.#shownLoad = load;
    show();
    revealItem();
    const { paginatorId, page } = load;
    try {
      load.take(await this.#connection.call("paginator/requests", { paginatorId, page }));
    } catch {
      return;
    }
    if (this.#shownLoad === load) show();
  }

  #openItem() {
    const { collection } = this.#opened;
    const index = this.#grid.activeIndex;
    if (collection.item(index) === undefined) return;
    this.#tree.show(collection.item(index), `Item ${index + 1}`);
    this.#tree.focus();
  }

  #filter() {
    const opened = this.#opened;
    if (opened === null) return;
    const { collection } = opened;
    const found = matching(collection, byID("filter").value, this.#columns.allPaths);
    const { order } = this.#columns;
    const indexes = order === null ? found : sorted(collection, found, order);
    const parts = [];
    const held = counted(collection.heldCount, "loaded item");
    if (found !== null) parts.push(`${separated(found.length)} of ${held}`);
    else if (order !== null) parts.push(held);
    if (order !== null) parts.push(`sorted by ${order.column.title}`);
    setText(byID("filter-status"), parts.join(", "));
    this.#grid.filter(indexes);
    this.#keepView();
  }

  #restoreView(opened) {
    const { item, filter = "" } = opened.view;
    this.#columns.restore(opened.view);
    byID("filter").value = String(filter);
    this.#filter();
    if (Number.isSafeInteger(item) && item > 0) this.#grid.goTo(item - 1);
    opened.view = null;
  }

  /** Puts how the list is looked at into the address, once that has been restored. */
  #showView() {
    if (this.#opened === null || this.#opened.view !== null) return;
    const index = this.#grid.activeIndex;
    const item = index > this.#opened.collection.first ? index + 1 : undefined;
    const filter = byID("filter").value.trim() || undefined;
    showViewInAddress({ item, filter, ...this.#columns.view });
  }

  /** Sorts by a column: up, down, then not at all. */
  #sort(column) {
    this.#columns.sortBy(column);
    this.#filter();
  }

  #goTo() {
    const number = Math.floor(Number(byID("go-to").value));
    if (this.#opened === null || !(number >= 1)) return;
    if (byID("filter").value !== "" || this.#columns.order !== null) {
      byID("filter").value = "";
      this.#columns.sortBy(null);
      this.#filter();
    }
    this.#grid.goTo(number - 1);
    this.#grid.focus();
  }

  #alert(sentence, canRestart = false) {
    setText(byID("alert-text"), sentence);
    byID("alert").classList.toggle("is-empty", sentence === "");
    byID("start-again").hidden = !canRestart;
    byID("dismiss").hidden = canRestart || sentence === "";
    if (canRestart) byID("start-again").focus();
  }
}

/** The title of the page, which names the list: `issues · api.github.com · Paginator`. */
function titleOf({ url, profile }) {
  if (!URL.canParse(url ?? "")) return [profile, "Paginator"].filter(Boolean).join(" · ");
  const { host, pathname } = new URL(url);
  return [pathname.split("/").findLast(Boolean), host, "Paginator"].filter(Boolean).join(" · ");
}

/** Brings the item into view where it is below the grid, as on a phone. */
function revealItem() {
  const item = byID("item");
  if (item.getBoundingClientRect().top > innerHeight - 80) item.scrollIntoView({ block: "end" });
}

/** Whom a token is for; "" where that cannot be told. */
function originOf(url) {
  return URL.canParse(url ?? "") ? new URL(url).origin : "";
}

/**
 * The token: from the address, where nobody can see it any more then, or from before. It is kept by
 * the browser for this port alone, so that other tabs and bookmarks have it, too.
 */
function takeToken() {
  const given = tokenInAddress();
  if (given !== null) {
    localStorage.setItem(TOKEN_KEY, given);
    const wanted = sessionStorage.getItem(WANTED_KEY) ?? "";
    history.replaceState(null, "", location.pathname + wanted);
  } else if (paramsInAddress() !== null) sessionStorage.setItem(WANTED_KEY, location.hash);
  return localStorage.getItem(TOKEN_KEY);
}

new Page().start(takeToken());
