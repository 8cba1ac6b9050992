"""Text with places to fill in: `{env:NAME}` and `{bookmark:START}`."""

from __future__ import annotations

import os
import re
from typing import Any, Callable, Mapping, Match, Optional
from urllib.parse import quote

from ._errors import invalid

_VARIABLE = re.compile(r"\{env:([^{}]*)\}")
_BOOKMARK = re.compile(r"\{bookmark(?::([^{}]*))?\}")


def changed(value: Any, change: Callable[[str], str]) -> Any:
    """A JSON value with each of its strings changed."""
    if isinstance(value, str):
        return change(value)
    if isinstance(value, list):
        return [changed(each, change) for each in value]
    if isinstance(value, dict):
        return {name: changed(each, change) for name, each in value.items()}
    return value


def resolved(option: str, value: Any, environment: Mapping[str, str] = os.environ) -> Any:
    """An option's value with the variables of this process in it."""

    def variable(found: Match[str]) -> str:
        name = found[1]
        text = environment.get(name, "")
        if not text:
            raise invalid(
                f'The environment variable "{name}" of the option "{option}" is not set here. '
                "Set it in the environment of the driver and of each executor."
            )
        return text

    return changed(value, lambda text: _VARIABLE.sub(variable, text))


def has_unset_variable(value: Any, environment: Mapping[str, str] = os.environ) -> bool:
    """True when a value needs a variable that this process does not have."""
    names = set()
    changed(value, lambda text: names.update(_VARIABLE.findall(text)) or text)
    return any(not environment.get(name) for name in names)


def is_variable(text: str) -> bool:
    """True when a text has a place for a variable."""
    return _VARIABLE.search(text) is not None


def bookmarked(params: Mapping[str, Any], bookmark: Optional[str]) -> Any:
    """The params with the bookmark, or START where it is None, in `url` and `parameters`."""

    def value(found: Match[str]) -> str:
        if bookmark is not None:
            return bookmark
        if found[1] is None:
            raise invalid("{bookmark} needs a value to start with: {bookmark:START}.")
        return found[1]

    made = dict(params)
    if "url" in made:
        made["url"] = _BOOKMARK.sub(lambda found: quote(value(found), safe=":"), made["url"])
    if "parameters" in made:
        made["parameters"] = changed(
            made["parameters"], lambda text: _BOOKMARK.sub(value, text)
        )
    return made
