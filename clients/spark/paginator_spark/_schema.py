"""The schema of the rows: inferred from items, or given and checked."""

from __future__ import annotations

from typing import Any, Dict, Iterable, List, Tuple, Union

from pyspark.sql import types as spark

from ._errors import SourceError, invalid
from ._json import without_surrogates

PAGE, POSITION = "_page", "_position"
"""Columns of metadata: the page's number, and the index of the item within the page."""

PARENT = "_item"
"""The column of the value that a row's list is of, where each of many values has a list."""

ITEM = "item"
"""The column of items that are no objects."""

ELEMENT = "[]"
"""Stands in a place for the elements of a list or the values of a map."""

Place = Tuple[str, ...]
Renamed = Dict[Place, str]
"""The member that a column reads, where its name is another: by the column's place."""

LEVELS_MAX = 32
"""Levels of an inferred schema; a column of what is deeper has its JSON text."""

_LONG_MIN, _LONG_MAX = -(2**63), 2**63 - 1


class _Object:
    """Members seen so far, in the order in which they came."""

    def __init__(self) -> None:
        self.members: Dict[str, Any] = {}


class _List:
    """The type of all elements seen so far."""

    def __init__(self) -> None:
        self.element: Seen = None


Seen = Union[None, str, _Object, _List]
"""None: only null so far; the name of a simple type; or a nested one."""


def inferred(
    items: Iterable[Any], metadata: bool, has_parents: bool = False
) -> Tuple[spark.StructType, Renamed]:
    """The schema of items, and which of its columns read a member of another name."""
    seen = _Object()
    is_empty = True
    for item in items:
        is_empty = False
        _merge_members(seen, item if isinstance(item, dict) else {ITEM: item})
    if is_empty:
        raise SourceError(
            "schemaUnknown",
            "The list has no items to infer a schema from. Give one, as in "
            '.schema("id long, title string"): then an empty list is an empty DataFrame.',
        )
    if not seen.members:
        seen.members[ITEM] = None  # of empty objects: without a column there would be no row
    renamed: Renamed = {}
    columns = [
        spark.StructField(name, spark.LongType()) for name in (PAGE, POSITION) if metadata
    ]
    if has_parents:
        columns.append(spark.StructField(PARENT, spark.StringType()))
    fields = _fields(seen, (), renamed, [column.name for column in columns])
    return spark.StructType(fields + columns), renamed


def _merge_members(seen: _Object, item: Dict[str, Any], level: int = 1) -> None:
    for name, value in item.items():
        seen.members[name] = _merged(seen.members.get(name), value, level)


def _merged(seen: Seen, value: Any, level: int) -> Seen:
    if value is None or seen == "string":
        return seen
    if level > LEVELS_MAX and isinstance(value, (dict, list)):
        return "string"
    if isinstance(value, dict):
        if seen is not None and not isinstance(seen, _Object):
            return "string"
        found = seen or _Object()
        _merge_members(found, value, level + 1)
        return found
    if isinstance(value, list):
        if seen is not None and not isinstance(seen, _List):
            return "string"
        elements = seen or _List()
        for each in value:
            elements.element = _merged(elements.element, each, level + 1)
        return elements
    kind = _kind(value)
    if seen is None or seen == kind:
        return kind
    return "double" if {seen, kind} == {"long", "double"} else "string"


def _kind(value: Any) -> str:
    if isinstance(value, bool):
        return "boolean"
    if isinstance(value, int):
        return "long" if _LONG_MIN <= value <= _LONG_MAX else "string"
    if isinstance(value, float) and abs(value) != float("inf"):
        return "double"
    return "string"


_SIMPLE = {
    "boolean": spark.BooleanType(), "long": spark.LongType(), "double": spark.DoubleType(),
    "string": spark.StringType(), None: spark.StringType(),
}


def _type(seen: Seen, place: Place, renamed: Renamed) -> spark.DataType:
    if isinstance(seen, _List):
        return spark.ArrayType(_type(seen.element, (*place, ELEMENT), renamed))
    if not isinstance(seen, _Object):
        return _SIMPLE[seen]
    if not seen.members:
        return spark.StringType()
    return spark.StructType(_fields(seen, place, renamed, []))


def _fields(
    seen: _Object, place: Place, renamed: Renamed, taken: List[str]
) -> List[spark.StructField]:
    """A field for each member; of names that differ only in case the later one gets `_2`. Half a
    surrogate pair in a name becomes U+FFFD, as in values."""
    used = {name.lower() for name in taken}
    fields = []
    for member, kind in seen.members.items():
        plain = without_surrogates(member)
        name, number = plain, 1
        while name.lower() in used:
            number += 1
            name = f"{plain}_{number}"
        used.add(name.lower())
        if name != member:
            renamed[(*place, name)] = member
        fields.append(spark.StructField(name, _type(kind, (*place, name), renamed)))
    return fields


def check_given(
    schema: spark.StructType, corrupt_column: str, has_parents: bool = False
) -> None:
    """SourceError for a column that no item can fill."""
    if not schema.fields:
        raise invalid("The schema has no columns.")
    for field in schema.fields:
        kind = field.dataType
        if field.name in (PAGE, POSITION) and not isinstance(kind, spark.LongType):
            raise invalid(f'The column "{field.name}" must be of the type long.')
        if field.name == PARENT and has_parents and not isinstance(kind, spark.StringType):
            raise invalid(f'The column "{field.name}" must be of the type string.')
        if field.name == corrupt_column and not (
            isinstance(kind, spark.StringType) and field.nullable
        ):
            raise invalid(f'The column "{field.name}" must be of the type string, and nullable.')
        _check_type(kind, field.name)


_TAKEN = (
    spark.StringType, spark.BooleanType, spark.ByteType, spark.ShortType, spark.IntegerType,
    spark.LongType, spark.FloatType, spark.DoubleType, spark.DecimalType, spark.DateType,
    spark.TimestampType,
)


def _check_type(kind: spark.DataType, place: str) -> None:
    if isinstance(kind, spark.StructType):
        if not kind.fields:
            raise invalid(f'The struct "{place}" has no fields.')
        for field in kind.fields:
            _check_nullable(field.nullable, f"{place}.{field.name}")
            _check_type(field.dataType, f"{place}.{field.name}")
    elif isinstance(kind, spark.ArrayType):
        _check_nullable(kind.containsNull, f"{place}[]")
        _check_type(kind.elementType, f"{place}[]")
    elif isinstance(kind, spark.MapType):
        if type(kind.keyType) is not spark.StringType:
            raise invalid(f'The map "{place}" must have strings as keys.')
        _check_nullable(kind.valueContainsNull, f"{place}[]")
        _check_type(kind.valueType, f"{place}[]")
    elif type(kind) not in _TAKEN:
        raise invalid(
            f'The column "{place}" has the type {kind.simpleString()}, which JSON cannot fill. '
            "Take string and cast it."
        )


def _check_nullable(is_nullable: bool, place: str) -> None:
    if not is_nullable:
        raise invalid(f'"{place}" must be nullable: what does not fit becomes null.')
