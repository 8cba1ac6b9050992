// Values as short texts.

import { isNumber, isScalar, stringify } from "./json.js";

const TEXT_MAX = 200;

/** A value in one line, cut. */
export function cellText(value) {
  if (typeof value === "string") return cut(value);
  if (isNumber(value)) return cut(value.text);
  return cut(isScalar(value) ? String(value) : stringify(value));
}

/** A value as one text: a text itself, others as JSON. */
export function wholeText(value) {
  return typeof value === "string" ? value : stringify(value);
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

/** Why there is no more, by its kind: the words of the command line. */
const ENDS = {
  noNext: "no next page",
  moreFalse: "the API reports no more",
  emptyPage: "an empty page",
  shortPage: "a page with fewer items than requested",
  totalReached: "total reached",
  refused: "the API refuses the next page",
  untilReached: "the rest is not new",
  pastEnd: "the API rejects the page after the last one",
  pagesMax: "the most pages reached",
  itemsMax: "the most items reached",
  repeatedRequest: "a page repeats an earlier one",
  repeatedResponse: "a page repeats an earlier one",
  repeatedItems: "a page repeats an earlier one",
  ceiling: "the most that the API gives",
  originRefused: "another origin",
  cancelled: "cancelled",
  failed: "a page failed",
};
/** Places of evidence that say no more than the words. */
const PLAIN = ["objectCount", "pageCount", "items", "error"];

/** An end reason with its evidence: `no next page, next_cursor null`. */
export function endSentence({ kind, evidence }) {
  const { field, value, body } = evidence ?? {};
  const parts = [ENDS[kind] ?? kind];
  if (field === "@status") parts.push(`status ${value}`);
  else if (field !== undefined && !PLAIN.includes(field)) parts.push(`${field} ${shown(value)}`.trim());
  if (body) parts.push(cut(body, 80));
  return parts.join(", ");
}

function shown(value) {
  if (value === undefined) return "";
  return cut(typeof value === "string" ? value : JSON.stringify(value), 80);
}

/** An error of a page in one line: its message, and the request. */
export function failureText({ message, data }) {
  const { method, url, status } = data ?? {};
  const parts = [];
  if (typeof url === "string" && !message.includes(url)) {
    parts.push(typeof method === "string" ? `${method} ${url}` : url);
    if (status !== undefined && !message.includes(String(status))) parts.push(String(status));
  }
  const text = parts.length > 0 ? `${message} (${parts.join(": ")})` : message;
  return status === 401 ? `${text} Enter a token above, then press Open.` : text;
}

const NUMBERS = new Intl.NumberFormat("en");

/** A number with separators: `1,000,000`. */
export function separated(number) {
  return NUMBERS.format(number);
}

/** A sentence whose whole numbers of four digits and more have separators. */
export function grouped(text) {
  return text.replace(/(?<![\w.,:/=&?%-])\d{4,15}(?![\w.:/-]*\w)/g, (digits) => separated(digits));
}

/** `1 page`, `2,000 pages`. */
export function counted(number, word) {
  return `${separated(number)} ${word}${number === 1 ? "" : "s"}`;
}
