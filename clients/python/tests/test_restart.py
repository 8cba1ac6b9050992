"""What another server continues after a crash, with `restart`."""

import os
import signal
import unittest
from typing import Any, Callable, Dict, List
from unittest import mock

import paginator
from paginator._calls import configured
from paginator._transport.connection import Connection

from .support import PATIENCE_SECONDS, async_fake, fake, ids, sample_api, started

api: Any = None


def setUpModule() -> None:
    global api
    api = sample_api() if os.environ.get("PAGINATOR") else None


def crash(client: Any) -> None:
    os.kill(client.pid, signal.SIGKILL)


CALLS: Dict[str, Callable[[paginator.Pages[Any]], Any]] = {
    "next": lambda pages: pages.next().number,
    "page": lambda pages: pages.page(1).number,
    "pages": lambda pages: [page.number for page in pages.pages()],
    "loop": lambda pages: len(list(pages)),
    "to_list": lambda pages: len(pages.to_list()),
    "walk": lambda pages: pages.walk().verdict,
    "stream": lambda pages: [report.page.number for report in pages.stream()],
    "index": lambda pages: pages[20]["id"],
    "slice": lambda pages: ids(pages[20:22]),
    "window": lambda pages: len(pages.window(0, 3)),
    "state": lambda pages: pages.state.per_page,
    "configure": lambda pages: pages.configure(per_page=10).per_page,
    "checkpoint": lambda pages: pages.checkpoint(),
    "reset": lambda pages: pages.reset().current_page,
    "open": lambda pages: pages.client.open("http://127.0.0.1/").next().number,
    "request": lambda pages: pages.client.request("fake/echo", {"a": 1}),
}
"""Calls that only differ in this from those of a server that lives."""


class EveryCallTests(unittest.TestCase):
    def test_every_call_finds_another_server(self) -> None:
        for name, call in CALLS.items():
            outcomes = []
            for crashes in (False, True):
                with fake(restart=True) as client:
                    pages = client.open("http://127.0.0.1/items")
                    pages.next()
                    if crashes:
                        crash(client)
                    outcomes.append(call(pages))
            with self.subTest(name):
                self.assertEqual(outcomes[0], outcomes[1])

    def test_a_server_that_dies_again_at_once_is_an_error(self) -> None:
        with started() as servers, fake("crash", restart=True) as client:
            for count in (2, 3):
                with self.assertRaises(paginator.ServerGone):
                    client.request("fake/echo")
                self.assertEqual(len(servers), count)

    def test_a_stream_delivers_no_page_twice(self) -> None:
        with fake("crash-walk", restart=True) as client:
            reports = list(client.open("http://127.0.0.1/items").stream())
            self.assertEqual([report.page.number for report in reports], [1, 2, 3])

    def test_a_crash_behind_a_load_loses_and_doubles_nothing(self) -> None:
        call = Connection.call
        crashed: List[str] = []

        def dying(connection: Connection, method: str, params: Any, timeout: Any) -> Any:
            if method == "paginator/checkpoint" and len(crashed) < 2:
                crashed.append(method)
                if len(crashed) == 2:
                    connection.process.kill()
            return call(connection, method, params, timeout)

        with fake(restart=True) as client, mock.patch.object(Connection, "call", dying):
            pages = client.open("http://127.0.0.1/items")
            self.assertEqual([page.number for page in pages.pages()], [1, 2, 3])
            self.assertEqual(len(crashed), 2)

    def test_what_was_closed_stays_closed(self) -> None:
        with started() as servers, fake(restart=True) as client:
            pages = client.open("http://127.0.0.1/items")
            crash(client)
            pages.close()
            self.assertEqual(len(servers), 1)


class AsyncEveryCallTests(unittest.IsolatedAsyncioTestCase):
    async def test_calls_find_another_server(self) -> None:
        async with async_fake(restart=True) as client:
            pages = await client.open("http://127.0.0.1/items")
            await pages.next()
            crash(client)
            self.assertEqual((await pages[20])["id"], 20)
            crash(client)
            self.assertEqual((await (await client.open("http://127.0.0.1/items")).next()).number, 1)
            crash(client)
            self.assertEqual(
                [report.page.number async for report in pages.stream()], [1, 2, 3]
            )


