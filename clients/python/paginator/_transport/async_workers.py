"""Tasks for the handlers of the server's requests, and threads for work that blocks."""

from __future__ import annotations

import asyncio
import threading
from typing import Any, Callable, Coroutine, Set, TypeVar

Result = TypeVar("Result")
Job = Callable[[], Coroutine[Any, Any, None]]


class Workers:
    """Runs jobs as tasks, which end with `close`."""

    def __init__(self) -> None:
        self._tasks: Set["asyncio.Task[None]"] = set()

    def submit(self, job: Job) -> None:
        task = asyncio.get_running_loop().create_task(job())
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    start = submit

    def stop(self) -> None:
        """Does nothing: handlers may finish when the server has gone."""

    def close(self) -> None:
        """Cancels what still runs."""
        for task in self._tasks - {asyncio.current_task()}:
            task.cancel()


def in_background(work: Callable[[], Result], then: Callable[[Result], None]) -> None:
    """Does work that blocks on a thread, and then something on the loop. The thread keeps neither
    the loop nor the program from ending, as one of the loop's executor would."""
    loop = asyncio.get_running_loop()

    def run() -> None:
        result = work()
        try:
            loop.call_soon_threadsafe(then, result)
        except RuntimeError:
            pass  # The loop has been closed, and no task waits.

    threading.Thread(target=run, daemon=True, name="paginator-end").start()
