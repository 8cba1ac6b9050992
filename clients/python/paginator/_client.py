"""The synchronous client: `Client` is a server, `Pages` one paginator in it."""

from __future__ import annotations

import weakref
from types import TracebackType
from typing import (
    TYPE_CHECKING,
    Any,
    Callable,
    Iterator,
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
from ._connection import Connection, end_with
from ._errors import ItemOutOfRange, LoadFailed, NoNextPage, PaginatorNotFound, ServerGone
from ._frame import data_frame
from ._model import Page, State, WalkProgress, WalkSummary, Window, facts, where
from ._process import Executable, ServerProcess
from ._protocol import (
    START_SECONDS,
    Event,
    ServerInfo,
    explained,
    initialize_params,
    named_handlers,
    server_info,
)

if TYPE_CHECKING:
    from typing_extensions import Unpack

    from ._calls import Credentials, ExtractPage, Fetch
    from ._types import (
        ConfigureArguments,
        DetectArguments,
        Detection,
        OpenArguments,
        Profile,
        Refreshed,
    )

Parameters = Mapping[str, Any]


class Client:
    """A running server, for any number of paginators and threads.

    It is started here and ended by `close`, by leaving a `with` block, or with this program.

    - executable: path of the server; default: what PAGINATOR names, else `paginator` in PATH
    - args, env: for the server; `env` is added to this program's environment
    - capabilities: more of them for `initialize`; handlers bring their own
    - timeout: seconds that a call may take, where the call says nothing else
    - extract_page, fetch, credentials: answer the requests of the server's of these names; each
      gets the params as a dict and returns the result. They run on threads of their own.
    """

    def __init__(
        self,
        executable: Optional[Executable] = None,
        *,
        args: Sequence[str] = (),
        env: Optional[Mapping[str, str]] = None,
        capabilities: Optional[Mapping[str, bool]] = None,
        timeout: Optional[float] = None,
        extract_page: Optional[ExtractPage] = None,
        fetch: Optional[Fetch] = None,
        credentials: Optional[Credentials] = None,
    ) -> None:
        handlers = named_handlers(extract_page, fetch, credentials)
        self.timeout = timeout
        process = ServerProcess(executable, args, env)
        self._connection = Connection(process, handlers)
        self._finalizer = end_with(self, self._connection)
        patience = START_SECONDS if timeout is None else min(timeout, START_SECONDS)
        try:
            result = self._connection.call(
                "initialize", initialize_params(capabilities, handlers), patience
            )
            self.server: ServerInfo = server_info(result, process.path)
            self._connection.notify("initialized", {})
        except BaseException as error:
            self._finalizer()
            raise explained(error, process.path)

    @property
    def pid(self) -> int:
        """The server's process id."""
        return self._connection.process.pid

    def open(
        self,
        url: Optional[str] = None,
        *,
        profile: Optional[str] = None,
        **params: Unpack[OpenArguments],
    ) -> Pages:
        """Creates a paginator; nothing is requested yet.

        The params are those of `paginator/open`, in snake case: `items_path="articles"`. What is
        inside of them keeps its names.
        """
        state = self.request("paginator/open", open_params(url, profile, params))
        return Pages(self, State(state))

    def states(self) -> List[State]:
        """The states of all open paginators."""
        return [State(state) for state in self.request("paginator/list")]

    def profiles(self, name: Optional[str] = None) -> List[Profile]:
        """The APIs and standards that the server knows by name."""
        profiles: List[Profile] = self.request(
            "paginator/profiles", {} if name is None else {"name": name}
        )
        return profiles

    def detect(
        self,
        url: str,
        *,
        profile: Optional[str] = None,
        confirm: bool = True,
        **params: Unpack[DetectArguments],
    ) -> Detection:
        """Finds out how an API pages: `candidates` of open params, best first, and `confirmed`."""
        found: Detection = self.request(
            "paginator/detect", {**open_params(url, profile, params), "confirm": confirm}
        )
        return found

    def on(self, event: str, callback: Callable[[Event], Any]) -> Callable[[], None]:
        """Calls back for notifications of that name, or all with "*"; the result ends that.

        The callbacks run one after the other on a thread of their own. A paginator sends
        notifications when it was opened with `notifications=True`.
        """
        return self._connection.listen(event, None, callback)

    def request(
        self,
        method: str,
        params: Optional[Mapping[str, Any]] = None,
        *,
        timeout: Optional[float] = None,
    ) -> Any:
        """Calls any method of the protocol and returns its result as it came."""
        limit = self.timeout if timeout is None else timeout
        return self._connection.call(method, dict(params or {}), limit)

    def close(self) -> None:
        """Ends the server and waits for that. What is under way fails."""
        self._connection.close()
        self._finalizer.detach()

    def __enter__(self) -> Client:
        return self

    def __exit__(
        self,
        kind: Optional[Type[BaseException]],
        error: Optional[BaseException],
        trace: Optional[TracebackType],
    ) -> None:
        self.close()

    def __repr__(self) -> str:
        return f"<Client of {self.server.name} {self.server.version}, process {self.pid}>"


class Pages:
    """One paginator: load pages, or iterate over items from the current position to the end.

    Any thread may call any method; loads run in the order in which they were called.
    """

    def __init__(self, client: Client, state: State, *, owns_client: bool = False) -> None:
        self.client = client
        self.last_state = state
        """The state as the server sent it last; `state` asks."""
        self._owns_client = owns_client
        self._warnings_said: Set[str] = set()
        self._calls = PaginatorCalls(state.paginator_id)
        self._forget = weakref.finalize(
            self, client._connection.forgotten.append, state.paginator_id
        )
        # Typeshed's finalize has `__slots__` without it.
        self._forget.atexit = False  # type: ignore[misc,unused-ignore]

    @property
    def id(self) -> str:
        """The `paginatorId`."""
        return self._calls.id

    # Loads

    def next(
        self, *, parameters: Optional[Parameters] = None, timeout: Optional[float] = None
    ) -> Page:
        """Loads the page after the current one, or the first. NoNextPage at the end."""
        return self._run(self._calls.next(parameters), timeout)

    def previous(
        self, *, parameters: Optional[Parameters] = None, timeout: Optional[float] = None
    ) -> Page:
        """Loads the page before the current one."""
        return self._run(self._calls.previous(parameters), timeout)

    def page(
        self,
        number: int,
        *,
        parameters: Optional[Parameters] = None,
        timeout: Optional[float] = None,
    ) -> Page:
        """Loads that page."""
        return self._run(self._calls.page(number, parameters), timeout)

    def pages(self) -> Iterator[Page]:
        """Loads page after page, from the current position to the end."""
        while True:
            try:
                page = self.next()
            except NoNextPage:
                return
            state = page.state
            warn_of(state, self._warnings_said)
            is_last = state.has_next_page is False
            if page.items or not is_last:
                yield page
            if is_last:
                return

    def __iter__(self) -> Iterator[Any]:
        """The items from the current position to the end."""
        for page in self.pages():
            yield from page.items

    def to_list(self) -> List[Any]:
        """The items from the current position to the end."""
        return [item for page in self.pages() for item in page.items]

    def to_frame(self, *, flatten: bool = False) -> Any:
        """The items from the current position to the end as a pandas.DataFrame.

        With `flatten`, members of objects get columns of their own (`author.login`).
        """
        return data_frame(self.to_list, flatten)

    def walk(
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

        `progress` gets each page as it comes, on this thread; what it raises ends the walk. With
        `keep_items=False` it is the only one who does. A failure after some pages is a summary
        with the verdict `partial`.
        """
        walk = Walk(
            self.last_state, concurrency=concurrency, max_pages=max_pages, max_items=max_items,
            keep_items=keep_items,
        )

        def take(value: Any) -> None:
            report = walk.take(value)
            if report is not None and progress is not None:
                progress(report)

        limit = self.client.timeout if timeout is None else timeout
        result = self._watched(
            lambda: self.client._connection.stream(
                walk.method, walk.params, walk.tokens, limit, take
            )
        )
        return walk.summary(result)

    # The collection

    def window(
        self,
        start: int,
        count: int,
        wait: bool = True,
        *,
        load: bool = True,
        timeout: Optional[float] = None,
    ) -> Window:
        """Items by their index in the whole collection; loads what is missing."""
        return self._run(self._calls.window(start, count, load, wait), timeout)

    def __len__(self) -> int:
        """The number of all items, as the API states it; TypeError where that is unknown."""
        state = self.last_state
        return count_of(state if state.object_count is not None else self.state)

    def __bool__(self) -> bool:
        return True

    @overload
    def __getitem__(self, key: int) -> Any: ...

    @overload
    def __getitem__(self, key: slice) -> List[Any]: ...

    def __getitem__(self, key: Union[int, slice]) -> Any:
        """Items by their index in the whole collection, wherever the current position is."""
        if isinstance(key, slice):
            return self._slice(key)
        index = key + len(self) if key < 0 else key
        if index < 0:
            raise IndexError(f"There is no item {key}.")
        found = chosen(self.window(index, 1), range(index, index + 1))
        if not found:
            raise IndexError(f"There is no item {key}.")
        return found[0]

    def _slice(self, key: slice) -> List[Any]:
        indexes = index_span(key, len(self) if needs_count(key) else None)
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
        self._run(self._calls.touch(index), None)

    def page_for_index(self, index: int) -> int:
        return self._run(self._calls.page_for_index(index), None)

    def indexes_for_page(self, page: int) -> range:
        return self._run(self._calls.indexes_for_page(page), None)

    # The paginator

    @property
    def state(self) -> State:
        """The state now: asks the server, not the API."""
        return self._run(self._calls.state(), None)

    def cancel(self) -> State:
        """Fails every running and queued load of this paginator with `Cancelled`."""
        return self._run(self._calls.cancel(), None)

    def configure(self, **settings: Unpack[ConfigureArguments]) -> State:
        """Changes settings for later requests; objects are merged, None deletes."""
        return self._run(self._calls.configure(settings), None)

    def reset(self) -> State:
        """Cancels and forgets all pages: as just opened."""
        return self._run(self._calls.reset(), None)

    def refresh(
        self, page: Optional[int] = None, *, timeout: Optional[float] = None
    ) -> List[Refreshed]:
        """Loads held pages again and says what changed: `page`, `changed`, `added`, ..."""
        return self._run(self._calls.refresh(page), timeout)

    def checkpoint(self) -> str:
        """A token without secrets: `open(..., checkpoint=it)` goes on from here, anywhere."""
        return self._run(self._calls.checkpoint(), None)

    def on(self, event: str, callback: Callable[[Event], Any]) -> Callable[[], None]:
        """Calls back for this paginator's notifications; see `Client.on`."""
        return self.client._connection.listen(event, self.id, callback)

    def close(self) -> None:
        """Cancels and forgets the paginator; nothing happens when it is gone already."""
        if self._forget.detach() is not None:
            try:
                self._run(self._calls.close(), None)
            except (PaginatorNotFound, ServerGone):
                pass
        if self._owns_client:
            self.client.close()

    def _run(self, call: Call[Result], timeout: Optional[float]) -> Result:
        result = self._watched(
            lambda: self.client.request(call.method, call.params, timeout=timeout)
        )
        return call.read(result)

    def _watched(self, work: Callable[[], Any]) -> Any:
        """Keeps the state that comes with results and failures."""
        try:
            result = work()
        except LoadFailed as error:
            self.last_state = state_in(error.data) or self.last_state
            raise
        self.last_state = state_in(result) or self.last_state
        return result

    def __enter__(self) -> Pages:
        return self

    def __exit__(
        self,
        kind: Optional[Type[BaseException]],
        error: Optional[BaseException],
        trace: Optional[TracebackType],
    ) -> None:
        self.close()

    def __repr__(self) -> str:
        return f"<Pages {where(self.last_state)}>"

    def _repr_html_(self) -> str:
        return _html.facts(f"Paginator {self.id}", facts(self.last_state))
