"""What can go wrong: one exception class for each kind of error that a caller can act on."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Dict, List, Mapping, Optional, Sequence, Tuple, Type

if TYPE_CHECKING:
    from ._walks import WalkSummary


class PaginatorError(Exception):
    """Anything that this package raises on purpose.

    `code` and `kind` are those of the protocol's table of errors (README.md of the project);
    `code` is None for what the client noticed by itself.
    """

    def __init__(
        self,
        message: str,
        *,
        code: Optional[int] = None,
        kind: str = "",
        data: Optional[Mapping[str, Any]] = None,
    ) -> None:
        super().__init__(message)
        self.message = message
        self.code = code
        self.kind = kind
        self.data: Mapping[str, Any] = {} if data is None else data

    @property
    def retryable(self) -> bool:
        """Whether the same call may succeed later."""
        return self.data.get("retryable") is True

    def __str__(self) -> str:
        """The message, of a failed request its method, masked URL and status, and how to sign in
        where that is missing."""
        request = request_text(self.data, self.message)
        text = f"{self.message} ({request})" if request else self.message
        return text + SIGN_IN if self.data.get("status") == 401 else text

    def __reduce__(self) -> Tuple[Any, ...]:
        return _restore, (type(self), self.message, self.__dict__)


SIGN_IN = " Sign in with token=... or auth={...} of open()."
"""What is said after status 401."""


def request_text(data: Mapping[str, Any], message: str) -> str:
    """`GET https://api.example.com/items?page=2: 503`, without what the message has said already."""
    url = data.get("url")
    if not isinstance(url, str) or url in message:
        return ""
    method = data.get("method")
    parts = [f"{method} {url}" if isinstance(method, str) else url]
    status = data.get("status")
    if isinstance(status, int) and str(status) not in message:
        parts.append(str(status))
    return ": ".join(parts)


def _restore(
    kind: Type[PaginatorError], message: str, members: Dict[str, Any]
) -> PaginatorError:
    error = kind.__new__(kind, message)
    error.args = (message,)
    error.__dict__.update(members)
    return error


class MethodNotFound(PaginatorError):
    """-32601: this server does not have the method; a newer one may."""


class InvalidParams(PaginatorError, ValueError):
    """-32602: an argument is wrong."""

    @property
    def path(self) -> str:
        """Leads to the wrong argument, as in `fetching.timeoutSeconds`."""
        return str(self.data.get("path", ""))


class PaginatorNotFound(PaginatorError):
    """1000: the paginator has been closed, or was never open."""


class PaginatorExists(PaginatorError):
    """1001: a paginator of that id is open."""


class NotLoaded(PaginatorError):
    """1002: no page has been loaded yet."""


class NoNextPage(PaginatorError):
    """1003: the last page is the current one."""


class NoPreviousPage(PaginatorError):
    """1004: the first page is the current one."""


class PageOutOfRange(PaginatorError, IndexError):
    """1005: there is no page of that number."""


class PageNotReachable(PaginatorError):
    """1006: nothing that was loaded leads to that page."""


class ItemOutOfRange(PaginatorError, IndexError):
    """1007: there is no item of that index."""


class LimitExceeded(PaginatorError):
    """1010: a limit of the paginator or of the server is reached."""


class NotForSeries(PaginatorError):
    """The method is not for a paginator with `each` or `slices`."""


class ItemUnusable(PaginatorError):
    """An item of `each` has no value to put into its request."""


class LoadFailed(PaginatorError):
    """A load met a failure (1009, 1100 to 1300, 1401): the last good page stays the current one."""

    @property
    def page(self) -> Optional[int]:
        """Which page was asked for, where that is known."""
        page = self.data.get("page")
        return page if isinstance(page, int) else None

    @property
    def url(self) -> Optional[str]:
        """What was asked for, with secrets masked."""
        url = self.data.get("url")
        return url if isinstance(url, str) else None


class Cancelled(LoadFailed):
    """1009 or -32800: the load was cancelled."""


class NetworkFailed(LoadFailed):
    """1100: the API could not be reached."""


class TimedOut(LoadFailed, TimeoutError):
    """1101: the API did not answer in time."""


class CallTimedOut(TimedOut):
    """The call took longer than its `timeout`; it has been cancelled on the server."""


class HTTPStatusError(LoadFailed):
    """1102: the API answered with a status that is no success."""

    @property
    def status(self) -> int:
        return int(self.data.get("status", 0))

    @property
    def body(self) -> str:
        """The first 1,024 characters of the answer."""
        return str(self.data.get("body", ""))

    @property
    def retry_after_seconds(self) -> Optional[float]:
        seconds = self.data.get("retryAfterSeconds")
        return float(seconds) if isinstance(seconds, (int, float)) else None


class RateLimited(HTTPStatusError):
    """1106: the API's rate limit is used up, for longer than the server is allowed to wait."""


