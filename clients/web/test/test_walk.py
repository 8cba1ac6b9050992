"""Load all, save, and servers that end in the middle."""

import csv
import io
import json
import re
import unittest

from support import bridge, children, end_servers, ItemsAPI, PageTest, sample_api


class WalkTests(PageTest):
    def test_load_all_counts(self):
        page = self.start({"url": self.url()})
        self.cells(page, 1)
        page.get_by_role("button", name="Load all").click()
        self.wait_status(page, "Walk", "^complete: 250 items on 10 pages$")
        bar = page.get_by_role("progressbar", name="Load all")
        self.eventually(lambda: bar.get_attribute("value"), "100")
        table = page.get_by_role("table", name="Requests")
        self.eventually(table.inner_text, lambda text: "load all" in text)

    def test_load_all_fills_the_grid(self):
        page = self.start({"url": self.url()})
        self.cells(page, 1)
        page.get_by_role("button", name="Load all").click()
        self.wait_status(page, "Walk", "^complete: 250 items on 10 pages$")
        page.get_by_role("searchbox", name="Filter").fill("zzzz")
        self.wait_status(page, "Filter", "^0 of 250 loaded items$")
        page.get_by_role("searchbox", name="Filter").fill("")
        requests = page.locator("#requests-body tr")
        self.eventually(requests.count, 11)  # page 1 in view, and ten pages of the walk
        box = page.get_by_role("spinbutton", name="Go to item")
        box.fill("240")
        box.press("Enter")
        self.assertEqual(self.cells(page, 240)[:1], ["240"])
        self.assertEqual(requests.count(), 11, "it is here already")

    def test_a_list_opened_at_a_later_page_begins_there(self):
        page = self.start({"url": self.url("/page?page=9")})
        self.assertEqual(self.cells(page, 201)[:1], ["201"])
        self.wait_status(page, "State", "^page 9 of 10, 50 items from item 201 on")
        state = page.get_by_role("status", name="State", exact=True)
        self.assertEqual(state.get_attribute("title"), state.inner_text())
        self.assertEqual(self.row(page, 200).count(), 0)
        page.get_by_role("button", name="Load all").click()
        self.wait_status(page, "Walk", "^complete: 50 items on 2 pages")
        self.wait_status(page, "State", "^page 9 of 10, 50 items from item 201 on")
        self.assertEqual(self.cells(page, 201)[:1], ["201"])
        with open(self.save(page, "NDJSON").path(), encoding="utf-8") as file:
            self.assertEqual([json.loads(line)["id"] for line in file], list(range(201, 251)))
        self.grid(page).focus()
        page.keyboard.press("Control+End")
        self.assertEqual(self.cells(page, 250)[:1], ["250"])

    def test_links_from_a_later_page_are_numbered_from_one_and_say_so(self):
        page = self.start({"url": self.url("/link?page=9")})
        self.assertEqual(self.cells(page, 1)[:1], ["201"])
        self.wait_status(page, "State", "items from within the list, numbered from 1")

    def test_a_walk_does_not_reach_into_the_next_collection(self):
        slow = sample_api("--latency", "300")
        self.addCleanup(slow.stop)
        page = self.start({"url": slow.line + "/page", "fetching": {"concurrency": 1}})
        self.cells(page, 1)
        page.get_by_role("button", name="Load all").click()
        self.wait_status(page, "Walk", r"\d+ of 250 items")
        self.open(page, {"url": self.url("/page?items=50")})
        self.wait_status(page, "State", "^page 1 of 2, 50 items")
        self.assertEqual(self.text(page, "status", "Walk"), "")
        why = page.locator("#requests-body .why")
        self.assertNotIn("load all", " ".join(why.all_inner_texts()))
        page.get_by_role("button", name="Load all").click()
        self.wait_status(page, "Walk", "^complete: 50 items on 2 pages$")

    def test_load_all_is_cancelled(self):
        slow = sample_api("--latency", "400")
        self.addCleanup(slow.stop)
        page = self.start({"url": slow.line + "/page"})
        self.cells(page, 1)
        page.get_by_role("button", name="Load all").click()
        self.wait_status(page, "Walk", r"\d+ of 250 items")
        page.get_by_role("button", name="Cancel").click()
        self.wait_status(page, "Walk", "^cancelled$")
        self.eventually(page.get_by_role("button", name="Load all").is_enabled, True)

    def test_whatever_loads_is_cancelled_and_says_how_long_it_lasts(self):
        slow = sample_api("--latency", "3000")
        self.addCleanup(slow.stop)
        page = self.start({"url": slow.line + "/page"})
        cancel = page.locator("#cancel")
        self.eventually(cancel.inner_text, re.compile(r"^Cancel \(\d+ s\)$"), "the first page")
        cancel.click()
        self.wait_status(page, "State", "^cancelled$")
        self.eventually(self.row(page, 1).inner_text, lambda text: "cancelled" in text)
        self.eventually(cancel.is_enabled, False)
        page.get_by_role("button", name="Detect").click()
        self.eventually(cancel.inner_text, re.compile(r"^Cancel \(\d+ s\)$"), "detection")
        cancel.click()
        self.eventually(page.get_by_role("alert").inner_text, lambda text: "cancelled" in text)
        self.eventually(cancel.is_enabled, False)
        page.get_by_role("button", name="Try again").click()
        self.cells(page, 1)
        self.eventually(page.get_by_role("alert").inner_text, "")
        self.grid(page).focus()
        page.keyboard.press("Control+End")
        self.eventually(cancel.inner_text, re.compile(r"^Cancel \(\d+ s\)$"), "a later page")
        cancel.click()
        self.eventually(self.grid(page).inner_text, lambda text: "The load was cancelled" in text)
        self.eventually(lambda: self.row(page, 250).get_attribute("aria-busy"), None)

    def save(self, page, name):
        page.get_by_role("combobox", name="Format").select_option(name)
        with page.expect_download() as waiting:
            page.get_by_role("button", name="Save").click()
        return waiting.value

    def test_saves_have_all_items(self):
        page = self.start({"url": self.url()})
        self.cells(page, 1)
        page.get_by_role("button", name="Columns").click()
        dialog = page.get_by_role("dialog", name="Columns")
        dialog.get_by_role("checkbox", name="title").uncheck()
        dialog.get_by_role("button", name="Done").click()
        texts = {}
        for name in ["NDJSON", "JSON", "CSV"]:
            download = self.save(page, name)
            self.assertIsNone(download.failure())
            with open(download.path(), encoding="utf-8", newline="") as file:
                texts[name] = file.read()
            self.wait_status(page, "Walk", "^complete: 250 items on 10 pages")
        lines = texts["NDJSON"].splitlines()
        self.assertEqual([json.loads(line)["id"] for line in lines], list(range(1, 251)))
        self.assertEqual(json.loads(texts["JSON"]), [json.loads(line) for line in lines])
        rows = list(csv.reader(io.StringIO(texts["CSV"])))
        self.assertEqual(rows[0][:3], ["id", "title", "author.login"])
        self.assertEqual(len(rows), 251)

    def test_a_walk_that_fails_is_a_download_that_fails(self):
        page = self.start({"url": self.url("/page?fault=500@p3"), "fetching": {"retries": 0}})
        self.cells(page, 1)
        self.assertIsNotNone(self.save(page, "JSON").failure())
        self.eventually(
            page.get_by_role("alert").inner_text, lambda text: "status 500" in text)


