"""The server of a synchronous client: started at once, and again where that is asked for."""

from __future__ import annotations

import contextlib
import threading
import weakref
from typing import Any, Callable, Generator, Optional, Sequence

from .connection import Connection
from .decoding import Loads
from .options import ServerOptions
from .protocol import (
    START_SECONDS,
    Event,
    Forgotten,
    Interrupted,
    Listeners,
    Outcome,
    Params,
    ServerInfo,
    closed,
    explained,
    server_info,
)


class Server:
    """A running server. `_guard` guards the change from one process to the next."""

    def __init__(self, options: ServerOptions) -> None:
        self.forgotten = Forgotten()
        self.starts = 0
        """How many processes have been started for this server."""
        self._options = options
        self._listeners = Listeners()
        self._guard = threading.Lock()
        self._is_closed = False
        self._start()

    @property
    def loads(self) -> Loads:
        """What reads JSON."""
        return self._options.loads

    def start(self) -> None:
        """Does nothing: the server runs since it was made."""

    def _start(self) -> None:
        options = self._options
        process = options.start_process()
        self.connection = Connection(
            process, options.handlers, self._listeners, self.forgotten, options.loads
        )
        self._finalizer = weakref.finalize(self, self.connection.abandon)
        patience = START_SECONDS if options.timeout is None else min(options.timeout, START_SECONDS)
        try:
            result = self.connection.call("initialize", options.initialize_params(), patience)
            self.info: ServerInfo = server_info(result, process.path)
            self.connection.notify("initialized", {})
        except BaseException as error:
            self._finalizer()
            raise explained(error, process.path)
        self.starts += 1

    def restart(self, starts: int) -> None:
        """Starts another process, unless that has happened since there were `starts`."""
        with self._guard:
            if self._is_closed:
                raise closed()
            if self.starts == starts:
                self._finalizer()
                self._start()
                if self._is_closed:  # meanwhile, by another thread
                    self.connection.close()
                    raise closed()

    @property
    def pid(self) -> int:
        return self.connection.process.pid

    def call(self, method: str, params: Params, timeout: Optional[float]) -> Any:
        return self.connection.call(method, params, timeout)

    def stream(
        self,
        method: str,
        params: Params,
        tokens: Sequence[str],
        timeout: Optional[float],
        take: Callable[[Any], Any],
        keep: Callable[[Any], Any],
        raw: bool = False,
    ) -> Any:
        """Sends a request; `take` gets the values of its progress, on this thread.

        What still comes after KeyboardInterrupt goes to `keep`.
        """
        with contextlib.closing(self.values(method, params, tokens, timeout, raw)) as values:
            value = next(values)
            while not isinstance(value, Outcome):
                try:
                    if isinstance(value, Interrupted):
                        take = keep
                    else:
                        take(value)
                except KeyboardInterrupt as interrupt:
                    value = values.throw(interrupt)
                else:
                    value = next(values)
            return value.result

    def values(
        self,
        method: str,
        params: Params,
        tokens: Sequence[str],
        timeout: Optional[float],
        raw: bool = False,
    ) -> Generator[Any, None, None]:
        return self.connection.values(method, params, tokens, timeout, raw)

    def listen(
        self, name: str, paginator_id: Optional[str], callback: Callable[[Event], Any]
    ) -> Callable[[], None]:
        remove = self._listeners.add(name, paginator_id, callback)
        self.connection.deliver_events()
        return remove

    def close(self) -> None:
        self._is_closed = True
        self.connection.close()
        self._finalizer.detach()

    def __repr__(self) -> str:
        return f"{self.info.name} {self.info.version}, process {self.pid}"
