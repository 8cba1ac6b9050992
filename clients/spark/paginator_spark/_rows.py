"""Pages as Arrow batches, typed and ordered exactly as the schema."""

from __future__ import annotations

import inspect
from typing import Any, Callable, List, Optional, Sequence, Tuple

import pyarrow as pa
from pyspark.sql import types as spark
from pyspark.sql.pandas.types import to_arrow_schema

from ._columns import Column, DigitsNeeded, Misfits, column_for
from ._errors import SourceError, say
from ._items import Items
from ._json import without_surrogates
from ._parser import Member, parser_for
from ._schema import ITEM, PAGE, PARENT, POSITION, Renamed


def _in_arrow(schema: spark.StructType) -> pa.Schema:
    """The schema in Arrow; PySpark 4.0 has UTC for timestamps by itself, newer ones ask."""
    if "timezone" in inspect.signature(to_arrow_schema).parameters:
        return to_arrow_schema(schema, timezone="UTC")
    return to_arrow_schema(schema)


class Rows:
    """Turns the items of a page into one batch.

    Spark matches the names of a batch's columns as a set, but reads them by position.
    """

    def __init__(
        self, schema: spark.StructType, renamed: Renamed, mode: str, corrupt_column: str,
        has_parents: bool = False,
    ) -> None:
        self._schema = _in_arrow(schema)
        self._mode = mode
        self._corrupt = corrupt_column if corrupt_column in schema.fieldNames() else None
        self._required = [field.name for field in schema.fields if not field.nullable]
        self._columns: List[Tuple[str, Optional[Column]]] = []
        members: List[Member] = []
        own = (PAGE, POSITION, self._corrupt, *((PARENT,) if has_parents else ()))
        for index, field in enumerate(schema.fields):
            if field.name in own:
                self._columns.append((field.name, None))
                continue
            member = renamed.get((field.name,), field.name)
            arrow = self._schema.field(index).type
            column = column_for(field.dataType, arrow, (field.name,), renamed)
            self._columns.append((member, column))
            members.append((member, field.dataType, arrow, column))
        self._has_said_half = False
        self._takes_items = any(name == ITEM for name, column in self._columns if column)
        self._is_exact = False
        """True when a text column has had numbers: then each page is read with its digits."""
        are_renamed = any(len(place) > 1 for place in renamed)
        self._parser = None if self._takes_items else parser_for(members, are_renamed)

    def batch(self, items: Items) -> pa.RecordBatch:
        """The batch of a page; SourceError with the mode FAILFAST."""
        batch = self._parsed(items)
        if batch is not None:
            return batch
        if not self._is_exact:
            values = items.values
            try:
                return self._batch(
                    items.page, values, range(len(values)), lambda: items.exact[1], items.parent
                )
            except DigitsNeeded:
                self._is_exact = True
        exact, texts = items.exact
        items.are_counted(len(exact))
        return self._batch(items.page, exact, range(len(exact)), lambda: texts, items.parent)

    def _parsed(self, items: Items) -> Optional[pa.RecordBatch]:
        """The batch as Arrow reads it, where every item fits; else None."""
        if self._parser is None or items.json is None:
            return None
        found = self._parser.arrays(items.json)
        if found is None:
            return None
        count, members = found
        arrays: List[Any] = []
        for name, column in self._columns:
            if column is not None:
                arrays.append(members.pop(0))
            elif name == PAGE:
                arrays.append(pa.array([items.page] * count, pa.int64()))
            elif name == POSITION:
                arrays.append(pa.array(range(count), pa.int64()))
            elif name == PARENT:
                arrays.append(pa.array([items.parent] * count, pa.string()))
            else:
                arrays.append(pa.nulls(count, pa.string()))
        if any(arrays[self._schema.get_field_index(each)].null_count for each in self._required):
            return None
        items.are_counted(count)
        return pa.RecordBatch.from_arrays(arrays, schema=self._schema)

    def batch_of(
        self, page: int, items: Sequence[Any], positions: Sequence[int], texts: Sequence[str]
    ) -> pa.RecordBatch:
        """The batch of some items of `exact_items`, at those positions of their page."""
        return self._batch(page, items, positions, lambda: [texts[each] for each in positions])

    def _batch(
        self, page: int, items: Sequence[Any], positions: Sequence[int],
        texts: Callable[[], Sequence[str]], parent: Optional[str] = None,
    ) -> pa.RecordBatch:
        misfits = Misfits()
        objects = self._objects(items, misfits)
        arrays: List[Any] = []
        for name, column in self._columns:
            if column is not None:
                values = [each.get(name) for each in objects]
                arrays.append(column.array(values, _same, misfits))
            elif name == PAGE:
                arrays.append(pa.array([page] * len(items), pa.int64()))
            elif name == POSITION:
                arrays.append(pa.array(positions, pa.int64()))
            elif name == PARENT:
                arrays.append(pa.array([parent] * len(items), pa.string()))
            else:
                arrays.append(None)
        self._check(arrays, page, positions, misfits)
        if misfits.half is not None and not self._has_said_half:
            self._has_said_half = True
            say(
                f'Item {positions[misfits.half]} of page {page} has half a surrogate pair at '
                f'"{misfits.places[misfits.half]}", which no string of Spark holds: U+FFFD stands for '
                "it. A column of corrupt records gets the item as it was sent."
            )
        if self._corrupt is not None:
            index = self._schema.get_field_index(self._corrupt)
            arrays[index] = _texts_of(misfits, len(items), texts)
        batch = pa.RecordBatch.from_arrays(arrays, schema=self._schema)
        if misfits.places and self._mode == "DROPMALFORMED":
            kept = [index for index in range(len(items)) if index not in misfits.places]
            return batch.take(pa.array(kept, pa.int64()))
        return batch

    def _objects(self, items: Sequence[Any], misfits: Misfits) -> Sequence[Any]:
        """The items, those that are no objects as the column `item`."""
        if set(map(type, items)) <= {dict}:
            return items
        if not self._takes_items:
            for index, item in enumerate(items):
                if type(item) is not dict:
                    misfits.note(index, ())
        return [item if type(item) is dict else {ITEM: item} for item in items]

    def _check(
        self, arrays: List[Any], page: int, positions: Sequence[int], misfits: Misfits
    ) -> None:
        """Notes nulls in columns that may have none; fails where the mode says so."""
        missing = set()
        for name in self._required:
            array = arrays[self._schema.get_field_index(name)]
            if array.null_count:
                for index in range(len(array)):
                    if not array[index].is_valid:
                        misfits.note(index, (name,))
                        missing.add(index)
        if self._mode == "FAILFAST" and misfits.places:
            row = min(misfits.places)
        elif self._mode == "PERMISSIVE" and missing:
            row = min(missing)
        else:
            return
        place = misfits.places[row]
        at = f' at "{place}"' if place else ""
        raise SourceError(
            "malformedItem",
            f"Item {positions[row]} of page {page} does not fit the schema{at}. Change the type, "
            'or let null stand there: nullable columns and the option "mode" PERMISSIVE.',
        )


def _same(index: int) -> int:
    return index


def _texts_of(misfits: Misfits, count: int, texts: Callable[[], Sequence[str]]) -> pa.Array:
    """The text of each item that does not fit, else null."""
    if not misfits.places:
        return pa.nulls(count, pa.string())
    found = texts()
    return pa.array(
        [without_surrogates(found[i]) if i in misfits.places else None for i in range(count)],
        pa.string(),
    )
