"""One server for any number of threads: the caller sends, one thread reads.

Written by protocol/generate.py from _transport/async_connection.py: change that one.
"""

from __future__ import annotations

import contextlib
import logging
from collections import deque
from threading import Event
from typing import (
    Any,
    Callable,
    Deque,
    Dict,
    Generator,
    List,
    Mapping,
    Optional,
    Sequence,
    Tuple,
    Union,
)

from . import wire as _wire
from .._errors import PaginatorError, ServerGone
from .flow import Flow, Mailbox, Pending
from .pipes import Input, Output
from .workers import Workers, in_background
from .deadline import Deadline
from .decoding import Loads
from .process import EXIT_SECONDS, ServerProcess
from .protocol import (
    CANCEL_SECONDS,
    HANDLER_FAILED,
    METHOD_NOT_FOUND,
    SHUTDOWN_SECONDS,
    Event as ServerEvent,
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
from .wire import Message, Progress

_log = logging.getLogger("paginator")


class Connection:
    """A server process and everything that is under way with it.

    `_changed`, which is the flow's, guards `_pending`, `_progress` and `_failure` too.
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
        self._handlers = dict(handlers)
        self._workers = Workers()
        self._flow = Flow()
        self._changed = self._flow.changed
        self._pending: Dict[int, Pending] = {}
        self._progress: Dict[Any, Mailbox] = {}
        self._events = Mailbox()
        self._is_delivering = False
        self._failure: Optional[Callable[[], PaginatorError]] = None
        """Makes the error of every call, once the connection has ended."""
        self._fault: Optional[Callable[[], PaginatorError]] = None
        """Makes the error about bytes of the server that are no message."""
        self._is_closed = False
        self._last_id = 0
        self._decoder = _wire.FrameDecoder()
        self._output = Output(process, self._flow, self._receive, self._output_ended)
        self._input = Input(process, self._flow, forgotten)

    @property
    def has_ended(self) -> bool:
        """True when every call fails."""
        return self._failure is not None

    def start(self) -> None:
        """Connects the pipes; the input first, as it is closed where the output ends at once."""
        self._input.start()
        self._output.start()

    # Calls

    def call(self, method: str, params: Params, timeout: Optional[float]) -> Any:
        """Sends a request and waits for its result; raises its error."""
        return self._call(method, params, timeout)

    def _call(
        self, method: str, params: Params, timeout: Optional[float], is_last: bool = False
    ) -> Any:
        deadline = Deadline(timeout)
        id, pending = self._register(None, is_last)
        try:
            frame = _wire.request(id, method, params)
            is_sent = self._send(frame, deadline, pending)
            if not (is_sent and pending.done.wait(deadline.seconds)):
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
        rest: Optional[List[Any]] = None,
    ) -> Generator[Any, None, None]:
        """Sends a request; gives the values of its progress, and last its `Outcome`.

        With `raw` the items of pages stay bytes. Whoever stops before the last one cancels the
        request. After KeyboardInterrupt, a timeout, or what is thrown in, `rest` has the values that
        the server had sent by then.
        """
        deadline = Deadline(timeout)
        mailbox = Mailbox()
        taken: Deque[Any] = deque()
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
            except GeneratorExit:
                self._give_up(id)
                raise
            except BaseException:
                if id in self._pending:
                    self._send_cancel(id)
                deadline = Deadline(CANCEL_SECONDS)
                while taken or self._taken_more(mailbox, taken, deadline):
                    value = self._read_progress(taken.popleft(), raw)
                    if rest is not None:
                        rest.append(value)
                self._give_up(id)
                raise
            yield Outcome(self._finish(pending))
        finally:
            with self._changed:
                for token in tokens:
                    self._progress.pop(token, None)
                mailbox.is_closed = True
                self._changed.notify_all()

    def _taken_more(self, mailbox: Mailbox, taken: Deque[Any], deadline: Deadline) -> bool:
        """Waits for values of a request that has been cancelled; False after the last."""
        taken.extend(self._flow.take(mailbox, deadline) or ())
        return bool(taken)

    def _read_progress(self, progress: Progress, raw: bool) -> Any:
        try:
            return _wire.value_of(progress, self._loads, raw)
        except (_wire.WireError, _wire.LoadsFailed) as error:
            raise self._not_understood(error) from None

    def notify(self, method: str, params: Params) -> None:
        """Sends a notification, for which there is no response."""
        self._check()
        self._send(_wire.notification(method, params), Deadline(None))

    def _register(
        self, progress: Optional[Mailbox], is_last: bool = False
    ) -> Tuple[int, Pending]:
        pending = Pending(progress)
        with self._changed:
            self._check(is_last)
            self._last_id += 1
            id = self._last_id
            self._pending[id] = pending
            if progress is None:
                self._flow.wait_begins()
        return id, pending

    def _check(self, is_last: bool = False) -> None:
        if self._failure is not None:
            raise self._failure()
        if not self.process.is_ours:
            raise forked()
        if self._flow.is_closing and not is_last:
            raise closed()

    def _finish(self, pending: Pending) -> Any:
        if pending.message is None:
            assert self._failure is not None
            raise self._failure()
        return result_of(pending.message)

    def _give_up(self, id: int) -> None:
        """Cancels a request that has no caller any more."""
        with self._changed:
            pending = self._pending.pop(id, None)
            if pending is None:
                return
            if pending.progress is None:
                self._flow.waiting -= 1
                self._changed.notify_all()
            if self._failure is not None:
                return
        self._send_cancel(id)

    def _send_cancel(self, id: int) -> None:
        self._input.write(_wire.notification("$/cancelRequest", {"id": id}))

    def _send(
        self, frame: bytes, deadline: Deadline, pending: Optional[Pending] = None
    ) -> bool:
        """Writes a message; False when the deadline came first: the rest goes out later."""
        if pending is not None:
            pending.bytes = len(frame)
        try:
            return self._input.send(frame, deadline, pending)
        except (OSError, ValueError):
            self._flow.ended.wait(EXIT_SECONDS)
            raise self._failure() if self._failure is not None else closed() from None

    # Messages of the server

    def _receive(self, data: Union[bytes, memoryview]) -> bool:
        """Routes the messages that the bytes complete; False where it stops before the last."""
        try:
            for body in self._decoder.bodies(data):
                token = _wire.progress_token(body)
                if token is None:
                    self._route(_wire.message_of(body, self._loads))
                else:
                    self._put_progress(token, body)
                if self._flow.is_full and not self._flow.hand_over():
                    return False
        except (_wire.WireError, _wire.LoadsFailed) as error:
            self._not_understood(error)
            return False
        return self._flow.hand_over()

    def _route(self, message: Message) -> None:
        method = message.get("method")
        if method is None:
            self._answered(message)
        elif "id" in message:
            id, params = message["id"], message.get("params")
            self._workers.submit(lambda: self._reply(id, str(method), params))
        elif method == "$/progress":
            params = message.get("params")
            token = params.get("token") if isinstance(params, dict) else None
            if isinstance(token, str):
                self._put_progress(token, message)
        elif self._listeners:
            if not self._is_delivering:
                self._is_delivering = True
                self._workers.start(self._deliver)
            self._flow.put(self._events, ServerEvent(str(method), message.get("params")))

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
        pending.done.set()

    def _refused(self) -> Optional[int]:
        """The request that a response without an id belongs to: only one that is too large or too
        deep is not understood by the server, so it is the largest that waits."""
        return max(self._pending, key=lambda id: self._pending[id].bytes, default=None)

    def _reply(self, id: Any, method: str, params: Any) -> None:
        """Answers a request of the server's."""
        handler = self._handlers.get(method)
        if handler is None:
            reply = _wire.refusal(id, METHOD_NOT_FOUND, f"There is no handler for {method}.")
        else:
            try:
                result = handler(params)
                reply = _wire.answer(id, result)
            except Exception as error:
                _log.exception("The handler of %s failed", method)
                reply = _wire.refusal(id, HANDLER_FAILED, f"{type(error).__name__}: {error}")
        with contextlib.suppress(PaginatorError):
            self._send(reply, Deadline(None))

    def _deliver(self) -> None:
        """Calls listeners back, in the order of arrival."""
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

    def _not_understood(self, error: Exception) -> PaginatorError:
        """Ends the server; the error of every call from now on."""
        failure = PaginatorError(str(error))
        if isinstance(error, _wire.WireError):
            failure = not_a_server(self.process.path, str(error))
        self._fault = copies_of(failure)
        self.process.kill()
        self._output.close()
        return failure

    def _output_ended(self) -> None:
        """The pipe is closed: the server has ended, or will be."""
        if self._flow.is_closing:
            self._end(closed)
        elif self._fault is not None:
            self._end(self._fault)
        else:
            in_background(self._gone, lambda error: self._end(self._fault or copies_of(error)))

    def _gone(self) -> ServerGone:
        error = self.process.gone()
        self.process.stop(0)
        return error

    def _end(self, failure: Callable[[], PaginatorError]) -> None:
        """Fails everything that is under way, and what comes later."""
        with self._changed:
            if self._failure is not None:
                return
            self._failure = failure
            pending, self._pending = list(self._pending.values()), {}
            self._flow.waiting -= sum(1 for each in pending if each.progress is None)
            for mailbox in [*self._progress.values(), self._events]:
                mailbox.is_closed = True
            self._changed.notify_all()
        for each in pending:
            each.done.set()
        self._flow.ended.set()
        self._workers.stop()
        self._output.close()
        self._input.close()

    def close(self) -> None:
        """Shuts the server down and waits for its end, by force if need be. Comes once."""
        with self._changed:
            if self._is_closed or not self.process.is_ours:
                return
            self._is_closed = self._flow.is_closing = True
            self._changed.notify_all()
        try:
            self._call("shutdown", {}, SHUTDOWN_SECONDS, is_last=True)
            self._send(_wire.notification("exit", {}), Deadline(SHUTDOWN_SECONDS))
            self._input.finish()
            self._stop(EXIT_SECONDS)
        except PaginatorError:
            self._stop(0)
        except BaseException:
            self.process.kill()
            raise
        finally:
            self._flow.ended.wait(EXIT_SECONDS)
            self._end(closed)
            self._workers.close()

    def _stop(self, patience: float) -> None:
        """Waits for the end of the process, by force after that many seconds."""
        end = Event()
        in_background(lambda: self.process.stop(patience), lambda _: end.set())
        end.wait()

    def abandon(self) -> None:
        """Ends the server at once: when the client is dropped, and at exit."""
        self._flow.is_closing = True
        self.process.kill()
