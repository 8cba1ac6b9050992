"""The synchronous client against a server that does what it should."""

import gc
import signal
import threading
import unittest
from typing import Any, List

import paginator
from paginator._transport.protocol import UNREAD_MAX

from .support import PATIENCE_SECONDS, ClientCase, eventually, fake, is_gone


class OpeningTests(ClientCase):
    def test_server_is_known(self) -> None:
        self.assertEqual(self.client.server.name, "fake")
        self.assertEqual(self.client.server.methods, frozenset({"paginator/open"}))
        self.assertIn("fake", repr(self.client))

    def test_initialize_params(self) -> None:
        params = self.params_of_open()
        self.assertEqual(params["capabilities"], {"paginator": {"notifications": True}})
        self.assertEqual(params["clientInfo"]["version"], paginator.__version__)
        self.assertIsInstance(params["processId"], int)

    def test_snake_case_is_for_the_outermost_names(self) -> None:
        self.open(
            profile="github", per_page=5, paginationMapping={"a_b": "perPage"},
            headers={"x_y": "1"}, paginator_id="p1",
        )
        self.assertEqual(
            self.params_of_open(),
            {
                "url": "http://127.0.0.1/items", "profile": "github", "perPage": 5,
                "paginationMapping": {"a_b": "perPage"}, "headers": {"x_y": "1"},
                "paginatorId": "p1",
            },
        )

    def test_any_method_can_be_called(self) -> None:
        self.assertEqual(self.client.request("fake/echo", {"a": [1]}), {"a": [1]})
        with self.assertRaises(paginator.MethodNotFound):
            self.client.request("no/such")

    def test_dropped_pages_are_closed_with_the_next_call(self) -> None:
        self.open()
        gc.collect()
        self.assertEqual(self.client.request("fake/facts")["closed"], ["p1"])

    def test_closed_pages_are_closed_once(self) -> None:
        with self.open() as pages:
            pass
        pages.close()
        del pages
        gc.collect()
        self.assertEqual(self.client.request("fake/facts")["closed"], [])

    def test_close_after_the_server_has_gone(self) -> None:
        pages = self.open()
        self.client.close()
        pages.close()


