"""The clients with the real server and its sample API: what every client of the project shows.

PAGINATOR names the server's executable. What that server does not offer is skipped by name.
"""

import asyncio
import os
import threading
import unittest
from typing import Any, List

import paginator

from .support import PATIENCE_SECONDS, SampleAPI, eventually, ids, is_gone, sample_api

api: SampleAPI


def setUpModule() -> None:
    global api
    api = sample_api()


def offers(server: paginator.ServerInfo, *methods: str) -> None:
    """Skips a test of methods that this server does not have."""
    missing = [method for method in methods if f"paginator/{method}" not in server.methods]
    if missing:
        raise unittest.SkipTest(f"this server does not offer {', '.join(missing)}")


class SynchronousTests(unittest.TestCase):
    client: paginator.Client

    @classmethod
    def setUpClass(cls) -> None:
        cls.client = paginator.Client(timeout=PATIENCE_SECONDS)

    @classmethod
    def tearDownClass(cls) -> None:
        cls.client.close()

    def open(self, query: str = "", **more: Any) -> paginator.Pages[Any]:
        pages = self.client.open(**api.articles(query, **more))
        self.addCleanup(pages.close)
        return pages

    def test_open(self) -> None:
        pages = self.open(paginator_id="mine")
        self.assertEqual(pages.id, "mine")
        self.assertFalse(pages.last_state.loaded)
        self.assertEqual((pages.last_state.strategy, pages.last_state.per_page), ("page", 25))
        self.assertIn("mine", [state.paginator_id for state in self.client.states()])
        with self.assertRaises(paginator.PaginatorExists):
            self.open(paginator_id="mine")

    def test_open_with_wrong_params(self) -> None:
        with self.assertRaises(paginator.InvalidParams) as caught:
            self.open(fetching={"timeoutSecs": 1})
        self.assertEqual(caught.exception.path, "fetching.timeoutSecs")
        with self.assertRaises(ValueError):
            self.client.open()

    def test_next_previous_page(self) -> None:
        pages = self.open()
        with self.assertRaises(paginator.NotLoaded):
            pages.previous()
        page = pages.next()
        self.assertEqual((page.number, ids(page)), (1, list(range(1, 26))))
        self.assertEqual(page.response["status"], 200)
        self.assertEqual((len(pages), page.state.page_count), (250, 10))
        self.assertEqual(pages.next().number, 2)
        self.assertEqual(pages.page(10).number, 10)
        with self.assertRaises(paginator.NoNextPage):
            pages.next()
        self.assertEqual(pages.previous().number, 9)
        with self.assertRaises(paginator.PageOutOfRange):
            pages.page(11)
        self.assertEqual(pages.state.current_page, 9)
        self.assertEqual(pages.reset().current_page, None)

    def test_iteration(self) -> None:
        self.assertEqual(ids(self.open()), list(range(1, 251)))
        numbers = [page.number for page in self.open(per_page=100).pages()]
        self.assertEqual(numbers, [1, 2, 3])

    def test_iteration_of_nothing(self) -> None:
        pages = self.open("items=0")
        self.assertEqual(list(pages.pages()), [])
        self.assertEqual(len(pages), 0)

    def test_headers(self) -> None:
        self.assertEqual(
            self.open("auth=me", headers={"Authorization": "Bearer me"}).next().number, 1
        )
        with self.assertRaises(paginator.HTTPStatusError) as caught:
            self.open("auth=me").next()
        self.assertEqual(caught.exception.status, 401)

    def test_mapping(self) -> None:
        mapping = {
            "attributes": {
                "title": "title", "author.login": "by",
                "published_at": {"to": "day", "type": "integer"},
            }
        }
        pages = self.open(
            items_path=None,
            response_descriptors=[{"keyPath": "articles", "mapping": "article"}],
            mappings={"article": mapping},
        )
        page = pages.next()
        self.assertEqual(list(page[0]), ["title", "by"])
        self.assertEqual(page.issues[0]["kind"], "typeMismatch")

    def test_error(self) -> None:
        pages = self.open("fault=500@p2", fetching={"retries": 0})
        pages.next()
        with self.assertRaises(paginator.HTTPStatusError) as caught:
            pages.next()
        error = caught.exception
        self.assertEqual((error.code, error.kind, error.status), (1102, "httpStatus", 500))
        self.assertEqual((error.page, error.retryable), (2, True))
        self.assertIn("page=2", error.url or "")
        self.assertEqual(pages.last_state.current_page, 1)
        self.assertIsInstance(pages.state.error, paginator.HTTPStatusError)

    def test_errors_of_the_network(self) -> None:
        with self.assertRaises(paginator.NetworkFailed):
            self.open(url="http://127.0.0.1:9/", fetching={"retries": 0}).next()
        with self.assertRaises(paginator.TimedOut) as caught:
            self.open("fault=stall", fetching={"retries": 0, "timeoutSeconds": 0.2}).next()
        self.assertEqual(caught.exception.code, 1101)
        with self.assertRaises(paginator.InvalidResponse):
            self.open("fault=html").next()

    def test_cancel_from_another_thread(self) -> None:
        pages = self.open("fault=stall")
        errors: List[Exception] = []

        def load() -> None:
            try:
                pages.next()
            except paginator.PaginatorError as error:
                errors.append(error)

        thread = threading.Thread(target=load)
        thread.start()
        eventually(lambda: pages.state.loading, "the load is under way")
        pages.cancel()
        thread.join(PATIENCE_SECONDS)
        self.assertIsInstance(errors[0], paginator.Cancelled)
        self.assertEqual(errors[0].code, 1009)  # type: ignore[attr-defined]

    def test_timeout_cancels_on_the_server(self) -> None:
        pages = self.open("fault=stall@p1")
        with self.assertRaises(paginator.CallTimedOut):
            pages.next(timeout=0.2)
        eventually(lambda: not pages.state.loading, "the load has been given up")
        self.assertEqual(pages.page(2).number, 2)

    def test_events(self) -> None:
        pages, names = self.open(notifications=True), []
        self.addCleanup(pages.on("*", lambda event: names.append(event.name)))
        pages.next()
        eventually(lambda: len(names) == 2, "two events")
        self.assertEqual(names, ["paginator/willLoadPage", "paginator/didLoadPage"])

    def test_settings(self) -> None:
        pages = self.open()
        pages.configure(per_page=100)
        self.assertEqual(len(pages.next()), 100)
        self.assertEqual(len(pages.next(parameters={"q": "x"})), 100)
        self.assertIn("q=x", pages.last_state.url or "")

    def test_window(self) -> None:
        offers(self.client.server, "items")
        pages = self.open()
        window = pages.window(40, 20)
        self.assertEqual((window.start, ids(window)), (40, list(range(41, 61))))
        pages.next()
        self.assertEqual(pages[0]["id"], 1)
        self.assertEqual(pages[-1]["id"], 250)
        self.assertEqual(ids(pages[95:105]), list(range(96, 106)))
        self.assertEqual(ids(pages[240:300]), list(range(241, 251)))
        self.assertEqual(pages[300:310], [])
        with self.assertRaises(IndexError):
            pages[250]
        self.assertEqual(pages.state.current_page, 1)

    def test_window_of_nothing(self) -> None:
        offers(self.client.server, "items")
        pages = self.open("items=0", placeholders={"noResults": "nothing here"})
        self.assertEqual(pages[0:10], [])
        with self.assertRaises(IndexError):
            pages[0]

    def test_window_with_a_failure(self) -> None:
        offers(self.client.server, "items")
        pages = self.open("fault=500@p2", fetching={"retries": 0})
        with self.assertRaises(paginator.HTTPStatusError):
            pages[20:30]
        self.assertEqual(list(pages.window(0, 50).failed), [2])

    def test_arithmetic(self) -> None:
        offers(self.client.server, "pageForIndex", "indexesForPage", "touch")
        pages = self.open()
        pages.next()
        self.assertEqual(pages.page_for_index(60), 3)
        self.assertEqual(pages.indexes_for_page(2), range(25, 50))
        pages.touch(30)

    def test_walk_that_fails_in_the_middle(self) -> None:
        offers(self.client.server, "loadAll")
        summary = self.open("fault=500@p3", fetching={"retries": 0}).walk()
        self.assertEqual((summary.verdict, summary.pages), ("partial", 2))
        self.assertIsInstance(summary.error, paginator.HTTPStatusError)

    def test_walk_that_is_cancelled(self) -> None:
        offers(self.client.server, "loadAll")
        pages = self.open("fault=stall@p3")

        def cancel(report: paginator.WalkProgress[Any]) -> None:
            if report.pages == 2:
                pages.cancel()

        with self.assertRaises(paginator.Cancelled):
            pages.walk(cancel, concurrency=1)

    def test_checkpoint(self) -> None:
        offers(self.client.server, "checkpoint")
        pages = self.open()
        pages.next()
        checkpoint = pages.checkpoint()
        with paginator.Client() as other, other.open(**api.articles(checkpoint=checkpoint)) as rest:
            self.assertEqual(rest.next().number, 2)
        with self.assertRaises(paginator.CheckpointRejected):
            self.open(url=f"{api.url}/offset", checkpoint=checkpoint)

    def test_refresh(self) -> None:
        offers(self.client.server, "refresh")
        pages = self.open()
        pages.next()
        [refreshed] = pages.refresh()
        self.assertEqual((refreshed["page"], refreshed["changed"]), (1, False))

    def test_profiles(self) -> None:
        offers(self.client.server, "profiles")
        [profile] = self.client.profiles("github")
        self.assertEqual(profile["name"], "github")
        pages = self.client.open(f"{api.url}/link", profile="github")
        self.assertEqual(pages.last_state.strategy, "link")
        pages.close()

    def test_detect(self) -> None:
        offers(self.client.server, "detect")
        found = self.client.detect(f"{api.url}/link")
        self.assertTrue(found["confirmed"])
        self.assertEqual(found["candidates"][0]["pagination"]["strategy"], "link")

    def test_rule_of_the_clients_own(self) -> None:
        def extract(asked: Any) -> Any:
            here = asked["response"]["body"]["pagination"]["current_page"]
            return {"next": {"parameters": {"page": here + 1}} if here < 3 else None}

        with paginator.Client(extract_page=extract) as client:
            with client.open(
                f"{api.url}/page", pagination={"strategy": "custom"}, items_path="articles"
            ) as pages:
                try:
                    numbers = [page.items[0]["id"] for page in pages.pages()]
                except paginator.PaginatorError as error:
                    self.skipTest(f"this server does not ask for pages yet: {error}")
        self.assertEqual(numbers, [1, 26, 51])

    def test_http_of_the_clients_own(self) -> None:
        asked = []

        def fetch(request: Any) -> Any:
            asked.append(request["request"]["url"])
            return {"status": 200, "headers": {}, "body": '{"articles": [{"id": 7}]}'}

        with paginator.Client(fetch=fetch) as client:
            with client.open(**api.articles(fetching={"by": "client"})) as pages:
                self.assertEqual(ids(pages.next()), [7])
        self.assertEqual(asked, [f"{api.url}/page?per_page=25&page=1&"])

    def test_server_death(self) -> None:
        with paginator.Client() as client:
            pages = client.open(**api.articles("fault=stall"))
            errors: List[paginator.ServerGone] = []

            def load() -> None:
                try:
                    pages.next()
                except paginator.ServerGone as error:
                    errors.append(error)

            thread = threading.Thread(target=load)
            thread.start()
            eventually(lambda: pages.state.loading, "the load is under way")
            os.kill(client.pid, 9)
            thread.join(PATIENCE_SECONDS)
            self.assertEqual(errors[0].exit_code, -9)
            with self.assertRaises(paginator.ServerGone):
                pages.next()
        self.assertTrue(is_gone(client.pid))

    def test_wrong_option(self) -> None:
        with self.assertRaises(paginator.ServerGone) as caught:
            paginator.Client(args=["--wrong"])
        self.assertEqual(caught.exception.exit_code, 2)
        self.assertIn("--wrong", str(caught.exception))

    def test_message_over_the_limit(self) -> None:
        with paginator.Client(args=["--message-bytes-max", "2000"]) as client:
            with self.assertRaises(paginator.PaginatorError) as caught:
                client.open("http://127.0.0.1/", headers={"X": "x" * 5000})
            self.assertEqual(caught.exception.kind, "messageTooLarge")
            self.assertEqual(client.states(), [])

    def test_exit_is_orderly(self) -> None:
        client = paginator.Client()
        client.close()
        self.assertEqual(client._server.connection.process.exit_code, 0)

    def test_module_level_open(self) -> None:
        with paginator.open(**api.articles()) as pages:
            self.assertEqual(pages.next().number, 1)
            pid = pages.client.pid
        self.assertTrue(is_gone(pid))


