"""Lists that are not proven to be complete: who raises that, and when."""

import json
import os
import pickle
import re
import unittest
import warnings
from typing import Any, Callable, List, cast

import paginator

from .support import PATIENCE_SECONDS

SERVER = os.environ.get("PAGINATOR")


@unittest.skipUnless(SERVER, "PAGINATOR does not name the server")
class StrictTests(unittest.TestCase):
    """Five items in pages of two; `hidden` ones count in the total, and never come, and the page
    `failing` fails."""

    def open(self, hidden: int = 0, failing: int = 0, **more: Any) -> paginator.Pages[Any]:
        def fetch(request: Any) -> Any:
            page = int(re.findall(r"page=(\d+)", request["request"]["url"])[0])
            if page == failing:
                return {"status": 500, "headers": {}, "body": "{}"}
            found = [{"id": number} for number in range(5)][2 * page - 2 : 2 * page]
            body = json.dumps({"items": found, "total": 5 + hidden})
            return {"status": 200, "headers": {}, "body": body}

        client = paginator.Client(fetch=fetch, timeout=PATIENCE_SECONDS)
        self.addCleanup(client.close)
        return client.open(
            "http://127.0.0.1/?page=:currentPage&size=:perPage", per_page=2, items_path="items",
            pagination_mapping={"total": "objectCount"}, **{"fetching": {"by": "client"}, **more},
        )

    def loop(self, pages: paginator.Pages[Any], seen: List[int]) -> None:
        for item in pages:
            seen.append(item["id"])

    def test_a_loop_over_an_unproven_list_raises_at_its_end(self) -> None:
        seen: List[int] = []
        pages = self.open(hidden=1, strict=True)
        with self.assertRaises(paginator.NotComplete) as caught:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")
                self.loop(pages, seen)
        self.assertEqual(seen, [0, 1, 2, 3, 4])
        self.assertEqual(caught.exception.summary.verdict, "suspect")
        self.assertIs(caught.exception.summary, pages.last_walk)
        self.assertIn("The list is not proven to be complete: suspect. The ", str(caught.exception))
        self.assertIn(pages.last_state.warnings[0]["message"], str(caught.exception))
        copy = pickle.loads(pickle.dumps(caught.exception))
        self.assertEqual((str(copy), copy.summary.verdict), (str(caught.exception), "suspect"))

    def test_the_limit_of_items_cuts_loops_and_lists_alike(self) -> None:
        pages = self.open(limits={"itemsMax": 3})
        seen: List[int] = []
        self.loop(pages, seen)
        self.assertEqual(seen, [0, 1, 2])
        self.assertEqual(len(pages.to_list()), 3)

    def test_so_do_lists_and_streams(self) -> None:
        for work in (lambda pages: pages.to_list(), lambda pages: list(pages.stream())):
            pages = self.open(hidden=1, strict=True)
            with self.assertRaises(paginator.NotComplete), warnings.catch_warnings():
                warnings.simplefilter("ignore")
                work(pages)

    def test_without_it_nothing_is_raised_before_the_caller_asks(self) -> None:
        pages = self.open(hidden=1)
        seen: List[int] = []
        with warnings.catch_warnings(record=True) as said:
            warnings.simplefilter("always")
            self.loop(pages, seen)
            self.assertEqual(len(said), 1, "a loop warns of what came short")
            pages.reset()
            summary = pages.walk()
            self.assertEqual(len(pages.to_list()), 5)
        self.assertEqual(len(seen), 5)
        self.assertEqual(len(said), 1)
        self.assertIn("The API counts 6 items, but 5 came. (countMismatch)", str(said[0].message))
        with self.assertRaises(paginator.NotComplete):
            summary.raise_for_verdict()

    def test_a_proven_list_does_not_raise(self) -> None:
        pages = self.open(strict=True)
        seen: List[int] = []
        self.loop(pages, seen)
        self.assertEqual(len(seen), 5)
        self.assertEqual(len(pages.to_list()), 5)
        assert pages.last_walk is not None
        pages.last_walk.raise_for_verdict()
        self.assertEqual(pages.last_walk.proof, "counts")

    def test_every_loop_tells_that_the_api_gives_no_more(self) -> None:
        text = re.escape("There may be more: the API gives at most 4 of 5 items. (ceiling)")
        works: List[Callable[[Any], Any]] = [
            list, lambda pages: list(pages.pages()), lambda pages: pages.to_list(),
            lambda pages: list(pages.stream()),
        ]
        for work in works:
            with self.assertWarnsRegex(paginator.PaginationWarning, text) as said:
                work(self.open(ceiling=4))
            self.assertEqual(said.filename, __file__)
        with warnings.catch_warnings(), self.assertRaisesRegex(
            paginator.NotComplete, "complete: suspect, because of ceiling"
        ):
            warnings.simplefilter("ignore")
            list(self.open(ceiling=4, strict=True))

    def test_a_stream_tells_of_a_page_that_failed(self) -> None:
        pages = self.open(failing=2, fetching={"by": "client", "retries": 0})
        with self.assertWarnsRegex(paginator.PaginationWarning, "not complete: partial: 1 page, 2"):
            self.assertEqual(sum(len(each.page) for each in pages.stream()), 2)
        pages.reset()
        with self.assertRaises(paginator.HTTPStatusError):
            pages.to_list()

    def test_limits_of_the_caller_are_no_news(self) -> None:
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            self.assertEqual(len(list(self.open(limits={"pagesMax": 1}))), 2)
            self.assertEqual(len(list(self.open().stream(max_pages=1))), 1)

    def test_a_list_raises_what_a_loop_raises(self) -> None:
        pages = self.open(limits={"pagesMax": 2})
        self.assertEqual(len(pages.to_list()), 4)
        with self.assertRaises(paginator.NotComplete):
            cast(Any, pages.last_walk).raise_for_verdict()


if __name__ == "__main__":
    unittest.main()
