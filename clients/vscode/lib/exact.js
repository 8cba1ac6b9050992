// JSON as values that lose nothing: `JSON.parse` rounds numbers, puts keys that look like indexes
// first, and drops all but the last of equal keys. The page of the web client has the same reader.
//
//     {"id": 12345678901234567890, "7": 1.10, "__proto__": "a"}
//
// becomes a JSONObject with three entries in this order, whose numbers are texts.

const NUMBER = /-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
const STRING = /"(?:[^"\\]+|\\.)*"/y;
const WORD = /true|false|null/y;
const SPACE = /[ \t\r\n]*/y;

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

/** Reads a JSON text: lists are arrays; strings, booleans and null are themselves. SyntaxError. */
export function parse(text) {
  const reader = new Reader(text);
  const value = reader.value();
  if (reader.next() !== undefined) reader.fail();
  return value;
}

class Reader {
  #text;
  #at = 0;

  constructor(text) {
    this.#text = text;
  }

  fail() {
    throw new SyntaxError(`not valid JSON at character ${this.#at}`);
  }

  /** The next character that is no white space; undefined at the end. */
  next() {
    SPACE.lastIndex = this.#at;
    SPACE.test(this.#text);
    this.#at = SPACE.lastIndex;
    return this.#text[this.#at];
  }

  #take(character) {
    if (this.next() !== character) return false;
    this.#at += 1;
    return true;
  }

  #need(character) {
    if (!this.#take(character)) this.fail();
  }

  #match(pattern) {
    pattern.lastIndex = this.#at;
    const found = pattern.exec(this.#text);
    if (found === null) this.fail();
    this.#at = pattern.lastIndex;
    return found[0];
  }

  value() {
    const first = this.next();
    if (first === '"') return JSON.parse(this.#match(STRING));
    if (first === "{") return this.#object();
    if (first === "[") return this.#list();
    if ("tfn".includes(first)) return JSON.parse(this.#match(WORD));
    return new JSONNumber(this.#match(NUMBER));
  }

  #list() {
    const values = [];
    this.#need("[");
    if (this.#take("]")) return values;
    do values.push(this.value());
    while (this.#take(","));
    this.#need("]");
    return values;
  }

  #object() {
    const entries = [];
    this.#need("{");
    if (this.#take("}")) return new JSONObject(entries);
    do {
      this.next();
      const key = JSON.parse(this.#match(STRING));
      this.#need(":");
      entries.push([key, this.value()]);
    } while (this.#take(","));
    this.#need("}");
    return new JSONObject(entries);
  }
}

/** Writes a value as JSON in one line. */
export function stringify(value) {
  if (isNumber(value)) return value.text;
  if (Array.isArray(value)) return `[${value.map(stringify).join(",")}]`;
  if (!isObject(value)) return JSON.stringify(value);
  return `{${value.entries.map(([k, v]) => `${JSON.stringify(k)}:${stringify(v)}`).join(",")}}`;
}

/** A value as one text, with nothing cut: a text itself, null as nothing, others as JSON. */
export function plainText(value) {
  if (value === undefined || value === null) return "";
  return typeof value === "string" ? value : stringify(value);
}

/** A text in one line, with a sign in the place of half a surrogate pair, which nothing can draw. */
export function oneLine(text) {
  return text.replace(/\s+/g, " ").replace(/\p{Surrogate}/gu, "\ufffd");
}
