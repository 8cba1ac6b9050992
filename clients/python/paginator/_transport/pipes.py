"""The two pipes of a server of threads: one thread reads, and every caller writes."""

from __future__ import annotations

import contextlib
import os
import select
import threading
from typing import Callable, Optional

from . import wire as _wire
from .._errors import PaginatorError, ServerGone
from .deadline import Deadline
from .flow import Flow, Pending
from .process import EXIT_SECONDS, ServerProcess
from .protocol import Forgotten

CHUNK_BYTES = 256 * 1024
"""The bytes that are read at once."""

UNSENT_BYTES_MAX = 8 * 1024 * 1024
"""The bytes that may wait for a server that does not read."""


class Output:
    """The server's standard output, and the thread that reads it. `receive` waits while the flow is
    paused."""

    def __init__(
        self,
        process: ServerProcess,
        flow: Flow,
        receive: Callable[[memoryview], bool],
        ended: Callable[[], None],
    ) -> None:
        self._process = process
        self._receive = receive
        self._ended = ended

    def start(self) -> None:
        threading.Thread(target=self._read, daemon=True, name="paginator-reader").start()

    def _read(self) -> None:
        """Runs until the server's output ends or is no message."""
        descriptor = self._process.stdout.fileno()
        chunk = memoryview(bytearray(CHUNK_BYTES))
        try:
            size = os.readv(descriptor, [chunk])
            while size and self._receive(chunk[:size]):
                size = os.readv(descriptor, [chunk])
        except OSError:
            pass  # It ends as if it had been closed.
        finally:
            self._ended()
            self._process.close_output()

    def close(self) -> None:
        """Does nothing: the thread closes the pipe, as no other one knows that it is not read."""


class Input:
    """The server's standard input. `_writing` guards it and `_unsent`."""

    def __init__(self, process: ServerProcess, flow: Flow, forgotten: Forgotten) -> None:
        self._process = process
        self._flow = flow
        self._forgotten = forgotten
        self._writing = threading.Lock()
        self._unsent = bytearray()

    def start(self) -> None:
        os.set_blocking(self._process.stdin.fileno(), False)

    def write(self, frame: bytes) -> None:
        """Writes as much of a message as fits now."""
        with contextlib.suppress(OSError, ValueError, PaginatorError):
            self.send(frame, Deadline(0), None)

    def send(self, frame: bytes, deadline: Deadline, pending: Optional[Pending]) -> bool:
        """Writes a message; False when the deadline came first: the rest goes out later. OSError or
        ValueError where the pipe is closed."""
        if not self._writing.acquire(timeout=deadline.lock_seconds):
            return False
        try:
            for id in self._forgotten.taken():
                self._unsent += _wire.notification("paginator/close", {"paginatorId": id})
            self._unsent += frame
            if len(self._unsent) > UNSENT_BYTES_MAX + len(frame):
                raise ServerGone(f"The server {self._process.path} does not read any more.")
            return self._flush(deadline)
        finally:
            self._writing.release()

    def _flush(self, deadline: Deadline) -> bool:
        descriptor = self._process.stdin.fileno()
        while self._unsent:
            try:
                del self._unsent[: os.write(descriptor, self._unsent)]
            except BlockingIOError:
                if deadline.is_over:
                    return False
                with self._flow.changed:
                    self._flow.wait_begins()
                try:
                    poll = select.poll()
                    poll.register(descriptor, select.POLLOUT)
                    poll.poll(deadline.poll_milliseconds)
                finally:
                    with self._flow.changed:
                        self._flow.waiting -= 1
        return True

    def finish(self) -> None:
        """Closes the pipe when everything has been written."""
        self.close()

    def close(self) -> None:
        """Not while another thread writes, who would write to whatever gets the same number."""
        if self._writing.acquire(timeout=EXIT_SECONDS):
            try:
                self._process.close_input()
            finally:
                self._writing.release()
