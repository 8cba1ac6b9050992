"""Pages through HTTP APIs by way of the Paginator server.

    import paginator

    with paginator.open("https://api.github.com/repos/swiftlang/swift/issues") as pages:
        for issue in pages:
            print(issue["title"])

How an API pages is the server's business; this package starts it, talks to it, and ends it.
"""

from __future__ import annotations

from typing import List

from . import _error_base, _error_kinds, _errors
from ._async_client import AsyncClient, open_async
from ._async_pages import AsyncPages
from ._client import Client, open
from ._error_base import *
from ._error_kinds import *
from ._errors import *
from ._model import Page, RawPage, State, Window
from ._opening import Opening
from ._pages import Pages
from ._transport.protocol import Event, ServerInfo
from ._version import VERSION as __version__
from ._walks import WalkProgress, WalkSummary

__all__ = [
    "AsyncClient",
    "AsyncPages",
    "Client",
    "Event",
    "Opening",
    "Page",
    "Pages",
    "RawPage",
    "ServerInfo",
    "State",
    "WalkProgress",
    "WalkSummary",
    "Window",
    "__version__",
    "open",
    "open_async",
]
__all__ += _error_base.__all__
__all__ += _error_kinds.__all__
__all__ += _errors.__all__


def __dir__() -> List[str]:
    """The API alone: completion in a notebook shows no modules of this package's own."""
    return __all__


# Tracebacks and pickles have the names as users write them.
for _each in [globals()[_name] for _name in __all__]:
    if isinstance(_each, type):
        _each.__module__ = __name__
