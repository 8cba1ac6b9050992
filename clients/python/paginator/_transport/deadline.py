"""The time that a thread may still wait."""

from __future__ import annotations

import threading
import time
from typing import Optional

_POLL_MILLISECONDS_MAX = 2**31 - 1


class Deadline:
    """A number of seconds from now; None is without end."""

    __slots__ = ("_end",)

    def __init__(self, seconds: Optional[float]) -> None:
        self._end = None if seconds is None else time.monotonic() + seconds

    @property
    def is_over(self) -> bool:
        return self._end is not None and time.monotonic() >= self._end

    @property
    def seconds(self) -> Optional[float]:
        """The seconds that are left, for `Condition.wait`."""
        if self._end is None:
            return None
        return min(max(0.0, self._end - time.monotonic()), threading.TIMEOUT_MAX)

    @property
    def lock_seconds(self) -> float:
        """The seconds that are left, for `Lock.acquire`; -1 means without end."""
        seconds = self.seconds
        return -1 if seconds is None else seconds

    @property
    def poll_milliseconds(self) -> Optional[float]:
        """The milliseconds that are left, for `poll`."""
        seconds = self.seconds
        return None if seconds is None else min(seconds * 1000, _POLL_MILLISECONDS_MAX)
