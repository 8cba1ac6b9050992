"""Key paths into an item, as the protocol spells them: `a.b`, `a\\.b`, `tags.-1`, `/a/b`."""

from __future__ import annotations

import re
from typing import Any, List

MISSING = object()
"""The result of `value_at` where the path leads nowhere."""

_INDEX = re.compile(r"-?\d{1,9}")


def keys_of(path: str) -> List[str]:
    """The keys of a path; none lead to the item itself."""
    if path.startswith("/"):
        return [key.replace("~1", "/").replace("~0", "~") for key in path[1:].split("/")]
    if not path:
        return []
    keys = re.findall(r"(?:\\.|[^.\\])+|(?<=\.)(?=\.|$)|^(?=\.)", path, re.S)
    return [re.sub(r"\\(.)", r"\1", key, flags=re.S) for key in keys]


def value_at(item: Any, keys: List[str]) -> Any:
    """The value that the keys lead to, or MISSING."""
    for key in keys:
        if isinstance(item, dict):
            item = item.get(key, MISSING)
        elif isinstance(item, list) and _INDEX.fullmatch(key):
            index = int(key)
            item = item[index] if -len(item) <= index < len(item) else MISSING
        else:
            return MISSING
    return item


def pointer(name: str) -> str:
    """The JSON Pointer to a member."""
    return "/" + name.replace("~", "~0").replace("/", "~1")


def escaped(name: str) -> str:
    """A name as one key of a path in dots."""
    return re.sub(r"([.\\])", r"\\\1", name)
