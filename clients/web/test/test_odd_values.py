"""Odd but valid JSON, the table of all clients: it is shown, copied and saved as it was sent."""

import json
import os
import unittest

from support import HERE, ItemsAPI, PageTest

with open(os.path.join(HERE, "..", "..", "odd-values.json"), encoding="utf-8") as file:
    # A null is no item to the server.
    TABLE = ["".join(row["text"]) for row in json.load(file) if row["text"] != "null"]
TABLE.append('{"id":"large","name":"%s"}' % ("x" * 1_000_000))


class OddValuesTests(PageTest):
    def setUp(self):
        self.items = ItemsAPI(TABLE, per_page=100)
        self.addCleanup(self.items.stop)
        self.page = self.start({"url": self.items.url, "itemsPath": "items"})
        self.cells(self.page, 1)

    def save(self, name):
        self.page.get_by_role("combobox", name="Format").select_option(name)
        with self.page.expect_download() as waiting:
            self.page.get_by_role("button", name="Save").click()
        with open(waiting.value.path(), encoding="utf-8") as file:
            return file.read()

    def test_each_is_shown_and_can_be_chosen(self):
        self.wait_status(self.page, "State", f"{len(TABLE)} items")
        self.grid(self.page).focus()
        tree = self.page.get_by_role("tree", name="Item")
        for number, text in enumerate(TABLE, 1):
            self.eventually(
                self.page.locator("#item-title").inner_text, f"Item {number}", text[:80])
            if text[0] not in "[{":
                self.assertEqual(tree.get_by_role("treeitem").count(), 1, text[:80])
            self.assertGreater(tree.inner_text() if text not in ("{}", "[]", '""') else "x", "")
            self.page.keyboard.press("ArrowDown")

    def test_items_without_members_are_in_the_first_column(self):
        for number, text in enumerate(TABLE, 1):
            if text[0] in '{"':
                continue
            self.page.get_by_role("spinbutton", name="Go to item").fill(str(number))
            self.page.keyboard.press("Enter")
            first = self.cells(self.page, number)[0]
            self.assertEqual(first.replace(" ", ""), text.replace(" ", ""))

    def test_numbers_have_all_their_digits(self):
        shown = self.grid(self.page).inner_text()
        for number in ("12345678901234567891", "1e999", "-1e999", "1.10", "-0", "1E2",
                       "0.123456789012345678901234567891"):
            self.assertIn(number, shown.split("\n"))
            self.assertTrue(self.page.get_by_role("gridcell", name=number, exact=True).count())

    def test_saves_have_what_was_sent(self):
        self.assertEqual(self.save("NDJSON").splitlines(), TABLE)
        self.assertEqual(self.save("JSON"), "[\n" + ",\n".join(TABLE) + "\n]\n")
        for number in ("12345678901234567891", "1e999", "1.10", "-0"):
            self.assertIn(f"{number}", self.save("CSV"))


if __name__ == "__main__":
    unittest.main()
