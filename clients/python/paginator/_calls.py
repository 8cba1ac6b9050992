"""Params of calls, warnings about results, and slices, for both clients. Nothing here waits."""

from __future__ import annotations

import os
import sys
import warnings
from typing import (
    TYPE_CHECKING,
    Any,
    Callable,
    Iterable,
    List,
    Mapping,
    Optional,
    Sequence,
    Set,
    Tuple,
    TypeVar,
    Union,
)

from ._errors import PaginationWarning
from ._model import Page, State, Window
from ._shown.arguments import camel_case, snake_case
from ._transport.protocol import Params

Item = TypeVar("Item")
Result = TypeVar("Result")

if TYPE_CHECKING:
    from typing import Awaitable

    from . import _types
    from ._walks import WalkSummary

    ExtractPage = Callable[[_types.ExtractPageParams], _types.ExtractedPage]
    Fetch = Callable[[_types.FetchParams], _types.FetchResponse]
    Credentials = Callable[[_types.CredentialsParams], _types.Credentials]
    Soon = Union[Result, Awaitable[Result]]
    AsyncExtractPage = Callable[[_types.ExtractPageParams], Soon[_types.ExtractedPage]]
    AsyncFetch = Callable[[_types.FetchParams], Soon[_types.FetchResponse]]
    AsyncCredentials = Callable[[_types.CredentialsParams], Soon[_types.Credentials]]


def wire_names(arguments: Mapping[str, Any]) -> Params:
    """Keyword arguments as params; only the outermost names are changed."""
    return {camel_case(name): value for name, value in arguments.items()}


def open_params(url: Optional[str], profile: Optional[str], arguments: Mapping[str, Any]) -> Params:
    params = wire_names(arguments)
    if url is not None:
        params["url"] = url
    if profile is not None:
        params["profile"] = profile
    return params


def configured(params: Mapping[str, Any], changes: Mapping[str, Any]) -> Params:
    """Params of open after `paginator/configure`, merged as the server does it."""
    merged = dict(params)
    if "auth" in changes or "token" in changes:  # Either takes the place of the other.
        merged.pop("auth", None)
        merged.pop("token", None)
    for name, change in changes.items():
        if name in _MERGED and isinstance(change, Mapping):
            merged[name] = _merged(merged.get(name) or {}, change, name)
        else:
            merged[name] = change
    return merged


_MERGED = ("headers", "parameters", "fetching", "limits", "prefetch", "placeholders", "mappings")
"""Params whose members are merged one by one; every other one is replaced as a whole."""


def _merged(old: Mapping[str, Any], changes: Mapping[str, Any], name: str) -> Params:
    """Where null is a value, it stays, as a profile may have one that it takes away."""
    key = str.lower if name == "headers" else str
    new = set(map(key, changes))
    merged = {member: value for member, value in old.items() if key(member) not in new}
    merged.update(changes)
    if name in ("mappings", "placeholders"):
        return {member: value for member, value in merged.items() if value is not None}
    return merged


def named_in(params: Mapping[str, Any]) -> List[str]:
    """The ids of paginators in params: of the one that supplies items to another one, first."""
    each = params.get("each")
    ids = [each.get("of") if isinstance(each, Mapping) else None, params.get("paginatorId")]
    return [id for id in ids if isinstance(id, str)]


def each_params(
    items: Iterable[Any], of: Optional[str], keep: Union[str, Sequence[str], None]
) -> Params:
    """The param `each`: a list for each of many items, or of those of another paginator."""
    if isinstance(items, (str, bytes, Mapping)):
        raise TypeError("each takes a list of items, or any other iterable of them.")
    each: Params = {"items": list(items)} if of is None else {"of": of}
    if keep is not None:
        each["keep"] = [keep] if isinstance(keep, str) else list(keep)
    return each


def is_series(params: Mapping[str, Any]) -> bool:
    """True when a paginator has many lists, or one in slices: it is walked, not paged through."""
    return params.get("each") is not None or params.get("slices") not in (None, False)


def warn_of(state: State, said: Set[str]) -> None:
    """Passes on what the server says against a page, and against the end that loads came to: a loop
    over items shows no state in which anybody would see it."""
    doubts = [_doubt_of_end(state, state.end_reason)] if state.has_next_page is False else []
    _warn([*map(_message, state.warnings), *doubts], said)


