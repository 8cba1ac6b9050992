"""The Python process of a task: whether Spark still wants its rows, and sending them early."""

from __future__ import annotations

import os
import select
import sys
import threading
from typing import Any, Callable, Optional

CHECK_MILLISECONDS = 250
"""The interval at which the watching thread looks for the end of the task."""


class Task:
    """A task's connection to its executor, which Spark does not show to a data source.

    It is found on the stack: `main(infile, outfile)` of Spark's worker. Where that has changed, or
    outside of a worker, nothing is watched and nothing is sent early.
    """

    def __init__(self, gone: Callable[[], None]) -> None:
        """`gone` is called, from another thread, where the executor has closed the connection:
        the task was cancelled, or a limit is satisfied."""
        self.is_gone = False
        self._gone = gone
        self._is_over = threading.Event()
        infile, self._outfile = _streams()
        watched = _copy(infile)
        if watched is not None:
            threading.Thread(
                target=self._watch, args=(watched,), daemon=True, name="paginator-task"
            ).start()

    def send(self) -> None:
        """Sends what has been written: Spark's buffer holds several pages."""
        if self._outfile is not None:
            self._outfile.flush()

    def wait(self, seconds: float) -> None:
        """Sleeps so long, or until the executor is gone."""
        self._is_over.wait(seconds)

    def close(self) -> None:
        """Ends the watching."""
        self._is_over.set()

    def _watch(self, descriptor: int) -> None:
        try:
            poll = select.poll()
            poll.register(descriptor, select.POLLRDHUP)
            while not self._is_over.is_set():
                if poll.poll(CHECK_MILLISECONDS) and not self._is_over.is_set():
                    self.is_gone = True
                    self._is_over.set()
                    self._gone()
        finally:
            os.close(descriptor)


def _copy(file: Any) -> Optional[int]:
    """A descriptor of one's own for a file that can be watched, or None."""
    try:
        return os.dup(file.fileno()) if hasattr(select, "POLLRDHUP") else None
    except (AttributeError, OSError, ValueError):
        return None  # There is none, or it is one of Python's own and has no descriptor.


def _streams() -> Any:
    """`infile` and `outfile` of Spark's worker, or None twice."""
    frame: Optional[Any] = sys._getframe(1)
    while frame is not None:
        module = str(frame.f_globals.get("__name__"))
        if frame.f_code.co_name == "main" and module.split(".")[0] in _WORKERS:
            names = frame.f_locals
            if "infile" in names and hasattr(names.get("outfile"), "flush"):
                return names["infile"], names["outfile"]
        frame = frame.f_back
    return None, None


_WORKERS = ("pyspark", "__main__")
