"""The progress of a walk, shown to a person or handed to a function."""

from __future__ import annotations

import contextlib
import importlib
import sys
from typing import Any, Callable, Iterator, Optional, Union

from .._walks import WalkProgress

Progress = Union[None, bool, Callable[[WalkProgress[Any]], Any]]
"""A function that gets each report, True for a bar, None or False for nothing."""


class Reports:
    """Reports for a function of the caller's."""

    pages_due: Optional[int] = None
    """The number of pages that will come, if that is known and the number of items is not."""

    def __init__(self, take: Callable[[WalkProgress[Any]], Any]) -> None:
        self.take = take

    def needs_pages(self, report: WalkProgress[Any]) -> bool:
        """True when a look at the number of pages would tell more than the report."""
        return False

    def close(self) -> None:
        """Does nothing: the function has had them all."""


class ShownReports(Reports):
    """A progress bar of the items, or of the pages where only their number is known."""

    def needs_pages(self, report: WalkProgress[Any]) -> bool:
        return report.pages == 1 and report.total is None


class BarReports(ShownReports):
    """A bar of tqdm."""

    def __init__(self, tqdm: Any) -> None:
        super().__init__(self._show)
        self._bar = tqdm(unit=" items")

    def _show(self, report: WalkProgress[Any]) -> None:
        if self.pages_due is not None:
            self._bar.unit = " pages"
            self._bar.total = max(self.pages_due, report.pages)
            self._bar.set_postfix_str(f"{report.item_count} items", refresh=False)
            self._bar.update(report.pages - self._bar.n)
        else:
            self._bar.unit = " items"
            self._bar.total = report.total
            self._bar.update(report.item_count - self._bar.n)

    def close(self) -> None:
        self._bar.close()


class LineReports(ShownReports):
    """A line on standard error, written again for each page where that is a terminal."""

    def __init__(self) -> None:
        super().__init__(self._show)
        self._line = ""

    def _show(self, report: WalkProgress[Any]) -> None:
        known = "" if report.total is None or self.pages_due else f" of {report.total}"
        percentage = report.percentage
        pages = "1 page" if report.pages == 1 else f"{report.pages} pages"
        if self.pages_due is not None:
            due = max(self.pages_due, report.pages)
            pages = f"{report.pages} of {due} pages"
            percentage = 100 * report.pages / due
        share = "" if percentage is None else f", {percentage:.0f} %"
        line = f"{report.item_count}{known} items, {pages}{share}"
        if sys.stderr.isatty():
            sys.stderr.write("\r" + line.ljust(len(self._line)))
            sys.stderr.flush()
        self._line = line

    def close(self) -> None:
        if self._line:
            sys.stderr.write("\n" if sys.stderr.isatty() else self._line + "\n")


@contextlib.contextmanager
def following(progress: Progress) -> Iterator[Reports]:
    """The receiver of reports until the end of the block."""
    if progress is True:
        reports: Reports = _bar() or LineReports()
    elif progress is None or progress is False:
        reports = Reports(lambda report: None)
    else:
        reports = Reports(progress)
    with contextlib.closing(reports):
        yield reports


def _bar() -> Optional[BarReports]:
    """tqdm's, which is a widget in a notebook; None where it is not installed."""
    try:
        return BarReports(importlib.import_module("tqdm.auto").tqdm)
    except ImportError:
        return None
