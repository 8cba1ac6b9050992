// Items as files: lines of JSON, and CSV (RFC 4180).

import { laidOut } from "./json.js";

/** One JSON text a line, each with every digit that the API sent. */
export function ndjsonOf(texts) {
  return texts.map((text) => `${text.replace(/[\r\n]+/g, " ")}\n`).join("");
}

/**
 * A table with a column for each member of the first items; objects are flattened by key path, lists
 * are JSON.
 *
 *     {"id":1,"author":{"login":"ann"},"tags":["a"]}
 *
 * becomes
 *
 *     id,author.login,tags
 *     1,ann,"[""a""]"
 */
export function csvOf(texts) {
  const rows = texts.map((text) => flat(text));
  const names = [...new Set(rows.flatMap((row) => [...row.keys()]))];
  const line = (cells) => `${cells.map(cell).join(",")}\r\n`;
  return line(names) + rows.map((row) => line(names.map((name) => row.get(name) ?? ""))).join("");
}

function cell(text) {
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

const MEMBER = /^ {2}("(?:[^"\\]|\\.)*"): /;

/** The values of an item by key path, numbers as they came. */
function flat(text, prefix = "", cells = new Map()) {
  const lines = laidOut(text).split("\n");
  if (lines[0] !== "{") return cells.set(prefix || "item", plain(text));
  for (let at = 1; at < lines.length - 1; ) {
    const [start, quoted] = MEMBER.exec(lines[at]);
    const value = [lines[at].slice(start.length)];
    at += 1;
    while (at < lines.length - 1 && !MEMBER.test(lines[at])) value.push(lines[at++]);
    const whole = value.join("\n").replace(/,$/, "");
    const path = prefix === "" ? JSON.parse(quoted) : `${prefix}.${JSON.parse(quoted)}`;
    if (whole.startsWith("{") && whole !== "{}") flat(whole, path, cells);
    else cells.set(path, plain(whole));
  }
  return cells;
}

/** A value as the text of a cell: strings without quotes, null as nothing, lists as JSON. */
function plain(text) {
  if (text === "null") return "";
  if (text.startsWith('"')) return JSON.parse(text);
  return text.startsWith("[") || text.startsWith("{") ? JSON.stringify(JSON.parse(text)) : text;
}
