// The server's process: started, watched and, whatever happens, ended.

import { spawn } from "node:child_process";

import { ServerGone, ServerNotFound } from "./errors.js";
import { findExecutable } from "./executable.js";
import { patience, STDERR_BYTES_MAX, STDERR_LINES_MAX } from "./limits.js";

/** Everything that runs: ended with this program, however that ends by itself. */
const running = new Set();

function endAll() {
  for (const each of running) each.signal("SIGKILL");
}

/**
 * A running server.
 *
 * It has its own session, so that Ctrl-C in a terminal interrupts this program and not the
 * server, and it does not keep this program alive unless `hold` says so.
 */
export class ServerProcess {
  #child;
  #stderr = Buffer.alloc(0);
  #holds = 0;
  #line = Buffer.alloc(0);
  /** Gets each line of its standard error. */
  onLine = () => {};

  /** Starts the server; ServerNotFound where that is impossible. */
  static async start({ executable, args = [], env = {} }, logLevel = null) {
    const environment = { ...process.env, ...env };
    const path = findExecutable(executable, environment);
    let child;
    try {
      child = spawn(path, withLogLevel(args, logLevel), {
        env: environment,
        stdio: ["pipe", "pipe", "pipe"],
        detached: process.platform !== "win32",
        windowsHide: true,
      });
      // Listened for in the same turn: the event of a failed start comes in the next one.
      await new Promise((resolve, reject) => {
        child.once("spawn", resolve);
        child.once("error", reject);
      });
    } catch (error) {
      throw new ServerNotFound(
        `${path} cannot be started (${error.code ?? error.message}): build or install the ` +
          "server for this machine.",
      );
    }
    return new ServerProcess(path, child);
  }

  constructor(path, child) {
    this.path = path;
    this.pid = child.pid;
    this.stdin = child.stdin;
    this.stdout = child.stdout;
    this.#child = child;
    /** Settles with `{code, signal}` when the process has ended. */
    this.exited = new Promise((resolve) => {
      child.once("exit", (code, signal) => resolve({ code, signal }));
    });
    /** Settles when it has ended and all of its output has been read. */
    this.closed = new Promise((resolve) => child.once("close", resolve));
    child.on("error", () => {});
    child.stderr.on("data", (chunk) => {
      this.#stderr = Buffer.concat([this.#stderr, chunk]).subarray(-STDERR_BYTES_MAX);
      this.#tellLines(chunk);
    });
    child.stderr.once("end", () => this.#tellLine());
    child.stderr.on("error", () => {});
    if (running.size === 0) process.on("exit", endAll);
    running.add(this);
    this.exited.then(() => {
      running.delete(this);
      if (running.size === 0) process.off("exit", endAll);
    });
    for (const handle of [child, child.stdin, child.stdout, child.stderr]) handle.unref();
  }

  /** The last lines of its standard error. */
  get stderrLines() {
    const text = this.#stderr.toString("utf8").trimEnd();
    return text === "" ? [] : text.split(/\r?\n/).slice(-STDERR_LINES_MAX);
  }

  #tellLines(chunk) {
    let start = 0;
    for (let end = chunk.indexOf(10); end >= 0; end = chunk.indexOf(10, start)) {
      this.#line = Buffer.concat([this.#line, chunk.subarray(start, end)]);
      this.#tellLine();
      start = end + 1;
    }
    this.#line = Buffer.concat([this.#line, chunk.subarray(start)]);
    if (this.#line.length > STDERR_BYTES_MAX) this.#tellLine();
  }

  #tellLine() {
    const line = this.#line.toString("utf8").trimEnd();
    this.#line = Buffer.alloc(0);
    if (line !== "") this.onLine(line);
  }

  /** Keeps this program alive until as many `release` have come. */
  hold() {
    this.#holds += 1;
    if (this.#holds > 1) return;
    this.#child.ref();
    this.stdout.ref();
  }

  release() {
    this.#holds -= 1;
    if (this.#holds > 0) return;
    this.#child.unref();
    this.stdout.unref();
  }

  /** Sends a signal, also to what the server may have started. */
  signal(name) {
    if (this.#child.exitCode !== null || this.#child.signalCode !== null) return;
    try {
      if (process.platform === "win32") this.#child.kill(name);
      else process.kill(-this.pid, name);
    } catch {
      this.#child.kill(name);
    }
  }

  /** Waits for the end; then sends SIGTERM and waits; then kills. */
  async stop(milliseconds) {
    this.hold();
    try {
      if (await within(this.exited, milliseconds)) return;
      this.signal("SIGTERM");
      if (await within(this.exited, patience.exit)) return;
      this.signal("SIGKILL");
      await this.exited;
    } finally {
      this.release();
    }
  }

  /** Makes the error that says how the process ended, once for each caller. */
  async gone(advice) {
    await within(this.closed, patience.exit);
    const { exitCode, signalCode } = this.#child;
    const lines = this.stderrLines;
    let how = `ended with exit code ${exitCode}`;
    if (signalCode !== null) how = `was ended by the signal ${signalCode}`;
    else if (exitCode === null) how = "closed its output but still runs";
    const said = lines.length > 0 ? `\nIt said:\n  ${lines.join("\n  ")}` : "";
    const message = `The server ${this.path} ${how}. ${advice}${said}`;
    return () => new ServerGone(message, { exitCode, signal: signalCode, stderr: [...lines] });
  }
}

/** The arguments, with a level for the log unless they speak of it. */
function withLogLevel(args, level) {
  if (level === null || args.some((each) => each.startsWith("--log"))) return args;
  return [...args, "--log-level", level];
}

/** True when the promise settled in time. */
export async function within(promise, milliseconds) {
  let timer;
  const late = new Promise((resolve) => {
    timer = setTimeout(resolve, milliseconds, false);
  });
  try {
    return await Promise.race([promise.then(() => true), late]);
  } finally {
    clearTimeout(timer);
  }
}
