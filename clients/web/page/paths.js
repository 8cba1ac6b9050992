// Key paths: where in an item a value stands.
//
//     author.login     `login` in `author`          a\.b.c   `c` in the key `a.b`
//     tags.0           the first of `tags`          /@id     a JSON Pointer: the key `@id`

import { isObject } from "./json.js";

/** The path of a list of keys (and indexes). */
export function pathOf(keys) {
  if (keys.length === 0) return "";
  const first = String(keys[0]);
  const isSpecial = /^[/@]/.test(first) || keys.some((key) => key === "");
  if (isSpecial) {
    const escaped = keys.map((key) => String(key).replaceAll("~", "~0").replaceAll("/", "~1"));
    return `/${escaped.join("/")}`;
  }
  return keys.map((key) => String(key).replace(/[\\.]/g, "\\$&")).join(".");
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

/** The value at the end of some keys in what `parse` of json.js gave; undefined without. */
export function valueAt(item, keys) {
  let value = item;
  for (const key of keys) {
    if (isObject(value)) value = value.get(key);
    else if (Array.isArray(value) && /^-?\d{1,9}$/.test(key)) value = value.at(Number(key));
    else return undefined;
  }
  return value;
}
