// Items as the texts that the server sent, for numbers that a double cannot hold.
//
//     {"result":{"page":1,"items":[{"id":12345678901234567890}, 1.10]}}
//
// `elementTexts(text, ["result", "items"])` gives `['{"id":12345678901234567890}', "1.10"]`.

const SPACE = /[ \t\r\n]*/y;
const SCALAR = /[^ \t\r\n,\]}]+/y;
const STRUCTURE = /["{}[\]]/g;

/** The texts of the elements of a list inside a JSON text; null where there is no list. */
export function elementTexts(text, path) {
  const at = locate(text, path);
  if (at < 0 || text[at] !== "[") return null;
  const texts = [];
  let next = skipSpace(text, at + 1);
  while (next < text.length && text[next] !== "]") {
    const end = skipValue(text, next);
    texts.push(text.slice(next, end));
    next = afterComma(text, end);
  }
  return texts;
}

/** The texts of all lists in an object, by name; null where there is no object. */
export function listsOfTexts(text, path) {
  const at = locate(text, path);
  if (at < 0 || text[at] !== "{") return null;
  const lists = [];
  for (const [name, value] of membersOf(text, at)) {
    lists.push([name, elementTexts(text.slice(value, skipValue(text, value)), []) ?? []]);
  }
  return Object.fromEntries(lists);
}

/** The index at which the value at a path of member names begins; -1 where it is missing. */
function locate(text, path) {
  let at = skipSpace(text, 0);
  for (const name of path) {
    if (text[at] !== "{") return -1;
    let found = -1;
    for (const [member, value] of membersOf(text, at)) {
      if (member === name) {
        found = value;
        break;
      }
    }
    if (found < 0) return -1;
    at = found;
  }
  return at;
}

/** The names of an object's members and where their values begin. */
function* membersOf(text, at) {
  let next = skipSpace(text, at + 1);
  while (next < text.length && text[next] !== "}") {
    const end = skipString(text, next);
    const value = skipSpace(text, skipSpace(text, end) + 1);
    yield [JSON.parse(text.slice(next, end)), value];
    next = afterComma(text, skipValue(text, value));
  }
}

function afterComma(text, at) {
  const next = skipSpace(text, at);
  return text[next] === "," ? skipSpace(text, next + 1) : next;
}

function skipSpace(text, at) {
  SPACE.lastIndex = at;
  SPACE.test(text);
  return SPACE.lastIndex;
}

/** The index after a value of a text that is known to be JSON. */
function skipValue(text, at) {
  if (text[at] === '"') return skipString(text, at);
  if (text[at] !== "{" && text[at] !== "[") {
    SCALAR.lastIndex = at;
    SCALAR.test(text);
    return SCALAR.lastIndex;
  }
  let depth = 0;
  let next = at;
  for (;;) {
    STRUCTURE.lastIndex = next;
    const found = STRUCTURE.exec(text);
    if (found === null) return text.length;
    next = found.index + 1;
    if (found[0] === '"') next = skipString(text, found.index);
    else if (found[0] === "{" || found[0] === "[") depth += 1;
    else depth -= 1;
    if (depth === 0) return next;
  }
}

/** The index after the closing quote of a string. */
function skipString(text, at) {
  let end = at;
  for (;;) {
    end = text.indexOf('"', end + 1);
    if (end < 0) return text.length;
    let backslashes = 0;
    while (text[end - 1 - backslashes] === "\\") backslashes += 1;
    if (backslashes % 2 === 0) return end + 1;
  }
}
