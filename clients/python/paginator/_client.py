"""The synchronous client: a server for any number of paginators and threads.

Written by protocol/generate.py from _async_client.py: change that one.
"""

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

from ._calls import Result, each_params, named_in, open_params
from ._errors import ServerGone
from ._methods import Methods
from ._model import State
from ._pages import Pages
from ._shown.arguments import speaking_python, with_arguments
from ._traces import short_tracebacks
from ._transport.connection import Connection
from ._transport.decoding import Loads, decoded
from ._transport.executable import Executable
from ._transport.ids import PaginatorIds
from ._transport.options import ServerOptions
from ._transport.protocol import Event, Params, ServerInfo, named_handlers
from ._transport.server import Server

if TYPE_CHECKING:
    from typing_extensions import Unpack

    from ._calls import Credentials, ExtractPage, Fetch
    from ._types import DetectArguments, Detection, OpenArguments, Profile


@short_tracebacks
class Client:
    """A running server, for any number of paginators and threads.

    It is started here and ended by `close`, by leaving a `with` block, or with this program.

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
      params as a dict and returns the result. They run on threads of
      their own.
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
        extract_page: Optional[ExtractPage] = None,
        fetch: Optional[Fetch] = None,
        credentials: Optional[Credentials] = None,
    ) -> None:
        self.timeout = timeout
        self.restarts = restart
        """True when a crash of the server is followed by another server."""
        self._ids = PaginatorIds()
        self._pages: MutableMapping[str, Pages[Any]] = weakref.WeakValueDictionary()
        """The paginators to open again on a new server, by id."""
        handlers = named_handlers(extract_page, fetch, credentials)
        self._server = Server(
            ServerOptions(
                executable, tuple(args), env, capabilities, timeout, handlers, loads or decoded
            )
        )

    def start(self) -> None:
        """Does nothing: the server runs since the client was made."""
        self._server.start()

    @property
    def server(self) -> ServerInfo:
        """The server's description of itself."""
        return self._server.info

    @property
    def pid(self) -> int:
        """The server's process id."""
        return self._server.pid

    @property
    def methods(self) -> Methods:
        """Every method of the protocol, one to one."""
        return Methods(self.request)

    @with_arguments
    def open(
        self,
        url: Optional[str] = None,
        *,
        profile: Optional[str] = None,
        strict: bool = False,
        **params: Unpack[OpenArguments],
    ) -> Pages[Any]:
        """Creates a paginator; nothing is requested yet.

        The params are those of `paginator/open`, in snake case: `items_path="articles"`. What is
        inside them keeps its names. With `strict=True` a loop over items, pages or `stream`,
        `to_list` and the data frames raise NotComplete at the end of a list that is not proven to
        be complete.
        """
        return self._open(open_params(url, profile, params), strict)

    @with_arguments
    def each(
        self,
        items: Union[Iterable[Any], Pages[Any]],
        url: Optional[str] = None,
        *,
        keep: Union[str, Sequence[str], None] = None,
        profile: Optional[str] = None,
        strict: bool = False,
        **params: Unpack[OpenArguments],
    ) -> Pages[Any]:
        """One list for each of many items, or of the items of another paginator.

        `{item}` and `{item.KEYPATH}` stand for the item in the URL, the parameters, the headers and
        the body. A loop brings all items of all lists, in order; a page has in `item` what `keep`
        names, or the whole item. A list that fails costs no other one: `last_walk` has the counts.
        """
        of = items.id if isinstance(items, Pages) else None
        each = each_params(() if isinstance(items, Pages) else items, of, keep)
        given = {**open_params(url, profile, params), "each": each}
        return self._open(given, strict, items)

    def _open(
        self, params: Mapping[str, Any], strict: bool, source: Any = None
    ) -> Pages[Any]:
        given = {**params, "paginatorId": self._ids.chosen(params.get("paginatorId"))}

        def opened() -> Pages[Any]:
            connection = self._connected(given)
            state = State(connection.call("paginator/open", given, self.timeout))
            return Pages(self, connection, state, given, strict=strict, source=source)

        with speaking_python():
            pages = self._surviving(opened)
        self._pages[pages.id] = pages
        return pages

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
        with speaking_python():
            found: Detection = self.request(
                "paginator/detect", {**open_params(url, profile, params), "confirm": confirm}
            )
        return found

    def on(self, event: str, callback: Callable[[Event], Any]) -> Callable[[], None]:
        """Calls back for notifications of that name, or all with "*"; the result ends that.

        The callbacks run one after the other on a thread of their own. A paginator sends notifications
        when it was opened with `notifications=True`.
        """
        return self._server.listen(event, None, callback)

    def request(
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
        return (self._results([(method, given)], timeout))[0]

    def _results(
        self, calls: Sequence[Tuple[str, Params]], timeout: Optional[float]
    ) -> List[Any]:
        """The results of calls about the same paginator; where the server dies, of all of them
        again."""
        limit = self.timeout if timeout is None else timeout

        def called() -> List[Any]:
            connection = self._connected(calls[0][1])
            return [connection.call(method, params, limit) for method, params in calls]

        return self._surviving(called)

    def _surviving(self, work: Callable[[], Result]) -> Result:
        """The result of work with the server; where that dies, with another one."""
        try:
            return work()
        except ServerGone:
            if not self.restarts:
                raise
        self._server.restart()
        return work()

    def _connected(self, params: Mapping[str, Any]) -> Connection:
        """The connection to the server, which has the paginators that the params name."""
        connection = self._server.connected()
        for id in named_in(params):
            pages = self._pages.get(id)
            if pages is not None and pages._connection is not connection:
                with self._server.lock:
                    pages._reopen(connection)
        return connection

    def close(self) -> None:
        """Ends the server and waits for that. What is under way fails."""
        self._server.close()

    def __enter__(self) -> Client:
        self.start()
        return self

    def __exit__(self, *error: object) -> None:
        self.close()

    def __repr__(self) -> str:
        return f"<Client of {self._server!r}>"


@with_arguments
def open(
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
    extract_page: Optional[ExtractPage] = None,
    fetch: Optional[Fetch] = None,
    credentials: Optional[Credentials] = None,
    **params: Unpack[OpenArguments],
) -> Pages[Any]:
    """Like `Client.open`, with a server of its own, which ends when the pages are closed.

    `executable` to `credentials` are the arguments of `Client`.
    """
    client = Client(
        executable, args=args, env=env, timeout=timeout, restart=restart, loads=loads,
        extract_page=extract_page, fetch=fetch, credentials=credentials,
    )
    return _alone(client, url, profile, strict, params)


def _alone(
    client: Client, url: Optional[str], profile: Optional[str], strict: bool, params: Any
) -> Pages[Any]:
    """Pages with which their client ends."""
    try:
        pages = client.open(url, profile=profile, strict=strict, **params)
    except BaseException:
        client.close()
        raise
    pages._owns_client = True
    return pages
