"""Loops and walks of one paginator, one after the other: none may lose items silently."""

import asyncio
import json
import os
import re
import threading
import unittest
from typing import Any, List

import paginator

from .support import PATIENCE_SECONDS, eventually

SERVER = os.environ.get("PAGINATOR")
COUNT = 9


gate = threading.Event()
"""While it is not set, the API does not answer for the pages after the third."""
gate.set()


def fetch(request: Any) -> Any:
    """Nine items in pages of two."""
    page = int(re.findall(r"page=(\d+)", request["request"]["url"])[0])
    if page > 3:
        gate.wait()
    found = [{"id": number} for number in range(COUNT)][2 * page - 2 : 2 * page]
    body = json.dumps({"items": found, "total": COUNT})
    return {"status": 200, "headers": {}, "body": body}


PARAMS: Any = {
    "per_page": 2, "items_path": "items", "pagination_mapping": {"total": "objectCount"},
    "fetching": {"by": "client"},
}
URL = "http://127.0.0.1/?page=:currentPage&size=:perPage"


@unittest.skipUnless(SERVER, "PAGINATOR does not name the server")
class PositionTests(unittest.TestCase):
    def setUp(self) -> None:
        client = paginator.Client(fetch=fetch, timeout=PATIENCE_SECONDS)
        self.addCleanup(client.close)
        self.pages: paginator.Pages[Any] = client.open(URL, **PARAMS)

    def test_a_loop_that_lost_the_position_says_so(self) -> None:
        bodies: Any = (
            lambda: self.pages.page(4), lambda: self.pages.to_list(), lambda: self.pages.walk(),
            lambda: self.pages.next(), lambda: self.pages.reset(), lambda: next(iter(self.pages)),
            lambda: list(self.pages.stream()),
        )
        for body in bodies:
            seen: List[int] = []
            with self.assertRaisesRegex(RuntimeError, "open the list once more"):
                for item in self.pages:
                    seen.append(item["id"])
                    if item["id"] == 1:
                        body()
            self.assertEqual(seen, [0, 1])

    def test_two_loops_at_once_do_not_share_items(self) -> None:
        with self.assertRaises(RuntimeError):
            list(zip(self.pages, self.pages))

    def test_what_does_not_move_the_position_goes_with_a_loop(self) -> None:
        seen: List[int] = []
        for item in self.pages:
            seen.append(item["id"])
            self.assertEqual(self.pages[6]["id"], 6)
            self.assertEqual(self.pages.state.current_page, item["id"] // 2 + 1)
        self.assertEqual(seen, list(range(COUNT)))

    def test_a_loop_over_a_walk_that_was_left_is_not_continued_at_a_venture(self) -> None:
        moves: Any = (
            self.pages.next, self.pages.previous, self.pages.walk,
            lambda: next(self.pages.pages()), lambda: next(self.pages.stream()),
        )
        for report in self.pages.stream():
            for move in moves:
                with self.assertRaisesRegex(RuntimeError, r"reset\(\) or page\(n\)"):
                    move()
            if report.pages == 2:
                break
        for move in moves:
            with self.assertRaisesRegex(RuntimeError, r"reset\(\) or page\(n\)"):
                move()
        with self.assertRaises(paginator.PageOutOfRange):
            self.pages.page(9)
        with self.assertRaises(RuntimeError):
            self.pages.next()
        self.assertEqual(self.pages.page(3)[0]["id"], 4)
        self.assertEqual(self.pages.next()[0]["id"], 6)
        next(self.pages.stream())
        self.assertEqual(len(self.pages.to_list()), COUNT)
        next(self.pages.stream(), None)
        self.pages.reset()
        self.assertEqual(self.pages.walk().item_count, COUNT)

    def test_a_walk_that_takes_too_long_keeps_what_came(self) -> None:
        gate.clear()
        self.addCleanup(gate.set)
        with self.assertRaisesRegex(paginator.CallTimedOut, "last_walk has what came"):
            self.pages.walk(timeout=1)
        assert self.pages.last_walk is not None and self.pages.last_walk.items is not None
        self.assertEqual(self.pages.last_walk.verdict, "partial")
        self.assertEqual([item["id"] for item in self.pages.last_walk.items], list(range(6)))
        self.assertEqual(self.pages.last_walk.checkpoint, self.pages.checkpoint())
        gate.set()
        rest = self.pages.walk()
        self.assertEqual((rest.verdict, rest.item_count), ("complete", COUNT - 6))
        self.assertEqual(rest.raw["start"], {"page": 4})
        self.assertEqual(rest.text, "complete: 2 pages, 3 items, from page 4")
        self.assertEqual(len(list(self.pages)), COUNT)
        self.assertNotIn("start", self.pages.walk().raw)

    def test_a_loop_over_a_walk_that_takes_too_long_is_continued_where_it_was(self) -> None:
        gate.clear()
        self.addCleanup(gate.set)
        seen: List[Any] = []
        with self.assertRaises(paginator.CallTimedOut):
            for report in self.pages.stream(timeout=1):
                seen += report.page.items
        gate.set()
        assert self.pages.last_walk is not None
        seen += self.pages.last_walk.items or []
        seen += self.pages.walk().items or []
        self.assertEqual([item["id"] for item in seen], list(range(COUNT)))

    def test_what_a_callback_raises_loses_no_page(self) -> None:
        def look(report: paginator.WalkProgress[Any]) -> None:
            seen.extend(report.page)
            if report.pages == 2:
                eventually(lambda: self.pages.state.current_page == 5, "all have been sent")
                raise StopIteration

        for keep_items in (True, False):
            seen: List[Any] = []
            with self.assertRaises(StopIteration):
                self.pages.walk(look, keep_items=keep_items)
            assert self.pages.last_walk is not None
            items = ([] if keep_items else seen) + (self.pages.last_walk.items or [])
            self.assertEqual([item["id"] for item in items], list(range(COUNT)))
            rest = self.pages.walk()
            self.assertEqual(rest.raw["start"], {"page": 6})
            self.assertEqual(rest.text, "complete: nothing was left after page 5")
            self.pages.reset()

    def test_loops_one_after_the_other_have_all(self) -> None:
        first = iter(self.pages)
        self.assertEqual(next(first)["id"], 0)
        for _ in range(2):
            self.assertEqual([item["id"] for item in self.pages], list(range(COUNT)))
        self.assertEqual(len(self.pages.to_list()), COUNT)
        with self.assertRaises(RuntimeError):
            list(first)


@unittest.skipUnless(SERVER, "PAGINATOR does not name the server")
class AsyncPositionTests(unittest.IsolatedAsyncioTestCase):
    async def test_of_two_tasks_none_loses_items_silently(self) -> None:
        async with paginator.AsyncClient(fetch=fetch, timeout=PATIENCE_SECONDS) as client:
            pages: paginator.AsyncPages[Any] = await client.open(URL, **PARAMS)

            async def read() -> List[int]:
                return [item["id"] async for item in pages]

            async def listed() -> List[int]:
                return [item["id"] for item in await pages.to_list()]

            for works in ((read, read), (listed, listed), (read, listed)):
                results = await asyncio.gather(*(work() for work in works), return_exceptions=True)
                self.assertTrue(any(isinstance(result, RuntimeError) for result in results))
                for result in results:
                    if isinstance(result, list):
                        self.assertEqual(result, list(range(COUNT)))
            self.assertEqual(await read(), list(range(COUNT)))

    async def test_a_loop_over_a_walk_that_was_left_is_not_continued_at_a_venture(self) -> None:
        async with paginator.AsyncClient(fetch=fetch, timeout=PATIENCE_SECONDS) as client:
            pages: paginator.AsyncPages[Any] = await client.open(URL, **PARAMS)
            async for report in pages.stream():
                if report.pages == 2:
                    break
            for _ in range(2):
                with self.assertRaisesRegex(RuntimeError, r"reset\(\) or page\(n\)"):
                    await pages.next()
                await asyncio.sleep(0.05)
            self.assertEqual((await pages.page(3))[0]["id"], 4)
            self.assertEqual((await pages.walk()).item_count, 3)

    async def test_a_walk_that_takes_too_long_keeps_what_came(self) -> None:
        gate.clear()
        self.addCleanup(gate.set)

        async def slow(request: Any) -> Any:
            return await asyncio.get_running_loop().run_in_executor(None, fetch, request)

        async with paginator.AsyncClient(fetch=slow, timeout=PATIENCE_SECONDS) as client:
            pages: paginator.AsyncPages[Any] = await client.open(URL, **PARAMS)
            with self.assertRaises(paginator.CallTimedOut):
                await pages.walk(timeout=1)
            assert pages.last_walk is not None and pages.last_walk.items is not None
            self.assertEqual([item["id"] for item in pages.last_walk.items], list(range(6)))
            gate.set()
            rest = await pages.walk()
            self.assertEqual((rest.item_count, rest.raw["start"]), (3, {"page": 4}))
