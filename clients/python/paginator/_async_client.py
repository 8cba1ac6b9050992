"""The asyncio client: a server for any number of paginators and tasks of one event loop."""

from __future__ import annotations

import weakref
from typing import (
    TYPE_CHECKING,
    Any,
    Awaitable,
    Callable,
    Iterable,
    List,
    Mapping,
    MutableMapping,
    Optional,
    Sequence,
    Tuple,
    Union,
)

from ._async_pages import AsyncPages
from ._calls import Result, each_params, named_in, open_params
from ._errors import ServerGone
from ._methods import AsyncMethods
from ._model import State
from ._opening import Opening
from ._shown.arguments import speaking_python, with_arguments
from ._traces import short_tracebacks
from ._transport.async_connection import AsyncConnection
from ._transport.async_server import AsyncServer
from ._transport.decoding import Loads, decoded
from ._transport.executable import Executable
from ._transport.ids import PaginatorIds
from ._transport.options import ServerOptions
from ._transport.protocol import Event, Params, ServerInfo, named_handlers

if TYPE_CHECKING:
    from typing_extensions import Unpack

    from ._calls import AsyncCredentials, AsyncExtractPage, AsyncFetch
    from ._types import DetectArguments, Detection, OpenArguments, Profile


@short_tracebacks
class AsyncClient:
    """A server for any number of paginators and tasks of one event loop.

    It is started by `async with`, or by the first call, and ended by `close`, by leaving the
    block, or with this program.

    - executable: path of the server; default: what PAGINATOR names, else the one that this
      package was installed with, else `paginator` in PATH
    - args, env: for the server; `env` is added to this program's environment
    - capabilities: more of them for `initialize`; handlers bring their own
    - timeout: seconds that a call may take, where the call says nothing else
    - restart: after a crash of the server start another one, open paginators again where they
      were, and repeat the call that failed, once
    - loads: reads what the server writes, in place of orjson or `json.loads`: with
      `functools.partial(json.loads, parse_float=decimal.Decimal)` numbers keep all digits
    - extract_page, fetch, credentials: answer the server's requests of these names; each gets the
      params as a dict and returns the result. Functions and coroutine functions run on the event
      loop.
    """

    def __init__(
        self,
        executable: Optional[Executable] = None,
        *,
        args: Sequence[str] = (),
        env: Optional[Mapping[str, str]] = None,
        capabilities: Optional[Mapping[str, bool]] = None,
        timeout: Optional[float] = None,
        restart: bool = False,
        loads: Optional[Loads] = None,
        extract_page: Optional[AsyncExtractPage] = None,
        fetch: Optional[AsyncFetch] = None,
        credentials: Optional[AsyncCredentials] = None,
    ) -> None:
        self.timeout = timeout
        self.restarts = restart
        """True when a crash of the server is followed by another server."""
        self._ids = PaginatorIds()
        self._pages: MutableMapping[str, AsyncPages[Any]] = weakref.WeakValueDictionary()
        """The paginators to open again on a new server, by id."""
        handlers = named_handlers(extract_page, fetch, credentials)
        self._server = AsyncServer(
            ServerOptions(
                executable, tuple(args), env, capabilities, timeout, handlers, loads or decoded
            )
        )

    async def start(self) -> None:
        """Starts the server, where it has not been started; the first call does it too."""
        await self._server.start()

    @property
    def server(self) -> ServerInfo:
        """The server's description of itself; RuntimeError before it has been started."""
        return self._server.info

    @property
    def pid(self) -> Optional[int]:
        """The server's process id; None before it has been started."""
        return self._server.pid

    @property
    def methods(self) -> AsyncMethods:
        """Every method of the protocol, one to one."""
        return AsyncMethods(self.request)

    @with_arguments
    def open(
        self,
        url: Optional[str] = None,
        *,
        profile: Optional[str] = None,
        strict: bool = False,
        **params: Unpack[OpenArguments],
    ) -> Opening:
        """Creates a paginator: `await` it, or use it in `async with`. Nothing is requested yet.

        The params are those of `paginator/open`, in snake case: `items_path="articles"`. What is
        inside them keeps its names. With `strict=True` a loop over items, pages or `stream`,
        `to_list` and the data frames raise NotComplete at the end of a list that is not proven to
        be complete.
        """
        return Opening(lambda: self._open(open_params(url, profile, params), strict))

    @with_arguments
    def each(
        self,
        items: Union[Iterable[Any], AsyncPages[Any]],
        url: Optional[str] = None,
        *,
        keep: Union[str, Sequence[str], None] = None,
        profile: Optional[str] = None,
        strict: bool = False,
        **params: Unpack[OpenArguments],
    ) -> Opening:
        """One list for each of many items, or of the items of another paginator.

        `{item}` and `{item.KEYPATH}` stand for the item in the URL, the parameters, the headers and
        the body. A loop brings all items of all lists, in order; a page has in `item` what `keep`
        names, or the whole item. A list that fails costs no other one: `last_walk` has the counts.
        """
        of = items.id if isinstance(items, AsyncPages) else None
        each = each_params(() if isinstance(items, AsyncPages) else items, of, keep)
        given = {**open_params(url, profile, params), "each": each}
        return Opening(lambda: self._open(given, strict, items))

    async def _open(
        self, params: Mapping[str, Any], strict: bool, source: Any = None
    ) -> AsyncPages[Any]:
        given = {**params, "paginatorId": self._ids.chosen(params.get("paginatorId"))}

        async def opened() -> AsyncPages[Any]:
            connection = await self._connected(given)
            state = State(await connection.call("paginator/open", given, self.timeout))
            return AsyncPages(self, connection, state, given, strict=strict, source=source)

        with speaking_python():
            pages = await self._surviving(opened)
        self._pages[pages.id] = pages
        return pages

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
        with speaking_python():
            found: Detection = await self.request(
                "paginator/detect", {**open_params(url, profile, params), "confirm": confirm}
            )
        return found

    def on(self, event: str, callback: Callable[[Event], Any]) -> Callable[[], None]:
        """Calls back for notifications of that name, or all with "*"; the result ends that.

        The callbacks run one after the other on the event loop. A paginator sends notifications
        when it was opened with `notifications=True`.
        """
        return self._server.listen(event, None, callback)

    async def request(
        self,
        method: str,
        params: Optional[Mapping[str, Any]] = None,
        *,
        timeout: Optional[float] = None,
    ) -> Any:
        """Calls any method of the protocol and returns its result as it came; with `restart` again,
        once, where the server dies."""
        given = dict(params or {})
        if method in ("paginator/open", "open"):
            given["paginatorId"] = self._ids.chosen(given.get("paginatorId"))
        return (await self._results([(method, given)], timeout))[0]

    async def _results(
        self, calls: Sequence[Tuple[str, Params]], timeout: Optional[float]
    ) -> List[Any]:
        """The results of calls about the same paginator; where the server dies, of all of them
        again."""
        limit = self.timeout if timeout is None else timeout

        async def called() -> List[Any]:
            connection = await self._connected(calls[0][1])
            return [await connection.call(method, params, limit) for method, params in calls]

        return await self._surviving(called)

    async def _surviving(self, work: Callable[[], Awaitable[Result]]) -> Result:
        """The result of work with the server; where that dies, with another one."""
        try:
            return await work()
        except ServerGone:
            if not self.restarts:
                raise
        await self._server.restart()
        return await work()

    async def _connected(self, params: Mapping[str, Any]) -> AsyncConnection:
        """The connection to the server, which has the paginators that the params name."""
        connection = await self._server.connected()
        for id in named_in(params):
            pages = self._pages.get(id)
            if pages is not None and pages._connection is not connection:
                async with self._server.lock:
                    await pages._reopen(connection)
        return connection

    async def close(self) -> None:
        """Ends the server and waits for that. What is under way fails."""
        await self._server.close()

    async def __aenter__(self) -> AsyncClient:
        await self.start()
        return self

    async def __aexit__(self, *error: object) -> None:
        await self.close()

    def __repr__(self) -> str:
        return f"<AsyncClient of {self._server!r}>"


