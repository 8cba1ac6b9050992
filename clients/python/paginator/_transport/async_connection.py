"""One server for any number of tasks of one event loop."""

from __future__ import annotations

import asyncio
import contextlib
import inspect
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
from .async_pipes import Input, Output
from .async_waiting import Mailbox, Pending
from .decoding import Loads
from .process import EXIT_SECONDS, ServerProcess
from .protocol import (
    CANCEL_SECONDS,
    HANDLER_FAILED,
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
from .wire import Message, Progress

Result = TypeVar("Result")

_log = logging.getLogger("paginator")


class AsyncConnection:
    """A server process and everything that is under way with it. Belongs to one event loop."""

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
        self._loop = asyncio.get_running_loop()
        self._handlers = dict(handlers)
        self._pending: Dict[int, Pending] = {}
        self._progress: Dict[Any, Mailbox] = {}
        self._events = Mailbox()
        self._tasks: Set["asyncio.Task[Any]"] = set()
        self._is_delivering = False
        self._waiting = 0
        """The number of pending requests without progress."""
        self._is_closing = False
        self._is_closed = False
        self._failure: Optional[Callable[[], PaginatorError]] = None
        self._ended = asyncio.Event()
        self._output = Output(
            self._route, self._put_progress, self._not_understood, self._output_ended, loads
        )
        self._input = Input(forgotten)
        self._last_id = 0

    async def start(self) -> None:
        """Connects the pipes to the loop."""
        await self._output.connect(self.process)
        await self._input.connect(self.process)

    # Calls

    async def call(self, method: str, params: Params, timeout: Optional[float]) -> Any:
        """Sends a request and waits for its result; raises its error."""
        self._check()
        return await self._call(method, params, timeout)

    async def _call(self, method: str, params: Params, timeout: Optional[float]) -> Any:
        id, future, timer = self._begin(method, params, None, timeout)
        try:
            await self._input.room(future)
            return result_of(await future)
        except asyncio.CancelledError:
            self._give_up(id)
            raise
        finally:
            if timer is not None:
                timer.cancel()

    async def values(
        self,
        method: str,
        params: Params,
        tokens: Sequence[str],
        timeout: Optional[float],
        raw: bool = False,
    ) -> AsyncGenerator[Any, None]:
        """Sends a request; gives the values of its progress, and last its `Outcome`.

        With `raw` the items of pages stay bytes. Who stops before the last one cancels the request.
        After CancelledError, raised here or thrown in, come `Interrupted` and what the server had
        sent by then.
        """
        self._check()
        mailbox = Mailbox()
        taken: Deque[Any] = deque()
        self._progress.update((token, mailbox) for token in tokens)
        id, future, timer = self._begin(method, params, mailbox, timeout)
        try:
            while True:
                values = await self._take(mailbox)
                if not values:
                    break
                taken.extend(values)
                while taken:
                    yield self._read_progress(taken.popleft(), raw)
            yield Outcome(result_of(await future))
        except asyncio.CancelledError:
            self._send_cancel(id)
            yield Interrupted()
            with contextlib.suppress(asyncio.TimeoutError):
                while taken or await self._taken_more(mailbox, taken):
                    yield self._read_progress(taken.popleft(), raw)
            self._give_up(id)
            raise
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

    def _read_progress(self, progress: Progress, raw: bool) -> Any:
        try:
            return _wire.value_of(progress, self._loads, raw)
        except _wire.WireError as error:
            self._not_understood(str(error))
            raise not_a_server(self.process.path, str(error)) from None

    def notify(self, method: str, params: Params) -> None:
        self._check()
        self._input.write(_wire.notification(method, params))

    def _begin(
        self, method: str, params: Params, progress: Optional[Mailbox], timeout: Optional[float]
    ) -> Tuple[int, "asyncio.Future[Message]", Optional[asyncio.TimerHandle]]:
        self._last_id += 1
        id = self._last_id
        frame = _wire.request(id, method, params)
        future: "asyncio.Future[Message]" = self._loop.create_future()
        self._pending[id] = Pending(future, progress, len(frame))
        if progress is None:
            self._waiting += 1
            self._balance()
        self._input.write(frame)
        if timeout is None or timeout > _TIMER_SECONDS_MAX:
            return id, future, None
        return id, future, self._loop.call_later(timeout, self._expire, id, method, timeout)

    def _expire(self, id: int, method: str, seconds: float) -> None:
        pending = self._pending.get(id)
        if pending is not None:
            self._give_up(id)
            pending.fail(too_slow(method, seconds))

    def _give_up(self, id: int) -> None:
        """Cancels a request that nobody waits for any more."""
        if self._remove(id) is not None and self._failure is None:
            self._send_cancel(id)

    def _send_cancel(self, id: int) -> None:
        self._input.write(_wire.notification("$/cancelRequest", {"id": id}))

    def _remove(self, id: Any) -> Optional[Pending]:
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

    async def _take(self, mailbox: Mailbox) -> List[Any]:
        """All values that have come; [] after the last."""
        if not mailbox.values and not mailbox.is_closed:
            mailbox.arrival = self._loop.create_future()
            self._balance()
            try:
                await mailbox.arrival
            finally:
                mailbox.arrival = None
        values = list(mailbox.values)
        mailbox.values.clear()
        self._balance()
        return values

    async def _taken_more(self, mailbox: Mailbox, taken: Deque[Any]) -> bool:
        """Waits a moment for values of a request that has been cancelled; False after the last."""
        taken.extend(await asyncio.wait_for(self._take(mailbox), CANCEL_SECONDS))
        return bool(taken)

    def _balance(self) -> None:
        """Stops reading while much waits to be taken and nobody waits for anything else."""
        boxes = [self._events, *self._progress.values()]
        is_full = (
            any(box.is_full for box in boxes)
            and self._waiting == 0
            and not any(box.is_awaited for box in self._progress.values())
        )
        if is_full and not self._output.is_paused:
            self._output.pause()
        elif self._output.is_paused and not is_full:
            self._output.resume()

    # Reading

    def _route(self, message: Message) -> None:
        method = message.get("method")
        if method is None:
            self._answered(message)
        elif "id" in message:
            self._spawn(self._asked(message["id"], str(method), message.get("params")))
        elif method == "$/progress":
            params = message.get("params")
            params = params if isinstance(params, dict) else {}
            token = params.get("token")
            if isinstance(token, str):
                self._put_progress(token, message)
        elif self._listeners:
            if not self._is_delivering:
                self._is_delivering = True
                self._spawn(self._deliver())
            self._put(self._events, Event(str(method), message.get("params")))

    def _put_progress(self, token: str, progress: Progress) -> None:
        mailbox = self._progress.get(token)
        if mailbox is not None:
            self._put(mailbox, progress)

    def _put(self, mailbox: Mailbox, value: Any) -> None:
        mailbox.put(value)
        self._balance()

    def _answered(self, message: Message) -> None:
        id = message.get("id")
        if id is None:
            # Only a message that is too large or too deep is answered without its id.
            id = max(self._pending, key=lambda each: self._pending[each].bytes, default=None)
        pending = self._remove(id) if isinstance(id, int) else None
        if pending is None:
            return
        pending.answer(message)

    def _not_understood(self, found: str) -> None:
        self._end(copies_of(not_a_server(self.process.path, found)))
        self._close_pipes()

    def _output_ended(self) -> None:
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
                pending.fail(failure())
        self._events.close()
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
        self._input.write(reply)

    async def _deliver(self) -> None:
        while True:
            events = await self._take(self._events)
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
                self._input.write(_wire.notification("exit", {}))
                self._input.close(self.process)
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
        self._output.close(self.process)
        self._input.close(self.process)

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


_TIMER_SECONDS_MAX = 365 * 86400.0
