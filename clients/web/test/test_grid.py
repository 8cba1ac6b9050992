"""The grid: what is in it, how one moves in it, what it does when pages fail or do not come."""

import unittest

from support import ItemsAPI, PageTest


class GridTests(PageTest):
    def test_rows_have_numbers_counts_and_columns(self):
        page = self.start({"url": self.url()})
        self.wait_status(page, "State", "^page 1 of 10, 250 items")
        grid = self.grid(page)
        self.assertEqual(grid.get_attribute("aria-rowcount"), "251")
        self.assertEqual(
            grid.get_by_role("columnheader").all_inner_texts(),
            ["id", "title", "author.login", "author.id", "published_at", "tags", "summary"],
        )
        first = self.cells(page, 1)
        self.assertEqual(first[:2], ["1", "Late birds of Fez"])
        self.assertEqual(first[5], '["art","past"]')
        self.assertEqual(grid.locator('[role="row"]').first.get_attribute("aria-rowindex"), "1")

    def test_an_unknown_count_is_minus_one_until_the_end_is_found(self):
        page = self.start({"url": self.url("/cursor?items=60&total=0")})
        self.wait_status(page, "State", "^page 1, (25|50) items so far$")
        grid = self.grid(page)
        self.assertEqual(grid.get_attribute("aria-rowcount"), "-1")
        grid.focus()

        def count_after_a_movement():
            page.keyboard.press("Control+End")
            return grid.get_attribute("aria-rowcount")

        self.eventually(count_after_a_movement, "61")
        self.wait_status(page, "State", r"^page \d of 3, 60 items; end: no next page")

    def test_a_limit_is_the_end_where_more_is_counted(self):
        page = self.start({
            "url": self.url("/page?page=:currentPage&per_page=:perPage"), "perPage": 10,
            "itemsPath": "articles", "limits": {"itemsMax": 25},
            "paginationMapping": {"pagination.total_objects": "objectCount"},
        })
        self.cells(page, 1)
        self.grid(page).focus()
        page.keyboard.press("Control+End")
        self.wait_status(page, "State", "; end: the most items reached, limits.itemsMax 25$")
        page.get_by_role("button", name="Load all").click()
        self.wait_status(
            page, "Walk", "^capped: 25 items on 3 pages; the most items reached, limits.itemsMax 25$")

    def test_keys_move_the_active_cell(self):
        page = self.start({"url": self.url()})
        self.cells(page, 1)
        grid = self.grid(page)
        grid.focus()
        moves = [
            ("ArrowDown", "2"), ("ArrowRight", "Early rivers of Malmö"), ("ArrowLeft", "2"),
            ("ArrowUp", "1"), ("End", "doors and the rain after what doors ra"), ("Home", "1"),
            ("Control+End", "250"), ("Control+Home", "1"),
        ]
        for key, expected in moves:
            page.keyboard.press(key)
            if key == "Control+End":
                page.keyboard.press("Home")
            self.eventually(lambda: self.active_cell(page), expected, key)
        page.keyboard.press("PageDown")
        self.assertGreater(int(self.active_cell(page)), 8)
        page.keyboard.press("PageUp")
        self.assertEqual(self.active_cell(page), "1")

    def test_enter_opens_the_item_and_escape_returns(self):
        page = self.start({"url": self.url()})
        self.cells(page, 1)
        self.grid(page).focus()
        page.keyboard.press("ArrowDown")
        page.keyboard.press("Enter")
        tree = page.get_by_role("region", name="Item", exact=True).get_by_role("tree", name="Item")
        focused = 'document.activeElement.getAttribute("role")'
        self.eventually(lambda: page.evaluate(focused), "treeitem")
        tree.get_by_role("treeitem", name="id: 2", exact=True).wait_for()
        for _ in range(3):
            page.keyboard.press("ArrowDown")
        page.get_by_role("button", name="Copy path").click()
        self.eventually(lambda: page.evaluate("navigator.clipboard.readText()"), "author.login")
        page.keyboard.press("Escape")
        self.assertEqual(page.evaluate(focused), "grid")

    def test_go_to_item_brings_it_to_the_top(self):
        page = self.start({"url": self.url()})
        self.cells(page, 1)
        box = page.get_by_role("spinbutton", name="Go to item")
        box.fill("123")
        box.press("Enter")
        self.eventually(lambda: self.cells(page, 123)[:1], ["123"])
        self.wait_status(page, "State", "^page 5 of 10, 250 items")
        rows = "[...document.querySelectorAll('#grid .rows [role=row]:not([hidden])')]" \
               ".map(row => Number(row.getAttribute('aria-rowindex')))"
        self.eventually(lambda: page.evaluate(rows), lambda found: found == sorted(found))
        self.eventually(lambda: self.active_cell(page), "123")

    def test_a_failed_page_shows_its_error_and_one_button(self):
        api = ItemsAPI(['{"id":%d}' % number for number in range(1, 226)])
        self.addCleanup(api.stop)
        api.failing = {3, 6, 9}
        page = self.start({"url": api.url, "fetching": {"retries": 0}})
        self.cells(page, 1)
        box = page.get_by_role("spinbutton", name="Go to item")
        box.fill("48")
        box.press("Enter")
        button = page.get_by_role("button", name="Try again")
        button.wait_for()
        self.assertEqual(button.count(), 1)
        self.assertIn("status 500", self.row(page, 51).inner_text())
        self.assertNotIn("status 500", self.row(page, 52).inner_text(), "one line, not one a row")
        self.assertIn("is-failed", self.row(page, 52).get_attribute("class"))
        asked = len(api.requests)
        page.wait_for_timeout(400)
        self.assertEqual(len(api.requests), asked, "a failure is no reason to ask again")
        api.failing = set()
        button.click()
        self.eventually(lambda: self.cells(page, 51)[:1], ["51"])
        self.assertEqual(button.count(), 0)

    def test_the_first_page_may_fail(self):
        api = ItemsAPI(['{"id":1}'])
        self.addCleanup(api.stop)
        api.failing = {1}
        page = self.start({"url": api.url, "fetching": {"retries": 0}})
        page.get_by_role("button", name="Try again").wait_for()
        api.failing = set()
        self.grid(page).focus()
        page.keyboard.press("Enter")
        self.eventually(lambda: self.cells(page, 1)[:1], ["1"])

    def test_no_items_are_said(self):
        api = ItemsAPI([])
        self.addCleanup(api.stop)
        page = self.start({"url": api.url, "itemsPath": "items",
                           "paginationMapping": {"total": "objectCount"}})
        self.wait_status(page, "State", "^no items")
        self.eventually(lambda: self.grid(page).get_attribute("aria-rowcount"), "1")

    def test_columns_are_chosen_and_moved(self):
        page = self.start({"url": self.url()})
        self.cells(page, 1)
        headers = self.grid(page).get_by_role("columnheader")
        page.get_by_role("button", name="Columns").click()
        dialog = page.get_by_role("dialog", name="Columns")
        dialog.get_by_role("checkbox", name="summary").uncheck()
        dialog.get_by_role("button", name="Move author.login left").click()
        page.keyboard.press("Escape")
        self.eventually(lambda: headers.all_inner_texts()[:2], ["id", "author.login"])
        self.assertNotIn("summary", headers.all_inner_texts())
        self.assertEqual(self.cells(page, 1)[1], "ben-ford")

    def test_a_column_sorts_the_loaded_items(self):
        api = ItemsAPI(['{"id":%d,"name":"n%d"}' % (number, number % 7) for number in (3, 1, 10, 2)])
        self.addCleanup(api.stop)
        page = self.start({"url": api.url})
        self.cells(page, 1)
        column = "[...document.querySelectorAll('#grid .rows [role=row]:not([hidden])')]" \
                 ".sort((a, b) => a.getBoundingClientRect().top - b.getBoundingClientRect().top)" \
                 ".map(row => row.querySelector('[role=gridcell]').textContent)"
        header = self.grid(page).get_by_role("columnheader", name="id")
        header.click()
        self.eventually(lambda: page.evaluate(column), ["1", "2", "3", "10"])
        self.assertEqual(header.get_attribute("aria-sort"), "ascending")
        self.wait_status(page, "Filter", "^4 loaded items, sorted by id$")
        self.grid(page).focus()
        page.keyboard.press("s")
        self.eventually(lambda: page.evaluate(column), ["10", "3", "2", "1"])
        self.assertEqual(header.get_attribute("aria-sort"), "descending")
        page.get_by_role("searchbox", name="Filter").fill("n3")
        self.eventually(lambda: page.evaluate(column), ["10", "3"])
        self.wait_status(page, "Filter", "^2 of 4 loaded items, sorted by id$")
        page.get_by_role("searchbox", name="Filter").fill("")
        header.click()
        self.eventually(lambda: page.evaluate(column), ["3", "1", "10", "2"])
        self.assertIsNone(header.get_attribute("aria-sort"))
        self.wait_status(page, "Filter", "^$")

    def test_the_head_stays_where_focus_goes(self):
        for width, height in ((360, 640), (640, 360), (640, 400), (180, 320)):
            page = self.start({"url": self.url()}, width=width, height=height)
            self.cells(page, 1)
            place = "() => { const box = document.querySelector('#grid').getBoundingClientRect();" \
                    " const head = document.querySelector('#grid .head').getBoundingClientRect();" \
                    " return [head.top - box.top, head.top, innerHeight - head.bottom] }"
            page.locator("#requests-button").focus()
            page.keyboard.press("Tab")
            self.eventually(lambda: page.evaluate("document.activeElement.id"), "grid")
            for key in ("ArrowDown", "PageDown", "End", "Control+End", "Home", "Control+Home"):
                page.keyboard.press(key)
                page.wait_for_timeout(50)
                inside, above, below = page.evaluate(place)
                self.assertEqual(inside, 0, (width, key))
                self.assertGreaterEqual(above, 0, (width, key))
                self.assertGreaterEqual(below, 0, (width, key))

    def test_the_numbers_of_rows_are_over_what_scrolls(self):
        page = self.start({"url": self.url()}, width=360, height=640)
        self.cells(page, 1)
        self.grid(page).evaluate("grid => { grid.scrollLeft = 60 }")
        covering = "() => { const box = document.querySelector('#grid .rows [role=row]:not([hidden]) > .number:not([role])')" \
                   ".getBoundingClientRect(); return document.elementFromPoint(" \
                   "box.left + box.width / 2, box.top + box.height / 2).getAttribute('role') }"
        self.eventually(lambda: page.evaluate(covering), None)

    def test_the_filter_counts_and_hides(self):
        page = self.start({"url": self.url()})
        self.cells(page, 25)
        page.get_by_role("searchbox", name="Filter").fill("zürich")
        self.wait_status(page, "Filter", r"^\d of \d+ loaded items$")
        rows = self.grid(page).locator('[role="rowgroup"] [role="row"]:not([hidden])')
        self.eventually(lambda: "Zürich" in rows.all_inner_texts()[0], True)
        self.assertTrue(all("Zürich" in text for text in rows.all_inner_texts()))
        page.get_by_role("searchbox", name="Filter").fill("")
        self.cells(page, 1)

    def test_requests_are_listed_with_their_retries(self):
        page = self.start({"url": self.url("/page?fault=503@1&session=web-requests")})
        self.cells(page, 1)
        table = page.get_by_role("table", name="Requests")
        row = table.get_by_role("row").last
        self.eventually(lambda: row.get_by_role("cell").all_inner_texts()[1], lambda text: "s" in text)
        cells = row.get_by_role("cell").all_inner_texts()
        self.assertEqual([cells[0], cells[2]], ["1", "2"])
        self.assertRegex(cells[1], r"^[\d.]+ m?s$")
        self.assertRegex(cells[3], r"^[\d.]+ m?s$")
        self.assertIn("status 503", cells[4])
        self.assertEqual(page.locator("#timeline").get_attribute("aria-hidden"), "true")
        self.assertGreater(page.locator("#timeline rect").count(), 1)

    def test_loads_ahead_say_so(self):
        page = self.start({"url": self.url(), "prefetch": {"distance": 100}})
        self.cells(page, 1)
        table = page.get_by_role("table", name="Requests")
        self.eventually(lambda: table.inner_text(), lambda text: "ahead" in text)


