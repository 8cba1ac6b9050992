"""Walks of the clients through the real server and its sample API.

PAGINATOR names the server's executable. What that server does not offer is skipped by name.
"""

import asyncio
import contextlib
import importlib.util
import io
import json
import signal
import sys
import threading
import unittest
from typing import Any, Callable, List, Optional
from unittest import mock

import paginator

from .support import PATIENCE_SECONDS, SampleAPI, eventually, ids, sample_api

api: SampleAPI


def setUpModule() -> None:
    global api
    api = sample_api()


def loads_shouting(text: Any) -> Any:
    """Reads JSON and changes the titles of articles."""

    def changed(found: Any) -> Any:
        return {**found, "title": found["title"].upper()} if "title" in found else found

    return json.loads(text, object_hook=changed)


class WalkCase(unittest.TestCase):
    client: paginator.Client

    @classmethod
    def setUpClass(cls) -> None:
        cls.client = paginator.Client(timeout=PATIENCE_SECONDS)

    @classmethod
    def tearDownClass(cls) -> None:
        cls.client.close()

    def setUp(self) -> None:
        if "paginator/loadAll" not in self.client.server.methods:
            self.skipTest("this server does not offer paginator/loadAll")

    def open(self, query: str = "", **more: Any) -> paginator.Pages[Any]:
        pages = self.client.open(**api.articles(query, **more))
        self.addCleanup(pages.close)
        return pages


