// JSON as it came: laid out for reading, with every digit of its numbers.

import { stringify } from "../page/json.js";

const TOKEN = /"(?:[^"\\]+|\\.)*"|[{}[\],:]|[^\s{}[\],:"]+/g;

/**
 * A JSON text with one member or element a line.
 *
 *     {"id":12345678901234567890,"tags":[]}
 *
 * becomes
 *
 *     {
 *       "id": 12345678901234567890,
 *       "tags": []
 *     }
 */
export function laidOut(text) {
  const parts = [];
  let indent = "\n";
  let previous = "";
  for (const [token] of text.matchAll(TOKEN)) {
    const isEmpty = (token === "}" || token === "]") && (previous === "{" || previous === "[");
    if (token === "}" || token === "]") {
      indent = indent.slice(0, -2);
      if (!isEmpty) parts.push(indent);
    } else if (previous === "{" || previous === "[" || previous === ",") {
      parts.push(indent);
    }
    parts.push(token === ":" ? ": " : token);
    if (token === "{" || token === "[") indent += "  ";
    previous = token;
  }
  return parts.join("");
}

/** The text of a list of JSON texts. */
export function listOf(texts) {
  return `[${texts.join(",")}]`;
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
