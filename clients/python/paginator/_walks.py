"""A walk that is under way, its progress page by page, and its summary. Nothing here waits."""

from __future__ import annotations

import asyncio
import itertools
from typing import Any, Dict, Generic, List, Optional, Tuple, TypeVar

from ._errors import CallTimedOut, Cancelled, NotComplete, PaginatorError
from ._model import JSONObject, Page, RawPage, State, object_in
from ._shown import html as _html
from ._shown.facts import numbered, summary_facts
from ._transport.decoding import Loads, decoded
from ._transport.protocol import Params
from ._views import WalkView

Item = TypeVar("Item")

_tokens = itertools.count(1)


class Walk:
    """One `paginator/loadAll`: its request, what has come of it, and its summary."""

    method = "paginator/loadAll"

    def __init__(
        self,
        state: State,
        *,
        loads: Loads,
        concurrency: Optional[int] = None,
        max_pages: Optional[int] = None,
        max_items: Optional[int] = None,
        exact: Optional[bool] = None,
        passes: Optional[int] = None,
        keep_items: bool = True,
        raw: bool = False,
        restarts: bool = False,
        continues: bool = False,
    ) -> None:
        """`continues` says that a walk was given up, and that its pages are no part of this one."""
        self.is_raw = raw
        self._loads = loads
        settings = {"exact": exact, "passes": passes}
        walk = {name: value for name, value in settings.items() if value is not None} or None
        self._bounds = {
            "concurrency": concurrency, "maxPages": max_pages, "maxItems": max_items, "walk": walk,
        }
        self._max_pages = max_pages
        self._max_items = max_items
        self._keeps_items = keep_items
        self._items: List[Any] = []
        """The items that are kept, or of each page the bytes between its brackets."""
        self._report: Dict[str, Any] = {}
        self._pages = 0
        self._item_count = 0
        self._start: Optional[int] = None
        """Index of the first item that came."""
        self._unwanted_pages = 0
        """The number of pages that come again after a restart."""
        self._digests: Optional[List[int]] = [] if restarts else None
        """Of the items of each page that has come, where they may come again."""
        self._has_moved = False
        """Pages came again with other items."""
        before = state.current_page if continues else None
        self._first_page = None if before is None else before + 1
        """The number of the page at which it begins; only where it continues another."""
        self._paginator_id = state.paginator_id
        self.begin()

    def begin(self) -> None:
        """Makes it the same walk once more, in another server: pages that have come are not taken
        again."""
        number = next(_tokens)
        self._unwanted_pages = self._pages
        self.is_given_up = False
        """Who takes its pages has failed."""
        self.rest: List[Any] = []
        """The values that nobody has taken."""
        self.tokens: Tuple[str, str] = (f"walk-{number}", f"walk-{number}-progress")
        self.params: Params = {
            "paginatorId": self._paginator_id,
            "partialResultToken": self.tokens[0],
            "workDoneToken": self.tokens[1],
            **{name: value for name, value in self._bounds.items() if value is not None},
        }

    def take(self, value: Any) -> Optional[WalkProgress[Any]]:
        """A page as progress; None for what is no page."""
        if not isinstance(value, dict):
            return None
        if "items" not in value:
            self._report.update(value)
            return None
        if self._digests is not None:
            digest = hash(repr(value["items"]))
            if self._unwanted_pages > 0:
                self._has_moved |= digest != self._digests[-self._unwanted_pages]
                self._unwanted_pages -= 1
                return None
            self._digests.append(digest)
        self._pages += 1
        if self._pages == 1 and self._first_page is not None:
            self._first_page = value.get("page", self._first_page)
        return self._progress(self._keep(value), value.get("start"), value.get("objectCount"))

    def _keep(self, value: Dict[str, Any]) -> Page[Any]:
        """The page in a value, kept if the walk keeps items."""
        if not self.is_raw:
            page: Page[Any] = Page(value)
            if self._keeps_items:
                self._items += page.items
            return page
        json = value.pop("items")
        if self._keeps_items and json != b"[]":
            self._items.append(json[1:-1])
        return RawPage(value, json, self._loads)

    def _progress(
        self, page: Page[Any], start: Any, count: Optional[int]
    ) -> WalkProgress[Any]:
        """The walk's progress with a page, with the number of items before it and in all."""
        said = self._report.get("message")
        before = self._item_count
        if not self.is_raw:
            self._item_count += len(page)
        if not isinstance(start, int) or "item" in page.raw:
            share = self._report.get("percentage")  # An older server says no more.
            return WalkProgress(page, self._pages, before, share=share, said=said)
        if self._start is None:
            self._start = start
        if self.is_raw:
            before = start - self._start  # Not counted, as that would read the items.
        ends = [] if count is None else [count]
        if self._max_items is not None:
            ends.append(self._start + self._max_items)
        if self._max_pages is not None and not self.is_raw:
            ends.append(self._start + self._item_count * self._max_pages // self._pages)
        due = min(ends) - self._start if ends else None
        return WalkProgress(page, self._pages, before, due, said=said)

    def pages_due(self, state: State, report: WalkProgress[Any]) -> Optional[int]:
        """The number of pages that the walk will bring; None where that is unknown."""
        if state.page_count is None:
            return None
        left = (state.first_page or 0) + state.page_count - report.page.number
        return max(1, left if self._max_pages is None else min(left, self._max_pages))

    def cut_off(self, state: State, checkpoint: Optional[str]) -> WalkSummary[Any]:
        """The summary of a walk that its caller ended, with the items that had come by then, or of
        them what nobody has taken."""
        self._keeps_items |= len(self.rest) > 0
        for value in self.rest:
            self.take(value)
        result = {
            "pages": self._pages, "itemCount": self._item_count, "verdict": "partial",
            "endReason": {"kind": "cancelled", "page": state.current_page, "evidence": {}},
            "checkpoint": checkpoint, "state": state.raw,
        }
        if self._pages == 0:
            result["verdict"] = "failed"
        return self.summary(result)

    def summary(self, result: Any) -> WalkSummary[Any]:
        if (self._has_moved or self._unwanted_pages > 0) and result["verdict"] == "complete":
            warnings = [*result["state"].get("warnings", ()), _MOVED]
            state = {**result["state"], "warnings": warnings}
            result = {**result, "verdict": "suspect", "proof": None, "state": state}
        if self._first_page is not None:
            result = {"start": {"page": self._first_page}, **result}
        if not self._keeps_items:
            return WalkSummary(result, None)
        if self.is_raw:
            json = b"[" + b",".join(self._items) + b"]"
            return WalkSummary(result, None, json, self._loads)
        return WalkSummary(result, self._items)


_MOVED = {
    "kind": "gaps",
    "message": "The server was started again in the middle of the walk, and pages that came before "
    "have other items now.",
}
"""The warning of a summary that joins two walks over a list that has changed."""

_FAILING_ENDS = ("refused", "originRefused", "repeatedRequest", "repeatedResponse", "repeatedItems")

INTERRUPTS = (KeyboardInterrupt, asyncio.CancelledError, Cancelled, CallTimedOut)
"""Exceptions that end a walk in the middle, without a failure of its own."""


class WalkProgress(Generic[Item]):
    """The progress of a walk: its callback gets one for each page."""

    __slots__ = ("page", "pages", "_before", "_due", "_share", "_said")

    def __init__(
        self,
        page: Page[Item],
        pages: int,
        before: int,
        due: Optional[int] = None,
        *,
        share: Optional[float] = None,
        said: Optional[str] = None,
    ) -> None:
        self.page = page
        """The page that has just come; it has a number and items, but no response and state."""
        self.pages = pages
        """Pages so far, this page included."""
        self._before = before
        self._due = due
        self._share = share
        self._said = said

    @property
    def message(self) -> str:
        """The progress in words, with the pace as the server last reported it."""
        count = f"{self.item_count}" + ("" if self.total is None else f" of {self.total}")
        rest = (self._said or "").partition(" items")[2]
        return f"page {self.pages}, {count} items{rest}"

    @property
    def item_count(self) -> int:
        """Items so far, this page included. (Of a `RawPage` the items are read for it.)"""
        return self._before + len(self.page)

    @property
    def total(self) -> Optional[int]:
        """The number of items that the walk will bring, as known now; None where it is unknown."""
        return None if self._due is None else max(self.item_count, self._due)

    @property
    def percentage(self) -> Optional[float]:
        """The share of the walk's own items; 100 at its end, None where the total is unknown."""
        total = self.total
        if total is None:
            return self._share
        return 100.0 * (self.item_count / total) if total else 100.0

    def __repr__(self) -> str:
        share = "" if self.percentage is None else f", {self.percentage:.0f} %"
        return f"<WalkProgress {numbered(self.pages, 'page')}, {self.item_count} items{share}>"


class WalkSummary(WalkView, Generic[Item]):
    """The end of a walk, with its verdict and its items."""

    __slots__ = ("raw", "json", "_items", "_loads")

    def __init__(
        self,
        raw: JSONObject,
        items: Optional[List[Item]],
        json: Optional[bytes] = None,
        loads: Loads = decoded,
    ) -> None:
        self.raw = raw
        self.json = json
        """With `raw=True` all items as one JSON array, byte for byte as the server sent them; None
        where the walk did not keep them."""
        self._items = items
        self._loads = loads

    @property
    def items(self) -> Optional[List[Item]]:
        """All items in order; None where the walk did not keep them."""
        if self._items is None and self.json is not None:
            self._items = list(self._loads(self.json))
        return self._items

    def raise_for_failure(self) -> None:
        """Raises what a loop over the pages would have raised."""
        if self.error is not None and self.verdict in ("partial", "failed"):
            raise self.error
        if self.end_reason is not None and self.end_reason.get("kind") in _FAILING_ENDS:
            self.raise_for_verdict()

    def raise_for_verdict(self) -> None:
        """NotComplete where the verdict is not `complete`, with this summary and why."""
        if self.verdict != "complete":
            raise NotComplete(self) from self.error

    @property
    def state(self) -> State:
        return State(object_in(self.raw, "state"))

    @property
    def error(self) -> Optional[PaginatorError]:
        """The failure that ended a `partial` walk; None of any other."""
        return self.state.error

    @property
    def text(self) -> str:
        """`complete: 10 pages, 250 items`, and why it ended where that is no happy end."""
        if self.pages == 0 and self.verdict == "complete" and self.state.current_page is not None:
            return f"complete: nothing was left after page {self.state.current_page}"
        size = f"{numbered(self.pages, 'page')}, {numbered(self.item_count, 'item')}"
        why = ""
        if "page" in (self.raw.get("start") or {}):
            size += f", from page {self.raw['start']['page']}"
        if self.error is not None and self.verdict in ("partial", "failed"):
            why = f", because {self.error}"
        elif self.verdict != "complete" and self.end_reason is not None:
            why = f", because of {self.end_reason.get('kind', '')}"
        return f"{self.verdict}: {size}{why}"

    def __reduce__(self) -> Tuple[Any, ...]:
        return WalkSummary, (self.raw, self.items, self.json)

    def __repr__(self) -> str:
        return f"<WalkSummary {self.text}>"

    def _repr_html_(self) -> str:
        return _html.facts("Walk", summary_facts(self))
