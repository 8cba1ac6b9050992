// Collections that can be opened: those of the settings, and the built-in ones of the server.

/** What a saved profile has beside the params of `paginator/open`. */
const OWN_MEMBERS = ["label", "detail"];

/**
 * A way to open a collection.
 *
 *     {name: "Issues", params: {url: "..."}, display: {label: "title"}, isSaved: true}
 */
export function savedProfiles(setting) {
  return Object.entries(setting ?? {}).map(([name, value]) => savedProfile(name, value));
}

/** Error where it has neither a URL nor a profile. */
function savedProfile(name, value) {
  const isObject = value !== null && typeof value === "object" && !Array.isArray(value);
  if (!isObject || (value.url === undefined && value.profile === undefined)) {
    throw new Error(`The setting paginator.profiles needs a "url" or a "profile" for "${name}".`);
  }
  const params = structuredClone({ ...value });
  const display = {};
  for (const member of OWN_MEMBERS) {
    if (typeof params[member] === "string") display[member] = params[member];
    delete params[member];
  }
  return { name, params, display, isSaved: true };
}

/** The setting with one more profile. */
export function withProfile(setting, name, { params, display }) {
  return { ...setting, [name]: { ...params, ...display } };
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
