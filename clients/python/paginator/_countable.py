"""Parts of Python's syntax that asks at once, which only the synchronous client can answer."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import Any


class Countable(ABC):
    """`len(pages)`, and pages in place of a table of Arrow."""

    @abstractmethod
    def count(self) -> int: ...

    @abstractmethod
    def to_arrow(self) -> Any: ...

    def __len__(self) -> int:
        """The number of all items, as the API states it; TypeError where that is unknown."""
        return self.count()

    def __bool__(self) -> bool:
        return True

    def __arrow_c_stream__(self, requested_schema: Any = None) -> Any:
        """All items, from the beginning, for libraries that read Arrow; needs pyarrow."""
        return self.to_arrow().__arrow_c_stream__(requested_schema)
