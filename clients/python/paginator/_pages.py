"""One paginator of the synchronous client.

Written by protocol/generate.py from _async_pages.py: change that one.
"""

from __future__ import annotations

import contextlib
import weakref
from typing import (
    TYPE_CHECKING,
    Any,
    Callable,
    Iterator,
    List,
    Mapping,
    Optional,
    overload,
    TypeVar,
    Union,
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
from ._countable import Countable
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

    from ._client import Client
    from ._transport.connection import Connection
    from ._types import ConfigureArguments, Refreshed

Item = TypeVar("Item")
Parameters = Mapping[str, Any]


@short_tracebacks
class Pages(Known[Item], Countable):
    """One paginator: load pages, or iterate over all items from the beginning.

    Any thread may call any method; loads run in the order in which they were called. RuntimeError tells a loop that another one has moved on.
    """

    def __init__(
        self,
        client: Client,
        connection: Connection,
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

    def next(
        self, *, parameters: Optional[Parameters] = None, timeout: Optional[float] = None
    ) -> Page[Item]:
        """Loads the page after the current one, or the first. NoNextPage at the end."""
        self._begin_reading()
        return self._load("loadNextPage", timeout, parameters=parameters)

    def previous(
        self, *, parameters: Optional[Parameters] = None, timeout: Optional[float] = None
    ) -> Page[Item]:
        """Loads the page before the current one."""
        self._begin_reading()
        return self._load("loadPreviousPage", timeout, parameters=parameters)

    def page(
        self,
        number: int,
        *,
        parameters: Optional[Parameters] = None,
        timeout: Optional[float] = None,
    ) -> Page[Item]:
        """Loads that page."""
        self._begin_reading(continues=False)
        return self._load("loadPage", timeout, page=number, parameters=parameters)

    def pages(self) -> Iterator[Page[Item]]:
        """Loads page after page, from the current position to the end."""
        if is_series(self._params):
            for report in self.stream():
                yield report.page
            return
        reading = self._begin_reading()
        while True:
            try:
                with self._loading(reading):
                    page: Page[Item] = self._load("loadNextPage", None)
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
            (self._walk(None, keep_items=False)).raise_for_verdict()

    def __iter__(self) -> Iterator[Item]:
        """All items, from the beginning: what was loaded before is loaded again."""
        self._rewind()
        count = 0
        for page in self.pages():
            for item in within_limit(page, count):
                yield item
            count += len(page)

    def to_list(self, *, progress: Progress = None) -> List[Item]:
        """All items, from the beginning, several pages at a time; `progress` is that of `walk`.

        Raises what kept a page from loading, or NotComplete where the API refused one or repeated
        itself. What came before is in `last_walk.items`.
        """
        with self._loading(self._rewind()):
            summary = self._walk(progress)
        summary.raise_for_failure()
        warn_of_walk(summary, self._warnings_said)
        if self._is_strict:
            summary.raise_for_verdict()
        return summary.items or []

    def to_frame(self, *, flatten: bool = False, progress: Progress = None) -> Any:
        """All items, from the beginning, as a pandas.DataFrame.

        With `flatten`, members of objects get columns of their own (`author.login`).
        """
        frames.pandas()
        return frames.pandas_frame(self.to_list(progress=progress), flatten)

    def to_polars(self, *, flatten: bool = False, progress: Progress = None) -> Any:
        """All items, from the beginning, as a polars.DataFrame; `flatten` as in `to_frame`."""
        frames.polars()
        return frames.polars_frame(self.to_list(progress=progress), flatten)

    def to_arrow(self, *, flatten: bool = False, progress: Progress = None) -> Any:
        """All items, from the beginning, as a pyarrow.Table; `flatten` as in `to_frame`."""
        frames.pyarrow()
        return frames.arrow_table(self.to_list(progress=progress), flatten)

    def walk(
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

        `progress` gets a `WalkProgress` with each page as it comes, on this thread; what it raises ends
        the walk. True shows a bar of tqdm where that is installed, else a line on standard error. With
        `keep_items=False` nobody else gets the items. With `raw=True` items stay the bytes that
        the server sent: `progress.page.json` and `summary.json` are JSON arrays, and `items` reads
        them where it is asked for. A failure after some pages is a summary with the verdict
        `partial`. After Ctrl-C, a timeout, `cancel` or what `progress` raises, `last_walk` has what
        came, or with `keep_items=False` what `progress` did not get, and the next load continues
        after it: a walk that does so has `start` in `raw`.
        """
        self._begin_reading()
        return self._walk(
            progress, concurrency=concurrency, max_pages=max_pages, max_items=max_items,
            exact=exact, passes=passes, keep_items=keep_items, raw=raw, timeout=timeout,
        )

    def _walk(
        self, progress: Progress = None, *, timeout: Optional[float] = None, **options: Any
    ) -> WalkSummary[Item]:
        walk = self._begin_walk(self._server.loads, restarts=self.client.restarts, **options)
        with following(progress) as reports:

            def take(value: Any) -> Any:
                report = walk.take(value)
                if report is None:
                    return None
                if reports.needs_pages(report):
                    reports.pages_due = walk.pages_due(self._ask_for_state(), report)
                return reports.take(report)

            result = self.client._surviving(lambda: self._stream(walk, timeout, take))
        return self._keep_walk(walk, result)

    def _cut_off(self, walk: Walk) -> None:
        """Keeps what had come of a walk that its caller ended, and where it is now."""
        try:
            self._run("state", State, CANCEL_SECONDS)
            self._checkpoint = self._run("checkpoint", _checkpoint_in, CANCEL_SECONDS)
        except PaginatorError:
            pass
        self.last_walk = walk.cut_off(self.last_state, self._checkpoint)
        self._was_cut_off = True

    def stream(
        self,
        *,
        concurrency: Optional[int] = None,
        max_pages: Optional[int] = None,
        max_items: Optional[int] = None,
        exact: Optional[bool] = None,
        passes: Optional[int] = None,
        raw: bool = False,
        timeout: Optional[float] = None,
    ) -> Iterator[WalkProgress[Item]]:
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
                with self._values(walk, timeout) as values:
                    for value in values:
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
                self._server.restart()
        summary = self._keep_walk(walk, value.result)
        warn_of_walk(summary, self._warnings_said)
        if self._is_strict:
            summary.raise_for_verdict()

    def _stream(self, walk: Walk, timeout: Optional[float], take: Callable[[Any], Any]) -> Any:
        """The result of a walk; `take` gets the values of its progress, one after the other."""
        with self._values(walk, timeout) as values:
            for value in values:
                if isinstance(value, Outcome):
                    return value.result
                try:
                    take(value)
                except BaseException as error:
                    walk.is_given_up = not isinstance(error, ServerGone)
                    with contextlib.suppress(KeyboardInterrupt):
                        values.throw(KeyboardInterrupt())
                    raise

    @contextlib.contextmanager
    def _values(self, walk: Walk, timeout: Optional[float]) -> Iterator[Any]:
        """The values of a walk's progress; who is interrupted has the rest in `last_walk`."""
        walk.begin()
        connection = self.client._connected(walk.params)
        limit = self.client.timeout if timeout is None else timeout
        values = connection.values(
            walk.method, walk.params, walk.tokens, limit, walk.is_raw, walk.rest
        )
        try:
            with self._failing_in_python():
                yield values
        except BaseException as error:
            if walk.is_given_up or isinstance(error, INTERRUPTS):
                self._cut_off(walk)
            raise
        finally:
            values.close()

    def _rewind(self) -> object:
        """Back to where the paginator was opened, on behalf of one call or loop."""
        was_read = self._reading is not None or self.last_state.loaded
        reading = self._begin_reading(continues=False)
        if was_read or self.last_state.current_page is not None:
            self._reset()
        return reading

    # The collection

    def window(
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
        return self._request("items", given, Window, timeout)

    def count(self) -> int:
        """The number of all items, as the API states it; TypeError where that is unknown."""
        state = self.last_state
        return count_of(state if state.object_count is not None else self._ask_for_state())

    @overload
    def __getitem__(self, key: int) -> Item: ...

    @overload
    def __getitem__(self, key: slice) -> List[Item]: ...

    def __getitem__(self, key: Union[int, slice]) -> Any:
        """Items by their index in the whole collection, wherever the current position is."""
        return self._slice(key) if isinstance(key, slice) else self._item(key)

    def _item(self, key: int) -> Item:
        index = key + self.count() if key < 0 else key
        found: List[Item] = []
        if index >= 0:
            found = chosen(self.window(index, 1), range(index, index + 1))
        if not found:
            raise IndexError(f"There is no item {key}.")
        return found[0]

    def _slice(self, key: slice) -> List[Item]:
        indexes = index_span(key, self.count() if needs_count(key) else None)
        if not indexes:
            return []
        start = min(indexes[0], indexes[-1])
        try:
            window = self.window(start, abs(indexes[-1] - indexes[0]) + 1)
        except ItemOutOfRange:
            return []
        return chosen(window, indexes)

    def touch(self, index: int) -> None:
        """Says that an item is about to be shown: the server loads what `prefetch` asks for."""
        self._run("touch", _nothing, index=index)

    def page_for_index(self, index: int) -> int:
        return self._run("pageForIndex", lambda result: int(result["page"]), index=index)

    def indexes_for_page(self, page: int) -> range:
        return self._run(
            "indexesForPage", lambda result: range(result["start"], result["end"]), page=page
        )

    # The paginator

    @property
    def state(self) -> State:
        """The state now: asks the server, not the API."""
        return self._ask_for_state()

    def _ask_for_state(self) -> State:
        return self._run("state", State)

    def cancel(self) -> State:
        """Fails every running and queued load of this paginator with `Cancelled`."""
        return self._run("cancel", State)

    def configure(self, **settings: Unpack[ConfigureArguments]) -> State:
        """Changes settings for later requests; objects are merged, None deletes."""
        changes = wire_names(settings)
        state = self._request("configure", changes, State, None, moves=True)
        self._params = configured(self._params, changes)
        return state

    def reset(self) -> State:
        """Cancels and forgets all pages: as just opened."""
        self._begin_reading(continues=False)
        return self._reset()

    def _reset(self) -> State:
        self._is_ahead = self._was_cut_off = False
        return self._run("reset", State, moves=True)

    def refresh(
        self, page: Optional[int] = None, *, timeout: Optional[float] = None
    ) -> List[Refreshed]:
        """Loads held pages again and says what changed: `page`, `changed`, `added`, ..."""
        return self._run("refresh", lambda result: list(result["pages"]), timeout, page=page)

    def checkpoint(self) -> str:
        """A token without secrets: `open(..., checkpoint=it)` continues from here, anywhere."""
        return self._run("checkpoint", _checkpoint_in)

    def on(self, event: str, callback: Callable[[Event], Any]) -> Callable[[], None]:
        """Calls back for this paginator's notifications; see the client's `on`."""
        return self._server.listen(event, self.id, callback)

    def close(self) -> None:
        """Cancels and forgets the paginator; nothing happens when it is gone already."""
        if self._forget.detach() is not None:
            self.client._pages.pop(self.id, None)
            with contextlib.suppress(PaginatorNotFound, ServerGone):
                connection, limit = self._connection, self.client.timeout
                connection.call("paginator/close", {"paginatorId": self.id}, limit)
        if self._owns_client:
            self.client.close()

    # Calls

    def _load(self, method: str, timeout: Optional[float], **params: Any) -> Page[Item]:
        """A call that moves the current position."""
        page: Page[Item] = self._run(method, Page, timeout, moves=True, **params)
        self._is_ahead = False
        return page

    def _reopen(self, connection: Connection) -> None:
        """Opens the paginator where it was, in a server that does not have it."""
        if self._connection is connection or not self._forget.alive:
            return
        if isinstance(self._source, Pages):
            self._source._reopen(connection)
        params = {**self._params, "checkpoint": self._checkpoint}
        self._keep_state(connection.call("paginator/open", params, self.client.timeout))
        self._connection = connection

    def _run(
        self,
        method: str,
        read: Callable[[Any], Result],
        timeout: Optional[float] = None,
        moves: bool = False,
        **params: Any,
    ) -> Result:
        """Calls a method of this paginator; params that are None are left out."""
        given = {name: value for name, value in params.items() if value is not None}
        return self._request(method, given, read, timeout, moves)

    def _request(
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
            result, *marks = self.client._results(calls, timeout)
        for mark in marks:
            self._checkpoint = _checkpoint_in(mark)
        self._keep_state(result)
        return read(result)

    def __enter__(self) -> Pages[Item]:
        return self

    def __exit__(self, *error: object) -> None:
        self.close()


def _checkpoint_in(result: Any) -> str:
    return str(result["checkpoint"])


def _nothing(_: Any) -> None:
    pass