class TLSFailed(LoadFailed):
    """1103: there is no trusted connection to the API."""


class ResponseTooLarge(LoadFailed):
    """1104: a response is over `fetching.responseBytesMax`."""


class OriginRefused(LoadFailed):
    """1105: the API leads to another origin than the one that was opened."""


class AuthFailed(LoadFailed):
    """1107: the credentials of `token` or `auth` got no access."""


class NotRecorded(LoadFailed):
    """1108: the server replays a recording, which has no response left to the request."""


class PositionExpired(LoadFailed):
    """1109: the API does not know the position any more that a page led to."""


class InvalidResponse(LoadFailed):
    """1200: a response is not the JSON that was expected."""


class ItemsNotFound(LoadFailed):
    """1201: the response does not have items where they were looked for."""


class MappingFailed(LoadFailed):
    """1202: an item does not fit a strict mapping."""


class MetadataInvalid(LoadFailed):
    """1203: what the response says about its pages makes no sense."""


class APIError(LoadFailed):
    """1204: the API reported an error in its own words."""


class PaginationLoop(LoadFailed):
    """1300: the API leads in a circle."""


class CheckpointRejected(PaginatorError):
    """1302: the checkpoint belongs to another request."""


class EngineUnavailable(PaginatorError):
    """1400: a system library that the server needs is missing."""


class StoreFailed(LoadFailed):
    """1401: a page could not be stored, or the file or table of `store` does not fit."""

    @property
    def path(self) -> str:
        """The file."""
        return str(self.data.get("path", ""))


class ServerNotFound(PaginatorError):
    """There is no `paginator` executable, or it cannot be started."""


class ServerGone(PaginatorError):
    """The server has ended, or the client was closed: nothing more will be answered."""

    def __init__(
        self, message: str, *, exit_code: Optional[int] = None, stderr: Sequence[str] = ()
    ) -> None:
        super().__init__(message, kind="serverGone")
        self.exit_code = exit_code
        """What the process ended with; the negative number of a signal; None when unknown."""
        self.stderr: List[str] = list(stderr)
        """The last lines that it wrote to standard error."""


class ProtocolMismatch(PaginatorError):
    """The executable that was started does not speak this protocol."""

    def __init__(self, message: str) -> None:
        super().__init__(message, kind="protocolMismatch")


class NotComplete(PaginatorError):
    """A list that is not proven to be all there is: `open(strict=True)` and `raise_for_verdict`."""

    def __init__(self, summary: WalkSummary[Any]) -> None:
        doubts = [str(each.get("message", "")) for each in summary.state.warnings]
        why = "".join(f" {doubt}" for doubt in doubts)
        text = summary.text
        if not summary.pages:  # After a loop there is nothing left to walk, and to be counted.
            text = summary.verdict
            if summary.end_reason and not doubts:
                text += f", because of {summary.end_reason['kind']}"
        super().__init__(f"The list is not proven to be complete: {text}.{why}",
                         kind="notComplete")
        self.summary = summary
        """How the walk ended."""


class PaginationWarning(UserWarning):
    """The server found something odd while it paged: what came may not be all, or come twice."""


_BY_CODE: Dict[int, Type[PaginatorError]] = {
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


def error_from(value: Any) -> PaginatorError:
    """The exception for an error object of the protocol, whatever is missing in it."""
    members: Mapping[str, Any] = value if isinstance(value, dict) else {}
    code = members.get("code")
    code = code if isinstance(code, int) else None
    data = members.get("data")
    data = data if isinstance(data, dict) else {}
    message = str(members.get("message") or "The server refused without saying why.")
    kind = str(data.get("kind", ""))
    found = _BY_CODE.get(code, PaginatorError) if code is not None else PaginatorError
    return found(message, code=code, kind=kind, data=data)
