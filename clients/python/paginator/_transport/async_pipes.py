"""The two pipes of a server of an event loop: messages out, messages in."""

from __future__ import annotations

import asyncio
from typing import Any, Callable, List, Optional

from . import wire as _wire
from .async_waiting import Flow, Pending
from .deadline import Deadline
from .decoding import Loads
from .process import ServerProcess
from .protocol import Forgotten
from .wire import Message, Progress


class Output(asyncio.Protocol):
    """The server's standard output: each message goes to `route`, the progress of a token, unread,
    to `put_progress`. While the flow is paused, messages that have been read wait here."""

    def __init__(
        self,
        process: ServerProcess,
        flow: Flow,
        loads: Loads,
        route: Callable[[Message], None],
        put_progress: Callable[[str, Progress], None],
        not_understood: Callable[[str], None],
        ended: Callable[[], None],
    ) -> None:
        self._process = process
        self._flow = flow
        self._loads = loads
        self._route = route
        self._put_progress = put_progress
        self._not_understood = not_understood
        self._ended = ended
        self._decoder = _wire.FrameDecoder()
        self._transport: Optional[asyncio.ReadTransport] = None

    async def start(self) -> None:
        loop = asyncio.get_running_loop()
        self._transport, _ = await loop.connect_read_pipe(lambda: self, self._process.stdout)
        self._flow.paused = self._pause

    def data_received(self, data: bytes) -> None:
        try:
            for body in self._decoder.bodies(data):
                token = _wire.progress_token(body)
                if token is None:
                    self._route(_wire.message_of(body, self._loads))
                else:
                    self._put_progress(token, body)
                if self._flow.is_paused:
                    return
        except _wire.WireError as error:
            self._not_understood(str(error))

    def connection_lost(self, exc: Optional[BaseException]) -> None:
        self._ended()

    def _pause(self, is_paused: bool) -> None:
        if self._transport is None or self._transport.is_closing():
            return
        if is_paused:
            self._transport.pause_reading()
        else:
            self._transport.resume_reading()
            asyncio.get_running_loop().call_soon(self._continue)

    def _continue(self) -> None:
        """Routes the messages that had come before the pause."""
        if not self._flow.is_paused:
            self.data_received(b"")

    def stop(self) -> None:
        """Reads no further."""
        self.close()

    def close(self) -> None:
        if self._transport is None:
            self._process.close_output()
        else:
            self._transport.close()


class Input(asyncio.BaseProtocol):
    """The server's standard input."""

    def __init__(self, process: ServerProcess, flow: Flow, forgotten: Forgotten) -> None:
        self._process = process
        self._forgotten = forgotten
        self._is_full = False
        self._transport: Optional[asyncio.WriteTransport] = None
        self._waiters: List["asyncio.Future[None]"] = []

    async def start(self) -> None:
        loop = asyncio.get_running_loop()
        self._transport, _ = await loop.connect_write_pipe(lambda: self, self._process.stdin)

    def pause_writing(self) -> None:
        self._is_full = True

    def resume_writing(self) -> None:
        self._is_full = False
        waiters, self._waiters = self._waiters, []
        for waiter in waiters:
            if not waiter.done():
                waiter.set_result(None)

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
        while pending is not None and self._is_full and not pending.done.done():
            waiter = asyncio.get_running_loop().create_future()
            self._waiters.append(waiter)
            both: List["asyncio.Future[Any]"] = [waiter, pending.done]
            try:
                await asyncio.wait(
                    both, timeout=deadline.seconds, return_when=asyncio.FIRST_COMPLETED
                )
            finally:
                waiter.cancel()
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
