"""threading's Event and Condition, for the tasks of one event loop."""

from __future__ import annotations

import asyncio
from typing import Callable, Dict, Optional


class Event:
    """Something that happens once."""

    def __init__(self) -> None:
        self.future: "asyncio.Future[None]" = asyncio.get_running_loop().create_future()

    def is_set(self) -> bool:
        return self.future.done()

    def set(self) -> None:
        """Wakes the tasks that wait."""
        if not self.is_set():
            self.future.set_result(None)

    async def wait(self, seconds: Optional[float] = None) -> bool:
        """False when it took too long."""
        await first_of(self, seconds=seconds)
        return self.is_set()


async def first_of(*events: Event, seconds: Optional[float]) -> None:
    """Waits for one of several events, but no longer."""
    if not any(each.is_set() for each in events):
        await asyncio.wait(
            [each.future for each in events], timeout=seconds,
            return_when=asyncio.FIRST_COMPLETED,
        )


class Condition:
    """Wakes tasks when what they wait for is true. A loop needs no lock: one task runs at a time."""

    def __init__(self) -> None:
        self._waiting: Dict[Callable[[], None], Callable[[], bool]] = {}

    def __enter__(self) -> None:
        pass

    def __exit__(self, *error: object) -> None:
        pass

    def notify_all(self) -> None:
        for callback in [each for each, is_true in self._waiting.items() if is_true()]:
            del self._waiting[callback]
            callback()

    def call_when(self, is_true: Callable[[], bool], callback: Callable[[], None]) -> None:
        """Calls back once, in the `notify_all` that finds it true."""
        self._waiting[callback] = is_true

    async def wait_for(self, is_true: Callable[[], bool], seconds: Optional[float]) -> bool:
        """False when it took too long."""
        if is_true():
            return True
        event = Event()
        self.call_when(is_true, event.set)
        try:
            await event.wait(seconds)
        finally:
            self._waiting.pop(event.set, None)
        return is_true()
