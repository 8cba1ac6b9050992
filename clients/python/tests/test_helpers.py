"""All but the loads: restarts, short tracebacks, progress, tables, the log, every method."""

import asyncio
import contextlib
import importlib.util
import io
import logging
import os
import pydoc
import signal
import sys
import tempfile
import traceback
import unittest
from pathlib import Path
from typing import Any, List
from unittest import mock

import paginator
from paginator._shown import arguments, frames
from paginator._shown.open_params import OPEN_PARAMS
from paginator._transport import executable
from paginator._transport.options import ServerOptions
from paginator._transport.process import ServerProcess

from .support import PATIENCE_SECONDS, async_fake, eventually, fake, is_gone, started
from .test_client import ClientCase


class RestartTests(unittest.TestCase):
    """A server that crashes is followed by another one, where that is asked for."""

    def crash(self, client: paginator.Client) -> None:
        os.kill(client.pid, signal.SIGKILL)

    def test_a_load_is_repeated_where_the_paginator_was(self) -> None:
        with fake(restart=True) as client:
            pages = client.open("http://127.0.0.1/items", items_path="a", token="secret")
            self.assertEqual(pages.next().number, 1)
            first = client.pid
            self.crash(client)
            self.assertEqual(pages.next().number, 2)
            self.assertNotEqual(client.pid, first)
            params = client.request("fake/facts")["params"]
            self.assertEqual(params["checkpoint"], "page 1")
            self.assertEqual((params["itemsPath"], params["paginatorId"]), ("a", pages.id))

    def test_pages_of_one_client_share_the_new_server(self) -> None:
        with started() as servers, fake(restart=True) as client:
            both = [client.open("http://127.0.0.1/items") for _ in range(2)]
            for pages in both:
                pages.next()
            self.crash(client)
            numbers = [pages.next().number for pages in both]
            self.assertEqual((numbers, len(servers)), ([2, 3], 2))

    def test_no_id_is_given_twice(self) -> None:
        with fake(restart=True) as client:
            ids = [client.open("http://127.0.0.1/items", paginator_id="p2").id]
            old = client.open("http://127.0.0.1/items")
            self.crash(client)
            old.next()
            ids += [old.id, client.open("http://127.0.0.1/items").id]
            ids.append(client.request("paginator/open", {"url": "http://127.0.0.1/"})["paginatorId"])
            self.assertEqual(ids, ["p2", "p1", "p3", "p4"])

    def test_listeners_hear_the_new_server(self) -> None:
        seen: List[Any] = []
        with fake(restart=True) as client:
            pages = client.open("http://127.0.0.1/items")
            pages.on("*", seen.append)
            self.crash(client)
            pages.next()
            client.request("fake/notify", {"method": "paginator/x", "count": 1})
            eventually(lambda: seen, "an event")

    def test_a_walk_delivers_no_page_twice(self) -> None:
        with fake("crash-walk", restart=True) as client:
            pages = client.open("http://127.0.0.1/items")
            seen: List[int] = []
            summary = pages.walk(lambda report: seen.append(report.page.number))
            self.assertEqual(seen, [1, 2, 3])
            assert summary.items is not None
            self.assertEqual([item["id"] for item in summary.items], list(range(25)))
            self.assertEqual(summary.verdict, "complete")

    def test_two_walks_over_a_list_that_moved_are_not_complete(self) -> None:
        with fake("crash-walk-moved", restart=True) as client:
            summary = client.open("http://127.0.0.1/items").walk()
            assert summary.items is not None
            seen = [item["id"] for item in summary.items]
            self.assertNotIn(20, seen, "it has moved to a page that came before")
            self.assertEqual((summary.verdict, summary.proof), ("suspect", None))
            self.assertEqual(summary.state.warnings[-1]["kind"], "gaps")
            with self.assertRaises(paginator.NotComplete):
                summary.raise_for_verdict()

    def test_without_it_the_crash_is_raised(self) -> None:
        with fake() as client:
            pages = client.open("http://127.0.0.1/items")
            self.crash(client)
            with self.assertRaises(paginator.ServerGone):
                pages.next()

    def test_a_client_that_is_closed_meanwhile_leaves_no_server(self) -> None:
        with started() as servers, fake(restart=True) as client:
            pages = client.open("http://127.0.0.1/items")
            self.crash(client)
            start = ServerOptions.start_process

            def start_late(options: ServerOptions) -> ServerProcess:
                client.close()  # as another thread would
                return start(options)

            with mock.patch.object(ServerOptions, "start_process", start_late):
                self.assertRaises(paginator.ServerGone, pages.next)
            self.assertEqual((len(servers), [is_gone(each) for each in servers]), (2, [True] * 2))

    def test_a_client_that_was_closed_stays_closed(self) -> None:
        client = fake(restart=True)
        pages = client.open("http://127.0.0.1/items")
        client.close()
        with self.assertRaises(paginator.ServerGone):
            pages.next()


