// Items as files: lines of JSON, and CSV (RFC 4180).

import { isObject, parse } from "../page/json.js";
import { pathOf } from "../page/paths.js";
import { plainText } from "./json.js";

/** One JSON text a line, each with every digit that the API sent. */
export function ndjsonOf(texts) {
  return texts.map((text) => `${text.replace(/[\r\n]+/g, " ")}\n`).join("");
}

/** A number with separators: `100,000`. */
const separated = new Intl.NumberFormat("en").format;

/**
 * The message about an export, and whether there is more than it has:
 *
 *     {text: "Exported 500 of 100,000 items of Articles.", isWhole: false}
 *
 * - count: how many items were written
 * - verdict: how the walk through all of them ended; null where only those that are loaded were meant
 * - doubts: sentences on why it is in doubt
 */
export function exportResult({ name, state }, count, verdict = null, doubts = []) {
  const total = state?.objectCount ?? null;
  const noun = (number) => (number === 1 ? "item" : "items");
  if (verdict !== null) {
    const text = `Exported ${separated(count)} ${noun(count)} of ${name}`;
    if (verdict === "complete") return { text: `${text}.`, isWhole: true };
    return { text: [`${text}: the walk is ${verdict}.`, ...doubts].join(" "), isWhole: true };
  }
  if (total !== null && total > count) {
    const text = `Exported ${separated(count)} of ${separated(total)} items of ${name}.`;
    return { text, isWhole: false };
  }
  const isWhole = total === count || state?.hasNextPage === false;
  const rest = isWhole ? "." : "; there may be more.";
  return { text: `Exported ${separated(count)} ${noun(count)} of ${name}${rest}`, isWhole };
}

/** Objects that are deeper are JSON in their cell. */
const DEPTH_MAX = 8;

/**
 * A table with a column for each member of the items; objects are flattened by key path, lists are
 * JSON. A text that a spreadsheet would run has `'` in front of it.
 *
 *     {"id":1,"author":{"login":"ann"},"tags":["a"]}
 *
 * becomes
 *
 *     id,author.login,tags
 *     1,ann,"[""a""]"
 */
export function csvOf(texts) {
  const rows = texts.map((text) => flat(parse(text)));
  const names = [...new Set(rows.flatMap((row) => [...row.keys()]))];
  const line = (cells) => `${cells.join(",")}\r\n`;
  const cellsOf = (row) => names.map((name) => cell(row.get(name)));
  return line(names.map(cell)) + rows.map((row) => line(cellsOf(row))).join("");
}

function cell(value) {
  const text = typeof value === "string" ? guarded(value) : plainText(value);
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** A text with what keeps a spreadsheet from running it, by the rule of `paginator fetch`. */
function guarded(text) {
  return /^(?:[=@\t\r]|[+-](?!\d+(?:\.\d+)?$))/.test(text) ? `'${text}` : text;
}

/** The values of an item by key path. */
function flat(value, keys = [], cells = new Map()) {
  const isFlat = !isObject(value) || value.entries.length === 0 || keys.length === DEPTH_MAX;
  if (isFlat) return cells.set(pathOf(keys) || "item", value);
  for (const [key, each] of value.entries) flat(each, [...keys, key], cells);
  return cells;
}
