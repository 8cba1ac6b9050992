"""One server for any number of threads: calls go out from the caller, one thread reads."""

from __future__ import annotations

import contextlib
import logging
import os
import select
import threading
from collections import deque
from typing import Any, Callable, Dict, Generator, Mapping, Optional, Sequence, Tuple

from . import wire as _wire
from .._errors import PaginatorError, ServerGone
from .deadline import Deadline
from .decoding import Loads
from .process import EXIT_SECONDS, ServerProcess
from .protocol import (
    CANCEL_SECONDS,
    METHOD_NOT_FOUND,
    SHUTDOWN_SECONDS,
    Event,
    Forgotten,
    Handler,
    Interrupted,
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
from .waiting import Flow, Mailbox, Pending
from .wire import Message, Progress
from .workers import Workers, handled

CHUNK_BYTES = 256 * 1024
"""The bytes that are read at once."""

UNSENT_BYTES_MAX = 8 * 1024 * 1024
"""The bytes that may wait for a server that does not read."""

_log = logging.getLogger("paginator")


class Connection:
    """A server process and everything that is under way with it.

    `_changed`, which is the flow's, guards `_pending`, `_progress` and `_failure` too; `_writing`
    guards `_unsent` and the server's standard input.
    """

    def __init__(
        self,
        process: ServerProcess,
        handlers: Mapping[str, Handler],
        listeners: Listeners,
        forgotten: Forgotten,
        loads: Loads,
    ) -> None:
        self.process = process
        self._loads = loads
        self._listeners = listeners
        self._forgotten = forgotten
        self._handlers = dict(handlers)
        self._workers = Workers("paginator-handler")
        self._flow = Flow()
        self._changed = self._flow.changed
        self._writing = threading.Lock()
        self._pending: Dict[int, Pending] = {}
        self._progress: Dict[Any, Mailbox] = {}
        self._events = Mailbox()
        self._event_thread: Optional[threading.Thread] = None
        self._ended = threading.Event()
        self._failure: Optional[Callable[[], PaginatorError]] = None
        self._not_understood: Optional[Callable[[], PaginatorError]] = None
        self._last_id = 0
        self._unsent = bytearray()
        self._reader = threading.Thread(
            target=self._read, daemon=True, name="paginator-reader"
        )

    def start(self) -> None:
        """Begins to read what the server sends."""
        os.set_blocking(self.process.stdin.fileno(), False)
        self._reader.start()

    # Calls

    def call(self, method: str, params: Params, timeout: Optional[float]) -> Any:
        """Sends a request and waits for its result; raises its error."""
        deadline = Deadline(timeout)
        id, pending = self._register(None)
        try:
            is_sent = self._send(_wire.request(id, method, params), deadline, pending)
            if not (is_sent and pending.lock.acquire(timeout=deadline.lock_seconds)):
                raise too_slow(method, timeout or 0)
        except BaseException:
            self._give_up(id)
            raise
        return self._finish(pending)

    def values(
        self,
        method: str,
        params: Params,
        tokens: Sequence[str],
        timeout: Optional[float],
        raw: bool = False,
    ) -> Generator[Any, None, None]:
        """Sends a request; gives the values of its progress, and last its `Outcome`.

        With `raw` the items of pages stay bytes. Who stops before the last one cancels the request.
        After KeyboardInterrupt, raised here or thrown in, come `Interrupted` and what the server
        had sent by then.
        """
        deadline = Deadline(timeout)
        mailbox = Mailbox()
        taken: deque[Any] = deque()
        with self._changed:
            self._progress.update((token, mailbox) for token in tokens)
        try:
            id, pending = self._register(mailbox)
            try:
                if not self._send(_wire.request(id, method, params), deadline, pending):
                    raise too_slow(method, timeout or 0)
                while True:
                    values = self._flow.take(mailbox, deadline)
                    if values is None:
                        raise too_slow(method, timeout or 0)
                    if not values:
                        break
                    taken.extend(values)
                    while taken:
                        value = self._read_progress(taken[0], raw)
                        taken.popleft()
                        yield value
                yield Outcome(self._finish(pending))
            except KeyboardInterrupt:
                self._send_cancel(id)
                yield Interrupted()
                yield from self._rest(mailbox, taken, raw)
                self._give_up(id)
                raise
            except BaseException:
                self._give_up(id)
                raise
        finally:
            with self._changed:
                for token in tokens:
                    self._progress.pop(token, None)
                mailbox.is_closed = True
                self._changed.notify_all()

    def _rest(self, mailbox: Mailbox, taken: deque[Any], raw: bool) -> Generator[Any, None, None]:
        """The values that still come of a request that has been cancelled."""
        deadline = Deadline(CANCEL_SECONDS)
        while True:
            if not taken:
                taken.extend(self._flow.take(mailbox, deadline) or ())
            if not taken:
                return
            yield self._read_progress(taken.popleft(), raw)

    def _read_progress(self, progress: Progress, raw: bool) -> Any:
        try:
            return _wire.value_of(progress, self._loads, raw)
        except _wire.WireError as error:
            self._not_understood = copies_of(not_a_server(self.process.path, str(error)))
            self.process.kill()
            raise self._not_understood() from None

    def notify(self, method: str, params: Params) -> None:
        self._check()
        self._send(_wire.notification(method, params), Deadline(None), None)

    def _register(self, progress: Optional[Mailbox]) -> Tuple[int, Pending]:
        pending = Pending(progress)
        with self._changed:
            self._check()
            self._last_id += 1
            id = self._last_id
            self._pending[id] = pending
            if progress is None:
                self._flow.wait_begins()
        return id, pending

    def _check(self) -> None:
        if self._failure is not None:
            raise self._failure()
        if not self.process.is_ours:
            raise forked()
        if self._flow.is_closing and threading.current_thread() is not self._closer:
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
                self._flow.waiting -= 1
            if self._failure is not None:
                return
        self._send_cancel(id)

    def _send_cancel(self, id: int) -> None:
        with contextlib.suppress(PaginatorError):
            self._send(_wire.notification("$/cancelRequest", {"id": id}), Deadline(0), None)

    # Writing

    def _send(
        self, frame: bytes, deadline: Deadline, pending: Optional[Pending]
    ) -> bool:
        """Writes a message; False when the deadline came first: the rest goes out later."""
        if pending is not None:
            pending.bytes = len(frame)
        if not self._writing.acquire(timeout=deadline.lock_seconds):
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

    def _flush(self, deadline: Deadline) -> bool:
        descriptor = self.process.stdin.fileno()
        while self._unsent:
            try:
                del self._unsent[: os.write(descriptor, self._unsent)]
            except BlockingIOError:
                if deadline.is_over:
                    return False
                with self._changed:
                    self._flow.wait_begins()
                try:
                    poll = select.poll()
                    poll.register(descriptor, select.POLLOUT)
                    poll.poll(deadline.poll_milliseconds)
                finally:
                    with self._changed:
                        self._flow.waiting -= 1
        return True

    # Reading

    def _read(self) -> None:
        """The reading thread: runs until the server's output ends or is no message."""
        decoder = _wire.FrameDecoder()
        descriptor = self.process.stdout.fileno()
        chunk = memoryview(bytearray(CHUNK_BYTES))
        failure: Callable[[], PaginatorError] = closed
        try:
            while True:
                size = os.readv(descriptor, [chunk])
                if not size:
                    break
                for body in decoder.bodies(chunk[:size]):
                    token = _wire.progress_token(body)
                    if token is None:
                        self._route(_wire.message_of(body, self._loads))
                    else:
                        self._put_progress(token, body)
                    if self._flow.is_full:
                        self._flow.hand_over()
                self._flow.hand_over()
            if not self._flow.is_closing:
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
            self._flow.waiting -= sum(1 for each in pending if each.progress is None)
            for mailbox in [*self._progress.values(), self._events]:
                mailbox.is_closed = True
            self._changed.notify_all()
        for each in pending:
            each.lock.release()
        self._ended.set()
        self._workers.stop()
        if not self._flow.is_closing:
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
        elif self._listeners:
            if self._event_thread is None:
                self._event_thread = threading.Thread(
                    target=self._deliver, daemon=True, name="paginator-events"
                )
                self._event_thread.start()
            self._flow.put(self._events, Event(str(method), message.get("params")))

    def _put_progress(self, token: str, progress: Progress) -> None:
        with self._changed:
            mailbox = self._progress.get(token)
        if mailbox is not None:
            self._flow.put(mailbox, progress)

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
                self._flow.waiting -= 1
            else:
                pending.progress.is_closed = True
                self._changed.notify_all()
        pending.lock.release()

    def _refused(self) -> Optional[int]:
        """The request that a response without an id belongs to: only one that is too large or too
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
            self._workers.submit(lambda: self._reply(handled(found, id, method, params)))

    def _reply(self, frame: bytes) -> None:
        """Never on the reading thread, which must not wait for a server that waits for it."""
        try:
            self._send(frame, Deadline(None), None)
        except PaginatorError:
            pass

    def _deliver(self) -> None:
        """The thread that calls listeners back, in the order of arrival."""
        while True:
            events = self._flow.take(self._events, Deadline(None), is_counted=False)
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
            if self._flow.is_closing or not self.process.is_ours:
                return
            self._closer = threading.current_thread()
            self._flow.is_closing = True
            self._changed.notify_all()
        try:
            self.call("shutdown", {}, SHUTDOWN_SECONDS)
            self._send(_wire.notification("exit", {}), Deadline(SHUTDOWN_SECONDS), None)
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
        self._flow.is_closing = True
        self.process.kill()

    def _close_input(self) -> None:
        """Not while another thread writes, who would write to whatever gets the same number."""
        if self._writing.acquire(timeout=EXIT_SECONDS):
            try:
                self.process.close_input()
            finally:
                self._writing.release()
