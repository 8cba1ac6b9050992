"""Values on their way from the server to the tasks that wait for them."""

from __future__ import annotations

from collections import deque
from typing import Any, Deque, List, Optional

from .async_waiting import Condition, Event
from .deadline import Deadline
from .protocol import UNREAD_MAX
from .wire import Message


class Pending:
    """A request that has not been answered: `done` is set when it is."""

    __slots__ = ("done", "message", "progress", "bytes")

    def __init__(self, progress: Optional["Mailbox"]) -> None:
        self.done = Event()
        self.message: Optional[Message] = None
        self.progress = progress
        self.bytes = 0


class Mailbox:
    """Values on their way to the one task that takes them."""

    def __init__(self) -> None:
        self.values: Deque[Any] = deque()
        self.is_closed = False
        self.is_awaited = False
        """Its taker waits, and no value has come."""

    @property
    def is_full(self) -> bool:
        return len(self.values) >= UNREAD_MAX and not self.is_closed

    def is_ready(self) -> bool:
        """A value has come, or the end."""
        return self.is_closed or bool(self.values)


class Flow:
    """The mailboxes of a connection. Reading pauses while one has many values and no task waits
    for anything else.

    `changed` guards all of it.
    """

    def __init__(self) -> None:
        self.changed = Condition()
        self.ended = Event()
        """Set when the connection has ended."""
        self.waiting = 0
        """The number of tasks that wait for messages that have not been read yet."""
        self.is_paused = False
        self.is_closing = False
        """All is read, whether it is taken or not."""
        self._filled: List[Mailbox] = []
        """Those whose takers have not been woken yet; the reader's own."""

    def wait_begins(self) -> None:
        """A task waits for messages that have not been read yet: `changed` is held."""
        self.waiting += 1
        if self.is_paused:
            self.changed.notify_all()

    def _wait_ends(self, mailbox: Mailbox) -> None:
        """Comes with the first value, and not when its taker gets to it: until then there may be
        time to read a hundred more. `changed` is held."""
        if mailbox.is_awaited:
            mailbox.is_awaited = False
            self.waiting -= 1

    async def take(
        self, mailbox: Mailbox, deadline: Deadline, is_counted: bool = True
    ) -> Optional[List[Any]]:
        """All values that have come; [] after the last, None when it took too long. Reading does
        not continue for a taker that is not counted."""
        with self.changed:
            if not mailbox.is_ready():
                if is_counted:
                    mailbox.is_awaited = True
                    self.wait_begins()
                try:
                    if not await self.changed.wait_for(mailbox.is_ready, deadline.seconds):
                        return None
                finally:
                    self._wait_ends(mailbox)
            values = list(mailbox.values)
            mailbox.values.clear()
            if self.is_paused:
                self.changed.notify_all()
            return values

    def put(self, mailbox: Mailbox, value: Any) -> None:
        """Lays a value down for its taker, who is told of it by `hand_over`."""
        with self.changed:
            if not mailbox.is_closed:
                mailbox.values.append(value)
                self._wait_ends(mailbox)
                if mailbox not in self._filled:
                    self._filled.append(mailbox)

    @property
    def is_full(self) -> bool:
        return any(each.is_full for each in self._filled)

    def may_read(self) -> bool:
        return not self.is_full or self.waiting > 0 or self.is_closing

    def hand_over(self) -> bool:
        """Wakes the takers; False where reading pauses until `may_read`."""
        if not self._filled:
            return True
        with self.changed:
            self.changed.notify_all()
            self.is_paused = not self.may_read()
            if not self.is_paused:
                self._filled.clear()
            return not self.is_paused
