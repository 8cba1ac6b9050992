// A server that keeps to the protocol, or breaks it in the one way that its first argument names.
//
// It keeps a collection of 25 items, 10 a page. `fake/...` are methods for the tests alone.

import fs from "node:fs";

const ITEMS = Array.from({ length: 25 }, (_, id) => ({ id, title: `Item ${id}` }));
const PER_PAGE = 10;
const PAGE_COUNT = 3;

class FakeServer {
  page = null;
  cancelled = [];
  closed = [];
  seen = [];
  unanswered = new Map();
  questions = new Map();

  constructor(mode) {
    this.mode = mode;
  }

  take(message) {
    if (message.method === undefined) {
      this.reply(this.questions.get(message.id), message);
    } else if (message.id !== undefined) {
      this.answer(message.id, message.method, message.params ?? {});
    } else if (message.method === "$/cancelRequest") {
      this.cancel(message.params.id);
    } else if (message.method === "exit") {
      if (this.mode !== "stubborn") process.exit(0);
    } else {
      this.seen.push(message);
    }
  }

  reply(id, result) {
    write({ id, result });
  }

  refuse(id, code, kind, data = {}) {
    write({ id, error: { code, message: `It is ${kind}.`, data: { kind, ...data } } });
  }

  cancel(id) {
    this.cancelled.push(id);
    if (this.unanswered.delete(id)) {
      this.refuse(id, -32800, "requestCancelled", { retryable: true });
    }
  }

  answer(id, method, params) {
    if (method !== "initialize" && this.misbehaves(method)) return;
    const known = {
      initialize: () => this.reply(id, this.about(params)),
      shutdown: () => this.reply(id, null),
      "paginator/open": () => this.reply(id, this.state()),
      "paginator/state": () => this.reply(id, this.state()),
      "paginator/configure": () => this.reply(id, { ...this.state(), seen: params }),
      "paginator/reset": () => {
        this.page = null;
        this.reply(id, this.state());
      },
      "paginator/close": () => {
        this.closed.push(params.paginatorId);
        this.reply(id, null);
      },
      "paginator/loadNextPage": () => this.load(id, (this.page ?? 0) + 1),
      "paginator/loadPreviousPage": () => this.load(id, (this.page ?? 0) - 1),
      "paginator/loadPage": () => this.load(id, params.page),
      "paginator/loadAll": () => this.walk(id, params),
      "fake/echo": () => this.reply(id, params),
      "fake/hang": () => this.unanswered.set(id, method),
      "fake/facts": () => {
        const { cancelled, closed, seen, initialized } = this;
        this.reply(id, { cancelled, closed, seen, initialized });
      },
      "fake/ask": () => {
        this.questions.set(1_000_000_000 + id, id);
        write({ id: 1_000_000_000 + id, ...params });
      },
      "fake/notify": () => {
        for (const each of params.messages) write(each);
        this.reply(id, null);
      },
      "fake/fail": () => this.refuse(id, params.code, params.kind, params.data),
      "fake/bare": () => write({ id, error: {} }),
      "fake/refuse": () => this.refuse(null, -32600, "messageTooLarge", { maximum: 1024 }),
      "fake/size": () => this.reply(id, params.text.length),
      "fake/large": () => this.reply(id, "é".repeat(params.length)),
    };
    if (known[method]) known[method]();
    else this.refuse(id, -32601, "methodNotFound", { retryable: false });
  }

  about(params) {
    this.initialized = params;
    const version = { version: "2.0", foreign: undefined }[this.mode];
    return {
      serverInfo: { name: "fake", version: "1" },
      protocolVersion: ["version", "foreign"].includes(this.mode) ? version : "1.7",
      capabilities: { paginator: { methods: ["paginator/open"], unknown: 1 } },
    };
  }

  state() {
    return {
      paginatorId: "p1", url: null, patternURL: "http://127.0.0.1/", strategy: "page",
      loaded: this.page !== null, currentPage: this.page, pageCount: PAGE_COUNT,
      objectCount: this.page === null ? null : ITEMS.length, perPage: PER_PAGE,
      hasNextPage: this.page === null ? null : this.page < PAGE_COUNT,
      firstPage: 1, hasPreviousPage: this.page === null ? null : this.page > 1,
      loadedPages: [], endReason: null, warnings: [], error: null, unknownMember: { a: 1 },
    };
  }

