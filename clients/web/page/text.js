// Values as short texts.

import { isNumber, isScalar, stringify } from "./json.js";

const TEXT_MAX = 200;

/** A value in one line, cut. */
export function cellText(value) {
  if (typeof value === "string") return cut(value);
  if (isNumber(value)) return cut(value.text);
  return cut(isScalar(value) ? String(value) : stringify(value));
}

/** The first characters of a text, none of them cut in half. */
export function cut(text, max = TEXT_MAX) {
  if (text.length <= max) return text;
  const isHalf = /[\ud800-\udbff]/.test(text[max - 1]);
  return text.slice(0, isHalf ? max - 1 : max);
}

/** Milliseconds for people: `85 ms`, `1.24 s`. */
export function duration(milliseconds) {
  if (milliseconds < 1_000) return `${Math.round(milliseconds)} ms`;
  return `${(milliseconds / 1_000).toFixed(milliseconds < 10_000 ? 2 : 1)} s`;
}

/** `1 page`, `2 pages`. */
export function counted(number, word) {
  return `${number} ${word}${number === 1 ? "" : "s"}`;
}