class WalkTests(WalkCase):
    def test_an_exact_walk_begins_each_page_with_the_last_item(self) -> None:
        plain = self.open().walk()
        exact = self.open().walk(exact=True, passes=2)
        self.assertEqual((plain.pages, plain.item_count), (10, 250))
        self.assertEqual((exact.verdict, exact.item_count), ("complete", 250))
        self.assertGreater(exact.pages, plain.pages)

    def test_walk_with_progress(self) -> None:
        seen: List[paginator.WalkProgress[Any]] = []
        summary = self.open().walk(seen.append, concurrency=4)
        self.assertEqual([report.page.number for report in seen], list(range(1, 11)))
        self.assertEqual(seen[-1].item_count, 250)
        self.assertEqual((summary.verdict, summary.pages), ("complete", 10))
        self.assertEqual(ids(summary.items), list(range(1, 251)))

    def test_walk_tells_the_share_of_each_page_where_the_total_is_known(self) -> None:
        pages = self.open()
        pages.next()
        seen: List[paginator.WalkProgress[Any]] = []
        pages.walk(seen.append)
        self.assertEqual(
            [(report.item_count, report.total) for report in seen],
            [(count, 225) for count in range(25, 250, 25)],
        )
        self.assertEqual(seen[-1].percentage, 100)
        for number, report in enumerate(seen, 1):
            self.assertIn(f"page {number}, {number * 25} of 225 items", report.message)

    def test_walk_of_some_pages_counts_to_their_end(self) -> None:
        seen: List[paginator.WalkProgress[Any]] = []
        self.open().walk(seen.append, max_pages=3)
        self.assertEqual([report.total for report in seen], [75, 75, 75])
        self.assertEqual(seen[-1].percentage, 100)

    def test_the_last_report_of_a_walk_always_comes(self) -> None:
        pages = self.open()
        params = {"paginatorId": pages.id, "partialResultToken": "p", "workDoneToken": "w"}
        connection = self.client._server.connected()
        *values, _ = connection.values("paginator/loadAll", params, ("p", "w"), None)
        self.assertEqual([value["start"] for value in values if "items" in value][-1], 225)
        report, end = [value for value in values if "kind" in value][-2:]
        self.assertEqual((report["percentage"], end["kind"]), (100, "end"))
        self.assertIn("page 10, 250 of 250 items", report["message"])

    def test_walk_that_is_bounded_counts_to_its_bound(self) -> None:
        pages = self.open()
        pages.next()
        seen: List[paginator.WalkProgress[Any]] = []
        pages.walk(seen.append, max_items=30)
        self.assertEqual(
            [(each.item_count, each.total, each.percentage) for each in seen],
            [(25, 30, 25 / 30 * 100), (30, 30, 100)],
        )

    def test_walk_with_bounds(self) -> None:
        pages = self.open()
        pages.next()
        summary = pages.walk(max_items=30)
        self.assertEqual((summary.verdict, summary.item_count), ("capped", 30))
        self.assertEqual(ids(summary.items), list(range(26, 56)))
        self.assertEqual(pages.walk(max_pages=1).pages, 1)

    def test_a_walk_as_a_loop(self) -> None:
        pages = self.open()
        counts = [report.item_count for report in pages.stream(concurrency=4)]
        self.assertEqual(counts, list(range(25, 251, 25)))
        assert pages.last_walk is not None
        self.assertEqual((pages.last_walk.verdict, pages.last_walk.items), ("complete", None))
        self.assertEqual(pages.last_state.end_reason, pages.last_walk.end_reason)

    def test_leaving_the_loop_of_a_walk_ends_it(self) -> None:
        pages = self.open("fault=stall@p3")
        for report in pages.stream(concurrency=1):
            if report.pages == 2:
                break
        eventually(lambda: not pages.state.loading, "the walk has ended")
        self.assertIsNone(pages.last_walk)

    def test_a_walk_as_a_loop_that_fails_at_once(self) -> None:
        pages = self.open("fault=500", fetching={"retries": 0})
        with self.assertRaises(paginator.HTTPStatusError):
            next(pages.stream())
        self.assertIsNotNone(pages.last_state.error)

    def test_arguments_are_named_as_the_caller_names_them(self) -> None:
        pages = self.open()
        for work in (lambda: pages.walk(max_pages=0), lambda: next(pages.stream(max_pages=0))):
            with self.assertRaisesRegex(paginator.InvalidParams, '^"max_pages" must be ') as caught:
                work()
            self.assertEqual(caught.exception.path, "max_pages")

    def test_pages_are_read_as_the_caller_says(self) -> None:
        with paginator.Client(loads=loads_shouting) as client:
            pages = client.open(**api.articles())
            self.assertEqual(pages.next()[0]["title"], "LATE BIRDS OF FEZ")
            self.assertTrue(next(pages.stream()).page[0]["title"].isupper())

    def test_raw_hands_over_bytes(self) -> None:
        seen: List[paginator.RawPage] = []

        def take(report: paginator.WalkProgress[Any]) -> None:
            assert isinstance(report.page, paginator.RawPage)
            seen.append(report.page)
            counts.append((report.item_count, report.total))

        counts: List[Any] = []
        pages = self.open()
        pages.next()
        summary = pages.walk(take, raw=True, max_items=60)
        self.assertEqual([page.number for page in seen], [2, 3, 4])
        self.assertEqual([page.start for page in seen], [25, 50, 75])
        self.assertEqual(counts, [(25, 60), (50, 60), (60, 60)])
        assert summary.json is not None
        arrays = b",".join(page.json[1:-1] for page in seen)
        self.assertEqual(summary.json, b"[" + arrays + b"]")
        self.assertEqual(ids(json.loads(summary.json)), list(range(26, 86)))
        self.assertEqual(ids(seen[0]), list(range(26, 51)))
        self.assertEqual(summary.items, json.loads(summary.json))

    def test_raw_keeps_the_digits(self) -> None:
        items = b'[{"price":1.10,"id":12345678901234567890},{"price":1e400}]'
        fetched = {"status": 200, "headers": {}, "body": items.decode()}
        with paginator.Client(fetch=lambda _: fetched) as client:
            pages: paginator.Pages[Any] = client.open(
                "http://127.0.0.1/items", limits={"pagesMax": 1},
                fetching={"by": "client"}, pagination={"strategy": "page"},
            )
            summary = pages.walk(raw=True)
            self.assertEqual(summary.json, items)
            self.assertEqual(pages.walk(raw=True).json, b"[]")
            self.assertIsNone(pages.walk(raw=True, keep_items=False).json)
            pages.reset()
            seen = [report.page for report in pages.stream(raw=True)]
            assert isinstance(seen[0], paginator.RawPage)
            self.assertEqual(seen[0].json, items)
            self.assertEqual(seen[0][0], {"price": 1.1, "id": 12345678901234567890})


