"""Values on their way from the server to the tasks that wait for them."""

from __future__ import annotations

import asyncio
from collections import deque
from typing import Any, Deque, Optional

from .._errors import PaginatorError
from .protocol import UNREAD_MAX
from .wire import Message


class Mailbox:
    """Values on their way to the one task that takes them."""

    def __init__(self) -> None:
        self.values: Deque[Any] = deque()
        self.is_closed = False
        self.arrival: Optional["asyncio.Future[None]"] = None

    @property
    def is_full(self) -> bool:
        return len(self.values) >= UNREAD_MAX

    @property
    def is_awaited(self) -> bool:
        """Its taker waits, and no value has come."""
        return self.arrival is not None and not self.arrival.done()

    def put(self, value: Any) -> None:
        if not self.is_closed:
            self.values.append(value)
            self._wake()

    def close(self) -> None:
        self.is_closed = True
        self._wake()

    def _wake(self) -> None:
        if self.arrival is not None and not self.arrival.done():
            self.arrival.set_result(None)


class Pending:
    """A request that has not been answered."""

    __slots__ = ("future", "progress", "bytes")

    def __init__(
        self, future: "asyncio.Future[Message]", progress: Optional[Mailbox], bytes: int
    ) -> None:
        self.future = future
        self.progress = progress
        self.bytes = bytes

    def answer(self, message: Message) -> None:
        if not self.future.done():
            self.future.set_result(message)
        if self.progress is not None:
            self.progress.close()

    def fail(self, error: PaginatorError) -> None:
        if not self.future.done():
            self.future.set_exception(error)
            self.future.exception()
        if self.progress is not None:
            self.progress.close()
