// Secrets from the environment: `{env:NAME}` in `token`, `auth` and `headers` of params.
//
//     {"url": "https://gitlab.example.com/api", "token": "{env:GITLAB_TOKEN}"}
//
// The page sends, shows and copies the name; only the server gets the value.

import { isObject, JSONObject, parse, stringify } from "../page/json.js";

const MEMBERS = ["token", "auth", "headers"];
const VARIABLE = /\{env:([^{}]*)\}/g;

const INVALID_PARAMS = -32602;

/** A variable that has no value; `path` is the place in the params. */
export class UnsetVariable extends Error {
  constructor(name, path) {
    super(`The environment variable "${name}" is not set: set it, then start serve.js again.`);
    this.path = path;
  }

  /** The error object that the server would have sent. */
  get error() {
    const data = { kind: "invalidParams", retryable: false, path: this.path };
    return { code: INVALID_PARAMS, message: this.message, data };
  }
}

/** Params, as the text of a JSON object, with the variables' values. UnsetVariable without. */
export function withVariables(text, environment) {
  if (!text.includes("{env:")) return text;
  const params = parse(text);
  return isObject(params) ? stringify(replaced(params, environment)) : text;
}

/** The params of a message, replaced the same way; the rest of the message keeps its values. */
export function messageWithVariables(text, environment) {
  if (!text.includes("{env:")) return text;
  const message = parse(text);
  const entries = message.entries.map(([key, value]) =>
    key === "params" && isObject(value) ? [key, replaced(value, environment)] : [key, value],
  );
  return stringify(new JSONObject(entries));
}

function replaced(params, environment) {
  const entries = params.entries.map(([key, value]) =>
    MEMBERS.includes(key) ? [key, inside(value, key, environment)] : [key, value],
  );
  return new JSONObject(entries);
}

/** A value in whose strings, at any depth, the names are replaced. */
function inside(value, path, environment) {
  if (typeof value === "string") {
    return value.replace(VARIABLE, (_, name) => {
      const found = Object.hasOwn(environment, name) ? environment[name] : "";
      if (found === "") throw new UnsetVariable(name, path);
      return found;
    });
  }
  if (Array.isArray(value)) {
    return value.map((each, index) => inside(each, `${path}.${index}`, environment));
  }
  if (!isObject(value)) return value;
  const escaped = (key) => key.replace(/[\\.]/g, "\\$&");
  return new JSONObject(
    value.entries.map(([key, each]) => [key, inside(each, `${path}.${escaped(key)}`, environment)]),
  );
}
