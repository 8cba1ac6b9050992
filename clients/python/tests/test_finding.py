"""Which executable runs, and what the user is told if it is missing or another program."""

import asyncio
import os
import stat
import sys
import tempfile
import unittest
from typing import Any
from unittest import mock

import paginator

from .support import PATIENCE_SECONDS, fake_args


class FindingTests(unittest.TestCase):
    def refused(self, *args: Any, **options: Any) -> str:
        with self.assertRaises(paginator.ServerNotFound) as caught:
            paginator.Client(*args, **options)
        return str(caught.exception)

    def test_nowhere(self) -> None:
        with mock.patch.dict(os.environ, {"PATH": "/nonexistent", "PAGINATOR": ""}):
            text = self.refused()
        for way_out in ("PATH", "PAGINATOR", "argument executable"):
            self.assertIn(way_out, text)

    def test_argument_names_nothing(self) -> None:
        text = self.refused("/nonexistent/paginator")
        self.assertIn("/nonexistent/paginator does not exist", text)
        self.assertIn("argument executable", text)

    def test_variable_names_nothing(self) -> None:
        with mock.patch.dict(os.environ, {"PAGINATOR": "/nonexistent/paginator"}):
            text = self.refused()
        self.assertIn("environment variable PAGINATOR", text)

    def test_not_executable(self) -> None:
        with tempfile.NamedTemporaryFile() as file:
            self.assertIn("is not executable", self.refused(file.name))

    def test_not_for_this_machine(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "paginator")
            with open(path, "wb") as file:
                file.write(b"\x7fELF-but-not-really")
            os.chmod(path, stat.S_IRWXU)
            self.assertIn("cannot be started", self.refused(path))

    def test_argument_before_variable_before_path(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            os.symlink(sys.executable, os.path.join(folder, "paginator"))
            environment = {"PATH": folder + os.pathsep + os.environ.get("PATH", "")}
            with mock.patch.dict(os.environ, environment):
                os.environ.pop("PAGINATOR", None)
                with paginator.Client(args=fake_args("good")) as client:
                    self.assertEqual(client.server.name, "fake")
                with paginator.Client(
                    args=fake_args("good"), env={"PAGINATOR": sys.executable, "PATH": "/none"}
                ) as client:
                    self.assertEqual(client.server.name, "fake")
                with paginator.Client(
                    sys.executable, args=fake_args("good"), env={"PAGINATOR": "/none"}
                ) as client:
                    self.assertEqual(client.server.name, "fake")

    def test_module_level_open(self) -> None:
        with mock.patch.dict(os.environ, {"PATH": "/nonexistent", "PAGINATOR": ""}):
            with self.assertRaises(paginator.ServerNotFound):
                paginator.open("http://127.0.0.1/")
            with self.assertRaises(paginator.ServerNotFound) as caught:
                paginator.open("http://127.0.0.1/", executable="/nonexistent/paginator")
            self.assertIn("/nonexistent/paginator does not exist", str(caught.exception))
            with self.assertRaises(paginator.ProtocolMismatch):
                paginator.open("u", executable=sys.executable, args=fake_args("garbage"))


class EchoTests(unittest.TestCase):
    """An executable that sends back what it reads, as `cat` does."""

    def test_synchronous(self) -> None:
        with self.assertRaises(paginator.ProtocolMismatch) as caught:
            paginator.Client("/bin/cat", timeout=PATIENCE_SECONDS)
        self.assertIn("/bin/cat does not know", str(caught.exception))

    def test_asynchronous(self) -> None:
        async def start() -> None:
            async with paginator.AsyncClient("/bin/cat", timeout=PATIENCE_SECONDS):
                pass

        with self.assertRaises(paginator.ProtocolMismatch):
            asyncio.run(start())


if __name__ == "__main__":
    unittest.main()