def warn_of_walk(summary: WalkSummary[Any], said: Set[str]) -> None:
    """The same of a walk in a loop, which continues without the lists, or the rest, that failed."""
    state = summary.state
    doubts = [*map(_message, state.warnings), _doubt_of_end(state, summary.end_reason)]
    failed = (summary.each or {}).get("failed", 0)
    if failed:
        count = (summary.each or {}).get("items", failed)
        doubts.append(("failed", f"{failed} of {count} lists failed: {summary.error}"))
    elif summary.verdict in ("partial", "failed"):
        doubts.append((summary.verdict, f"The list is not complete: {summary.text}"))
    _warn(doubts, said)


def _warn(doubts: Iterable[Tuple[str, str]], said: Set[str]) -> None:
    """Warns of each kind once."""
    for kind, text in doubts:
        if text and kind not in said:
            said.add(kind)
            text = f"{snake_case(text)} ({kind})"
            warnings.warn(text, PaginationWarning, stacklevel=_levels_to_the_user())


def _message(warning: Mapping[str, Any]) -> Tuple[str, str]:
    return str(warning.get("kind", "")), str(warning.get("message", ""))


def _doubt_of_end(state: State, reason: Optional[Mapping[str, Any]]) -> Tuple[str, str]:
    """The kind of an end that is not the list's own, and why there may be more; without a text where
    it is, or where its caller's limits have ended it."""
    reason = reason or {}
    kind, page, evidence = str(reason.get("kind")), reason.get("page"), reason.get("evidence", {})
    most = evidence.get("value")
    text = ""
    if kind == "ceiling":
        count = state.object_count
        share = f" of {count:,}" if count is not None and count > most else ""
        text = f"the API gives at most {most:,}{share} items"
    elif evidence.get("field") == "limits.emptyPagesMax":
        text = f"{most:,} pages in a row had no items"
    elif kind == "refused":
        text = f"the API refused page {page}"
    elif kind.startswith("repeated"):
        text = f"page {page} repeats an earlier one"
    return kind, text and f"There may be more: {text}."


def _levels_to_the_user() -> int:
    """The number of this package's frames between `_warn` and the package's caller."""
    package = os.path.dirname(__file__)
    levels, frame = 1, sys._getframe(1)
    while frame.f_back is not None and frame.f_code.co_filename.startswith(package):
        levels, frame = levels + 1, frame.f_back
    return levels


def state_in(result: Any) -> Optional[State]:
    """The state that a result is or has."""
    if not isinstance(result, dict):
        return None
    state = result.get("state")
    if isinstance(state, dict):
        return State(state)
    return State(result) if "currentPage" in result else None


def index_span(key: slice, count: Optional[int]) -> range:
    """The indexes of a slice; `count` may only be None where `needs_count` says so."""
    if count is not None:
        return range(*key.indices(count))
    return range(*key.indices(key.stop))


def needs_count(key: slice) -> bool:
    """True when a slice counts from the end."""
    step = 1 if key.step is None else key.step
    return step < 0 or key.stop is None or key.stop < 0 or (key.start or 0) < 0


def chosen(window: Window[Any], indexes: range) -> List[Any]:
    """The items of a slice; raises what kept a page of them from loading."""
    for error in window.failed.values():
        raise error
    items = window.real_items
    return [items[index - window.start] for index in indexes if index - window.start < len(items)]


def within_limit(page: Page[Item], before: int) -> List[Item]:
    """The items of a page, with so many before it, that are within `limits.itemsMax`: the page that
    reaches it comes whole."""
    reason = (page.raw.get("state") or {}).get("endReason") or {}
    if reason.get("kind") != "itemsMax":
        return page.items
    return page.items[: max(0, reason["evidence"]["value"] - before)]


def count_of(state: State) -> int:
    """The number of all items; TypeError where it is unknown."""
    if state.object_count is not None:
        return state.object_count
    if not state.loaded:
        why = "no page has been loaded yet; call next() first"
    else:
        why = "this API has not said it"
    raise TypeError(f"The number of items is not known: {why}.")
