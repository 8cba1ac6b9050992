"""Tables for notebooks. Everything in them comes from APIs, so everything is escaped."""

from __future__ import annotations

import html
from typing import Any, Iterable, List, Mapping, Sequence, Tuple

from .frames import utf8

ROWS_MAX = 20
"""Items shown of a page."""

COLUMNS_MAX = 12
"""Members shown of an item."""

CELL_CHARACTERS_MAX = 80
"""Characters shown of a value."""


def items(title: str, values: Sequence[Any]) -> str:
    """A table with a row for each item and a column for each member."""
    shown = values[:ROWS_MAX]
    names = _columns(shown)
    head = "".join(f"<th>{_text(name)}</th>" for name in names) or "<th>item</th>"
    rows = "".join(f"<tr>{_row(value, names)}</tr>" for value in shown)
    more = len(values) - len(shown)
    foot = f"<p>and {more} more</p>" if more > 0 else ""
    return (
        f"<p><b>{_text(title)}</b> ({len(values)})</p>"
        f"<table><thead><tr>{head}</tr></thead><tbody>{rows}</tbody></table>{foot}"
    )


def facts(title: str, entries: Iterable[Tuple[str, Any]]) -> str:
    """A table of names and values."""
    rows = "".join(
        f"<tr><th>{_text(name)}</th><td>{_text(value)}</td></tr>" for name, value in entries
    )
    return f"<p><b>{_text(title)}</b></p><table><tbody>{rows}</tbody></table>"


def _columns(values: Sequence[Any]) -> List[str]:
    rows = [value for value in values if isinstance(value, Mapping)]
    return list({name: None for row in rows for name in row})[:COLUMNS_MAX]


def _row(value: Any, names: Sequence[str]) -> str:
    if not isinstance(value, Mapping):
        return f'<td colspan="{max(1, len(names))}">{_text(value)}</td>'
    if not names:
        return "<td></td>"
    return "".join(f"<td>{_text(value.get(name, ''))}</td>" for name in names)


def _text(value: Any) -> str:
    text = str(value)
    if len(text) > CELL_CHARACTERS_MAX:
        text = text[: CELL_CHARACTERS_MAX - 1] + "…"
    return html.escape(utf8(text))
