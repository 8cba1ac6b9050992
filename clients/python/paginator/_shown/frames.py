"""Tables of other libraries, each imported when it is first needed."""

from __future__ import annotations

import functools
import importlib
import json
from typing import Any, Callable, Dict, List, Mapping


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
    objects = _exact(rows(items, flatten))
    frame = _table(pandas().DataFrame, objects)
    for name in frame.columns:
        # Where one is missing, pandas would round whole numbers to the nearest float.
        values = [each.get(name) for each in objects]
        if frame[name].dtype == float and any(map(_is_rounded, values)):
            fits = all(value is None or abs(value) < 2**63 for value in values)
            frame[name] = pandas().array(values, dtype="Int64" if fits else object)
    return frame


def polars_frame(items: List[Any], flatten: bool) -> Any:
    build = functools.partial(polars().DataFrame, infer_schema_length=None)
    return _table(build, _exact(rows(items, flatten)))


def _is_rounded(value: Any) -> bool:
    """True for a whole number that no float is equal to, or that may be one of those."""
    return type(value) is int and abs(value) > 2**53


def _exact(objects: List[Dict[str, Any]]) -> List[Dict[str, Any]]:
    """Rows in which a column with such a number and with fractions is text."""
    names = {name for each in objects for name, value in each.items() if _is_rounded(value)}
    mixed = {name for name in names if any(type(each.get(name)) is float for each in objects)}
    if not mixed:
        return objects
    return [
        {name: _text(value) if name in mixed else value for name, value in each.items()}
        for each in objects
    ]


def arrow_table(items: List[Any], flatten: bool) -> Any:
    return _table(pyarrow().Table.from_pylist, _complete(rows(items, flatten)))


def _table(build: Callable[[List[Dict[str, Any]]], Any], objects: List[Dict[str, Any]]) -> Any:
    """The table that `build` makes of rows.

    A column for whose values the library has no type, such as numbers next to lists, becomes text:
    strings as they are, anything else as JSON.
    """
    try:
        return build(objects)
    except Exception:
        objects = [{utf8(name): value for name, value in each.items()} for each in objects]
        texts = []
        for name in {name: None for each in objects for name in each}:
            try:
                build([{name: each.get(name)} for each in objects])
            except Exception:
                texts.append(name)
        for each in objects:
            each.update((name, _text(each[name])) for name in texts if name in each)
        return build(objects)


def _text(value: Any) -> Any:
    if value is None:
        return None
    return utf8(value if isinstance(value, str) else json.dumps(value, default=str))


def utf8(text: str) -> str:
    """The text, in which U+FFFD stands for half a surrogate pair: UTF-8 cannot hold that."""
    return text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")


def rows(items: List[Any], flatten: bool) -> List[Dict[str, Any]]:
    """A mapping for each item: what is no object is the column `item`."""
    objects = [item if isinstance(item, dict) else {"item": item} for item in items]
    return [_flat(each) for each in objects] if flatten else objects


def _flat(item: Mapping[str, Any], prefix: str = "") -> Dict[str, Any]:
    """`{"author": {"login": "a"}}` is `{"author.login": "a"}`; a dot that is part of a name has a
    backslash before it, as in CSV of the server."""
    flat: Dict[str, Any] = {}
    for name, value in item.items():
        name = name.replace("\\", "\\\\").replace(".", "\\.")
        if isinstance(value, dict) and value:
            flat.update(_flat(value, f"{prefix}{name}."))
        else:
            flat[prefix + name] = value
    return flat


def _complete(objects: List[Dict[str, Any]]) -> List[Dict[str, Any]]:
    """All columns in the first row: pyarrow looks for them nowhere else."""
    names = {name: None for each in objects for name in each}
    return [{**names, **first} for first in objects[:1]] + objects[1:]
