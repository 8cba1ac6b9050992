"""JSON as it came: the bytes of a page next to its values, numbers with all their digits.

The client's own decoder reads the messages: orjson where that is installed.
"""

from __future__ import annotations

import json
import re
from typing import Any, List, Tuple

import paginator
from paginator._transport.decoding import decoded

_BLANKS_AND_COMMA = re.compile(r"[ \t\r\n,]*")
_ITEMS = re.compile(rb'"items":\s*\[')


class Number(str):
    """The text of a number."""

    __slots__ = ()

    @property
    def is_whole(self) -> bool:
        return self.lstrip("-").isdigit()


def loads(body: Any) -> Any:
    """Reads a message of the server's; a page in it keeps the message as `text`."""
    message = decoded(body)
    if isinstance(message, dict):
        value = message.get("result")
        if value is None:
            params = message.get("params")
            value = params.get("value") if isinstance(params, dict) else None
        if isinstance(value, dict) and "items" in value:
            value["text"] = body
    return message


_exactly = json.JSONDecoder(parse_int=Number, parse_float=Number)


def items_text(page: paginator.Page[Any]) -> Any:
    """The bytes from the bracket on with which the items of a page begin, that came as a message."""
    body = page.raw["text"]
    found = _ITEMS.search(body)
    assert found is not None
    return body[found.end() - 1 :]


def exact_items(array: Any) -> Tuple[List[Any], List[str]]:
    """The items of a JSON array with numbers as `Number`, and the text of each."""
    text = bytes(array).decode("utf-8", "replace")
    items, texts, place = [], [], text.index("[") + 1
    while True:
        place = _BLANKS_AND_COMMA.match(text, place).end()  # type: ignore[union-attr]
        if text[place] == "]":
            return items, texts
        item, end = _exactly.raw_decode(text, place)
        items.append(item)
        texts.append(text[place:end])
        place = end


_encode = json.JSONEncoder(ensure_ascii=False).encode
_SURROGATE = re.compile("[\ud800-\udfff]")


def _string(value: Any) -> str:
    """The JSON text of a scalar; half a surrogate pair, which UTF-8 cannot hold, is escaped."""
    return _SURROGATE.sub(lambda found: f"\\u{ord(found[0]):04x}", _encode(value))


def text_of(value: Any) -> str:
    """The JSON text of a value of `exact_items`. One call for each level, as Python allows 1,000."""
    if isinstance(value, Number):
        return str(value)
    if isinstance(value, dict):
        members = []
        for name, member in value.items():
            members.append(f"{_string(name)}:{text_of(member)}")
        return "{" + ",".join(members) + "}"
    if isinstance(value, list):
        elements = []
        for element in value:
            elements.append(text_of(element))
        return "[" + ",".join(elements) + "]"
    return _string(value)


def without_surrogates(text: str) -> str:
    """A text that UTF-8 can hold: half a surrogate pair becomes U+FFFD."""
    return text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
