"""Shared by the tests: a Spark session for each master, an API of their own, and patience."""

from __future__ import annotations

import atexit
import compileall
import contextlib
import json
import os
import shutil
import stat
import sys
import tempfile
import threading
import time
import urllib.parse
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any, Callable, Dict, Iterator, List, Optional, Tuple

CLIENTS = Path(__file__).resolve().parents[2]
SERVER = os.environ.get("PAGINATOR", "")
PATIENCE_SECONDS = 300.0
TOKEN = "sesame-8431-open"
"""A secret that must show nowhere; the tests' environment has it as TOKEN."""

_folder = tempfile.mkdtemp(prefix="paginator-spark-")


def _installed() -> str:
    """A folder with both packages, compiled: Spark starts a Python process for each load and plan."""
    packages = f"{_folder}/packages"
    for source in ("python/paginator", "spark/paginator_spark"):
        shutil.copytree(
            CLIENTS / source, f"{packages}/{Path(source).name}",
            ignore=shutil.ignore_patterns("__pycache__"),
        )
    compileall.compile_dir(packages, quiet=2)
    return packages


os.environ["PYTHONPATH"] = _installed()
sys.path.insert(0, os.environ["PYTHONPATH"])

JAVA_OPTIONS = "-XX:TieredStopAtLevel=1 -XX:+UseSerialGC"
"""For programs that run for a minute: the second compiler costs more than it saves."""

os.environ["TOKEN"] = TOKEN
os.environ["SPARK_LOCAL_IP"] = "127.0.0.1"
os.environ.setdefault(
    "PYSPARK_SUBMIT_ARGS",
    f'--driver-memory 1g --driver-java-options "{JAVA_OPTIONS}" pyspark-shell',
)

_session: Any = None
_master = ""
EVENTS = Path(_folder) / "events"
DRIVER_LOG = Path(_folder) / "driver.log"
"""Standard error of the driver's Java process, in which that of its Python processes is, too."""


def session(master: str = "local[2]") -> Any:
    """The session of a master; one at a time runs."""
    global _session, _master
    if _master != master:
        from paginator_spark import PaginatorDataSource

        close_session()
        EVENTS.mkdir(exist_ok=True)
        with _errors_in(DRIVER_LOG):
            _session = _built(master)
        _session.sparkContext.setLogLevel("OFF")
        _session.dataSource.register(PaginatorDataSource)
        _master = master
    return _session


def _built(master: str) -> Any:
    from pyspark.sql import SparkSession

    return (
        SparkSession.builder.master(master)
        .config("spark.ui.enabled", str(master.startswith("local[")).lower())
        .config("spark.ui.port", "0")
        .config("spark.ui.showConsoleProgress", "false")
        .config("spark.eventLog.enabled", "true")
        .config("spark.eventLog.compress", "false")
        .config("spark.eventLog.dir", EVENTS.as_uri())
        .config("spark.sql.warehouse.dir", f"{_folder}/warehouse")
        .config("spark.sql.shuffle.partitions", "2")
        .config("spark.executor.extraJavaOptions", JAVA_OPTIONS)
        .config("spark.executorEnv.TOKEN", TOKEN)
        .config("spark.executorEnv.PYTHONPATH", os.environ["PYTHONPATH"])
        .getOrCreate()
    )


@contextlib.contextmanager
def _errors_in(path: Path) -> Iterator[None]:
    """Programs that are started in the block write their standard error to the end of a file."""
    own = os.dup(2)
    with path.open("ab") as file:
        os.dup2(file.fileno(), 2)
    try:
        yield
    finally:
        os.dup2(own, 2)
        os.close(own)


def close_session() -> None:
    global _session, _master
    if _session is not None:
        _session.stop()
        _session, _master = None, ""


@atexit.register
def _end() -> None:
    """Spark and its files end with the tests."""
    close_session()
    if DRIVER_LOG.exists():
        sys.stderr.write(DRIVER_LOG.read_text("utf-8", "replace"))
    shutil.rmtree(_folder, ignore_errors=True)


def eventually(holds: Callable[[], Any], what: str) -> Any:
    """Polls until something is true."""
    deadline = time.monotonic() + PATIENCE_SECONDS
    while time.monotonic() < deadline:
        value = holds()
        if value:
            return value
        time.sleep(0.01)
    raise AssertionError(f"It did not come true in time: {what}")


def is_gone(pid: int) -> bool:
    """True when no process of that id runs; a zombie does not."""
    try:
        text = Path(f"/proc/{pid}/stat").read_text()
    except OSError:
        return True
    return text.rpartition(")")[2].split()[0] == "Z"


