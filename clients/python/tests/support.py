"""Shared by the tests: the fake server, the real one, its sample API, and patience."""

from __future__ import annotations

import contextlib
import os
import subprocess
import sys
import tempfile
import time
import unittest
from pathlib import Path
from typing import Any, Callable, Iterator, List
from unittest import mock

import paginator

HERE = Path(__file__).resolve().parent
PATIENCE_SECONDS = 60.0


def fake_args(mode: str) -> List[str]:
    """Arguments that make Python the fake server."""
    sign = []
    if mode.startswith("crash-walk"):  # by which a server knows that another one ran before it
        folder = tempfile.TemporaryDirectory()
        unittest.addModuleCleanup(folder.cleanup)
        sign = [str(Path(folder.name) / "ran")]
    return [str(HERE / "fake_server.py"), mode, *sign]


def fake(mode: str = "good", **options: Any) -> paginator.Client:
    return paginator.Client(sys.executable, args=fake_args(mode), **options)


def async_fake(mode: str = "good", **options: Any) -> paginator.AsyncClient:
    return paginator.AsyncClient(sys.executable, args=fake_args(mode), **options)


def eventually(holds: Callable[[], Any], what: str) -> Any:
    """Polls until something is true."""
    deadline = time.monotonic() + PATIENCE_SECONDS
    while time.monotonic() < deadline:
        value = holds()
        if value:
            return value
        time.sleep(0.002)
    raise AssertionError(f"It did not come true in time: {what}")


def is_gone(pid: int) -> bool:
    """True when there is no process of that id; a zombie counts where we should have reaped it."""
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return True
    try:
        _, _, facts = Path(f"/proc/{pid}/stat").read_text().rpartition(")")
    except OSError:
        return False
    state, parent = facts.split()[:2]
    return state == "Z" and int(parent) != os.getpid()


@contextlib.contextmanager
def started() -> Iterator[List[int]]:
    """Collects the ids of the servers that are started, whether or not a client comes of them."""
    pids: List[int] = []
    start = subprocess.Popen

    def popen(*args: Any, **options: Any) -> Any:
        process = start(*args, **options)
        pids.append(process.pid)
        return process

    with mock.patch.object(subprocess, "Popen", popen):
        yield pids


def impatient() -> Any:
    """Makes the client wait only a moment for processes that do not end."""
    return mock.patch.multiple("paginator._transport.process", EXIT_SECONDS=0.1)


class ClientCase(unittest.TestCase):
    """Tests of a synchronous client and the fake server in one of its modes."""

    mode = "good"
    options: Any = {"timeout": PATIENCE_SECONDS}

    def setUp(self) -> None:
        self.client = fake(self.mode, **self.options)
        self.addCleanup(self.client.close)

    def open(self, **params: Any) -> paginator.Pages[Any]:
        return self.client.open("http://127.0.0.1/items", **params)

    def params_of_open(self) -> Any:
        return self.client.request("fake/facts")["params"]


class SampleAPI:
    """`sample-api`, which is built beside the server, on a free port."""

    def __init__(self, *args: str) -> None:
        program = Path(os.environ["PAGINATOR"]).resolve().with_name("sample-api")
        self._process = subprocess.Popen(
            [str(program), "--port", "0", *args],
            stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, stdin=subprocess.DEVNULL,
        )
        assert self._process.stdout is not None
        self.url = self._process.stdout.readline().decode().strip().rstrip("/")

    def close(self) -> None:
        assert self._process.stdout is not None
        self._process.kill()
        self._process.wait()
        self._process.stdout.close()

    def articles(self, query: str = "", **more: Any) -> Any:
        """Open params for 250 articles, 25 a page."""
        return {
            "url": f"{self.url}/page?per_page=:perPage&page=:currentPage&{query}",
            "items_path": "articles",
            "pagination_mapping": {
                "pagination.total_pages": "pageCount", "pagination.total_objects": "objectCount",
            },
            **more,
        }


def sample_api() -> SampleAPI:
    """The sample API of a module's tests, from `setUpModule` to their end; skips them where there
    is no server."""
    if not os.environ.get("PAGINATOR"):
        raise unittest.SkipTest("PAGINATOR does not name the server's executable")
    api = SampleAPI()
    unittest.addModuleCleanup(api.close)
    return api


def ids(items: Any) -> List[int]:
    """The ids of the sample API's articles."""
    return [item["id"] for item in items]
