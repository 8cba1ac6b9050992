"""Loops that share the position of one paginator: none may lose items silently."""

import asyncio
import json
import os
import re
import unittest
from typing import Any, List

import paginator

from .support import PATIENCE_SECONDS

SERVER = os.environ.get("PAGINATOR")
COUNT = 9


def fetch(request: Any) -> Any:
    """Nine items in pages of two."""
    page = int(re.findall(r"page=(\d+)", request["request"]["url"])[0])
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
