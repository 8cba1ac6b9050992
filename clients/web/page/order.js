// The order of the items by a column: numbers by their value, text as people sort it, what is missing
// last.

import { isNumber } from "./json.js";
import { valueAt } from "./paths.js";
import { cellText } from "./text.js";

const TEXTS = new Intl.Collator("en", { numeric: true, sensitivity: "base" });
/** Texts of these lengths are compared one by one; others by their first characters. */
const COMPARED_MAX = 200;

/** The indexes of items by a column's values; `indexes` null: of all that are here. */
export function sorted(collection, indexes, { column, isDescending }) {
  const keys = (indexes ?? collection.heldIndexes).map((index) => {
    return { index, key: keyOf(valueAt(collection.item(index).value, column.keys)) };
  });
  const sign = isDescending ? -1 : 1;
  keys.sort((one, other) => {
    if (one.key === null || other.key === null) {
      return (one.key === null) - (other.key === null) || one.index - other.index;
    }
    return sign * compared(one.key, other.key) || one.index - other.index;
  });
  return keys.map(({ index }) => index);
}

/** A number, a text, or null where there is nothing. */
function keyOf(value) {
  if (value === undefined || value === null) return null;
  if (isNumber(value)) return Number(value.text);
  return cellText(value).slice(0, COMPARED_MAX);
}

function compared(one, other) {
  if (typeof one === "number" && typeof other === "number") return one - other;
  if (typeof one === "number") return -1;
  if (typeof other === "number") return 1;
  return TEXTS.compare(one, other);
}
