"""What a server answers, as objects: thin views on the JSON, which stays reachable as `raw`.

A view costs nothing until it is looked at, and whatever a newer server adds stays in it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Dict, Iterator, List, Mapping, Optional, Tuple

from . import _html
from ._errors import PaginatorError, error_from

if TYPE_CHECKING:
    from ._types import EndReason, Issue, ResponseFacts, StateCan
    from ._types import Warning as StateWarning

JSONObject = Mapping[str, Any]


class State(Mapping[str, Any]):
    """The state of a paginator. Also a mapping under the protocol's names: `state["pageCount"]`."""

    __slots__ = ("raw",)

    def __init__(self, raw: JSONObject) -> None:
        self.raw = raw

    def __getitem__(self, name: str) -> Any:
        return self.raw[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self.raw)

    def __len__(self) -> int:
        return len(self.raw)

    @property
    def paginator_id(self) -> str:
        return str(self.raw.get("paginatorId", ""))

    @property
    def url(self) -> Optional[str]:
        """Of the page loaded last, with secrets masked; None before."""
        return self.raw.get("url")

    @property
    def pattern_url(self) -> Optional[str]:
        return self.raw.get("patternURL")

    @property
    def strategy(self) -> str:
        """How it pages; `auto` until detection has decided."""
        return str(self.raw.get("strategy", ""))

    @property
    def loaded(self) -> bool:
        """A page has been loaded."""
        return self.raw.get("loaded") is True

    @property
    def loading(self) -> bool:
        """A load is running or queued."""
        return self.raw.get("loading") is True

    @property
    def current_page(self) -> Optional[int]:
        """In the API's own numbering; None until loaded."""
        return self.raw.get("currentPage")

    @property
    def per_page(self) -> Optional[int]:
        return self.raw.get("perPage")

    @property
    def first_page(self) -> Optional[int]:
        return self.raw.get("firstPage")

    @property
    def offset(self) -> Optional[int]:
        """Index of the current page's first item; None until loaded."""
        return self.raw.get("offset")

    @property
    def page_count(self) -> Optional[int]:
        """None when unknown."""
        return self.raw.get("pageCount")

    @property
    def object_count(self) -> Optional[int]:
        """How many items there are in all; None when unknown."""
        return self.raw.get("objectCount")

    @property
    def has_page_count(self) -> bool:
        return self.raw.get("hasPageCount") is True

    @property
    def has_object_count(self) -> bool:
        return self.raw.get("hasObjectCount") is True

    @property
    def has_next_page(self) -> Optional[bool]:
        """None: nothing is loaded, or only asking will tell."""
        return self.raw.get("hasNextPage")

    @property
    def has_previous_page(self) -> Optional[bool]:
        """None: nothing is loaded."""
        return self.raw.get("hasPreviousPage")

    @property
    def loaded_pages(self) -> List[Tuple[int, int]]:
        """Runs of pages that the server holds, both ends included."""
        return [(run[0], run[1]) for run in self.raw.get("loadedPages", ())]

    @property
    def can(self) -> StateCan:
        """`forward`, `backward`, `jump`, `count`: True, False, "visited" or "unknown"."""
        found: StateCan = _object(self.raw, "can")
        return found

    @property
    def end_reason(self) -> Optional[EndReason]:
        """`kind`, `page` and `evidence` of the end; None where none is known."""
        return self.raw.get("endReason")

    @property
    def warnings(self) -> List[StateWarning]:
        return list(self.raw.get("warnings", ()))

    @property
    def error(self) -> Optional[PaginatorError]:
        """Why the last load failed; None after a success."""
        value = self.raw.get("error")
        return None if value is None else error_from(value)

    def __repr__(self) -> str:
        return f"<State {where(self)}>"


class Page:
    """One page. Iterating, indexing and `len` are those of its items."""

    __slots__ = ("raw",)

    def __init__(self, raw: JSONObject) -> None:
        self.raw = raw

    @property
    def number(self) -> int:
        """In the API's own numbering."""
        return int(self.raw.get("page", 0))

    @property
    def items(self) -> List[Any]:
        """Mapped, or as the API sent them."""
        found: List[Any] = self.raw.get("items", [])
        return found

    @property
    def results(self) -> Dict[str, List[Any]]:
        """With several response descriptors: each one's items by its key path."""
        return dict(_object(self.raw, "results"))

    @property
    def issues(self) -> List[Issue]:
        """What did not fit the mapping."""
        return list(self.raw.get("issues", ()))

    @property
    def response(self) -> ResponseFacts:
        """`status`, `url`, `bytes`, `durationMs`, `attempts`, `notModified`."""
        found: ResponseFacts = _object(self.raw, "response")
        return found

    @property
    def state(self) -> State:
        """The paginator's state after this load."""
        return State(_object(self.raw, "state"))

    def __len__(self) -> int:
        return len(self.items)

    def __bool__(self) -> bool:
        return True

    def __iter__(self) -> Iterator[Any]:
        return iter(self.items)

    def __getitem__(self, index: Any) -> Any:
        return self.items[index]

    def __repr__(self) -> str:
        return f"<Page {self.number}: {_count(len(self), 'item')}>"

    def _repr_html_(self) -> str:
        return _html.items(f"Page {self.number}", self.items)


