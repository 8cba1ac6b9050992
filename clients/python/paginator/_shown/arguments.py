"""Arguments as Python spells them: in `help`, and in what the server says of them."""

from __future__ import annotations

import contextlib
import re
import textwrap
from typing import Any, Callable, Iterator, TypeVar

from .._errors import APIError, HTTPStatusError, InvalidParams, PaginatorError
from .open_params import OPEN_PARAMS

Function = TypeVar("Function", bound=Callable[..., Any])

_NAMED_BEFORE = ("url", "profile")
"""Params that have places of their own in signatures."""


def with_arguments(function: Function) -> Function:
    """Lets `help` of a function that takes the params of `paginator/open` name them."""
    lines = [f"{function.__doc__ or ''}".rstrip(), "", "    Params:"]
    for name, text in OPEN_PARAMS.items():
        if name not in _NAMED_BEFORE:
            lines += textwrap.wrap(
                f"{name}: {text}", 92, initial_indent="    - ", subsequent_indent="      "
            )
    function.__doc__ = "\n".join(lines) + "\n"
    return function


def camel_case(name: str) -> str:
    """`items_path` is `itemsPath` on the wire; names without underscores stay."""
    first, *rest = name.split("_")
    return first + "".join(word[:1].upper() + word[1:] for word in rest)


_SNAKE_CASE = {camel_case(name): name for name in OPEN_PARAMS if "_" in name}
_BARE = re.compile(r"(?:^|(?<=[\s(]))(" + "|".join(_SNAKE_CASE) + r")\b")
_QUOTED = re.compile(r"(?<=\")(" + "|".join(_SNAKE_CASE) + r")\b")


_CALL = re.compile(r"\bpaginator/(\w+)\b")
_CALLS = {
    "loadNextPage": "next", "loadPreviousPage": "previous", "loadPage": "page",
    "loadAll": "walk", "items": "window",
}
"""Methods of the protocol that have another name in `Pages`."""


def snake_case(text: str) -> str:
    """A sentence of the server's about params and methods, with Python's names for them.

    `set itemsPath` is `set items_path`, `call paginator/loadNextPage first` is `call next() first`.
    """
    text = _CALL.sub(lambda found: f"{_CALLS.get(found[1]) or _snake(found[1])}()", text)
    return _BARE.sub(lambda found: _SNAKE_CASE[found[1]], text)


def _snake(name: str) -> str:
    return re.sub(r"[A-Z]", lambda found: "_" + found[0].lower(), name)


def in_python(error: PaginatorError) -> PaginatorError:
    """The error with the params' names as the caller spells them; what the API said stays."""
    if isinstance(error, (APIError, HTTPStatusError)):
        return error
    message = snake_case(error.message)
    if isinstance(error, InvalidParams):
        # Only here are names in quotation marks those of params, and not the API's.
        message = _QUOTED.sub(lambda found: _SNAKE_CASE[found[1]], message)
        outer, dot, rest = error.path.partition(".")
        argument = _snake(outer)
        message = re.sub(rf'"{re.escape(outer)}(?=[".])', lambda _: f'"{argument}', message)
        error.data = {**error.data, "path": argument + dot + rest}
    error.message = message
    error.args = (message, *error.args[1:])
    return error


@contextlib.contextmanager
def speaking_python() -> Iterator[None]:
    """Errors of calls whose params the caller gave as keyword arguments."""
    try:
        yield
    except PaginatorError as error:
        in_python(error)
        raise
