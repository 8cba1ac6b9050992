"""Every method of the protocol, under its own name and with its own params.

Written by protocol/generate.py from protocol/openrpc.json: change those.
"""

from __future__ import annotations

import typing

if typing.TYPE_CHECKING:
    from . import _types


class Methods:
    """Calls under the protocol's names: `client.methods.load_page({"paginatorId": "p1", "page": 3})`.

    `Client.open` and `Pages` are made for people; this leaves nothing out.
    """

    def __init__(self, request: typing.Callable[..., typing.Any]) -> None:
        self._request = request

    def open(
        self,
        params: typing.Optional[_types.OpenParams] = None,
        *,
        timeout: typing.Optional[float] = None,
    ) -> _types.State:
        """Creates a paginator; no request is sent."""
        result: _types.State = self._request("paginator/open", params, timeout=timeout)
        return result

    def state(
        self, params: _types.StateParams, *, timeout: typing.Optional[float] = None
    ) -> _types.State:
        """Returns everything that is known about a paginator."""
        result: _types.State = self._request("paginator/state", params, timeout=timeout)
        return result

    def load_next_page(
        self, params: _types.LoadNextPageParams, *, timeout: typing.Optional[float] = None
    ) -> _types.PageResult:
        """Loads the page after the current one, or the first when nothing is loaded."""
        result: _types.PageResult = self._request("paginator/loadNextPage", params, timeout=timeout)
        return result

    def load_previous_page(
        self, params: _types.LoadPreviousPageParams, *, timeout: typing.Optional[float] = None
    ) -> _types.PageResult:
        """Loads the page before the current one."""
        result: _types.PageResult = self._request(
            "paginator/loadPreviousPage", params, timeout=timeout
        )
        return result

    def load_page(
        self, params: _types.LoadPageParams, *, timeout: typing.Optional[float] = None
    ) -> _types.PageResult:
        """Loads a page by its number."""
        result: _types.PageResult = self._request("paginator/loadPage", params, timeout=timeout)
        return result

    def cancel(
        self, params: _types.CancelParams, *, timeout: typing.Optional[float] = None
    ) -> _types.State:
        """Fails every running and queued load of a paginator with 1009."""
        result: _types.State = self._request("paginator/cancel", params, timeout=timeout)
        return result

    def configure(
        self, params: _types.ConfigureParams, *, timeout: typing.Optional[float] = None
    ) -> _types.State:
        """Changes settings for later requests."""
        result: _types.State = self._request("paginator/configure", params, timeout=timeout)
        return result

    def reset(
        self, params: _types.ResetParams, *, timeout: typing.Optional[float] = None
    ) -> _types.State:
        """Cancels, and forgets all pages and metadata: as just opened."""
        result: _types.State = self._request("paginator/reset", params, timeout=timeout)
        return result

    def refresh(
        self, params: _types.RefreshParams, *, timeout: typing.Optional[float] = None
    ) -> _types.RefreshResult:
        """Loads held pages again, conditionally, and says what changed."""
        result: _types.RefreshResult = self._request("paginator/refresh", params, timeout=timeout)
        return result

    def close(self, params: _types.CloseParams, *, timeout: typing.Optional[float] = None) -> None:
        """Cancels and forgets a paginator."""
        self._request("paginator/close", params, timeout=timeout)

    def list(self, *, timeout: typing.Optional[float] = None) -> typing.Sequence[_types.State]:
        """Lists the states of all paginators in the order in which they were opened."""
        result: typing.Sequence[_types.State] = self._request("paginator/list", {}, timeout=timeout)
        return result

    def items(
        self, params: _types.ItemsParams, *, timeout: typing.Optional[float] = None
    ) -> _types.Window:
        """Returns a window on the whole collection, seen as a sparse array."""
        result: _types.Window = self._request("paginator/items", params, timeout=timeout)
        return result

    def touch(self, params: _types.TouchParams, *, timeout: typing.Optional[float] = None) -> None:
        """Says that an item is about to be shown: loads what the prefetch rules ask for."""
        self._request("paginator/touch", params, timeout=timeout)

    def page_for_index(
        self, params: _types.PageForIndexParams, *, timeout: typing.Optional[float] = None
    ) -> _types.PageOfIndex:
        """Returns the page of an item."""
        result: _types.PageOfIndex = self._request(
            "paginator/pageForIndex", params, timeout=timeout
        )
        return result

    def indexes_for_page(
        self, params: _types.IndexesForPageParams, *, timeout: typing.Optional[float] = None
    ) -> _types.IndexRange:
        """Returns the indexes of a page's items."""
        result: _types.IndexRange = self._request(
            "paginator/indexesForPage", params, timeout=timeout
        )
        return result

    def load_all(
        self, params: _types.LoadAllParams, *, timeout: typing.Optional[float] = None
    ) -> _types.WalkSummary:
        """Walks from the current position to the end."""
        result: _types.WalkSummary = self._request("paginator/loadAll", params, timeout=timeout)
        return result

    def checkpoint(
        self, params: _types.CheckpointParams, *, timeout: typing.Optional[float] = None
    ) -> _types.CheckpointResult:
        """Returns a portable resume token, without secrets."""
        result: _types.CheckpointResult = self._request(
            "paginator/checkpoint", params, timeout=timeout
        )
        return result

    def requests(
        self, params: _types.RequestsParams, *, timeout: typing.Optional[float] = None
    ) -> _types.HeldRequests:
        """Returns the latest requests with their responses, secrets masked."""
        result: _types.HeldRequests = self._request("paginator/requests", params, timeout=timeout)
        return result

    def detect(
        self, params: _types.DetectParams, *, timeout: typing.Optional[float] = None
    ) -> _types.Detection:
        """Finds out how an API pages, with evidence."""
        result: _types.Detection = self._request("paginator/detect", params, timeout=timeout)
        return result

    def profiles(
        self,
        params: typing.Optional[_types.ProfilesParams] = None,
        *,
        timeout: typing.Optional[float] = None,
    ) -> typing.Sequence[_types.Profile]:
        """Lists the built-in profiles."""
        result: typing.Sequence[_types.Profile] = self._request(
            "paginator/profiles", params, timeout=timeout
        )
        return result

    def rpc_discover(self, *, timeout: typing.Optional[float] = None) -> _types.RpcDiscoverResult:
        """Returns this document."""
        result: _types.RpcDiscoverResult = self._request("rpc.discover", {}, timeout=timeout)
        return result