class AsyncRestartTests(unittest.IsolatedAsyncioTestCase):
    async def test_a_load_is_repeated_where_the_paginator_was(self) -> None:
        async with async_fake(restart=True) as client:
            pages = await client.open("http://127.0.0.1/items")
            await pages.next()
            os.kill(client.pid or 0, signal.SIGKILL)
            self.assertEqual((await pages.next()).number, 2)

    async def test_a_client_that_is_closed_meanwhile_leaves_no_server(self) -> None:
        closing: List["asyncio.Future[None]"] = []
        with started() as servers:
            async with async_fake(restart=True) as client:
                pages = await client.open("http://127.0.0.1/items")
                os.kill(client.pid or 0, signal.SIGKILL)
                start = ServerOptions.start_process

                def start_late(options: ServerOptions) -> ServerProcess:
                    closing.append(asyncio.ensure_future(client.close()))
                    return start(options)

                with mock.patch.object(ServerOptions, "start_process", start_late):
                    with self.assertRaises(paginator.ServerGone):
                        await pages.next()
                await closing[0]
            self.assertEqual((len(servers), [is_gone(each) for each in servers]), (2, [True] * 2))


class TracebackTests(ClientCase):
    def own_frames(self, work: Any) -> int:
        """How many frames of the package the traceback of a failure has."""
        try:
            work()
        except paginator.PaginatorError as error:
            entries = traceback.extract_tb(error.__traceback__)
            package = os.path.dirname(paginator.__file__)
            return sum(entry.filename.startswith(package) for entry in entries)
        raise AssertionError("nothing failed")

    def test_one_frame_is_shown(self) -> None:
        pages = self.open()
        self.assertEqual(self.own_frames(lambda: pages.page(99)), 1)
        self.assertEqual(self.own_frames(lambda: self.client.request("no/such")), 1)
        self.assertEqual(self.own_frames(lambda: pages.on("x", print) and pages.page(99)), 1)

    def test_what_a_user_wrote_in_between_stays(self) -> None:
        pages = self.open()

        def report(_: Any) -> None:
            pages.page(99)

        self.assertGreater(self.own_frames(lambda: pages.walk(report)), 1)


class ProgressTests(ClientCase):
    def test_a_line_where_there_is_no_tqdm(self) -> None:
        shown = io.StringIO()
        with mock.patch.dict(sys.modules, {"tqdm.auto": None}), contextlib.redirect_stderr(shown):
            self.open().walk(progress=True)
            self.assertEqual(len(self.open().to_list(progress=True)), 25)
        self.assertEqual(shown.getvalue(), "25 of 25 items, 3 pages, 100 %\n" * 2)

    def test_a_terminal_sees_the_line_change(self) -> None:
        shown = io.StringIO()
        shown.isatty = lambda: True  # type: ignore[method-assign]
        with mock.patch.dict(sys.modules, {"tqdm.auto": None}), contextlib.redirect_stderr(shown):
            self.open().walk(progress=True)
        lines = shown.getvalue().split("\r")[1:]
        self.assertEqual(lines[0].rstrip(), "10 of 25 items, 1 page, 40 %")
        self.assertEqual(lines[2], "25 of 25 items, 3 pages, 100 %\n")

    @unittest.skipUnless(importlib.util.find_spec("tqdm"), "tqdm is not installed")
    def test_a_bar_of_tqdm_ends_at_its_total(self) -> None:
        shown = io.StringIO()
        with contextlib.redirect_stderr(shown):
            self.open().walk(progress=True)
        self.assertIn("25/25", shown.getvalue())


