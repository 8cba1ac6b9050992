"""Shared by the tests of the page: the bridge, the sample API, APIs of items made up by a test,
and a browser."""

import contextlib
import http.server
import json
import os
import re
import shutil
import signal
import subprocess
import threading
import time
import unittest
import urllib.parse

from playwright.sync_api import sync_playwright

HERE = os.path.dirname(os.path.abspath(__file__))
SERVE = os.path.join(os.path.dirname(HERE), "serve.js")
SERVER = os.environ.get("PAGINATOR", "paginator")
CHROMIUM = os.environ.get("CHROMIUM", "/usr/bin/chromium")
# How long nothing may change before a test gives up, in milliseconds: a busy machine is slow.
PATIENCE = 120_000


class Program:
    """A program that runs until it is stopped; `line` is its first line of output."""

    def __init__(self, *command, environment=None):
        self.process = subprocess.Popen(
            command, stdout=subprocess.PIPE, text=True, env={**os.environ, **(environment or {})}
        )
        self.line = self.process.stdout.readline().strip()

    def stop(self):
        self.process.kill()
        self.process.wait()
        self.process.stdout.close()


def sample_api(*arguments):
    """`sample-api`, which is built beside the server; its URL is `line`."""
    folder = os.path.dirname(os.path.realpath(shutil.which(SERVER) or SERVER))
    return Program(os.path.join(folder, "sample-api"), "--port", "0", *arguments)


def bridge(*arguments, environment=None):
    """`serve.js`; the page's address is `line`."""
    return Program("node", SERVE, *arguments, environment={"PAGINATOR": SERVER, **(environment or {})})


def children(pid):
    """The ids of the processes that a process has started."""
    found = []
    for name in filter(str.isdigit, os.listdir("/proc")):
        with contextlib.suppress(OSError):
            with open(f"/proc/{name}/stat") as file:
                facts = file.read().rpartition(") ")[2].split()
            if int(facts[1]) == pid and facts[0] != "Z":
                found.append(int(name))
    return found


def end_servers(pid):
    """Kills the servers of a bridge."""
    for child in children(pid):
        os.kill(child, signal.SIGKILL)


class ItemsAPI:
    """An API with pages of the JSON texts that it is given; `requests` has what it was asked."""

    def __init__(self, items, per_page=25):
        api = self
        self.items, self.per_page, self.requests = items, per_page, []
        self.failing = set()
        # The total that it claims, and the body of a page, where that is not made of the items.
        self.total, self.body = len(items), None

        class Handler(http.server.BaseHTTPRequestHandler):
            def do_GET(self):
                query = urllib.parse.parse_qs(urllib.parse.urlparse(self.path).query)
                page = int(query.get("page", ["1"])[0])
                api.requests.append({"page": page, "headers": dict(self.headers)})
                start = (page - 1) * api.per_page
                texts = api.items[start:start + api.per_page]
                body = '{"items":[%s],"page":%d,"per_page":%d,"total":%d}' % (
                    ",".join(texts), page, api.per_page, api.total)
                if api.body is not None:
                    body = api.body(page)
                self.send_response(500 if page in api.failing else 200)
                self.send_header("Content-Type", "application/json")
                self.end_headers()
                self.wfile.write(body.encode("utf-8"))

            def log_message(self, *arguments):
                pass

        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.url = f"http://127.0.0.1:{self.server.server_address[1]}/list"
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def stop(self):
        self.server.shutdown()
        self.server.server_close()


class PageTest(unittest.TestCase):
    """A test with a page of its own. The browser, the bridge and the API serve a whole class."""

    api_arguments = ("--items", "250")

    @classmethod
    def setUpClass(cls):
        cls.stack = contextlib.ExitStack()
        cls.addClassCleanup(cls.stack.close)
        cls.api = sample_api(*cls.api_arguments)
        cls.stack.callback(cls.api.stop)
        cls.bridge = bridge(environment={"WEB_TEST_SECRET": "s3cret"})
        cls.stack.callback(cls.bridge.stop)
        playwright = cls.stack.enter_context(sync_playwright())
        cls.browser = playwright.chromium.launch(
            executable_path=CHROMIUM,
            args=["--no-sandbox", "--enable-precise-memory-info", "--js-flags=--expose-gc"],
        )
        cls.stack.callback(cls.browser.close)

    def open_page(self, width=1280, height=800, **options):
        """A new page; the test fails where it reports an error."""
        context = self.browser.new_context(
            viewport={"width": width, "height": height},
            permissions=["clipboard-read", "clipboard-write"],
            **options,
        )
        self.addCleanup(context.close)
        page = context.new_page()
        page.set_default_timeout(PATIENCE)
        self.problems = []
        page.on("pageerror", lambda error: self.problems.append(str(error)))
        page.on("dialog", lambda dialog: (self.problems.append(dialog.message), dialog.dismiss()))
        page.on("console", lambda message: self.problems.append(message.text)
                if "Content Security Policy" in message.text else None)
        self.addCleanup(lambda: self.assertEqual(self.problems, []))
        return page

    def start(self, params=None, **options):
        """A page at the bridge, with something opened."""
        page = self.open_page(**options)
        page.goto(self.bridge.line)
        if params is not None:
            self.open(page, params)
        return page

    def open(self, page, params):
        page.get_by_role("textbox", name="Open params").fill(json.dumps(params))
        page.get_by_role("button", name="Open", exact=True).click()

    def url(self, rest="/page"):
        return self.api.line + rest

    # Texts of a page

    def text(self, page, role, name):
        return page.get_by_role(role, name=name, exact=True).inner_text()

    def eventually(self, get, holds, what=""):
        """Polls until a value is as it has to be, as long as it changes; `holds` is a function, a
        text or a value."""
        patience = PATIENCE / 1000
        end = time.monotonic() + 10 * patience
        before, deadline = None, time.monotonic() + patience
        while True:
            value = get()
            if value != before:
                before, deadline = value, min(end, time.monotonic() + patience)
            if callable(holds):
                good = holds(value)
            elif isinstance(holds, re.Pattern):
                good = holds.search(str(value)) is not None
            else:
                good = value == holds
            if good:
                return value
            if time.monotonic() > deadline:
                self.fail(f"It did not come true: {what} {holds}; it is {value!r}")
            time.sleep(0.02)

    def wait_status(self, page, name, pattern):
        def both():
            return f"{self.text(page, 'status', name)}\n{page.get_by_role('alert').inner_text()}"

        return self.eventually(both, re.compile(pattern, re.MULTILINE), f"status {name}")

    def grid(self, page):
        return page.get_by_role("grid", name="Items")

    def row(self, page, number):
        """The row of an item, by its number."""
        rows = self.grid(page).locator('[role="row"]:not([hidden])')
        return rows.filter(has=page.locator(f'.number:not([role]):text-is("{number:,}")'))

    def cells(self, page, number):
        row = self.row(page, number).and_(page.locator(":not([aria-busy])"))
        row.wait_for()
        # Its cells are made anew when the columns become known.
        return self.eventually(row.get_by_role("gridcell").all_inner_texts, lambda texts: texts)

    def active_cell(self, page):
        identifier = self.grid(page).get_attribute("aria-activedescendant")
        return page.locator(f"#{identifier}").inner_text()
