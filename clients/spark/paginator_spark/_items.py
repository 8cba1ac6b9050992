"""The items of a page: the bytes that came, and values only where somebody needs them."""

from __future__ import annotations

import json
from typing import Any, List, Optional, Sequence, Tuple

import paginator

from ._json import exact_items, items_text, without_surrogates


class Items:
    """A page's items, at most so many of them as a bound has left."""

    def __init__(self, page: paginator.Page[Any], limit: Optional[int] = None) -> None:
        self.page = page.number
        self.json: Optional[bytes] = page.json if isinstance(page, paginator.RawPage) else None
        """A JSON array; None where the page came as values, or is cut."""
        self.parent = _text(page.item)
        """The kept part of the value that the page's list is of; None where there is one list."""
        self._source = page
        self._limit = limit
        self._count: Optional[int] = None
        if limit is not None and len(page) > limit:
            self.json = None

    @property
    def values(self) -> Sequence[Any]:
        """As Python's values: numbers of fractions are floats."""
        values: Sequence[Any] = self._source.items
        return values if self._limit is None else values[: self._limit]

    @property
    def exact(self) -> Tuple[List[Any], List[str]]:
        """With numbers as their texts, and the text of each item."""
        text = self.json
        items, texts = exact_items(items_text(self._source) if text is None else text)
        return items[: self._limit], texts[: self._limit]

    def __len__(self) -> int:
        if self._count is None:
            self._count = len(self.values)
        return self._count

    def are_counted(self, count: int) -> None:
        """Spares reading them for their number."""
        self._count = count


def _text(value: Any) -> Optional[str]:
    """A text as it is, anything else as JSON."""
    if value is None:
        return None
    text = value if isinstance(value, str) else json.dumps(
        value, ensure_ascii=False, separators=(",", ":"), default=str
    )
    return without_surrogates(text)