class TableTests(ClientCase):
    ITEMS = [{"id": 1, "author": {"login": "a", "x": {}}}, {"id": 2, "more": [1]}, 3]

    def test_rows(self) -> None:
        self.assertEqual(
            frames.rows(self.ITEMS, True),
            [{"id": 1, "author.login": "a", "author.x": {}}, {"id": 2, "more": [1]}, {"item": 3}],
        )

    def test_what_is_not_installed_is_named(self) -> None:
        with mock.patch.dict(sys.modules, {"polars": None}):
            with self.assertRaisesRegex(ImportError, r"'paginator-client\[polars\]'"):
                self.open().to_polars()

    @unittest.skipUnless(importlib.util.find_spec("polars"), "polars is not installed")
    def test_polars(self) -> None:
        self.assertEqual(self.open().to_polars().shape, (25, 2))

    @unittest.skipUnless(importlib.util.find_spec("pyarrow"), "pyarrow is not installed")
    def test_arrow(self) -> None:
        import pyarrow  # type: ignore[import-not-found,import-untyped,unused-ignore]

        self.assertEqual(self.open().to_arrow().shape, (25, 2))
        reader = pyarrow.RecordBatchReader.from_stream(self.open())
        self.assertEqual(reader.read_all().num_rows, 25)
        self.assertEqual(frames.arrow_table(self.ITEMS[:2], True).column_names,
                         ["id", "author.login", "author.x", "more"])


class LogTests(unittest.TestCase):
    def test_lines_of_the_server_are_logged_with_their_level(self) -> None:
        script = (
            "import sys; print('2026-01-01T00:00:00Z warning slow down', file=sys.stderr); "
            "print('plain', file=sys.stderr)"
        )
        with self.assertLogs("paginator", "INFO") as caught:
            with contextlib.suppress(paginator.PaginatorError):
                paginator.Client(sys.executable, args=["-c", script])
            eventually(lambda: len(caught.records) == 2, "two lines")
        self.assertEqual(
            [(each.levelno, each.getMessage()) for each in caught.records],
            [(logging.WARNING, "slow down"), (logging.INFO, "plain")],
        )

    def test_the_server_logs_what_is_wanted(self) -> None:
        asked: List[List[str]] = []
        popen = mock.Mock(side_effect=lambda command, **_: asked.append(command) or _raise())
        for level in (logging.DEBUG, logging.INFO, logging.WARNING):
            with mock.patch("subprocess.Popen", popen), self.assertRaises(paginator.ServerNotFound):
                logging.getLogger("paginator").setLevel(level)
                paginator.Client(sys.executable, args=["x"])
        logging.getLogger("paginator").setLevel(logging.NOTSET)
        self.assertEqual([command[2:] for command in asked],
                         [["--log-level", "debug"], ["--log-level", "info"], []])


def _raise() -> None:
    raise OSError(2, "no")


class MethodTests(ClientCase):
    def test_every_method_has_its_own_name(self) -> None:
        state = self.client.methods.open({"url": "http://127.0.0.1/"})
        page = self.client.methods.load_page({"paginatorId": state["paginatorId"], "page": 3})
        self.assertEqual(page["page"], 3)
        with self.assertRaises(paginator.MethodNotFound):
            self.client.methods.rpc_discover()


class ErrorTextTests(ClientCase):
    def test_a_failed_request_is_named(self) -> None:
        data = {"url": "http://h/a?token=***", "status": 503, "body": "no luck"}
        with self.assertRaises(paginator.HTTPStatusError) as caught:
            self.client.request(
                "fake/fail", {"code": 1102, "kind": "httpStatus", "data": {**data, "method": "GET"}}
            )
        text = "It is httpStatus. (GET http://h/a?token=***: 503)"
        self.assertEqual(str(caught.exception), text)
        self.assertEqual(caught.exception.message, "It is httpStatus.")

    def test_a_401_says_how_to_sign_in(self) -> None:
        for status, hint in ((401, " Sign in with token=... or auth={...} of open()."), (403, "")):
            error = paginator.HTTPStatusError("No.", data={"status": status, "url": "http://h/"})
            self.assertEqual(str(error), f"No. (http://h/: {status}){hint}")