  load(id, page) {
    if (page > PAGE_COUNT) return this.refuse(id, 1003, "noNextPage", { retryable: false });
    if (page < 1) return this.refuse(id, 1004, "noPreviousPage", { retryable: false });
    this.page = page;
    const items = ITEMS.slice((page - 1) * PER_PAGE, page * PER_PAGE);
    return this.reply(id, { page, items, response: { status: 200 }, state: this.state() });
  }

  /** With the mode `long`: 300 pages of 64 KB. */
  walk(id, params) {
    const pages = this.mode === "long" ? 300 : PAGE_COUNT;
    const progress = (token, value) => write({ method: "$/progress", params: { token, value } });
    progress(params.workDoneToken, { kind: "begin", title: "Walking" });
    for (let page = 1; page <= pages; page += 1) {
      const items = this.mode === "long" ? ["x".repeat(65_536)] : [{ id: page }];
      progress(params.workDoneToken, { kind: "report", percentage: (100 * page) / pages });
      progress(params.partialResultToken, { page, items });
      if (this.mode === "crash-in-walk" && page === 2) process.exit(4);
    }
    progress(params.workDoneToken, { kind: "end" });
    this.reply(id, { pages, itemCount: pages, verdict: "complete", state: this.state() });
  }

  /** True where that was the answer. */
  misbehaves(method) {
    switch (this.mode) {
      case "garbage-later":
        process.stdout.write("Segmentation fault is near\n");
        return true;
      case "not-json":
        process.stdout.write("Content-Length: 5\r\n\r\n{oops");
        return true;
      case "array":
        process.stdout.write("Content-Length: 2\r\n\r\n[]");
        return true;
      case "crash":
        process.stderr.write("Fatal error: the roof is on fire\n", () => process.exit(3));
        return true;
      case "killed":
        process.kill(process.pid, "SIGKILL");
        return true;
      case "cut":
        process.stdout.write("Content-Length: 100\r\n\r\n{", () => process.exit(0));
        return true;
      case "closing":
        fs.closeSync(1);
        setInterval(() => {}, 1000);
        return true;
      case "stubborn":
        return method === "shutdown";
      case "silent-later":
        return true;
      default:
        return false;
    }
  }
}

function write(message) {
  const body = Buffer.from(JSON.stringify({ jsonrpc: "2.0", ...message }));
  process.stdout.write(`Content-Length: ${body.length}\r\n\r\n`);
  process.stdout.write(body);
}

function listen(take) {
  let chunks = [];
  let bytes = 0;
  let wanted = 0;
  process.stdin.on("data", (chunk) => {
    chunks.push(chunk);
    bytes += chunk.length;
    while (bytes > 0 && bytes >= wanted) {
      const buffer = chunks.length === 1 ? chunks[0] : Buffer.concat(chunks);
      chunks = [buffer];
      const end = buffer.indexOf("\r\n\r\n");
      if (end < 0) return;
      wanted = end + 4 + Number(/Content-Length: (\d+)/.exec(buffer.toString("latin1", 0, end))[1]);
      if (bytes < wanted) return;
      chunks = [buffer.subarray(wanted)];
      bytes -= wanted;
      take(JSON.parse(buffer.toString("utf8", end + 4, wanted)));
      wanted = 0;
    }
  });
}

function main(mode) {
  if (mode === "usage") {
    process.stderr.write("paginator: there is no option --wrong\n");
    process.exitCode = 2;
    return;
  }
  if (mode === "stubborn") {
    process.on("SIGTERM", () => {});
    setInterval(() => {}, 1000);
  }
  if (mode === "deaf") {
    setInterval(() => {}, 1000);
    return;
  }
  if (mode === "garbage") process.stdout.write("Hello, this is no server at all.\n");
  if (mode === "chatty") process.stderr.write(`${"x".repeat(200)}\n`.repeat(5000));
  const server = new FakeServer(mode);
  const isSilent = mode === "silent" || mode === "garbage";
  listen((message) => {
    if (!isSilent) server.take(message);
  });
}

// Without an argument it has been found by a runner that looks for tests.
if (process.argv[2]) main(process.argv[2]);
