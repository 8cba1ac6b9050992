"""The exceptions of this package: one class for each kind of error that a caller can act on."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, List, Mapping, Optional, Sequence

from ._error_base import *
from ._error_base import SIGN_IN as SIGN_IN, request_text as request_text
from ._error_kinds import *
from ._error_kinds import BY_CODE

if TYPE_CHECKING:
    from ._walks import WalkSummary


class CallTimedOut(TimedOut):
    """The call took longer than its `timeout`; it has been cancelled on the server."""


class ServerNotFound(PaginatorError):
    """There is no `paginator` executable, or it cannot be started."""


class ServerGone(PaginatorError):
    """The server has ended, or the client was closed: nothing more will be answered."""

    def __init__(
        self, message: str, *, exit_code: Optional[int] = None, stderr: Sequence[str] = ()
    ) -> None:
        super().__init__(message, kind="serverGone")
        self.exit_code = exit_code
        """The exit code of the process; the negative number of a signal; None when unknown."""
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
        """The summary of the walk."""


class PaginationWarning(UserWarning):
    """The server found something odd while it paged: what came may not be all, or come twice."""


def error_from(value: Any) -> PaginatorError:
    """The exception for an error object of the protocol, whatever is missing in it."""
    members: Mapping[str, Any] = value if isinstance(value, dict) else {}
    code = members.get("code")
    code = code if isinstance(code, int) else None
    data = members.get("data")
    data = data if isinstance(data, dict) else {}
    message = str(members.get("message") or "The server refused without saying why.")
    kind = str(data.get("kind", ""))
    found = BY_CODE.get(code, PaginatorError) if code is not None else PaginatorError
    return found(message, code=code, kind=kind, data=data)


__all__ = [
    "CallTimedOut",
    "NotComplete",
    "PaginationWarning",
    "ProtocolMismatch",
    "ServerGone",
    "ServerNotFound",
]
