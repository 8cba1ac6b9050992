"""Messages as bytes: JSON-RPC 2.0 in the framing of the Language Server Protocol.

    Content-Length: 52\\r\\n
    \\r\\n
    {"jsonrpc":"2.0","id":1,"result":{"paginatorId":"p1"...

No input or output happens here: `FrameDecoder` takes chunks and gives messages.
"""

from __future__ import annotations

import contextlib
import json
import re
from typing import Any, Dict, Iterator, Mapping, Optional, Tuple, Union

from .decoding import Loads, decoded_by_json

HEADER_BYTES_MAX = 8 * 1024
"""Longest block of header fields that is read."""

MESSAGE_BYTES_MAX = 1 << 30
"""Largest message that is read: more than a server can hold of a page or a window."""

EXCERPT_BYTES_MAX = 80
"""The bytes that are quoted of something unreadable."""

Message = Dict[str, Any]
Progress = Union[bytearray, Message]
"""A `$/progress`, read or not."""

_HEADER_BEGINNING = re.compile(rb"[A-Za-z0-9-]*(\Z|:)")

_PROGRESS_BEGINNING = re.compile(
    rb'\{"jsonrpc":"2\.0","method":"\$/progress","params":\{"token":"([A-Za-z0-9-]+)","value":'
)
_PAGE_BEGINNING = re.compile(
    _PROGRESS_BEGINNING.pattern
    + rb'\{"page":(-?\d+),"start":(\d+),"objectCount":(\d+|null),'
)
_ITEMS = b'"items":['
"""The beginning of a page's items; the item that its list is of may come before."""
_ITEM = b'"item":'
_PAGE_END = b"]}}}"


class WireError(Exception):
    """The other side sent bytes that are no message; the text says what was found."""


class LoadsFailed(Exception):
    """A caller's `loads` raised; the text says what."""


_encode_json = json.JSONEncoder(separators=(",", ":"), allow_nan=False).encode


def encode(message: Mapping[str, Any]) -> bytes:
    """A message with its header, ready to be written.

    ValueError or TypeError where a value has no JSON.
    """
    body = _encode_json(message).encode("ascii")
    return b"Content-Length: %d\r\n\r\n%b" % (len(body), body)


def request(id: int, method: str, params: Mapping[str, Any]) -> bytes:
    return encode({"jsonrpc": "2.0", "id": id, "method": method, "params": params})


def notification(method: str, params: Mapping[str, Any]) -> bytes:
    return encode({"jsonrpc": "2.0", "method": method, "params": params})


def answer(id: Any, result: Any) -> bytes:
    return encode({"jsonrpc": "2.0", "id": id, "result": result})


def refusal(id: Any, code: int, text: str) -> bytes:
    return encode({"jsonrpc": "2.0", "id": id, "error": {"code": code, "message": text}})


class FrameDecoder:
    """Cuts a stream of bytes into messages; keeps what is incomplete for the next chunk."""

    def __init__(self) -> None:
        self._buffer = bytearray()
        self._searched = 0
        self._body_bytes: Optional[int] = None

    def bodies(self, chunk: Union[bytes, memoryview]) -> Iterator[bytearray]:
        """The bodies of the messages that the chunk completes, in order, not yet read. WireError
        where there is no header."""
        buffer = self._buffer
        buffer += chunk
        while True:
            if self._body_bytes is None:
                end = buffer.find(b"\r\n\r\n", self._searched)
                if end < 0:
                    self._check_beginning()
                    self._searched = max(0, len(buffer) - 3)
                    return
                self._body_bytes = _content_length(buffer[:end])
                self._searched = 0
                del buffer[: end + 4]
            if len(buffer) < self._body_bytes:
                return
            body = buffer[: self._body_bytes]
            del buffer[: self._body_bytes]
            self._body_bytes = None
            yield body

    def _check_beginning(self) -> None:
        """Finds out early that what comes is no header, however long it does not end."""
        head = self._buffer[: HEADER_BYTES_MAX + 1]
        if len(head) > HEADER_BYTES_MAX or not _HEADER_BEGINNING.match(head):
            raise WireError(_excerpt(head))


