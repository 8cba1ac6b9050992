"""One paginator of the asyncio client."""

from __future__ import annotations

import asyncio
import contextlib
import inspect
import weakref
from typing import (
    TYPE_CHECKING,
    Any,
    AsyncIterator,
    Awaitable,
    Callable,
    List,
    Mapping,
    Optional,
    TypeVar,
    Union,
    overload,
)

from ._calls import (
    Result,
    chosen,
    configured,
    count_of,
    index_span,
    is_series,
    needs_count,
    warn_of,
    warn_of_walk,
    wire_names,
    within_limit,
)
from ._errors import ItemOutOfRange, NoNextPage, PaginatorError, PaginatorNotFound, ServerGone
from ._known import Known
from ._model import Page, State, Window
from ._shown import frames
from ._shown.progress import Progress, following
from ._traces import short_tracebacks
from ._transport.protocol import CANCEL_SECONDS, Event, Outcome, Params
from ._walks import INTERRUPTS, Walk, WalkProgress, WalkSummary

if TYPE_CHECKING:
    from typing_extensions import Unpack

    from ._async_client import AsyncClient
    from ._transport.async_connection import AsyncConnection
    from ._types import ConfigureArguments, Refreshed

Item = TypeVar("Item")
Parameters = Mapping[str, Any]


