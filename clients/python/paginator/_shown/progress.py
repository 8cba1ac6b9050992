"""How far a walk has come, shown to a person or handed to a function."""

from __future__ import annotations

import contextlib
import importlib
import sys
from typing import Any, Callable, Iterator, Optional, Union

from .._model import Page, WalkProgress

Progress = Union[None, bool, Callable[[WalkProgress[Any]], Any]]
"""A function that gets each report, True for a bar, None or False for nothing."""


class Reports:
    """Nobody watches."""

    def __init__(self) -> None:
        self._pages = 0
        self._item_count = 0

    def take(self, report: WalkProgress[Any]) -> Any:
        return None

    def take_page(self, page: Page[Any]) -> None:
        """A page that did not come from a walk, as a report."""
        self._pages += 1
        self.take(WalkProgress(page, self._pages, self._item_count, page.state.object_count))
        self._item_count += len(page)


class FunctionReports(Reports):
    """A function of the caller's."""

    def __init__(self, function: Callable[[WalkProgress[Any]], Any]) -> None:
        super().__init__()
        self._function = function

    def take(self, report: WalkProgress[Any]) -> Any:
        return self._function(report)


class BarReports(Reports):
    """A bar of tqdm."""

    def __init__(self, tqdm: Any) -> None:
        super().__init__()
        self._bar = tqdm(unit=" items")

    def take(self, report: WalkProgress[Any]) -> None:
        self._bar.total = report.total
        self._bar.update(report.item_count - self._bar.n)

    def close(self) -> None:
        self._bar.close()


class LineReports(Reports):
    """A line on standard error, written anew for each page where that is a terminal."""

    def __init__(self) -> None:
        super().__init__()
        self._line = ""

    def take(self, report: WalkProgress[Any]) -> None:
        known = "" if report.total is None else f" of {report.total}"
        share = "" if report.percentage is None else f", {report.percentage:.0f} %"
        pages = "1 page" if report.pages == 1 else f"{report.pages} pages"
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
    """Where reports go to, until the end of the block."""
    if progress is None or progress is False:
        yield Reports()
    elif progress is True:
        shown = _bar() or LineReports()
        try:
            yield shown
        finally:
            shown.close()
    else:
        yield FunctionReports(progress)


def _bar() -> Optional[BarReports]:
    """tqdm's, which is a widget in a notebook; None where it is not installed."""
    try:
        return BarReports(importlib.import_module("tqdm.auto").tqdm)
    except ImportError:
        return None
