"""What is on its way from the reading thread to the threads that wait for it."""

from __future__ import annotations

import threading
from collections import deque
from typing import Any, Deque, Optional

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