@short_tracebacks
class AsyncPages(Known[Item]):
    """One paginator: load pages, or `async for` over all items from the beginning.

    Any task may call any method; loads run in the order in which they were called. Cancelling a
    task cancels its load on the server. RuntimeError tells a loop that another one has moved on.
    """

    def __init__(
        self,
        client: AsyncClient,
        connection: AsyncConnection,
        state: State,
        params: Mapping[str, Any],
        *,
        strict: bool = False,
        owns_client: bool = False,
        source: Any = None,
    ) -> None:
        super().__init__(state, params, strict)
        self.client = client
        self._source = source  # What supplies the items of `each` stays open.
        self._owns_client = owns_client
        self._server = client._server
        self._connection = connection
        """The one to the server that has the paginator."""
        self._forget = weakref.finalize(self, self._server.forgotten.put, state.paginator_id)
        # Typeshed's finalize has `__slots__` without it.
        self._forget.atexit = False  # type: ignore[misc,unused-ignore]

    # Loads

    async def next(
        self, *, parameters: Optional[Parameters] = None, timeout: Optional[float] = None
    ) -> Page[Item]:
        """Loads the page after the current one, or the first. NoNextPage at the end."""
        self._begin_reading()
        return await self._load("loadNextPage", timeout, parameters=parameters)

    async def previous(
        self, *, parameters: Optional[Parameters] = None, timeout: Optional[float] = None
    ) -> Page[Item]:
        """Loads the page before the current one."""
        self._begin_reading()
        return await self._load("loadPreviousPage", timeout, parameters=parameters)

    async def page(
        self,
        number: int,
        *,
        parameters: Optional[Parameters] = None,
        timeout: Optional[float] = None,
    ) -> Page[Item]:
        """Loads that page."""
        self._begin_reading(continues=False)
        return await self._load("loadPage", timeout, page=number, parameters=parameters)

    async def pages(self) -> AsyncIterator[Page[Item]]:
        """Loads page after page, from the current position to the end."""
        if is_series(self._params):
            async for report in self.stream():
                yield report.page
            return
        reading = self._begin_reading()
        while True:
            try:
                with self._loading(reading):
                    page: Page[Item] = await self._load("loadNextPage", None)
            except NoNextPage:
                break
            state = page.state
            warn_of(state, self._warnings_said)
            is_last = state.has_next_page is False
            if page.items or not is_last:
                yield page
            if is_last:
                break
        if self._is_strict:
            # From the end a walk requests nothing more: it only says what it thinks of the list.
            (await self._walk(None, keep_items=False)).raise_for_verdict()

    async def __aiter__(self) -> AsyncIterator[Item]:
        """All items, from the beginning: what was loaded before is loaded again."""
        await self._rewind()
        count = 0
        async for page in self.pages():
            for item in within_limit(page, count):
                yield item
            count += len(page)

    async def to_list(self, *, progress: Progress = None) -> List[Item]:
        """All items, from the beginning, several pages at a time; `progress` is that of `walk`.

        Raises what kept a page from loading, or NotComplete where the API refused one or repeated
        itself. What came before is in `last_walk.items`.
        """
        with self._loading(await self._rewind()):
            summary = await self._walk(progress)
        summary.raise_for_failure()
        warn_of_walk(summary, self._warnings_said)
        if self._is_strict:
            summary.raise_for_verdict()
        return summary.items or []

    async def to_frame(self, *, flatten: bool = False, progress: Progress = None) -> Any:
        """All items, from the beginning, as a pandas.DataFrame.

        With `flatten`, members of objects get columns of their own (`author.login`).
        """
        frames.pandas()
        return frames.pandas_frame(await self.to_list(progress=progress), flatten)

    async def to_polars(self, *, flatten: bool = False, progress: Progress = None) -> Any:
        """All items, from the beginning, as a polars.DataFrame; `flatten` as in `to_frame`."""
        frames.polars()
        return frames.polars_frame(await self.to_list(progress=progress), flatten)

    async def to_arrow(self, *, flatten: bool = False, progress: Progress = None) -> Any:
        """All items, from the beginning, as a pyarrow.Table; `flatten` as in `to_frame`."""
        frames.pyarrow()
        return frames.arrow_table(await self.to_list(progress=progress), flatten)

    async def walk(
        self,
        progress: Progress = None,
        *,
        concurrency: Optional[int] = None,
        max_pages: Optional[int] = None,
        max_items: Optional[int] = None,
        exact: Optional[bool] = None,
        passes: Optional[int] = None,
        keep_items: bool = True,
        raw: bool = False,
        timeout: Optional[float] = None,
    ) -> WalkSummary[Item]:
        """Lets the server load all pages from the current position on, several at a time.

        `exact` notices rows that move while the list is read, and `passes` reads it again, up to so
        many times; both are `walk` of `open`, for this walk alone.

        `progress` gets a `WalkProgress` with each page as it comes; what it raises ends the walk.
        True shows a bar of tqdm where that is installed, else a line on standard error. With
        `keep_items=False` nobody else gets the items. With `raw=True` items stay the bytes that
        the server sent: `progress.page.json` and `summary.json` are JSON arrays, and `items` reads
        them where it is asked for. A failure after some pages is a summary with the verdict
        `partial`. After Ctrl-C, a timeout, `cancel` or what `progress` raises, `last_walk` has what
        came, or with `keep_items=False` what `progress` did not get, and the next load continues
        after it: a walk that does so has `start` in `raw`.
        """
        self._begin_reading()
        return await self._walk(
            progress, concurrency=concurrency, max_pages=max_pages, max_items=max_items,
            exact=exact, passes=passes, keep_items=keep_items, raw=raw, timeout=timeout,
        )

    async def _walk(
        self, progress: Progress = None, *, timeout: Optional[float] = None, **options: Any
    ) -> WalkSummary[Item]:
        walk = self._begin_walk(self._server.loads, restarts=self.client.restarts, **options)
        with following(progress) as reports:

            async def take(value: Any) -> Any:
                report = walk.take(value)
                if report is None:
                    return None
                if reports.needs_pages(report):
                    reports.pages_due = walk.pages_due(await self._ask_for_state(), report)
                return reports.take(report)

            result = await self.client._surviving(lambda: self._stream(walk, timeout, take))
        return self._keep_walk(walk, result)

    async def _cut_off(self, walk: Walk) -> None:
        """Keeps what had come of a walk that its caller ended, and where it is now."""
        try:
            await self._run("state", State, CANCEL_SECONDS)
            self._checkpoint = await self._run("checkpoint", _checkpoint_in, CANCEL_SECONDS)
        except PaginatorError:
            pass
        self.last_walk = walk.cut_off(self.last_state, self._checkpoint)
        self._was_cut_off = True

    async def stream(
        self,
        *,
        concurrency: Optional[int] = None,
        max_pages: Optional[int] = None,
        max_items: Optional[int] = None,
        exact: Optional[bool] = None,
        passes: Optional[int] = None,
        raw: bool = False,
        timeout: Optional[float] = None,
    ) -> AsyncIterator[WalkProgress[Item]]:
        """The same walk as a loop: a `WalkProgress` with each page, and then `last_walk`.

        Who leaves the loop ends the walk, of which the server has sent more by then: to continue,
        `page` or `reset` has to say where."""
        reading = self._begin_reading()
        walk = self._begin_walk(
            self._server.loads, concurrency=concurrency, max_pages=max_pages, max_items=max_items,
            exact=exact, passes=passes, keep_items=False, raw=raw, restarts=self.client.restarts,
        )
        for is_last in (not self.client.restarts, True):
            try:
                async with self._values(walk, timeout) as values:
                    async for value in values:
                        if isinstance(value, Outcome):
                            break
                        report = walk.take(value)
                        self._go_on_reading(reading)
                        if report is not None:
                            self._is_ahead = True
                            yield report
                            self._is_ahead = False
                break
            except ServerGone:
                if is_last:
                    raise
                await self._server.restart()
        summary = self._keep_walk(walk, value.result)
        warn_of_walk(summary, self._warnings_said)
        if self._is_strict:
            summary.raise_for_verdict()

    async def _stream(self, walk: Walk, timeout: Optional[float], take: Callable[[Any], Any]) -> Any:
        """The result of a walk; `take` gets the values of its progress, one after the other."""
        async with self._values(walk, timeout) as values:
            async for value in values:
                if isinstance(value, Outcome):
                    return value.result
                try:
                    outcome = take(value)
                    while inspect.isawaitable(outcome):
                        outcome = await outcome
                except BaseException as error:
                    walk.is_given_up = not isinstance(error, ServerGone)
                    with contextlib.suppress(asyncio.CancelledError):
                        await values.athrow(asyncio.CancelledError())
                    raise

    @contextlib.asynccontextmanager
    async def _values(self, walk: Walk, timeout: Optional[float]) -> AsyncIterator[Any]:
        """The values of a walk's progress; who is interrupted has the rest in `last_walk`."""
        walk.begin()
        connection = await self.client._connected(walk.params)
        limit = self.client.timeout if timeout is None else timeout
        values = connection.values(
            walk.method, walk.params, walk.tokens, limit, walk.is_raw, walk.rest
        )
        try:
            with self._failing_in_python():
                yield values
        except BaseException as error:
            if walk.is_given_up or isinstance(error, INTERRUPTS):
                await self._cut_off(walk)
            raise
        finally:
            await values.aclose()

    async def _rewind(self) -> object:
        """Back to where the paginator was opened, on behalf of one call or loop."""
        was_read = self._reading is not None or self.last_state.loaded
        reading = self._begin_reading(continues=False)
        if was_read or self.last_state.current_page is not None:
            await self._reset()
        return reading

    # The collection

    async def window(
        self,
        start: int,
        count: int,
        wait: bool = True,
        *,
        load: bool = True,
        timeout: Optional[float] = None,
    ) -> Window[Item]:
        """Items by their index in the whole collection; loads what is missing."""
        given = {"start": start, "count": count, "load": load, "wait": wait}
        return await self._request("items", given, Window, timeout)

    async def count(self) -> int:
        """The number of all items, as the API states it; TypeError where that is unknown."""
        state = self.last_state
        return count_of(state if state.object_count is not None else await self._ask_for_state())

    @overload
    def __getitem__(self, key: int) -> Awaitable[Item]: ...

    @overload
    def __getitem__(self, key: slice) -> Awaitable[List[Item]]: ...

    def __getitem__(self, key: Union[int, slice]) -> Awaitable[Any]:
        """Items by their index in the whole collection: `await pages[3]`, `await pages[:10]`."""
        return self._slice(key) if isinstance(key, slice) else self._item(key)

    async def _item(self, key: int) -> Item:
        index = key + await self.count() if key < 0 else key
        found: List[Item] = []
        if index >= 0:
            found = chosen(await self.window(index, 1), range(index, index + 1))
        if not found:
            raise IndexError(f"There is no item {key}.")
        return found[0]

    async def _slice(self, key: slice) -> List[Item]:
        indexes = index_span(key, await self.count() if needs_count(key) else None)
        if not indexes:
            return []
        start = min(indexes[0], indexes[-1])
        try:
            window = await self.window(start, abs(indexes[-1] - indexes[0]) + 1)
        except ItemOutOfRange:
            return []
        return chosen(window, indexes)

    async def touch(self, index: int) -> None:
        """Says that an item is about to be shown: the server loads what `prefetch` asks for."""
        await self._run("touch", _nothing, index=index)

    async def page_for_index(self, index: int) -> int:
        return await self._run("pageForIndex", lambda result: int(result["page"]), index=index)

    async def indexes_for_page(self, page: int) -> range:
        return await self._run(
            "indexesForPage", lambda result: range(result["start"], result["end"]), page=page
        )

    # The paginator

    async def state(self) -> State:
        """The state now: asks the server, not the API."""
        return await self._ask_for_state()

    async def _ask_for_state(self) -> State:
        return await self._run("state", State)

    async def cancel(self) -> State:
        """Fails every running and queued load of this paginator with `Cancelled`."""
        return await self._run("cancel", State)

    async def configure(self, **settings: Unpack[ConfigureArguments]) -> State:
        """Changes settings for later requests; objects are merged, None deletes."""
        changes = wire_names(settings)
        state = await self._request("configure", changes, State, None, moves=True)
        self._params = configured(self._params, changes)
        return state

    async def reset(self) -> State:
        """Cancels and forgets all pages: as just opened."""
        self._begin_reading(continues=False)
        return await self._reset()

    async def _reset(self) -> State:
        self._is_ahead = self._was_cut_off = False
        return await self._run("reset", State, moves=True)

    async def refresh(
        self, page: Optional[int] = None, *, timeout: Optional[float] = None
    ) -> List[Refreshed]:
        """Loads held pages again and says what changed: `page`, `changed`, `added`, ..."""
        return await self._run("refresh", lambda result: list(result["pages"]), timeout, page=page)

    async def checkpoint(self) -> str:
        """A token without secrets: `open(..., checkpoint=it)` continues from here, anywhere."""
        return await self._run("checkpoint", _checkpoint_in)

    def on(self, event: str, callback: Callable[[Event], Any]) -> Callable[[], None]:
        """Calls back for this paginator's notifications; see the client's `on`."""
        return self._server.listen(event, self.id, callback)

    async def close(self) -> None:
        """Cancels and forgets the paginator; nothing happens when it is gone already."""
        if self._forget.detach() is not None:
            self.client._pages.pop(self.id, None)
            with contextlib.suppress(PaginatorNotFound, ServerGone):
                connection, limit = self._connection, self.client.timeout
                await connection.call("paginator/close", {"paginatorId": self.id}, limit)
        if self._owns_client:
            await self.client.close()

    # Calls

    async def _load(self, method: str, timeout: Optional[float], **params: Any) -> Page[Item]:
        """A call that moves the current position."""
        page: Page[Item] = await self._run(method, Page, timeout, moves=True, **params)
        self._is_ahead = False
        return page

    async def _reopen(self, connection: AsyncConnection) -> None:
        """Opens the paginator where it was, in a server that does not have it."""
        if self._connection is connection or not self._forget.alive:
            return
        if isinstance(self._source, AsyncPages):
            await self._source._reopen(connection)
        params = {**self._params, "checkpoint": self._checkpoint}
        self._keep_state(await connection.call("paginator/open", params, self.client.timeout))
        self._connection = connection

    async def _run(
        self,
        method: str,
        read: Callable[[Any], Result],
        timeout: Optional[float] = None,
        moves: bool = False,
        **params: Any,
    ) -> Result:
        """Calls a method of this paginator; params that are None are left out."""
        given = {name: value for name, value in params.items() if value is not None}
        return await self._request(method, given, read, timeout, moves)

    async def _request(
        self,
        method: str,
        params: Params,
        read: Callable[[Any], Result],
        timeout: Optional[float],
        moves: bool = False,
    ) -> Result:
        """Another server continues behind a call that `moves`, or it is repeated there."""
        calls = [(f"paginator/{method}", {**params, "paginatorId": self.id})]
        if moves and self.client.restarts:
            calls.append(("paginator/checkpoint", {"paginatorId": self.id}))
        with self._failing_in_python():
            result, *marks = await self.client._results(calls, timeout)
        for mark in marks:
            self._checkpoint = _checkpoint_in(mark)
        self._keep_state(result)
        return read(result)

    async def __aenter__(self) -> AsyncPages[Item]:
        return self

    async def __aexit__(self, *error: object) -> None:
        await self.close()


def _checkpoint_in(result: Any) -> str:
    return str(result["checkpoint"])


def _nothing(_: Any) -> None:
    pass
