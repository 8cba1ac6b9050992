"""The asyncio client: the same as `Client` and `Pages`, to be awaited."""

from __future__ import annotations

import asyncio
import weakref
from types import TracebackType
from typing import (
    TYPE_CHECKING,
    Any,
    AsyncIterator,
    Awaitable,
    Callable,
    List,
    Mapping,
    Optional,
    Sequence,
    Set,
    Type,
    Union,
    overload,
)

from . import _html
from ._async_connection import AsyncConnection
from ._calls import (
    Call,
    PaginatorCalls,
    Result,
    Walk,
    chosen,
    count_of,
    index_span,
    needs_count,
    open_params,
    state_in,
    warn_of,
)
from ._errors import ItemOutOfRange, LoadFailed, NoNextPage, PaginatorNotFound, ServerGone
from ._frame import frame_of, pandas
from ._model import Page, State, WalkProgress, WalkSummary, Window, facts, where
from ._opening import Opening
from ._process import Executable, ServerProcess
from ._protocol import (
    START_SECONDS,
    Event,
    Listeners,
    ServerInfo,
    closed,
    explained,
    initialize_params,
    named_handlers,
    server_info,
)

if TYPE_CHECKING:
    from typing_extensions import Unpack

    from ._calls import AsyncCredentials, AsyncExtractPage, AsyncFetch
    from ._types import (
        ConfigureArguments,
        DetectArguments,
        Detection,
        OpenArguments,
        Profile,
        Refreshed,
    )

Parameters = Mapping[str, Any]


class AsyncClient:
    """A server for any number of paginators and tasks of one event loop.

    It is started by `async with`, or by the first call, and ended by `close`, by leaving the
    block, or with this program. The arguments are those of `Client`; handlers and callbacks may
    be coroutine functions, and plain functions run on the event loop.
    """

    def __init__(
        self,
        executable: Optional[Executable] = None,
        *,
        args: Sequence[str] = (),
        env: Optional[Mapping[str, str]] = None,
        capabilities: Optional[Mapping[str, bool]] = None,
        timeout: Optional[float] = None,
        extract_page: Optional[AsyncExtractPage] = None,
        fetch: Optional[AsyncFetch] = None,
        credentials: Optional[AsyncCredentials] = None,
    ) -> None:
        self.timeout = timeout
        self._executable, self._args, self._env = executable, tuple(args), env
        self._capabilities = capabilities
        self._handlers = named_handlers(extract_page, fetch, credentials)
        self._listeners = Listeners()
        self._connection: Optional[AsyncConnection] = None
        self._process: Optional[ServerProcess] = None
        self._lock: Optional[asyncio.Lock] = None
        self._is_closed = False
        self._server: Optional[ServerInfo] = None

    async def start(self) -> None:
        """Starts the server, where it has not been started; the first call does it too."""
        await self._connected()

    @property
    def server(self) -> ServerInfo:
        """What the server said about itself; RuntimeError before it has been started."""
        if self._server is None:
            raise RuntimeError("The server has not been started: await start() first.")
        return self._server

    @property
    def pid(self) -> Optional[int]:
        """The server's process id; None before it has been started."""
        return None if self._connection is None else self._connection.process.pid

    async def _connected(self) -> AsyncConnection:
        if self._connection is not None:
            return self._connection
        if self._lock is None:
            self._lock = asyncio.Lock()
        async with self._lock:
            if self._is_closed:
                raise closed()
            if self._connection is None:
                self._connection = await self._start()
            return self._connection

    async def _start(self) -> AsyncConnection:
        self._process = process = ServerProcess(self._executable, self._args, self._env)
        connection = AsyncConnection(process, self._handlers, self._listeners)
        finalizer = weakref.finalize(self, connection.abandon)
        try:
            await connection.start()
            patience = START_SECONDS if self.timeout is None else min(self.timeout, START_SECONDS)
            result = await connection.call(
                "initialize", initialize_params(self._capabilities, self._handlers), patience
            )
            self._server = server_info(result, process.path)
            connection.notify("initialized", {})
        except BaseException as error:
            finalizer()
            await connection.close()
            raise explained(error, process.path)
        return connection

    def open(
        self,
        url: Optional[str] = None,
        *,
        profile: Optional[str] = None,
        **params: Unpack[OpenArguments],
    ) -> Opening:
        """Creates a paginator: `await` it, or use it in `async with`. See `Client.open`."""
        return Opening(self._open(open_params(url, profile, params)))

    async def _open(self, params: Mapping[str, Any]) -> AsyncPages:
        return AsyncPages(self, State(await self.request("paginator/open", params)))

    async def states(self) -> List[State]:
        """The states of all open paginators."""
        return [State(state) for state in await self.request("paginator/list")]

    async def profiles(self, name: Optional[str] = None) -> List[Profile]:
        """The APIs and standards that the server knows by name."""
        profiles: List[Profile] = await self.request(
            "paginator/profiles", {} if name is None else {"name": name}
        )
        return profiles

    async def detect(
        self,
        url: str,
        *,
        profile: Optional[str] = None,
        confirm: bool = True,
        **params: Unpack[DetectArguments],
    ) -> Detection:
        """Finds out how an API pages: `candidates` of open params, best first, and `confirmed`."""
        found: Detection = await self.request(
            "paginator/detect", {**open_params(url, profile, params), "confirm": confirm}
        )
        return found

    def on(self, event: str, callback: Callable[[Event], Any]) -> Callable[[], None]:
        """Calls back for notifications of that name, or all with "*"; the result ends that."""
        return self._listeners.add(event, None, callback)

    async def request(
        self,
        method: str,
        params: Optional[Mapping[str, Any]] = None,
        *,
        timeout: Optional[float] = None,
    ) -> Any:
        """Calls any method of the protocol and returns its result as it came."""
        connection = await self._connected()
        limit = self.timeout if timeout is None else timeout
        return await connection.call(method, dict(params or {}), limit)

    async def close(self) -> None:
        """Ends the server and waits for that. What is under way fails."""
        self._is_closed = True
        if self._connection is not None:
            await self._connection.close()
        elif self._process is not None:
            self._process.kill()

    async def __aenter__(self) -> AsyncClient:
        await self.start()
        return self

    async def __aexit__(
        self,
        kind: Optional[Type[BaseException]],
        error: Optional[BaseException],
        trace: Optional[TracebackType],
    ) -> None:
        await self.close()

    def __repr__(self) -> str:
        if self._server is None:
            return "<AsyncClient, not started>"
        return f"<AsyncClient of {self._server.name} {self._server.version}, process {self.pid}>"


