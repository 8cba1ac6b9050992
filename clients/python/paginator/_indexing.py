"""Items by their index, by which Python's syntax differs between the two clients."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import Any, Awaitable, Generic, List, TypeVar, Union, overload

from ._model import State

Item = TypeVar("Item")


class Indexing(ABC, Generic[Item]):
    """`len(pages)`, `pages[3]`, `pages[:10]`, `pages.state`."""

    @abstractmethod
    def count(self) -> int: ...

    @abstractmethod
    def _item(self, key: int) -> Item: ...

    @abstractmethod
    def _slice(self, key: slice) -> List[Item]: ...

    @abstractmethod
    def _ask_for_state(self) -> State: ...

    @abstractmethod
    def to_arrow(self) -> Any: ...

    def __arrow_c_stream__(self, requested_schema: Any = None) -> Any:
        """All items, from the beginning, for libraries that read Arrow; needs pyarrow."""
        return self.to_arrow().__arrow_c_stream__(requested_schema)

    @property
    def state(self) -> State:
        """The state now: asks the server, not the API."""
        return self._ask_for_state()

    def __len__(self) -> int:
        """The number of all items, as the API states it; TypeError where that is unknown."""
        return self.count()

    def __bool__(self) -> bool:
        return True

    @overload
    def __getitem__(self, key: int) -> Item: ...

    @overload
    def __getitem__(self, key: slice) -> List[Item]: ...

    def __getitem__(self, key: Union[int, slice]) -> Any:
        """Items by their index in the whole collection, wherever the current position is."""
        return self._slice(key) if isinstance(key, slice) else self._item(key)


class AsyncIndexing(ABC, Generic[Item]):
    """`await pages[3]`, `await pages[:10]`, `await pages.state()`."""

    @abstractmethod
    async def count(self) -> int: ...

    @abstractmethod
    async def _item(self, key: int) -> Item: ...

    @abstractmethod
    async def _slice(self, key: slice) -> List[Item]: ...

    @abstractmethod
    async def _ask_for_state(self) -> State: ...

    async def state(self) -> State:
        """The state now: asks the server, not the API."""
        return await self._ask_for_state()

    @overload
    def __getitem__(self, key: int) -> Awaitable[Item]: ...

    @overload
    def __getitem__(self, key: slice) -> Awaitable[List[Item]]: ...

    def __getitem__(self, key: Union[int, slice]) -> Awaitable[Any]:
        """Items by their index in the whole collection: `await pages[3]`, `await pages[:10]`."""
        return self._slice(key) if isinstance(key, slice) else self._item(key)