class RestartTests(PageTest):
    api_arguments = ("--items", "30000", "--latency", "20")

    def test_a_server_that_ends_is_started_again_where_it_was(self):
        running = bridge()
        self.addCleanup(running.stop)
        page = self.open_page()
        page.goto(running.line)
        page.locator("body.is-connected").wait_for()
        self.open(page, {"url": self.url(), "perPage": 50, "fetching": {"concurrency": 1}})
        self.cells(page, 1)
        box = page.get_by_role("spinbutton", name="Go to item")
        box.fill("1200")
        box.press("Enter")
        self.eventually(lambda: self.cells(page, 1200)[:1], ["1200"])
        marks = []
        page.on("request", lambda request: marks.append(request.post_data or ""))
        page.get_by_role("button", name="Load all").click()
        self.wait_status(page, "Walk", "of 30,000 items")
        # The requests of the page are reported while the test talks to it.
        self.eventually(
            lambda: page.title() and sum("/checkpoint" in mark for mark in marks) >= 2, True)
        end_servers(running.process.pid)
        again = page.get_by_role("button", name="Start again")
        again.wait_for()
        self.assertIn("SIGKILL", page.get_by_role("alert").inner_text())
        self.wait_status(page, "Walk", "^interrupted$")
        self.assertTrue(page.get_by_role("button", name="Cancel").is_disabled())
        marks.clear()
        again.click()
        self.eventually(
            lambda: page.title() and any('"checkpoint":' in mark for mark in marks), True)
        self.assertEqual(self.cells(page, 1200)[0], "1200")
        self.wait_status(page, "State", "^page 24 of 600, 30,000 items")
        self.assertEqual(self.active_cell(page), "1200")
        box.fill("2000")
        box.press("Enter")
        self.eventually(lambda: self.cells(page, 2000)[:1], ["2000"])
        self.wait_status(page, "Walk", "^complete: 30,000 items on 600 pages$")

    def test_a_bridge_that_ends_is_told(self):
        running = bridge()
        page = self.open_page()
        page.goto(running.line)
        page.locator("body.is-connected").wait_for()
        running.stop()
        self.eventually(
            page.get_by_role("alert").inner_text, re.compile("serve.js.*start it again"))
        self.assertFalse(page.get_by_role("button", name="Start again").is_visible())

    def test_a_closed_tab_ends_its_server(self):
        running = bridge()
        self.addCleanup(running.stop)
        page = self.open_page()
        page.goto(running.line)
        page.locator("body.is-connected").wait_for()
        self.assertEqual(len(children(running.process.pid)), 1)
        page.reload()
        page.locator("body.is-connected").wait_for()
        self.eventually(lambda: len(children(running.process.pid)), 1)
        page.close()
        self.eventually(lambda: len(children(running.process.pid)), 0)


class MassTests(PageTest):
    def test_a_count_that_is_wrong_is_said(self):
        api = ItemsAPI(['{"id":%d}' % number for number in range(1, 101)])
        self.addCleanup(api.stop)
        api.items = api.items[:50] + api.items[25:75]
        page = self.start({"url": api.url, "identity": "id"})
        self.cells(page, 1)
        page.get_by_role("button", name="Load all").click()
        self.wait_status(page, "Walk", "^suspect: 100 items on 4 pages; Items came more than once")


if __name__ == "__main__":
    unittest.main()
