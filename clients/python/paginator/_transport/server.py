"""The server of a synchronous client: started at once, and again by `restart`.

Written by protocol/generate.py from _transport/async_server.py: change that one.
"""

from __future__ import annotations

import threading
import weakref
from typing import Any, Callable, Optional

from .connection import Connection
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


class Server:
    """A running server."""

    def __init__(self, options: ServerOptions) -> None:
        self.forgotten = Forgotten()
        self.connection: Optional[Connection] = None
        self._options = options
        self._listeners = Listeners()
        self._process: Optional[ServerProcess] = None
        self._finalizer: Optional[Callable[[], Any]] = None
        self._lock: Optional[threading.Lock] = None
        self._is_closed = False
        self._info: Optional[ServerInfo] = None
        self.start()

    @property
    def loads(self) -> Loads:
        """The reader of JSON."""
        return self._options.loads

    def start(self) -> None:
        """Does nothing: the server runs since it was made."""
        self.connected()

    @property
    def info(self) -> ServerInfo:
        if self._info is None:
            raise RuntimeError("The server has not been started: start() first.")
        return self._info

    @property
    def pid(self) -> int:
        assert self.connection is not None
        return self.connection.process.pid

    def connected(self) -> Connection:
        """The connection to the server, which is started where it has not been."""
        if self.connection is not None:
            return self.connection
        self.restart()
        assert self.connection is not None
        return self.connection

    @property
    def lock(self) -> threading.Lock:
        """Of the start, and of what one task at a time does in a new server."""
        if self._lock is None:
            self._lock = threading.Lock()
        return self._lock

    def restart(self) -> None:
        """Starts a process where there is none, or the last one has ended."""
        with self.lock:
            if self._is_closed:
                raise closed()
            if self.connection is None or self.connection.has_ended:
                self.connection = self._start()
                if self._is_closed:  # meanwhile, by another thread
                    self.connection.close()
                    raise closed()

    def _start(self) -> Connection:
        options = self._options
        if self._finalizer is not None:
            self._finalizer()
        self._process = process = options.start_process()
        connection = Connection(
            process, options.handlers, self._listeners, self.forgotten, options.loads
        )
        self._finalizer = weakref.finalize(self, connection.abandon)
        try:
            connection.start()
            patience = (
                START_SECONDS if options.timeout is None else min(options.timeout, START_SECONDS)
            )
            result = connection.call("initialize", options.initialize_params(), patience)
            self._info = server_info(result, process.path)
            connection.notify("initialized", {})
        except BaseException as error:
            self._finalizer()
            connection.close()
            raise explained(error, process.path)
        return connection

    def listen(
        self, name: str, paginator_id: Optional[str], callback: Callable[[Event], Any]
    ) -> Callable[[], None]:
        return self._listeners.add(name, paginator_id, callback)

    def close(self) -> None:
        self._is_closed = True
        if self.connection is not None:
            self.connection.close()
        elif self._process is not None:
            self._process.kill()

    def __repr__(self) -> str:
        if self._info is None:
            return "not started"
        return f"{self._info.name} {self._info.version}, process {self.pid}"
