"""Properties of what a server answers, one for each member of the JSON.

Written by protocol/generate.py from protocol/openrpc.json: change those.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Dict, List, Mapping, Optional, Tuple, cast

if TYPE_CHECKING:
    from . import _types


class StateView:
    """The members of the state of a paginator."""

    __slots__ = ()

    raw: Mapping[str, Any]

    @property
    def paginator_id(self) -> str:
        """The name of a paginator; the client chooses it or takes the one that the server makes
        up."""
        return str(self.raw.get("paginatorId") or "")

    @property
    def url(self) -> Optional[str]:
        """URL of the most recently loaded page, secrets masked; None before."""
        return self.raw.get("url")

    @property
    def pattern_url(self) -> str:
        """The URL as opened, secrets masked."""
        return str(self.raw.get("patternURL") or "")

    @property
    def auth(self) -> Optional[str]:
        """The type of the credentials in use (`bearer`, `basic`, `apiKey`, `oauth2`, `awsSigV4`);
        None without `auth` and `token`."""
        return self.raw.get("auth")

    @property
    def strategy(self) -> str:
        """`auto` until detection has decided."""
        return str(self.raw.get("strategy") or "")

    @property
    def loaded(self) -> bool:
        """A page has been loaded, by a load, a walk or a window."""
        return self.raw.get("loaded") is True

    @property
    def loading(self) -> bool:
        """A load is running or queued, for a window, too."""
        return self.raw.get("loading") is True

    @property
    def current_page(self) -> Optional[int]:
        """In the API's own numbering, from `firstPage`; None until a load or a walk has moved
        there. Windows do not move it."""
        return self.raw.get("currentPage")

    @property
    def per_page(self) -> Optional[int]:
        """Items per page: as requested, or the API's own size where it states one."""
        return self.raw.get("perPage")

    @property
    def first_page(self) -> Optional[int]:
        """The number of the API's first page."""
        return self.raw.get("firstPage")

    @property
    def offset(self) -> Optional[int]:
        """Index of the current page's first item; None until loaded."""
        return self.raw.get("offset")

    @property
    def page_count(self) -> Optional[int]:
        """None when unknown, never 0 for unknown."""
        return self.raw.get("pageCount")

    @property
    def object_count(self) -> Optional[int]:
        """The number of all items; None when unknown, never 0 for unknown."""
        return self.raw.get("objectCount")

    @property
    def object_count_min(self) -> Optional[int]:
        """Only where the API's total is a lower bound or an estimate: that number."""
        return self.raw.get("objectCountMin")

    @property
    def has_page_count(self) -> bool:
        """Whether `pageCount` is known."""
        return self.raw.get("hasPageCount") is True

    @property
    def has_object_count(self) -> bool:
        """Whether `objectCount` is known."""
        return self.raw.get("hasObjectCount") is True

    @property
    def has_next_page(self) -> Optional[bool]:
        """None: not loaded, or it cannot be known before asking."""
        return self.raw.get("hasNextPage")

    @property
    def has_previous_page(self) -> Optional[bool]:
        """None: not loaded."""
        return self.raw.get("hasPreviousPage")

    @property
    def loaded_pages(self) -> List[Tuple[int, int]]:
        """Inclusive runs of pages held in memory: `[[1, 3], [7, 7]]`."""
        return [(run[0], run[1]) for run in self.raw.get("loadedPages") or ()]

    @property
    def prefetched(self) -> List[int]:
        """The pages requested ahead of loads, by `prefetch.pages` or to find out how the API pages,
        finished or pending, ascending; a page is removed once it is loaded."""
        return list(self.raw.get("prefetched") or ())

    @property
    def can(self) -> _types.StateCan:
        """What the API allows: `forward`, `backward`, `jump` (to any page) and `count` (knowing the
        total), each `True`, `False`, `"visited"` (only to pages that have been visited) or
        `"unknown"`."""
        return cast("_types.StateCan", self.raw.get("can") or {})

    @property
    def end_reason(self) -> Optional[_types.EndReason]:
        """Why there is no next page; None where there is one, or where that is unknown."""
        return self.raw.get("endReason")

    @property
    def warnings(self) -> List[_types.Warning]:
        """`[{kind, message, ...}]`: worth knowing although the page was good. At most 32; the
        oldest is dropped."""
        return list(self.raw.get("warnings") or ())

    @property
    def store(self) -> Optional[Dict[str, Any]]:
        """Only where pages are stored: `path`, `table`, `run` (None before its first page), and the
        counts `pages`, `items`, `inserted`, `updated`, `unchanged`, `duplicates`."""
        return self.raw.get("store")

    @property
    def each(self) -> Optional[Dict[str, Any]]:
        """Only of a paginator with `each`: the counts `items` (read so far), `done`, `complete`,
        `gone`, `failed`, `suspect`, `capped` of its parts."""
        return self.raw.get("each")


