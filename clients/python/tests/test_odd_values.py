"""Odd but valid JSON, the table of all clients: every item comes as it was sent, is shown, and becomes
a row of a data frame.

PAGINATOR names the server's executable.
"""

import asyncio
import json
import os
import tempfile
import unittest
from importlib.util import find_spec
from pathlib import Path
from typing import Any, List
from unittest import mock

import paginator
from paginator._shown import frames

from .support import HERE, PATIENCE_SECONDS

TABLE = [{**each, "text": "".join(each["text"])}
         for each in json.loads((HERE.parents[1] / "odd-values.json").read_text("utf-8"))]
TABLE.append({"name": "a value of 1 MB", "text": json.dumps({"id": 0, "name": "x" * 1_000_000})})
URL = "http://odd.example"
OPEN: Any = {"items_path": "items", "pagination": {"strategy": "single"}}


@unittest.skipUnless(os.environ.get("PAGINATOR"), "PAGINATOR does not name the server's executable")
class OddValuesTests(unittest.TestCase):
    def replayed(self, lists: List[List[str]]) -> Any:
        """A recording in which an API answers with these items, at /0, /1 and so on, is in the
        network's place."""
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        entries = [
            {
                "request": {"method": "GET", "url": f"{URL}/{number}"},
                "response": {
                    "status": 200, "headers": {},
                    "content": {"text": f'{{"items":[{",".join(texts)}]}}'},
                },
            }
            for number, texts in enumerate(lists)
        ]
        file = Path(folder.name) / "odd.har"
        file.write_text(json.dumps({"log": {"entries": entries}}), "utf-8")
        return mock.patch.dict(os.environ, PAGINATOR_REPLAY=str(file))

    def open(self, *lists: List[str], **options: Any) -> List[paginator.Pages[Any]]:
        """The pages of each list."""
        with self.replayed([*lists]):
            client = paginator.Client(timeout=PATIENCE_SECONDS, **options)
        self.addCleanup(client.close)
        return [client.open(f"{URL}/{number}", **OPEN) for number in range(len(lists))]

    def test_each_comes_as_it_was_sent_and_is_shown(self) -> None:
        for each, pages in zip(TABLE, self.open(*([each["text"]] for each in TABLE))):
            with self.subTest(each["name"]):
                page = pages.next()
                self.assertEqual(repr(page.items), repr([json.loads(each["text"])]))
                window = pages.window(0, 1)
                self.assertEqual(repr(window.items), repr(page.items))
                for shown in (page, window, pages, page.state):
                    for text in (repr(shown), str(shown), shown._repr_html_()):
                        text.encode("utf-8")
                        self.assertLess(len(text), 20_000)

    def test_all_come_by_a_walk_and_as_bytes(self) -> None:
        texts = [each["text"] for each in TABLE]
        expected = repr([json.loads(text) for text in texts])
        self.assertEqual(repr(self.open(texts)[0].to_list()), expected)
        # Not by orjson, where that is installed.
        self.assertEqual(repr(self.open(texts, loads=json.loads)[0].to_list()), expected)
        report = next(iter(self.open(texts)[0].stream(raw=True)))
        page = report.page
        assert isinstance(page, paginator.RawPage)
        self.assertEqual(page.json.decode("utf-8"), f"[{','.join(texts)}]")
        self.assertEqual(repr(page.items), expected)

    def test_all_come_by_an_event_loop(self) -> None:
        texts = [each["text"] for each in TABLE]

        async def items() -> List[Any]:
            async with paginator.AsyncClient(timeout=PATIENCE_SECONDS) as client:
                pages = await client.open(f"{URL}/0", **OPEN)
                return [item async for item in pages]

        with self.replayed([texts]):
            self.assertEqual(repr(asyncio.run(items())), repr([json.loads(text) for text in texts]))

    def test_each_becomes_a_row(self) -> None:
        for name in ("pandas", "polars", "arrow"):
            try:
                __import__("pyarrow" if name == "arrow" else name)
            except ImportError:
                self.skipTest(f"{name} is not installed")
            method = "to_frame" if name == "pandas" else f"to_{name}"
            lists = [['{"id":-1}', each["text"]] for each in TABLE]
            opened = self.open(*lists, *lists)
            for index, each in enumerate(TABLE * 2):
                flatten = index >= len(TABLE)
                if (name, each["name"]) == ("polars", "300 levels of objects"):
                    continue  # It takes polars ten seconds.
                with self.subTest(each["name"], frames=name, flatten=flatten):
                    frame = getattr(opened[index], method)(flatten=flatten)
                    self.assertEqual(len(frame), 2)

    def test_a_dot_in_a_name_is_no_level(self) -> None:
        item = {"a.b": 1, "a": {"b": 2, "@c.d": {"e": 3}}, "f\\": 4}
        self.assertEqual(
            frames.rows([item], True),
            [{"a\\.b": 1, "a.b": 2, "a.@c\\.d.e": 3, "f\\\\": 4}],
        )
        self.assertEqual(frames.rows([item], False), [item])

    def test_whole_numbers_are_not_rounded(self) -> None:
        big = 2**53 + 1
        for items, wanted in (
            ([{"id": big}, {"id": None}, {}], [big, None, None]),
            ([{"id": big * 2**10}, {"id": None}], [big * 2**10, None]),
            ([{"id": big}, {"id": 1.5}], [str(big), "1.5"]),
        ):
            for name in ("pandas", "polars"):
                if find_spec(name) is None:
                    continue
                with self.subTest(frames=name, wanted=wanted):
                    column = getattr(frames, f"{name}_frame")(items, False)["id"]
                    values = [None if str(each) in ("<NA>", "None") else each for each in column]
                    self.assertEqual(values, wanted)

    @unittest.skipUnless(find_spec("pyarrow"), "pyarrow is not installed")
    def test_a_column_without_a_type_is_text(self) -> None:
        table, = self.open(['{"a":1,"b":12345678901234567891}', '{"a":[1],"b\\ud83d":"\\ud83d"}'])
        self.assertEqual(table.to_arrow().to_pylist(), [
            {"a": "1", "b": "12345678901234567891", "b\ufffd": None},
            {"a": "[1]", "b": None, "b\ufffd": "\ufffd"},
        ])


if __name__ == "__main__":
    unittest.main()
