"""Threads for the handlers of the server's requests."""

from __future__ import annotations

import logging
import queue
import threading
from typing import Any, Callable, Optional

from . import wire as _wire
from .protocol import HANDLER_FAILED, Handler

_log = logging.getLogger("paginator")

WORKERS_MAX = 16
"""The most handlers that run at once; further requests wait."""


class Workers:
    """Runs jobs on daemon threads, which come with the jobs and end with `stop`."""

    def __init__(self, name: str) -> None:
        self._name = name
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
                threading.Thread(target=self._run, daemon=True, name=self._name).start()
        self._jobs.put(job)

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