class InterruptTests(WalkCase):
    """The rest of a walk after Ctrl-C and `cancel`."""

    def walked_until(self, end: Callable[[paginator.Pages[Any]], Any]) -> None:
        pages = self.open("fault=stall@p6", fetching={"concurrency": 1})
        error: Optional[BaseException] = None

        def wait() -> None:
            eventually(lambda: pages.state.current_page == 5, "five pages have come")
            end(pages)

        thread = threading.Thread(target=wait)
        try:
            thread.start()
            pages.walk()
        except (KeyboardInterrupt, paginator.Cancelled) as caught:
            error = caught
        thread.join()
        self.assertIsNotNone(error)
        assert pages.last_walk is not None and pages.last_walk.items is not None
        self.assertEqual((pages.last_walk.verdict, pages.last_walk.pages), ("partial", 5))
        self.assertEqual(ids(pages.last_walk.items), list(range(1, 126)))
        self.assertEqual(pages.last_state.current_page, 5)
        self.assertEqual(pages.last_walk.checkpoint, pages.checkpoint())

    def test_an_interrupt_keeps_what_came_and_the_position(self) -> None:
        before = signal.signal(signal.SIGINT, signal.default_int_handler)
        self.addCleanup(signal.signal, signal.SIGINT, before)
        mask = signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGINT})
        self.addCleanup(signal.pthread_sigmask, signal.SIG_SETMASK, mask)
        main = threading.main_thread().ident or 0
        self.walked_until(lambda _: signal.pthread_kill(main, signal.SIGINT))

    def test_cancel_keeps_them_too(self) -> None:
        self.walked_until(lambda pages: pages.cancel())

    def test_an_interrupt_in_the_callback_loses_no_page(self) -> None:
        pages = self.open()
        seen: List[int] = []

        def look(report: paginator.WalkProgress[Any]) -> None:
            seen.append(report.page.number)
            if report.pages == 2:
                raise KeyboardInterrupt

        with self.assertRaises(KeyboardInterrupt):
            pages.walk(look)
        self.assertEqual(seen, [1, 2])
        assert pages.last_walk is not None
        last = pages.last_walk.pages
        self.assertEqual(ids(pages.last_walk.items), list(range(1, 25 * last + 1)))
        rest = ids(pages.walk().items)
        self.assertEqual(rest, list(range(25 * last + 1, 251)))

    def test_without_keep_items_it_keeps_what_the_callback_did_not_get(self) -> None:
        pages = self.open()

        def look(report: paginator.WalkProgress[Any]) -> None:
            eventually(lambda: pages.state.current_page == 10, "all pages have been sent")
            raise KeyboardInterrupt

        with self.assertRaises(KeyboardInterrupt):
            pages.walk(look, keep_items=False)
        assert pages.last_walk is not None
        self.assertEqual(ids(pages.last_walk.items or []), list(range(26, 251)))


class ListTests(WalkCase):
    def test_a_list_is_walked_several_pages_at_a_time(self) -> None:
        pages = self.open()
        with mock.patch.object(pages, "_stream", wraps=pages._stream) as walks:
            self.assertEqual(ids(pages.to_list()), list(range(1, 251)))
        self.assertEqual(walks.call_count, 1)
        assert pages.last_walk is not None
        self.assertEqual(pages.last_walk.pages, 10)

    def test_a_page_that_fails_is_raised_and_the_rest_is_kept(self) -> None:
        pages = self.open("fault=500@p3", fetching={"retries": 0})
        with self.assertRaises(paginator.HTTPStatusError):
            pages.to_list()
        assert pages.last_walk is not None
        self.assertEqual(ids(pages.last_walk.items), list(range(1, 51)))

    def test_a_page_that_is_refused_is_raised(self) -> None:
        pages = self.client.open(f"{api.url}/page?total=0&past=422", items_path="articles")
        with self.assertRaisesRegex(paginator.NotComplete, "because of refused"):
            pages.to_list()
        assert pages.last_walk is not None
        self.assertEqual(len(pages.last_walk.items or []), 250)

    def test_a_bar_counts_pages_where_only_their_number_is_known(self) -> None:
        shown = io.StringIO()
        known = {"pagination_mapping": {"pagination.total_pages": "pageCount"}}
        with mock.patch.dict(sys.modules, {"tqdm.auto": None}), contextlib.redirect_stderr(shown):
            self.open(**known).walk(progress=True)
            self.open(**known).walk(progress=True, max_pages=4)
        lines = shown.getvalue().splitlines()
        self.assertEqual(lines[0], "250 items, 10 of 10 pages, 100 %")
        self.assertEqual(lines[1], "100 of 100 items, 4 pages, 100 %")

    @unittest.skipUnless(importlib.util.find_spec("tqdm"), "tqdm is not installed")
    def test_so_does_the_bar_of_tqdm(self) -> None:
        shown = io.StringIO()
        with contextlib.redirect_stderr(shown):
            self.open(pagination_mapping={"pagination.total_pages": "pageCount"}).walk(True)
        self.assertIn("10/10", shown.getvalue())
        self.assertIn("250 items", shown.getvalue())


