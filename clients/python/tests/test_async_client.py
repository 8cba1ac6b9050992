"""The asyncio client against a server that does what it should."""

import asyncio
import gc
import unittest
from typing import Any, List

import paginator
from paginator._transport.protocol import UNREAD_MAX

from .support import PATIENCE_SECONDS, async_fake, is_gone, started


async def until(holds: Any, what: str) -> Any:
    """Polls until something is true."""
    deadline = asyncio.get_running_loop().time() + PATIENCE_SECONDS
    while asyncio.get_running_loop().time() < deadline:
        value = holds()
        if value:
            return value
        await asyncio.sleep(0.002)
    raise AssertionError(f"It did not come true in time: {what}")


class AsyncCase(unittest.IsolatedAsyncioTestCase):
    mode = "good"

    async def asyncSetUp(self) -> None:
        self.client = async_fake(self.mode, timeout=PATIENCE_SECONDS)
        await self.client.start()

    async def asyncTearDown(self) -> None:
        await self.client.close()

    async def open(self, **params: Any) -> paginator.AsyncPages[Any]:
        return await self.client.open("http://127.0.0.1/items", **params)

    def connection(self) -> Any:
        return self.client._server.connection


class OpeningTests(AsyncCase):
    async def test_awaited_or_entered(self) -> None:
        pages = await self.client.open("http://127.0.0.1/items", items_path="a")
        self.assertEqual(pages.id, "p1")
        async with self.client.open("http://127.0.0.1/items") as others:
            self.assertEqual(others.id, "p2")
        facts = await self.client.request("fake/facts")
        self.assertEqual(facts["params"]["url"], "http://127.0.0.1/items")

    async def test_dropped_pages_are_closed_with_the_next_call(self) -> None:
        await self.open()
        gc.collect()
        self.assertEqual((await self.client.request("fake/facts"))["closed"], ["p1"])

    async def test_first_call_starts_the_server_once(self) -> None:
        client = async_fake()
        self.assertIsNone(client.pid)
        self.assertIn("not started", repr(client))
        with self.assertRaises(RuntimeError):
            client.server
        await asyncio.gather(*(client.request("fake/echo") for _ in range(5)))
        self.assertEqual(client.server.name, "fake")
        await client.close()
        with self.assertRaises(paginator.ServerGone):
            await client.request("fake/echo")

    async def test_close_before_start(self) -> None:
        await async_fake().close()

    def test_another_loop_is_refused(self) -> None:
        client = async_fake()

        async def call() -> None:
            await client.request("fake/echo")

        loop = asyncio.new_event_loop()
        try:
            loop.run_until_complete(call())
            with self.assertRaises(RuntimeError):
                asyncio.run(call())
            loop.run_until_complete(client.close())
        finally:
            loop.close()


class LoadTests(AsyncCase):
    async def test_there_and_back(self) -> None:
        pages = await self.open()
        self.assertEqual((await pages.next()).number, 1)
        self.assertEqual((await pages.page(3)).number, 3)
        with self.assertRaises(paginator.NoNextPage):
            await pages.next()
        self.assertEqual((await pages.previous()).number, 2)
        self.assertEqual((await pages.state()).current_page, 2)
        self.assertEqual(pages.last_state.current_page, 2)

    async def test_iteration(self) -> None:
        pages = await self.open()
        self.assertEqual([item["id"] async for item in pages], list(range(25)))
        self.assertEqual([page async for page in pages.pages()], [])
        self.assertEqual(len(await pages.to_list()), 25)
        self.assertEqual(len([item async for item in pages]), 25)

    async def test_opening_says_that_it_is_to_be_awaited(self) -> None:
        opening: Any = self.client.open("http://127.0.0.1/items")
        for wrong in (lambda: opening.next(), lambda: list(opening), lambda: opening[0]):
            with self.assertRaisesRegex((AttributeError, TypeError), "await it"):
                wrong()
        with self.assertRaisesRegex(TypeError, "await it"):
            async for _ in opening:
                pass
        with self.assertWarnsRegex(RuntimeWarning, "await it"):
            del opening, wrong
            gc.collect()

    async def test_tasks_share_a_client(self) -> None:
        numbers = await asyncio.gather(
            *(self.client.request("fake/echo", {"n": number}) for number in range(400))
        )
        self.assertEqual(numbers, [{"n": number} for number in range(400)])

    async def test_collection(self) -> None:
        pages = await self.open()
        with self.assertRaises(TypeError):
            await pages.count()
        await pages.next()
        self.assertEqual(await pages.count(), 25)
        self.assertEqual((await pages[-1])["id"], 24)
        self.assertEqual([item["id"] for item in await pages[20:40:2]], [20, 22, 24])
        self.assertEqual(await pages[30:], [])
        with self.assertRaises(IndexError):
            await pages[25]
        self.assertEqual(len(await pages.window(3, 4)), 4)

    async def test_large_messages_go_through(self) -> None:
        text = "x" * 5_000_000
        self.assertEqual(await self.client.request("fake/echo", {"text": text}), {"text": text})


class EmptyEndTests(AsyncCase):
    mode = "empty-end"

    async def test_empty_last_page_is_no_page(self) -> None:
        pages = await self.open()
        self.assertEqual([page.number async for page in pages.pages()], [1, 2])


class DoubtfulLoadTests(AsyncCase):
    mode = "doubtful"

    async def test_iteration_passes_warnings_on_once(self) -> None:
        pages = await self.open()
        with self.assertWarns(paginator.PaginationWarning) as caught:
            self.assertEqual(len([item async for item in pages]), 25)
        self.assertEqual(len(caught.warnings), 2)


