// A session: one stream of events, one server process, for as long as the stream is read.
//
//     event: session
//     data: {"session":"q0...","open":null}
//
//     event: message
//     data: {"jsonrpc":"2.0","id":1,"result":{...}}

import { randomBytes } from "node:crypto";

import { ServerGone, ServerNotFound } from "../../node/lib/errors.js";
import { FrameDecoder, WireError } from "../../node/lib/framing.js";
import { ServerProcess, within } from "../../node/lib/process.js";
import { Refusal } from "./http.js";
import { times, UNREAD_BYTES_MAX, UNSENT_BYTES_MAX } from "./limits.js";

const ADVICE = "Start it again to continue.";
const [LF, CR, BLANK] = [0x0a, 0x0d, 0x20];
const END_OF_EVENT = Buffer.from("\n\n");
const MESSAGE = Buffer.from("event: message\ndata: ");

export class Session {
  #response;
  #process = null;
  #decoder = new FrameDecoder();
  #heartbeat;
  #isEnded = false;

  constructor(response) {
    this.id = randomBytes(16).toString("base64url");
    this.#response = response;
    /** Saves of this session, by their paths. */
    this.saves = new Map();
  }

  /** Begins the stream and starts the server; `ended` is called once, when either has ended. */
  async start(open, ended) {
    const response = this.#response;
    response.writeHead(200, { "Content-Type": "text/event-stream" });
    response.flushHeaders();
    response.once("close", () => {
      this.#end();
      ended();
    });
    response.on("error", () => {});
    response.on("drain", () => this.#process?.stdout.resume());
    this.#heartbeat = setInterval(() => this.#beat(), times.heartbeat);
    try {
      const process = await ServerProcess.start({ args: ["--framing", "headers"] });
      if (this.#isEnded) return endProcess(process);
      this.#watch(process);
      this.send("session", { session: this.id, open });
    } catch (error) {
      if (!(error instanceof ServerNotFound)) throw error;
      this.send("session", { session: this.id, open });
      this.#exit(error);
    }
  }

  /** Writes an event to the stream. */
  send(name, value) {
    if (this.#isEnded) return;
    this.#response.write(`event: ${name}\ndata: ${JSON.stringify(value)}\n\n`);
  }

  /** Sends a message of this bridge as if the server had sent it. */
  sendMessage(message) {
    this.send("message", { jsonrpc: "2.0", ...message });
  }

  /** Hands a message to the server. */
  forward(text) {
    const { stdin } = this.#process ?? {};
    if (!stdin?.writable) throw new Refusal(404, "The server of this session has ended.");
    const body = Buffer.from(text, "utf8");
    if (stdin.writableLength + body.length > UNREAD_BYTES_MAX) {
      throw new Refusal(503, "The server is behind: wait for answers before you send more.");
    }
    stdin.write(`Content-Length: ${body.length}\r\n\r\n`);
    stdin.write(body);
  }

  /** Ends the stream, the server and all saves. */
  async close() {
    this.#end();
    this.#response.destroy();
    if (this.#process !== null) await this.#process.exited;
  }

  #end() {
    if (this.#isEnded) return;
    this.#isEnded = true;
    clearInterval(this.#heartbeat);
    for (const save of this.saves.values()) save.cancel();
    if (this.#process !== null) endProcess(this.#process);
  }

  #beat() {
    if (this.#response.writableLength < UNSENT_BYTES_MAX) this.#response.write(":\n\n");
  }

  #watch(process) {
    this.#process = process;
    process.stdin.on("error", () => {});
    process.stdout.on("error", () => {});
    process.stdout.on("data", (chunk) => this.#receive(chunk));
    process.exited.then(() => this.#exited());
  }

  #receive(chunk) {
    if (this.#isEnded) return;
    try {
      for (const body of this.#decoder.feed(chunk)) this.#pass(body);
    } catch (error) {
      if (!(error instanceof WireError)) throw error;
      const message =
        `${this.#process.path} wrote something that is no message: ${error.message}. ` +
        "Check that it is the paginator server.";
      endProcess(this.#process);
      this.#exit(new ServerGone(message));
    }
    if (this.#response.writableLength >= UNSENT_BYTES_MAX) this.#process.stdout.pause();
  }

  /** Writes a message as one line: line breaks stand only between its tokens. */
  #pass(body) {
    for (let at = body.indexOf(LF); at >= 0; at = body.indexOf(LF, at)) body[at] = BLANK;
    for (let at = body.indexOf(CR); at >= 0; at = body.indexOf(CR, at)) body[at] = BLANK;
    this.#response.write(Buffer.concat([MESSAGE, body, END_OF_EVENT]));
  }

  async #exited() {
    // While the page does not read, the last messages wait here.
    while (!this.#isEnded && !(await within(this.#process.closed, times.lastWords))) {
      if (!this.#process.stdout.isPaused()) break;
    }
    if (this.#isEnded) return;
    const error = await this.#process.gone(ADVICE);
    this.#exit(error());
  }

  #exit({ exitCode = null, signal = null, message }) {
    if (this.#isEnded) return;
    this.send("exit", { exitCode, signal, message });
    this.#end();
    this.#response.end();
  }
}

/** Ends a server: by SIGTERM, as it may have to wait for an API otherwise, then by SIGKILL. */
async function endProcess(process) {
  process.hold();
  process.signal("SIGTERM");
  if (!(await within(process.exited, times.untilKilled))) process.signal("SIGKILL");
  await process.exited;
  process.release();
}
