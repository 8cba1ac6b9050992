"""Measures the page in Chromium, and takes the pictures of README.md.

    PAGINATOR=.../.build/release/paginator python measure.py [--pictures]

Times on a busy machine say more of the machine, so tasks are measured in time of the main thread's
processor, too. Numbers go to standard output, one a line.
"""

import json
import os
import statistics
import sys
import tempfile
import time

from support import HERE, ItemsAPI, PageTest

PICTURES = os.path.join(os.path.dirname(HERE), "pictures")

FIRST_ROW = """() => { const watch = () => {
  const cell = document.querySelector('#grid [role=row]:not([hidden]):not([aria-busy]) [role=gridcell]');
  if (cell && cell.textContent) requestAnimationFrame(() => {
    window.firstRow = performance.timeOrigin + performance.now(); });
  else requestAnimationFrame(watch); }; watch(); }"""

SCROLL = """async ([frames, step]) => {
  const grid = document.getElementById('grid');
  for (let at = 0; at < frames; at += 1) {
    grid.scrollTop += step;
    await new Promise(requestAnimationFrame);
  }
  return document.querySelectorAll('#grid [aria-busy]').length;
}"""


PACKED = """() => ['navigation', 'resource'].flatMap(kind => performance.getEntriesByType(kind))
  .filter(entry => !/events|rpc/.test(entry.name))
  .reduce((sum, entry) => sum + entry.encodedBodySize, 0)"""


class Measure(PageTest):
    api_arguments = ("--items", "1000000")

    def first_rows(self):
        """From the API's answer to the rows, in milliseconds."""
        found = []
        for _ in range(7):
            api = ItemsAPI(['{"id":%d,"title":"Item %d"}' % (n, n) for n in range(1, 251)])
            written = []
            write = api.server.RequestHandlerClass.do_GET

            def timed(handler):
                write(handler)
                written.append(time.time() * 1000)

            api.server.RequestHandlerClass.do_GET = timed
            page = self.start()
            page.evaluate(FIRST_ROW)
            self.open(page, {"url": api.url})
            self.eventually(lambda: page.evaluate("window.firstRow ?? 0"), lambda at: at > 0)
            found.append(page.evaluate("window.firstRow") - written[0])
            page.context.close()
            api.stop()
        return found

    def scrolled(self):
        """Scrolls over held pages; the tasks of the main thread: `[(wall, cpu)]`, and frames."""
        page = self.start({"url": self.url("/page"), "perPage": 100}, width=1440, height=900)
        self.cells(page, 1)
        for number in range(1, 1500, 30):
            box = page.get_by_role("spinbutton", name="Go to item")
            box.fill(str(number))
            box.press("Enter")
            self.cells(page, number)
        page.wait_for_timeout(500)
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "trace.json")
            self.browser.start_tracing(page=page, path=path, categories=["toplevel", "__metadata"])
            busy = page.evaluate(SCROLL, [400, -70])
            self.browser.stop_tracing()
            with open(path) as file:
                events = json.load(file)["traceEvents"]
        main = {(e["pid"], e["tid"]) for e in events if e["name"] == "thread_name"
                and e["args"]["name"] == "CrRendererMain"}
        tasks = [(e["dur"] / 1000, e.get("tdur", 0) / 1000) for e in events
                 if e.get("ph") == "X" and (e["pid"], e["tid"]) in main
                 and e["name"] == "ThreadControllerImpl::RunTask"]
        page.context.close()
        return tasks, busy

    def memory(self):
        """Megabytes of JavaScript's memory and rows in the document over 1,000,000 rows."""
        page = self.start({"url": self.url("/page"), "perPage": 100}, width=1440, height=900)
        self.cells(page, 1)
        found = []
        for share in range(0, 11):
            page.evaluate("""async share => {
              const grid = document.getElementById('grid');
              const height = grid.scrollHeight - grid.clientHeight;
              for (let at = 0; at < 20; at += 1) {
                grid.scrollTop = height * Math.min(1, (share + at / 20) / 10);
                await new Promise(done => setTimeout(done, 75));
              }
            }""", share)
            found.append(page.evaluate("""() => { gc(); gc();
              return [performance.memory.usedJSHeapSize / 1e6,
                document.querySelectorAll('#grid [role=row]').length]; }"""))
        state = self.text(page, "status", "State")
        page.context.close()
        return found, state

    def code(self):
        """Bytes that the page loads, by kind."""
        page = self.open_page()
        sizes = {}
        page.on("response", lambda response: sizes.update(
            {response.url: len(response.body())} if "/events" not in response.url
            and "/rpc" not in response.url else {}))
        page.goto(self.bridge.line)
        page.locator("body.is-connected").wait_for()
        page.wait_for_timeout(200)
        scripts = sum(size for url, size in sizes.items() if url.endswith(".js"))
        packed = page.evaluate(PACKED)
        page.context.close()
        return scripts, sum(sizes.values()) - scripts, packed

    def runTest(self):
        first = self.first_rows()
        print(f"first rows after the API's answer: median {statistics.median(first):.0f} ms, "
              f"slowest of {len(first)} {max(first):.0f} ms")
        tasks, busy = self.scrolled()
        cpu = sorted(each[1] for each in tasks)
        print(f"scrolling over held pages, 400 frames: main thread {sum(cpu) / 400:.1f} ms of "
              f"processor a frame; longest task {cpu[-1]:.0f} ms of processor, "
              f"{max(each[0] for each in tasks):.0f} ms by the clock; {busy} placeholders")
        memory, state = self.memory()
        megabytes = [each[0] for each in memory]
        print(f"memory over 1,000,000 rows: {min(megabytes):.1f} to {max(megabytes):.1f} MB, at "
              f"most {max(each[1] for each in memory)} rows in the document ({state})")
        scripts, rest, packed = self.code()
        print(f"code: {packed / 1000:.1f} kB as sent; {scripts / 1000:.1f} kB of JavaScript and "
              f"{rest / 1000:.1f} kB of HTML, CSS and the icon as written")


