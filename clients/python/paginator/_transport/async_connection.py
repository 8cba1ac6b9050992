"""One server for any number of tasks of one event loop."""

from __future__ import annotations

import asyncio
import inspect
import json
import logging
import threading
from collections import deque
from typing import (
    Any,
    AsyncGenerator,
    Callable,
    Deque,
    Dict,
    List,
    Mapping,
    Optional,
    Sequence,
    Set,
    Tuple,
    TypeVar,
)

from . import wire as _wire
from .._errors import PaginatorError, ServerGone
from .process import EXIT_SECONDS, ServerProcess
from .protocol import (
    HANDLER_FAILED,
    METHOD_NOT_FOUND,
    SHUTDOWN_SECONDS,
    UNREAD_MAX,
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
from .wire import Loads, Message

Result = TypeVar("Result")

_log = logging.getLogger("paginator")


class _Mailbox:
    """Values on their way to the one task that takes them."""

    def __init__(self) -> None:
        self.values: Deque[Any] = deque()
        self.is_closed = False
        self.arrival: Optional["asyncio.Future[None]"] = None

    def wake(self) -> None:
        if self.arrival is not None and not self.arrival.done():
            self.arrival.set_result(None)


class _Pending:
    """A request that has not been answered."""

    __slots__ = ("future", "progress", "bytes")

    def __init__(
        self, future: "asyncio.Future[Message]", progress: Optional[_Mailbox], bytes: int
    ) -> None:
        self.future = future
        self.progress = progress
        self.bytes = bytes


class _Output(asyncio.Protocol):
    """The server's standard output."""

    def __init__(self, connection: "AsyncConnection", loads: Loads) -> None:
        self._connection = connection
        self._decoder = _wire.FrameDecoder(loads)

    def data_received(self, data: bytes) -> None:
        try:
            for message in self._decoder.feed(data):
                self._connection.route(message)
        except _wire.WireError as error:
            self._connection.not_understood(str(error))

    def connection_lost(self, exc: Optional[BaseException]) -> None:
        self._connection.output_ended()


class _Input(asyncio.BaseProtocol):
    """The server's standard input."""

    def __init__(self) -> None:
        self.is_full = False
        self._waiters: List["asyncio.Future[None]"] = []

    def pause_writing(self) -> None:
        self.is_full = True

    def resume_writing(self) -> None:
        self.is_full = False
        waiters, self._waiters = self._waiters, []
        for waiter in waiters:
            if not waiter.done():
                waiter.set_result(None)

    def connection_lost(self, exc: Optional[BaseException]) -> None:
        self.resume_writing()

    async def room(self) -> None:
        """Waits until the server has read enough."""
        while self.is_full:
            waiter = asyncio.get_running_loop().create_future()
            self._waiters.append(waiter)
            await waiter


class AsyncConnection:
    """A server process and everything that is under way with it. Belongs to one event loop."""

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
        self._loop = asyncio.get_running_loop()
        self._handlers = dict(handlers)
        self._pending: Dict[int, _Pending] = {}
        self._progress: Dict[Any, _Mailbox] = {}
        self._events = _Mailbox()
        self._tasks: Set["asyncio.Task[Any]"] = set()
        self._is_delivering = False
        self._waiting = 0
        self._is_reading_paused = False
        self._is_closing = False
        self._is_closed = False
        self._failure: Optional[Callable[[], PaginatorError]] = None
        self._ended = asyncio.Event()
        self._output: Optional[asyncio.ReadTransport] = None
        self._input: Optional[asyncio.WriteTransport] = None
        self._room = _Input()
        self._last_id = 0

    async def start(self) -> None:
        """Connects the pipes to the loop."""
        self._output, _ = await self._loop.connect_read_pipe(
            lambda: _Output(self, self._loads), self.process.stdout
        )
        self._input, _ = await self._loop.connect_write_pipe(
            lambda: self._room, self.process.stdin
        )

    # Calls

    async def call(self, method: str, params: Params, timeout: Optional[float]) -> Any:
        """Sends a request and waits for its result; raises its error."""
        self._check()
        return await self._call(method, params, timeout)

    async def _call(self, method: str, params: Params, timeout: Optional[float]) -> Any:
        id, future, timer = self._begin(method, params, None, timeout)
        try:
            if self._room.is_full:
                await self._wait_for_room(future)
            return result_of(await future)
        except asyncio.CancelledError:
            self._give_up(id)
            raise
        finally:
            if timer is not None:
                timer.cancel()

    async def stream(
        self,
        method: str,
        params: Params,
        tokens: Sequence[str],
        timeout: Optional[float],
        take: Callable[[Any], Any],
    ) -> Any:
        """Sends a request; `take` gets the values of its progress, one after the other."""
        values = self.values(method, params, tokens, timeout)
        try:
            async for value in values:
                if isinstance(value, Outcome):
                    return value.result
                outcome = take(value)
                if inspect.isawaitable(outcome):
                    await outcome
        finally:
            await values.aclose()

    async def values(
        self,
        method: str,
        params: Params,
        tokens: Sequence[str],
        timeout: Optional[float],
    ) -> AsyncGenerator[Any, None]:
        """Sends a request; gives the values of its progress, and last its `Outcome`.

        Who stops before the last one cancels the request.
        """
        self._check()
        mailbox = _Mailbox()
        self._progress.update((token, mailbox) for token in tokens)
        id, future, timer = self._begin(method, params, mailbox, timeout)
        try:
            while True:
                values = await self._take(mailbox)
                if not values:
                    break
                for value in values:
                    yield value
            yield Outcome(result_of(await future))
        except BaseException:
            self._give_up(id)
            raise
        finally:
            if timer is not None:
                timer.cancel()
            for token in tokens:
                self._progress.pop(token, None)
            mailbox.values.clear()
            self._balance()

    def notify(self, method: str, params: Params) -> None:
        self._check()
        self._write(_wire.notification(method, params))

    def _begin(
        self, method: str, params: Params, progress: Optional[_Mailbox], timeout: Optional[float]
    ) -> Tuple[int, "asyncio.Future[Message]", Optional[asyncio.TimerHandle]]:
        self._last_id += 1
        id = self._last_id
        frame = _wire.request(id, method, params)
        future: "asyncio.Future[Message]" = self._loop.create_future()
        self._pending[id] = _Pending(future, progress, len(frame))
        if progress is None:
            self._waiting += 1
            self._balance()
        self._write(frame)
        if timeout is None or timeout > _TIMER_SECONDS_MAX:
            return id, future, None
        return id, future, self._loop.call_later(timeout, self._expire, id, method, timeout)

    def _expire(self, id: int, method: str, seconds: float) -> None:
        pending = self._pending.get(id)
        if pending is not None:
            self._give_up(id)
            _fail(pending, too_slow(method, seconds))

    def _give_up(self, id: int) -> None:
        """Cancels a request that nobody waits for any more."""
        if self._remove(id) is not None and self._failure is None:
            self._write(_wire.notification("$/cancelRequest", {"id": id}))

    def _remove(self, id: Any) -> Optional[_Pending]:
        pending = self._pending.pop(id, None)
        if pending is not None and pending.progress is None:
            self._waiting -= 1
        return pending

    def _check(self) -> None:
        if self._failure is not None:
            raise self._failure()
        if not self.process.is_ours:
            raise forked()
        if self._is_closing:
            raise closed()
        if asyncio.get_running_loop() is not self._loop:
            raise RuntimeError("This client belongs to another event loop; make one for this.")

    # Waiting

    async def _take(self, mailbox: _Mailbox) -> List[Any]:
        """All values that have come; [] after the last."""
        if not mailbox.values and not mailbox.is_closed:
            mailbox.arrival = self._loop.create_future()
            self._waiting += 1
            self._balance()
            try:
                await mailbox.arrival
            finally:
                self._waiting -= 1
                mailbox.arrival = None
        values = list(mailbox.values)
        mailbox.values.clear()
        self._balance()
        return values

    def _balance(self) -> None:
        """Stops reading while much waits to be taken and nobody waits for anything else."""
        boxes = [self._events, *self._progress.values()]
        is_full = self._waiting == 0 and any(len(box.values) >= UNREAD_MAX for box in boxes)
        if is_full == self._is_reading_paused or self._output is None or self._output.is_closing():
            return
        self._is_reading_paused = is_full
        if is_full:
            self._output.pause_reading()
        else:
            self._output.resume_reading()

    async def _wait_for_room(self, future: "asyncio.Future[Message]") -> None:
        room = self._loop.create_task(self._room.room())
        either: List["asyncio.Future[Any]"] = [room, future]
        try:
            await asyncio.wait(either, return_when=asyncio.FIRST_COMPLETED)
        finally:
            room.cancel()

    def _write(self, frame: bytes) -> None:
        if self._input is None or self._input.is_closing():
            return
        for id in self._forgotten.taken():
            self._input.write(_wire.notification("paginator/close", {"paginatorId": id}))
        self._input.write(frame)

    # Reading

    def route(self, message: Message) -> None:
        method = message.get("method")
        if method is None:
            self._answered(message)
        elif "id" in message:
            self._spawn(self._asked(message["id"], str(method), message.get("params")))
        elif method == "$/progress":
            params = message.get("params")
            params = params if isinstance(params, dict) else {}
            token = params.get("token")
            mailbox = self._progress.get(token) if isinstance(token, str) else None
            if mailbox is not None:
                self._put(mailbox, params.get("value"))
        elif self._listeners:
            if not self._is_delivering:
                self._is_delivering = True
                self._spawn(self._deliver())
            self._put(self._events, Event(str(method), message.get("params")))

    def _put(self, mailbox: _Mailbox, value: Any) -> None:
        if not mailbox.is_closed:
            mailbox.values.append(value)
            mailbox.wake()
            self._balance()

    def _answered(self, message: Message) -> None:
        id = message.get("id")
        if id is None:
            # Only a message that is too large or too deep is answered without its id.
            id = max(self._pending, key=lambda each: self._pending[each].bytes, default=None)
        pending = self._remove(id) if isinstance(id, int) else None
        if pending is None:
            return
        if not pending.future.done():
            pending.future.set_result(message)
        if pending.progress is not None:
            pending.progress.is_closed = True
            pending.progress.wake()

    def not_understood(self, found: str) -> None:
        self._end(copies_of(not_a_server(self.process.path, found)))
        self._close_pipes()

    def output_ended(self) -> None:
        """The pipe is closed: the server has ended, or will be."""
        if self._is_closing:
            self._end(closed)
        else:
            is_known = self._failure is not None
            _in_thread(
                self._loop,
                lambda: self._bury(is_known),
                lambda error: self._end(copies_of(error)),
            )

    def _bury(self, is_known: bool) -> ServerGone:
        error = closed() if is_known else self.process.gone()
        self.process.stop(0)
        return error

    def _end(self, failure: Callable[[], PaginatorError]) -> None:
        """Fails everything that is under way, and what comes later."""
        if self._failure is not None:
            return
        self._failure = failure
        for id in list(self._pending):
            pending = self._remove(id)
            if pending is not None:
                _fail(pending, failure())
        self._events.is_closed = True
        self._events.wake()
        if self._input is not None and not self._input.is_closing():
            self._input.abort()
        self._ended.set()

    # Requests and notifications of the server

    async def _asked(self, id: Any, method: str, params: Any) -> None:
        handler = self._handlers.get(method)
        if handler is None:
            reply = _wire.refusal(id, METHOD_NOT_FOUND, f"There is no handler for {method}.")
        else:
            try:
                result = handler(params)
                reply = _wire.answer(id, await result if inspect.isawaitable(result) else result)
            except Exception as error:
                _log.exception("The handler of %s failed", method)
                reply = _wire.refusal(id, HANDLER_FAILED, f"{type(error).__name__}: {error}")
        self._write(reply)

    async def _deliver(self) -> None:
        while True:
            if not self._events.values and not self._events.is_closed:
                self._events.arrival = self._loop.create_future()
                await self._events.arrival
            events = list(self._events.values)
            self._events.values.clear()
            self._balance()
            if not events:
                return
            for event in events:
                for callback in self._listeners.matching(event):
                    try:
                        outcome = callback(event)
                        if inspect.isawaitable(outcome):
                            await outcome
                    except Exception:
                        _log.exception("The callback for %s failed", event.name)

    def _spawn(self, work: Any) -> None:
        task = self._loop.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    # The end

    async def close(self) -> None:
        """Shuts the server down and waits for its end, by force if need be. Comes once."""
        if self._is_closed or not self.process.is_ours:
            return
        self._is_closed = self._is_closing = True
        try:
            patience = EXIT_SECONDS
            try:
                if self._failure is not None:
                    raise self._failure()
                await self._call("shutdown", {}, SHUTDOWN_SECONDS)
                self._write(_wire.notification("exit", {}))
                if self._input is not None:
                    self._input.close()
            except PaginatorError:
                patience = 0
            await self._stop(patience)
            await asyncio.wait_for(self._ended.wait(), EXIT_SECONDS)
        except asyncio.TimeoutError:
            pass
        finally:
            self.process.kill()
            self._end(closed)
            self._close_pipes()
            for task in self._tasks - {asyncio.current_task()}:
                task.cancel()

    def _close_pipes(self) -> None:
        if self._output is None:
            self.process.close_output()
        else:
            self._output.close()
        if self._input is None:
            self.process.close_input()

    async def _stop(self, patience: float) -> None:
        stopped: "asyncio.Future[None]" = self._loop.create_future()
        _in_thread(
            self._loop,
            lambda: self.process.stop(patience),
            lambda _: None if stopped.done() else stopped.set_result(None),
        )
        await stopped

    def abandon(self) -> None:
        """Ends the server at once: for when nobody holds the client, and at exit."""
        self._is_closing = True
        self.process.kill()


def _in_thread(
    loop: asyncio.AbstractEventLoop, work: Callable[[], Result], then: Callable[[Result], None]
) -> None:
    """Does what blocks on a thread, and then something on the loop. The thread keeps neither the
    loop nor the program from ending, as one of the loop's executor would."""

    def run() -> None:
        result = work()
        try:
            loop.call_soon_threadsafe(then, result)
        except RuntimeError:
            pass  # The loop has been closed: nobody waits any more.

    threading.Thread(target=run, daemon=True, name="paginator-end").start()


def _fail(pending: _Pending, error: PaginatorError) -> None:
    if not pending.future.done():
        pending.future.set_exception(error)
        pending.future.exception()
    if pending.progress is not None:
        pending.progress.is_closed = True
        pending.progress.wake()


_TIMER_SECONDS_MAX = 365 * 86400.0
