"""JSON as Python's values: by orjson where that is installed, and the same without it.

    b'{"id":12345678901234567890,"price":1.10}'      {"id": 12345678901234567890, "price": 1.1}

Whole numbers are exact, however long. The last of equal names counts, a lone surrogate stays in its
string, `1e400` is infinity, and `NaN` is refused.
"""

from __future__ import annotations

import decimal
import json
from typing import Any, Callable, NoReturn, Optional, Union

Bytes = Union[bytes, bytearray]
Loads = Callable[[Any], Any]
"""Reads a JSON text, as `json.loads` does."""

DIGITS_MAX = 18
"""The digits that always fit into 64 bits; orjson makes a float of a number that does not fit."""


def _refuse(constant: str) -> NoReturn:
    raise ValueError(f"{constant} is no JSON")


def _integer(text: str) -> Union[int, decimal.Decimal]:
    """A whole number of more digits than Python converts (sys.set_int_max_str_digits) is an exact
    decimal."""
    try:
        return int(text)
    except ValueError:
        return decimal.Decimal(text)


_decode = json.JSONDecoder(parse_constant=_refuse).decode
_decode_huge = json.JSONDecoder(parse_constant=_refuse, parse_int=_integer).decode

_DIGITS_AS_ZERO = bytes.maketrans(b"123456789", b"000000000")
_TOO_MANY_DIGITS = b"0" * (DIGITS_MAX + 1)


def decoded_by_json(data: Bytes) -> Any:
    """The value as the standard library reads it. ValueError or RecursionError where it is no JSON."""
    text = data.decode("utf-8", "surrogatepass")
    try:
        return _decode(text)
    except (ValueError, RecursionError):
        return _decode_huge(text)


def _found_orjson() -> Optional[Loads]:
    try:
        import orjson  # type: ignore[import-not-found,unused-ignore]
    except ImportError:
        return None
    loads: Loads = orjson.loads
    return loads


def decoder(loads: Optional[Loads]) -> Loads:
    """Reads by `loads`, orjson's, what that reads as the standard library does."""
    if loads is None:
        return decoded_by_json
    fast = loads

    def decoded(data: Bytes) -> Any:
        if _TOO_MANY_DIGITS in data.translate(_DIGITS_AS_ZERO):
            return decoded_by_json(data)
        try:
            return fast(data)
        except (ValueError, RecursionError):
            return decoded_by_json(data)

    return decoded


decoded: Loads = decoder(_found_orjson())
