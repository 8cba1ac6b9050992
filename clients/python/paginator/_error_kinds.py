"""The errors of the protocol as classes, and the class of each code.

Written by protocol/generate.py from protocol/openrpc.json: change those.
"""

from __future__ import annotations

from typing import Dict, Type

from ._error_base import (
    HTTPStatusError,
    InvalidParams,
    LoadFailed,
    PaginatorError,
    StoreFailed,
)


class MethodNotFound(PaginatorError):
    """-32601: there is no such method."""


class Cancelled(LoadFailed):
    """The load was cancelled (1009), or its request (-32800)."""


class PaginatorNotFound(PaginatorError):
    """1000: there is no paginator with that id; open one with paginator/open."""


class PaginatorExists(PaginatorError):
    """1001: a paginator with that id is open; close it first or choose another id."""


class NotLoaded(PaginatorError):
    """1002: no page has been loaded; call paginator/loadNextPage first."""


class NoNextPage(PaginatorError):
    """1003: there is no next page."""


class NoPreviousPage(PaginatorError):
    """1004: there is no previous page."""


class PageOutOfRange(PaginatorError, IndexError):
    """1005: the page does not exist."""


class PageNotReachable(PaginatorError):
    """1006: nothing that has been loaded leads to the page; load from the first page on."""


class ItemOutOfRange(PaginatorError, IndexError):
    """1007: the item does not exist."""


class LimitExceeded(PaginatorError):
    """1010: a limit is reached; data says which."""


class NotForSeries(PaginatorError):
    """1013: a paginator with each or slices has no such method; use paginator/loadAll."""


class ItemUnusable(PaginatorError):
    """1014: an item has no value that can be put into the request."""


class NetworkFailed(LoadFailed):
    """1100: the request failed."""


class TimedOut(LoadFailed, TimeoutError):
    """1101: the API did not answer in time; try again or raise fetching.timeoutSeconds."""


class TLSFailed(LoadFailed):
    """1103: no trusted TLS connection; trust other certificates with fetching.caFile."""


class ResponseTooLarge(LoadFailed):
    """1104: the body is too large; request fewer items per page or raise fetching.responseBytesMax."""


class OriginRefused(LoadFailed):
    """1105: the API leads to another origin; allow it with fetching.allowedOrigins if that is right."""


class RateLimited(HTTPStatusError):
    """1106: the API's rate limit is used up for longer than the server may wait."""


class AuthFailed(LoadFailed):
    """1107: the credentials of `token` or `auth` got no access."""


class NotRecorded(LoadFailed):
    """1108: the server replays a recording, which has no response left to the request."""


class PositionExpired(LoadFailed):
    """1109: the API does not know the position any more that a page led to."""


class InvalidResponse(LoadFailed):
    """1200: a response is not the JSON that was expected."""


class ItemsNotFound(LoadFailed):
    """1201: there is no list of items where it was looked for; set itemsPath."""


class MappingFailed(LoadFailed):
    """1202: items do not fit the strict mapping; data.issues says which and why."""


class MetadataInvalid(LoadFailed):
    """1203: a value in the response that should lead to a page does not."""


class APIError(LoadFailed):
    """1204: the API reported an error in its own words."""


class PaginationLoop(LoadFailed):
    """1300: the API repeats a page that came before, so paging ends here."""


class CheckpointRejected(PaginatorError):
    """1302: the checkpoint belongs to a different request."""


class EngineUnavailable(PaginatorError):
    """1400: the HTTP engine, or SQLite, cannot be used."""


BY_CODE: Dict[int, Type[PaginatorError]] = {
    -32601: MethodNotFound,
    -32602: InvalidParams,
    -32800: Cancelled,
    1000: PaginatorNotFound,
    1001: PaginatorExists,
    1002: NotLoaded,
    1003: NoNextPage,
    1004: NoPreviousPage,
    1005: PageOutOfRange,
    1006: PageNotReachable,
    1007: ItemOutOfRange,
    1009: Cancelled,
    1010: LimitExceeded,
    1013: NotForSeries,
    1014: ItemUnusable,
    1100: NetworkFailed,
    1101: TimedOut,
    1102: HTTPStatusError,
    1103: TLSFailed,
    1104: ResponseTooLarge,
    1105: OriginRefused,
    1106: RateLimited,
    1107: AuthFailed,
    1108: NotRecorded,
    1109: PositionExpired,
    1200: InvalidResponse,
    1201: ItemsNotFound,
    1202: MappingFailed,
    1203: MetadataInvalid,
    1204: APIError,
    1300: PaginationLoop,
    1302: CheckpointRejected,
    1400: EngineUnavailable,
    1401: StoreFailed,
}

__all__ = [
    "APIError",
    "AuthFailed",
    "Cancelled",
    "CheckpointRejected",
    "EngineUnavailable",
    "InvalidResponse",
    "ItemOutOfRange",
    "ItemUnusable",
    "ItemsNotFound",
    "LimitExceeded",
    "MappingFailed",
    "MetadataInvalid",
    "MethodNotFound",
    "NetworkFailed",
    "NoNextPage",
    "NoPreviousPage",
    "NotForSeries",
    "NotLoaded",
    "NotRecorded",
    "OriginRefused",
    "PageNotReachable",
    "PageOutOfRange",
    "PaginationLoop",
    "PaginatorExists",
    "PaginatorNotFound",
    "PositionExpired",
    "RateLimited",
    "ResponseTooLarge",
    "TLSFailed",
    "TimedOut",
]