class AsyncMethods:
    """Calls under the protocol's names: `await client.methods.load_page({"paginatorId": "p1", "page": 3})`.

    `Client.open` and `Pages` are made for people; this leaves nothing out.
    """

    def __init__(self, request: typing.Callable[..., typing.Any]) -> None:
        self._request = request

    async def open(
        self,
        params: typing.Optional[_types.OpenParams] = None,
        *,
        timeout: typing.Optional[float] = None,
    ) -> _types.State:
        """Creates a paginator; no request is sent."""
        result: _types.State = await self._request("paginator/open", params, timeout=timeout)
        return result

    async def state(
        self, params: _types.StateParams, *, timeout: typing.Optional[float] = None
    ) -> _types.State:
        """Returns everything that is known about a paginator."""
        result: _types.State = await self._request("paginator/state", params, timeout=timeout)
        return result

    async def load_next_page(
        self, params: _types.LoadNextPageParams, *, timeout: typing.Optional[float] = None
    ) -> _types.PageResult:
        """Loads the page after the current one, or the first when nothing is loaded."""
        result: _types.PageResult = await self._request(
            "paginator/loadNextPage", params, timeout=timeout
        )
        return result

    async def load_previous_page(
        self, params: _types.LoadPreviousPageParams, *, timeout: typing.Optional[float] = None
    ) -> _types.PageResult:
        """Loads the page before the current one."""
        result: _types.PageResult = await self._request(
            "paginator/loadPreviousPage", params, timeout=timeout
        )
        return result

    async def load_page(
        self, params: _types.LoadPageParams, *, timeout: typing.Optional[float] = None
    ) -> _types.PageResult:
        """Loads a page by its number."""
        result: _types.PageResult = await self._request(
            "paginator/loadPage", params, timeout=timeout
        )
        return result

    async def cancel(
        self, params: _types.CancelParams, *, timeout: typing.Optional[float] = None
    ) -> _types.State:
        """Fails every running and queued load of a paginator with 1009."""
        result: _types.State = await self._request("paginator/cancel", params, timeout=timeout)
        return result

    async def configure(
        self, params: _types.ConfigureParams, *, timeout: typing.Optional[float] = None
    ) -> _types.State:
        """Changes settings for later requests."""
        result: _types.State = await self._request("paginator/configure", params, timeout=timeout)
        return result

    async def reset(
        self, params: _types.ResetParams, *, timeout: typing.Optional[float] = None
    ) -> _types.State:
        """Cancels, and forgets all pages and metadata: as just opened."""
        result: _types.State = await self._request("paginator/reset", params, timeout=timeout)
        return result

    async def refresh(
        self, params: _types.RefreshParams, *, timeout: typing.Optional[float] = None
    ) -> _types.RefreshResult:
        """Loads held pages again, conditionally, and says what changed."""
        result: _types.RefreshResult = await self._request(
            "paginator/refresh", params, timeout=timeout
        )
        return result

    async def close(
        self, params: _types.CloseParams, *, timeout: typing.Optional[float] = None
    ) -> None:
        """Cancels and forgets a paginator."""
        await self._request("paginator/close", params, timeout=timeout)

    async def list(
        self, *, timeout: typing.Optional[float] = None
    ) -> typing.Sequence[_types.State]:
        """Lists the states of all paginators in the order in which they were opened."""
        result: typing.Sequence[_types.State] = await self._request(
            "paginator/list", {}, timeout=timeout
        )
        return result

    async def items(
        self, params: _types.ItemsParams, *, timeout: typing.Optional[float] = None
    ) -> _types.Window:
        """Returns a window on the whole collection, seen as a sparse array."""
        result: _types.Window = await self._request("paginator/items", params, timeout=timeout)
        return result

    async def touch(
        self, params: _types.TouchParams, *, timeout: typing.Optional[float] = None
    ) -> None:
        """Says that an item is about to be shown: loads what the prefetch rules ask for."""
        await self._request("paginator/touch", params, timeout=timeout)

    async def page_for_index(
        self, params: _types.PageForIndexParams, *, timeout: typing.Optional[float] = None
    ) -> _types.PageOfIndex:
        """Returns the page of an item."""
        result: _types.PageOfIndex = await self._request(
            "paginator/pageForIndex", params, timeout=timeout
        )
        return result

    async def indexes_for_page(
        self, params: _types.IndexesForPageParams, *, timeout: typing.Optional[float] = None
    ) -> _types.IndexRange:
        """Returns the indexes of a page's items."""
        result: _types.IndexRange = await self._request(
            "paginator/indexesForPage", params, timeout=timeout
        )
        return result

    async def load_all(
        self, params: _types.LoadAllParams, *, timeout: typing.Optional[float] = None
    ) -> _types.WalkSummary:
        """Walks from the current position to the end."""
        result: _types.WalkSummary = await self._request(
            "paginator/loadAll", params, timeout=timeout
        )
        return result

    async def checkpoint(
        self, params: _types.CheckpointParams, *, timeout: typing.Optional[float] = None
    ) -> _types.CheckpointResult:
        """Returns a portable resume token, without secrets."""
        result: _types.CheckpointResult = await self._request(
            "paginator/checkpoint", params, timeout=timeout
        )
        return result

    async def requests(
        self, params: _types.RequestsParams, *, timeout: typing.Optional[float] = None
    ) -> _types.HeldRequests:
        """Returns the latest requests with their responses, secrets masked."""
        result: _types.HeldRequests = await self._request(
            "paginator/requests", params, timeout=timeout
        )
        return result

    async def detect(
        self, params: _types.DetectParams, *, timeout: typing.Optional[float] = None
    ) -> _types.Detection:
        """Finds out how an API pages, with evidence."""
        result: _types.Detection = await self._request("paginator/detect", params, timeout=timeout)
        return result

    async def profiles(
        self,
        params: typing.Optional[_types.ProfilesParams] = None,
        *,
        timeout: typing.Optional[float] = None,
    ) -> typing.Sequence[_types.Profile]:
        """Lists the built-in profiles."""
        result: typing.Sequence[_types.Profile] = await self._request(
            "paginator/profiles", params, timeout=timeout
        )
        return result

    async def rpc_discover(
        self, *, timeout: typing.Optional[float] = None
    ) -> _types.RpcDiscoverResult:
        """Returns this document."""
        result: _types.RpcDiscoverResult = await self._request("rpc.discover", {}, timeout=timeout)
        return result
