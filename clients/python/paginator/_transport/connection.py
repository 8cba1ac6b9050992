"""One server for any number of threads: calls go out from the caller, one thread reads."""

from __future__ import annotations

import contextlib
import json
import logging
import os
import select
import threading
import time
from typing import Any, Callable, Dict, Generator, List, Mapping, Optional, Sequence, Tuple, Union

from . import wire as _wire
from .._errors import PaginatorError, ServerGone
from .process import EXIT_SECONDS, ServerProcess
from .protocol import (
    HANDLER_FAILED,
    METHOD_NOT_FOUND,
    SHUTDOWN_SECONDS,
    Event,
    Forgotten,
    Handler,
    Listeners,
    Outcome,
    Params,
    closed,
    copies_of,
    forked,
    not_a_server,
    result_of,
    too_slow,
)
from .waiting import Mailbox, Pending
from .wire import Loads, Message
from .workers import Workers

CHUNK_BYTES = 256 * 1024
"""How much is read at once."""

UNSENT_BYTES_MAX = 8 * 1024 * 1024
"""How much may wait for a server that does not read."""

_log = logging.getLogger("paginator")


class Connection:
    """A server process and everything that is under way with it.

    `_changed` guards `_pending`, `_progress`, the mailboxes, `_waiting` and `_failure`;
    `_writing` guards `_unsent` and the server's standard input.
    """

    def __init__(
        self,
        process: ServerProcess,
        handlers: Mapping[str, Handler],
        listeners: Listeners,
        forgotten: Forgotten,
        loads: Loads = json.loads,
    ) -> None:
        self.process = process
        self._loads = loads
        self._listeners = listeners
        self._forgotten = forgotten
        self._handlers = dict(handlers)
        self._workers = Workers("paginator-handler")
        self._changed = threading.Condition()
        self._writing = threading.Lock()
        self._pending: Dict[int, Pending] = {}
        self._progress: Dict[Any, Mailbox] = {}
        self._events = Mailbox()
        self._event_thread: Optional[threading.Thread] = None
        self._waiting = 0
        self._is_reading_paused = False
        self._filled: List[Mailbox] = []
        """Those whose takers are not told yet; the reading thread's own."""
        self._is_closing = False
        self._ended = threading.Event()
        self._failure: Optional[Callable[[], PaginatorError]] = None
        self._not_understood: Optional[Callable[[], PaginatorError]] = None
        self._last_id = 0
        self._unsent = bytearray()
        os.set_blocking(process.stdin.fileno(), False)
        self._reader = threading.Thread(
            target=self._read, daemon=True, name="paginator-reader"
        )
        self._reader.start()
        if listeners:
            self.deliver_events()

    # Calls

    def call(self, method: str, params: Params, timeout: Optional[float]) -> Any:
        """Sends a request and waits for its result; raises its error."""
        deadline = None if timeout is None else time.monotonic() + timeout
        id, pending = self._register(None)
        try:
            is_sent = self._send(_wire.request(id, method, params), deadline, pending)
            if not (is_sent and pending.lock.acquire(timeout=_left(deadline))):
                raise too_slow(method, timeout or 0)
        except BaseException:
            self._give_up(id)
            raise
        return self._finish(pending)

    def stream(
        self,
        method: str,
        params: Params,
        tokens: Sequence[str],
        timeout: Optional[float],
        take: Callable[[Any], Any],
    ) -> Any:
        """Sends a request; `take` gets the values of its progress, on this thread."""
        with contextlib.closing(self.values(method, params, tokens, timeout)) as values:
            for value in values:
                if isinstance(value, Outcome):
                    return value.result
                take(value)

    def values(
        self,
        method: str,
        params: Params,
        tokens: Sequence[str],
        timeout: Optional[float],
    ) -> Generator[Any, None, None]:
        """Sends a request; gives the values of its progress, and last its `Outcome`.

        Who stops before the last one cancels the request.
        """
        deadline = None if timeout is None else time.monotonic() + timeout
        mailbox = Mailbox()
        with self._changed:
            self._progress.update((token, mailbox) for token in tokens)
        try:
            id, pending = self._register(mailbox)
            try:
                if not self._send(_wire.request(id, method, params), deadline, pending):
                    raise too_slow(method, timeout or 0)
                while True:
                    values = self._take(mailbox, deadline)
                    if values is None:
                        raise too_slow(method, timeout or 0)
                    if not values:
                        break
                    for value in values:
                        yield self._read_progress(value)
                yield Outcome(self._finish(pending))
            except BaseException:
                self._give_up(id)
                raise
        finally:
            with self._changed:
                for token in tokens:
                    self._progress.pop(token, None)
                mailbox.is_closed = True
                self._changed.notify_all()

    def _read_progress(self, progress: Union[bytearray, Message]) -> Any:
        try:
            return _wire.progress_value(progress, self._loads)
        except _wire.WireError as error:
            self._not_understood = copies_of(not_a_server(self.process.path, str(error)))
            self.process.kill()
            raise self._not_understood() from None

    def notify(self, method: str, params: Params) -> None:
        self._check()
        self._send(_wire.notification(method, params), None, None)

    def _register(self, progress: Optional[Mailbox]) -> Tuple[int, Pending]:
        pending = Pending(progress)
        with self._changed:
            self._check()
            self._last_id += 1
            id = self._last_id
            self._pending[id] = pending
            if progress is None:
                self._wait_begins()
        return id, pending

    def _check(self) -> None:
        if self._failure is not None:
            raise self._failure()
        if not self.process.is_ours:
            raise forked()
        if self._is_closing and threading.current_thread() is not self._closer:
            raise closed()

    def _finish(self, pending: Pending) -> Any:
        if pending.message is None:
            assert self._failure is not None
            raise self._failure()
        return result_of(pending.message)

    def _give_up(self, id: int) -> None:
        """Cancels a request that nobody waits for any more."""
        with self._changed:
            pending = self._pending.pop(id, None)
            if pending is None:
                return
            if pending.progress is None:
                self._waiting -= 1
            if self._failure is not None:
                return
        try:
            self._send(_wire.notification("$/cancelRequest", {"id": id}), time.monotonic(), None)
        except PaginatorError:
            pass

    # Waiting

    def _wait_begins(self) -> None:
        """Somebody waits for what has not been read yet: `_changed` is held."""
        self._waiting += 1
        if self._is_reading_paused:
            self._changed.notify_all()

    def _take(self, mailbox: Mailbox, deadline: Optional[float]) -> Optional[List[Any]]:
        """All values that have come; [] after the last, None when it took too long."""
        with self._changed:
            if not mailbox.values and not mailbox.is_closed:
                self._wait_begins()
                try:
                    while not mailbox.values and not mailbox.is_closed:
                        if not self._changed.wait(_left_or_none(deadline)) and _is_over(deadline):
                            return None
                finally:
                    self._waiting -= 1
            values = list(mailbox.values)
            mailbox.values.clear()
            if self._is_reading_paused:
                self._changed.notify_all()
            return values

    def _put(self, mailbox: Mailbox, value: Any) -> None:
        """Lays a value down for its taker, who is told of it when the chunk has been read."""
        with self._changed:
            if not mailbox.is_closed:
                mailbox.values.append(value)
                if mailbox not in self._filled:
                    self._filled.append(mailbox)

    def _hand_over(self) -> None:
        """Tells the takers; waits while one has many values and nobody waits for anything else."""
        if not self._filled:
            return
        with self._changed:
            self._changed.notify_all()
            while (
                any(each.is_full for each in self._filled)
                and not self._waiting
                and not self._is_closing
            ):
                self._is_reading_paused = True
                self._changed.wait()
            self._is_reading_paused = False
            self._filled.clear()

    # Writing

    def _send(
        self, frame: bytes, deadline: Optional[float], pending: Optional[Pending]
    ) -> bool:
        """Writes a message; False when the deadline came first: the rest goes out later."""
        if pending is not None:
            pending.bytes = len(frame)
        if not self._writing.acquire(timeout=_left(deadline)):
            return False
        try:
            for id in self._forgotten.taken():
                self._unsent += _wire.notification("paginator/close", {"paginatorId": id})
            self._unsent += frame
            if len(self._unsent) > UNSENT_BYTES_MAX + len(frame):
                raise ServerGone(f"The server {self.process.path} does not read any more.")
            return self._flush(deadline)
        except (OSError, ValueError):
            self._ended.wait(EXIT_SECONDS)
            raise self._failure() if self._failure is not None else closed() from None
        finally:
            self._writing.release()

    def _flush(self, deadline: Optional[float]) -> bool:
        descriptor = self.process.stdin.fileno()
        while self._unsent:
            try:
                del self._unsent[: os.write(descriptor, self._unsent)]
            except BlockingIOError:
                if _is_over(deadline):
                    return False
                with self._changed:
                    self._wait_begins()
                try:
                    poll = select.poll()
                    poll.register(descriptor, select.POLLOUT)
                    left = _left_or_none(deadline)
                    poll.poll(None if left is None else min(left * 1000, _POLL_MILLISECONDS_MAX))
                finally:
                    with self._changed:
                        self._waiting -= 1
        return True

    # Reading

    def _read(self) -> None:
        """The reading thread: runs until the server's output ends or is no message."""
        decoder = _wire.FrameDecoder()
        descriptor = self.process.stdout.fileno()
        failure: Callable[[], PaginatorError] = closed
        try:
            while True:
                chunk = os.read(descriptor, CHUNK_BYTES)
                if not chunk:
                    break
                for body in decoder.bodies(chunk):
                    token = _wire.progress_token(body)
                    if token is None:
                        self._route(_wire.message_of(body, self._loads))
                    else:
                        self._put_progress(token, body)
                self._hand_over()
            if not self._is_closing:
                failure = self._not_understood or copies_of(self.process.gone())
        except _wire.WireError as error:
            failure = copies_of(not_a_server(self.process.path, str(error)))
        except OSError as error:
            failure = copies_of(ServerGone(f"The server's output cannot be read: {error}"))
        finally:
            self._end(failure)

    def _end(self, failure: Callable[[], PaginatorError]) -> None:
        """Fails everything that is under way, and what comes later."""
        with self._changed:
            self._failure = failure
            pending, self._pending = list(self._pending.values()), {}
            self._waiting -= sum(1 for each in pending if each.progress is None)
            for mailbox in [*self._progress.values(), self._events]:
                mailbox.is_closed = True
            self._changed.notify_all()
        for each in pending:
            each.lock.release()
        self._ended.set()
        self._workers.stop()
        if not self._is_closing:
            self.process.stop(0)
        self.process.close_output()
        self._close_input()

    def _route(self, message: Message) -> None:
        method = message.get("method")
        if method is None:
            self._answered(message)
        elif "id" in message:
            self._asked(message["id"], str(method), message.get("params"))
        elif method == "$/progress":
            params = message.get("params")
            token = params.get("token") if isinstance(params, dict) else None
            if isinstance(token, str):
                self._put_progress(token, message)
        elif self._event_thread is not None:
            self._put(self._events, Event(str(method), message.get("params")))

    def _put_progress(self, token: str, progress: Union[bytearray, Message]) -> None:
        with self._changed:
            mailbox = self._progress.get(token)
        if mailbox is not None:
            self._put(mailbox, progress)

    def _answered(self, message: Message) -> None:
        id = message.get("id")
        with self._changed:
            if id is None:
                id = self._refused()
            pending = self._pending.pop(id, None) if isinstance(id, int) else None
            if pending is None:
                return
            pending.message = message
            if pending.progress is None:
                self._waiting -= 1
            else:
                pending.progress.is_closed = True
                self._changed.notify_all()
        pending.lock.release()

    def _refused(self) -> Optional[int]:
        """Which request an answer without an id belongs to: only one that is too large or too
        deep is not understood by the server, so it is the largest that waits."""
        return max(self._pending, key=lambda id: self._pending[id].bytes, default=None)

    # Requests and notifications of the server

    def _asked(self, id: Any, method: str, params: Any) -> None:
        handler = self._handlers.get(method)
        if handler is None:
            reply = _wire.refusal(id, METHOD_NOT_FOUND, f"There is no handler for {method}.")
            self._workers.submit(lambda: self._reply(reply))
        else:
            found = handler
            self._workers.submit(lambda: self._reply(_handled(found, id, method, params)))

    def _reply(self, frame: bytes) -> None:
        """Never on the reading thread, which must not wait for a server that waits for it."""
        try:
            self._send(frame, None, None)
        except PaginatorError:
            pass

    def deliver_events(self) -> None:
        """Calls listeners back from now on: on a thread of its own, in the order of arrival."""
        with self._changed:
            if self._event_thread is None:
                self._event_thread = threading.Thread(
                    target=self._deliver, daemon=True, name="paginator-events"
                )
                self._event_thread.start()

    def _deliver(self) -> None:
        while True:
            with self._changed:
                while not self._events.values and not self._events.is_closed:
                    self._changed.wait()
                events = list(self._events.values)
                self._events.values.clear()
                if self._is_reading_paused:
                    self._changed.notify_all()
            if not events:
                return
            for event in events:
                for callback in self._listeners.matching(event):
                    try:
                        callback(event)
                    except Exception:
                        _log.exception("The callback for %s failed", event.name)

    # The end

    _closer: Optional[threading.Thread] = None

    def close(self) -> None:
        """Shuts the server down and waits for its end, by force if need be. Comes once."""
        with self._changed:
            if self._is_closing or not self.process.is_ours:
                return
            self._closer = threading.current_thread()
            self._is_closing = True
            self._changed.notify_all()
        try:
            self.call("shutdown", {}, SHUTDOWN_SECONDS)
            self._send(_wire.notification("exit", {}), time.monotonic() + SHUTDOWN_SECONDS, None)
            self._close_input()
            self.process.stop(EXIT_SECONDS)
        except PaginatorError:
            self.process.stop(0)
        except BaseException:
            self.process.kill()
            raise
        finally:
            self._reader.join(EXIT_SECONDS)

    def abandon(self) -> None:
        """Ends the server at once: for when nobody holds the client, and at exit."""
        self._is_closing = True
        self.process.kill()

    def _close_input(self) -> None:
        """Not while another thread writes, who would write to whatever gets the same number."""
        if self._writing.acquire(timeout=EXIT_SECONDS):
            try:
                self.process.close_input()
            finally:
                self._writing.release()


def _handled(handler: Handler, id: Any, method: str, params: Any) -> bytes:
    """The answer to a request of the server's."""
    try:
        return _wire.answer(id, handler(params))
    except Exception as error:
        _log.exception("The handler of %s failed", method)
        return _wire.refusal(id, HANDLER_FAILED, f"{type(error).__name__}: {error}")


def _left(deadline: Optional[float]) -> float:
    """Seconds for `Lock.acquire`: -1 means without end."""
    return -1 if deadline is None else min(max(0.0, deadline - time.monotonic()), _WAIT_MAX)


def _left_or_none(deadline: Optional[float]) -> Optional[float]:
    return None if deadline is None else _left(deadline)


def _is_over(deadline: Optional[float]) -> bool:
    return deadline is not None and time.monotonic() >= deadline


_WAIT_MAX = threading.TIMEOUT_MAX
_POLL_MILLISECONDS_MAX = 2**31 - 1