class CancellingTests(AsyncCase):
    async def test_cancelled_task_cancels_on_the_server(self) -> None:
        task = asyncio.ensure_future(self.client.request("fake/hang"))
        await until(lambda: self.connection()._pending, "a call")
        task.cancel()
        with self.assertRaises(asyncio.CancelledError):
            await task
        self.assertEqual(len((await self.client.request("fake/facts"))["cancelled"]), 1)
        self.assertEqual((self.connection()._pending, self.connection()._flow.waiting), ({}, 0))

    async def test_timeout(self) -> None:
        with self.assertRaises(paginator.CallTimedOut):
            await self.client.request("fake/hang", timeout=0.01)
        with self.assertRaises(asyncio.TimeoutError):
            await asyncio.wait_for(self.client.request("fake/hang"), 0.01)
        self.assertEqual(len((await self.client.request("fake/facts"))["cancelled"]), 2)

    async def test_cancelled_while_starting(self) -> None:
        with started() as pids:
            client = async_fake("silent")
            task = asyncio.ensure_future(client.start())
            await until(lambda: pids, "a process")
            task.cancel()
            with self.assertRaises(asyncio.CancelledError):
                await task
            self.assertTrue(is_gone(pids[0]))
            await client.close()

    async def test_closed_while_starting(self) -> None:
        with started() as pids:
            client = async_fake("silent")
            tasks = [asyncio.ensure_future(client.start()) for _ in range(2)]
            await until(lambda: pids, "a process")
            await client.close()
            for task in tasks:
                with self.assertRaises(paginator.ServerGone):
                    await task
            self.assertTrue(is_gone(pids[0]))


class WalkTests(AsyncCase):
    async def test_progress(self) -> None:
        seen: List[int] = []

        async def progress(report: paginator.WalkProgress[Any]) -> None:
            await asyncio.sleep(0)
            seen.append(report.page.number)

        pages = await self.open()
        summary = await pages.walk(progress)
        self.assertEqual((seen, summary.item_count), ([1, 2, 3], 25))
        summary = await pages.walk(lambda report: seen.append(report.pages), keep_items=False)
        self.assertEqual((seen, summary.items), ([1, 2, 3] * 2, None))

    async def test_cancelled_walk(self) -> None:
        began = asyncio.Event()

        async def progress(report: paginator.WalkProgress[Any]) -> None:
            began.set()
            await asyncio.sleep(PATIENCE_SECONDS)

        pages = await self.open()
        task = asyncio.ensure_future(pages.walk(progress))
        await began.wait()
        task.cancel()
        with self.assertRaises(asyncio.CancelledError):
            await task
        self.assertEqual(self.connection()._progress, {})


class LongWalkTests(AsyncCase):
    """300 pages of 64 KB: more than any pipe holds."""

    mode = "long"

    async def test_slow_callback_stops_the_reading(self) -> None:
        connection = self.connection()
        longest: List[int] = []

        async def look(report: paginator.WalkProgress[Any]) -> None:
            if report.pages == 1:
                await until(lambda: connection._flow.is_paused, "reading has stopped")
            longest.extend(len(box.values) for box in connection._progress.values())

        pages = await self.open()
        self.assertEqual((await pages.walk(look, keep_items=False)).pages, 300)
        self.assertEqual(max(longest), UNREAD_MAX)

    async def test_callback_may_call_the_server(self) -> None:
        connection, states = self.connection(), []
        pages = await self.open()

        async def ask(report: paginator.WalkProgress[Any]) -> None:
            if report.pages == 1:
                await until(lambda: connection._flow.is_paused, "a pause")
                states.append(await pages.state())

        self.assertEqual((await pages.walk(ask, keep_items=False)).pages, 300)
        self.assertEqual(len(states), 1)


class EventTests(AsyncCase):
    async def test_callbacks(self) -> None:
        pages, seen = await self.open(), []

        async def later(event: paginator.Event) -> None:
            await asyncio.sleep(0)
            seen.append(("later", event.params["page"]))

        pages.on("didLoadPage", later)
        remove = self.client.on("*", lambda event: seen.append(("now", event.params["page"])))
        await self.client.request("fake/notify", {"method": "paginator/didLoadPage", "count": 2})
        await until(lambda: len(seen) == 4, "four callbacks")
        self.assertEqual(seen, [("later", 0), ("now", 0), ("later", 1), ("now", 1)])
        remove()

    async def test_callback_that_raises_is_logged_and_others_go_on(self) -> None:
        seen: List[Any] = []

        def fail(event: paginator.Event) -> None:
            raise RuntimeError("no")

        self.client.on("*", fail)
        self.client.on("*", seen.append)
        with self.assertLogs("paginator", "ERROR"):
            await self.client.request("fake/notify", {"method": "a/b", "count": 2})
            await until(lambda: len(seen) == 2, "two callbacks")

    async def test_handlers(self) -> None:
        async def fetch(params: Any) -> Any:
            await asyncio.sleep(0)
            return {"status": 200, "headers": {}, "body": params["text"]}

        async def fail(params: Any) -> Any:
            raise RuntimeError("no key")

        async with async_fake(
            fetch=fetch, credentials=fail, extract_page=lambda params: {"next": None}
        ) as client:
            async def ask(method: str) -> Any:
                params = {"method": method, "params": {"text": "x"}}
                return await client.request("fake/ask", params)

            self.assertEqual((await ask("paginator/fetch"))["result"]["body"], "x")
            self.assertEqual((await ask("paginator/extractPage"))["result"], {"next": None})
            self.assertEqual((await ask("no/such"))["error"]["code"], -32601)
            with self.assertLogs("paginator", "ERROR"):
                reply = await ask("paginator/credentials")
            self.assertEqual(reply["error"]["message"], "RuntimeError: no key")


if __name__ == "__main__":
    unittest.main()
