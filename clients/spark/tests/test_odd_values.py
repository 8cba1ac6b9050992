"""Odd but valid JSON, the table of all clients: each item becomes a row that has what was sent."""

import json
import re
import unittest
from typing import Any, List

from .support import CLIENTS, SERVER, API, options, session

from paginator_spark._source import PaginatorDataSource

TABLE = [{**each, "text": "".join(each["text"])}
         for each in json.loads((CLIENTS / "odd-values.json").read_text("utf-8"))]
LARGE = json.dumps({"id": "large", "name": "x" * 1_000_000})

HALF = re.compile("[\ud800-\udfff]")
NUMBERS = (
    "12345678901234567891", "1e999", "-1e999", "1.10", "-0", "1E2",
    "0.123456789012345678901234567891",
)


@unittest.skipUnless(SERVER, "PAGINATOR does not name the server")
class OddValuesTests(unittest.TestCase):
    def given(self, texts: List[str]) -> Any:
        body = '{"total": %d, "items": [%s]}' % (len(texts), ",".join(texts))
        api = API([], lambda *_: (200, body.encode()))
        self.addCleanup(api.close)
        return options(api, perPage=100)

    def load(self, texts: List[str], schema: str = "") -> Any:
        reader = session().read.format("paginator").options(**self.given(texts))
        return (reader.schema(schema) if schema else reader).load()

    def test_each_alone(self) -> None:
        for each in TABLE:
            with self.subTest(each["name"]):
                source = PaginatorDataSource(self.given([each["text"]]))
                reader = source.reader(source.schema())
                rows = [
                    row for part in reader.partitions() for batch in reader.read(part)
                    for row in batch.to_pylist()
                ]
                self.assertEqual(len(rows), 1)
                item = json.loads(each["text"])
                has_members = isinstance(item, dict) and item != {}
                names = list(item) if has_members else ["item"]
                self.assertEqual(list(rows[0]), [HALF.sub("\ufffd", name) for name in names])

    def test_all_reach_spark(self) -> None:
        texts = [each["text"] for each in TABLE] + [LARGE]
        rows = [row.asDict(True) for row in self.load(texts).collect()]
        self.assertEqual(len(rows), len(texts))
        cells = {value for row in rows for value in row.values() if isinstance(value, str)}
        for number in NUMBERS:
            self.assertIn(number, cells)
        names = {name for row in rows for name in row}
        self.assertLessEqual({"", "a.b", "a\0b", "k\ufffd", "__proto__", "{a:5}\n%s"}, names)
        self.assertIn("x\ufffd", cells)
        self.assertIn("\U0001f600", cells)
        self.assertIn("x" * 1_000_000, cells)
        for deep in ("[" * 298 + "1" + "]" * 298, '{"a":' * 298 + "1" + "}" * 298):
            self.assertTrue(any(deep in cell for cell in cells))

    def test_the_corrupt_record_is_what_was_sent(self) -> None:
        texts = [each["text"] for each in TABLE]
        rows = self.load(texts, "name string, _corrupt_record string").collect()
        found = {row["_corrupt_record"] for row in rows if row["_corrupt_record"] is not None}
        expected = {
            text for text in texts
            if not isinstance(json.loads(text), dict)
            or HALF.search(str(json.loads(text).get("name")))
        }
        self.assertEqual(found, expected)


if __name__ == "__main__":
    unittest.main()
