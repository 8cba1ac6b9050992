"""The handshake with a server and the reading of its responses, for both clients."""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass
from typing import Any, Callable, Deque, Dict, FrozenSet, Iterator, List, Optional, Tuple

from .._errors import (
    CallTimedOut,
    MethodNotFound,
    PaginatorError,
    ProtocolMismatch,
    ServerGone,
    error_from,
)
from .wire import Message

PROTOCOL_MAJOR = "1"
"""The first part of the protocol's version: with another one nothing can be relied on."""

START_SECONDS = 30.0
"""The time for the response to `initialize`, unless the caller gives less."""

SHUTDOWN_SECONDS = 2.0
"""The time for the response to `shutdown`."""

UNREAD_MAX = 16
"""The pages of a walk, or notifications, that wait for their callback before a client stops
reading; it continues while a caller waits for something else."""

EVENT_PREFIX = "paginator/"
"""The prefix that names of methods and events may omit."""

EVERY_EVENT = "*"
"""Stands for all notifications where one is named."""

HANDLER_FAILED = -32000
METHOD_NOT_FOUND = -32601
"""Codes of the answers to requests that the server sends."""

Params = Dict[str, Any]
Handler = Callable[[Any], Any]


@dataclass(frozen=True)
class ServerInfo:
    """The server's description of itself, from its response to `initialize`."""

    name: str
    version: str
    protocol_version: str
    strategies: Tuple[str, ...]
    profiles: Tuple[str, ...]
    methods: FrozenSet[str]
    """Full names, as in `paginator/loadNextPage`."""


def named_handlers(
    extract_page: Optional[Handler], fetch: Optional[Handler], credentials: Optional[Handler]
) -> Dict[str, Handler]:
    """The handlers that there are, by the method that each answers."""
    given = {"extractPage": extract_page, "fetch": fetch, "credentials": credentials}
    return {
        EVENT_PREFIX + name: handler for name, handler in given.items() if handler is not None
    }


def server_info(result: Any, path: str) -> ServerInfo:
    """Reads the answer to `initialize`; ProtocolMismatch for another server or version."""
    members = result if isinstance(result, dict) else {}
    about = members.get("serverInfo")
    about = about if isinstance(about, dict) else {}
    name, version = str(about.get("name", "?")), str(about.get("version", "?"))
    spoken = members.get("protocolVersion")
    if not isinstance(spoken, str) or spoken.split(".")[0] != PROTOCOL_MAJOR:
        what = "no protocol version" if spoken is None else f"protocol version {spoken!r}"
        raise ProtocolMismatch(
            f"{path} is the server {name} {version} with {what}, but this client needs version "
            f"{PROTOCOL_MAJOR}: install a client and a server that belong together."
        )
    can = members.get("capabilities")
    can = can.get("paginator") if isinstance(can, dict) else {}
    can = can if isinstance(can, dict) else {}
    return ServerInfo(
        name, version, spoken, tuple(can.get("strategies", ())), tuple(can.get("profiles", ())),
        frozenset(can.get("methods", ())),
    )


def not_a_server(path: str, found: str) -> ProtocolMismatch:
    return ProtocolMismatch(
        f"{path} wrote something to its standard output that is no message: {found}. "
        "Check that it is the server, and that nothing else writes there."
    )


def explained(error: BaseException, path: str) -> BaseException:
    """The error of the first call, in words about the executable."""
    if not isinstance(error, MethodNotFound):
        return error
    return ProtocolMismatch(
        f"{path} does not know the method initialize. Check that it is the server."
    )


def closed() -> ServerGone:
    return ServerGone("The client has been closed.")


def forked() -> ServerGone:
    return ServerGone(
        "This client belongs to the process that made it; make another one after a fork."
    )


def copies_of(error: PaginatorError) -> Callable[[], PaginatorError]:
    """Makes a copy for each caller, so that their tracebacks do not mix."""
    rebuild, arguments = error.__reduce__()

    def make() -> PaginatorError:
        copy = rebuild(*arguments)
        assert isinstance(copy, PaginatorError)
        return copy

    return make


CANCEL_SECONDS = 2.0
"""The time that a caller who gives up waits for values that the server has sent already."""


def too_slow(method: str, seconds: float) -> CallTimedOut:
    hint = "It has been cancelled; try again, or allow more by timeout."
    if method == "initialize":
        hint = "Check that the executable is the server."
    elif method == "paginator/loadAll":
        hint = "It has been cancelled: last_walk has what came, and the next load continues after it."
    return CallTimedOut(
        f"{method} was not answered within {seconds:g} s. {hint}",
        kind="callTimedOut", data={"retryable": True, "seconds": seconds},
    )


def result_of(message: Message) -> Any:
    """The result of an answer; raises the error that it holds."""
    if "error" in message:
        raise error_from(message["error"])
    return message.get("result")


def event_name(name: str) -> str:
    """`didLoadPage` means `paginator/didLoadPage`."""
    return name if "/" in name or name == EVERY_EVENT else EVENT_PREFIX + name


@dataclass(frozen=True)
class Outcome:
    """The result of a request, after the values of its progress."""

    result: Any


@dataclass(frozen=True)
class Event:
    """A notification of the server's."""

    name: str
    """In full, as in `paginator/didLoadPage`."""
    params: Any


class Forgotten:
    """Ids of paginators that were dropped; closed along with the next call.

    Any thread may put one in at any time: the garbage collector does.
    """

    def __init__(self) -> None:
        self._ids: Deque[str] = deque()

    def put(self, id: str) -> None:
        self._ids.append(id)

    def taken(self) -> Iterator[str]:
        """Takes all of them out."""
        while self._ids:
            yield self._ids.popleft()


class Listeners:
    """Callbacks by the name of a notification, in the order in which they came."""

    def __init__(self) -> None:
        self._entries: List[Tuple[str, Optional[str], Callable[[Event], Any]]] = []

    def __bool__(self) -> bool:
        return bool(self._entries)

    def add(
        self, name: str, paginator_id: Optional[str], callback: Callable[[Event], Any]
    ) -> Callable[[], None]:
        """Calling what is returned takes the callback out again."""
        entry = (event_name(name), paginator_id, callback)
        self._entries = [*self._entries, entry]

        def remove() -> None:
            self._entries = [other for other in self._entries if other is not entry]

        return remove

    def matching(self, event: Event) -> List[Callable[[Event], Any]]:
        """The callbacks for a notification; the list is the caller's own."""
        of = event.params.get("paginatorId") if isinstance(event.params, dict) else None
        return [
            callback
            for name, paginator_id, callback in self._entries
            if name in (event.name, EVERY_EVENT) and paginator_id in (None, of)
        ]