def _content_length(block: bytearray) -> int:
    for line in block.split(b"\r\n"):
        name, colon, value = line.partition(b":")
        if name.strip().lower() == b"content-length" and colon:
            digits = value.strip()
            if not digits.isdigit() or len(digits) > 20 or int(digits) > MESSAGE_BYTES_MAX:
                raise WireError(_excerpt(block))
            return int(digits)
    raise WireError(_excerpt(block))


def message_of(body: bytearray, loads: Loads) -> Message:
    """WireError where it is none, LoadsFailed where `loads` cannot tell."""
    try:
        message = loads(body)
    except (ValueError, RecursionError):
        message = _with_huge_numbers(body)
    except Exception as error:
        raise LoadsFailed(f"loads of this client failed: {type(error).__name__}: {error}") from error
    if not isinstance(message, dict):
        raise WireError(_excerpt(body))
    return message


def progress_token(body: bytearray) -> Optional[str]:
    """Whose progress a message is, by its first bytes; None where they do not tell.

    Whoever takes the progress can then read it: what one thread makes and another one uses up
    takes half as much time again.
    """
    match = _PROGRESS_BEGINNING.match(body)
    return match and match[1].decode("ascii")


def value_of(progress: Progress, loads: Loads, raw: bool) -> Any:
    """The value in a `$/progress`; with `raw` the items of a page stay the bytes that came."""
    return _value_with_bytes(progress, loads) if raw else _value(progress, loads)


def _value(progress: Progress, loads: Loads) -> Any:
    message = progress if isinstance(progress, dict) else message_of(progress, loads)
    params = message.get("params")
    return params.get("value") if isinstance(params, dict) else None


def _value_with_bytes(progress: Progress, loads: Loads) -> Any:
    """The protocol promises that the items are a page's last member. WireError for a page in which
    they are not."""
    if isinstance(progress, bytearray):
        match = _PAGE_BEGINNING.match(progress)
        if match is not None and progress.endswith(_PAGE_END):
            more, items = _behind_counts(progress, match.end(), loads)
            if items is not None:
                return {
                    "page": int(match[2]),
                    "start": int(match[3]),
                    "objectCount": None if match[4] == b"null" else int(match[4]),
                    **more,
                    "items": bytes(memoryview(progress)[items : 1 - len(_PAGE_END)]),
                }
    value = _value(progress, loads)
    if isinstance(value, dict) and "items" in value:
        raise WireError("a page whose items are not its last member")
    return value


def _behind_counts(
    progress: bytearray, start: int, loads: Loads
) -> Tuple[Dict[str, Any], Optional[int]]:
    """The member `item` of a page, if it has one, and where its items begin."""
    if progress.startswith(_ITEMS, start):
        return {}, start + len(_ITEMS) - 1
    if not progress.startswith(_ITEM, start):
        return {}, None
    start += len(_ITEM)
    end = progress.find(b"," + _ITEMS, start)
    while end >= 0:
        # The item may have a member of that name itself: then what is before it is not JSON.
        with contextlib.suppress(WireError, ValueError, RecursionError):
            item = loads(progress[start:end])
            return {"item": item}, end + len(_ITEMS)
        end = progress.find(b"," + _ITEMS, end + 1)
    return {}, None


def _with_huge_numbers(body: bytearray) -> Any:
    """The value of JSON that a caller's `loads` refuses: whole numbers of too many digits."""
    try:
        return decoded_by_json(body)
    except (ValueError, RecursionError):
        raise WireError(_excerpt(body)) from None


def _excerpt(data: bytearray) -> str:
    text = bytes(data[:EXCERPT_BYTES_MAX]).decode("utf-8", "backslashreplace")
    return repr(text) + ("..." if len(data) > EXCERPT_BYTES_MAX else "")
