"""Batch reads on two local cores, against an API that notes its requests."""

import datetime
import json
import re
import unittest
import urllib.request
from decimal import Decimal
from typing import Any, Dict, List

from .support import (
    DRIVER_LOG,
    EVENTS,
    SERVER,
    TOKEN,
    API,
    Servers,
    eventually,
    last_line,
    options,
    session,
)

from pyspark.errors import AnalysisException, PythonException


def articles(count: int) -> List[Any]:
    return [{"id": n, "title": f"Title {n}", "tags": ["a", "b"]} for n in range(1, count + 1)]


@unittest.skipUnless(SERVER, "PAGINATOR does not name the server")
class ReadTests(unittest.TestCase):
    def setUp(self) -> None:
        self.spark = session()

    def api(self, *arguments: Any) -> API:
        api = API(*arguments)
        self.addCleanup(api.close)
        return api

    def load(self, api: API, schema: str = "", **more: Any) -> Any:
        reader = self.spark.read.format("paginator").options(**options(api, **more))
        return (reader.schema(schema) if schema else reader).load()

    def ids(self, frame: Any) -> List[int]:
        return sorted(row["id"] for row in frame.select("id").collect())

    def fails(self, kind: Any, action: Any) -> str:
        with self.assertRaises(kind) as caught:
            action()
        self.assertNotIn(TOKEN, str(caught.exception))
        return last_line(caught.exception)

    # Partitions

    def test_a_column_of_parents_becomes_partitions(self) -> None:
        def of_parent(query: Dict[str, str], earlier: int, answer: Any) -> Any:
            items = [{"id": int(query["parent"]) * 10 + n} for n in (1, 2)]
            return 200, {"items": items, "total": 2}

        api = self.api([], of_parent)
        parents = self.spark.createDataFrame([(n,) for n in range(1, 8)], "number long")
        each = [row.number for row in parents.collect()]
        frame = self.load(api, each=each, parameters={"parent": "{item}"}, partitions=3)
        self.assertEqual(frame.columns, ["id", "_item"])
        self.assertEqual(frame.rdd.getNumPartitions(), 3)
        rows = frame.join(parents, frame["_item"] == parents["number"].cast("string")).collect()
        self.assertEqual(
            sorted((row.number, row.id) for row in rows),
            [(n, n * 10 + k) for n in range(1, 8) for k in (1, 2)],
        )

    def test_ranges_are_planned_with_one_request(self) -> None:
        api = self.api(articles(95))
        frame = self.load(api, "id long, _page long, _position long")
        self.assertEqual(api.requests, [], "load() sends nothing where the schema is given")
        rows = frame.collect()
        self.assertEqual(
            sorted((row["id"], row["_page"], row["_position"]) for row in rows),
            [(n + 1, n // 10 + 1, n % 10) for n in range(95)],
        )
        self.assertEqual(
            sorted(int(each["page"]) for each in api.requests), [1, *range(1, 11)],
            "the first page for the plan, and each page once",
        )
        self.assertEqual(frame.rdd.getNumPartitions(), 4)

    def test_an_exact_walk_is_one_task(self) -> None:
        api = self.api(articles(95))
        frame = self.load(api, "id long", exact=True)
        self.assertEqual(self.ids(frame), list(range(1, 96)))
        self.assertEqual(frame.rdd.getNumPartitions(), 1)

    def test_the_argument_of_load_is_the_url(self) -> None:
        api = self.api(articles(3))
        reader = self.spark.read.format("paginator").schema("id long")
        frame = reader.option("executable", SERVER).load(api.url + "?page=1&per_page=10")
        self.assertEqual(self.ids(frame), [1, 2, 3])

    def test_warnings_of_walks_are_in_the_drivers_log(self) -> None:
        api = self.api([], lambda *_: (200, {"users": articles(2), "orders": articles(2)}))
        for schema in ("", "id long"):
            with self.subTest(schema=schema):
                start = DRIVER_LOG.stat().st_size
                reader = self.spark.read.format("paginator").option("executable", SERVER)
                frame = (reader.schema(schema) if schema else reader).load(api.url)
                self.assertEqual(self.ids(frame), [1, 2])
                said = "paginator: Several lists could be the items. Those at users were taken, not"

                def lines() -> List[str]:
                    text = DRIVER_LOG.read_bytes()[start:].decode("utf-8", "replace")
                    return [line for line in text.splitlines() if line.startswith(said)]

                eventually(lines, "the driver's log has the warning")
                self.assertEqual(len(lines()), 1)

    def test_a_list_that_is_detected_is_read_in_ranges(self) -> None:
        def stating(query: Dict[str, str], earlier: int, answer: Any) -> Any:
            return 200, {**answer[1], "current_page": int(query.get("page", 1)), "per_page": 10}

        for change in (stating, None):
            api = self.api(articles(40), change)
            frame = self.spark.read.format("paginator").schema("id long").load(
                url=api.url + "?per_page=10", executable=SERVER, partitions=2
            )
            with self.subTest(change=change):
                self.assertEqual(frame.rdd.getNumPartitions(), 2)
                self.assertEqual(self.ids(frame), list(range(1, 41)))

    # Errors

    def test_load_and_plan_fail_with_the_servers_sentence(self) -> None:
        api = self.api(articles(5), lambda *_: (401, {"error": "no"}))
        secret = api.url + f"?page=:currentPage&api_key={TOKEN}"
        for action, says in (
            (lambda: self.load(api, pagesMax="1"), 'Unknown option "pagesmax". Did you mean'),
            (lambda: self.load(api, "id long", itemPath="a").collect(), 'Did you mean "itemsPath"?'),
            (lambda: self.load(api, fetching={"retry": 1}), 'Unknown field "fetching.retry"'),
            (lambda: self.load(api, profile="githup"), 'Did you mean "github"?'),
            (lambda: self.load(api, token="{env:NOT_SET}"), '"NOT_SET" of the option "token"'),
            (lambda: self.load(api, executable="/nowhere"), "serverNotFound: /nowhere"),
        ):
            self.assertIn(says, self.fails(AnalysisException, action))
        self.assertEqual(api.requests, [])
        line = self.fails(AnalysisException, lambda: self.load(api, url=secret))
        self.assertIn("SourceError: httpStatus: The API answered with status 401: no. (GET ", line)
        self.assertIn("Sign in with the option token or auth.", line)
        self.assertIn("api_key=***", line)
        frame = self.load(api, "a binary")
        self.assertIn('"a" has the type binary', self.fails(AnalysisException, frame.collect))

    # Rows

    def test_an_inferred_schema(self) -> None:
        api = self.api([{"id": 1, "ID": 1.5, "x": None}, {"id": 2, "s": {"b": [True]}}, 7])
        frame = self.load(api, metadata="true")
        self.assertEqual(
            frame.schema.simpleString(),
            "struct<id:bigint,ID_2:double,x:string,s:struct<b:array<boolean>>,item:bigint,"
            "_page:bigint,_position:bigint>",
        )
        self.assertEqual(
            [row.asDict(True) for row in frame.collect()],
            [
                {"id": 1, "ID_2": 1.5, "x": None, "s": None, "item": None, "_page": 1, "_position": 0},
                {"id": 2, "ID_2": None, "x": None, "s": {"b": [True]}, "item": None, "_page": 1,
                 "_position": 1},
                {"id": None, "ID_2": None, "x": None, "s": None, "item": 7, "_page": 1,
                 "_position": 2},
            ],
        )

    def test_an_empty_list_asks_for_a_schema(self) -> None:
        api = self.api([])
        line = self.fails(AnalysisException, lambda: self.load(api))
        self.assertIn("schemaUnknown: ", line)
        self.assertIn('.schema("id long, title string")', line)
        frame = self.load(api, "id long")
        self.assertEqual((frame.columns, frame.collect()), (["id"], []))

    def test_every_type_reaches_spark(self) -> None:
        body = (
            b'{"total": 2, "items": [{"b": 1, "f": 2.5, "d": 1.10, "day": "2024-02-29", '
            b'"t": "2024-01-01T00:00:00.5Z", "m": {"k": [1]}, "s": 1.10, "x.y": {"z": null}}, '
            b'{"b": "no"}]}'
        )
        api = self.api([], lambda *_: (200, body))
        ddl = (
            "s string, b byte, f float, d decimal(9,3), day date, t timestamp, "
            "m map<string,array<short>>, `x.y` struct<z:int>"
        )
        self.spark.conf.set("spark.sql.session.timeZone", "UTC")
        first, second = self.load(api, ddl + ", bad string", columnNameOfCorruptRecord="bad").collect()
        expected = {
            "s": "1.10", "b": 1, "f": 2.5, "d": Decimal("1.100"), "day": datetime.date(2024, 2, 29),
            "m": {"k": [1]}, "x.y": {"z": None}, "bad": None,
        }
        found = first.asDict(True)
        self.assertEqual(found.pop("t").timestamp(), 1704067200.5)
        self.assertEqual(found, expected)
        self.assertEqual((second["b"], second["bad"]), (None, '{"b": "no"}'))
        failing = self.load(api, ddl, mode="FAILFAST")
        line = self.fails(PythonException, failing.collect)
        self.assertIn('malformedItem: Item 1 of page 1 does not fit the schema at "b"', line)

    # Ends and secrets

    def test_the_server_ends_with_its_task(self) -> None:
        def stalling(query: Dict[str, str], earlier: int, answer: Any) -> Any:
            return None if query["page"] == "3" else answer

        for stop in ("limit", "cancel"):
            with self.subTest(stop=stop):
                servers = Servers()
                self.addCleanup(servers.close)
                api = self.api(articles(60), stalling)
                frame = self.load(
                    api, "id long", partitions=1, executable=servers.executable,
                    fetching={"concurrency": 1},
                )
                if stop == "limit":
                    self.assertEqual(len(frame.limit(15).collect()), 15)
                else:
                    self.cancel(frame, api)
                eventually(lambda: not servers.running, "no server runs")

    def cancel(self, frame: Any, api: API) -> None:
        """Cancels a job that waits for page 3."""
        import threading

        context = self.spark.sparkContext
        failures: List[Any] = []

        def run() -> None:
            context.setJobGroup("stalled", "stalled", interruptOnCancel=True)
            try:
                frame.collect()
            except Exception as error:
                failures.append(error)

        from pyspark import InheritableThread

        thread = InheritableThread(target=run)
        thread.start()
        eventually(lambda: any(q["page"] == "3" for q in api.requests), "page 3 is asked for")
        context.cancelJobGroup("stalled")
        thread.join()
        self.assertEqual(len(failures), 1)

    def test_secrets_show_nowhere(self) -> None:
        api = self.api(articles(25))
        headers = {"X-Api-Key": TOKEN, "X-Other": "{env:TOKEN}"}
        frame = self.load(api, token="{env:TOKEN}", headers=headers)
        self.assertEqual(self.ids(frame), list(range(1, 26)))
        self.assertTrue(all(each["Authorization"] == f"Bearer {TOKEN}" for each in api.headers))
        self.assertTrue(all(each["X-Api-Key"] == TOKEN == each["X-Other"] for each in api.headers))
        self.assertNotIn(TOKEN, frame._jdf.queryExecution().toString())
        context = self.spark.sparkContext
        pages = [f"{context.uiWebUrl}/api/v1/applications/{context.applicationId}/{each}"
                 for each in ("sql?details=true&planDescription=true&length=1000", "jobs", "stages",
                              "environment")]
        texts = [urllib.request.urlopen(each).read().decode() for each in pages]
        self.assertIn("BatchScan paginator", texts[0])
        texts += [each.read_text(errors="replace") for each in EVENTS.rglob("*") if each.is_file()]
        self.assertTrue(any("SparkListenerSQLExecutionStart" in each for each in texts))
        for text in texts:
            # Spark itself shows variables of executors that its redaction does not match.
            self.assertIsNone(re.search(re.escape(TOKEN), text))


if __name__ == "__main__":
    unittest.main()
