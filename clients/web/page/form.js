// The params of the list to open: fields for the usual ones, and all of them as JSON. Edits of either
// appear in the other, and in what is to be copied.

import { byID, copy, on, setText } from "./dom.js";
import { commandLine, python, withoutSecrets } from "./commands.js";
import { Profiles } from "./profiles.js";

/** Members that the page gives by itself. */
const OWN = ["paginatorId", "notifications"];

/** `api.example.com/articles`, `localhost/a`, `server:8080`: no scheme, but a host. */
const WITHOUT_SCHEME =
  /^(?:(?:localhost|[\w-]+(?:\.[\w-]+)+|\[[\da-f:]+\])(?::\d+)?|[\w-]+:\d+)(?:[/?#]|$)/i;
/** This machine, bare names and addresses seldom have a certificate. */
const LOCAL = /^(?:localhost(?![\w.-])|\d+\.\d+\.\d+\.\d+(?![\w.-])|\[|[\w-]+:)/i;

/** Members that say how one list pages, and where its items are. */
const OF_LIST = ["pagination", "itemsPath", "paginationMapping", "firstPage", "identity", "decode"];

/** Nothing was chosen for a list. */
const NOTHING = { list: "", names: [] };

export class Form {
  #params = {};
  /** The members that were chosen for a list, and the list's URL without its query. */
  #chosen = NOTHING;
  #url = byID("url");
  #token = byID("token");
  #perPage = byID("per-page");
  #json = byID("params");
  #problem = byID("params-problem");
  #profiles = new Profiles((name) => this.#set("profile", name));

  /** - opened(), detected(): somebody wants to */
  constructor({ opened, detected }) {
    this.#url.addEventListener("input", () => this.#set("url", this.#url.value.trim()));
    this.#token.addEventListener("input", () => this.#showCommands());
    this.#perPage.addEventListener("input", () => {
      const { value } = this.#perPage;
      this.#set("perPage", value === "" ? "" : Number(value));
    });
    this.#json.addEventListener("input", () => this.#readJSON());
    this.#json.addEventListener("change", () => {
      if (this.problem === null) this.params = this.#params;
    });
    this.#json.addEventListener("keydown", (event) => {
      if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) opened();
    });
    on("open", "submit", (event) => {
      event.preventDefault();
      opened();
    });
    on("detect", "click", detected);
    for (const id of ["command", "python"]) {
      on(`copy-${id}`, "click", (event) => copy(byID(id).value, event.target));
    }
    on("copy-params", "click", (event) => {
      copy(JSON.stringify(this.#public, null, 2), event.target);
    });
    this.params = {};
  }

  /** Adds what was chosen for the list of this URL, such as its items; another URL loses it. */
  choose(members) {
    this.params = { ...this.#params, ...members };
    this.#chosen = { list: listOf(this.#params.url), names: Object.keys(members) };
  }

  /** Takes the params of an address; what they say of the list is nothing to another one. */
  restore(params) {
    this.params = params;
    this.#chosen = { list: listOf(params.url), names: OF_LIST.filter((name) => name in params) };
  }

  set profiles(profiles) {
    this.#profiles.all = profiles;
  }

  /** The reason why the JSON cannot be used; null where it can. */
  problem = null;

  /** The params of `open`, without the token. */
  get params() {
    return structuredClone(this.#params);
  }

  set params(params) {
    const { token, ...rest } = structuredClone(params);
    for (const name of OWN) delete rest[name];
    this.#params = rest;
    this.#chosen = NOTHING;
    if (typeof token === "string") this.#token.value = token;
    this.#json.value = JSON.stringify(rest, null, 2);
    this.#complain(null);
    this.#showFields();
    this.#showCommands();
  }

  /**
   * Gives a URL without a scheme the one that a browser and the command line would give it, and
   * another list than before nothing of what was chosen for that.
   */
  settle() {
    const { url } = this.#params;
    if (typeof url === "string" && WITHOUT_SCHEME.test(url)) {
      this.#set("url", `${LOCAL.test(url) ? "http" : "https"}://${url}`);
      this.#showFields();
    }
    const { list, names } = this.#chosen;
    if (names.length === 0 || listOf(this.#params.url) === list) return;
    for (const name of names) if (name !== "url") this.#set(name, "");
    this.#chosen = NOTHING;
    this.#showFields();
  }

  /** All of it, as it is sent. */
  get complete() {
    const token = this.#token.value;
    return token === "" ? this.params : { ...this.params, token };
  }

  get #public() {
    return withoutSecrets(this.#params, this.#token.value);
  }

  #set(name, value) {
    if (value === "") delete this.#params[name];
    else this.#params[name] = value;
    this.#json.value = JSON.stringify(this.#params, null, 2);
    this.#complain(null);
    this.#showCommands();
  }

  #readJSON() {
    const text = this.#json.value.trim();
    let params;
    try {
      params = text === "" ? {} : JSON.parse(text);
    } catch (error) {
      return this.#complain(`This is not valid JSON: ${error.message}.`);
    }
    if (params === null || typeof params !== "object" || Array.isArray(params)) {
      return this.#complain('Give a JSON object, such as {"url": "https://..."}.');
    }
    this.#params = params;
    this.#chosen = NOTHING;
    if (typeof params.token === "string") {
      this.#token.value = params.token;
      delete params.token;
    }
    this.#complain(null);
    this.#showFields();
    return this.#showCommands();
  }

  #complain(problem) {
    this.problem = problem;
    setText(this.#problem, problem ?? "");
    this.#json.setAttribute("aria-invalid", problem !== null);
  }

  #showFields() {
    const { url, profile, perPage } = this.#params;
    const show = (input, value) => {
      const text = value === undefined || value === null ? "" : String(value);
      if (input.value !== text) input.value = text;
    };
    show(this.#url, url);
    show(this.#perPage, typeof perPage === "number" ? perPage : undefined);
    this.#profiles.name = typeof profile === "string" ? profile : "";
  }

  #showCommands() {
    const params = this.#public;
    byID("command").value = Object.keys(params).length > 0 ? commandLine(params) : "";
    byID("python").value = Object.keys(params).length > 0 ? python(params) : "";
  }
}

/** A URL without its query: another one leads to another list. */
function listOf(url) {
  return String(url ?? "").split(/[?#]/, 1)[0];
}
