"""A server for one load, plan or task, and the params with which it opens a paginator."""

from __future__ import annotations

import contextlib
import json
import os
import signal
import warnings
from typing import Any, Dict, Iterator, NamedTuple, Optional

import paginator
from pyspark.sql import types as spark

from ._errors import told_errors
from ._json import loads
from ._options import MODES, Settings
from ._paths import escaped, pointer
from ._schema import ITEM, PAGE, PARENT, POSITION
from ._task import Task
from ._words import bookmarked, has_unset_variable, resolved

MAPPING_MEMBERS_MAX = 1_000
"""Most members of a mapping that the server takes."""


class Server(NamedTuple):
    """A running server, and the task that it runs for."""

    client: paginator.Client
    task: Task


@contextlib.contextmanager
def server(settings: Settings) -> Iterator[Server]:
    """A server, ended with the block and with its task; errors in it become this package's."""
    executable = resolved("executable", settings.executable)
    with told_errors(), warnings.catch_warnings(), paginator.Client(
        executable, loads=loads
    ) as client:
        # This package's own log has them, once.
        warnings.simplefilter("ignore", paginator.PaginationWarning)
        pid = client.pid
        task = Task(lambda: _end(pid))
        try:
            yield Server(client, task)
        finally:
            task.close()


def _end(pid: int) -> None:
    """Ends the server of a task that is over; its client sees the end."""
    with contextlib.suppress(OSError):
        os.kill(pid, signal.SIGTERM)


def params_of(settings: Settings, bookmark: Optional[str] = None) -> Dict[str, Any]:
    """The params of `open`, with this process's variables and the bookmark or START in them."""
    params = {name: resolved(name, value) for name, value in settings.params.items()}
    return bookmarked(params, bookmark)


def opened(client: paginator.Client, params: Dict[str, Any]) -> paginator.Pages[Any]:
    """A paginator with params under the protocol's own names."""
    return client.open(**params)


def check(settings: Settings) -> None:
    """Lets the server check the params; no request is sent to the API.

    Where this process lacks a variable, those that use the params check them.
    """
    bookmarked(settings.params, None)
    if not has_unset_variable([settings.params, settings.executable]):
        with server(settings) as (client, _):
            opened(client, {**params_of(settings), **first_of(settings, 1)}).close()


def first_of(settings: Settings, count: int) -> Dict[str, Any]:
    """The param `each` with the first of its values; empty where there is one list."""
    if settings.each is None:
        return {}
    return {"each": {**settings.each, "items": settings.each["items"][:count]}}


def with_profile(client: paginator.Client, params: Dict[str, Any]) -> Dict[str, Any]:
    """The params over those of their profile, for looking things up."""
    profile: Any = client.profiles(params["profile"])[0] if "profile" in params else {}
    return {**profile, **params}


_NOT_FOUND = ("score", "evidence", "identity")
"""Members of a candidate that say nothing of how the API pages."""


def detected(client: paginator.Client, params: Dict[str, Any]) -> Optional[str]:
    """The params of `open` that detection finds for an API, as JSON text; None where no second
    page proves them, so that a longer list is looked at again.

    They hold neither the URL nor a value of the request: positions inside of a parameter's text,
    which would, are left to each walk.
    """
    asked = {name: value for name, value in params.items() if name not in ("slices", "each")}
    try:
        result = client.request("paginator/detect", asked)
    except paginator.PaginatorError:
        return None  # The walk meets the same failure, and reports it.
    candidates = result["candidates"]
    if not result["confirmed"] or not candidates or "parameters" in candidates[0]:
        return None
    found = {name: value for name, value in candidates[0].items() if name not in _NOT_FOUND}
    text = json.dumps(found)
    is_masked = "***" in text
    return None if is_masked or found["pagination"]["strategy"] == "single" else text


def mapped(
    client: paginator.Client, params: Dict[str, Any], schema: spark.StructType, settings: Settings
) -> Dict[str, Any]:
    """The params with a mapping that keeps the columns of a given schema and nothing else.

    Without one, where the options or the profile bring their own, where it is not known where the
    items are, and where the whole item is wanted or may be no object.
    """
    own = (PAGE, POSITION) if settings.each is None else (PAGE, POSITION, PARENT)
    names = [name for name in schema.fieldNames() if name not in own]
    if (
        not 0 < len(names) <= MAPPING_MEMBERS_MAX
        or ITEM in names
        or settings.corrupt_column in names
        or settings.mode != MODES[0]
    ):
        return params
    known = with_profile(client, params)
    if known.get("responseDescriptors") or known.get("mappings"):
        return params
    path = known.get("itemsPath")
    if path is None:
        pages = opened(client, params)
        strategy = pages.last_state.strategy
        pages.close()
        if strategy == "auto" or "profile" in params:
            return params
    mapping = {"attributes": {pointer(name): escaped(name) for name in names}}
    descriptor = {"mapping": mapping} if path is None else {"keyPath": path, "mapping": mapping}
    made = {name: value for name, value in params.items() if name != "itemsPath"}
    return {**made, "responseDescriptors": [descriptor]}
