"""A person uses the items: filters, copies, reads them in full, chooses one of several lists."""

import unittest

from support import ItemsAPI, PageTest


class UseTests(PageTest):
    def items(self, *texts, **options):
        api = ItemsAPI(texts, **options)
        self.addCleanup(api.stop)
        return api

    def copied(self, page):
        return page.evaluate("navigator.clipboard.readText()")

    def test_the_filter_takes_phrases_and_columns(self):
        api = self.items(
            '{"id":1,"owner":{"name":"Ford"},"title":"two words, of Ben"}',
            '{"id":2,"owner":{"name":"Ben"},"title":"words two of ford"}',
            '{"id":3,"owner":{"name":"Ford"},"title":"at 12:30"}')
        page = self.start({"url": api.url})
        self.cells(page, 3)
        for text, count in [
            ("two words", 2), ('"two words"', 1), ("ford", 3), ("owner.name:ford", 2),
            ("owner:FORD two", 1), ('owner.name:ford title:"two words"', 1), ("12:30", 1),
            ("title:ford", 1),
        ]:
            page.get_by_role("searchbox", name="Filter").fill(text)
            self.wait_status(page, "Filter", f"^{count} of 3 loaded items$")
        # The item at the side is that of the active row.
        self.eventually(page.locator("#item-title").inner_text, "Item 2")
        page.get_by_role("searchbox", name="Filter").fill("12:30")
        self.eventually(page.locator("#item-title").inner_text, "Item 3")

    def test_a_cell_is_copied_and_read_in_full(self):
        long = "x" * 3_000
        page = self.start({"url": self.items(f'{{"id":1.10,"text":"{long}"}}', '{"id":2,"text":"b"}').url})
        self.assertEqual(len(self.cells(page, 1)[1]), 200)
        self.grid(page).focus()
        page.keyboard.press("Control+c")
        self.eventually(lambda: self.copied(page), "1.10")
        page.keyboard.press("ArrowRight")
        page.keyboard.press("Control+c")
        self.eventually(lambda: self.copied(page), long)
        cell = self.row(page, 1).get_by_role("gridcell").nth(1)
        cell.hover()
        self.eventually(lambda: cell.get_attribute("title"), long)

    def test_selected_rows_are_copied(self):
        page = self.start({"url": self.items(*(f'{{"id":{n},"text":"a\\tb"}}' for n in (1, 2, 3))).url})
        self.cells(page, 3)
        self.grid(page).focus()
        page.keyboard.press("Shift+ArrowDown")
        selected = self.grid(page).locator('[role="row"][aria-selected="true"]')
        self.eventually(selected.count, 2)
        page.keyboard.press("Control+c")
        self.eventually(lambda: self.copied(page), "1\ta b\n2\ta b")
        page.keyboard.press("ArrowDown")
        self.eventually(selected.count, 1)
        self.row(page, 1).get_by_role("gridcell").first.click(modifiers=["Shift"])
        self.eventually(selected.count, 3)

    def test_columns_are_dragged_and_fit(self):
        page = self.start({"url": self.items('{"id":1,"text":"%s"}' % ("w " * 40), '{"id":2}').url})
        self.cells(page, 1)
        head = self.grid(page).get_by_role("columnheader", name="id", exact=True)
        edge = head.locator(".edge")
        before, box = head.bounding_box()["width"], edge.bounding_box()
        page.mouse.move(box["x"] + 4, box["y"] + 10)
        page.mouse.down()
        page.mouse.move(box["x"] + 154, box["y"] + 10, steps=4)
        page.mouse.up()
        self.assertAlmostEqual(head.bounding_box()["width"], before + 150, delta=10)
        self.assertIsNone(head.get_attribute("aria-sort"), "a drag does not sort")
        edge.dblclick()
        self.assertLess(head.bounding_box()["width"], 100)
        text = self.grid(page).get_by_role("columnheader", name="text", exact=True)
        text.locator(".edge").dblclick()
        is_cut = "cell => cell.scrollWidth > cell.clientWidth"
        self.assertFalse(self.row(page, 1).get_by_role("gridcell").nth(1).evaluate(is_cut))

    def test_panes_are_closed_and_dragged(self):
        page = self.start({"url": self.url()})
        self.cells(page, 1)
        width = self.grid(page).bounding_box()["width"]
        page.get_by_role("separator", name="Width of the item").focus()
        page.keyboard.press("ArrowRight")
        self.eventually(lambda: self.grid(page).bounding_box()["width"], lambda now: now > width)
        page.get_by_role("button", name="Item", exact=True).click()
        page.get_by_role("button", name="Requests", exact=True).click()
        box = self.eventually(lambda: self.grid(page).bounding_box(), lambda box: box["width"] > 1270)
        self.assertGreater(box["height"], 580)
        page.get_by_role("button", name="Requests", exact=True).click()
        page.get_by_role("table", name="Requests").wait_for()

    def test_a_tap_shows_the_item_on_a_phone(self):
        page = self.start({"url": self.url()}, width=360, height=640, has_touch=True)
        self.cells(page, 3)
        self.row(page, 3).get_by_role("gridcell").first.tap()
        line = page.get_by_role("treeitem", name="id: 3", exact=True)
        line.wait_for()
        self.eventually(
            lambda: line.bounding_box(), lambda box: 0 <= box["y"] and box["y"] + box["height"] <= 640)

    def test_an_error_of_a_page_can_be_read_in_full(self):
        api = self.items(*(f'{{"id":{number}}}' for number in range(1, 60)))
        api.failing = {2}
        page = self.start({"url": api.url, "fetching": {"retries": 0}})
        self.cells(page, 1)
        page.get_by_role("spinbutton", name="Go to item").fill("30")
        page.keyboard.press("Enter")
        tree = page.get_by_role("tree", name="Item")
        for part in ("status 500", "GET", f"{api.url}?per_page="):
            self.eventually(tree.inner_text, lambda text: part in text, part)

    def test_a_request_shows_what_is_known_of_it(self):
        page = self.start({"url": self.url("/page?fault=404@p1"), "fetching": {"retries": 0}})
        self.wait_status(page, "State", "^failed")
        row = page.locator("#requests-body tr").first
        row.click()
        self.eventually(page.locator("#item-title").inner_text, "Request of page 1")
        tree = page.get_by_role("tree", name="Item")
        for part in ("attempts: 1", "status: 404", "method: GET", f"url: {self.url()}"):
            self.eventually(
                lambda: " ".join(tree.inner_text().split()),
                lambda text: part.replace(": ", "") in text.replace(": ", ""), part)

    def test_a_request_shows_both_headers_and_the_body_of_what_passed(self):
        page = self.start({
            "url": self.url("/page?fault=503@1"), "headers": {"X-Api-Key": "sesame-8431"},
            "fetching": {"retryWaitSecondsMax": 0.01},
        })
        self.cells(page, 1)
        tree = page.get_by_role("tree", name="Item")
        page.locator("#requests-body tr").last.click()
        for part in (
            "status200", f"GET url{self.url()}", "requestHeaders", "X-Api-Key***",
            "responseHeaders", "application/json", "body", "articles25 elements", "attempts2",
            "earlier",
        ):
            self.eventually(
                lambda: " ".join(tree.inner_text().split("\n")), lambda text: part in text, part)
        self.assertNotIn("sesame", page.content().replace(page.locator("#params").input_value(), ""))
        page.get_by_role("button", name="Load all").click()
        self.wait_status(page, "Walk", "^complete: 250 items")
        row = page.locator("#requests-body tr", has_text="load all").first
        self.eventually(row.inner_text, lambda text: "…" not in text)
        row.click()
        self.eventually(page.locator("#item-title").inner_text, "Request of page 10")
        self.eventually(tree.inner_text, lambda text: "responseHeaders" in text)
        selected = tree.locator("[aria-selected=true]").first
        self.eventually(lambda: "".join(selected.inner_text().split()), "status200")

    def test_each_load_of_a_page_has_its_own_requests(self):
        api = self.items('{"id":1}')
        api.failing = {1}
        page = self.start({"url": api.url, "fetching": {"retries": 0}})
        self.wait_status(page, "State", "^failed")
        api.failing = set()
        page.get_by_role("button", name="Try again").click()
        self.cells(page, 1)
        tree = page.get_by_role("tree", name="Item")
        rows = page.locator("#requests-body tr")
        self.eventually(rows.count, 2)
        for row, status in ((rows.last, 500), (rows.first, 200)):
            row.click()
            self.eventually(
                tree.inner_text, lambda text: "".join(text.split()).startswith(f"status{status}"))

    def test_several_lists_have_a_button_each(self):
        api = self.items()
        api.body = lambda page: '{"users":[{"id":1}],"orders":[{"no":7},{"no":8}]}'
        page = self.start({"url": api.url})
        self.wait_status(page, "State", "^page 1 of 1, 1 item;")
        page.get_by_role("button", name="Open orders").click()
        self.wait_status(page, "State", "^page 1 of 1, 2 items;")
        self.assertEqual(self.cells(page, 1), ["7"])
        # What was chosen for that list is nothing to another one, also after a reload.
        for again in (False, True):
            if again:
                page.go_back()
                self.wait_status(page, "State", "^page 1 of 1, 2 items;")
                page.reload()
                self.wait_status(page, "State", "^page 1 of 1, 2 items;")
            page.get_by_role("textbox", name="URL").fill(self.url())
            page.keyboard.press("Enter")
            self.wait_status(page, "State", "^page 1 of 10, 250 items")

    def test_the_title_names_the_list(self):
        page = self.start({"url": self.url("/page?items=50")})
        self.cells(page, 1)
        self.assertEqual(page.title(), f"page · {self.url('')[7:]} · Paginator")

    def test_a_url_without_a_scheme_opens(self):
        page = self.start()
        page.get_by_role("textbox", name="URL").fill(self.url()[len("http://"):])
        page.keyboard.press("Enter")
        self.cells(page, 1)
        self.assertEqual(page.get_by_role("textbox", name="URL").input_value(), self.url())
        for given, opened in (("no-such-host:1/a", "http"), ("no-such-host.invalid/a", "https")):
            page.get_by_role("textbox", name="URL").fill(given)
            page.keyboard.press("Enter")
            self.eventually(
                page.get_by_role("textbox", name="URL").input_value, f"{opened}://{given}")

    def test_the_grid_ends_after_an_unexpected_empty_page(self):
        api = self.items(*(f'{{"id":{number}}}' for number in range(1, 41)), per_page=20)
        api.total = 100
        page = self.start({"url": api.url, "perPage": 20})
        self.cells(page, 1)
        self.grid(page).focus()
        page.keyboard.press("Control+End")
        self.wait_status(page, "State", " 40 items")
        self.eventually(self.grid(page).locator('[aria-busy="true"]:not([hidden])').count, 0)
        self.eventually(lambda: self.cells(page, 40), ["40"])
        self.assertEqual(self.row(page, 41).count(), 0)

    def test_a_walk_over_an_empty_page_ends_the_grid_and_says_why(self):
        items = [f'{{"id":{number}}}' for number in range(1, 81)]
        api = self.items(*items, per_page=20)
        whole = '{"items":[%s],"page":%d,"per_page":20,"total":80}'
        api.body = lambda page: whole % (
            "" if page == 2 else ",".join(items[20 * page - 20:20 * page]), page)
        page = self.start({"url": api.url, "perPage": 20})
        self.cells(page, 1)
        page.get_by_role("button", name="Load all").click()
        self.wait_status(
            page, "Walk", "^suspect: 60 items on 4 pages; .*The API counts 80 items, but 60 came$")
        self.wait_status(page, "State", " 60 items")
        self.grid(page).focus()
        page.keyboard.press("Control+End")
        self.eventually(lambda: self.cells(page, 60), ["80"])
        self.assertEqual(self.row(page, 61).count(), 0)

    def test_an_error_is_told_whole_over_the_rows_of_its_page(self):
        api = self.items(*(f'{{"id":{number}}}' for number in range(1, 60)))
        api.failing = {2}
        api.body = lambda page: '{"message":"%s"}' % ("long words of the API " * 5) \
            if page == 2 else '{"items":[%s],"page":1,"total":59}' % ",".join(api.items[:25])
        page = self.start({"url": api.url, "fetching": {"retries": 0}}, width=360, height=640)
        self.cells(page, 1)
        page.get_by_role("spinbutton", name="Go to item").fill("30")
        page.keyboard.press("Enter")
        message = page.locator("#grid .message")
        message.wait_for()
        for _ in range(3):  # wherever the grid is scrolled to
            place = "box => [box.scrollHeight <= box.clientHeight, box.getBoundingClientRect().top" \
                    " >= document.querySelector('#grid .head').getBoundingClientRect().bottom," \
                    " box.getBoundingClientRect().right <= innerWidth]"
            self.eventually(lambda: message.evaluate(place), [True, True, True])
            page.locator("#grid").evaluate("box => box.scrollBy(0, 31)")

    def test_targets_are_as_large_as_a_finger_needs(self):
        page = self.start({"url": self.url()}, width=360, height=640)
        self.cells(page, 1)
        self.row(page, 1).get_by_role("gridcell").first.click()
        small = """() => [...document.querySelectorAll(
          'button, input, select, [role="treeitem"], [role="row"]')]
          .filter(each => each.checkVisibility() && each.getBoundingClientRect().height < 23.5)
          .map(each => each.outerHTML)"""
        self.assertEqual(page.evaluate(small), [])


if __name__ == "__main__":
    unittest.main()
