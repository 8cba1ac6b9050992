"""The result of `AsyncClient.open`, to be awaited or entered."""

from __future__ import annotations

import warnings
from typing import TYPE_CHECKING, Any, Awaitable, Callable, Coroutine, Generator, NoReturn, Optional

if TYPE_CHECKING:
    from ._async_pages import AsyncPages

_ADVICE = "await it (pages = await client.open(...)), or enter it with async with"


class Opening(Awaitable["AsyncPages[Any]"]):
    """A paginator that is being opened: `await` it, or enter it with `async with`."""

    def __init__(self, work: Callable[[], Coroutine[Any, Any, AsyncPages[Any]]]) -> None:
        self._work = work
        self._is_used = False
        self._pages: Optional[AsyncPages[Any]] = None

    def __await__(self) -> Generator[Any, None, AsyncPages[Any]]:
        self._is_used = True
        return self._work().__await__()

    async def __aenter__(self) -> AsyncPages[Any]:
        self._pages = await self
        return self._pages

    async def __aexit__(self, *error: object) -> None:
        if self._pages is not None:
            await self._pages.close()

    def __getattr__(self, name: str) -> NoReturn:
        raise AttributeError(f"The paginator is not open yet and has no {name!r}: {_ADVICE}.")

    def _refuse(self, *key: object) -> NoReturn:
        raise TypeError(f"The paginator is not open yet: {_ADVICE}.")

    __aiter__ = __iter__ = __getitem__ = __enter__ = _refuse

    def __exit__(self, *error: object) -> None:
        """Only there so that `with` gets as far as the advice."""

    def __del__(self) -> None:
        if not self.__dict__.get("_is_used", True):
            warnings.warn(
                f"A paginator was never opened: {_ADVICE}.", RuntimeWarning, stacklevel=2
            )

    def __repr__(self) -> str:
        return f"<Opening of a paginator: {_ADVICE}>"