class Servers:
    """An executable that leaves a note of each server that is started by it."""

    def __init__(self) -> None:
        self._folder = Path(tempfile.mkdtemp(prefix="paginator-servers-"))
        self.executable = str(self._folder / "paginator")
        notes = self._folder / "pids"
        notes.mkdir()
        self._notes = notes
        Path(self.executable).write_text(f'#!/bin/sh\n: > "{notes}/$$"\nexec "{SERVER}" "$@"\n')
        os.chmod(self.executable, stat.S_IRWXU)

    @property
    def pids(self) -> List[int]:
        return [int(each.name) for each in self._notes.iterdir()]

    @property
    def running(self) -> List[int]:
        return [pid for pid in self.pids if not is_gone(pid)]

    def close(self) -> None:
        shutil.rmtree(self._folder, ignore_errors=True)


Answer = Tuple[int, Any]


def refusing_past_the_end(query: Dict[str, str], earlier: int, answer: Answer) -> Answer:
    """A change for `API`: it states no total, and answers 404 to a page past the last one. The first
    page alone does not show how it pages."""
    items = answer[1]["items"]
    if not items and query.get("page", "1") != "1":
        return 404, {"detail": "Invalid page."}
    return 200, {"items": items}


class API:
    """A list of items behind `?page=&per_page=`, and a note of each request.

    `change` may replace an answer: it gets the query, the number of earlier requests with the same
    page, and the answer (status, body); None as its result leaves the request open until the end.
    """

    def __init__(
        self,
        items: List[Any],
        change: Optional[Callable[[Dict[str, str], int, Answer], Optional[Answer]]] = None,
    ) -> None:
        self.items = items
        self.requests: List[Dict[str, str]] = []
        self.headers: List[Any] = []
        self._change = change
        self._lock = threading.Lock()
        self.open_gate = threading.Event()
        api = self

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def do_GET(self) -> None:
                query = dict(urllib.parse.parse_qsl(urllib.parse.urlsplit(self.path).query))
                answer = api._answer(query, dict(self.headers))
                if answer is None:
                    api.open_gate.wait(PATIENCE_SECONDS)
                    self.close_connection = True
                    return
                body = answer[1] if isinstance(answer[1], bytes) else json.dumps(answer[1]).encode()
                self.send_response(answer[0])
                self.send_header("Content-Type", "application/json")
                self.send_header("Content-Length", str(len(body)))
                self.end_headers()
                self.wfile.write(body)

            def log_message(self, *arguments: Any) -> None:
                pass

        self._server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self._server.daemon_threads = True
        self.url = f"http://127.0.0.1:{self._server.server_address[1]}/items"
        threading.Thread(target=self._server.serve_forever, args=(0.05,), daemon=True).start()

    def _answer(self, query: Dict[str, str], headers: Any) -> Optional[Answer]:
        with self._lock:
            page = query.get("page", "1")
            earlier = sum(1 for each in self.requests if each.get("page", "1") == page)
            self.requests.append(query)
            self.headers.append(headers)
            size = int(query.get("per_page", 10))
            items = self.items
            if "since" in query:
                items = [each for each in items if str(each["at"]) >= query["since"]]
            start = (int(page) - 1) * size
            answer: Optional[Answer] = (
                200, {"items": items[start : start + size], "total": len(items)}
            )
            if self._change is not None and answer is not None:
                answer = self._change(query, earlier, answer)
            return answer

    def close(self) -> None:
        self.open_gate.set()
        self._server.shutdown()
        self._server.server_close()


def options(api: API, **more: Any) -> Dict[str, str]:
    """The options for an API of this module: ten items a page."""
    given = {
        "url": api.url + "?page=:currentPage&per_page=:perPage",
        "perPage": 10,
        "itemsPath": "items",
        "paginationMapping": {"total": "objectCount"},
        "executable": SERVER,
        **more,
    }
    return {
        name: value if isinstance(value, str) else json.dumps(value)
        for name, value in given.items()
    }


def rows_here(schema: Any, given: Dict[str, str]) -> List[Any]:
    """The rows of a read with these options, part after part, in this process."""
    from paginator_spark._options import settings_from
    from paginator_spark._source import PagesReader

    reader = PagesReader(settings_from(given), schema, None)
    return [
        row for part in reader.partitions() for batch in reader.read(part)
        for row in batch.to_pylist()
    ]


def last_line(error: Any) -> str:
    """The line of a Python traceback in which the error stands; Spark may add a SQLSTATE."""
    lines = [line for line in str(error).splitlines() if line.strip()]
    return [line for line in lines if not line.strip().startswith("SQLSTATE")][-1]
