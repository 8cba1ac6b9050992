// Key paths, as the protocol has them: where in an item a value stands.
//
//     author.login     `login` in `author`          a\.b.c   `c` in the key `a.b`
//     tags.0           the first of `tags`          /@id     a JSON Pointer: the key `@id`

import { isObject } from "./exact.js";

/** The path of a list of keys. */
export function pathOf(keys) {
  if (keys.length === 0) return "";
  if (/^[/@]/.test(keys[0]) || keys.includes("")) {
    return `/${keys.map((key) => key.replaceAll("~", "~0").replaceAll("/", "~1")).join("/")}`;
  }
  return keys.map((key) => key.replace(/[\\.]/g, "\\$&")).join(".");
}

/** The keys of a path. */
export function keysOf(path) {
  if (path === "") return [];
  if (path.startsWith("/")) {
    const parts = path.slice(1).split("/");
    return parts.map((part) => part.replaceAll("~1", "/").replaceAll("~0", "~"));
  }
  const keys = [""];
  for (let at = 0; at < path.length; at += 1) {
    if (path[at] === ".") keys.push("");
    else {
      if (path[at] === "\\" && at + 1 < path.length) at += 1;
      keys[keys.length - 1] += path[at];
    }
  }
  return keys;
}

/** What stands at a key path of what `parse` gave; undefined where nothing does. */
export function valueAt(value, path) {
  let found = value;
  for (const key of keysOf(path)) {
    if (isObject(found)) found = found.get(key);
    else if (Array.isArray(found) && /^-?\d{1,9}$/.test(key)) found = found.at(Number(key));
    else return undefined;
  }
  return found;
}
