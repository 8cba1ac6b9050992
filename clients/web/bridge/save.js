// A save: the whole walk of a collection as a download, by a server of its own.

import { randomBytes } from "node:crypto";
import { once } from "node:events";

import { Client } from "../../node/index.js";
import { within } from "../../node/lib/process.js";
import { UnsetVariable, withVariables } from "./environment.js";
import { FORMATS } from "./formats.js";
import { times } from "./limits.js";

const ID = "save";
/** Of a walk that ended otherwise the file is not all, and must not look as if it were. */
const GOOD_VERDICTS = ["complete", "capped", "suspect"];

const CANCELLED = {
  code: 1009,
  message: "The save was cancelled.",
  data: { kind: "cancelled", retryable: true },
};

export class Save {
  #wanted;
  #session;
  #settled;
  #timer;
  #client = null;
  #isCancelled = false;

  /** `settled` is called once, when it has ended in any way. */
  constructor(wanted, session, settled) {
    this.#wanted = wanted;
    this.#session = session;
    this.#settled = settled;
    this.path = `/saves/${randomBytes(16).toString("base64url")}`;
    /** True when its one download has begun. */
    this.isTaken = false;
    this.#timer = setTimeout(() => this.cancel(), times.saveWaits);
  }

  /** Walks, and writes the items as the body of the response. */
  async download(response) {
    this.isTaken = true;
    clearTimeout(this.#timer);
    const { format, columns, name } = this.#wanted;
    const Writer = FORMATS.get(format);
    const writer = new Writer(columns);
    response.writeHead(200, {
      "Content-Type": Writer.type,
      "Content-Disposition": `attachment; filename="${name}.${format}"`,
    });
    response.flushHeaders();
    response.on("error", () => {});
    response.once("close", () => {
      if (!response.writableFinished) this.cancel();
    });
    let outcome;
    try {
      const summary = await this.#walk(writer, response);
      if (!GOOD_VERDICTS.includes(summary.verdict)) outcome = { summary };
      else {
        response.end(writer.end());
        await finished(response);
        outcome = { summary };
      }
    } catch (error) {
      outcome = { error: this.#isCancelled ? CANCELLED : errorObject(error) };
    }
    if (!response.writableFinished) response.destroy();
    await this.#close();
    this.#tell(outcome);
  }

  /** Gives it up, whether its download has begun or not. */
  cancel() {
    if (this.#isCancelled) return;
    this.#isCancelled = true;
    clearTimeout(this.#timer);
    if (this.isTaken) this.#close();
    else this.#tell({ error: CANCELLED });
  }

  async #walk(writer, response) {
    const params = JSON.parse(withVariables(this.#wanted.openText, process.env));
    this.#client = new Client();
    await this.#client.start();
    if (this.#isCancelled) throw new Error(CANCELLED.message);
    await this.#client.request("paginator/open", { ...params, paginatorId: ID });
    await write(response, writer.begin());
    const tokens = ["items", "progress"];
    const walk = { paginatorId: ID, partialResultToken: tokens[0], workDoneToken: tokens[1] };
    const summary = await this.#client.stream("paginator/loadAll", walk, {
      raw: true,
      tokens,
      take: (value) => {
        if (Array.isArray(value.items)) return write(response, writer.page(value.items));
        return this.#report(value);
      },
    });
    const { checkpoint, ...rest } = summary;
    return rest;
  }

  #report(value) {
    const token = this.#wanted.workDoneToken;
    if (token === undefined) return;
    this.#session.sendMessage({ method: "$/progress", params: { token, value } });
  }

  /** Ends the server, within the time that the stream's end allows. */
  async #close() {
    const client = this.#client;
    if (client === null) return;
    const closed = client.close().catch(() => {});
    if (await within(closed, times.untilKilled)) return;
    try {
      process.kill(client.pid, "SIGKILL");
    } catch {
      // It has ended in between.
    }
    await closed;
  }

  #tell(outcome) {
    const { workDoneToken } = this.#wanted;
    this.#settled();
    this.#session.send("saved", { path: this.path, workDoneToken, ...outcome });
  }
}

/** Writes, and waits while too much is unsent. */
async function write(response, text) {
  if (text === "" || response.destroyed) return;
  if (response.write(text)) return;
  await Promise.race([once(response, "drain"), once(response, "close")]);
}

async function finished(response) {
  if (!response.writableFinished && !response.destroyed) await once(response, "close");
}

/** An error as the protocol has it. */
function errorObject(error) {
  if (error instanceof UnsetVariable) return error.error;
  return { code: error.code ?? null, message: error.message, data: error.data ?? {} };
}
