"""Servers that are not there, are something else, or break down: what the user is told, and that
no process stays behind."""

import asyncio
import os
import signal
import sys
import threading
import unittest
from unittest import mock

import paginator

from . import support
from .support import async_fake, eventually, fake, fake_args, impatient, is_gone, started


class StartingTests(unittest.TestCase):
    """Servers that fail before they have answered `initialize`."""

    cases = {
        "version": (paginator.ProtocolMismatch, ["2.0", "version 1", "install"]),
        "foreign": (paginator.ProtocolMismatch, ["no protocol version", "install"]),
        "garbage": (paginator.ProtocolMismatch, ["Hello, this is", "standard output", "Check"]),
        "usage": (paginator.ServerGone, ["exit code 2", "there is no option --wrong"]),
        "silent": (paginator.CallTimedOut, ["initialize", "0.5 s", "Check"]),
    }

    def check(self, mode: str, error: BaseException, pid: int) -> None:
        kind, words = self.cases[mode]
        self.assertIsInstance(error, kind)
        for word in words:
            self.assertIn(word, str(error))
        eventually(lambda: is_gone(pid), "the process is gone")

    def timeout(self, mode: str) -> float:
        return 0.5 if mode == "silent" else support.PATIENCE_SECONDS

    def test_synchronous(self) -> None:
        for mode in self.cases:
            with self.subTest(mode), started() as pids:
                with self.assertRaises(paginator.PaginatorError) as caught:
                    fake(mode, timeout=self.timeout(mode))
                self.check(mode, caught.exception, *pids)

    def test_asynchronous(self) -> None:
        async def start(mode: str) -> None:
            async with async_fake(mode, timeout=self.timeout(mode)):
                pass

        for mode in self.cases:
            with self.subTest(mode), started() as pids:
                with self.assertRaises(paginator.PaginatorError) as caught:
                    asyncio.run(start(mode))
                self.check(mode, caught.exception, *pids)


class BreakingTests(unittest.TestCase):
    """Servers that fail at the first call after `initialize`."""

    cases = {
        "garbage-later": (paginator.ProtocolMismatch, ["Segmentation fault is near"], None),
        "not-json": (paginator.ProtocolMismatch, ["{oops"], None),
        "array": (paginator.ProtocolMismatch, ["[]"], None),
        "crash": (paginator.ServerGone, ["exit code 3", "the roof is on fire"], 3),
        "killed": (paginator.ServerGone, ["signal 9 (SIGKILL)"], -9),
        "cut": (paginator.ServerGone, ["exit code 0"], 0),
    }

    def check(self, mode: str, error: Exception) -> None:
        kind, words, code = self.cases[mode]
        self.assertIsInstance(error, kind)
        for word in words:
            self.assertIn(word, str(error))
        if isinstance(error, paginator.ServerGone):
            self.assertEqual(error.exit_code, code)
            if mode == "crash":
                self.assertEqual(error.stderr, ["Fatal error: the roof is on fire"])

    def test_synchronous(self) -> None:
        for mode in self.cases:
            with self.subTest(mode), fake(mode) as client:
                pid = client.pid
                with self.assertRaises(paginator.PaginatorError) as caught:
                    client.open("http://127.0.0.1/")
                self.check(mode, caught.exception)
                with self.assertRaises(paginator.PaginatorError) as caught:
                    client.states()
                self.check(mode, caught.exception)
            eventually(lambda: is_gone(pid), "the process is gone")

    def test_asynchronous(self) -> None:
        async def run(mode: str) -> int:
            async with async_fake(mode) as client:
                pid = client.pid
                assert pid is not None
                for _ in range(2):
                    with self.assertRaises(paginator.PaginatorError) as caught:
                        await client.open("http://127.0.0.1/")
                    self.check(mode, caught.exception)
            return pid

        for mode in self.cases:
            with self.subTest(mode):
                pid = asyncio.run(run(mode))
                eventually(lambda: is_gone(pid), "the process is gone")

    def test_is_gone_without_close(self) -> None:
        client = fake("crash")
        with self.assertRaises(paginator.ServerGone):
            client.states()
        eventually(lambda: is_gone(client.pid), "the process is gone")
        client.close()

    def test_all_threads_are_told(self) -> None:
        with fake() as client:
            errors = []

            def hang() -> None:
                try:
                    client.request("fake/hang")
                except paginator.ServerGone as error:
                    errors.append(error)

            threads = [threading.Thread(target=hang) for _ in range(5)]
            for thread in threads:
                thread.start()
            os.kill(client.pid, 9)
            for thread in threads:
                thread.join(support.PATIENCE_SECONDS)
            self.assertEqual([error.exit_code for error in errors], [-9] * 5)
            self.assertEqual(len({id(error) for error in errors}), 5)

    def test_a_walk_is_told(self) -> None:
        with fake("crash") as client, self.assertRaises(paginator.ServerGone):
            list(client._server.connected().values("paginator/loadAll", {}, ["a"], None))

    def test_a_page_of_a_walk_that_is_not_json(self) -> None:
        page = '{"jsonrpc":"2.0","method":"$/progress","params":{"token":"a-1","value":{oops}}}'
        with fake() as client:
            pid = client.pid
            for _ in range(2):
                with self.assertRaises(paginator.ProtocolMismatch) as caught:
                    connection = client._server.connected()
                    list(connection.values("fake/send", {"text": page}, ["a-1"], None))
                self.assertIn('{"jsonrpc"', str(caught.exception))
            eventually(lambda: is_gone(pid), "the process is gone")

    def test_output_closed_while_it_runs(self) -> None:
        with impatient(), fake("closing") as client:
            pid = client.pid
            with self.assertRaises(paginator.ServerGone) as caught:
                client.states()
            self.assertIn("closed its output", str(caught.exception))
            eventually(lambda: is_gone(pid), "the process is gone")

    def test_talkative_standard_error_is_bounded(self) -> None:
        with fake("chatty") as client:
            eventually(
                lambda: client._server.connection.process.stderr_lines[-1:] == ["line 4999 " + "x" * 200],
                "standard error was drained",
            )
            self.assertLessEqual(len(client._server.connection.process._tail), 16 * 1024)
            self.assertEqual(len(client._server.connection.process.stderr_lines), 10)


