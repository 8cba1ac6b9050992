"""The JSON of the protocol as types, for annotations: `paginator.types.Fetching`."""

from __future__ import annotations

from ._types import *
from ._types import __all__ as __all__
