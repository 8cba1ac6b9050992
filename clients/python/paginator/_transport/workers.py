"""Threads for the handlers of the server's requests."""

from __future__ import annotations

import logging
import queue
import threading
from typing import Any, Callable, Optional, TypeVar

from . import wire as _wire
from .process import ServerProcess
from .protocol import HANDLER_FAILED, Handler

Result = TypeVar("Result")

_log = logging.getLogger("paginator")

WORKERS_MAX = 16
"""The most handlers that run at once; further requests wait."""


class Workers:
    """Runs jobs on daemon threads, which come with the jobs and end with `stop`."""

    def __init__(self) -> None:
        self._jobs: "queue.SimpleQueue[Optional[Callable[[], None]]]" = queue.SimpleQueue()
        self._guard = threading.Lock()
        self._idle = 0
        self._count = 0

    def submit(self, job: Callable[[], None]) -> None:
        with self._guard:
            if self._idle > 0:
                self._idle -= 1
            elif self._count < WORKERS_MAX:
                self._count += 1
                threading.Thread(
                    target=self._run, daemon=True, name="paginator-handler"
                ).start()
        self._jobs.put(job)

    def start(self, job: Callable[[], None]) -> None:
        """Runs a job that lasts on a thread of its own."""
        threading.Thread(target=job, daemon=True, name="paginator-events").start()

    def close(self) -> None:
        """Does nothing: a thread cannot be made to end."""

    def stop(self) -> None:
        """Ends each thread after the job that it has."""
        with self._guard:
            for _ in range(self._count):
                self._jobs.put(None)

    def _run(self) -> None:
        while True:
            job = self._jobs.get()
            if job is None:
                return
            job()
            with self._guard:
                self._idle += 1


def handled(handler: Handler, id: Any, method: str, params: Any) -> bytes:
    """The answer to a request of the server's."""
    try:
        return _wire.answer(id, handler(params))
    except Exception as error:
        _log.exception("The handler of %s failed", method)
        return _wire.refusal(id, HANDLER_FAILED, f"{type(error).__name__}: {error}")


def in_background(work: Callable[[], Result], then: Callable[[Result], None]) -> None:
    """Does work and then something else; the reading thread has nothing better to do."""
    then(work())


def stopped(process: ServerProcess, patience: float) -> None:
    """Waits for the end of a process, by force after that many seconds."""
    process.stop(patience)
