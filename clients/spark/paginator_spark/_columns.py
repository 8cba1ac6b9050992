"""JSON values as Arrow arrays, a column at a time; what does not fit is null and is noted."""

from __future__ import annotations

import math
import re
from bisect import bisect_right
from datetime import date, datetime, timezone
from decimal import Context, Decimal
from typing import Any, Callable, Dict, List, Optional

import pyarrow as pa
from pyspark.sql import types as spark

from ._json import Number, text_of, without_surrogates
from ._schema import ELEMENT, Place, Renamed

Row = Callable[[int], int]
"""The row of a column's value: within lists there are more values than rows."""

_NULL = type(None)


class DigitsNeeded(Exception):
    """A text column has numbers in it, whose digits a float has lost."""


class Misfits:
    """The rows that have a value which does not fit its column, each with its first place."""

    def __init__(self) -> None:
        self.places: Dict[int, str] = {}
        self.half: Optional[int] = None
        """The first row that has half a surrogate pair."""

    def note(self, row: int, place: Place) -> None:
        self.places.setdefault(row, ".".join(place))

    def note_half(self, row: int, place: Place) -> None:
        """Notes half a surrogate pair, in place of which U+FFFD stands."""
        self.note(row, place)
        self.half = row if self.half is None else min(self.half, row)


class Unfit(Exception):
    """A value that a type does not take."""


class Half(Exception):
    """A text with half a surrogate pair; its argument is the text that UTF-8 can hold."""


class Column:
    """Turns values of one place in the items into an Arrow array."""

    def __init__(self, kind: pa.DataType, place: Place) -> None:
        self.kind = kind
        self.place = place

    def array(self, values: List[Any], row: Row, misfits: Misfits) -> pa.Array:
        """The array; misfits are noted."""
        fast = self.fast(values, set(map(type, values)))
        if fast is not None:
            return fast
        fitting: List[Any] = []
        for index, value in enumerate(values):
            try:
                fitting.append(None if value is None else self.fit(value))
            except Unfit:
                misfits.note(row(index), self.place)
                fitting.append(None)
            except Half as half:
                misfits.note_half(row(index), self.place)
                fitting.append(half.args[0])
        return pa.array(fitting, self.kind)

    def fast(self, values: List[Any], kinds: set) -> Optional[pa.Array]:
        """The array at once, where all values fit as they are; else None."""
        return None

    def fit(self, value: Any) -> Any:
        """The value as Arrow takes it; Unfit or Half."""
        raise Unfit


class Whole(Column):
    """byte, short, int and long."""

    def __init__(self, kind: pa.DataType, place: Place) -> None:
        super().__init__(kind, place)
        self._maximum = 2 ** (kind.bit_width - 1) - 1

    def fast(self, values: List[Any], kinds: set) -> Optional[pa.Array]:
        if kinds <= {int, _NULL}:
            try:
                return pa.array(values, self.kind)
            except (OverflowError, pa.ArrowException):
                pass
        return None

    def fit(self, value: Any) -> Any:
        if type(value) is Number and value.is_whole and len(value) < 40:
            value = int(value)
        if type(value) is not int or not -self._maximum - 1 <= value <= self._maximum:
            raise Unfit
        return value


class Fraction(Column):
    """float and double."""

    def fast(self, values: List[Any], kinds: set) -> Optional[pa.Array]:
        if kinds <= {float, _NULL} and pa.types.is_float64(self.kind):
            if not any(map(math.isinf, filter(None, values))):
                return pa.array(values, self.kind)
        return None

    def fit(self, value: Any) -> Any:
        if type(value) not in (int, float, Number):
            raise Unfit
        try:
            number = float(value)
        except OverflowError:
            raise Unfit from None
        if math.isinf(number) or (pa.types.is_float32(self.kind) and abs(number) > _FLOAT_MAX):
            raise Unfit
        return number


_FLOAT_MAX = 3.4028235677973366e38


class Truth(Column):
    """boolean."""

    def fast(self, values: List[Any], kinds: set) -> Optional[pa.Array]:
        return pa.array(values, self.kind) if kinds <= {bool, _NULL} else None

    def fit(self, value: Any) -> Any:
        if type(value) is not bool:
            raise Unfit
        return value