class AsyncWalkTests(unittest.IsolatedAsyncioTestCase):
    async def asyncSetUp(self) -> None:
        self.client = paginator.AsyncClient(timeout=PATIENCE_SECONDS)
        await self.client.start()

    async def asyncTearDown(self) -> None:
        await self.client.close()

    async def open(self, query: str = "") -> paginator.AsyncPages[Any]:
        return await self.client.open(**api.articles(query))

    async def test_walk_with_progress(self) -> None:
        seen: List[Optional[int]] = []
        pages = await self.open()
        summary = await pages.walk(lambda report: seen.append(report.page.number))
        self.assertEqual(seen, list(range(1, 11)))
        self.assertEqual((summary.verdict, summary.item_count), ("complete", 250))

    async def test_a_walk_as_a_loop(self) -> None:
        pages = await self.open()
        seen = [report.page.number async for report in pages.stream()]
        self.assertEqual(seen, list(range(1, 11)))
        assert pages.last_walk is not None
        self.assertEqual(pages.last_walk.verdict, "complete")

    async def test_arguments_are_named_as_the_caller_names_them(self) -> None:
        pages = await self.open()
        with self.assertRaisesRegex(paginator.InvalidParams, '^"max_pages" must be '):
            await pages.stream(max_pages=0).__anext__()

    async def test_leaving_the_loop_of_a_walk_ends_it(self) -> None:
        pages = await self.open("fault=stall@p3")
        reports = pages.stream(concurrency=1)
        self.assertEqual((await reports.__anext__()).pages, 1)
        await reports.aclose()
        while (await pages.state()).loading:
            await asyncio.sleep(0.002)
        self.assertIsNone(pages.last_walk)

    async def test_a_task_that_is_cancelled_keeps_what_came_and_the_position(self) -> None:
        pages = await self.open("fault=stall@p6")
        walk = asyncio.ensure_future(pages.walk(concurrency=1))
        while (await pages.state()).current_page != 5:
            await asyncio.sleep(0.002)
        walk.cancel()
        with self.assertRaises(asyncio.CancelledError):
            await walk
        assert pages.last_walk is not None
        self.assertEqual((pages.last_walk.verdict, pages.last_walk.pages), ("partial", 5))
        self.assertEqual(ids(pages.last_walk.items), list(range(1, 126)))
        self.assertEqual(pages.last_state.current_page, 5)
        self.assertEqual(pages.last_walk.checkpoint, await pages.checkpoint())

    async def test_a_bar_counts_pages_where_only_their_number_is_known(self) -> None:
        shown = io.StringIO()
        known = api.articles(pagination_mapping={"pagination.total_pages": "pageCount"})
        pages = await self.client.open(**known)
        with mock.patch.dict(sys.modules, {"tqdm.auto": None}), contextlib.redirect_stderr(shown):
            await pages.walk(progress=True)
        self.assertEqual(shown.getvalue(), "250 items, 10 of 10 pages, 100 %\n")

    async def test_a_strict_loop_raises_at_its_end(self) -> None:
        pages = await self.client.open(**api.articles(strict=True, limits={"pagesMax": 2}))
        seen: List[int] = []
        with self.assertRaises(paginator.NotComplete):
            async for item in pages:
                seen.append(item["id"])
        self.assertEqual(len(seen), 50)

    async def test_pages_are_read_as_the_caller_says(self) -> None:
        async with paginator.AsyncClient(loads=loads_shouting) as client:
            pages = await client.open(**api.articles())
            self.assertEqual((await pages.next())[0]["title"], "LATE BIRDS OF FEZ")
            async for report in pages.stream(max_pages=1):
                self.assertTrue(report.page[0]["title"].isupper())

    async def test_raw_hands_over_bytes(self) -> None:
        pages = await self.open()
        seen: List[Any] = []
        summary = await pages.walk(lambda report: seen.append(report.page), raw=True)
        assert summary.json is not None
        self.assertEqual(ids(json.loads(summary.json)), list(range(1, 251)))
        self.assertEqual(json.loads(seen[9].json), seen[9].items)


if __name__ == "__main__":
    unittest.main()
