"""Ids of a client's paginators. Nothing here waits."""

from __future__ import annotations

import itertools
from typing import Any, Set


class PaginatorIds:
    """Ids that are never given twice: a server that was started again would begin anew."""

    def __init__(self) -> None:
        self._numbers = itertools.count(1)
        self._chosen: Set[str] = set()
        """Ids that callers have chosen."""

    def chosen(self, id: Any) -> Any:
        """The id that a caller has chosen, or a new one in place of None."""
        if isinstance(id, str):
            self._chosen.add(id)
        if id is not None:
            return id
        return next(new for new in map("p{}".format, self._numbers) if new not in self._chosen)
