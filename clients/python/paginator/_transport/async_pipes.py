"""The two pipes of a server of an event loop: bytes out, bytes in."""

from __future__ import annotations

import asyncio
from typing import Callable, Optional

from . import wire as _wire
from .async_flow import Flow, Pending
from .async_waiting import Event, first_of
from .deadline import Deadline
from .process import ServerProcess
from .protocol import Forgotten


class Output(asyncio.Protocol):
    """The server's standard output. While the flow is paused, what has been read waits in
    `receive`, which says False."""

    def __init__(
        self,
        process: ServerProcess,
        flow: Flow,
        receive: Callable[[bytes], bool],
        ended: Callable[[], None],
    ) -> None:
        self._process = process
        self._flow = flow
        self._receive = receive
        self._ended = ended
        self._transport: Optional[asyncio.ReadTransport] = None

    async def start(self) -> None:
        loop = asyncio.get_running_loop()
        self._transport, _ = await loop.connect_read_pipe(lambda: self, self._process.stdout)

    def data_received(self, data: bytes) -> None:
        if not self._receive(data) and self._transport and not self._transport.is_closing():
            self._transport.pause_reading()
            self._flow.changed.call_when(self._flow.may_read, self._resume)

    def _resume(self) -> None:
        """Continues with the messages that had come before the pause."""
        self._flow.is_paused = False
        if self._transport is not None and not self._transport.is_closing():
            self._transport.resume_reading()
            asyncio.get_running_loop().call_soon(self.data_received, b"")

    def connection_lost(self, exc: Optional[BaseException]) -> None:
        self._ended()

    def close(self) -> None:
        """Reads no further."""
        if self._transport is None:
            self._process.close_output()
        else:
            self._transport.close()


class Input(asyncio.BaseProtocol):
    """The server's standard input."""

    def __init__(self, process: ServerProcess, flow: Flow, forgotten: Forgotten) -> None:
        self._process = process
        self._forgotten = forgotten
        self._transport: Optional[asyncio.WriteTransport] = None
        self._drained = Event()
        """The server has read enough for more to be written."""
        self._drained.set()

    async def start(self) -> None:
        loop = asyncio.get_running_loop()
        self._transport, _ = await loop.connect_write_pipe(lambda: self, self._process.stdin)

    def pause_writing(self) -> None:
        self._drained = Event()

    def resume_writing(self) -> None:
        self._drained.set()

    def connection_lost(self, exc: Optional[BaseException]) -> None:
        self.resume_writing()

    def write(self, frame: bytes) -> None:
        """Writes a message, and before it the ends of what is forgotten; nothing once the pipe is
        closed."""
        if self._transport is None or self._transport.is_closing():
            return
        for id in self._forgotten.taken():
            self._transport.write(_wire.notification("paginator/close", {"paginatorId": id}))
        self._transport.write(frame)

    async def send(self, frame: bytes, deadline: Deadline, pending: Optional[Pending]) -> bool:
        """Writes a message and waits until the server has read enough, or has answered it; False
        when the deadline came first."""
        self.write(frame)
        while pending and not (self._drained.is_set() or pending.done.is_set()):
            await first_of(self._drained, pending.done, seconds=deadline.seconds)
            if deadline.is_over:
                return False
        return True

    def finish(self) -> None:
        """Closes the pipe when everything has been written."""
        if self._transport is None:
            self._process.close_input()
        else:
            self._transport.close()

    def close(self) -> None:
        """Closes the pipe at once."""
        if self._transport is None:
            self._process.close_input()
        elif not self._transport.is_closing():
            self._transport.abort()
