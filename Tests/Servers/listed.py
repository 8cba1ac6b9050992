"""A list of a server, as data: where it is, how its parameters are called, and what is known."""

from dataclasses import dataclass, field


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
    # Further arguments of `paginator fetch`.
    arguments: tuple = ()
    # Whether `moving.py` walks it, and whether its pages begin behind a row and not at a number.
    moves: bool = False
    is_keyset: bool = False
    # Expectations other than `complete` with all rows: for the name of a walk, the word and why.
    honest: dict = field(default_factory=dict)
    # Walks that the executable is known to read wrongly, and why.
    wrong: dict = field(default_factory=dict)

    def target(self, size=None, query=None):
        """The path with a size and a query, as far as they are given."""
        parts = [f"{self.size}={size}"] if size else []
        if query:
            parts.append(query)
        if not parts:
            return self.path
        return self.path + ("&" if "?" in self.path else "?") + "&".join(parts)
