// The columns: the scalars of the items of the first page, by their paths.

import { byID, make, on } from "./dom.js";
import { isNumber, isObject } from "./json.js";
import { keysOf, pathOf, valueAt } from "./paths.js";
import { cellText, wholeText } from "./text.js";

const SHOWN_AT_FIRST = 12;
const PATHS_MAX = 500;
const DEPTH_MAX = 8;

/** Widths in characters. */
const WIDTH_MIN = 5;
const WIDTH_MAX = 44;
/** The arrow of the column that the items are sorted by. */
const ORDER_MARK = 2;

/** The name of the column of items without members. */
const WHOLE_ITEM = "item";

/** A column: its path, and how its cells look. */
class Column {
  constructor(path, items) {
    this.path = path;
    this.title = path === "" ? WHOLE_ITEM : path;
    this.keys = keysOf(path);
    this.isShown = false;
    /** The width that somebody has dragged; null before. */
    this.pixels = null;
    const values = items.map((item) => valueAt(item.value, this.keys));
    const given = values.filter((value) => value !== undefined && value !== null);
    /** Numbers and dates need no more room than they have; text may grow. */
    this.isText = given.some((value) => typeof value === "string" || Array.isArray(value));
    const lengths = given.map((value) => cellText(value).length);
    const longest = Math.max(this.title.length + ORDER_MARK, ...lengths);
    // Letters are narrower than digits.
    const needed = this.isText ? Math.ceil(longest * 0.9) : longest;
    this.width = Math.min(WIDTH_MAX, Math.max(WIDTH_MIN, needed));
  }

  /** Makes room for a longer number, as half of one reads like another; false: there is enough. */
  widen(text) {
    const width = Math.min(WIDTH_MAX, text.length);
    if (this.isText || this.pixels !== null || width <= this.width) return false;
    this.width = width;
    return true;
  }
}

export class Columns {
  #all = [];
  #pathsAtFirst = "";
  #changed;
  #dialog = byID("columns");
  #list = byID("columns-list");

  /** - changed(): other columns are shown, or in another order */
  constructor(changed) {
    this.#changed = changed;
    on("columns-button", "click", () => this.#open());
    on("columns-close", "click", () => this.#dialog.close());
  }

  get shown() {
    return this.#all.filter((column) => column.isShown);
  }

  /** The order of the items: `{column, isDescending}`; null where they are not sorted. */
  order = null;

  /** Sorts by a column: up, down, then not at all; null: not at all. */
  sortBy(column) {
    const isSame = column !== null && this.order?.column === column;
    if (column === null || (isSame && this.order.isDescending)) this.order = null;
    else this.order = { column, isDescending: isSame };
    this.#changed();
  }

  /** Shows the columns of these paths, in this order, sorted by one of them; as in an address. */
  restore({ columns, sort, isDescending = false }) {
    if (Array.isArray(columns)) {
      const placeOf = ({ path }) => (columns.includes(path) ? columns.indexOf(path) : Infinity);
      for (const column of this.#all) column.isShown = columns.includes(column.path);
      this.#all.sort((one, other) => placeOf(one) - placeOf(other) || 0);
    }
    const column = this.#all.find(({ path }) => path === sort);
    if (column !== undefined) this.order = { column, isDescending: isDescending === true };
    this.#changed();
  }

  /** The view of the columns, for an address; without the defaults. */
  get view() {
    const { order, paths } = this;
    return {
      sort: order?.column.path,
      isDescending: order?.isDescending || undefined,
      columns: paths.join("\n") === this.#pathsAtFirst ? undefined : paths,
    };
  }

  get areKnown() {
    return this.#all.length > 0;
  }

  /** The paths of all columns, also of those that are not shown. */
  get allPaths() {
    return this.#all.map((column) => column.path);
  }

  /** The paths of what is shown. */
  get paths() {
    return this.shown.map((column) => column.path);
  }

  clear() {
    this.#all = [];
    this.order = null;
    byID("columns-button").disabled = true;
    this.#changed();
  }

  /** Takes the columns from the items of the first page. */
  take(items) {
    const paths = new Set();
    for (const item of items) collect(item.value, [], paths);
    this.#all = [...paths].map((path) => new Column(path, items));
    for (const column of this.#all.slice(0, SHOWN_AT_FIRST)) column.isShown = true;
    this.#pathsAtFirst = this.paths.join("\n");
    byID("columns-button").disabled = false;
    this.#changed();
  }

  /** The value of an item in a column that is shown; an item without members is in the first one. */
  #valueOf(item, column) {
    if (item === undefined) return undefined;
    if (isObject(item.value) || this.paths.includes("")) return valueAt(item.value, column.keys);
    return column === this.shown[0] ? item.value : undefined;
  }

  /** The value of an item in a column, uncut. */
  wholeCell(item, column) {
    const value = this.#valueOf(item, column);
    return value === undefined ? "" : wholeText(value);
  }

  /** The content of an item's cell: `{text, kind}`. */
  cellOf(item, column) {
    const value = this.#valueOf(item, column);
    if (value === undefined) return { text: "", kind: "" };
    if (value === null) return { text: "null", kind: "null" };
    if (isNumber(value)) return { text: cellText(value), kind: "number" };
    if (typeof value === "boolean") return { text: String(value), kind: "boolean" };
    return { text: cellText(value), kind: typeof value === "string" ? "" : "list" };
  }

  #open() {
    this.#fill();
    this.#dialog.showModal();
  }

  #fill() {
    this.#list.replaceChildren(...this.#all.map((column, index) => this.#row(column, index)));
  }

  #row(column, index) {
    const box = make("input", { type: "checkbox", checked: column.isShown });
    box.addEventListener("change", () => {
      column.isShown = box.checked;
      this.#changed();
    });
    const title = make("bdi", {}, column.title);
    const button = (step, word, arrow) => {
      const target = index + step;
      const made = make(
        "button",
        {
          type: "button",
          className: "small",
          disabled: target < 0 || target >= this.#all.length,
          "aria-label": `Move ${column.title} ${word}`,
        },
        arrow,
      );
      made.addEventListener("click", () => this.#move(index, target, step));
      return made;
    };
    const label = make("label", {}, box, title);
    return make("li", {}, label, button(-1, "left", "←"), button(1, "right", "→"));
  }

  #move(from, to, step) {
    this.#all.splice(to, 0, ...this.#all.splice(from, 1));
    this.#fill();
    const [left, right] = this.#list.children[to].querySelectorAll("button");
    const wanted = step < 0 ? left : right;
    (wanted.disabled ? (step < 0 ? right : left) : wanted).focus();
    this.#changed();
  }
}

/** Adds the paths of all scalars and lists of a value. */
function collect(value, keys, paths) {
  if (paths.size >= PATHS_MAX) return;
  if (!isObject(value) || keys.length >= DEPTH_MAX) paths.add(pathOf(keys));
  else for (const [key, each] of value.entries) collect(each, [...keys, key], paths);
}
