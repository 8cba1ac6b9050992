// The searchbox "Filter": which of the items that are in the page have a text.
//
//     ford zürich          both words, anywhere in the item
//     "two words"          the phrase
//     owner.name:ford      in that column, or in what is below that key

import { isNumber, isObject } from "./json.js";
import { keysOf, valueAt } from "./paths.js";

const TERMS = /(?:([^\s":]+):)?(?:"([^"]*)"?|(\S+))/g;

/** The indexes of the items that have all terms, in any case; `paths` are those of the columns. */
export function matching(collection, text, paths = []) {
  const terms = termsOf(text, paths);
  if (terms.length === 0) return null;
  return collection.heldIndexes.filter((index) => {
    const item = collection.item(index);
    return terms.every(({ path, word }) => searchText(item, path).includes(word));
  });
}

/** The terms of a filter: `{path, word}`; `path` is null where the whole item is searched. */
export function termsOf(text, paths) {
  const terms = [...text.toLowerCase().matchAll(TERMS)].map(([whole, name, phrase, plain]) => {
    const path = name === undefined ? null : pathNamed(name, paths);
    // A word that names no column is a text with a colon in it, such as a time or a URL.
    const word = path === null && name !== undefined ? whole.replaceAll('"', "") : (phrase ?? plain);
    return { path, word };
  });
  return terms.filter(({ word }) => word !== "");
}

function pathNamed(name, paths) {
  const column = paths.find((path) => path.toLowerCase() === name);
  if (column !== undefined) return column;
  const inner = paths.find((path) => path.toLowerCase().startsWith(`${name}.`));
  return inner === undefined ? null : inner.slice(0, name.length);
}

const texts = new WeakMap();

/** All values of an item, or of what is at a path of it, as one text in lower case. */
function searchText(item, path) {
  if (path !== null) return textOf(valueAt(item.value, keysOf(path)));
  let text = texts.get(item);
  if (text === undefined) {
    text = textOf(item.value);
    texts.set(item, text);
  }
  return text;
}

function textOf(value) {
  const parts = [];
  if (value !== undefined) gather(value, parts);
  return parts.join("\n").toLowerCase();
}

function gather(value, parts) {
  if (isNumber(value)) parts.push(value.text);
  else if (isObject(value)) for (const [, each] of value.entries) gather(each, parts);
  else if (Array.isArray(value)) for (const each of value) gather(each, parts);
  else parts.push(String(value));
}
