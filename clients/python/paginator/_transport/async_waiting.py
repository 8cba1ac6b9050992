"""Values on their way from the server to the tasks that wait for them."""

from __future__ import annotations

import asyncio
from collections import deque
from typing import Any, Callable, Deque, List, Optional

from .deadline import Deadline
from .protocol import UNREAD_MAX
from .wire import Message


class Pending:
    """A request that has not been answered: `done` is set when it is."""

    __slots__ = ("done", "message", "progress", "bytes")

    def __init__(self, progress: Optional["Mailbox"]) -> None:
        self.done: "asyncio.Future[None]" = asyncio.get_running_loop().create_future()
        self.message: Optional[Message] = None
        self.progress = progress
        self.bytes = 0

    def release(self) -> None:
        """Wakes the task that waits."""
        if not self.done.done():
            self.done.set_result(None)

    async def wait(self, deadline: Deadline) -> bool:
        """False when the deadline came first."""
        return await until(self.done, deadline)


class Mailbox:
    """Values on their way to the one task that takes them."""

    def __init__(self) -> None:
        self.values: Deque[Any] = deque()
        self.is_closed = False
        self.is_awaited = False
        """Its taker waits, and no value has come."""
        self.arrival: Optional["asyncio.Future[None]"] = None

    @property
    def is_full(self) -> bool:
        return len(self.values) >= UNREAD_MAX and not self.is_closed

    def wake(self) -> None:
        """Tells the taker of a value, or of the end."""
        is_over = self.is_closed or self.values
        if is_over and self.arrival is not None and not self.arrival.done():
            self.arrival.set_result(None)


class Changed:
    """Stands for the condition of threads: a loop needs no lock, and wakes all takers at once."""

    def __init__(self, notify_all: Callable[[], None]) -> None:
        self.notify_all = notify_all

    def __enter__(self) -> None:
        pass

    def __exit__(self, *error: object) -> None:
        pass


class Flow:
    """The mailboxes of a connection. Reading pauses while one has many values and no task waits
    for anything else."""

    def __init__(self) -> None:
        self.loop = asyncio.get_running_loop()
        self.changed = Changed(self._notify_all)
        self.waiting = 0
        """The number of tasks that wait for messages that have not been read yet."""
        self.is_paused = False
        self.is_closing = False
        """All is read, even if it is not taken."""
        self.paused: Callable[[bool], None] = lambda is_paused: None
        """Pauses and resumes the reading."""
        self._filled: List[Mailbox] = []
        self._awaited: List[Mailbox] = []
        self._end = asyncio.Event()

    def end(self) -> None:
        """The connection has ended."""
        self._end.set()

    async def ended(self, seconds: float) -> None:
        """Waits for the end, but no longer."""
        try:
            await asyncio.wait_for(self._end.wait(), seconds)
        except asyncio.TimeoutError:
            pass

    def wait_begins(self) -> None:
        """A task waits for messages that have not been read yet."""
        self.waiting += 1
        self._balance()

    def _wait_ends(self, mailbox: Mailbox) -> None:
        if mailbox.is_awaited:
            mailbox.is_awaited = False
            self.waiting -= 1

    async def take(
        self, mailbox: Mailbox, deadline: Deadline, is_counted: bool = True
    ) -> Optional[List[Any]]:
        """All values that have come; [] after the last, None when it took too long. Reading does
        not continue for a taker that is not counted."""
        if not mailbox.values and not mailbox.is_closed:
            mailbox.arrival = self.loop.create_future()
            self._awaited.append(mailbox)
            if is_counted:
                mailbox.is_awaited = True
                self.wait_begins()
            try:
                if not await until(mailbox.arrival, deadline):
                    return None
            finally:
                self._awaited.remove(mailbox)
                mailbox.arrival = None
                self._wait_ends(mailbox)
        values = list(mailbox.values)
        mailbox.values.clear()
        if mailbox in self._filled:
            self._filled.remove(mailbox)
        self._balance()
        return values

    def put(self, mailbox: Mailbox, value: Any) -> None:
        """Lays a value down for its taker."""
        if not mailbox.is_closed:
            mailbox.values.append(value)
            self._wait_ends(mailbox)
            if mailbox not in self._filled:
                self._filled.append(mailbox)
            mailbox.wake()
            self._balance()

    def _notify_all(self) -> None:
        for mailbox in self._awaited:
            mailbox.wake()
        self._filled = [each for each in self._filled if not each.is_closed]
        self._balance()

    def _balance(self) -> None:
        is_full = any(each.is_full for each in self._filled)
        is_paused = is_full and not self.waiting and not self.is_closing
        if is_paused != self.is_paused:
            self.is_paused = is_paused
            self.paused(is_paused)


async def until(future: "asyncio.Future[None]", deadline: Deadline) -> bool:
    """Waits for a future; False when the deadline came first."""
    seconds = deadline.seconds
    if seconds is None:
        await future
    else:
        await asyncio.wait([future], timeout=seconds)
    return future.done()
