// Options of calls, checked: a name that is misspelled is not ignored.

import { InvalidParams } from "./errors.js";
import { MEMBER_OF, STRATEGIES } from "./methods.js";

/** The params of `paginator/open`: a URL alone, or all of them. */
export function openParams(target) {
  if (typeof target === "string" || target instanceof URL) return { url: String(target) };
  if (target !== null && typeof target === "object") return target;
  throw new TypeError("open takes a URL, or an object with the params of paginator/open.");
}

/** The error of `open`, which says where a name belongs that is a member of one of its params. */
export function misplaced(error) {
  const param = error instanceof InvalidParams ? MEMBER_OF[error.path] : undefined;
  if (param === undefined) return error;
  const name = error.path;
  const shown = name === "strategy" ? `"page"` : "...";
  error.message = error.message.replace(/ Did you mean "[^"]*"\?/, "");
  error.message += ` It is a member of "${param}": ${param}: { ${name}: ${shown} }.`;
  if (name === "strategy") {
    error.message += ` Strategies are ${STRATEGIES.map((each) => `"${each}"`).join(", ")}.`;
  }
  return error;
}

/** TypeError where there is an unknown option. */
export function checkNames(options, known, owner) {
  if (options === null || typeof options !== "object") {
    throw new TypeError(`${owner} takes its options as an object.`);
  }
  for (const name of Object.keys(options)) {
    if (!known.includes(name)) {
      const hint = owner === "open" ? ` Params go with the URL: open({ url, ${name} }).` : "";
      throw new TypeError(`${owner} has no option "${name}"; it has ${known.join(", ")}.${hint}`);
    }
  }
}