class PageView:
    """The members of a page."""

    __slots__ = ()

    raw: Mapping[str, Any]

    @property
    def issues(self) -> List[_types.Issue]:
        """Values that did not fit their mapping, and items that are None, of which no mapping makes
        anything: `{item, path, kind, expected, found}`; omitted when empty. At most 100."""
        return list(self.raw.get("issues") or ())

    @property
    def response(self) -> _types.ResponseFacts:
        """The response: `status`, `url`, `bytes` (of the decoded body), `durationMs`, `attempts`,
        `notModified`."""
        return cast("_types.ResponseFacts", self.raw.get("response") or {})


class WindowView:
    """The members of a window."""

    __slots__ = ()

    raw: Mapping[str, Any]

    @property
    def loaded(self) -> List[Tuple[int, int]]:
        """Runs of items in this window that are held, ends exclusive: `[[0, 50]]`."""
        return [(run[0], run[1]) for run in self.raw.get("loaded") or ()]

    @property
    def count(self) -> Optional[int]:
        """The collection's size: the total, or what is known so far."""
        return self.raw.get("count")


class WalkView:
    """The members of the summary of a walk."""

    __slots__ = ()

    raw: Mapping[str, Any]

    @property
    def pages(self) -> int:
        """Pages delivered."""
        return int(self.raw.get("pages") or 0)

    @property
    def item_count(self) -> int:
        """Items delivered."""
        return int(self.raw.get("itemCount") or 0)

    @property
    def duplicates(self) -> int:
        """Items delivered that had come before, by their identity, else by their bytes."""
        return int(self.raw.get("duplicates") or 0)

    @property
    def verdict(self) -> str:
        """How the walk ended. complete: the end was seen; `proof` says what makes it all there is,
        and `start` from where. capped: `maxPages`, `maxItems` or one of `limits` ended it. suspect:
        there may be more, or less: duplicates, gaps, counts that do not add up, a loop, too many
        empty pages, the API's ceiling, `refused`, `undetected`, `signalMissing` or
        `incompleteResults`. partial: a failure or a refused origin after some pages; the error is
        in `state.error`. failed: nothing was delivered."""
        return str(self.raw.get("verdict") or "")

    @property
    def proof(self) -> Optional[str]:
        """What complete rests on, the first that holds; absent with any other verdict, and where
        limits.until ended the walk. counts: the API stated one exact total, on the first page and
        the last one, and exactly that number of items came, once each. overlap: each page began
        with the last item of the page before. passes: the list was read again, and had the same
        items. chain: tokens or links that name a row or a state led from each page to the next;
        none that counts pages or items. single: the whole list was one response, and nothing in it
        speaks of more. end: the end was seen, but rows that moved while the list was read would not
        have been noticed; `walk.exact` notices them."""
        return self.raw.get("proof")

    @property
    def end_reason(self) -> Optional[_types.EndReason]:
        """Why there is no further page."""
        return self.raw.get("endReason")

    @property
    def each(self) -> Optional[Dict[str, Any]]:
        """Only of a paginator with `each`."""
        return self.raw.get("each")

    @property
    def slices(self) -> Optional[Dict[str, Any]]:
        """Only of a paginator with `slices` whose range has more than the ceiling."""
        return self.raw.get("slices")

    @property
    def checkpoint(self) -> Optional[str]:
        """A position to continue from, without secrets. Opaque: a text to keep and give back as it
        came."""
        return self.raw.get("checkpoint")
