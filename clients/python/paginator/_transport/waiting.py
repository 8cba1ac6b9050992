"""Values on their way from the reading thread to the threads that wait for them."""

from __future__ import annotations

import threading
from collections import deque
from typing import Any, Deque, List, Optional

from .deadline import Deadline
from .protocol import UNREAD_MAX
from .wire import Message


class Pending:
    """A request that has not been answered: the lock is released when it is."""

    __slots__ = ("lock", "message", "progress", "bytes")

    def __init__(self, progress: Optional["Mailbox"]) -> None:
        self.lock = threading.Lock()
        self.lock.acquire()
        self.message: Optional[Message] = None
        self.progress = progress
        self.bytes = 0

    def release(self) -> None:
        """Wakes the thread that waits."""
        self.lock.release()

    def wait(self, deadline: Deadline) -> bool:
        """False when the deadline came first."""
        return self.lock.acquire(timeout=deadline.lock_seconds)


class Mailbox:
    """Values on their way from the reading thread to the one thread that takes them."""

    def __init__(self) -> None:
        self.values: Deque[Any] = deque()
        self.is_closed = False
        self.is_awaited = False
        """Its taker waits, and no value has come."""

    @property
    def is_full(self) -> bool:
        return len(self.values) >= UNREAD_MAX and not self.is_closed


class Flow:
    """The mailboxes of a connection. The reading thread fills them, and pauses while one has many
    values and nobody waits for anything else.

    `changed` guards all of it.
    """

    def __init__(self) -> None:
        self.changed = threading.Condition()
        self.waiting = 0
        """The number of threads that wait for messages that have not been read yet."""
        self.is_paused = False
        self.is_closing = False
        """All is read, whether it is taken or not."""
        self._filled: List[Mailbox] = []
        """Those whose takers have not been woken yet; the reading thread's own."""
        self._end = threading.Event()

    def end(self) -> None:
        """The connection has ended."""
        self._end.set()

    def ended(self, seconds: float) -> None:
        """Waits for the end, but no longer."""
        self._end.wait(seconds)

    def wait_begins(self) -> None:
        """Somebody waits for what has not been read yet: `changed` is held."""
        self.waiting += 1
        if self.is_paused:
            self.changed.notify_all()

    def _wait_ends(self, mailbox: Mailbox) -> None:
        """Comes with the first value, and not when the taker's thread gets to it: until then there
        may be time to read a hundred more. `changed` is held."""
        if mailbox.is_awaited:
            mailbox.is_awaited = False
            self.waiting -= 1

    def take(
        self, mailbox: Mailbox, deadline: Deadline, is_counted: bool = True
    ) -> Optional[List[Any]]:
        """All values that have come; [] after the last, None when it took too long. Reading does
        not continue for a taker that is not counted."""
        with self.changed:
            if not mailbox.values and not mailbox.is_closed:
                if is_counted:
                    mailbox.is_awaited = True
                    self.wait_begins()
                try:
                    while not mailbox.values and not mailbox.is_closed:
                        if not self.changed.wait(deadline.seconds) and deadline.is_over:
                            return None
                finally:
                    self._wait_ends(mailbox)
            values = list(mailbox.values)
            mailbox.values.clear()
            if self.is_paused:
                self.changed.notify_all()
            return values

    def put(self, mailbox: Mailbox, value: Any) -> None:
        """Lays a value down for its taker, who is told of it when the chunk has been read, or the
        mailbox is full."""
        with self.changed:
            if not mailbox.is_closed:
                mailbox.values.append(value)
                self._wait_ends(mailbox)
                if mailbox not in self._filled:
                    self._filled.append(mailbox)

    @property
    def is_full(self) -> bool:
        return any(each.is_full for each in self._filled)

    def hand_over(self) -> None:
        """Wakes the takers; waits while one has many values and no thread needs anything else."""
        if not self._filled:
            return
        with self.changed:
            self.changed.notify_all()
            while self.is_full and not self.waiting and not self.is_closing:
                self.is_paused = True
                self.changed.wait()
            self.is_paused = False
            self._filled.clear()