class LoadTests(ClientCase):
    def test_there_and_back(self) -> None:
        pages = self.open()
        self.assertIsNone(pages.last_state.current_page)
        first = pages.next()
        self.assertEqual((first.number, len(first), first[0]["id"]), (1, 10, 0))
        self.assertEqual(first.response["status"], 200)
        self.assertEqual(pages.last_state.current_page, 1)
        self.assertEqual(pages.page(3).items[-1]["id"], 24)
        with self.assertRaises(paginator.NoNextPage) as caught:
            pages.next()
        self.assertEqual((caught.exception.code, caught.exception.kind), (1003, "noNextPage"))
        self.assertEqual(pages.previous().number, 2)
        self.assertEqual(pages.state.current_page, 2)

    def test_iteration_is_over_items(self) -> None:
        self.assertEqual([item["id"] for item in self.open()], list(range(25)))

    def test_pages_start_at_the_current_position(self) -> None:
        pages = self.open()
        pages.next()
        self.assertEqual([page.number for page in pages.pages()], [2, 3])
        self.assertEqual(list(pages.pages()), [])

    def test_loops_begin_at_the_beginning(self) -> None:
        pages = self.open()
        pages.next()
        for _ in range(2):
            self.assertEqual([item["id"] for item in pages], list(range(25)))
        self.assertEqual(len(pages.to_list()), 25)

    def test_iteration_that_is_left_loads_no_more(self) -> None:
        pages = self.open()
        for item in pages:
            if item["id"] == 3:
                break
        self.assertEqual(pages.state.current_page, 1)

    def test_to_list(self) -> None:
        self.assertEqual(len(self.open().to_list()), 25)

    def test_to_frame(self) -> None:
        try:
            import pandas  # type: ignore[import-untyped,import-not-found,unused-ignore] # noqa
        except ImportError:
            with self.assertRaises(ImportError) as caught:
                self.open().to_frame()
            self.assertIn("pip install 'paginator-client[pandas]'", str(caught.exception))
        else:
            self.assertEqual(self.open().to_frame().shape, (25, 2))

    def test_settings(self) -> None:
        state = self.open().configure(per_page=None, headers={"a_b": None})
        self.assertEqual(
            state["seen"], {"paginatorId": "p1", "perPage": None, "headers": {"a_b": None}}
        )

    def test_threads_share_a_client(self) -> None:
        results: List[Any] = []

        def work(number: int) -> None:
            for _ in range(50):
                results.append(self.client.request("fake/echo", {"n": number}) == {"n": number})

        threads = [threading.Thread(target=work, args=(number,)) for number in range(8)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join(PATIENCE_SECONDS)
        self.assertEqual(results, [True] * 400)


class EmptyEndTests(ClientCase):
    """An API whose end shows only in an empty page."""

    mode = "empty-end"

    def test_empty_last_page_is_no_page(self) -> None:
        self.assertEqual([page.number for page in self.open().pages()], [1, 2])


class DoubtfulLoadTests(ClientCase):
    mode = "doubtful"

    def test_iteration_passes_warnings_on_once(self) -> None:
        pages = self.open()
        with self.assertWarns(paginator.PaginationWarning) as caught:
            self.assertEqual(len(list(pages)), 25)
        texts = [str(warning.message) for warning in caught.warnings]
        self.assertEqual(texts, ["This is undetected. (undetected)", "This is later. (later)"])
        self.assertEqual(caught.filename, __file__)


class CollectionTests(ClientCase):
    def test_len(self) -> None:
        pages = self.open()
        with self.assertRaises(TypeError) as caught:
            len(pages)
        self.assertIn("call next() first", str(caught.exception))
        pages.next()
        self.assertEqual(len(pages), 25)

    def test_is_true_without_being_counted(self) -> None:
        self.assertTrue(self.open())

    def test_indexes(self) -> None:
        pages = self.open()
        pages.next()
        self.assertEqual(pages[0]["id"], 0)
        self.assertEqual(pages[24]["id"], 24)
        self.assertEqual(pages[-1]["id"], 24)
        self.assertEqual(pages[-25]["id"], 0)
        for index in (25, -26, 1000):
            with self.subTest(index), self.assertRaises(IndexError):
                pages[index]

    def test_slices_are_those_of_a_list(self) -> None:
        pages = self.open()
        pages.next()
        ids = list(range(25))
        for key in (
            slice(0, 5), slice(5, None), slice(None), slice(-3, None), slice(2, 20, 7),
            slice(None, None, -1), slice(20, 2, -5), slice(30, 40), slice(20, 40), slice(5, 5),
            slice(-40, 3), slice(None, -20),
        ):
            with self.subTest(key):
                self.assertEqual([item["id"] for item in pages[key]], ids[key])

    def test_slices_that_do_not_need_the_count(self) -> None:
        self.assertEqual([item["id"] for item in self.open()[22:40:2]], [22, 24])

    def test_window(self) -> None:
        window = self.open().window(20, 10)
        self.assertEqual((window.start, len(window), window.count), (20, 5, 25))
        self.assertEqual((window.loaded, window.loading, window.failed), ([(20, 25)], [], {}))


class FailingCollectionTests(ClientCase):
    mode = "failing"

    def test_failure_of_a_page_is_raised(self) -> None:
        pages = self.open()
        self.assertEqual(pages[3]["id"], 3)
        with self.assertRaises(paginator.HTTPStatusError):
            pages[22]
        with self.assertRaises(paginator.HTTPStatusError):
            pages[10:23]
        failed = pages.window(20, 3).failed
        self.assertEqual(failed[3].status, 500)  # type: ignore[attr-defined]


class WalkTests(ClientCase):
    def test_progress(self) -> None:
        seen = []
        summary = self.open().walk(seen.append)
        self.assertEqual([report.page.number for report in seen], [1, 2, 3])
        self.assertEqual([report.item_count for report in seen], [10, 20, 25])
        self.assertEqual([report.percentage for report in seen], [40, 80, 100])
        self.assertEqual([report.total for report in seen], [25, 25, 25])
        self.assertEqual((summary.verdict, summary.pages, summary.item_count), ("complete", 3, 25))
        assert summary.items is not None
        self.assertEqual([item["id"] for item in summary.items], list(range(25)))
        self.assertEqual(summary.checkpoint, "c")
        self.assertIn("complete: 3 pages", repr(summary))

    def test_items_need_not_be_kept(self) -> None:
        self.assertIsNone(self.open().walk(keep_items=False).items)


class LongWalkTests(ClientCase):
    """300 pages of 64 KB: more than any pipe holds."""

    mode = "long"

    def mailbox(self) -> Any:
        [*mailboxes] = {id(box): box for box in self.client._server.connection._progress.values()}.values()
        return mailboxes[0]

    def test_slow_callback_stops_the_reading(self) -> None:
        connection = self.client._server.connection
        longest = []

        def look(report: paginator.WalkProgress[Any]) -> None:
            if report.pages == 1:
                eventually(
                    lambda: connection._flow.is_paused and self.mailbox().is_full,
                    "reading has stopped",
                )
            longest.append(len(self.mailbox().values))

        self.assertEqual(self.open().walk(look, keep_items=False).pages, 300)
        self.assertEqual(max(longest), UNREAD_MAX)

    def test_callback_that_raises_cancels_the_walk(self) -> None:
        class Enough(Exception):
            pass

        def stop(_: Any) -> None:
            raise Enough

        with self.assertRaises(Enough):
            self.open().walk(stop)
        self.assertEqual(self.client._server.connection._progress, {})
        self.assertEqual(len(self.client.request("fake/facts")["cancelled"]), 1)

    def test_callback_may_call_the_server(self) -> None:
        pages = self.open()
        states = []

        def ask(report: paginator.WalkProgress[Any]) -> None:
            if report.pages == 1:
                eventually(lambda: self.client._server.connection._flow.is_paused, "a pause")
                states.append(pages.state)

        self.assertEqual(pages.walk(ask, keep_items=False).pages, 300)
        self.assertEqual(len(states), 1)

    def test_other_threads_go_on_beside_a_slow_callback(self) -> None:
        pages = self.open()
        paused, answered = threading.Event(), threading.Event()

        def ask() -> None:
            paused.wait(PATIENCE_SECONDS)
            self.client.request("fake/echo")
            answered.set()

        def look(report: paginator.WalkProgress[Any]) -> None:
            if report.pages == 1:
                eventually(lambda: self.client._server.connection._flow.is_paused, "a pause")
                paused.set()
                self.assertTrue(answered.wait(PATIENCE_SECONDS))

        thread = threading.Thread(target=ask)
        thread.start()
        pages.walk(look, keep_items=False)
        thread.join(PATIENCE_SECONDS)

    def test_close_beside_a_slow_callback(self) -> None:
        pages = self.open()

        def close(report: paginator.WalkProgress[Any]) -> None:
            if report.pages == 1:
                eventually(lambda: self.client._server.connection._flow.is_paused, "a pause")
                self.client.close()

        try:
            pages.walk(close, keep_items=False)
        except paginator.ServerGone:
            pass
        self.assertTrue(is_gone(self.client.pid))


class CancellingTests(ClientCase):
    def test_interrupt_cancels_the_call(self) -> None:
        def interrupt() -> None:
            eventually(lambda: self.client._server.connection._pending, "a call")
            signal.pthread_kill(threading.main_thread().ident or 0, signal.SIGINT)

        # Where the tests run in the background, the signal is ignored or blocked from the start.
        before = signal.signal(signal.SIGINT, signal.default_int_handler)
        self.addCleanup(signal.signal, signal.SIGINT, before)
        mask = signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGINT})
        self.addCleanup(signal.pthread_sigmask, signal.SIG_SETMASK, mask)
        thread = threading.Thread(target=interrupt)
        with self.assertRaises(KeyboardInterrupt):
            thread.start()
            self.client.request("fake/hang", timeout=PATIENCE_SECONDS)
        thread.join()
        self.assertEqual(len(self.client.request("fake/facts")["cancelled"]), 1)

    def test_answer_that_comes_after_the_timeout_is_dropped(self) -> None:
        with self.assertRaises(paginator.CallTimedOut):
            self.client.request("fake/hang", timeout=0.01)
        for _ in range(100):
            self.assertEqual(self.client.request("fake/echo"), {})
        self.assertEqual(self.client._server.connection._pending, {})
        self.assertEqual(self.client._server.connection._flow.waiting, 0)

    def test_refusal_without_id_is_that_of_the_largest_request(self) -> None:
        errors = []

        def send(text: str) -> None:
            try:
                self.client.request("fake/hang", {"text": text}, timeout=PATIENCE_SECONDS)
            except paginator.PaginatorError as error:
                errors.append(error)

        thread = threading.Thread(target=send, args=("x" * 2000,))
        thread.start()
        eventually(lambda: self.client._server.connection._pending, "a call")
        with self.assertRaises(paginator.CallTimedOut):
            self.client.request("fake/refuse", timeout=0.5)
        thread.join(PATIENCE_SECONDS)
        self.assertEqual([error.kind for error in errors], ["messageTooLarge"])


if __name__ == "__main__":
    unittest.main()
