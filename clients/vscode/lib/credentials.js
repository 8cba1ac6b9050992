// Secrets stay in the editor's storage: they are asked for once, and handed to the server.

import { originOf } from "./profiles.js";

const PREFIX = "paginator.header:";

/**
 * The headers that open an origin, each kept as one line: `Authorization: Bearer 1234`.
 *
 * - secrets: the editor's SecretStorage: `get`, `store`, `delete`
 * - ask({origin, challenge, wasRefused}): what the user typed, or undefined
 */
export class Credentials {
  #secrets;
  #ask;
  #asking = new Map();
  #handedOut = new Map();

  constructor({ secrets, ask }) {
    this.#secrets = secrets;
    this.#ask = ask;
  }

  /** The headers to open a paginator with: some APIs say 404 to strangers, and never 401. */
  async known(paginatorId, url) {
    const origin = originOf(url);
    const line = origin === null ? undefined : await this.#secrets.get(PREFIX + origin);
    return line === undefined ? undefined : this.#hand(paginatorId, origin, line);
  }

  /** Answers `paginator/credentials`: what is stored, or else what the user says. */
  async answer({ paginatorId, origin, challenge }) {
    const stored = await this.#secrets.get(PREFIX + origin);
    const refused = this.#handedOut.get(paginatorId)?.get(origin);
    if (stored !== undefined && stored !== refused) {
      return { headers: this.#hand(paginatorId, origin, stored) };
    }
    const line = await this.signIn(origin, challenge, refused !== undefined);
    return line === undefined ? null : { headers: this.#hand(paginatorId, origin, line) };
  }

  /** Asks the user, once however many wait, and stores the answer; undefined: there is none. */
  async signIn(origin, challenge = null, wasRefused = false) {
    if (!this.#asking.has(origin)) {
      this.#asking.set(origin, this.#askAndStore(origin, challenge, wasRefused));
    }
    try {
      return await this.#asking.get(origin);
    } finally {
      this.#asking.delete(origin);
    }
  }

  async #askAndStore(origin, challenge, wasRefused) {
    const typed = (await this.#ask({ origin, challenge, wasRefused }))?.trim();
    if (!typed) return undefined;
    const line = headerLine(typed, challenge);
    await this.#secrets.store(PREFIX + origin, line);
    return line;
  }

  async signOut(origin) {
    await this.#secrets.delete(PREFIX + origin);
  }

  /** The paginator has been closed. */
  forget(paginatorId) {
    this.#handedOut.delete(paginatorId);
  }

  #hand(paginatorId, origin, line) {
    const handed = this.#handedOut.get(paginatorId) ?? new Map();
    this.#handedOut.set(paginatorId, handed.set(origin, line));
    const colon = line.indexOf(":");
    return { [line.slice(0, colon)]: line.slice(colon + 1).trim() };
  }
}

/**
 * What was typed, as a header.
 *
 *     1234                Authorization: Bearer 1234
 *     me:1234             Authorization: Basic bWU6MTIzNA==    (where the API asked for Basic)
 *     token 1234          Authorization: token 1234
 *     X-Api-Key: 1234     X-Api-Key: 1234
 */
export function headerLine(typed, challenge) {
  if (/^[\w-]+:\s+\S/.test(typed)) return typed;
  if (/^[\w-]+\s+\S/.test(typed)) return `Authorization: ${typed}`;
  if (/^basic\b/i.test(challenge ?? "")) {
    return `Authorization: Basic ${Buffer.from(typed, "utf8").toString("base64")}`;
  }
  return `Authorization: Bearer ${typed}`;
}
