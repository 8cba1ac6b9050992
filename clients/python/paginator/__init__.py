"""Pages through HTTP APIs by way of the Paginator server.

    import paginator

    with paginator.open("https://api.github.com/repos/swiftlang/swift/issues") as pages:
        for issue in pages:
            print(issue["title"])

How an API pages is the server's business; this package starts it, talks to it, and ends it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, List, Mapping, Optional, Sequence

from ._async_client import AsyncClient
from ._async_pages import AsyncPages
from ._client import Client
from ._errors import (
    APIError,
    AuthFailed,
    CallTimedOut,
    Cancelled,
    CheckpointRejected,
    EngineUnavailable,
    HTTPStatusError,
    InvalidParams,
    InvalidResponse,
    ItemOutOfRange,
    ItemUnusable,
    ItemsNotFound,
    LimitExceeded,
    LoadFailed,
    MappingFailed,
    MetadataInvalid,
    MethodNotFound,
    NetworkFailed,
    NoNextPage,
    NoPreviousPage,
    NotComplete,
    NotForSeries,
    NotLoaded,
    NotRecorded,
    OriginRefused,
    PageNotReachable,
    PageOutOfRange,
    PaginationLoop,
    PaginationWarning,
    PaginatorError,
    PaginatorExists,
    PaginatorNotFound,
    PositionExpired,
    ProtocolMismatch,
    RateLimited,
    ResponseTooLarge,
    ServerGone,
    ServerNotFound,
    StoreFailed,
    TimedOut,
    TLSFailed,
)
from ._model import Page, RawPage, State, Window
from ._opening import Opening
from ._pages import Pages
from ._shown.arguments import with_arguments
from ._transport.decoding import Loads
from ._transport.executable import Executable
from ._transport.protocol import Event, ServerInfo
from ._version import VERSION as __version__
from ._walks import WalkProgress, WalkSummary

if TYPE_CHECKING:
    from typing_extensions import Unpack

    from ._calls import (
        AsyncCredentials,
        AsyncExtractPage,
        AsyncFetch,
        Credentials,
        ExtractPage,
        Fetch,
    )
    from ._types import OpenArguments


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
    try:
        pages = client.open(url, profile=profile, strict=strict, **params)
    except BaseException:
        client.close()
        raise
    pages._owns_client = True
    return pages


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

    async def work() -> AsyncPages[Any]:
        client = AsyncClient(
            executable, args=args, env=env, timeout=timeout, restart=restart, loads=loads,
            extract_page=extract_page, fetch=fetch, credentials=credentials,
        )
        try:
            pages = await client.open(url, profile=profile, strict=strict, **params)
        except BaseException:
            await client.close()
            raise
        pages._owns_client = True
        return pages

    return Opening(work)


__all__ = [
    "APIError",
    "AsyncClient",
    "AsyncPages",
    "AuthFailed",
    "CallTimedOut",
    "Cancelled",
    "CheckpointRejected",
    "Client",
    "EngineUnavailable",
    "Event",
    "HTTPStatusError",
    "InvalidParams",
    "InvalidResponse",
    "ItemOutOfRange",
    "ItemUnusable",
    "ItemsNotFound",
    "LimitExceeded",
    "LoadFailed",
    "MappingFailed",
    "MetadataInvalid",
    "MethodNotFound",
    "NetworkFailed",
    "NoNextPage",
    "NoPreviousPage",
    "NotComplete",
    "NotForSeries",
    "NotLoaded",
    "NotRecorded",
    "Opening",
    "OriginRefused",
    "Page",
    "PageNotReachable",
    "PageOutOfRange",
    "Pages",
    "PaginationLoop",
    "PaginationWarning",
    "PaginatorError",
    "PaginatorExists",
    "PaginatorNotFound",
    "PositionExpired",
    "ProtocolMismatch",
    "RateLimited",
    "RawPage",
    "ResponseTooLarge",
    "ServerGone",
    "ServerInfo",
    "ServerNotFound",
    "State",
    "StoreFailed",
    "TLSFailed",
    "TimedOut",
    "WalkProgress",
    "WalkSummary",
    "Window",
    "__version__",
    "open",
    "open_async",
]


def __dir__() -> List[str]:
    """The API alone: completion in a notebook shows no modules of this package's own."""
    return __all__


# In tracebacks and in pickles the names stand as users write them.
for _each in [globals()[_name] for _name in __all__]:
    if isinstance(_each, type):
        _each.__module__ = __name__
