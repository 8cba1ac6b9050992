"""Paginators and walks described in words and in rows."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, List, Tuple

if TYPE_CHECKING:
    from .._model import State
    from .._walks import WalkSummary


def where(state: State) -> str:
    """`p1: page 3 of 10, 250 items`"""
    if state.current_page is None:
        place = "nothing loaded"
    elif state.page_count is None:
        place = f"page {state.current_page}"
    else:
        place = f"page {state.current_page} of {state.page_count}"
    if state.object_count is not None:
        place += f", {numbered(state.object_count, 'item')}"
    return f"{state.paginator_id}: {place}"


def facts(state: State) -> List[Tuple[str, Any]]:
    """The rows that a notebook shows of a paginator."""
    end = state.end_reason
    return [
        ("state", where(state)),
        ("strategy", state.strategy),
        ("url", state.url or state.pattern_url or ""),
        ("items", "unknown" if state.object_count is None else state.object_count),
        ("end", "" if end is None else end.get("kind", "")),
        ("warnings", "; ".join(str(each.get("message", "")) for each in state.warnings)),
        ("error", "" if state.error is None else state.error),
    ]


def summary_facts(summary: WalkSummary[Any]) -> List[Tuple[str, Any]]:
    """The rows that a notebook shows of a walk."""
    end = summary.end_reason
    return [
        ("verdict", summary.verdict),
        ("proof", summary.proof or ""),
        ("pages", summary.pages),
        ("items", summary.item_count),
        ("duplicates", summary.duplicates),
        ("end", "" if end is None else end.get("kind", "")),
        ("error", "" if summary.error is None else summary.error),
    ]


def numbered(number: int, noun: str) -> str:
    """`1 page`, `2 pages`"""
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"
