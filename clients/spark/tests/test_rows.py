"""Pages as Arrow batches, without a server."""

import datetime
import json
import logging
import random
import unittest
from decimal import Decimal
from typing import Any, List
from unittest import mock

from .support import session

from paginator import Page, RawPage
from pyspark.sql import types as spark

from paginator_spark import SourceError, _rows
from paginator_spark._items import Items
from paginator_spark._json import loads
from paginator_spark._rows import Rows
from paginator_spark._schema import check_given, inferred

UTC = datetime.timezone.utc


def read(items: str) -> Items:
    """A page that is read before it is looked at."""
    message = '{"jsonrpc":"2.0","method":"$/progress","params":{"token":"walk-1","value":{"page":3,'
    body = bytearray(f'{message}"start":0,"items":{items}}}}}}}'.encode())
    return Items(Page(loads(body)["params"]["value"]))


def unread(items: str) -> Items:
    """The same page as bytes."""
    return Items(RawPage({"page": 3, "start": 0}, items.encode(), loads))


def schema_of(items: str, metadata: bool = False) -> Any:
    return inferred(json.loads(items), metadata)


def parsed(ddl: str) -> spark.StructType:
    """Only Spark reads DDL."""
    session()
    return spark.StructType.fromDDL(ddl)


def rows_of(ddl: Any, items: str, mode: str = "PERMISSIVE") -> List[Any]:
    schema = parsed(ddl) if isinstance(ddl, str) else ddl
    check_given(schema, "_corrupt_record")
    found = []
    for page in (read(items), unread(items)):
        batch = Rows(schema, {}, mode, "_corrupt_record").batch(page)
        batch.validate(full=True)
        found.append((batch.to_pylist(), len(page)))
    assert repr(found[0]) == repr(found[1]), found
    return found[0][0]


class NewerSparkTests(unittest.TestCase):
    def test_it_is_told_the_time_zone(self) -> None:
        schema_in_utc = _rows._in_arrow(parsed("x timestamp"))

        def newer(schema: Any, *, timezone: Any = None) -> Any:
            assert timezone == "UTC"
            return schema_in_utc

        with mock.patch.object(_rows, "to_arrow_schema", newer):
            rows = rows_of("x timestamp", '[{"x": "2024-01-01T00:00:00Z"}]')
        self.assertEqual(rows, [{"x": datetime.datetime(2024, 1, 1, tzinfo=UTC)}])


class InferenceTests(unittest.TestCase):
    def test_types(self) -> None:
        for values, kind in (
            ("1, 2", "bigint"), ("1, 2.5", "double"), ("1.0", "double"), ("true, null", "boolean"),
            ('"a"', "string"), ("null, null", "string"), ('1, "a"', "string"),
            ("true, 1", "string"), ("9223372036854775807", "bigint"),
            ("9223372036854775808", "string"), ("1, 9223372036854775808", "string"),
            ("1e999", "string"), ("[], [1], [2.5]", "array<double>"), ("[]", "array<string>"),
            ('[1], ["a"]', "array<string>"), ("[1], 1", "string"), ("{}", "string"),
            ('{"a": 1}, {"b": [true]}', "struct<a:bigint,b:array<boolean>>"),
            ('{"a": 1}, 1', "string"), ('{"a": 1}, [1]', "string"),
        ):
            with self.subTest(values=values):
                items = ",".join(f'{{"x": {v}}}' for v in json_values(values))
                schema, renamed = schema_of(f"[{items}]")
                self.assertEqual((schema.simpleString(), renamed), (f"struct<x:{kind}>", {}))

    def test_names_that_differ_only_in_case(self) -> None:
        items = '[{"id": 1, "ID": "a", "s": {"A": 1, "a": 2, "A_2": 3}}, {"Id": true}]'
        schema, renamed = schema_of(items)
        self.assertEqual(
            schema.simpleString(),
            "struct<id:bigint,ID_2:string,s:struct<A:bigint,a_2:bigint,A_2_2:bigint>,Id_3:boolean>",
        )
        for page in (read(items), unread(items)):
            self.assertEqual(
                Rows(schema, renamed, "PERMISSIVE", "").batch(page).to_pylist(),
                [{"id": 1, "ID_2": "a", "s": {"A": 1, "a_2": 2, "A_2_2": 3}, "Id_3": None},
                 {"id": None, "ID_2": None, "s": None, "Id_3": True}],
            )

    def test_items_that_are_no_objects_are_the_column_item(self) -> None:
        schema, _ = schema_of('[1, {"a": 2}, null]')
        self.assertEqual(schema.simpleString(), "struct<item:bigint,a:bigint>")

    def test_metadata(self) -> None:
        schema, renamed = schema_of('[{"a": 1, "_page": 5}]', metadata=True)
        self.assertEqual(
            schema.simpleString(),
            "struct<a:bigint,_page_2:bigint,_page:bigint,_position:bigint>",
        )
        self.assertEqual(renamed, {("_page_2",): "_page"})

    def test_an_empty_list_asks_for_a_schema(self) -> None:
        with self.assertRaises(SourceError) as caught:
            schema_of("[]")
        self.assertIn(".schema(", str(caught.exception))