class SpellingTests(unittest.TestCase):
    """The API as Python spells it."""

    def test_messages_name_arguments_as_they_are_given(self) -> None:
        def said(text: str, path: str = "") -> str:
            error = paginator.InvalidParams(text, data={"path": path})
            return str(arguments.in_python(error))

        self.assertEqual(
            said('Unknown field "itemPath". Did you mean "itemsPath"?', "itemPath"),
            'Unknown field "item_path". Did you mean "items_path"?',
        )
        # Names inside of an argument stay.
        same = 'Unknown field "fetching.timeoutSecs". Did you mean "timeoutSeconds"?'
        self.assertEqual(said(same, "fetching.timeoutSecs"), same)
        self.assertEqual(
            said('"paginationMapping.a" must be "objectCount".', "paginationMapping.a"),
            '"pagination_mapping.a" must be "objectCount".',
        )

    def test_messages_name_calls_as_they_are_made(self) -> None:
        said = paginator.NotLoaded("No page has been loaded; call paginator/loadNextPage first.")
        self.assertIn("; call next() first.", str(arguments.in_python(said)))

    def test_names_of_the_api_stay(self) -> None:
        text = 'There is no list at "x"; the body has "perPage", "itemsPath": set itemsPath.'
        error = arguments.in_python(paginator.ItemsNotFound(text))
        self.assertTrue(str(error).endswith('"perPage", "itemsPath": set items_path.'), error)
        said = paginator.APIError("The API says: itemsPath is wrong.")
        self.assertEqual(str(arguments.in_python(said)), "The API says: itemsPath is wrong.")

    def test_errors_of_loads_are_spelled_so(self) -> None:
        with fake() as client:
            pages = client.open("http://127.0.0.1/items")
            data = {"code": -32602, "kind": "invalidParams", "data": {"path": "perPage"}}
            results = client._results
            failing = mock.Mock(side_effect=lambda *_: results([("fake/fail", data)], None))
            with mock.patch.object(client, "_results", failing):
                with self.assertRaises(paginator.InvalidParams) as caught:
                    pages.state
        self.assertEqual(caught.exception.path, "per_page")

    def test_help_names_the_params(self) -> None:
        for function in (paginator.open, paginator.open_async, paginator.Client.open,
                         paginator.AsyncClient.open):
            text = pydoc.plain(pydoc.render_doc(function))
            for name in set(OPEN_PARAMS) - {"url", "profile"}:
                self.assertIn(f"- {name}: ", text)

    def test_dir_shows_the_api_alone(self) -> None:
        self.assertEqual(sorted(dir(paginator)), sorted(paginator.__all__))
        self.assertIn("NotComplete", dir(paginator))


class OwnExecutableTests(unittest.TestCase):
    def test_the_environments_own_comes_before_path(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            for name in ("own", "path"):
                program = Path(folder, name, "paginator")
                program.parent.mkdir()
                program.write_text("#!/bin/sh\n")
                program.chmod(0o755)
            own, path = Path(folder, "own"), Path(folder, "path")
            environment = {"PATH": str(path), "PAGINATOR": ""}
            with mock.patch.object(executable, "_own_folders", lambda: iter([own])):
                found = executable.find_executable(None, environment)
                self.assertEqual(found, str(own / "paginator"))
                (own / "paginator").unlink()
                found = executable.find_executable(None, environment)
                self.assertEqual(found, str(path / "paginator"))


class WalkSummaryTests(ClientCase):
    def test_a_walk_from_the_end_says_that_nothing_was_left(self) -> None:
        state = {"currentPage": 3, "error": None}
        summary: Any = paginator.WalkSummary(
            {"pages": 0, "itemCount": 0, "verdict": "complete", "state": state}, []
        )
        self.assertEqual(repr(summary), "<WalkSummary complete: nothing was left after page 3>")

    def test_a_partial_walk_says_why(self) -> None:
        error = {"code": 1102, "message": "Status 500.", "data": {"kind": "httpStatus"}}
        summary: Any = paginator.WalkSummary(
            {"pages": 2, "itemCount": 20, "verdict": "partial", "state": {"error": error}}, []
        )
        self.assertIn("partial: 2 pages, 20 items, because Status 500.", repr(summary))
        self.assertIn("<td>partial</td>", summary._repr_html_())


if __name__ == "__main__":
    unittest.main()
