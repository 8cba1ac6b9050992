// The words of an item in the tree.

import { isNumber, parse } from "../page/json.js";
import { keysOf, valueAt } from "../page/paths.js";
import { oneLine } from "./json.js";

/** Longest label, in characters. */
const LABEL_CHARACTERS_MAX = 100;

/** Members that usually name an item, best first. */
const USUAL_NAMES = [
  "title", "name", "full_name", "label", "subject", "summary", "login", "key", "slug", "id",
];

/** `{label, detail}` of an item's JSON text; the key paths are those of its profile, if any. */
export function labelOf(text, { label, detail } = {}) {
  const value = parse(text);
  return { label: named(text, value, label), detail: shown(valueAtOf(value, detail)) ?? "" };
}

function named(text, value, path) {
  const chosen = shown(valueAtOf(value, path));
  if (chosen !== null) return chosen;
  for (const name of USUAL_NAMES) {
    const found = shown(valueAtOf(value, name));
    if (found !== null) return found;
  }
  return cut(text);
}

function valueAtOf(value, path) {
  return path === undefined ? undefined : valueAt(value, keysOf(path));
}

/** A value in one line; null where it would say nothing. */
function shown(value) {
  if (typeof value === "string") return value.trim() === "" ? null : cut(value);
  if (typeof value === "boolean") return String(value);
  return isNumber(value) ? cut(value.text) : null;
}

function cut(text) {
  const line = oneLine(text).trim();
  // No character has more than two units.
  const characters = [...line.slice(0, 2 * LABEL_CHARACTERS_MAX + 2)];
  if (characters.length <= LABEL_CHARACTERS_MAX) return line;
  return `${characters.slice(0, LABEL_CHARACTERS_MAX - 1).join("")}…`;
}
