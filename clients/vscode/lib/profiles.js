// Collections that can be opened: those of the settings, and the built-in ones of the server.

/** The members of a saved profile that the tree shows. */
const OWN_MEMBERS = ["label", "detail"];

/** The members about the API, which `paginator/open` does not take. */
const DESCRIPTIONS = ["title", "documentation", "authentication", "perPageMax", "signature"];

/** The names that the server takes: as in files of profiles. */
const NAME_MAX = 64;
const FOREIGN_IN_NAMES = /[^a-z0-9._-]+/g;

/**
 * A way to open a collection.
 *
 *     {name: "Issues", params: {url: "..."}, display: {label: "title"}, isSaved: true}
 */
export function savedProfiles(setting) {
  return Object.entries(setting ?? {}).map(([name, value]) => savedProfile(name, value));
}

/** Error where it has neither a URL nor a profile that it extends. */
function savedProfile(name, value) {
  const isObject = value !== null && typeof value === "object" && !Array.isArray(value);
  if (!isObject || [value.url, value.extends, value.profile].every((each) => each === undefined)) {
    throw new Error(`The setting paginator.profiles needs a "url" or "extends" for "${name}".`);
  }
  const { extends: extended, ...params } = structuredClone({ ...value });
  if (extended !== undefined) params.profile = extended;
  const display = {};
  for (const member of OWN_MEMBERS) {
    if (typeof params[member] === "string") display[member] = params[member];
    delete params[member];
  }
  const title = typeof params.title === "string" ? params.title : name;
  for (const member of DESCRIPTIONS) delete params[member];
  return { name, title, params, display, isSaved: true };
}

/** The setting with one more profile. */
export function withProfile(setting, typed, { params, display }) {
  const { profile, ...rest } = params;
  const name = fittingName(typed, []);
  const title = name === typed ? {} : { title: typed };
  const extended = profile === undefined ? {} : { extends: profile };
  return { ...setting, [name]: { ...title, ...extended, ...rest, ...display } };
}

/**
 * The setting as it is written today; null where nothing is to be changed. `profile` becomes
 * `extends`, and names are made to fit, the old ones being titles:
 *
 *     {"Swift issues": {"profile": "github", "label": "title"}}
 *     {"swift-issues": {"title": "Swift issues", "extends": "github", "label": "title"}}
 */
export function convertedProfiles(setting) {
  const converted = {};
  let isChanged = false;
  const entries = Object.entries(setting ?? {});
  const kept = entries.map(([name]) => name).filter((name) => fittingName(name, []) === name);
  for (const [name, value] of entries) {
    if (value === null || typeof value !== "object" || Array.isArray(value)) {
      converted[name] = value;
      continue;
    }
    const fitting = kept.includes(name) ? name : fittingName(name, [...kept, ...Object.keys(converted)]);
    const { profile, ...rest } = value;
    const isOld = profile !== undefined && value.extends === undefined;
    const title = fitting === name || value.title !== undefined ? {} : { title: name };
    converted[fitting] = isOld ? { ...title, extends: profile, ...rest } : { ...title, ...value };
    isChanged ||= isOld || fitting !== name;
  }
  return isChanged ? converted : null;
}

/** A name of `a-z 0-9 . _ -` that is not taken. */
function fittingName(typed, taken) {
  const plain = typed.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();
  const name = plain.replace(FOREIGN_IN_NAMES, "-").replace(/^-+|-+$/g, "").slice(0, NAME_MAX);
  const stem = name === "" ? "profile" : name;
  let fitting = stem;
  for (let number = 2; taken.includes(fitting); number += 1) {
    fitting = `${stem.slice(0, NAME_MAX - 1 - String(number).length)}-${number}`;
  }
  return fitting;
}

/** A collection that was named by its URL alone. */
export function profileOfURL(url) {
  return { name: nameOfURL(url), params: { url }, display: {}, isSaved: false };
}

/** A collection that was named by a request: `body` is undefined where there is none. */
export function profileOfRequest(url, method, headers, body) {
  const profile = profileOfURL(url);
  if (method !== "GET") profile.params.method = method;
  if (Object.keys(headers).length > 0) profile.params.headers = headers;
  if (body !== undefined) profile.params.body = body;
  return profile;
}

/** `{Accept: "a/b", "X-Version": "2"}` for `Accept: a/b; X-Version: 2`; null where it is none. */
export function headersOf(typed) {
  const headers = {};
  for (const part of typed.split(";").map((each) => each.trim()).filter((each) => each !== "")) {
    const found = /^([\w!#$%&'*+.^`|~-]+):\s*(.*)$/.exec(part);
    if (found === null) return null;
    headers[found[1]] = found[2];
  }
  return headers;
}

/** The JSON value that was typed; undefined where nothing was, null where it is no JSON. */
export function bodyOf(typed) {
  if (typed.trim() === "") return undefined;
  try {
    return JSON.parse(typed);
  } catch {
    return null;
  }
}

/** A built-in profile; where it needs a URL, of that. */
export function builtInProfile({ name, title }, url) {
  const params = url === undefined ? { profile: name } : { profile: name, url };
  return { name: url === undefined ? title : nameOfURL(url), params, display: {}, isSaved: false };
}

/** `articles` for `https://user@api.example.com/v2/articles?page=:currentPage`. */
function nameOfURL(url) {
  const path = url.replace(/^[a-z]+:\/\/[^/?#]*/i, "").replace(/[?#].*$/s, "");
  const words = path.split("/").filter((word) => word !== "" && !word.startsWith(":"));
  return words.at(-1) ?? originOf(url) ?? "collection";
}

/** Scheme, host and port of a URL pattern; null where it has none. */
export function originOf(url) {
  const [start] = /^https?:\/\/[^/?#]+/i.exec(url ?? "") ?? [];
  if (start === undefined || !URL.canParse(start)) return null;
  return new URL(start).origin;
}
