"""The plan of a read: the pages that each task walks, from the first page's state."""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass
from typing import Any, Dict, List, Optional, Sequence, Tuple

import paginator
from pyspark.sql import types as spark
from pyspark.sql.datasource import InputPartition

from ._errors import messages, say, say_all
from ._options import Settings
from ._server import mapped, opened, params_of, server, with_profile


@dataclass(frozen=True)
class Range:
    """Pages that follow one another, of a list whose size was stated."""

    first: int
    """In the API's own numbering."""
    pages: int
    items: Optional[int]
    """The number of items in it; None where only the number of pages is known."""
    total: Optional[int]
    """The items of the whole list, as the API stated them when this was planned."""
    count: int
    """The pages of the whole list."""
    size: int
    """The items of a full page."""
    list_first: int
    """The number of the list's first page."""
    is_capped: bool
    """True when `limits` end the walk with this range."""
    first_page: str
    """Fingerprint of the list's first page."""

    @property
    def is_first(self) -> bool:
        return self.first == self.list_first

    def __str__(self) -> str:
        end = self.first + self.pages - 1
        return f"page {end}" if self.pages == 1 else f"pages {self.first} to {end}"


class Part(InputPartition):
    """The work of one task; holds no secret and no variable's value."""

    def __init__(
        self,
        concurrency: int,
        share: Optional[float],
        span: Optional[Range] = None,
        parameters: Optional[Dict[str, Any]] = None,
        per_page: Optional[int] = None,
        checkpoint: Optional[str] = None,
        each: Optional[Dict[str, Any]] = None,
        said: Sequence[str] = (),
    ) -> None:
        super().__init__(None)
        self.concurrency = concurrency
        self.share = share
        """Pages a second."""
        self.span = span
        """None: all there is."""
        self.parameters = parameters or {}
        self.per_page = per_page
        self.checkpoint = checkpoint
        """A token with the outcome of detection; None where the options say how the API pages."""
        self.each = each
        """The values that have a list each; None: there is one list."""
        self.said = said
        """Warnings that are in the driver's log."""

    @property
    def is_one_of_many(self) -> bool:
        """True for lists of its own: what fails in one says nothing of the others."""
        return self.each is not None or bool(self.parameters)

    def params(self, params: Dict[str, Any]) -> Dict[str, Any]:
        """The params of `open` for this part."""
        made = dict(params)
        made["fetching"] = {**(made.get("fetching") or {}), "concurrency": self.concurrency}
        if self.parameters:
            made["parameters"] = {**(made.get("parameters") or {}), **self.parameters}
        if self.per_page is not None:
            made["perPage"] = self.per_page
        if self.each is not None:
            made["each"] = self.each
        if self.checkpoint is not None:
            made["checkpoint"] = self.checkpoint
        if self.span is not None:
            limits = made.get("limits") or {}
            made["limits"] = {
                name: value for name, value in limits.items()
                if name not in ("pagesMax", "itemsMax")
            }
        return made


def planned(settings: Settings, schema: spark.StructType, is_given: bool) -> List[Part]:
    """The parts of a read. One request, none where `partitionBy` or `each` says the parts."""
    if settings.each is not None:
        items = settings.each["items"]
        count = min(settings.partitions, len(items))
        edges = [len(items) * index // count for index in range(count + 1)]
        return [
            _part(settings, count, each={**settings.each, "items": items[start:end]})
            for start, end in zip(edges, edges[1:])
        ]
    if settings.walks is not None:
        count = len(settings.walks)
        return [_part(settings, count, parameters=each) for each in settings.walks]
    with server(settings) as (client, _):
        params = params_of(settings)
        if is_given:
            params = mapped(client, params, schema, settings)
        pages = opened(client, params)
        is_detected = pages.last_state.strategy == "auto"
        page = pages.next()
        ranges, why = _ranges(settings, page, with_profile(client, params))
        said = messages(page.state.warnings)
        if why:
            say(f"One task reads everything: {why}.")
        if is_given:  # else the inference of the schema has said them
            say_all(said)
        if why:
            return [_part(settings, 1, said=said)]
        checkpoint = pages.checkpoint() if is_detected else None
        per_page = None if is_detected else page.state.per_page
        return [
            _part(
                settings, len(ranges), span=each, per_page=per_page, checkpoint=checkpoint, said=said
            )
            for each in ranges
        ]


def _part(settings: Settings, count: int, **more: Any) -> Part:
    """One of so many parts, with its share of requests."""
    rate = settings.requests_per_second
    share = None if rate is None else rate / count
    return Part(max(1, settings.concurrency // count), share, **more)


def _ranges(
    settings: Settings, page: paginator.Page[Any], params: Dict[str, Any]
) -> Tuple[List[Range], str]:
    """Ranges of pages, or why there are none."""
    state = page.state
    limits = params.get("limits") or {}
    count, per_page, total = state.page_count, state.per_page, state.object_count
    if state.strategy not in ("page", "offset"):
        return [], f"the strategy {state.strategy} leads from page to page"
    if count is None or not per_page:
        return [], "the API does not say how many pages there are"
    if (params.get("walk") or {}).get("exact"):
        return [], "an exact walk begins each page with the last item of the one before"
    if limits.get("until") is not None:
        return [], "where limits.until ends is not known beforehand"
    if state.current_page != state.first_page or state.first_page is None:
        return [], f"the first page says that it is page {state.current_page}"
    ceiling = params.get("ceiling")
    if ceiling is not None and total is not None and total > ceiling:
        return [], f"the API gives {ceiling:,} of its {total:,} items"
    if len(page) != (per_page if total is None else min(per_page, total)) and count > 1:
        return [], f"the first page has {len(page)} items in place of {per_page}"
    wanted = _wanted(limits, count, per_page, total)
    pages = -(-wanted // per_page)
    if pages < 1:
        return [], "the list is empty"
    parts = min(settings.partitions, pages)
    edges = [pages * index // parts for index in range(parts + 1)]
    whole = total is not None and wanted >= total or total is None and pages >= count
    mark = fingerprint(page.items)
    return [
        Range(
            state.first_page + start, end - start,
            None if total is None and end == count else
            min(end * per_page, wanted) - start * per_page,
            total, count, per_page, state.first_page, end == pages and not whole, mark,
        )
        for start, end in zip(edges, edges[1:])
    ], ""


def _wanted(limits: Dict[str, Any], count: int, per_page: int, total: Optional[int]) -> int:
    """The number of items that `limits` leave of the list; of its last page all that may be there."""
    wanted = count * per_page if total is None else min(total, count * per_page)
    for name, size in (("pagesMax", per_page), ("itemsMax", 1)):
        maximum = limits.get(name)
        if isinstance(maximum, (int, float)):
            wanted = min(wanted, int(maximum) * size)
    return wanted


def fingerprint(items: Sequence[Any]) -> str:
    """Tells whether two pages have the same items."""
    return hashlib.sha256(json.dumps(items, default=str).encode("ascii")).hexdigest()