class AsyncPages:
    """One paginator: load pages, or `async for` over items from the current position to the end.

    Any task may call any method; loads run in the order in which they were called. Cancelling a
    task cancels its load on the server.
    """

    def __init__(self, client: AsyncClient, state: State, *, owns_client: bool = False) -> None:
        self.client = client
        self.last_state = state
        """The state as the server sent it last; `state()` asks."""
        self._owns_client = owns_client
        self._warnings_said: Set[str] = set()
        self._calls = PaginatorCalls(state.paginator_id)
        assert client._connection is not None
        self._connection = client._connection
        self._forget = weakref.finalize(
            self, self._connection.forgotten.append, state.paginator_id
        )
        # Typeshed's finalize has `__slots__` without it.
        self._forget.atexit = False  # type: ignore[misc,unused-ignore]

    @property
    def id(self) -> str:
        """The `paginatorId`."""
        return self._calls.id

    # Loads

    async def next(
        self, *, parameters: Optional[Parameters] = None, timeout: Optional[float] = None
    ) -> Page:
        """Loads the page after the current one, or the first. NoNextPage at the end."""
        return await self._run(self._calls.next(parameters), timeout)

    async def previous(
        self, *, parameters: Optional[Parameters] = None, timeout: Optional[float] = None
    ) -> Page:
        """Loads the page before the current one."""
        return await self._run(self._calls.previous(parameters), timeout)

    async def page(
        self,
        number: int,
        *,
        parameters: Optional[Parameters] = None,
        timeout: Optional[float] = None,
    ) -> Page:
        """Loads that page."""
        return await self._run(self._calls.page(number, parameters), timeout)

    async def pages(self) -> AsyncIterator[Page]:
        """Loads page after page, from the current position to the end."""
        while True:
            try:
                page = await self.next()
            except NoNextPage:
                return
            state = page.state
            warn_of(state, self._warnings_said)
            is_last = state.has_next_page is False
            if page.items or not is_last:
                yield page
            if is_last:
                return

    async def __aiter__(self) -> AsyncIterator[Any]:
        """The items from the current position to the end."""
        async for page in self.pages():
            for item in page.items:
                yield item

    async def to_list(self) -> List[Any]:
        """The items from the current position to the end."""
        return [item async for page in self.pages() for item in page.items]

    async def to_frame(self, *, flatten: bool = False) -> Any:
        """The items from the current position to the end as a pandas.DataFrame.

        With `flatten`, members of objects get columns of their own (`author.login`).
        """
        library = pandas()
        return frame_of(library, await self.to_list(), flatten)

    async def walk(
        self,
        progress: Optional[Callable[[WalkProgress], Any]] = None,
        *,
        concurrency: Optional[int] = None,
        max_pages: Optional[int] = None,
        max_items: Optional[int] = None,
        keep_items: bool = True,
        timeout: Optional[float] = None,
    ) -> WalkSummary:
        """Lets the server load all pages from the current position on, several at a time.

        `progress`, a function or coroutine function, gets each page as it comes; what it raises
        ends the walk. With `keep_items=False` it is the only one who does. A failure after some
        pages is a summary with the verdict `partial`.
        """
        walk = Walk(
            self.last_state, concurrency=concurrency, max_pages=max_pages, max_items=max_items,
            keep_items=keep_items,
        )

        def take(value: Any) -> Any:
            report = walk.take(value)
            return None if report is None or progress is None else progress(report)

        limit = self.client.timeout if timeout is None else timeout
        result = await self._watched(
            self._connection.stream(walk.method, walk.params, walk.tokens, limit, take)
        )
        return walk.summary(result)

    # The collection

    async def window(
        self,
        start: int,
        count: int,
        wait: bool = True,
        *,
        load: bool = True,
        timeout: Optional[float] = None,
    ) -> Window:
        """Items by their index in the whole collection; loads what is missing."""
        return await self._run(self._calls.window(start, count, load, wait), timeout)

    async def count(self) -> int:
        """The number of all items, as the API states it; TypeError where that is unknown."""
        state = self.last_state
        return count_of(state if state.object_count is not None else await self.state())

    @overload
    def __getitem__(self, key: int) -> Awaitable[Any]: ...

    @overload
    def __getitem__(self, key: slice) -> Awaitable[List[Any]]: ...

    def __getitem__(self, key: Union[int, slice]) -> Awaitable[Any]:
        """Items by their index in the whole collection: `await pages[3]`, `await pages[:10]`."""
        return self._slice(key) if isinstance(key, slice) else self._item(key)

    async def _item(self, key: int) -> Any:
        index = key + await self.count() if key < 0 else key
        if index < 0:
            raise IndexError(f"There is no item {key}.")
        found = chosen(await self.window(index, 1), range(index, index + 1))
        if not found:
            raise IndexError(f"There is no item {key}.")
        return found[0]

    async def _slice(self, key: slice) -> List[Any]:
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
        await self._run(self._calls.touch(index), None)

    async def page_for_index(self, index: int) -> int:
        return await self._run(self._calls.page_for_index(index), None)

    async def indexes_for_page(self, page: int) -> range:
        return await self._run(self._calls.indexes_for_page(page), None)

    # The paginator

    async def state(self) -> State:
        """The state now: asks the server, not the API."""
        return await self._run(self._calls.state(), None)

    async def cancel(self) -> State:
        """Fails every running and queued load of this paginator with `Cancelled`."""
        return await self._run(self._calls.cancel(), None)

    async def configure(self, **settings: Unpack[ConfigureArguments]) -> State:
        """Changes settings for later requests; objects are merged, None deletes."""
        return await self._run(self._calls.configure(settings), None)

    async def reset(self) -> State:
        """Cancels and forgets all pages: as just opened."""
        return await self._run(self._calls.reset(), None)

    async def refresh(
        self, page: Optional[int] = None, *, timeout: Optional[float] = None
    ) -> List[Refreshed]:
        """Loads held pages again and says what changed: `page`, `changed`, `added`, ..."""
        return await self._run(self._calls.refresh(page), timeout)

    async def checkpoint(self) -> str:
        """A token without secrets: `open(..., checkpoint=it)` goes on from here, anywhere."""
        return await self._run(self._calls.checkpoint(), None)

    def on(self, event: str, callback: Callable[[Event], Any]) -> Callable[[], None]:
        """Calls back for this paginator's notifications; see `Client.on`."""
        return self._connection.listeners.add(event, self.id, callback)

    async def close(self) -> None:
        """Cancels and forgets the paginator; nothing happens when it is gone already."""
        if self._forget.detach() is not None:
            try:
                await self._run(self._calls.close(), None)
            except (PaginatorNotFound, ServerGone):
                pass
        if self._owns_client:
            await self.client.close()

    async def _run(self, call: Call[Result], timeout: Optional[float]) -> Result:
        result = await self._watched(
            self.client.request(call.method, call.params, timeout=timeout)
        )
        return call.read(result)

    async def _watched(self, work: Awaitable[Any]) -> Any:
        """Keeps the state that comes with results and failures."""
        try:
            result = await work
        except LoadFailed as error:
            self.last_state = state_in(error.data) or self.last_state
            raise
        self.last_state = state_in(result) or self.last_state
        return result

    async def __aenter__(self) -> AsyncPages:
        return self

    async def __aexit__(
        self,
        kind: Optional[Type[BaseException]],
        error: Optional[BaseException],
        trace: Optional[TracebackType],
    ) -> None:
        await self.close()

    def __repr__(self) -> str:
        return f"<AsyncPages {where(self.last_state)}>"

    def _repr_html_(self) -> str:
        return _html.facts(f"Paginator {self.id}", facts(self.last_state))
