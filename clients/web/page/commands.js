// The same request elsewhere: as a command line, as Python, as params. Typed secrets stay here;
// in their place stands `{env:TOKEN}`.

const SECRET_HEADER = /^(?:proxy-)?authorization$|^cookie$|token|secret|api-?key|password|^x-auth/i;
const SECRET_NAME =
  /^(token|key|auth|sig)$|((access|auth|private)_?token|api_?key|secret|password|signature)$/i;
const SECRET_OF_AUTH = new Set([
  "token", "password", "value", "clientSecret", "refreshToken", "secretAccessKey", "sessionToken",
]);
const SCHEME = /^(Bearer|Basic|Token|token=) */i;
const VARIABLE = /\{env:[^{}]*\}/;
/** A word that a shell takes as it is. */
const PLAIN_WORD = /^[\w@%+=:,./-]+$/;

/** The params with the token, and with names of variables in the place of typed secrets. */
export function withoutSecrets(params, token) {
  const seen = new Map();
  /** The variable of a secret: TOKEN, then TOKEN_2, ... */
  const hidden = (value) => {
    if (typeof value !== "string" || value === "" || VARIABLE.test(value)) return value;
    const [scheme = ""] = SCHEME.exec(value) ?? [];
    const secret = value.slice(scheme.length);
    if (!seen.has(secret)) seen.set(secret, seen.size === 0 ? "TOKEN" : `TOKEN_${seen.size + 1}`);
    return `${scheme}{env:${seen.get(secret)}}`;
  };
  const result = { ...params };
  if (token !== "") result.token = hidden(token);
  result.headers = changed(params.headers, (name, value) =>
    SECRET_HEADER.test(name) ? hidden(value) : value,
  );
  result.parameters = changed(params.parameters, (name, value) =>
    SECRET_NAME.test(name.replaceAll("-", "_")) ? hidden(value) : value,
  );
  result.auth = changed(params.auth, (name, value) => {
    if (name === "parameters") return changed(value, (_, each) => hidden(each));
    return SECRET_OF_AUTH.has(name) ? hidden(value) : value;
  });
  moveUserinfo(result, hidden);
  moveFromURL(result, hidden);
  for (const [name, value] of Object.entries(result)) if (value === undefined) delete result[name];
  return result;
}

/** An object with other values; what is no object stays. */
function changed(value, change) {
  if (value === null || typeof value !== "object" || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, change(key, each)]));
}

/** The user and password of the URL become `auth`, unless something else signs in. */
function moveUserinfo(params, hidden) {
  const [, scheme, userinfo, rest] = /^(https?:\/\/)([^/?#]*)@(.*)$/is.exec(params.url ?? "") ?? [];
  if (userinfo === undefined) return;
  params.url = scheme + rest;
  const isSigned = Object.keys(params.headers ?? {}).some((name) => /^authorization$/i.test(name));
  if (params.token !== undefined || params.auth !== undefined || isSigned) return;
  const [user, ...more] = userinfo.split(":");
  const password = decoded(more.join(":"));
  const username = decoded(user);
  // A user without a password is a key.
  params.auth = { type: "basic", username: password === "" ? hidden(username) : username };
  if (password !== "") params.auth.password = hidden(password);
}

/** Secrets in the query of the URL become parameters, where variables are replaced. */
function moveFromURL(params, hidden) {
  if (typeof params.url !== "string") return;
  const [, start, query, rest] = /^([^?#]*)\?([^#]*)(.*)$/s.exec(params.url) ?? [];
  if (query === undefined) return;
  const kept = [];
  const moved = {};
  for (const part of query.split("&")) {
    const [name, ...value] = part.split("=");
    const isPattern = value.join("=").startsWith(":");
    if (value.join("=") === "" || isPattern || !SECRET_NAME.test(name.replaceAll("-", "_"))) {
      kept.push(part);
    } else moved[name] = hidden(decoded(value.join("=")));
  }
  if (Object.keys(moved).length === 0) return;
  params.url = start + (kept.length > 0 ? `?${kept.join("&")}` : "") + rest;
  params.parameters = { ...moved, ...params.parameters };
}

function decoded(text) {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** `paginator fetch` with the same params. */
export function commandLine(params) {
  const { url, profile, perPage, token, ...rest } = params;
  const words = ["paginator", "fetch"];
  if (url !== undefined) words.push(quoted(String(url)));
  if (profile !== undefined) words.push("--profile", quoted(String(profile)));
  if (perPage !== undefined) words.push("--per-page", quoted(String(perPage)));
  if (token !== undefined) words.push("--token", quoted(token));
  if (Object.keys(rest).length > 0) words.push("--open", quoted(JSON.stringify(rest)));
  return words.join(" ");
}

function quoted(word) {
  return PLAIN_WORD.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
}

/** A Python program that prints the items. */
export function python(params) {
  const lines = Object.entries(params).map(([name, value]) => {
    const comment = typeof value === "string" && VARIABLE.test(value) ? `  # ${value}` : "";
    return `    ${snake(name)}=${literal(value)},${comment}`;
  });
  const isEnvironment = lines.some((line) => line.includes("os.environ["));
  return [
    ...(isEnvironment ? ["import os", ""] : []),
    "import paginator",
    "",
    "with paginator.open(",
    ...lines,
    ") as pages:",
    "    for item in pages:",
    "        print(item)",
  ].join("\n");
}

const snake = (name) => name.replace(/[A-Z]+/g, (letters) => `_${letters.toLowerCase()}`);

/** A value as Python writes it. */
function literal(value) {
  if (value === null) return "None";
  if (value === true) return "True";
  if (value === false) return "False";
  if (typeof value === "number") return JSON.stringify(value);
  if (typeof value === "string") return text(value);
  if (Array.isArray(value)) return `[${value.map(literal).join(", ")}]`;
  const members = Object.entries(value).map(([key, each]) => `${text(key)}: ${literal(each)}`);
  return `{${members.join(", ")}}`;
}

/** A string; variables are read from the environment. */
function text(value) {
  const parts = value.split(/(\{env:[^{}]*\})/).filter((part) => part !== "");
  if (parts.length === 0) return '""';
  const written = parts.map((part) => {
    const [, name] = /^\{env:(.*)\}$/.exec(part) ?? [];
    return name === undefined ? JSON.stringify(part) : `os.environ[${JSON.stringify(name)}]`;
  });
  return written.join(" + ");
}
