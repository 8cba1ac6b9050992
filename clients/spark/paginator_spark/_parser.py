"""Whole pages as Arrow arrays, read by Arrow itself: many times as fast as value by value.

    [{"id":1,"tags":["a"],"x":{}},{"id":2}]      id: [1, 2], tags: [["a"], null]

Only for pages of which Arrow makes what `_columns` would. It refuses what it would have to change,
as numbers in columns of text, `1.0` in one of whole numbers and lone surrogates; such a page is
read value by value.
"""

from __future__ import annotations

from typing import Any, List, Optional, Sequence, Tuple

import pyarrow as pa
import pyarrow.json as arrow_json
from pyspark.sql import types as spark

from ._columns import Column, Misfits
from ._json import without_surrogates

FAILURES_MAX = 4
"""After so many pages that it could not read, one after the other, it is not tried any more."""

_ITEMS = "items"
_BEGINNING, _END = b'{"items":', b"}"

_SAME = (
    spark.LongType, spark.IntegerType, spark.ShortType, spark.ByteType, spark.DoubleType,
    spark.BooleanType, spark.StringType,
)
"""Types of which Arrow reads the same values and no others."""

_FROM_TEXT = (spark.DateType, spark.TimestampType)
"""Types that Arrow reads as text, for their columns to read."""

Member = Tuple[str, spark.DataType, pa.DataType, Column]


class Parser:
    """Reads the JSON arrays of pages. It keeps how often it could not."""

    def __init__(self, members: Sequence[Member]) -> None:
        fields = []
        self._columns: List[Optional[Column]] = []
        for name, kind, arrow, column in members:
            is_text = isinstance(kind, _FROM_TEXT)
            self._columns.append(column if is_text else None)
            fields.append(pa.field(name, pa.string() if is_text else arrow))
        self._type = pa.struct(fields)
        schema = pa.schema([pa.field(_ITEMS, pa.list_(self._type))])
        self._options = {
            lines: arrow_json.ParseOptions(
                explicit_schema=schema, newlines_in_values=lines, unexpected_field_behavior="ignore"
            )
            for lines in (False, True)
        }
        self._failures = 0

    def arrays(self, items: bytes) -> Optional[Tuple[int, List[pa.Array]]]:
        """The number of items, and a column of each member; None for a page that it does not read."""
        if self._failures >= FAILURES_MAX:
            return None
        found = self._read(items)
        self._failures = 0 if found is not None else self._failures + 1
        return found

    def _read(self, items: bytes) -> Optional[Tuple[int, List[pa.Array]]]:
        if not items.isascii():
            try:
                items.decode("utf-8")
            except UnicodeDecodeError:
                return None
        text = b"".join((_BEGINNING, items, _END))
        lines = b"\n" in items or b"\r" in items
        try:
            table = arrow_json.read_json(
                pa.py_buffer(text),
                arrow_json.ReadOptions(use_threads=False, block_size=len(text) + 1),
                self._options[lines],
            )
        except (pa.ArrowException, UnicodeError):
            return None
        chunks = table.column(0).chunks
        if table.num_rows != 1 or len(chunks) != 1:
            return None
        objects = chunks[0].values
        if objects.null_count or objects.type != self._type:
            return None
        arrays = []
        for array, column in zip(objects.flatten(), self._columns):
            if column is not None:
                misfits = Misfits()
                array = column.array(array.to_pylist(), int, misfits)
                if misfits.places:
                    return None
            arrays.append(array)
        return len(objects), arrays


def parser_for(members: Sequence[Member], are_renamed: bool) -> Optional[Parser]:
    """A parser for these columns, None where Arrow does not read the type of one as it should."""
    names = {name for name, *_ in members}
    if are_renamed or not members or len(names) < len(members):
        return None
    if any(name != without_surrogates(name) for name in names):
        return None
    if not all(isinstance(kind, _FROM_TEXT) or _is_same(kind) for _, kind, _, _ in members):
        return None
    return Parser(members)


def _is_same(kind: Any) -> bool:
    if isinstance(kind, spark.StructType):
        return all(_is_same(field.dataType) for field in kind.fields)
    if isinstance(kind, spark.ArrayType):
        return _is_same(kind.elementType)
    return type(kind) in _SAME