class Pictures(PageTest):
    def take(self, page, name):
        path = os.path.join(PICTURES, f"{name}.png")
        page.screenshot(path=path, full_page=name == "phone", animations="disabled")
        shrink(path)

    def opened(self, rest, params=None, **options):
        page = self.start({"url": self.url(rest), **(params or {})}, **options)
        self.cells(page, 1)
        return page

    def runTest(self):
        os.makedirs(PICTURES, exist_ok=True)
        size = {"width": 1280, "height": 760}
        page = self.opened("/page?latency=120&fault=503@4,429@6,503@7&session=light", **size)
        for number in (60, 130, 200, 121):
            box = page.get_by_role("spinbutton", name="Go to item")
            box.fill(str(number))
            box.press("Enter")
            self.cells(page, number)
        page.keyboard.press("ArrowDown")
        page.wait_for_timeout(1_000)
        self.take(page, "light")
        page = self.opened(
            "/page?fault=500@p3,500@p6,500@p9&latency=80", {"fetching": {"retries": 1}},
            color_scheme="dark", **size)
        box = page.get_by_role("spinbutton", name="Go to item")
        box.fill("44")
        box.press("Enter")
        page.get_by_role("button", name="Try again").wait_for()
        page.get_by_role("button", name="Load all").click()
        self.wait_status(page, "Walk", "partial")
        page.wait_for_timeout(500)
        self.take(page, "dark")
        page = self.start(**size)
        page.get_by_role("textbox", name="URL").fill(self.url("/cursor"))
        page.get_by_role("button", name="Detect").click()
        page.get_by_role("button", name="Open candidate 1").click()
        self.cells(page, 1)
        page.get_by_role("button", name="Detect").click()
        page.get_by_role("button", name="Open candidate 1").wait_for()
        page.wait_for_timeout(300)
        self.take(page, "detect")
        page = self.opened("/page", width=320, height=640)
        self.take(page, "phone")


def shrink(path):
    """Writes a picture with 256 colors, where Pillow is there."""
    try:
        from PIL import Image
    except ImportError:
        return
    with Image.open(path) as image:
        image.convert("RGB").quantize(256, dither=Image.Dither.NONE).save(path, optimize=True)


def run(kind):
    result = kind()
    kind.setUpClass()
    try:
        result.runTest()
        result.doCleanups()
    finally:
        kind.doClassCleanups()


if __name__ == "__main__":
    run(Pictures if "--pictures" in sys.argv else Measure)
