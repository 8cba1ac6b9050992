// The saves of all sessions: asked for by POST, fetched once by their path, given up by DELETE.

import { stringify, parse } from "../page/json.js";
import { objectOr } from "../../node/lib/values.js";
import { FORMATS } from "./formats.js";
import { Refusal } from "./http.js";
import { COLUMNS_MAX, SAVES_MAX } from "./limits.js";
import { Save } from "./save.js";

const MEMBERS = ["open", "format", "columns", "workDoneToken"];

export class Saves {
  #all = new Map();

  /** Makes a save of what a body asks for. */
  add(session, text) {
    const wanted = wantedSave(text);
    if (session.saves.size >= SAVES_MAX) {
      throw new Refusal(503, `There are ${SAVES_MAX} saves: wait until one has ended.`);
    }
    const save = new Save(wanted, session, () => {
      session.saves.delete(save.path);
      this.#all.delete(save.path);
    });
    session.saves.set(save.path, save);
    this.#all.set(save.path, save);
    return save;
  }

  /** The save whose download may begin; 404 where it has begun. */
  forDownload(path) {
    const save = this.get(path);
    if (save.isTaken) throw new Refusal(404, "This download has begun already: save again.");
    return save;
  }

  get(path) {
    const save = this.#all.get(path);
    if (save === undefined) throw new Refusal(404, "There is no such save: save again.");
    return save;
  }
}

/** Reads the body of `POST /saves`. */
function wantedSave(text) {
  let body;
  try {
    body = JSON.parse(text);
  } catch {
    throw new Refusal(400, "The body is not valid JSON.");
  }
  if (objectOr(body) !== body) throw new Refusal(400, "The body has to be a JSON object.");
  for (const name of Object.keys(body)) {
    if (!MEMBERS.includes(name)) throw new Refusal(400, `Unknown field "${name}".`);
  }
  const { open, format, columns = [], workDoneToken } = body;
  if (objectOr(open) !== open) {
    throw new Refusal(400, 'Give the params of paginator/open as "open".');
  }
  if (!FORMATS.has(format)) {
    throw new Refusal(400, `Give one of ${[...FORMATS.keys()].join(", ")} as "format".`);
  }
  const isList = Array.isArray(columns) && columns.every((path) => typeof path === "string");
  if (!isList || columns.length > COLUMNS_MAX) {
    throw new Refusal(400, `Give a list of up to ${COLUMNS_MAX} key paths as "columns".`);
  }
  if (format === "csv" && columns.length === 0) {
    throw new Refusal(400, 'Give the key paths of the columns of a CSV file as "columns".');
  }
  if (workDoneToken !== undefined && !["string", "number"].includes(typeof workDoneToken)) {
    throw new Refusal(400, 'Give a string or a number as "workDoneToken".');
  }
  const openText = stringify(parse(text).get("open"));
  return { openText, format, columns, workDoneToken, name: fileName(open) };
}

/** A name for the file, of what cannot be misread: letters, digits, `-` and `_`. */
function fileName({ url, profile }) {
  const path = /^https?:\/\/[^/?#]+([^?#]*)/i.exec(String(url))?.[1] ?? "";
  const words = path.split("/").filter((word) => /^[\w-]{1,60}$/.test(word));
  if (words.length > 0) return words.at(-1);
  return /^[\w-]{1,60}$/.test(String(profile)) ? profile : "items";
}