class AsynchronousTests(unittest.IsolatedAsyncioTestCase):
    async def asyncSetUp(self) -> None:
        self.client = paginator.AsyncClient(timeout=PATIENCE_SECONDS)
        await self.client.start()

    async def asyncTearDown(self) -> None:
        await self.client.close()

    async def open(self, query: str = "", **more: Any) -> paginator.AsyncPages[Any]:
        return await self.client.open(**api.articles(query, **more))

    async def loading(self, pages: paginator.AsyncPages[Any]) -> None:
        for _ in range(10_000):
            if (await pages.state()).loading:
                return
        self.fail("The load is not under way.")

    async def test_next_previous_page(self) -> None:
        pages = await self.open()
        self.assertEqual((await pages.next()).number, 1)
        self.assertEqual((await pages.page(10)).number, 10)
        with self.assertRaises(paginator.NoNextPage):
            await pages.next()
        self.assertEqual((await pages.previous()).number, 9)
        self.assertEqual((await pages.state()).current_page, 9)
        await pages.close()
        with self.assertRaises(paginator.PaginatorNotFound):
            await pages.next()

    async def test_pipelined_loads_run_in_order(self) -> None:
        pages = await self.open()
        loaded = await asyncio.gather(*(pages.next() for _ in range(10)))
        self.assertEqual([page.number for page in loaded], list(range(1, 11)))

    async def test_iteration(self) -> None:
        pages = await self.open()
        self.assertEqual(ids([item async for item in pages]), list(range(1, 251)))

    async def test_error(self) -> None:
        pages = await self.open("fault=500", fetching={"retries": 0})
        with self.assertRaises(paginator.HTTPStatusError):
            await pages.next()
        self.assertIsInstance(pages.last_state.error, paginator.HTTPStatusError)

    async def test_cancel(self) -> None:
        pages = await self.open("fault=stall")
        load = asyncio.ensure_future(pages.next())
        await self.loading(pages)
        await pages.cancel()
        with self.assertRaises(paginator.Cancelled):
            await load

    async def test_cancelled_task_cancels_its_load(self) -> None:
        pages = await self.open("fault=stall@p1")
        load = asyncio.ensure_future(pages.next())
        await self.loading(pages)
        load.cancel()
        with self.assertRaises(asyncio.CancelledError):
            await load
        self.assertEqual((await pages.page(2)).number, 2)

    async def test_window(self) -> None:
        offers(self.client.server, "items")
        pages = await self.open()
        self.assertEqual(ids(await pages[40:60]), list(range(41, 61)))
        await pages.next()
        self.assertEqual((await pages[-1])["id"], 250)

    async def test_server_death(self) -> None:
        pages = await self.open("fault=stall")
        load = asyncio.ensure_future(pages.next())
        await self.loading(pages)
        assert self.client.pid is not None
        os.kill(self.client.pid, 9)
        with self.assertRaises(paginator.ServerGone) as caught:
            await load
        self.assertEqual(caught.exception.exit_code, -9)

    async def test_module_level_open(self) -> None:
        async with paginator.open_async(**api.articles()) as pages:
            self.assertEqual((await pages.next()).number, 1)
            pid = pages.client.pid
        assert pid is not None
        self.assertTrue(is_gone(pid))


if __name__ == "__main__":
    unittest.main()
