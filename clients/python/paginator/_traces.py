"""Short tracebacks: one frame of this package, below the user's own."""

from __future__ import annotations

import functools
import inspect
import os
from typing import Any, Callable, Type, TypeVar

from ._errors import PaginatorError

Class = TypeVar("Class")

_ENTRANCES = ("__iter__", "__aiter__", "__getitem__", "__len__", "__enter__", "__aenter__")
_PACKAGE = os.path.dirname(__file__)


def short_tracebacks(kind: Type[Class]) -> Type[Class]:
    """Wraps the methods that users call, so that an error shows one frame of this package.

    How a call came to fail inside the package helps nobody who reads `pages.next()` and
    `NetworkFailed: ...`.
    """
    for name in dir(kind):
        member = inspect.getattr_static(kind, name)
        if name.startswith("_") and name not in _ENTRANCES:
            continue
        if inspect.isfunction(member):
            setattr(kind, name, _short(member))
        elif isinstance(member, property) and member.fget is not None:
            setattr(kind, name, property(_short(member.fget), doc=member.__doc__))
    return kind


def shortened(error: PaginatorError) -> PaginatorError:
    """The error without its traceback, unless that leads through code of the user's."""
    trace = error.__traceback__
    while trace is not None:
        if not trace.tb_frame.f_code.co_filename.startswith(_PACKAGE):
            return error
        trace = trace.tb_next
    return error.with_traceback(None)


def _short(function: Callable[..., Any]) -> Callable[..., Any]:
    if inspect.isasyncgenfunction(function):
        return _short_async_generator(function)
    if inspect.isgeneratorfunction(function):

        @functools.wraps(function)
        def steps(*given: Any, **named: Any) -> Any:
            try:
                yield from function(*given, **named)
            except PaginatorError as error:
                raise shortened(error) from error.__cause__

        return steps
    if inspect.iscoroutinefunction(function):

        @functools.wraps(function)
        async def awaited(*given: Any, **named: Any) -> Any:
            try:
                return await function(*given, **named)
            except PaginatorError as error:
                raise shortened(error) from error.__cause__

        return awaited

    @functools.wraps(function)
    def called(*given: Any, **named: Any) -> Any:
        try:
            return function(*given, **named)
        except PaginatorError as error:
            raise shortened(error) from error.__cause__

    return called


def _short_async_generator(function: Callable[..., Any]) -> Callable[..., Any]:
    @functools.wraps(function)
    async def steps(*given: Any, **named: Any) -> Any:
        inner = function(*given, **named)
        try:
            async for value in inner:
                yield value
        except PaginatorError as error:
            raise shortened(error) from error.__cause__
        finally:
            await inner.aclose()

    return steps
