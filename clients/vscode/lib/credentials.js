// Secrets stay in the editor's storage: they are asked for once, and collections are opened with them.

import { originOf } from "./profiles.js";

const PREFIX = "paginator.secret:";

/**
 * The params of `paginator/open` that open an origin, `{token}` or `{auth}`.
 *
 * - secrets: the editor's SecretStorage: `get`, `store`, `delete`
 * - ask(words): what the user typed, or undefined; for the words see `wordsFor`
 */
export class Credentials {
  #secrets;
  #ask;
  #asking = new Map();
  #challenges = new Map();

  constructor({ secrets, ask }) {
    this.#secrets = secrets;
    this.#ask = ask;
  }

  /** The stored secret for the origin of a URL; null where there is none. */
  async known(url) {
    const origin = originOf(url);
    const stored = origin === null ? undefined : await this.#secrets.get(PREFIX + origin);
    return stored === undefined ? null : JSON.parse(stored);
  }

  /** Answers `paginator/credentials` with nothing: a collection is opened again, with a secret. */
  challenged({ origin, challenge }) {
    this.#challenges.set(origin, challenge);
    return null;
  }

  /**
   * Asks the user, once however many wait, and stores the answer; false: there is none.
   *
   * - profile: of the API, as `paginator/profiles` has it; null where it is unknown
   */
  async signIn(origin, profile = null) {
    if (!this.#asking.has(origin)) this.#asking.set(origin, this.#askAndStore(origin, profile));
    try {
      return await this.#asking.get(origin);
    } finally {
      this.#asking.delete(origin);
    }
  }

  async #askAndStore(origin, profile) {
    const wasRefused = (await this.known(origin)) !== null;
    const challenge = this.#challenges.get(origin) ?? null;
    const typed = await this.#ask(wordsFor({ origin, profile, challenge, wasRefused }));
    const params = paramsFor(typed?.trim() ?? "", profile?.authentication, challenge);
    if (params === null) return false;
    await this.#secrets.store(PREFIX + origin, JSON.stringify(params));
    return true;
  }

  async signOut(origin) {
    await this.#secrets.delete(PREFIX + origin);
  }
}

/** True when params bring credentials of their own, beside which the server takes no others. */
export function hasCredentials({ token, auth, headers = {} }) {
  const names = Object.keys(headers).map((name) => name.toLowerCase());
  return Boolean(token ?? auth) || names.includes("authorization");
}

/**
 * The typed secret as params of `paginator/open`; null where it does not fit. Where the API's
 * profile says how it takes a token, that is all there is to know:
 *
 *     1234                {token: "1234"}
 *     ID:SECRET           {auth: {type: "awsSigV4", ...}}       (where requests are signed)
 *
 * Without a profile it may be anything:
 *
 *     me:1234             {auth: {type: "basic", ...}}          (where the API asked for Basic)
 *     token 1234          {auth: {type: "apiKey", ...}}         Authorization: token 1234
 *     X-Api-Key: 1234     {auth: {type: "apiKey", ...}}         X-Api-Key: 1234
 */
export function paramsFor(typed, authentication, challenge) {
  if (typed === "") return null;
  if (authentication?.type === "awsSigV4") {
    const [accessKeyId, secretAccessKey, sessionToken] = typed.split(":");
    if (!accessKeyId || !secretAccessKey) return null;
    const session = sessionToken ? { sessionToken } : {};
    return { auth: { type: "awsSigV4", accessKeyId, secretAccessKey, ...session } };
  }
  if (authentication?.format !== undefined && !typed.includes(":")) return null;
  if (authentication !== undefined) return { token: typed };
  return anyParamsFor(typed, challenge);
}

function anyParamsFor(typed, challenge) {
  const [, name, value] = /^([\w-]+):\s+(\S.*)$/.exec(typed) ?? [];
  if (name !== undefined) return { auth: { type: "apiKey", name, value } };
  const [, scheme, rest] = /^([\w-]+\s+)(\S.*)$/.exec(typed) ?? [];
  if (scheme !== undefined) {
    return { auth: { type: "apiKey", name: "Authorization", prefix: scheme, value: rest } };
  }
  if (/^basic\b/i.test(challenge ?? "")) {
    const [username, ...password] = typed.split(":");
    return { auth: { type: "basic", username, password: password.join(":") } };
  }
  return { token: typed };
}

/**
 * The question to the user, in the profile's words: `{title, prompt, placeHolder, problem}`, where
 * `problem(typed)` says what is wrong with it, or undefined.
 */
export function wordsFor({ origin, profile, challenge, wasRefused }) {
  const authentication = profile?.authentication;
  const why = wasRefused ? "The stored secret was refused." : "The API wants to know you.";
  const asks = challenge && !authentication ? ` It asks for: ${challenge}.` : "";
  const how = authentication?.documentation ? ` How to get one: ${authentication.documentation}` : "";
  const placeHolder = formOf(profile);
  const problem = (typed) =>
    typed.trim() === "" || paramsFor(typed.trim(), authentication, challenge)
      ? undefined
      : `Of the form ${placeHolder}`;
  return { title: `Sign in to ${origin}`, prompt: why + asks + how, placeHolder, problem };
}

function formOf(profile) {
  const authentication = profile?.authentication;
  switch (authentication?.type) {
    case undefined:
      return "A token, user:password, or a whole header like X-Api-Key: 1234";
    case "awsSigV4":
      return "ACCESS_KEY_ID:SECRET_ACCESS_KEY";
    case "apiKey":
      return `The key that is sent as ${authentication.name}`;
    default:
      return authentication.format ?? `A token of ${profile.title}`;
  }
}