class Window:
    """A part of the collection; placeholders stand where an item is not there."""

    __slots__ = ("raw",)

    def __init__(self, raw: JSONObject) -> None:
        self.raw = raw

    @property
    def start(self) -> int:
        """Index of the first item, from 0."""
        return int(self.raw.get("start", 0))

    @property
    def items(self) -> List[Any]:
        found: List[Any] = self.raw.get("items", [])
        return found

    @property
    def loaded(self) -> List[Tuple[int, int]]:
        """Ranges of indexes whose items are there, ends excluded."""
        return [(run[0], run[1]) for run in self.raw.get("loaded", ())]

    @property
    def count(self) -> Optional[int]:
        """Size of the whole collection, or what is known of it so far."""
        return self.raw.get("count")

    @property
    def loading(self) -> List[int]:
        """Pages that are on their way."""
        return list(_object(self.raw, "pages").get("loading", ()))

    @property
    def failed(self) -> Dict[int, PaginatorError]:
        """Why pages of this window could not be loaded, by page."""
        entries = _object(self.raw, "pages").get("failed", ())
        return {entry["page"]: error_from(entry.get("error")) for entry in entries}

    @property
    def state(self) -> State:
        return State(_object(self.raw, "state"))

    @property
    def real_items(self) -> List[Any]:
        """The items without the placeholders."""
        found: List[Any] = []
        for start, end in self.loaded:
            found += self.items[max(0, start - self.start) : max(0, end - self.start)]
        return found

    def __len__(self) -> int:
        return len(self.items)

    def __bool__(self) -> bool:
        return True

    def __iter__(self) -> Iterator[Any]:
        return iter(self.items)

    def __getitem__(self, index: Any) -> Any:
        return self.items[index]

    def __repr__(self) -> str:
        end = self.start + len(self)
        return f"<Window {self.start}..<{end} of {'?' if self.count is None else self.count}>"

    def _repr_html_(self) -> str:
        return _html.items(f"Items {self.start} to {self.start + len(self)}", self.items)


class WalkProgress:
    """How far a walk has come: what its callback gets, once a page."""

    __slots__ = ("page", "pages", "item_count", "percentage", "message")

    def __init__(self, page: Page, pages: int, item_count: int) -> None:
        self.page = page
        """The page that has just come; it has a number and items, but no response and state."""
        self.pages = pages
        self.item_count = item_count
        """Pages and items so far, this page included."""
        self.percentage: Optional[float] = None
        """None where the total is not known.

        Exact where the number of pages was known before; else what the server said last, which
        may be some pages ago.
        """
        self.message: Optional[str] = None
        """How far it is and how long it may take, for people, as the server said it last."""

    def __repr__(self) -> str:
        share = "" if self.percentage is None else f", {self.percentage:.0f} %"
        return f"<WalkProgress {_count(self.pages, 'page')}, {self.item_count} items{share}>"


class WalkSummary:
    """How a walk ended."""

    __slots__ = ("raw", "items")

    def __init__(self, raw: JSONObject, items: Optional[List[Any]]) -> None:
        self.raw = raw
        self.items = items
        """All items in order; None where the walk did not keep them."""

    @property
    def pages(self) -> int:
        return int(self.raw.get("pages", 0))

    @property
    def item_count(self) -> int:
        return int(self.raw.get("itemCount", 0))

    @property
    def duplicates(self) -> int:
        """Items that came again, as far as `identity` tells."""
        return int(self.raw.get("duplicates") or 0)

    @property
    def verdict(self) -> str:
        """`complete`, `capped`, `suspect`, `partial` or `failed`."""
        return str(self.raw.get("verdict", ""))

    @property
    def end_reason(self) -> Optional[EndReason]:
        return self.raw.get("endReason")

    @property
    def checkpoint(self) -> Optional[str]:
        """`open(checkpoint=...)` goes on there, in another process too."""
        return self.raw.get("checkpoint")

    @property
    def state(self) -> State:
        return State(_object(self.raw, "state"))

    @property
    def error(self) -> Optional[PaginatorError]:
        """What ended a `partial` walk, where it was a failure."""
        return self.state.error

    def __repr__(self) -> str:
        size = f"{_count(self.pages, 'page')}, {_count(self.item_count, 'item')}"
        return f"<WalkSummary {self.verdict}: {size}>"


def _object(raw: JSONObject, name: str) -> Any:
    """A member that is an object; {} where it is missing."""
    return raw.get(name) or {}


def where(state: State) -> str:
    """`p1: page 3 of 10, 250 items`"""
    if state.current_page is None:
        place = "nothing loaded"
    elif state.page_count is None:
        place = f"page {state.current_page}"
    else:
        place = f"page {state.current_page} of {state.page_count}"
    if state.object_count is not None:
        place += f", {_count(state.object_count, 'item')}"
    return f"{state.paginator_id}: {place}"


def facts(state: State) -> List[Tuple[str, Any]]:
    """What a notebook shows of a paginator."""
    end = state.end_reason
    return [
        ("state", where(state)),
        ("strategy", state.strategy),
        ("url", state.url or state.pattern_url or ""),
        ("items", "unknown" if state.object_count is None else state.object_count),
        ("end", "" if end is None else end.get("kind", "")),
        ("error", "" if state.error is None else state.error.message),
    ]


def _count(number: int, noun: str) -> str:
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"