class Text(Column):
    """string: any value, as its JSON text."""

    def fast(self, values: List[Any], kinds: set) -> Optional[pa.Array]:
        if kinds <= {str, _NULL}:
            try:
                return pa.array(values, self.kind)
            except (UnicodeError, pa.ArrowException):
                return None
        if not kinds <= {str, bool, Number, _NULL} and _has_inexact(values):
            raise DigitsNeeded
        return None

    def fit(self, value: Any) -> Any:
        if not isinstance(value, str):
            return text_of(value)
        text = without_surrogates(value)
        if text != value:
            raise Half(text)
        return text


_INEXACT = (int, float, Decimal)
"""The types of numbers once they are read: whole ones of very many digits are decimals."""


def _has_inexact(value: Any) -> bool:
    """True where a number in it was read as Python's."""
    rest = [value]
    while rest:
        value = rest.pop()
        if isinstance(value, (list, tuple)):
            rest.extend(value)
        elif isinstance(value, dict):
            rest.extend(value.values())
        elif type(value) in _INEXACT:
            return True
    return False


class Exact(Column):
    """decimal: a number, or a string that holds one, with no more digits than the type has."""

    def __init__(self, kind: pa.DataType, place: Place) -> None:
        super().__init__(kind, place)
        self._unit = Decimal(1).scaleb(-kind.scale)
        self._context = Context(prec=200)

    def fast(self, values: List[Any], kinds: set) -> Optional[pa.Array]:
        if kinds.intersection(_INEXACT):
            raise DigitsNeeded
        return None

    def fit(self, value: Any) -> Any:
        if not isinstance(value, str) or not _NUMBER.fullmatch(value):
            raise Unfit
        number = Decimal(value)
        if number and not -200 < number.adjusted() < self.kind.precision - self.kind.scale:
            raise Unfit
        exact = number.quantize(self._unit, context=self._context)
        if exact != number:
            raise Unfit
        return exact


_NUMBER = re.compile(r"-?\d{1,100}(\.\d{1,100})?([eE][+-]?\d{1,4})?")


class Day(Column):
    """date: `2024-01-31`."""

    def fit(self, value: Any) -> Any:
        if type(value) is not str or not _DATE.fullmatch(value):
            raise Unfit
        try:
            return date.fromisoformat(value)
        except ValueError:
            raise Unfit from None


class Moment(Column):
    """timestamp: ISO 8601, without a zone in UTC; or whole seconds since 1970."""

    def fit(self, value: Any) -> Any:
        try:
            if type(value) is int or (type(value) is Number and value.is_whole):
                return datetime.fromtimestamp(int(value), timezone.utc)
            found = _TIME.fullmatch(value) if type(value) is str else None
            if found is None:
                raise Unfit
            day, time, fraction, zone = found.groups()
            if zone in (None, "Z", "z"):
                zone = "+00:00"
            elif len(zone) == 3:
                zone += ":00"
            elif zone[3] != ":":
                zone = f"{zone[:3]}:{zone[3:]}"
            digits = (fraction or ".")[1:7].ljust(6, "0")
            text = f"{day}T{time or '00:00'}"
            text += ("" if text.count(":") == 2 else ":00") + f".{digits}{zone}"
            return datetime.fromisoformat(text).astimezone(timezone.utc)
        except (ValueError, OverflowError, OSError):
            raise Unfit from None


_DATE = re.compile(r"\d{4}-\d\d-\d\d", re.A)
_TIME = re.compile(
    r"(\d{4}-\d\d-\d\d)(?:[Tt ](\d\d:\d\d(?::\d\d)?)([.,]\d{1,12})? ?([Zz]|[+-]\d\d(?::?\d\d)?)?)?",
    re.A,
)