class MillionTests(PageTest):
    api_arguments = ("--items", "1000000")

    def test_a_million_rows_are_reached_with_few_in_the_document(self):
        page = self.start({"url": self.url("/page"), "perPage": 100})
        self.wait_status(page, "State", "^page 1 of 10,000, 1,000,000 items")
        grid = self.grid(page)
        self.assertEqual(grid.get_attribute("aria-rowcount"), "1000001")
        grid.evaluate("grid => { grid.scrollTop = grid.scrollHeight }")
        self.eventually(lambda: self.cells(page, 1_000_000)[:1], ["1000000"])
        isClipped = "cell => cell.scrollWidth > cell.clientWidth"
        self.assertFalse(self.row(page, 1_000_000).get_by_role("gridcell").first.evaluate(isClipped))
        grid.evaluate("grid => { grid.scrollTop = (grid.scrollHeight - grid.clientHeight) / 2 }")
        self.wait_status(page, "State", "^page (4,999|5,000|5,001) of")
        rows = "() => document.querySelectorAll('#grid [role=row]').length"
        self.assertLessEqual(page.evaluate(rows), 200)
        self.assertLessEqual(grid.evaluate("grid => grid.scrollHeight"), 10_000_100)

    def test_the_wheel_moves_row_by_row_where_the_bar_is_scaled(self):
        page = self.start({"url": self.url("/page"), "perPage": 100})
        self.cells(page, 1)
        box = page.get_by_role("spinbutton", name="Go to item")
        box.fill("500000")
        box.press("Enter")
        self.eventually(lambda: self.cells(page, 500_000)[:1], ["500000"])
        self.grid(page).hover()
        page.mouse.wheel(0, 240)
        first = "() => document.querySelector('#grid .rows').firstChild && " \
                "Math.min(...[...document.querySelectorAll('#grid .rows [role=row]:not([hidden])')]" \
                ".map(row => Number(row.getAttribute('aria-rowindex')) - 1))"
        self.eventually(lambda: page.evaluate(first), lambda number: 500_000 <= number <= 500_004)


if __name__ == "__main__":
    unittest.main()
