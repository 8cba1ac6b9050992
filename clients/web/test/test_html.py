"""The page that `paginator fetch --format html` writes: sorted by a click, filtered by a box."""

import os
import subprocess
import tempfile
import unittest

from support import PageTest, SERVER


class HTMLPageTests(PageTest):
    api_arguments = ("--items", "5000")

    def start_page(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        path = os.path.join(folder.name, "items.html")
        subprocess.run(
            [SERVER, "fetch", self.url("/page?per_page=500"), "--quiet", "--format", "html",
             "--output", path],
            check=True,
        )
        page = self.open_page()
        page.goto(f"file://{path}")
        return page

    def column(self, page, index):
        """The texts of a column, of the rows that are not hidden."""
        return page.evaluate(
            "index => [...document.querySelectorAll('tbody tr:not([hidden])')]"
            ".map(row => row.cells[index].textContent)", index)

    def test_five_thousand_rows_are_sorted_and_only_those_in_view_are_laid_out(self):
        page = self.start_page()
        titles = page.locator("th button", has_text="title")
        titles.click()
        found = self.column(page, 1)
        self.assertEqual(len(found), 5000)
        self.assertEqual(found[:1], [min(found)])
        self.assertTrue(found[0].startswith("Borrowed birds of Bergen"))
        titles.click()
        self.assertEqual(self.column(page, 1)[-1], found[0])
        self.assertEqual(page.locator("th[aria-sort]").get_attribute("aria-sort"), "descending")
        page.locator("th button").first.click()
        self.assertEqual(self.column(page, 0), [str(number) for number in range(1, 5001)])
        skipped = page.evaluate(
            "() => [...document.querySelectorAll('tbody tr')].filter("
            "row => !row.cells[0].checkVisibility({contentVisibilityAuto: true})).length")
        self.assertGreater(skipped, 4000)

    def test_the_head_stays_and_columns_keep_their_place(self):
        page = self.start_page()
        places = "() => [...document.querySelectorAll('th')].map((head, at) => " \
                 "head.getBoundingClientRect().left - " \
                 "document.querySelector('tbody tr').cells[at].getBoundingClientRect().left)"
        self.assertTrue(all(abs(each) < 0.5 for each in page.evaluate(places)))
        page.mouse.wheel(0, 3000)
        head = "() => document.querySelector('th').getBoundingClientRect().top"
        self.eventually(lambda: page.evaluate("scrollY"), lambda top: top > 1000)
        self.assertEqual(page.evaluate(head), 0)

    def test_the_box_keeps_the_rows_with_all_words(self):
        page = self.start_page()
        box = page.get_by_role("searchbox", name="Filter")
        box.fill("ZÜRICH late")
        found = self.column(page, 1)
        self.assertTrue(found)
        self.assertTrue(all("Late" in each and "Zürich" in each for each in found))
        self.assertEqual(page.get_by_role("status").inner_text(), f"{len(found)} of 5000 rows")
        box.fill("")
        self.assertEqual(len(self.column(page, 1)), 5000)
        self.assertEqual(page.get_by_role("status").inner_text(), "")


if __name__ == "__main__":
    unittest.main()