class ClosingTests(unittest.TestCase):
    """However a client ends, its server does too."""

    def test_close_ends_the_server(self) -> None:
        client = fake()
        client.close()
        self.assertTrue(is_gone(client.pid))
        client.close()
        with self.assertRaises(paginator.ServerGone) as caught:
            client.states()
        self.assertIn("has been closed", str(caught.exception))

    def test_close_leaves_no_descriptors_or_threads(self) -> None:
        def count() -> int:
            return len(os.listdir("/dev/fd")) + threading.active_count()

        fake().close()
        before = count()
        for _ in range(3):
            fake().close()
        eventually(lambda: count() <= before, "all is closed")

    def test_asynchronous_close_leaves_no_descriptors(self) -> None:
        async def run() -> None:
            async with async_fake() as client:
                await client.open("http://127.0.0.1/")

        asyncio.run(run())
        before = len(os.listdir("/dev/fd"))
        for _ in range(3):
            asyncio.run(run())
        eventually(lambda: len(os.listdir("/dev/fd")) <= before, "all is closed")

    def test_stubborn_server_is_killed(self) -> None:
        for mode in ("stubborn", "deaf"):
            with self.subTest(mode), impatient():
                with mock.patch("paginator._transport.connection.SHUTDOWN_SECONDS", 0.1):
                    client = fake(mode)
                    client.close()
                    self.assertTrue(is_gone(client.pid))

    def test_stubborn_server_is_killed_by_asyncio(self) -> None:
        async def run(mode: str) -> int:
            client = async_fake(mode)
            await client.start()
            pid = client.pid
            assert pid is not None
            await client.close()
            return pid

        for mode in ("stubborn", "deaf"):
            with self.subTest(mode), impatient():
                with mock.patch("paginator._transport.async_connection.SHUTDOWN_SECONDS", 0.1):
                    self.assertTrue(is_gone(asyncio.run(run(mode))))

    def test_dropped_client(self) -> None:
        client = fake()
        pid = client.pid
        del client
        eventually(lambda: is_gone(pid), "the process is gone")

    def test_dropped_client_of_asyncio(self) -> None:
        async def run() -> int:
            client = async_fake()
            await client.start()
            pid = client.pid
            assert pid is not None
            del client
            eventually(lambda: is_gone(pid), "the process is gone")
            return pid

        asyncio.run(run())

    def program(self, text: str) -> int:
        """Runs a program that prints the server's pid; returns it."""
        import subprocess

        head = "import sys, asyncio, paginator\n"
        done = subprocess.run(
            [sys.executable, "-c", head + text, *fake_args("good")],
            stdout=subprocess.PIPE, stderr=subprocess.PIPE, timeout=support.PATIENCE_SECONDS,
            cwd=os.path.dirname(os.path.dirname(paginator.__file__)),
        )
        self.assertEqual(done.stderr, b"")
        return int(done.stdout)

    def test_program_that_ends_without_close(self) -> None:
        pid = self.program(
            "client = paginator.Client(sys.executable, args=sys.argv[1:])\n"
            "print(client.pid)\n"
        )
        eventually(lambda: is_gone(pid), "the process is gone")

    def test_program_of_asyncio_that_ends_without_close(self) -> None:
        pid = self.program(
            "async def main():\n"
            "    global client\n"
            "    client = paginator.AsyncClient(sys.executable, args=sys.argv[1:])\n"
            "    await client.start()\n"
            "    print(client.pid)\n"
            "asyncio.run(main())\n"
        )
        eventually(lambda: is_gone(pid), "the process is gone")

    def test_program_that_is_killed(self) -> None:
        pid = self.program_killed()
        eventually(lambda: is_gone(pid), "the process is gone")

    def program_killed(self) -> int:
        import subprocess

        text = (
            "import os, sys, paginator\n"
            "client = paginator.Client(sys.executable, args=sys.argv[1:])\n"
            "print(client.pid, flush=True)\n"
            "os.kill(os.getpid(), 9)\n"
        )
        done = subprocess.run(
            [sys.executable, "-c", text, *fake_args("good")], stdout=subprocess.PIPE,
            timeout=support.PATIENCE_SECONDS,
            cwd=os.path.dirname(os.path.dirname(paginator.__file__)),
        )
        return int(done.stdout)

    def test_interrupt_does_not_reach_the_server(self) -> None:
        with fake() as client:
            self.assertNotEqual(os.getpgid(client.pid), os.getpgid(0))

    @unittest.skipUnless(hasattr(os, "fork"), "this system cannot fork")
    def test_forked_child_leaves_the_server_alone(self) -> None:
        with fake() as client:
            child = os.fork()
            if child == 0:
                signal.alarm(int(support.PATIENCE_SECONDS))
                try:
                    client.states()
                except paginator.ServerGone as error:
                    client.close()
                    os._exit(0 if "fork" in str(error) else 2)
                os._exit(1)
            self.assertEqual(os.waitpid(child, 0)[1], 0)
            self.assertEqual(client.open("http://127.0.0.1/").id, "p1")


