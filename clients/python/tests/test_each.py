"""A list for each of many items, through the real server and its sample API.

PAGINATOR names the server's executable.
"""

import unittest
import warnings

import paginator

from .support import PATIENCE_SECONDS, SampleAPI, ids, sample_api

api: SampleAPI


def setUpModule() -> None:
    global api
    api = sample_api()


def url() -> str:
    return f"{api.url}/page?items={{item.size}}&per_page=2"


SIZES = [{"size": 3}, {"size": 1}]
IDS = [1, 2, 3, 1]


class EachTests(unittest.TestCase):
    def setUp(self) -> None:
        self.client = paginator.Client(timeout=PATIENCE_SECONDS)
        self.addCleanup(self.client.close)

    def test_a_loop_brings_the_items_of_all_lists(self) -> None:
        pages = self.client.each(iter(SIZES), url(), items_path="articles")
        self.assertEqual(ids(pages), IDS)
        self.assertEqual(ids(pages.to_list()), IDS, "again from the beginning")
        assert pages.last_walk is not None and pages.last_walk.each is not None
        self.assertEqual(pages.last_walk.each["complete"], 2)

    def test_pages_say_whose_they_are(self) -> None:
        pages = self.client.each(SIZES, url(), keep="size", items_path="articles")
        found = [(page.item["size"], page.number, len(page)) for page in pages.pages()]
        self.assertEqual(found, [(3, 1, 2), (3, 2, 1), (1, 1, 1)])
        summary = pages.walk()
        self.assertEqual((summary.verdict, summary.item_count), ("complete", 0), "it is at its end")

    def test_pages_stay_bytes(self) -> None:
        pages = self.client.each(SIZES, url(), keep="size", items_path="articles")
        seen = [report.page for report in pages.stream(raw=True)]
        self.assertEqual([page.item["size"] for page in seen], [3, 3, 1])
        self.assertTrue(all(isinstance(page, paginator.RawPage) for page in seen))
        self.assertEqual([len(page) for page in seen], [2, 1, 1])

    def test_slices_get_past_the_ceiling(self) -> None:
        pages = self.client.open(
            f"{api.url}/find?from={{from}}&to={{to}}&page=:currentPage", items_path="items",
            identity="id", ceiling=100, pagination_mapping={"total_count": "objectCount"},
            slices={"from": "2024-01-01", "to": "2024-12-31", "by": "published_at"},
        )
        self.assertEqual(sorted(ids(pages)), list(range(1, 251)))
        assert pages.last_walk is not None and pages.last_walk.slices is not None
        self.assertEqual(pages.last_walk.slices["dense"], 0)
        pages.reset()
        page = next(pages.pages())
        self.assertEqual(page.item["from"], "2024-01-01")

    def test_another_paginator_supplies_the_items(self) -> None:
        pages = self.client.each(
            self.client.open(f"{api.url}/page?items=3&per_page=2", items_path="articles"),
            f"{api.url}/page?items={{item.id}}&per_page=2", items_path="articles", keep=["id"],
        )
        self.assertEqual(ids(pages), [1, 1, 2, 1, 2, 3])

    def test_a_list_that_fails_is_told(self) -> None:
        pages = self.client.each([1, 2], f"{api.url}/{{item}}/x?items=2")
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            self.assertEqual(pages.to_list(), [], "404 is gone, and no failure")
        pages = self.client.each([{"size": 1}, {"no": 1}], url(), items_path="articles")
        with self.assertWarnsRegex(paginator.PaginationWarning, "1 of 2 lists failed: .*size"):
            self.assertEqual(ids(pages), [1])

    def test_a_text_is_no_list(self) -> None:
        with self.assertRaises(TypeError):
            self.client.each("abc", url())

    def test_other_methods_have_an_error_of_their_own(self) -> None:
        with self.assertRaises(paginator.NotForSeries):
            self.client.each(SIZES, url()).next()


class AsyncEachTests(unittest.IsolatedAsyncioTestCase):
    async def test_async_for(self) -> None:
        async with paginator.AsyncClient(timeout=PATIENCE_SECONDS) as client:
            async with client.each(SIZES, url(), items_path="articles") as pages:
                self.assertEqual([item["id"] async for item in pages], IDS)
            source = await client.open(f"{api.url}/page?items=2", items_path="articles")
            each = await client.each(
                source, f"{api.url}/page?items={{item.id}}", items_path="articles"
            )
            self.assertEqual(ids(await each.to_list()), [1, 1, 2])


if __name__ == "__main__":
    unittest.main()