class Members(Column):
    """struct."""

    def __init__(self, kind: pa.DataType, place: Place, members: Dict[str, Column]) -> None:
        super().__init__(kind, place)
        self._members = members

    def array(self, values: List[Any], row: Row, misfits: Misfits) -> pa.Array:
        values, nulls = _only(dict, values, row, misfits, self.place)
        arrays = [
            column.array(
                [None if value is None else value.get(name) for value in values], row, misfits
            )
            for name, column in self._members.items()
        ]
        mask = pa.array(nulls, pa.bool_()) if nulls else None
        return pa.StructArray.from_arrays(arrays, fields=list(self.kind), mask=mask)


class Elements(Column):
    """array."""

    def __init__(self, kind: pa.DataType, place: Place, element: Column) -> None:
        super().__init__(kind, place)
        self._element = element

    def array(self, values: List[Any], row: Row, misfits: Misfits) -> pa.Array:
        values, _ = _only(list, values, row, misfits, self.place)
        elements: List[Any] = []
        starts: List[int] = []
        for value in values:
            starts.append(len(elements))
            elements.extend(value or ())
        array = self._element.array(elements, _rows(starts, row), misfits)
        offsets = _offsets(values, starts, len(elements))
        return pa.ListArray.from_arrays(offsets, array, type=self.kind)


class Entries(Column):
    """map from strings."""

    def __init__(self, kind: pa.DataType, place: Place, value: Column) -> None:
        super().__init__(kind, place)
        self._value = value

    def array(self, values: List[Any], row: Row, misfits: Misfits) -> pa.Array:
        values, _ = _only(dict, values, row, misfits, self.place)
        keys: List[str] = []
        entries: List[Any] = []
        starts: List[int] = []
        for index, value in enumerate(values):
            starts.append(len(entries))
            names = [without_surrogates(name) for name in value or ()]
            if any(map(str.__ne__, names, value or ())):
                misfits.note_half(row(index), self.place)
            keys.extend(names)
            entries.extend((value or {}).values())
        array = self._value.array(entries, _rows(starts, row), misfits)
        return pa.MapArray.from_arrays(
            _offsets(values, starts, len(entries)), pa.array(keys, pa.string()), array
        ).cast(self.kind)


def _only(kind: type, values: List[Any], row: Row, misfits: Misfits, place: Place) -> Any:
    """The values of that kind, null for others, and which are null where any is."""
    kinds = set(map(type, values))
    if not kinds <= {kind, _NULL}:
        for index, value in enumerate(values):
            if value is not None and type(value) is not kind:
                misfits.note(row(index), place)
        values = [value if type(value) is kind else None for value in values]
    return values, ([value is None for value in values] if kinds != {kind} else None)


def _rows(starts: List[int], row: Row) -> Row:
    return lambda index: row(bisect_right(starts, index) - 1)


def _offsets(values: List[Any], starts: List[int], end: int) -> pa.Array:
    """The index at which each list begins, null for a list that is null, and the end of the last."""
    marks = [None if value is None else start for value, start in zip(values, starts)]
    return pa.array([*marks, end], pa.int32())


def column_for(kind: spark.DataType, arrow: pa.DataType, place: Place, renamed: Renamed) -> Column:
    """The column for a type of Spark's that `check_given` takes."""
    if isinstance(kind, spark.StructType):
        members = {
            renamed.get((*place, field.name), field.name): column_for(
                field.dataType, arrow.field(index).type, (*place, field.name), renamed
            )
            for index, field in enumerate(kind.fields)
        }
        return Members(arrow, place, members)
    if isinstance(kind, spark.ArrayType):
        element = column_for(kind.elementType, arrow.value_type, (*place, ELEMENT), renamed)
        return Elements(arrow, place, element)
    if isinstance(kind, spark.MapType):
        value = column_for(kind.valueType, arrow.item_type, (*place, ELEMENT), renamed)
        return Entries(arrow, place, value)
    return _SIMPLE[type(kind)](arrow, place)


_SIMPLE: Dict[type, Callable[[pa.DataType, Place], Column]] = {
    spark.StringType: Text, spark.BooleanType: Truth, spark.ByteType: Whole,
    spark.ShortType: Whole, spark.IntegerType: Whole, spark.LongType: Whole,
    spark.FloatType: Fraction, spark.DoubleType: Fraction, spark.DecimalType: Exact,
    spark.DateType: Day, spark.TimestampType: Moment,
}
