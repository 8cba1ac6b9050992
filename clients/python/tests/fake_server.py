"""A server that keeps to the protocol, or breaks it in the one way that its first argument names.
With the modes `crash-walk...` the second argument names a file by which a server knows that another
one ran before it.

It keeps a collection of 25 items, 10 a page. `fake/...` are methods for the tests alone.
"""

import json
import os
import signal
import sys
import time

ITEMS = [{"id": number, "title": f"Item {number}"} for number in range(25)]
PER_PAGE = 10
PAGE_COUNT = 3


def read():
    """The next message; None at the end of input."""
    length = None
    while True:
        line = sys.stdin.buffer.readline()
        if not line:
            return None
        if line in (b"\r\n", b"\n"):
            break
        name, _, value = line.partition(b":")
        if name.lower() == b"content-length":
            length = int(value)
    return json.loads(sys.stdin.buffer.read(length))


def write_bytes(data):
    sys.stdout.buffer.write(data)
    sys.stdout.buffer.flush()


def write_text(text):
    body = text.encode()
    write_bytes(b"Content-Length: %d\r\n\r\n" % len(body) + body)


def write(message):
    write_text(json.dumps({"jsonrpc": "2.0", **message}))


class Server:
    def __init__(self, mode):
        self.mode = mode
        self.page = None
        self.cancelled = []
        self.unanswered = {}
        self.closed = []
        self.questions = {}
        self.params = {}
        self.id = "p1"
        self.follows_another = self.is_second()

    def is_second(self):
        """True where an earlier server has left the file that the arguments name."""
        if not self.mode.startswith("crash-walk"):
            return False
        try:
            with open(sys.argv[2], "x"):
                return False
        except FileExistsError:
            return True

    def run(self):
        while True:
            message = read()
            if message is None:
                return 0
            if "method" not in message:
                self.reply(self.questions.pop(message["id"]), message)
            elif "id" in message:
                self.answer(message["id"], message["method"], message.get("params") or {})
            elif message["method"] == "$/cancelRequest":
                self.cancel(message["params"]["id"])
            elif message["method"] == "paginator/close":
                self.closed.append(message["params"]["paginatorId"])
            elif message["method"] == "exit":
                return 0

    def reply(self, id, result):
        write({"id": id, "result": result})

    def refuse(self, id, code, kind, **data):
        error = {"code": code, "message": f"It is {kind}.", "data": {"kind": kind, **data}}
        write({"id": id, "error": error})

    def cancel(self, id):
        self.cancelled.append(id)
        if self.unanswered.pop(id, None):
            self.refuse(id, -32800, "requestCancelled", retryable=True)

    def answer(self, id, method, params):
        if method != "initialize" and self.misbehave(id, method):
            return
        known = {
            "initialize": lambda: self.reply(id, self.about(params)),
            "shutdown": lambda: self.reply(id, None),
            "paginator/open": lambda: self.open(id, params),
            "paginator/state": lambda: self.reply(id, self.state()),
            "paginator/configure": lambda: self.reply(id, {**self.state(), "seen": params}),
            "paginator/close": lambda: self.reply(id, None),
            "paginator/reset": lambda: self.reset(id),
            "paginator/checkpoint": lambda: self.reply(id, {"checkpoint": f"page {self.page}"}),
            "paginator/loadNextPage": lambda: self.load(id, (self.page or 0) + 1),
            "paginator/loadPreviousPage": lambda: self.load(id, (self.page or 0) - 1),
            "paginator/loadPage": lambda: self.load(id, params["page"]),
            "paginator/items": lambda: self.window(id, params),
            "paginator/loadAll": lambda: self.walk(id, params),
            "fake/echo": lambda: self.reply(id, params),
            "fake/exit": lambda: os._exit(3),
            "fake/hang": lambda: self.unanswered.update({id: method}),
            "fake/send": lambda: write_text(params["text"]),
            "fake/facts": lambda: self.reply(id, self.facts()),
            "fake/ask": lambda: self.ask(id, params),
            "fake/notify": lambda: self.notify(id, params),
            "fake/fail": lambda: self.refuse(id, params["code"], params["kind"], **params["data"]),
            "fake/refuse": lambda: self.refuse(None, -32600, "messageTooLarge", maximum=1024),
        }
        if method in known:
            known[method]()
        else:
            self.refuse(id, -32601, "methodNotFound", retryable=False)

    def facts(self):
        return {"cancelled": self.cancelled, "closed": self.closed, "params": self.params}

    def about(self, params):
        self.params = params
        version = {"version": "2.0", "foreign": None}.get(self.mode, "1.0")
        return {
            "serverInfo": {"name": "fake", "version": "1"},
            **({"protocolVersion": version} if version else {}),
            "capabilities": {"paginator": {"methods": ["paginator/open"], "unknown": 1}},
        }

    def state(self):
        return {
            "paginatorId": self.id, "url": None, "patternURL": "http://127.0.0.1/",
            "strategy": "page",
            "loaded": self.page is not None, "currentPage": self.page, "firstPage": 1,
            "pageCount": None if self.page is None else PAGE_COUNT,
            "objectCount": None if self.page is None else len(ITEMS), "perPage": PER_PAGE,
            "hasNextPage": None if self.page is None else self.has_next(),
            "loadedPages": [[1, 2]], "error": None, "warnings": self.warnings(),
            "unknownMember": {"a": 1},
        }

    def has_next(self):
        if self.mode == "empty-end" and self.page < PAGE_COUNT:
            return None
        return self.page < PAGE_COUNT

    def warnings(self):
        kinds = ["undetected", "later"] if self.mode == "doubtful" else []
        return [{"kind": kind, "message": f"This is {kind}."} for kind in kinds]

    def open(self, id, params):
        self.params = params
        self.id = params["paginatorId"]
        place = str(params.get("checkpoint", "page None")).partition("page ")[2]
        self.page = int(place) if place.isdigit() else None
        self.reply(id, self.state())

    def reset(self, id):
        self.page = None
        self.reply(id, self.state())

    def load(self, id, page):
        if page > PAGE_COUNT:
            self.refuse(id, 1003, "noNextPage", retryable=False)
        elif page < 1:
            self.refuse(id, 1004, "noPreviousPage", retryable=False)
        else:
            self.page = page
            self.reply(id, {**self.page_of(page), "response": {"status": 200},
                            "state": self.state()})

    def page_of(self, page):
        # In the mode `crash-walk-moved` the first item is gone once the server is another one.
        is_moved = self.mode == "crash-walk-moved" and self.follows_another
        items = ITEMS[is_moved:][(page - 1) * PER_PAGE : page * PER_PAGE]
        if self.mode == "empty-end" and page == PAGE_COUNT:
            items = []
        return {"page": page, "items": items}

    def window(self, id, params):
        start, end = params["start"], min(params["start"] + params["count"], len(ITEMS))
        if start >= len(ITEMS):
            return self.refuse(id, 1007, "itemOutOfRange", index=start, count=len(ITEMS))
        failed = []
        if self.mode == "failing" and end > 20:
            failed = [{"page": 3, "error": {"code": 1102, "message": "Status 500.",
                                            "data": {"kind": "httpStatus", "status": 500}}}]
        self.reply(id, {
            "start": start, "items": ITEMS[start:end], "loaded": [[start, end]],
            "count": len(ITEMS), "pages": {"loading": [], "failed": failed}, "state": self.state(),
        })

    def walk(self, id, params):
        """With the mode `long`: 300 pages of 64 KB."""
        pages = 300 if self.mode == "long" else PAGE_COUNT
        token, work = params["partialResultToken"], params["workDoneToken"]
        self.progress(work, {"kind": "begin", "title": "Walking"})
        count = 0
        for page in range(1, pages + 1):
            value = {**self.page_of(page), "start": count, "objectCount": len(ITEMS)}
            if self.mode == "long":
                value = {"page": page, "items": ["x" * 65536]}
            count += len(value["items"])
            self.progress(work, {"kind": "report", "percentage": 100 * page // pages})
            self.progress(token, value)
            if self.mode.startswith("crash-walk") and page == 2 and not self.follows_another:
                os._exit(3)
        self.progress(work, {"kind": "end"})
        self.reply(id, {
            "pages": pages, "itemCount": count, "duplicates": 0, "verdict": "complete",
            "endReason": None, "checkpoint": "c", "state": self.state(),
        })

    def progress(self, token, value):
        write({"method": "$/progress", "params": {"token": token, "value": value}})

    def ask(self, id, params):
        question = 1_000_000_000 + id
        self.questions[question] = id
        write({"id": question, **params})

    def notify(self, id, params):
        for number in range(params["count"]):
            write({"method": params["method"], "params": {"paginatorId": "p1", "page": number}})
        self.reply(id, None)

    def misbehave(self, id, method):
        """True where that was the answer."""
        if self.mode == "garbage-later":
            write_bytes(b"Segmentation fault is near\n")
        elif self.mode == "not-json":
            write_bytes(b"Content-Length: 5\r\n\r\n{oops")
        elif self.mode == "array":
            write_bytes(b"Content-Length: 2\r\n\r\n[]")
        elif self.mode == "crash":
            print("Fatal error: the roof is on fire", file=sys.stderr, flush=True)
            os._exit(3)
        elif self.mode == "killed":
            os.kill(os.getpid(), signal.SIGKILL)
        elif self.mode == "cut":
            write_bytes(b"Content-Length: 100\r\n\r\n{")
            os._exit(0)
        elif self.mode == "closing":
            os.close(1)
            time.sleep(60)
        elif self.mode == "stubborn" and method == "shutdown":
            pass
        elif self.mode in ("silent-later", "deaf"):
            while self.mode == "deaf":
                time.sleep(60)
        else:
            return False
        return True


def main():
    mode = sys.argv[1]
    if mode == "garbage":
        write_bytes(b"Hello, this is no server at all.\n")
    elif mode == "usage":
        print("paginator: there is no option --wrong", file=sys.stderr)
        sys.exit(2)
    elif mode == "chatty":
        for number in range(5000):
            print(f"line {number} " + "x" * 200, file=sys.stderr)
        sys.stderr.flush()
    if mode in ("deaf", "stubborn"):
        signal.signal(signal.SIGTERM, signal.SIG_IGN)
    if mode in ("silent", "garbage"):
        while read() is not None:
            pass
        return
    code = Server(mode).run()
    if mode == "stubborn":
        time.sleep(60)
    sys.exit(code)


main()
