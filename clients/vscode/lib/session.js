// The server and the collections that are open in it.

import { EventEmitter } from "node:events";

import { Collection } from "./collection.js";
import { hasCredentials } from "./credentials.js";
import { originOf } from "./profiles.js";

/**
 * Starts a server when one is needed, and never two.
 *
 * - Client: the Node client's class
 * - options(): options for it, asked for at each start
 * - credentials: a `Credentials`
 * - openParams(): params that every collection is opened with unless its profile says otherwise
 *
 * `"changed"` tells of every change in a collection, `"gone"` with the error that the server has
 * ended, `"retry"` with a sentence that a request is sent again.
 */
export class Session extends EventEmitter {
  #Client;
  #options;
  #credentials;
  #openParams;
  #client = null;
  #opened = 0;

  constructor({ Client, options, credentials, openParams = () => ({}) }) {
    super();
    this.#Client = Client;
    this.#options = options;
    this.#credentials = credentials;
    this.#openParams = openParams;
    this.collections = [];
    /** The collection that was used last; null where none is open. */
    this.current = null;
  }

  /** The process id of the server; null where none runs. */
  get pid() {
    return this.#client?.pid ?? null;
  }

  /** The profiles that the server has built in. */
  async builtIn() {
    return this.#using((client) => client.profiles());
  }

  /** Opens a collection and loads its first page; a page that fails leaves it open. */
  async open(profile) {
    this.#opened += 1;
    const collection = new Collection(`${this.#opened}`, profile);
    collection.attach(await this.#paginator(collection));
    collection.on("changed", () => this.emit("changed", collection));
    this.collections.push(collection);
    this.current = collection;
    await this.#begin(collection);
    return collection;
  }

  /** Loads the first page; where the API wants to know who asks, with what the user says. */
  async #begin(collection) {
    try {
      await collection.more();
    } catch (error) {
      const origin = originOf(collection.params.url);
      const isStranger = error.data?.status === 401 && !hasCredentials(collection.params);
      if (!isStranger || origin === null || !(await this.signIn(collection, origin))) throw error;
      await this.reopen(collection);
    }
  }

  /** Asks for a secret, in the words of the collection's profile; false where there is none. */
  async signIn({ params }, origin) {
    const [profile = null] = params.profile
      ? await this.#using((client) => client.profiles(params.profile))
      : [];
    return this.#credentials.signIn(origin, profile);
  }

  /** All items of a collection, loaded anew: `{texts, verdict, doubts}`. */
  async everything(collection) {
    const paginator = await this.#paginator(collection, "-export");
    try {
      return await collection.everything(paginator);
    } finally {
      await paginator.close();
    }
  }

  async #paginator({ key, params }, suffix = "") {
    const known = hasCredentials(params) ? null : await this.#credentials.known(params.url);
    const own = { ...known, paginatorId: `vscode-${key}${suffix}`, notifications: true };
    const all = { ...this.#openParams(), ...params, ...own };
    return this.#using((client) => client.open(all, { raw: true }));
  }

  /** A server that does not start is not kept: the setting may be better the next time. */
  async #using(work) {
    const client = this.#running();
    try {
      return await work(client);
    } catch (error) {
      if (client.server === null && this.#client === client) this.#client = null;
      throw error;
    }
  }

  #running() {
    if (this.#client !== null) return this.#client;
    const client = new this.#Client({
      ...this.#options(),
      credentials: (params) => this.#credentials.challenged(params),
    });
    client.on("exit", (error) => this.#gone(client, error));
    client.on("log", (entry) => this.emit("log", entry));
    client.on("willRetry", ({ page, attempt, reason }) => {
      this.emit("retry", `Page ${page}: ${reason}, attempt ${attempt}.`);
    });
    this.#client = client;
    return client;
  }

  #gone(client, error) {
    if (this.#client !== client) return;
    this.#client = null;
    // Who wanted a server that does not start is told by the call.
    if (error === null || client.server === null) return;
    for (const collection of this.collections) collection.detach(error);
    this.emit("gone", error);
  }

  /** Ends the server, starts another one, and opens what was open. */
  async restart() {
    await this.#end();
    let failure = null;
    for (const collection of this.collections) {
      try {
        await this.#reopen(collection);
      } catch (error) {
        failure ??= error;
      }
    }
    if (failure !== null) throw failure;
  }

  /** Opens a collection anew, with what is known by now. */
  async reopen(collection) {
    await collection.close();
    await this.#reopen(collection);
  }

  async #reopen(collection) {
    try {
      collection.attach(await this.#paginator(collection));
    } catch (error) {
      collection.detach(error);
      throw error;
    }
    await collection.more();
  }

  async closeCollection(collection) {
    this.collections = this.collections.filter((each) => each !== collection);
    if (this.current === collection) this.current = this.collections.at(-1) ?? null;
    this.emit("changed", collection);
    await collection.close();
  }

  /** Ends the server and waits for that. */
  async close() {
    this.collections = [];
    this.current = null;
    await this.#end();
  }

  async #end() {
    const client = this.#client;
    this.#client = null;
    await client?.close();
  }
}
