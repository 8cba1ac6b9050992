"""Threads for the handlers of the server's requests."""

from __future__ import annotations

import queue
import threading
from typing import Callable, Optional, TypeVar

Result = TypeVar("Result")

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


def in_background(work: Callable[[], Result], then: Callable[[Result], None]) -> None:
    """Does work and then something else; the reading thread has nothing better to do."""
    then(work())
