"""A task's walk: the items of its pages one after the other, and a verdict behind the last."""

from __future__ import annotations

import time
from typing import Any, Callable, Dict, Iterable, Iterator, List, Mapping, Optional

import paginator

from ._errors import SourceError, say, told
from ._items import Items
from ._options import Settings
from ._plan import Part, Range, fingerprint

DOUBTS = frozenset((
    "duplicates", "pagesShifted", "gaps", "repeatedPage", "countMismatch", "inconsistentCounts",
    "countChanged", "pageMismatch",
))
"""Kinds of warnings that make a range suspect."""


class Pace:
    """Keeps a task to its share: each page waits until it may be asked for, the first one too.

    So a task that ends after one page does not make room for more than its share.
    """

    def __init__(
        self, share: Optional[float], wait: Callable[[float], Any]
    ) -> None:
        self.is_set = share is not None
        self._interval = 1 / share if share else 0.0
        self._wait = wait
        self._next = time.monotonic() + self._interval

    def wait(self) -> None:
        """Returns when the next page may be asked for."""
        if self.is_set:
            now = time.monotonic()
            if self._next > now:
                self._wait(self._next - now)
            self._next = max(self._next, now) + self._interval


class Walk:
    """The items of a part's pages. Iterate over it, then `judge` it.

    They are counted when the next page is asked for: by then they have been read.
    """

    def __init__(self, pages: paginator.Pages[Any], part: Part, pace: Pace) -> None:
        self._pages = pages
        self._part = part
        self._pace = pace
        self._count = 0
        """Items that have come."""
        self._doubts: List[str] = []
        self._verdict = "complete"
        self._error: Optional[paginator.PaginatorError] = None

    def __iter__(self) -> Iterator[Items]:
        span = self._part.span
        steps = self._all() if span is None else self._range(span)
        try:
            for items in steps:
                yield items
                self._count += len(items)
        except paginator.LoadFailed as error:
            if not self._count:
                raise
            self._verdict, self._error = "partial", error

    def _all(self) -> Iterator[Items]:
        yield from self._stream(None, None)

    def _range(self, span: Range) -> Iterator[Items]:
        left = span.pages
        if not span.is_first or self._part.checkpoint is not None:
            self._pace.wait()
            page = self._pages.page(span.first)
            self._take_state(page.state, span)
            if not span.is_first and page.items and fingerprint(page.items) == span.first_page:
                self._doubts.append(f"page {span.first} has the items of the first page")
            left -= 1
            yield Items(page, span.items)
        if left > 0:
            rest = None if span.items is None else span.items - self._count
            if rest is None or rest > 0:
                yield from self._stream(left, rest)
        self._take_state(self._pages.last_state, span)
        if span.items is not None and self._count != span.items:
            self._doubts.append(f"{self._count:,} items came in place of {span.items:,}")

    def _stream(
        self, pages_max: Optional[int], items_max: Optional[int]
    ) -> Iterator[Items]:
        """Walks from where the paginator is, at the pace's speed."""
        bounds: Dict[str, Any] = {"concurrency": self._part.concurrency, "max_pages": pages_max}
        if self._pace.is_set:
            bounds = {"concurrency": 1, "max_pages": 1}
        came = 0
        while True:
            self._pace.wait()
            left = None if items_max is None else items_max - came
            for report in self._pages.stream(**bounds, max_items=left, raw=True):
                items = Items(report.page)
                yield items
                came += len(items)
            summary = self._pages.last_walk
            assert summary is not None
            if pages_max is not None:
                pages_max -= max(1, summary.pages)
            is_bound = is_cut(summary)
            if not is_bound or not self._pace.is_set or pages_max == 0 or came == items_max:
                self._take_summary(summary, is_bound)
                return

    def _take_summary(self, summary: paginator.WalkSummary[Any], is_bound: bool) -> None:
        if summary.verdict in ("partial", "failed"):
            self._verdict, self._error = "partial", summary.error
        elif summary.verdict == "suspect":
            self._doubts.extend(_messages(summary.state.warnings))
            if not self._doubts:
                self._doubts.append(f"the walk ended by {(summary.end_reason or {}).get('kind')}")
        elif summary.verdict == "capped" and not is_bound:
            self._verdict = "capped"

    def _take_state(self, state: paginator.State, span: Range) -> None:
        for stated, known, what in (
            (state.object_count, span.total, "items"), (state.page_count, span.count, "pages"),
        ):
            if known is not None and stated is not None and stated != known:
                self._doubts.append(f"the API states {stated:,} {what} in place of {known:,}")
                break
        self._doubts.extend(_messages(each for each in state.warnings if each.get("kind") in DOUBTS))

    def judge(self, settings: Settings) -> None:
        """SourceError where the verdict is not allowed; else a doubt is logged."""
        span = self._part.span
        verdict = self._verdict
        if verdict != "partial":
            if self._doubts:
                verdict = "suspect"
            elif span is not None and span.is_capped:
                verdict = "capped"
        what = str(span) if span is not None else "the list"
        if self._part.each is not None:
            what = f"the lists of {len(self._part.each['items']):,} values"
        if self._part.parameters:
            what += f" of {', '.join(f'{k}={v}' for k, v in self._part.parameters.items())}"
        text = self._sentence(verdict, what)
        if verdict not in settings.allow:
            if verdict == "partial" and self._error is not None:
                raise told(self._error)
            url = self._pages.last_state.url or self._pages.last_state.pattern_url
            raise SourceError(
                verdict, f'{text} Allow it by the option "allow", or read again. (GET {url})'
            )
        if verdict in ("suspect", "partial"):
            say(f"allowed verdict {verdict}: {text}")

    def _sentence(self, verdict: str, what: str) -> str:
        if verdict == "suspect":
            return f"What came of {what} is in doubt: {'; '.join(dict.fromkeys(self._doubts))}."
        if verdict == "capped":
            return f"Limits have ended {what}: {self._count:,} items came."
        if verdict == "partial":
            error = "" if self._error is None else f": {told(self._error)}"
            return f"The walk of {what} broke off after {self._count:,} items{error}."
        return f"{what} has come."


def is_cut(summary: paginator.WalkSummary[Any]) -> bool:
    """Whether a bound of the call ended the walk, and not the API or `limits`."""
    evidence: Any = (summary.end_reason or {}).get("evidence")
    return isinstance(evidence, dict) and evidence.get("field") in ("maxPages", "maxItems")


def _messages(warnings: Iterable[Mapping[str, Any]]) -> List[str]:
    return [str(warning.get("message", "")).rstrip(".") for warning in warnings]
