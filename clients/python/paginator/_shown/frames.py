"""Tables of other libraries, each imported when it is first asked for."""

from __future__ import annotations

import importlib
from typing import Any, Dict, List, Mapping


def pandas() -> Any:
    return _library("pandas", "to_frame")


def polars() -> Any:
    return _library("polars", "to_polars")


def pyarrow() -> Any:
    return _library("pyarrow", "to_arrow")


def _library(name: str, method: str) -> Any:
    """The module; ImportError that says how to get it."""
    try:
        return importlib.import_module(name)
    except ImportError as error:
        raise ImportError(
            f"{method}() needs {name}: pip install 'paginator-client[{name}]', "
            "or take to_list() instead."
        ) from error


def pandas_frame(items: List[Any], flatten: bool) -> Any:
    return pandas().DataFrame(rows(items, flatten) if flatten else items)


def polars_frame(items: List[Any], flatten: bool) -> Any:
    return polars().DataFrame(rows(items, flatten), infer_schema_length=None)


def arrow_table(items: List[Any], flatten: bool) -> Any:
    return pyarrow().Table.from_pylist(_complete(rows(items, flatten)))


def rows(items: List[Any], flatten: bool) -> List[Dict[str, Any]]:
    """A mapping for each item: what is no object is the column `item`."""
    objects = [item if isinstance(item, dict) else {"item": item} for item in items]
    return [_flat(each) for each in objects] if flatten else objects


def _flat(item: Mapping[str, Any], prefix: str = "") -> Dict[str, Any]:
    """`{"author": {"login": "a"}}` is `{"author.login": "a"}`."""
    flat: Dict[str, Any] = {}
    for name, value in item.items():
        if isinstance(value, dict) and value:
            flat.update(_flat(value, f"{prefix}{name}."))
        else:
            flat[prefix + name] = value
    return flat


def _complete(objects: List[Dict[str, Any]]) -> List[Dict[str, Any]]:
    """All columns in the first row: pyarrow looks for them nowhere else."""
    if not objects:
        return objects
    names: Dict[str, None] = {}
    for each in objects:
        names.update(dict.fromkeys(each))
    return [{**dict.fromkeys(names), **objects[0]}, *objects[1:]]
