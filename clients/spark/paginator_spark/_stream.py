"""The stream reader: what lies above a bookmark, batch by batch, each version exactly once."""

from __future__ import annotations

import json
from decimal import Decimal
from typing import Any, Callable, Dict, Iterator, List, NamedTuple, Optional, Set, Tuple, Union

import paginator
import pyarrow as pa
from pyspark.sql.datasource import SimpleDataSourceStreamReader
from pyspark.sql.types import StructType

from ._errors import SourceError, invalid, messages, say, say_all, told
from ._json import Number, exact_items, items_text, text_of
from ._options import Settings
from ._paths import MISSING, keys_of, value_at
from ._rows import Rows
from ._schema import Renamed
from ._server import detected, opened, params_of, server
from ._task import Task
from ._walk import Pace, is_cut

SEEN_MAX = 10_000
"""Most identities that share the bookmark's value."""

FOUND = "found"
"""The member of an offset with the params of `open` that detection has found, as JSON text."""

Offset = Dict[str, Any]
Value = Union[Decimal, bytes]
"""A bookmark for comparing: numbers exactly, strings by their bytes of UTF-8."""


class Mark(NamedTuple):
    """An offset, read: the greatest value, and the identities that have it."""

    value: Optional[Value]
    seen: Set[str]


def mark_of(offset: Offset) -> Mark:
    value = offset["bookmark"]
    listed = json.loads(offset["seen"], parse_int=Number, parse_float=Number)
    texts = {text_of(each) for each in listed}
    if value is None:
        return Mark(None, texts)
    return Mark(value.encode() if isinstance(value, str) else Decimal(repr(value)), texts)


def offset_of(value: Optional[Value], seen: Set[str], found: Optional[str] = None) -> Offset:
    """`{"bookmark": VALUE, "seen": JSON list, "found": JSON object}`, all of them simple values, as
    Spark keeps no others. `found` is what detection has found; absent where it has found nothing.
    """
    shown: Any = None
    if isinstance(value, bytes):
        shown = value.decode("utf-8", "replace")
    elif value is not None:
        shown = int(value) if value == value.to_integral_value() else float(value)
        if Decimal(repr(shown)) != value:
            raise SourceError(
                "bookmarkUnfit",
                "The bookmark has more digits than Spark keeps of a number. Let the API or a "
                "mapping give it as a string.",
            )
    offset = {"bookmark": shown, "seen": "[" + ",".join(sorted(seen)) + "]"}
    return offset if found is None else {**offset, FOUND: found}