@with_arguments
def open_async(
    url: Optional[str] = None,
    *,
    profile: Optional[str] = None,
    strict: bool = False,
    executable: Optional[Executable] = None,
    args: Sequence[str] = (),
    env: Optional[Mapping[str, str]] = None,
    timeout: Optional[float] = None,
    restart: bool = False,
    loads: Optional[Loads] = None,
    extract_page: Optional[AsyncExtractPage] = None,
    fetch: Optional[AsyncFetch] = None,
    credentials: Optional[AsyncCredentials] = None,
    **params: Unpack[OpenArguments],
) -> Opening:
    """Like `AsyncClient.open`, with a server of its own, which ends when the pages are closed.

    `executable` to `credentials` are the arguments of `AsyncClient`.
    """
    client = AsyncClient(
        executable, args=args, env=env, timeout=timeout, restart=restart, loads=loads,
        extract_page=extract_page, fetch=fetch, credentials=credentials,
    )
    return Opening(lambda: _alone(client, url, profile, strict, params))


async def _alone(
    client: AsyncClient, url: Optional[str], profile: Optional[str], strict: bool, params: Any
) -> AsyncPages[Any]:
    """Pages with which their client ends."""
    try:
        pages = await client.open(url, profile=profile, strict=strict, **params)
    except BaseException:
        await client.close()
        raise
    pages._owns_client = True
    return pages
