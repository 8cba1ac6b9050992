// JSON as it came: laid out for reading, with every digit of its numbers.

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
