"""pandas, where it is installed: imported when it is first asked for."""

from __future__ import annotations

import importlib
from typing import Any, Callable, List


def pandas() -> Any:
    """The module; ImportError that says how to get it."""
    try:
        return importlib.import_module("pandas")
    except ImportError as error:
        raise ImportError(
            "to_frame() needs pandas: pip install 'paginator-client[pandas]', "
            "or take to_list() instead."
        ) from error


def data_frame(items: Callable[[], List[Any]], flatten: bool) -> Any:
    """A DataFrame of items, which are only asked for when pandas is there."""
    library = pandas()
    return frame_of(library, items(), flatten)


def frame_of(library: Any, items: List[Any], flatten: bool) -> Any:
    return library.json_normalize(items) if flatten else library.DataFrame(items)