class PagesStreamReader(SimpleDataSourceStreamReader):
    """Reads on the driver; a replay reads in a task."""

    def __init__(self, settings: Settings, schema: StructType, renamed: Renamed) -> None:
        identity = settings.params.get("identity")
        if settings.bookmark is None:
            raise invalid(
                'A stream needs the option "bookmark": the path of a value in the items that '
                'ascends through the list, as in "updated_at".'
            )
        if not identity:
            raise invalid(
                'A stream needs the option "identity": the key path, or a JSON list of key paths, '
                "that tells items of one bookmark apart."
            )
        self._settings = settings
        self._schema = schema
        self._renamed = renamed
        self._bookmark = keys_of(settings.bookmark)
        paths = identity if isinstance(identity, list) else [identity]
        self._identity = [keys_of(str(path)) for path in paths]
        self._found: Optional[str] = None
        """The outcome of detection, from the first batch of several pages on: one may not show it."""
        self._said: Set[str] = set()
        """Warnings that are in the log."""

    def initialOffset(self) -> Offset:
        return offset_of(None, set())

    def read(self, start: Offset) -> Tuple[Iterator[pa.RecordBatch], Offset]:
        self._found = start.get(FOUND, self._found)
        reached = Reached(mark_of(start))
        batches = list(self._batches(start, reached, None, self._settings.batch_pages))
        if not batches:
            return iter(()), start
        return iter(batches), offset_of(reached.value, reached.seen, self._found)

    def readBetweenOffsets(self, start: Offset, end: Offset) -> Iterator[pa.RecordBatch]:
        self._found = end.get(FOUND)
        return self._batches(start, Reached(mark_of(start)), mark_of(end), None)

    def commit(self, end: Offset) -> None:
        """Nothing is kept for a batch."""

    def _batches(
        self, start: Offset, reached: Reached, end: Optional[Mark], pages_max: Optional[int]
    ) -> Iterator[pa.RecordBatch]:
        """The items above an offset and not above `end`, of at most this many pages that have any."""
        settings = self._settings
        rows = Rows(self._schema, self._renamed, settings.mode, settings.corrupt_column)
        bookmark = start["bookmark"]
        with server(settings) as (client, task):
            params = params_of(settings, None if bookmark is None else str(bookmark))
            params["fetching"] = {
                **(params.get("fetching") or {}), "concurrency": settings.concurrency,
            }
            left = pages_max
            pages = opened(client, params)
            is_auto = pages.last_state.strategy == "auto"
            if is_auto and self._found is not None:
                pages.close()
                pages = opened(client, {**json.loads(self._found), **params})
            count = 0
            for page in self._pages(pages, task, lambda: left):
                count += 1
                items, texts = exact_items(items_text(page))
                kept = self._kept(items, page.number, reached, end)
                if kept:
                    yield rows.batch_of(page.number, [items[i] for i in kept], kept, texts)
                    left = None if left is None else left - 1
                if reached.is_past_end:
                    return
            if end is None and is_auto and self._found is None and count > 1:
                self._found = detected(client, params)

    def _pages(
        self, pages: paginator.Pages[Any], task: Task, left: Callable[[], Optional[int]]
    ) -> Iterator[paginator.Page[Any]]:
        """Walks as many pages as are wanted, and more while some of them brought nothing new."""
        settings = self._settings
        pace = Pace(settings.requests_per_second, task.wait)
        while True:
            pace.wait()
            bounds = (1, 1) if pace.is_set else (settings.concurrency, left())
            for report in pages.stream(concurrency=bounds[0], max_pages=bounds[1]):
                yield report.page
            summary = pages.last_walk
            assert summary is not None
            self._judge(summary, pages)
            if not is_cut(summary) or left() == 0:
                return

    def _judge(self, summary: paginator.WalkSummary[Any], pages: paginator.Pages[Any]) -> None:
        verdict = "partial" if summary.verdict == "failed" else summary.verdict
        if verdict in self._settings.allow or (verdict == "capped" and is_cut(summary)):
            if verdict in ("suspect", "partial"):
                say(f"allowed verdict {verdict}: {summary.text}")
            texts = messages(summary.state.warnings)
            say_all(text for text in texts if text not in self._said)
            self._said.update(texts)
            return
        if verdict == "partial" and summary.error is not None:
            raise told(summary.error)
        reasons = "; ".join(str(each.get("message")) for each in summary.state.warnings)
        raise SourceError(
            verdict, f"The batch ended {summary.text}. {reasons} (GET {pages.last_state.url})"
        )

    def _kept(
        self, items: List[Any], page: int, reached: Reached, end: Optional[Mark]
    ) -> List[int]:
        """The indexes of the items that are new."""
        kept = []
        for index, item in enumerate(items):
            value = self._value(item, page, index)
            identity = self._identity_of(item, page, index)
            if reached.takes(value, identity, page, index, end):
                kept.append(index)
        return kept

    def _value(self, item: Any, page: int, index: int) -> Value:
        value = value_at(item, self._bookmark)
        if isinstance(value, Number):
            return Decimal(value)
        if isinstance(value, str):
            return value.encode("utf-8", "replace")
        raise SourceError(
            "bookmarkUnfit",
            f'Item {index} of page {page} has no string and no number at "{self._settings.bookmark}"'
            ', which the option "bookmark" names.',
        )

    def _identity_of(self, item: Any, page: int, index: int) -> str:
        values = [value_at(item, keys) for keys in self._identity]
        if any(value is MISSING or value is None for value in values):
            raise SourceError(
                "identityMissing",
                f'Item {index} of page {page} has nothing at the path of the option "identity".',
            )
        return text_of(values[0] if len(values) == 1 else values)


class Reached:
    """The progress of a batch: the greatest value, and the identities that have it."""

    def __init__(self, start: Mark) -> None:
        self.value = start.value
        self.seen = set(start.seen)
        self.is_past_end = False
        """True when an item lies above the end of a replay: what follows does too."""
        self._last: Optional[Value] = None

    def takes(
        self, value: Value, identity: str, page: int, index: int, end: Optional[Mark]
    ) -> bool:
        """True when an item is new; notes it. SourceError where the list does not ascend."""
        before = self._last if self._last is not None else self.value
        if before is not None and type(before) is not type(value):
            raise SourceError(
                "bookmarkUnfit",
                f"The bookmark of item {index} of page {page} is a string and those before it are "
                "numbers, or the other way round.",
            )
        if self._last is not None and value < self._last:  # type: ignore[operator]
            raise SourceError(
                "bookmarkDescends",
                f"The bookmark of item {index} of page {page} is below the one before it. "
                "Let the API sort the list by it, ascending.",
            )
        self._last = value
        if self.value is not None and value < self.value:  # type: ignore[operator]
            return False
        if end is not None and (
            end.value is None or value > end.value  # type: ignore[operator]
        ):
            self.is_past_end = True
            return False
        if self.value is None or value != self.value:
            self.value, self.seen = value, set()
        if identity in self.seen or (
            end is not None and value == end.value and identity not in end.seen
        ):
            return False
        if len(self.seen) >= SEEN_MAX:
            raise SourceError(
                "limitExceeded",
                f"Over {SEEN_MAX:,} items have one bookmark. Take a finer one.",
            )
        self.seen.add(identity)
        return True
