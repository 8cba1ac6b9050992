"""The two pipes of a server of an event loop: messages out, messages in."""

from __future__ import annotations

import asyncio
from typing import Any, Callable, List, Optional

from . import wire as _wire
from .decoding import Loads
from .process import ServerProcess
from .protocol import Forgotten
from .wire import Message


class Output(asyncio.Protocol):
    """The server's standard output: each message goes to `route`, the progress of a token, unread,
    to `put_progress`. While it is paused, messages that have been read wait here."""

    def __init__(
        self,
        route: Callable[[Message], None],
        put_progress: Callable[[str, bytearray], None],
        not_understood: Callable[[str], None],
        ended: Callable[[], None],
        loads: Loads,
    ) -> None:
        self.is_paused = False
        self._route = route
        self._put_progress = put_progress
        self._not_understood = not_understood
        self._ended = ended
        self._loads = loads
        self._decoder = _wire.FrameDecoder()
        self._transport: Optional[asyncio.ReadTransport] = None

    async def connect(self, process: ServerProcess) -> None:
        loop = asyncio.get_running_loop()
        self._transport, _ = await loop.connect_read_pipe(lambda: self, process.stdout)

    def data_received(self, data: bytes) -> None:
        try:
            for body in self._decoder.bodies(data):
                token = _wire.progress_token(body)
                if token is None:
                    self._route(_wire.message_of(body, self._loads))
                else:
                    self._put_progress(token, body)
                if self.is_paused:
                    return
        except _wire.WireError as error:
            self._not_understood(str(error))

    def connection_lost(self, exc: Optional[BaseException]) -> None:
        self._ended()

    def pause(self) -> None:
        if self._transport is not None and not self._transport.is_closing():
            self.is_paused = True
            self._transport.pause_reading()

    def resume(self) -> None:
        if self._transport is not None and not self._transport.is_closing():
            self.is_paused = False
            self._transport.resume_reading()
            asyncio.get_running_loop().call_soon(self._read_on)

    def _read_on(self) -> None:
        """Goes on with what had come before the pause."""
        if not self.is_paused:
            self.data_received(b"")

    def close(self, process: ServerProcess) -> None:
        if self._transport is None:
            process.close_output()
        else:
            self._transport.close()


class Input(asyncio.BaseProtocol):
    """The server's standard input."""

    def __init__(self, forgotten: Forgotten) -> None:
        self._forgotten = forgotten
        self._is_full = False
        self._transport: Optional[asyncio.WriteTransport] = None
        self._waiters: List["asyncio.Future[None]"] = []

    async def connect(self, process: ServerProcess) -> None:
        loop = asyncio.get_running_loop()
        self._transport, _ = await loop.connect_write_pipe(lambda: self, process.stdin)

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
        """Writes a message, and before it what is forgotten; nothing once the pipe is closed."""
        if self._transport is None or self._transport.is_closing():
            return
        for id in self._forgotten.taken():
            self._transport.write(_wire.notification("paginator/close", {"paginatorId": id}))
        self._transport.write(frame)

    async def room(self, future: "asyncio.Future[Any]") -> None:
        """Waits until the server has read enough, or the future is done."""
        while self._is_full and not future.done():
            waiter = asyncio.get_running_loop().create_future()
            self._waiters.append(waiter)
            try:
                await asyncio.wait([waiter, future], return_when=asyncio.FIRST_COMPLETED)
            finally:
                waiter.cancel()

    def close(self, process: ServerProcess) -> None:
        """Lets what has been written go out first."""
        if self._transport is None:
            process.close_input()
        else:
            self._transport.close()

    def abort(self) -> None:
        if self._transport is not None and not self._transport.is_closing():
            self._transport.abort()
