"""What a server answers, as objects: thin views on the JSON, which stays reachable as `raw`.

A view costs nothing until it is looked at, and whatever a newer server adds stays in it.
"""

from __future__ import annotations

from typing import (
    TYPE_CHECKING,
    Any,
    Dict,
    Generic,
    Iterator,
    List,
    Mapping,
    Optional,
    Tuple,
    TypeVar,
    Union,
    overload,
)

from ._shown import html as _html
from ._shown.facts import facts, numbered, summary_facts, where
from ._errors import PaginatorError, error_from
from ._transport.decoding import Loads, decoded

if TYPE_CHECKING:
    from ._types import EndReason, Issue, ResponseFacts, StateCan
    from ._types import Warning as StateWarning

JSONObject = Mapping[str, Any]
Item = TypeVar("Item")


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
    def object_count_min(self) -> Optional[int]:
        """What the API counts at least, where its total is a lower bound or an estimate."""
        return self.raw.get("objectCountMin")

    @property
    def each(self) -> Optional[Dict[str, Any]]:
        """The counts of a series so far, by item; None where there is one list only."""
        return self.raw.get("each")

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
    def prefetched(self) -> List[int]:
        """Pages that `prefetch["pages"]` has requested, and nobody has asked for yet."""
        return list(self.raw.get("prefetched", ()))

    @property
    def can(self) -> StateCan:
        """`forward`, `backward`, `jump`, `count`: True, False, "visited" or "unknown"."""
        found: StateCan = _object(self.raw, "can")
        return found

    @property
    def store(self) -> Optional[Dict[str, Any]]:
        """The table that pages go to, its run and counts; None without `store`."""
        return self.raw.get("store")

    @property
    def auth(self) -> Optional[str]:
        """The type of the credentials in use; None without `token` and `auth`."""
        return self.raw.get("auth")

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

    def _repr_html_(self) -> str:
        return _html.facts(f"State of {self.paginator_id}", facts(self))


class Page(Generic[Item]):
    """One page. Iterating, indexing and `len` are those of its items."""

    __slots__ = ("raw",)

    def __init__(self, raw: JSONObject) -> None:
        self.raw = raw

    @property
    def number(self) -> int:
        """In the API's own numbering."""
        return int(self.raw.get("page", 0))

    @property
    def items(self) -> List[Item]:
        """Mapped, or as the API sent them."""
        found: List[Item] = self.raw.get("items", [])
        return found

    @property
    def start(self) -> Optional[int]:
        """Index of its first item in the collection; None where the server does not say it."""
        start = self.raw.get("start")
        return start if isinstance(start, int) else self.state.offset

    @property
    def object_count(self) -> Optional[int]:
        """How many items there are in all; None when unknown."""
        count = self.raw.get("objectCount")
        return count if isinstance(count, int) else self.state.object_count

    @property
    def results(self) -> Dict[str, List[Item]]:
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

    def __iter__(self) -> Iterator[Item]:
        return iter(self.items)

    @overload
    def __getitem__(self, index: int) -> Item: ...

    @overload
    def __getitem__(self, index: slice) -> List[Item]: ...

    def __getitem__(self, index: Union[int, slice]) -> Union[Item, List[Item]]:
        return self.items[index]

    def __repr__(self) -> str:
        return f"<Page {self.number}: {numbered(len(self), 'item')}>"

    def _repr_html_(self) -> str:
        return _html.items(f"Page {self.number}", self.items)


class RawPage(Page[Any]):
    """One page of a walk with `raw=True`: its items as bytes, read only where somebody asks."""

    __slots__ = ("json", "_loads", "_items")

    def __init__(self, raw: JSONObject, json: bytes, loads: Loads) -> None:
        super().__init__(raw)
        self.json = json
        """The items as a JSON array, byte for byte as the server sent them."""
        self._loads = loads
        self._items: Optional[List[Any]] = None

    @property
    def items(self) -> List[Any]:
        if self._items is None:
            self._items = list(self._loads(self.json))
        return self._items


class Window(Generic[Item]):
    """A part of the collection; placeholders stand where an item is not there."""

    __slots__ = ("raw",)

    def __init__(self, raw: JSONObject) -> None:
        self.raw = raw

    @property
    def start(self) -> int:
        """Index of the first item, from 0."""
        return int(self.raw.get("start", 0))

    @property
    def items(self) -> List[Item]:
        found: List[Item] = self.raw.get("items", [])
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
    def real_items(self) -> List[Item]:
        """The items without the placeholders."""
        found: List[Item] = []
        for start, end in self.loaded:
            found += self.items[max(0, start - self.start) : max(0, end - self.start)]
        return found

    def __len__(self) -> int:
        return len(self.items)

    def __bool__(self) -> bool:
        return True

    def __iter__(self) -> Iterator[Item]:
        return iter(self.items)

    @overload
    def __getitem__(self, index: int) -> Item: ...

    @overload
    def __getitem__(self, index: slice) -> List[Item]: ...

    def __getitem__(self, index: Union[int, slice]) -> Union[Item, List[Item]]:
        return self.items[index]

    def __repr__(self) -> str:
        end = self.start + len(self)
        return f"<Window {self.start}..<{end} of {'?' if self.count is None else self.count}>"

    def _repr_html_(self) -> str:
        return _html.items(f"Items {self.start} to {self.start + len(self)}", self.items)


class WalkProgress(Generic[Item]):
    """How far a walk has come: what its callback gets, once a page."""

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
        """How far it is, for people, and what the server last said of the pace."""
        count = f"{self.item_count}" + ("" if self.total is None else f" of {self.total}")
        rest = (self._said or "").partition(" items")[2]
        return f"page {self.pages}, {count} items{rest}"

    @property
    def item_count(self) -> int:
        """Items so far, this page included. (Of a `RawPage` the items are read for it.)"""
        return self._before + len(self.page)

    @property
    def total(self) -> Optional[int]:
        """How many items the walk will bring, as far as is known now; None where it is unknown."""
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


class WalkSummary(Generic[Item]):
    """How a walk ended."""

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

    @property
    def text(self) -> str:
        """`complete: 10 pages, 250 items`, and why it ended where that is no happy end."""
        if self.pages == 0 and self.verdict == "complete" and self.state.current_page is not None:
            return f"complete: nothing was left after page {self.state.current_page}"
        size = f"{numbered(self.pages, 'page')}, {numbered(self.item_count, 'item')}"
        why = ""
        if self.error is not None and self.verdict in ("partial", "failed"):
            why = f", because {self.error}"
        elif self.verdict == "suspect" and self.end_reason is not None:
            why = f", because of {self.end_reason.get('kind', '')}"
        return f"{self.verdict}: {size}{why}"

    def __repr__(self) -> str:
        return f"<WalkSummary {self.text}>"

    def _repr_html_(self) -> str:
        return _html.facts("Walk", summary_facts(self))


def _object(raw: JSONObject, name: str) -> Any:
    """A member that is an object; {} where it is missing."""
    return raw.get(name) or {}
