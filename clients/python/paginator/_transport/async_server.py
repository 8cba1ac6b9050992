"""The server of an asyncio client: started by the first call, and again by `restart`."""

from __future__ import annotations

import asyncio
import weakref
from typing import Any, Callable, Optional

from .async_connection import AsyncConnection
from .decoding import Loads
from .options import ServerOptions
from .process import ServerProcess
from .protocol import (
    START_SECONDS,
    Event,
    Forgotten,
    Listeners,
    ServerInfo,
    closed,
    explained,
    server_info,
)


class AsyncServer:
    """A server for the tasks of one event loop."""

    def __init__(self, options: ServerOptions) -> None:
        self.forgotten = Forgotten()
        self.connection: Optional[AsyncConnection] = None
        self._options = options
        self._listeners = Listeners()
        self._process: Optional[ServerProcess] = None
        self._finalizer: Optional[Callable[[], Any]] = None
        self._lock: Optional[asyncio.Lock] = None
        self._is_closed = False
        self._info: Optional[ServerInfo] = None

    @property
    def loads(self) -> Loads:
        """The reader of JSON."""
        return self._options.loads

    async def start(self) -> None:
        """Starts the server, where it has not been started; the first call does it too."""
        await self.connected()

    @property
    def info(self) -> ServerInfo:
        if self._info is None:
            raise RuntimeError("The server has not been started: await start() first.")
        return self._info

    @property
    def pid(self) -> Optional[int]:
        return None if self.connection is None else self.connection.process.pid

    async def connected(self) -> AsyncConnection:
        """The connection to the server, which is started where it has not been."""
        if self.connection is not None:
            return self.connection
        await self.restart()
        assert self.connection is not None
        return self.connection

    @property
    def lock(self) -> asyncio.Lock:
        """Of the start, and of what one task at a time does in a new server."""
        if self._lock is None:
            self._lock = asyncio.Lock()
        return self._lock

    async def restart(self) -> None:
        """Starts a process where there is none, or the last one has ended."""
        async with self.lock:
            if self._is_closed:
                raise closed()
            if self.connection is None or self.connection.has_ended:
                self.connection = await self._start()
                if self._is_closed:  # meanwhile, by another task
                    await self.connection.close()
                    raise closed()

    async def _start(self) -> AsyncConnection:
        options = self._options
        if self._finalizer is not None:
            self._finalizer()
        self._process = process = options.start_process()
        connection = AsyncConnection(
            process, options.handlers, self._listeners, self.forgotten, options.loads
        )
        self._finalizer = weakref.finalize(self, connection.abandon)
        try:
            await connection.start()
            patience = (
                START_SECONDS if options.timeout is None else min(options.timeout, START_SECONDS)
            )
            result = await connection.call("initialize", options.initialize_params(), patience)
            self._info = server_info(result, process.path)
            await connection.notify("initialized", {})
        except BaseException as error:
            self._finalizer()
            await connection.close()
            raise explained(error, process.path)
        return connection

    def listen(
        self, name: str, paginator_id: Optional[str], callback: Callable[[Event], Any]
    ) -> Callable[[], None]:
        return self._listeners.add(name, paginator_id, callback)

    async def close(self) -> None:
        self._is_closed = True
        if self.connection is not None:
            await self.connection.close()
        elif self._process is not None:
            self._process.kill()

    def __repr__(self) -> str:
        if self._info is None:
            return "not started"
        return f"{self._info.name} {self._info.version}, process {self.pid}"