def json_values(text: str) -> List[str]:
    """The JSON values between commas, as texts."""
    decoder, values, place = json.JSONDecoder(), [], 0
    while place < len(text):
        place = place + 1 if text[place] in ", " else place
        if place < len(text) and text[place] not in ", ":
            _, end = decoder.raw_decode(text, place)
            values.append(text[place:end])
            place = end
    return values


class GivenTests(unittest.TestCase):
    def test_what_fits_and_what_does_not(self) -> None:
        utc = datetime.datetime
        for ddl, values, expected in (
            ("byte", '127, -128, 128, 1.0, "1", true', [127, -128, None, None, None, None]),
            ("short", "32767, 32768", [32767, None]), ("int", "2147483647, 2147483648", [2**31 - 1, None]),
            ("long", "9223372036854775807, 9223372036854775808", [2**63 - 1, None]),
            ("float", "1, 2.5, 1e39, \"x\"", [1.0, 2.5, None, None]),
            ("double", "1, 2.5, 9007199254740993, 1e999, true", [1.0, 2.5, 2.0**53, None, None]),
            ("boolean", 'true, false, 0, "true"', [True, False, None, None]),
            ("string", '"a", 1.10, 1e5, true, [1.50,{"a":null}], 12345678901234567890',
             ["a", "1.10", "1e5", "true", '[1.50,{"a":null}]', "12345678901234567890"]),
            ("decimal(5,2)", '1.1, 1.10, 1.100, 1.111, 999.99, 1000, "12.5", "x", 1e2, 0, 1e400',
             [Decimal("1.10"), Decimal("1.10"), Decimal("1.10"), None, Decimal("999.99"), None,
              Decimal("12.50"), None, Decimal("100.00"), Decimal("0.00"), None]),
            ("date", '"2024-02-29", "2023-02-29", "2024-1-1", 5',
             [datetime.date(2024, 2, 29), None, None, None]),
            ("timestamp",
             '"2024-01-01T00:00:00Z", "2024-01-01T02:30:00.1234567+02:30", "2024-01-01 00:00",'
             '"2024-01-01", 1704067200, "2024-01-01T00:00:00+0100", "soon", 1.5',
             [utc(2024, 1, 1, tzinfo=UTC), utc(2024, 1, 1, 0, 0, 0, 123456, UTC),
              utc(2024, 1, 1, tzinfo=UTC), utc(2024, 1, 1, tzinfo=UTC),
              utc(2024, 1, 1, tzinfo=UTC), utc(2023, 12, 31, 23, tzinfo=UTC), None, None]),
            ("array<int>", '[1, null, "x"], [], 1', [[1, None, None], [], None]),
            ("map<string,int>", '{"a": 1, "b": "x"}, {}, 1', [[("a", 1), ("b", None)], [], None]),
            ("struct<a:int,b:array<struct<c:string>>>",
             '{"a": 1, "b": [{"c": 1.0}, null]}, {}, 1',
             [{"a": 1, "b": [{"c": "1.0"}, None]}, {"a": None, "b": None}, None]),
        ):
            texts = json_values(values)
            misfits = {i for i, each in enumerate(expected) if each is None}
            if ddl.startswith(("array", "map")):
                misfits.add(0)
            with self.subTest(ddl=ddl):
                rows = rows_of(
                    f"x {ddl}, _corrupt_record string",
                    "[" + ",".join(f'{{"x":{each}}}' for each in [*texts, "null"]) + "]",
                )
                self.assertEqual([row["x"] for row in rows], [*expected, None])
                self.assertEqual(
                    [row["_corrupt_record"] for row in rows],
                    [f'{{"x":{each}}}' if i in misfits else None for i, each in enumerate(texts)]
                    + [None],
                )

    def test_what_arrow_reads_itself_is_the_same(self) -> None:
        for ddl, values, are_parsed in (
            ("long", "1, -0, 9223372036854775807, null", True), ("byte", "-128, 127", True),
            ("long", "1.0", False), ("long", "1e2", False), ("long", "9223372036854775808", False),
            ("byte", "128", False), ("long", '"1"', False), ("long", "true", False),
            ("double", "1, 2.5, -1e-7, 9007199254740993, 123456789012345678901234567890", True),
            ("double", "1e999", False), ("double", '"1"', False), ("boolean", "true, false", True),
            ("boolean", "1", False), ("float", "1.5", False), ("decimal(5,2)", "1.10", False),
            ("string", '"a", "\\u00e9\\ud83d\\ude00", "é", "", "\\u0000", null', True),
            ("string", "1", False), ("string", "[]", False), ("string", '"\\ud800"', False),
            ("string", "true", False), ("date", '"2024-02-29", null', True), ("date", "1", False),
            ("date", '"2023-02-29"', False), ("timestamp", '"2024-01-01T00:00:00.5+01:00"', True),
            ("timestamp", "1704067200", False), ("array<long>", "[], [1, null], null", True),
            ("array<long>", "[1.5]", False), ("array<long>", "{}", False),
            ("array<date>", '["2024-01-01"]', False), ("map<string,long>", "{}", False),
            ("struct<a:long,b:array<struct<c:string>>>",
             '{}, null, {"b": [null, {"c": "x", "d": 1}], "z": {"a": [1]}}', True),
            ("struct<a:long>", '{"a": 1, "a": 2}', False), ("struct<a:long>", "[]", False),
        ):
            fields = f"x {ddl}, _page long, _corrupt_record string, _position long"
            texts = ['{"y": [{"x": 1}], "x": %s}' % each for each in json_values(values)] + ["{}"]
            for items in ("[" + ", ".join(texts) + "]", "[\n" + ",\r\n".join(texts) + "\n]"):
                with self.subTest(ddl=ddl, items=items):
                    rows_of(fields, items)
                    rows = Rows(parsed(fields), {}, "PERMISSIVE", "_corrupt_record")
                    self.assertEqual(rows._parsed(unread(items)) is not None, are_parsed)

    def test_what_arrow_does_not_read(self) -> None:
        for ddl, items in (
            ("a long", "[null]"), ("a long", "[1]"), ("a long", '[{"a": 1, "a": 2}]'),
            ("a long NOT NULL", '[{"a": 1}, {"a": null}]'), ("item long", '[{"item": 1}]'),
        ):
            with self.subTest(ddl=ddl, items=items):
                rows = Rows(parsed(ddl), {}, "DROPMALFORMED", "")
                self.assertIsNone(rows._parsed(unread(items)))
                self.assertEqual(
                    rows.batch(unread(items)).to_pylist(), rows.batch(read(items)).to_pylist()
                )

    def test_a_list_that_arrow_cannot_read_is_not_tried_for_ever(self) -> None:
        rows = Rows(parsed("a string"), {}, "PERMISSIVE", "")
        for _ in range(10):
            self.assertEqual(rows.batch(unread('[{"a": 1.10}]')).to_pylist(), [{"a": "1.10"}])
        self.assertEqual(rows._parser._failures, 4)

    def test_any_values_are_read_the_same(self) -> None:
        seed = random.randrange(2**32)
        chance = random.Random(seed)
        leaves = ["1", "-7", "2.5", "1e3", "true", "null", '"a"', '"2024-01-01"', '"\\n"',
                  "9223372036854775808", "[]", "{}"]

        def value(depth: int) -> str:
            kind = chance.randrange(10) if depth else 0
            if kind > 8:
                return "[" + ",".join(value(depth - 1) for _ in range(chance.randrange(3))) + "]"
            if kind > 7:
                return item(depth - 1)
            return chance.choice(leaves[: 2 + chance.randrange(len(leaves) - 1)])

        def item(depth: int) -> str:
            members = (f'"{chance.choice("abcd")}":{value(depth)}' for _ in range(chance.randrange(5)))
            return "{" + ",".join(members) + "}"

        kinds = ["long", "double", "string", "boolean", "date", "array<long>", "int",
                 "struct<a:long,b:string>", "array<struct<a:double>>"]
        for _ in range(300):
            ddl = ", ".join(f"{name} {chance.choice(kinds)}" for name in "abc")
            items = "[" + ",".join(item(2) for _ in range(chance.randrange(4))) + "]"
            with self.subTest(seed=seed, ddl=ddl, items=items):
                rows_of(ddl + ", _corrupt_record string", items)

    def test_the_misfit_of_a_list_is_that_of_its_item(self) -> None:
        rows = rows_of(
            "x array<array<int>>, _corrupt_record string",
            '[{"x":[[],[1]]},{"x":null},{"x":[]},{"x":[[2],["a"]]},{"x":[[3]]}]',
        )
        self.assertEqual([row["_corrupt_record"] is not None for row in rows], [0, 0, 0, 1, 0])

    def test_modes(self) -> None:
        items = '[{"a": 1}, {"a": "x", "b": [1]}, 7, {"a": 2}]'
        self.assertEqual(
            rows_of("a int, _position long, _page long", items),
            [{"a": 1, "_position": 0, "_page": 3}, {"a": None, "_position": 1, "_page": 3},
             {"a": None, "_position": 2, "_page": 3}, {"a": 2, "_position": 3, "_page": 3}],
        )
        self.assertEqual(
            rows_of("_position long, a int", items, "DROPMALFORMED"),
            [{"_position": 0, "a": 1}, {"_position": 3, "a": 2}],
        )
        with self.assertRaises(SourceError) as caught:
            rows_of("a int", items, "FAILFAST")
        self.assertIn('Item 1 of page 3 does not fit the schema at "a"', str(caught.exception))

    def test_a_column_that_may_not_be_null(self) -> None:
        schema = spark.StructType([spark.StructField("a", spark.LongType(), False)])
        self.assertEqual(rows_of(schema, '[{"a": 1}]'), [{"a": 1}])
        with self.assertRaises(SourceError) as caught:
            rows_of(schema, '[{"a": 1}, {"a": null}]')
        self.assertIn("Item 1 of page 3", str(caught.exception))
        self.assertEqual(rows_of(schema, '[{"a": 1}, {}]', "DROPMALFORMED"), [{"a": 1}])

    def test_half_a_surrogate_pair_is_reported(self) -> None:
        half = '{"a": "x\\ud800"}'
        items = f'[{{"a": "y"}}, {half}]'
        with self.assertLogs("paginator_spark", logging.WARNING) as logged:
            rows = rows_of("a string, _corrupt_record string", items)
        self.assertEqual([row["a"] for row in rows], ["y", "x\ufffd"])
        self.assertEqual([row["_corrupt_record"] for row in rows], [None, half])
        self.assertIn('Item 1 of page 3 has half a surrogate pair at "a"', logged.output[0])
        self.assertEqual(rows_of("a string", items, "DROPMALFORMED"), [{"a": "y"}])
        with self.assertRaises(SourceError):
            rows_of("a string", items, "FAILFAST")
        with self.assertLogs("paginator_spark", logging.WARNING):
            self.assertEqual(rows_of("a map<string,long>", '[{"a": {"\\udc00": 1}}]'), [
                {"a": [("\ufffd", 1)]},
            ])

    def test_half_a_surrogate_pair_stays_in_json_text(self) -> None:
        self.assertEqual(
            rows_of("a string, _corrupt_record string", '[{"a": {"\\udc00": "\\ud800"}}]'),
            [{"a": '{"\\udc00":"\\ud800"}', "_corrupt_record": None}],
        )

    def test_half_a_surrogate_pair_in_the_name_of_a_column(self) -> None:
        schema, renamed = schema_of('[{"a\\ud800": 1, "a\ufffd": 2}]')
        self.assertEqual(schema.simpleString(), "struct<a\ufffd:bigint,a\ufffd_2:bigint>")
        self.assertEqual(renamed, {("a\ufffd",): "a\ud800", ("a\ufffd_2",): "a\ufffd"})

    def test_what_is_deep_is_text(self) -> None:
        for depth, kind in ((31, "bigint"), (32, "string"), (500, "string")):
            schema, _ = schema_of("[" + '{"a":[' * (depth // 2) + "1" + "]}" * (depth // 2) + "]")
            self.assertEqual(schema.simpleString().count("array<"), min(depth // 2, 16))
        text = '{"a":' * 500 + "1" + "}" * 500
        self.assertEqual(rows_of("a string", f"[{text}]"), [{"a": text[5:-1]}])

    def test_a_number_of_very_many_digits(self) -> None:
        digits = "1" * 5_000
        self.assertEqual(rows_of("a string", f'[{{"a": {digits}}}]'), [{"a": digits}])
        self.assertEqual(rows_of("a long", f'[{{"a": {digits}}}]'), [{"a": None}])

    def test_columns_no_item_can_fill_are_rejected_by_name(self) -> None:
        for ddl, says in (
            ("x binary", '"x" has the type binary'), ("a struct<b:timestamp_ntz>", '"a.b"'),
            ("a array<interval day>", '"a[]"'), ("a map<int,int>", "strings as keys"),
            ("_page int", "must be of the type long"), ("_corrupt_record int", "string"),
            ("a struct<b:int NOT NULL>", "nullable"), ("a void", '"a" has the type void'),
        ):
            with self.subTest(ddl=ddl):
                with self.assertRaises(SourceError) as caught:
                    check_given(parsed(ddl), "_corrupt_record")
                self.assertIn(says, str(caught.exception))


if __name__ == "__main__":
    unittest.main()
