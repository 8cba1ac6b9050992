// The searchbox "Filter": which of the items that are in the page have a text.

import { isNumber, isObject } from "./json.js";

/** The indexes of the items in whose values the words stand, in any case. */
export function matching(collection, text) {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return null;
  return collection.heldIndexes.filter((index) => {
    const searched = searchText(collection.item(index));
    return words.every((word) => searched.includes(word));
  });
}

const texts = new WeakMap();

/** All values of an item as one text in lower case. */
function searchText(item) {
  let text = texts.get(item);
  if (text === undefined) {
    const parts = [];
    gather(item.value, parts);
    text = parts.join("\n").toLowerCase();
    texts.set(item, text);
  }
  return text;
}

function gather(value, parts) {
  if (isNumber(value)) parts.push(value.text);
  else if (isObject(value)) for (const [, each] of value.entries) gather(each, parts);
  else if (Array.isArray(value)) for (const each of value) gather(each, parts);
  else parts.push(String(value));
}
