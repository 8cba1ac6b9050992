"""The exceptions that others derive from, and those of the protocol with members of their own."""

from __future__ import annotations

from typing import Any, Dict, Mapping, Optional, Tuple, Type


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
        """True when the same call may succeed later."""
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
"""The advice after status 401."""


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


class InvalidParams(PaginatorError, ValueError):
    """-32602: an argument is wrong."""

    @property
    def path(self) -> str:
        """Leads to the wrong argument, as in `fetching.timeoutSeconds`."""
        return str(self.data.get("path", ""))


class LoadFailed(PaginatorError):
    """A load met a failure (1009, 1100 to 1300, 1401): the last good page stays the current one."""

    @property
    def page(self) -> Optional[int]:
        """The number of the requested page; None where that is not known."""
        page = self.data.get("page")
        return page if isinstance(page, int) else None

    @property
    def url(self) -> Optional[str]:
        """The URL of the request, with secrets masked; None where there was none."""
        url = self.data.get("url")
        return url if isinstance(url, str) else None


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


class StoreFailed(LoadFailed):
    """1401: a page could not be stored, or the file or table of `store` does not fit."""

    @property
    def path(self) -> str:
        """The file."""
        return str(self.data.get("path", ""))


__all__ = [
    "HTTPStatusError",
    "InvalidParams",
    "LoadFailed",
    "PaginatorError",
    "StoreFailed",
]
