"""`partitionBy`: the values that each get a walk of their own."""

from __future__ import annotations

import re
from calendar import monthrange
from datetime import date, datetime, timedelta
from typing import Any, Dict, List, Tuple, Union

from ._errors import invalid

WALKS_MAX = 10_000
"""Most values of `partitionBy`."""

_STEP = re.compile(r"P(?:([1-9]\d{0,5})([MD])|T([1-9]\d{0,5})H)")
_DATE = re.compile(r"\d{4}-\d\d-\d\d")
_TIME = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ")
_TIME_FORMAT = "%Y-%m-%dT%H:%M:%SZ"

Moment = Union[date, datetime]


def walks_of(given: Any) -> List[Dict[str, Any]]:
    """The query parameters of each walk, in order."""
    if not isinstance(given, dict):
        raise _wrong("must be a JSON object")
    names = set(given)
    if names == {"parameter", "values"}:
        return _of_values(given["parameter"], given["values"])
    if names == {"parameter", "from", "to", "step"}:
        return _of_period(given)
    raise _wrong('must have "parameter" and "values", or "parameter", "from", "to" and "step"')


def _of_values(parameter: Any, values: Any) -> List[Dict[str, Any]]:
    if not isinstance(parameter, str) or not parameter:
        raise _wrong('must name one "parameter" for its "values"')
    if not isinstance(values, list) or not values:
        raise _wrong('must have a list of "values" that is not empty')
    if not all(isinstance(each, (str, int, float)) for each in values):
        raise _wrong('may have strings, numbers and booleans as "values"')
    if len({(type(each), each) for each in values}) < len(values):
        raise _wrong('has one of its "values" twice')
    _check_count(len(values))
    return [{parameter: each} for each in values]


def _of_period(given: Dict[str, Any]) -> List[Dict[str, Any]]:
    parameters = given["parameter"]
    if (
        not isinstance(parameters, list) or len(parameters) != 2 or parameters[0] == parameters[1]
        or not all(isinstance(each, str) and each for each in parameters)
    ):
        raise _wrong('must name two parameters: {"parameter": ["since", "until"], ...}')
    step = _STEP.fullmatch(str(given["step"]))
    if step is None:
        raise _wrong('must have a "step" of whole months, days or hours: "P1M", "P7D", "PT6H"')
    start, is_time = _moment("from", given["from"])
    end, is_end_time = _moment("to", given["to"])
    if is_time != is_end_time:
        raise _wrong('must have two dates or two times as "from" and "to"')
    if step[3] and not is_time:
        raise _wrong('must have times, as in "2024-01-01T00:00:00Z", for a step of hours')
    if start >= end:
        raise _wrong('must have a "from" before its "to"')
    edges: List[Moment] = [start]
    while edges[-1] < end:
        _check_count(len(edges))
        edges.append(min(_after(start, step, len(edges)), end))
    texts = [each.strftime(_TIME_FORMAT) if is_time else each.isoformat() for each in edges]
    return [dict(zip(parameters, pair)) for pair in zip(texts, texts[1:])]


def _moment(name: str, text: Any) -> Tuple[Moment, bool]:
    try:
        if isinstance(text, str) and _DATE.fullmatch(text):
            return date.fromisoformat(text), False
        if isinstance(text, str) and _TIME.fullmatch(text):
            return datetime.strptime(text, _TIME_FORMAT), True
    except ValueError:
        pass
    raise _wrong(f'must have a date or a UTC time as "{name}": "2024-01-31", "2024-01-31T06:00:00Z"')


def _after(start: Moment, step: Any, count: int) -> Any:
    """The edge so many steps after the start; the 31st becomes the last day of a shorter month."""
    try:
        if step[3]:
            return start + timedelta(hours=int(step[3]) * count)
        if step[2] == "D":
            return start + timedelta(days=int(step[1]) * count)
        years, month = divmod(start.month - 1 + int(step[1]) * count, 12)
        year = start.year + years
        day = min(start.day, monthrange(year, month + 1)[1])
        return start.replace(year=year, month=month + 1, day=day)
    except (OverflowError, ValueError):
        return type(start).max


def _check_count(count: int) -> None:
    if count > WALKS_MAX:
        raise _wrong(f"may have at most {WALKS_MAX:,} walks")


def _wrong(what: str) -> Exception:
    return invalid(f'The option "partitionBy" {what}.')