class LoadsTests(unittest.TestCase):
    """A caller's `loads` that raises."""

    def test_its_failure_is_the_error_of_the_call(self) -> None:
        def loads(_: object) -> object:
            raise KeyError("no such digit")

        with mock.patch.object(threading, "excepthook") as uncaught:
            with self.assertRaises(paginator.PaginatorError) as caught:
                fake(loads=loads)
        uncaught.assert_not_called()
        self.assertIn("loads of this client failed: KeyError: 'no such digit'", str(caught.exception))


class SilenceTests(unittest.TestCase):
    """A server that reads and never answers."""

    def test_timeout_of_a_call(self) -> None:
        with fake() as client:
            with self.assertRaises(paginator.CallTimedOut) as caught:
                client.request("fake/hang", timeout=0.05)
            self.assertIsInstance(caught.exception, TimeoutError)
            self.assertIn("0.05 s", str(caught.exception))
            self.assertTrue(caught.exception.retryable)
            self.assertEqual(client.request("fake/facts")["cancelled"], [2])

    def test_timeout_of_a_walk(self) -> None:
        with fake() as client:
            values = client._server.connected().values("fake/hang", {}, ["t"], 0.05)
            with self.assertRaises(paginator.CallTimedOut):
                list(values)
            self.assertEqual(client.request("fake/facts")["cancelled"], [2])

    def test_timeout_of_a_walk_for_asyncio(self) -> None:
        async def run() -> None:
            async with async_fake() as client:
                connection = await client._server.connected()
                values = connection.values("fake/hang", {}, ["t"], 0.05)
                with self.assertRaises(paginator.CallTimedOut):
                    await values.__anext__()
                self.assertEqual((await client.request("fake/facts"))["cancelled"], [2])

        asyncio.run(run())

    def test_default_timeout(self) -> None:
        with fake() as client:
            client.timeout = 0.05
            with self.assertRaises(paginator.CallTimedOut):
                client.request("fake/hang")
            with self.assertRaises(paginator.CallTimedOut):
                client.request("fake/hang", timeout=0)

    def test_server_that_does_not_read(self) -> None:
        with impatient(), mock.patch("paginator._transport.connection.SHUTDOWN_SECONDS", 0.1):
            with fake("deaf") as client:
                text = "x" * 1_000_000
                for _ in range(2):
                    with self.assertRaises(paginator.CallTimedOut):
                        client.request("fake/echo", {"text": text}, timeout=0.05)
                self.assertGreater(len(client._server.connection._input._unsent), 500_000)

    def test_server_that_does_not_read_for_asyncio(self) -> None:
        async def run() -> None:
            async with async_fake("deaf") as client:
                for _ in range(2):
                    with self.assertRaises(paginator.CallTimedOut):
                        await client.request("fake/echo", {"text": "x" * 1_000_000}, timeout=0.05)

        with impatient(), mock.patch("paginator._transport.async_connection.SHUTDOWN_SECONDS", 0.1):
            asyncio.run(run())

    def test_large_messages_go_through(self) -> None:
        text = "x" * 5_000_000
        with fake() as client:
            self.assertEqual(client.request("fake/echo", {"text": text}), {"text": text})


if __name__ == "__main__":
    unittest.main()
