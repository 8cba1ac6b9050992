// JSON as the API sent it. `JSON.parse` rounds large numbers, moves keys that look like indexes
// to the front and drops all but the last of equal keys; here
//
//     {"id": 12345678901234567890, "7": 1.10, "__proto__": "a"}
//
// becomes a JSONObject with three entries in this order, whose numbers keep their texts.

const NUMBER = /-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
const SCALAR = /[^ \t\r\n,\]}]+/y;
const STRUCTURE = /["{}[\]]/g;
const SPACE = /[ \t\r\n]*/y;
const WORDS = new Map([["t", "true"], ["f", "false"], ["n", "null"]]);

/** Deeper texts are refused; the server passes on 512 levels. */
const DEPTH_MAX = 1_000;

/** An object: its members in the order of the text, also those with equal keys. */
export class JSONObject {
  constructor(entries) {
    this.entries = entries;
  }

  /** The value of a key, the last one's where there are several; undefined without. */
  get(key) {
    return this.entries.findLast(([each]) => each === key)?.[1];
  }
}

/** A number, as its text. */
export class JSONNumber {
  constructor(text) {
    this.text = text;
  }
}

export const isObject = (value) => value instanceof JSONObject;
export const isNumber = (value) => value instanceof JSONNumber;

/** True when a value has no others in it. */
export function isScalar(value) {
  return !isObject(value) && !Array.isArray(value);
}

/** Reads a JSON text: lists are arrays, strings, booleans and null themselves. SyntaxError. */
export function parse(text) {
  const parser = new Parser(text);
  const value = parser.value();
  parser.space();
  if (parser.at < text.length) parser.fail();
  return value;
}

/** The texts of the elements of the list under some keys; null where there is no list. */
export function elementTexts(text, path) {
  const parser = new Parser(text);
  for (const key of path) if (!parser.enter(key)) return null;
  return parser.take("[") ? parser.slices() : null;
}

class Parser {
  constructor(text) {
    this.text = text;
    this.at = 0;
    this.depth = 0;
  }

  fail() {
    throw new SyntaxError(`not valid JSON at character ${this.at}`);
  }

  space() {
    SPACE.lastIndex = this.at;
    SPACE.test(this.text);
    this.at = SPACE.lastIndex;
  }

  /** True when the next character that is not white space is this one; then it is passed. */
  take(character) {
    this.space();
    if (this.text[this.at] !== character) return false;
    this.at += 1;
    return true;
  }

  need(character) {
    if (!this.take(character)) this.fail();
  }

  match(pattern) {
    pattern.lastIndex = this.at;
    const found = pattern.exec(this.text);
    if (found === null) this.fail();
    this.at = pattern.lastIndex;
    return found[0];
  }

  value() {
    this.space();
    const first = this.text[this.at];
    if (first === '"') return this.string();
    if (first === "{" || first === "[") {
      this.depth += 1;
      if (this.depth > DEPTH_MAX) this.fail();
      const value = first === "{" ? this.object() : this.list();
      this.depth -= 1;
      return value;
    }
    const word = WORDS.get(first);
    if (word === undefined) return new JSONNumber(this.match(NUMBER));
    if (!this.text.startsWith(word, this.at)) this.fail();
    this.at += word.length;
    return word === "null" ? null : word === "true";
  }

  string() {
    const start = this.at;
    this.pastString();
    const plain = this.text.slice(start + 1, this.at - 1);
    return plain.includes("\\") ? JSON.parse(this.text.slice(start, this.at)) : plain;
  }

  pastString() {
    let end = this.at;
    let backslashes;
    do {
      end = this.text.indexOf('"', end + 1);
      if (end < 0) this.fail();
      backslashes = 0;
      while (this.text[end - 1 - backslashes] === "\\") backslashes += 1;
    } while (backslashes % 2 === 1);
    this.at = end + 1;
  }

  /** Goes to the value of a member of the object that begins here; whether there is one. */
  enter(key) {
    if (!this.take("{")) return false;
    do {
      this.space();
      if (this.text[this.at] !== '"') return false;
      const found = this.string() === key;
      this.need(":");
      if (found) return true;
      this.skip();
    } while (this.take(","));
    return false;
  }

  /** The texts of the rest of a list whose bracket has been passed. */
  slices() {
    const texts = [];
    if (this.take("]")) return texts;
    do {
      this.space();
      const start = this.at;
      this.skip();
      texts.push(this.text.slice(start, this.at));
    } while (this.take(","));
    return texts;
  }

  /** Passes a value without reading it. */
  skip() {
    this.space();
    if (this.text[this.at] === '"') return this.pastString();
    if (!"{[".includes(this.text[this.at])) return this.match(SCALAR);
    let depth = 0;
    do {
      STRUCTURE.lastIndex = this.at;
      const found = STRUCTURE.exec(this.text);
      if (found === null) this.fail();
      this.at = found.index;
      if (found[0] === '"') this.pastString();
      else {
        this.at += 1;
        depth += "{[".includes(found[0]) ? 1 : -1;
      }
    } while (depth > 0);
    return undefined;
  }

  list() {
    const values = [];
    this.need("[");
    if (this.take("]")) return values;
    do values.push(this.value());
    while (this.take(","));
    this.need("]");
    return values;
  }

  object() {
    const entries = [];
    this.need("{");
    if (this.take("}")) return new JSONObject(entries);
    do {
      this.space();
      if (this.text[this.at] !== '"') this.fail();
      const key = this.string();
      this.need(":");
      entries.push([key, this.value()]);
    } while (this.take(","));
    this.need("}");
    return new JSONObject(entries);
  }
}

/** Writes a value as JSON: in one line, or with line breaks where `indent` is given. */
export function stringify(value, indent = "", margin = "") {
  if (isNumber(value)) return value.text;
  if (isScalar(value)) return JSON.stringify(value);
  const inner = margin + indent;
  const colon = indent ? ": " : ":";
  const parts = isObject(value)
    ? value.entries.map(([k, v]) => JSON.stringify(k) + colon + stringify(v, indent, inner))
    : value.map((each) => stringify(each, indent, inner));
  const [open, close] = isObject(value) ? "{}" : "[]";
  if (parts.length === 0) return open + close;
  if (!indent) return open + parts.join(",") + close;
  return `${open}\n${inner}${parts.join(`,\n${inner}`)}\n${margin}${close}`;
}
