"""The walk of a task: the items of its pages, and a verdict after the last."""

from __future__ import annotations

import re
import time
from typing import Any, Callable, Dict, Iterable, Iterator, List, Optional

import paginator

from ._errors import SourceError, messages, say, say_all, told
from ._items import Items
from ._options import Settings
from ._plan import Part, Range, fingerprint

DOUBTS = frozenset((
    "duplicates", "pagesShifted", "gaps", "repeatedPage", "countMismatch", "inconsistentCounts",
    "countChanged", "pageMismatch",
))
"""Kinds of warnings that make a range suspect."""


FAILURES_MAX = 10
"""Failed pages in a row after which a range ends, where failures are allowed."""


class Pace:
    """Keeps a task to its share: each page waits until it may be requested, the first one too.

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
        """Returns when the next page may be requested."""
        if self.is_set:
            now = time.monotonic()
            if self._next > now:
                self._wait(self._next - now)
            self._next = max(self._next, now) + self._interval


class Walk:
    """The items of a part's pages. Iterate over it, then `judge` it.

    They are counted when the next page is requested: by then they have been read.
    """

    def __init__(
        self, pages: paginator.Pages[Any], part: Part, pace: Pace, passes_failures: bool = False
    ) -> None:
        """With `passes_failures` a range continues after a page that fails: so the rows of a list
        are the same wherever its ranges begin."""
        self._pages = pages
        self._part = part
        self._pace = pace
        self._passes_failures = passes_failures
        self._count = 0
        """Items that have come."""
        self._warnings: List[str] = []
        """Warnings that are no doubts."""
        self._doubts: List[str] = []
        self._is_partial = False
        self._is_capped = False
        self._errors: List[paginator.PaginatorError] = []
        """The error of each page that failed."""

    def __iter__(self) -> Iterator[Items]:
        span = self._part.span
        steps = self._all() if span is None else self._range(span)
        try:
            for items in steps:
                yield items
                self._count += len(items)
        except paginator.LoadFailed as error:
            is_empty_part = self._part.is_one_of_many and self._passes_failures
            if not self._count and not is_empty_part:
                raise
            self._fail(error)

    def _all(self) -> Iterator[Items]:
        yield from self._stream(None, None)

    def _range(self, span: Range) -> Iterator[Items]:
        number, end, failures, missing = span.first, span.first + span.pages, 0, 0
        is_begun = span.is_first and self._part.checkpoint is None
        while number < end and failures < FAILURES_MAX:
            last, known = number - 1, len(self._errors)
            left = None if span.items is None else span.items - self._count - missing
            try:
                for items in self._pages_from(span, number, left, is_begun):
                    yield items
                    last = max(last, items.page)
            except paginator.LoadFailed as error:
                if not self._count and not self._passes_failures:
                    raise
                self._fail(error)
            if len(self._errors) == known or not self._passes_failures:
                break
            failures = failures + 1 if last < number else 1
            number, is_begun = last + 2, False
            missing += span.size
        self._take_state(self._pages.last_state, span)
        if span.items is not None and self._count != span.items:
            self._doubts.append(f"{self._count:,} items came in place of {span.items:,}")

    def _pages_from(
        self, span: Range, number: int, items_max: Optional[int], is_begun: bool
    ) -> Iterator[Items]:
        """The pages of a range from one on, up to one that fails. A paginator that is at the list's
        beginning, which `is_begun` says, needs no number."""
        left = span.first + span.pages - number
        if not is_begun:
            self._pace.wait()
            page = self._pages.page(number)
            self._take_state(page.state, span)
            is_first = number == span.list_first
            if not is_first and page.items and fingerprint(page.items) == span.first_page:
                self._doubts.append(f"page {number} has the items of the first page")
            items = Items(page, items_max)
            yield items
            left -= 1
            items_max = None if items_max is None else items_max - len(items)
        if left > 0 and items_max != 0:
            yield from self._stream(left, items_max)

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
            self._fail(summary.error)
        elif summary.verdict == "suspect":
            self._doubts.extend(messages(summary.state.warnings))
            if not self._doubts:
                self._doubts.append(f"the walk ended by {(summary.end_reason or {}).get('kind')}")
        else:
            self._is_capped = summary.verdict == "capped" and not is_bound
            self._warnings.extend(messages(summary.state.warnings))

    def _fail(self, error: Optional[paginator.PaginatorError]) -> None:
        self._is_partial = True
        if error is not None:
            self._errors.append(error)

    def _take_state(self, state: paginator.State, span: Range) -> None:
        for stated, known, what in (
            (state.object_count, span.total, "items"), (state.page_count, span.count, "pages"),
        ):
            if known is not None and stated is not None and stated != known:
                self._doubts.append(f"the API states {stated:,} {what} in place of {known:,}")
                break
        for warning, text in zip(state.warnings, messages(state.warnings)):
            (self._doubts if warning.get("kind") in DOUBTS else self._warnings).append(text)

    def judge(self, settings: Settings) -> None:
        """SourceError where the verdict is not allowed; else doubts and warnings are logged."""
        span = self._part.span
        verdict = self._verdict
        what = str(span) if span is not None else "the list"
        if self._part.each is not None:
            what = f"the lists of {len(self._part.each['items']):,} values"
        if self._part.parameters:
            what += f" of {', '.join(f'{k}={v}' for k, v in self._part.parameters.items())}"
        text = self._sentence(verdict, what)
        if verdict not in settings.allow:
            if verdict == "partial" and self._errors:
                raise told(self._errors[0])
            url = self._pages.last_state.url or self._pages.last_state.pattern_url
            raise SourceError(
                verdict, f'{text} Allow it by the option "allow", or read again. (GET {url})'
            )
        if verdict in ("suspect", "partial"):
            say(f"allowed verdict {verdict}: {text}")
        known = {*self._part.said, *self._doubts}
        say_all(text for text in dict.fromkeys(self._warnings) if text not in known)

    @property
    def _verdict(self) -> str:
        if self._is_partial:
            return "partial"
        if self._doubts:
            return "suspect"
        span = self._part.span
        return "capped" if self._is_capped or span is not None and span.is_capped else "complete"

    def _sentence(self, verdict: str, what: str) -> str:
        if verdict == "suspect":
            return f"What came of {what} is in doubt: {clauses(self._doubts)}."
        if verdict == "capped":
            return f"Limits have ended {what}: {self._count:,} items came."
        if verdict == "partial":
            more = f" ({len(self._errors)} pages failed)" if len(self._errors) > 1 else ""
            error = f": {told(self._errors[0])}" if self._errors else "."
            return f"{self._count:,} items of {what} came, and not all{more}{error}"
        return f"{what} has come."


def is_cut(summary: paginator.WalkSummary[Any]) -> bool:
    """True when a bound of the call ended the walk, and not the API or `limits`."""
    evidence: Any = (summary.end_reason or {}).get("evidence")
    return isinstance(evidence, dict) and evidence.get("field") in ("maxPages", "maxItems")


def clauses(sentences: Iterable[str]) -> str:
    """Sentences as parts of one, each once: without their full stops, but with an ellipsis."""
    parts = (re.sub(r"(?<!\.)\.$", "", sentence) for sentence in sentences)
    return "; ".join(dict.fromkeys(parts))
