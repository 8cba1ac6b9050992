// The formats of saves: NDJSON, JSON and CSV.
//
// Each writer takes the texts of a page's items, as the API sent them, and gives the text to write.

import { isNumber, isScalar, parse, stringify } from "../page/json.js";
import { keysOf, valueAt } from "../page/paths.js";

/** The beginning of text that spreadsheets take for a formula; `fetch -f csv` has the same rule. */
const FORMULA = /^(?:[=@\t\r]|[+-](?!\d+(?:\.\d+)?$))/;
const NEEDS_QUOTES = /[",\r\n]/;

/** One item a line. Line breaks between the tokens of an item become blanks. */
export class NDJSONWriter {
  static type = "application/x-ndjson";

  begin() {
    return "";
  }

  page(items) {
    return items.map((item) => `${item.replace(/[\r\n]/g, " ")}\n`).join("");
  }

  end() {
    return "";
  }
}

/** One list of all items. */
export class JSONWriter {
  static type = "application/json";
  #isFirst = true;

  begin() {
    return "[";
  }

  page(items) {
    const text = items.map((item) => `,\n${item}`).join("");
    const cut = this.#isFirst && text !== "" ? 1 : 0;
    this.#isFirst &&= text === "";
    return text.slice(cut);
  }

  end() {
    return this.#isFirst ? "]\n" : "\n]\n";
  }
}

/** A table of some columns (RFC 4180), whose first line has their paths. */
export class CSVWriter {
  static type = "text/csv; charset=utf-8; header=present";
  #columns;
  #keys;

  constructor(columns) {
    this.#columns = columns;
    this.#keys = columns.map(keysOf);
  }

  begin() {
    return line(this.#columns.map(field));
  }

  page(items) {
    return items.map((text) => this.#row(parse(text))).join("");
  }

  end() {
    return "";
  }

  #row(item) {
    return line(this.#keys.map((keys) => field(valueAt(item, keys))));
  }
}

const line = (fields) => `${fields.join(",")}\r\n`;

/** A value as a field. Only text can run in a spreadsheet: numbers stay what they are. */
function field(value) {
  if (value === undefined || value === null) return "";
  if (isNumber(value)) return value.text;
  if (typeof value === "string" && FORMULA.test(value)) return quoted(`'${value}`);
  if (typeof value === "string") return quoted(value);
  return isScalar(value) ? String(value) : quoted(stringify(value));
}

function quoted(text) {
  return NEEDS_QUOTES.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** The formats by their names in a request. */
export const FORMATS = new Map([
  ["ndjson", NDJSONWriter],
  ["json", JSONWriter],
  ["csv", CSVWriter],
]);
