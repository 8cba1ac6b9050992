// A grid over a whole collection as data: its columns, and the cells of the rows that are visible.

import { errorFrom } from "../client/index.js";
import { isNumber, isObject, parse, stringify } from "../page/json.js";
import { keysOf, pathOf, valueAt } from "../page/paths.js";
import { wordsOf } from "./failures.js";
import { oneLine, plainText } from "./json.js";

/** Columns that are made from items. */
const COLUMNS_MAX = 12;

/** Characters of a value that are shown. */
const CELL_CHARACTERS_MAX = 200;

/** Rows that are sent at once. */
export const ROWS_MAX = 500;

/** Paths that are offered, and how deep they lead. */
const PATHS_MAX = 500;
const DEPTH_MAX = 8;

/** Members that say most about an object inside of an item. */
const TELLING = ["name", "title", "login", "full_name", "label", "slug", "key", "id", "value"];

/** The key paths of the columns, made from the JSON texts of some items; [""]: the item itself. */
export function columnsOf(texts) {
  const paths = new Set();
  for (const text of texts) {
    const item = parse(text);
    if (!isObject(item)) return [""];
    for (const [name, value] of item.entries) {
      const inner = isObject(value) ? TELLING.find((each) => isPlain(value.get(each))) : undefined;
      if (!isObject(value)) paths.add(pathOf([name]));
      else if (inner !== undefined) paths.add(pathOf([name, inner]));
    }
  }
  return paths.size === 0 ? [""] : [...paths].slice(0, COLUMNS_MAX);
}

/** The key paths of all values of some items, so that columns can be chosen among them. */
export function pathsOf(texts) {
  const paths = new Set();
  const collect = (value, keys) => {
    if (paths.size >= PATHS_MAX) return;
    if (!isObject(value) || keys.length === DEPTH_MAX) paths.add(pathOf(keys));
    else for (const [key, each] of value.entries) collect(each, [...keys, key]);
  };
  for (const text of texts) collect(parse(text), []);
  return [...paths];
}

function isPlain(value) {
  return isNumber(value) || ["string", "boolean"].includes(typeof value);
}

/** The texts of an item's cells; null where it has not been loaded. */
export function cellsOf(text, columns) {
  if (text === null) return null;
  const item = parse(text);
  // An item without members is in the first column.
  if (!isObject(item)) return columns.map((_, index) => (index === 0 ? cut(stringify(item)) : ""));
  return columns.map((path) => cut(plainText(valueAt(item, keysOf(path)))));
}

/** A text in one line, its characters whole. */
function cut(text) {
  const line = oneLine(text);
  if (line.length <= CELL_CHARACTERS_MAX) return line;
  const start = line.slice(0, CELL_CHARACTERS_MAX - 1).replace(/[\ud800-\udbff]$/, "");
  return `${start}…`;
}

/**
 * Answers what the page of a grid asks: `{type: "rows", start, count}`.
 *
 * - source: a Collection, whose `window(start, count)` gives the protocol's window of JSON texts
 */
export class Grid {
  #source;
  #columns = null;
  #paths = [];

  constructor(source) {
    this.#source = source;
  }

  /** `{type: "rows", start, rows, columns, count, isExact}`, or `{type: "failed", start, message}`. */
  async answer({ type, start, count }) {
    if (type !== "rows" || !Number.isSafeInteger(start) || start < 0) return null;
    const wanted = Math.min(ROWS_MAX, Math.max(1, Number.isSafeInteger(count) ? count : 1));
    try {
      return this.#rows(start, await this.#source.window(start, wanted));
    } catch (error) {
      if (error.kind === "itemOutOfRange") {
        return { type: "rows", start, rows: [], columns: this.#columns ?? [""],
          count: error.data.count ?? start, isExact: true };
      }
      return { type: "failed", start, message: wordsOf(error) };
    }
  }

  /** All paths that can be columns, those that are now first: `{path, isShown}`. */
  get choices() {
    const shown = this.#columns ?? [];
    const others = this.#paths.filter((path) => !shown.includes(path));
    const choice = (isShown) => (path) => ({ path, isShown });
    return [...shown.map(choice(true)), ...others.map(choice(false))];
  }

  /** Shows these columns from the next answer on; [""]: the item itself. */
  choose(paths) {
    this.#columns = paths.length === 0 ? [""] : paths;
  }

  /** The text to copy of an item: an uncut cell, or all of it as JSON. */
  async textToCopy({ index, column }) {
    const text = await this.#source.itemAt(index);
    const path = this.#columns?.[column];
    const value = column === undefined || path === undefined ? undefined : parse(text);
    if (value === undefined || path === "" || !isObject(value)) return text;
    return plainText(valueAt(value, keysOf(path)));
  }

  #rows(start, { items, loaded, count, state, pages }) {
    const isLoaded = (index) => loaded.some(([first, end]) => first <= index && index < end);
    const texts = items.map((text, offset) => (isLoaded(start + offset) ? text : null));
    const real = texts.filter((text) => text !== null);
    if (this.#columns === null && real.length > 0) {
      this.#columns = columnsOf(real.slice(0, 50));
      this.#paths = pathsOf(real.slice(0, 50));
    }
    const columns = this.#columns ?? [""];
    const rows = texts.map((text) => cellsOf(text, columns));
    const [failed] = pages.failed;
    return {
      type: "rows", start, rows, columns, count: count ?? start + rows.length,
      isExact: state.hasObjectCount === true || state.hasNextPage === false,
      ...(failed && { message: wordsOf(errorFrom(failed.error)) }),
    };
  }
}

/** The page of a grid. Scripts and styles come from the extension only, and nothing else comes. */
export function pageOf({ title, source, script, style }) {
  const policy =
    `default-src 'none'; script-src ${source}; style-src ${source}; base-uri 'none'; ` +
    "form-action 'none'";
  return `<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${escaped(policy)}">
<title>${escaped(title)}</title>
<link rel="stylesheet" href="${escaped(style)}">
</head>
<body>
<div id="tools">
<input id="filter" type="search" placeholder="Filter the rows that are loaded: words, or &quot;a phrase&quot;" \
aria-label="Filter the rows that are loaded">
<button id="choose" type="button">Columns…</button>
</div>
<div id="grid" role="grid" tabindex="0" aria-label="${escaped(title)}" aria-readonly="true">
<div id="head" role="row" aria-rowindex="1"></div>
<div id="scroller" role="presentation"><div id="space"></div><div id="rows" role="rowgroup"></div></div>
</div>
<div id="status" role="status"></div>
<script type="module" src="${escaped(script)}"></script>
</body>
</html>
`;
}

function escaped(text) {
  const entities = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };
  return text.replace(/[&<>"]/g, (character) => entities[character]);
}
