// The bridge between the page and its servers: HTTP on loopback, checked, and nothing decided.

import { randomBytes } from "node:crypto";
import { createServer } from "node:http";

import { checkHost, checkMethod, checkToken } from "./checks.js";
import { messageWithVariables, UnsetVariable } from "./environment.js";
import { readFiles, sendFile } from "./files.js";
import { HEADERS, rawRefusal, readJSONText, Refusal, sendJSON, sendRefusal } from "./http.js";
import { SESSIONS_MAX, times } from "./limits.js";
import { Saves } from "./saves.js";
import { Session } from "./session.js";

const HOST = "127.0.0.1";

export class Bridge {
  #open;
  #token = randomBytes(32).toString("base64url");
  #files = readFiles();
  #sessions = new Map();
  #saves = new Saves();
  #server = createServer({ requireHostHeader: false });
  #port = 0;

  /** `open`: the params that the page opens at once, or null. */
  constructor(open) {
    this.#open = open;
    // A browser that sends on a connection which closes at that moment loses a request.
    this.#server.keepAliveTimeout = times.idle;
    const handle = (request, response) => this.#handle(request, response);
    this.#server.on("request", handle);
    this.#server.on("checkContinue", (request, response) => {
      response.writeContinue();
      handle(request, response);
    });
    this.#server.on("checkExpectation", handle);
    this.#server.on("clientError", (error, socket) => {
      const isLong = error.code === "HPE_HEADER_OVERFLOW";
      const status = isLong ? "431 Request Header Fields Too Large" : "400 Bad Request";
      if (socket.writable) socket.end(rawRefusal(status, "This is no HTTP request."));
      else socket.destroy();
    });
  }

  /** Listens on loopback; gives the address of the page, with its token. */
  async listen(port) {
    await new Promise((resolve, reject) => {
      this.#server.once("error", (error) => {
        const reason = error.code === "EADDRINUSE" ? "it is in use" : error.message;
        reject(new Error(`Port ${port} cannot be used (${reason}): choose another by --port.`));
      });
      this.#server.listen(port, HOST, resolve);
    });
    this.#port = this.#server.address().port;
    return `http://${HOST}:${this.#port}/#${this.#token}`;
  }

  /** Ends all sessions, with their servers and saves, and listens no more. */
  async close() {
    this.#server.close();
    await Promise.all([...this.#sessions.values()].map((session) => session.close()));
    this.#server.closeAllConnections();
  }

  async #handle(request, response) {
    for (const [name, value] of Object.entries(HEADERS)) response.setHeader(name, value);
    try {
      checkHost(request, this.#port);
      await this.#route(request, response);
    } catch (error) {
      const isRefusal = error instanceof Refusal;
      if (!isRefusal) process.stderr.write(`paginator-web: ${error.stack}\n`);
      const failed = new Refusal(500, "The bridge has failed: see its output.");
      sendRefusal(request, response, isRefusal ? error : failed);
    }
  }

  #route(request, response) {
    const [path] = request.url.split("?");
    const file = this.#files.get(path);
    if (file !== undefined) {
      checkMethod(request, "GET", "HEAD");
      return sendFile(request, response, file);
    }
    if (path === "/events") return this.#events(request, response);
    if (path === "/rpc") return this.#message(request, response);
    if (path === "/saves") return this.#newSave(request, response);
    if (path.startsWith("/saves/")) return this.#save(path, request, response);
    throw new Refusal(404, "There is nothing under this path.");
  }

  #events(request, response) {
    checkMethod(request, "GET");
    checkToken(request, this.#token);
    if (this.#sessions.size >= SESSIONS_MAX) {
      throw new Refusal(503, `${SESSIONS_MAX} pages are open: close one, then try again.`);
    }
    const session = new Session(response);
    this.#sessions.set(session.id, session);
    return session.start(this.#open, () => this.#sessions.delete(session.id));
  }

  /** The session of a POST, once it has passed all checks. */
  #sessionOf(request) {
    checkMethod(request, "POST");
    checkToken(request, this.#token);
    const session = this.#sessions.get(request.headers["paginator-session"]);
    if (session === undefined) {
      throw new Refusal(404, "There is no such session: give one that /events told, and reads.");
    }
    return session;
  }

  async #message(request, response) {
    const session = this.#sessionOf(request);
    const text = await readJSONText(request);
    const message = singleMessage(text);
    try {
      session.forward(messageWithVariables(text, process.env));
    } catch (error) {
      if (!(error instanceof UnsetVariable)) throw error;
      if (message.id !== undefined) session.sendMessage({ id: message.id, error: error.error });
    }
    response.writeHead(202, { "Content-Length": 0 }).end();
  }

  async #newSave(request, response) {
    const session = this.#sessionOf(request);
    const save = this.#saves.add(session, await readJSONText(request));
    sendJSON(response, 201, { path: save.path }, { Location: save.path });
  }

  async #save(path, request, response) {
    checkMethod(request, "GET", "DELETE");
    if (request.method === "GET") return this.#saves.forDownload(path).download(response);
    this.#saves.get(path).cancel();
    return response.writeHead(204).end();
  }
}

/** Reads one JSON-RPC message: a request, a notification or an answer, and no batch. */
function singleMessage(text) {
  let message;
  try {
    message = JSON.parse(text);
  } catch {
    throw new Refusal(400, "The body is not valid JSON.");
  }
  const isObject = message !== null && typeof message === "object" && !Array.isArray(message);
  const isMessage =
    isObject &&
    message.jsonrpc === "2.0" &&
    (typeof message.method === "string" || "result" in message || "error" in message);
  if (!isMessage) throw new Refusal(400, "The body has to be a single JSON-RPC 2.0 message.");
  return message;
}
