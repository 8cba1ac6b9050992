"""Errors and warnings in one line: Spark shows the text of an exception and nothing else of it."""

from __future__ import annotations

import contextlib
import logging
import re
from typing import Any, Iterable, Iterator, List, Mapping

import paginator
from paginator._errors import SIGN_IN
from paginator._shown.arguments import OPEN_PARAMS, camel_case

_ARGUMENT = re.compile(r"\b(" + "|".join(name for name in OPEN_PARAMS if "_" in name) + r")\b")
"""The name of an argument of `open` in the Python client; the option is spelled as in the protocol."""

_log = logging.getLogger("paginator_spark")


class SourceError(Exception):
    """A load, a plan or a task that failed: `kind: what is wrong (GET https://...)`.

    `kind` is one of the protocol's errors, a verdict, or `malformedItem`.
    """

    def __init__(self, kind: str, sentence: str) -> None:
        super().__init__(f"{kind}: {' '.join(sentence.split())}")
        self.kind = kind

    def __reduce__(self):  # type: ignore[no-untyped-def]
        return _restore, (self.kind, str(self))


def _restore(kind: str, text: str) -> SourceError:
    error = SourceError.__new__(SourceError, kind, text)
    error.args = (text,)
    error.kind = kind
    return error


def invalid(sentence: str) -> SourceError:
    """A wrong option or schema."""
    return SourceError("invalidParams", sentence)


def told(error: paginator.PaginatorError) -> SourceError:
    """The server's error: its kind, its sentence, the request with secrets masked."""
    sentence = str(error).replace(SIGN_IN, " Sign in with the option token or auth.")
    if not isinstance(error, (paginator.APIError, paginator.HTTPStatusError)):
        # What an API said, and URLs, stay as they are.
        message = _ARGUMENT.sub(lambda found: camel_case(found[0]), error.message)
        sentence = sentence.replace(error.message, message, 1)
    return SourceError(error.kind or type(error).__name__, sentence)


@contextlib.contextmanager
def told_errors() -> Iterator[None]:
    """Errors of the client leave the block as errors of this package, in one line."""
    try:
        yield
    except paginator.PaginatorError as error:
        raise told(error) from None


def say(text: str) -> None:
    """A line for the log of the driver or executor that this process belongs to."""
    _log.warning("paginator: %s", text)


def say_all(texts: Iterable[str]) -> None:
    """Some lines for that log."""
    for text in texts:
        say(text)


def messages(warnings: Iterable[Mapping[str, Any]]) -> List[str]:
    """The sentences of the server's warnings."""
    return [str(warning.get("message", "")) for warning in warnings]
