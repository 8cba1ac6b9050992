"""A list of a server, as data: where it is, how its parameters are called, and what is known."""

from collections.abc import Callable
from dataclasses import dataclass


@dataclass(frozen=True)
class Listed:
    name: str
    path: str
    # The parameter for the number of items a page, if the list has one.
    size: str = None
    # A query that begins in the middle, and the number of rows before it.
    middle: str = None
    skipped: int = 0
    # Key path of the total in a response.
    total: str = None
    # Key path of the id in an item.
    id: str = "id"
    # The id in an item of a row with an id, and those of items that are no rows.
    shown: Callable = int
    extra: tuple = ()
    # The columns by which the list is ordered.
    order: str = "rank, id"
    # Further arguments of `paginator fetch`.
    arguments: tuple = ()
    # True when a size of 1,000 is refused, so that a walk with it fails.
    refuses: bool = False
    # Whether `moving.py` walks it, and whether its pages begin after a row and not at a number.
    moves: bool = False
    is_keyset: bool = False
    # True when its tokens hide what they count, so that an exact walk can only read it again.
    is_opaque: bool = False
    # Why a walk need not be complete: it says so, and never that it is.
    honest: str = None

    def expected(self, report):
        """The ids that a walk has to bring, in order, by the report of the server."""
        return [*(self.shown(row) for row in report["ordered"][self.order]), *self.extra]

    def target(self, size=None, query=None):
        """The path with a size and a query, as far as they are given."""
        parts = [f"{self.size}={size}"] if size and self.size else []
        if query:
            parts.append(query)
        if not parts:
            return self.path
        return self.path + ("&" if "?" in self.path else "?") + "&".join(parts)
