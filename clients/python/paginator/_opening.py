"""What `AsyncClient.open` gives: to be awaited or entered."""

from __future__ import annotations

from types import TracebackType
from typing import TYPE_CHECKING, Any, Awaitable, Coroutine, Generator, Optional, Type

if TYPE_CHECKING:
    from ._async_client import AsyncPages


class Opening(Awaitable["AsyncPages"]):
    """A paginator that is being opened: `await` it, or enter it with `async with`."""

    def __init__(self, work: Coroutine[Any, Any, AsyncPages]) -> None:
        self._work = work
        self._pages: Optional[AsyncPages] = None

    def __await__(self) -> Generator[Any, None, AsyncPages]:
        return self._work.__await__()

    async def __aenter__(self) -> AsyncPages:
        self._pages = await self._work
        return self._pages

    async def __aexit__(
        self,
        kind: Optional[Type[BaseException]],
        error: Optional[BaseException],
        trace: Optional[TracebackType],
    ) -> None:
        if self._pages is not None:
            await self._pages.close()
