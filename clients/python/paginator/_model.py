"""Results of the server as objects: thin views on the JSON, which stays reachable as `raw`.

A view costs nothing until it is looked at, and whatever a newer server adds stays in it.
"""

from __future__ import annotations

from typing import (
    Any,
    Dict,
    Generic,
    Iterator,
    List,
    Mapping,
    Optional,
    TypeVar,
    Union,
    overload,
)

from ._shown import html as _html
from ._shown.facts import facts, numbered, where
from ._errors import PaginatorError, error_from
from ._shown.arguments import in_python
from ._transport.decoding import Loads
from ._views import PageView, StateView, WindowView

JSONObject = Mapping[str, Any]
Item = TypeVar("Item")


class State(StateView, Mapping[str, Any]):
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
    def error(self) -> Optional[PaginatorError]:
        """The error of the last load; None after a success."""
        value = self.raw.get("error")
        return None if value is None else in_python(error_from(value))

    def __repr__(self) -> str:
        return f"<State {where(self)}>"

    def _repr_html_(self) -> str:
        return _html.facts(f"State of {self.paginator_id}", facts(self))


class ItemsView(Generic[Item]):
    """A result with items. Iterating, indexing and `len` are those of the items."""

    __slots__ = ("raw",)

    def __init__(self, raw: JSONObject) -> None:
        self.raw = raw

    @property
    def items(self) -> List[Item]:
        """Mapped, or as the API sent them."""
        found: List[Item] = self.raw.get("items", [])
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


class Page(PageView, ItemsView[Item]):
    """One page. Iterating, indexing and `len` are those of its items."""

    __slots__ = ()

    @property
    def number(self) -> int:
        """In the API's own numbering."""
        return int(self.raw.get("page", 0))

    @property
    def start(self) -> Optional[int]:
        """Index of its first item in the collection; None where the server does not say it."""
        start = self.raw.get("start")
        return start if isinstance(start, int) else self.state.offset

    @property
    def object_count(self) -> Optional[int]:
        """The number of all items; None when unknown."""
        count = self.raw.get("objectCount")
        return count if isinstance(count, int) else self.state.object_count

    @property
    def item(self) -> Any:
        """Of a page that `each` brought: what is kept of the item that its list is of; of one that
        `slices` brought, its bounds `from` and `to`."""
        return self.raw.get("item")

    @property
    def results(self) -> Dict[str, List[Item]]:
        """With several response descriptors: each one's items by its key path."""
        return dict(object_in(self.raw, "results"))

    @property
    def state(self) -> State:
        """The paginator's state after this load."""
        return State(object_in(self.raw, "state"))

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


class Window(WindowView, ItemsView[Item]):
    """A part of the collection, with placeholders for items that are not there."""

    __slots__ = ()

    @property
    def start(self) -> int:
        """Index of the first item, from 0."""
        return int(self.raw.get("start", 0))

    @property
    def loading(self) -> List[int]:
        """Pages that are on their way."""
        return list(object_in(self.raw, "pages").get("loading", ()))

    @property
    def failed(self) -> Dict[int, PaginatorError]:
        """The errors of pages of this window that could not be loaded, by page."""
        entries = object_in(self.raw, "pages").get("failed", ())
        return {entry["page"]: in_python(error_from(entry.get("error"))) for entry in entries}

    @property
    def state(self) -> State:
        return State(object_in(self.raw, "state"))

    @property
    def real_items(self) -> List[Item]:
        """The items without the placeholders."""
        found: List[Item] = []
        for start, end in self.loaded:
            found += self.items[max(0, start - self.start) : max(0, end - self.start)]
        return found

    def __repr__(self) -> str:
        end = self.start + len(self)
        return f"<Window {self.start}..<{end} of {'?' if self.count is None else self.count}>"

    def _repr_html_(self) -> str:
        return _html.items(f"Items {self.start} to {self.start + len(self)}", self.items)


def object_in(raw: JSONObject, name: str) -> Any:
    """A member that is an object; {} where it is missing."""
    return raw.get(name) or {}