class ConfiguredTests(unittest.TestCase):
    def test_objects_are_merged(self) -> None:
        params = {
            "url": "u", "headers": {"accept": "a", "X-B": "b"}, "token": "t", "perPage": 5,
            "decode": {"type": "csv"}, "mappings": {"a": 1, "b": 2},
        }
        changes = {
            "headers": {"Accept": None, "X-C": "c"}, "auth": {"type": "basic"}, "perPage": None,
            "decode": "json", "mappings": {"a": None}, "limits": {"itemsMax": 3},
        }
        self.assertEqual(
            configured(params, changes),
            {
                "url": "u", "headers": {"X-B": "b", "Accept": None, "X-C": "c"},
                "auth": {"type": "basic"}, "perPage": None, "decode": "json",
                "mappings": {"b": 2}, "limits": {"itemsMax": 3},
            },
        )

    def test_a_new_server_is_told(self) -> None:
        with fake(restart=True) as client:
            pages = client.open("http://127.0.0.1/items", token="old", parameters={"a": "1"})
            pages.next()
            pages.configure(token="new", parameters={"b": "2"}, limits={"itemsMax": 12})
            crash(client)
            pages.next()
            params = client.request("fake/facts")["params"]
            self.assertEqual(
                (params["token"], params["parameters"], params["limits"]),
                ("new", {"a": "1", "b": "2"}, {"itemsMax": 12}),
            )


@unittest.skipUnless(os.environ.get("PAGINATOR"), "PAGINATOR does not name the server's executable")
class RealRestartTests(unittest.TestCase):
    def setUp(self) -> None:
        self.client = paginator.Client(restart=True, timeout=PATIENCE_SECONDS)
        self.addCleanup(self.client.close)

    def test_no_list_gets_the_rows_of_another_one(self) -> None:
        first = self.client.open(**api.articles("a=1"))
        second = self.client.open(**api.articles("a=2"))
        first.next(), second.next()
        crash(self.client)
        second.next()
        third = self.client.open(**api.articles("a=3"))
        third.next()
        for pages, number, query in ((first, 2, "a=1"), (second, 3, "a=2"), (third, 2, "a=3")):
            page = pages.next()
            self.assertEqual(page.number, number)
            self.assertIn(query, page.response["url"])

    def test_what_was_configured_holds(self) -> None:
        pages = self.client.open(**api.articles())
        pages.next()
        pages.configure(parameters={"state": "open"}, per_page=10)
        before = pages.next()
        crash(self.client)
        page = pages.next()
        self.assertEqual((page.number, len(page)), (before.number + 1, 10))
        self.assertIn("state=open", page.response["url"])

    def test_a_reset_begins_at_the_beginning(self) -> None:
        mark = self.client.open(**api.articles())
        mark.next()
        pages = self.client.open(**api.articles(), checkpoint=mark.checkpoint())
        self.assertEqual(pages.next().number, 2)
        pages.reset()
        crash(self.client)
        self.assertEqual(pages.next().number, 1)

    def test_lists_of_another_list(self) -> None:
        source = self.client.open(**api.articles(limits={"itemsMax": 2}))
        crash(self.client)
        url = f"{api.url}/page?per_page=:perPage&page=:currentPage&items=3&of={{item.id}}"
        parts = self.client.each(source, url, items_path="articles")
        crash(self.client)
        self.assertEqual(ids(parts.to_list()), [1, 2, 3, 1, 2, 3])

    def test_states_and_detect(self) -> None:
        self.client.open(**api.articles()).next()
        crash(self.client)
        self.client.detect(f"{api.url}/page?page=1")
        crash(self.client)
        self.assertEqual(self.client.states(), [])


if __name__ == "__main__":
    unittest.main()
