"""Plans, walks, verdicts and batches of streams, in this process: a server, and no Spark."""

import json
import logging
import pickle
import unittest
from typing import Any, Dict, List, Tuple

from .support import SERVER, TOKEN, API, options, refusing_past_the_end, rows_here
from .test_read import articles

from pyspark.sql import types as spark

from paginator_spark import SourceError
from paginator_spark._options import settings_from
from paginator_spark._plan import planned
from paginator_spark._stream import PagesStreamReader, Reached, mark_of, offset_of
from paginator_spark._walk import Pace

IDS = spark.StructType([spark.StructField("id", spark.LongType())])


@unittest.skipUnless(SERVER, "PAGINATOR does not name the server")
class WalkTests(unittest.TestCase):
    def api(self, *arguments: Any) -> API:
        api = API(*arguments)
        self.addCleanup(api.close)
        return api

    def ids(self, api: API, **more: Any) -> List[int]:
        return [row["id"] for row in rows_here(IDS, options(api, **more))]

    def fails(self, says: str, api: API, **more: Any) -> str:
        with self.assertRaises(SourceError) as caught:
            self.ids(api, **more)
        text = str(caught.exception)
        self.assertIn(says, text)
        self.assertEqual(len(text.splitlines()), 1)
        return text

    def pages(self, api: API) -> List[int]:
        return [int(each["page"]) for each in api.requests]

    # Plans

    def test_ranges(self) -> None:
        for partitions, limits, ranges in (
            (4, {}, [(1, 2), (3, 3), (6, 2), (8, 3)]), (1, {}, [(1, 10)]),
            (20, {}, [(n, 1) for n in range(1, 11)]),
            (2, {"pagesMax": 4}, [(1, 2), (3, 2)]), (2, {"itemsMax": 31}, [(1, 2), (3, 2)]),
            (2, {"itemsMax": 1000}, [(1, 5), (6, 5)]),
        ):
            with self.subTest(partitions=partitions, limits=limits):
                given = options(self.api(articles(95)), partitions=partitions, limits=limits)
                parts = planned(settings_from(given), IDS, True)
                self.assertEqual([(p.span.first, p.span.pages) for p in parts], ranges)

    def test_requests_at_once_are_divided(self) -> None:
        for partitions, fetching, share in ((1, {}, 8), (4, {}, 2), (5, {}, 1), (2, {"concurrency": 6}, 3)):
            given = options(self.api(articles(95)), partitions=partitions, fetching=fetching,
                            requestsPerSecond=10)
            parts = planned(settings_from(given), IDS, True)
            self.assertEqual({(p.concurrency, p.share) for p in parts}, {(share, 10 / partitions)})

    def test_what_is_one_walk_and_why(self) -> None:
        for more, change, says in (
            ({"limits": {"until": {"path": "id", "above": 12}}}, None, "limits.until"),
            ({"paginationMapping": {}}, None, "how many pages"),
            ({"ceiling": 20}, None, "gives 20 of its 95"),
            ({}, lambda q, n, a: (200, {"items": a[1]["items"][:7], "total": 95}), "has 7 items"),
            ({"pagination": {"strategy": "single"}}, None, "the strategy single"),
        ):
            with self.subTest(says=says), self.assertLogs("paginator_spark") as logged:
                given = options(self.api(articles(95), change), **more)
                parts = planned(settings_from(given), IDS, True)
                self.assertEqual([each.span for each in parts], [None])
                self.assertIn(says, logged.output[0])

    def test_each_page_is_asked_for_once_beside_the_plan(self) -> None:
        api = self.api(articles(95))
        self.assertEqual(self.ids(api, partitions=3), list(range(1, 96)))
        self.assertEqual(sorted(self.pages(api)), [1, *range(1, 11)])

    def test_a_given_schema_is_the_mapping(self) -> None:
        schema = spark.StructType([
            spark.StructField(name, spark.StringType())
            for name in ("a.b", "c/d", "~e", "id", "missing", "f\\g")
        ])
        api = self.api([{"a.b": 1, "c/d": [1.50], "~e": None, "id": "x", "f\\g": {"h": True}, "y": 0}])
        self.assertEqual(
            rows_here(schema, options(api)),
            [{"a.b": "1", "c/d": "[1.5]", "~e": None, "id": "x", "missing": None,
              "f\\g": '{"h":true}'}],
        )

    # Verdicts

    def test_an_api_that_ignores_the_page_is_in_doubt(self) -> None:
        api = self.api([], lambda *_: (200, {"items": articles(10), "total": 40}))
        self.fails("suspect: What came of page 2 is in doubt: page 2 has the items of the first", api)

    def test_each_value_of_partition_by_is_a_walk(self) -> None:
        api = self.api([{"id": n, "at": f"2024-01-{n:02}"} for n in range(1, 31)])
        period = {
            "parameter": ["since", "until"], "from": "2024-01-28", "to": "2024-01-31", "step": "P1D"
        }
        self.assertEqual(sorted(self.ids(api, partitionBy=period)), [28, 29, 29, 30, 30, 30])
        self.assertEqual(
            [(each["since"], each["until"]) for each in api.requests],
            [("2024-01-28", "2024-01-29"), ("2024-01-29", "2024-01-30"),
             ("2024-01-30", "2024-01-31")],
        )

    # A list for each of many values

    def parents(self) -> API:
        """The items of a parent have its number in front: 301, 302 and 303 of 3."""
        def of_parent(query: Dict[str, str], earlier: int, answer: Any) -> Any:
            parent = int(query["parent"])
            if parent in (0, 5):
                return (404, "gone") if parent == 0 else (500, "down")
            items = [{"id": parent * 100 + n} for n in range(1, parent + 1)]
            start = (int(query.get("page", 1)) - 1) * 10
            return 200, {"items": items[start : start + 10], "total": len(items)}

        return self.api([], of_parent)

    def test_each_value_has_a_list(self) -> None:
        schema = spark.StructType([*IDS.fields, spark.StructField("_item", spark.StringType())])
        more = {"parameters": {"parent": "{item.n}"}}
        for partitions, keep, shown in (
            (1, ["n"], '{"n":3}'), (2, ["n"], '{"n":3}'), (9, [""], '{"n":3,"x":[1]}'),
        ):
            with self.subTest(partitions=partitions):
                each = {"items": [{"n": n, "x": [1]} for n in (3, 0, 12, 1)], "keep": keep}
                given = options(self.parents(), partitions=partitions, each=each, **more)
                parts = planned(settings_from(given), schema, True)
                self.assertEqual(len(parts), min(partitions, 4))
                rows = rows_here(schema, given)
                self.assertEqual(
                    [row["id"] for row in rows], [301, 302, 303, *range(1201, 1213), 101]
                )
                self.assertEqual({row["_item"] for row in rows if 300 < row["id"] < 304}, {shown})

    def test_a_value_is_shown_as_it_is(self) -> None:
        schema = spark.StructType([*IDS.fields, spark.StructField("_item", spark.StringType())])
        api = self.parents()
        given = options(api, each=[2, "1"], parameters={"parent": "{item}"})
        self.assertEqual(
            [(row["id"], row["_item"]) for row in rows_here(schema, given)],
            [(201, "2"), (202, "2"), (101, "1")],
        )

    def test_a_value_whose_list_fails_makes_its_task_partial(self) -> None:
        more = {"parameters": {"parent": "{item}"}, "fetching": {"retries": 0}, "partitions": 1}
        more["each"] = [1, 5, 2]
        text = self.fails("httpStatus: The API answered with status 500", self.parents(), **more)
        self.assertIn("parent=5", text)
        self.assertEqual(
            self.ids(self.parents(), allow="complete,partial", **more),
            [101, 201, 202],
        )

    def test_values_that_cannot_be(self) -> None:
        for more, says in (
            ({"each": []}, "not empty"), ({"each": {"of": "a"}}, "not empty"),
            ({"each": [1] * 100_001}, "at most 100,000"),
            ({"each": [1], "requestsPerSecond": 5}, '"each" and "requestsPerSecond"'),
            (
                {"each": [1], "partitionBy": {"parameter": "a", "values": [1]}},
                '"each" and "partitionBy"',
            ),
        ):
            with self.subTest(says=says), self.assertRaises(SourceError) as caught:
                settings_from(options(self.parents(), **more))
            self.assertIn(says, str(caught.exception))

    def test_limits_cut_the_plan(self) -> None:
        api = self.api(articles(95))
        self.assertEqual(self.ids(api, limits={"itemsMax": 33}, partitions=2), list(range(1, 34)))
        self.assertEqual(sorted(self.pages(api)), [1, 1, 2, 3, 4])
        self.fails(
            "capped: Limits have ended page 2: 10 items came.", api, limits={"pagesMax": 2},
            allow="complete",
        )

    def test_another_total_than_planned_is_suspect_unless_allowed(self) -> None:
        def growing(query: Dict[str, str], earlier: int, answer: Any) -> Any:
            if query["page"] == "3":
                answer[1]["total"] = 41
            return answer

        api = self.api(articles(40), growing)
        text = self.fails("suspect: What came of page 3 is in doubt: ", api)
        self.assertIn("the API states 41 items in place of 40", text)
        self.assertIn(f"(GET {api.url}?page=3", text)
        with self.assertLogs("paginator_spark", logging.WARNING) as logged:
            self.assertEqual(self.ids(api, allow="complete,suspect"), list(range(1, 41)))
        self.assertIn("allowed verdict suspect", logged.output[0])

    def test_a_walk_that_breaks_off_fails_unless_allowed(self) -> None:
        def broken(query: Dict[str, str], earlier: int, answer: Any) -> Any:
            return (503, "down") if query["page"] == "4" else answer

        more = {"partitions": 2, "fetching": {"retries": 0}}
        api = self.api(articles(40), broken)
        self.fails("httpStatus: The API answered with status 503: ", api, **more)
        with self.assertLogs("paginator_spark", logging.WARNING):
            self.assertEqual(self.ids(api, allow="complete,partial", **more), list(range(1, 31)))

    def test_failed_pages_are_the_same_whatever_the_partitions(self) -> None:
        more = {"fetching": {"retries": 0}, "allow": "complete,partial"}
        for failed in ({4}, {2, 3}, {9, 10}, {3, 6, 7}):
            def broken(query: Dict[str, str], earlier: int, answer: Any) -> Any:
                return (503, "down") if int(query["page"]) in failed else answer

            left = [n for n in range(1, 96) if (n - 1) // 10 + 1 not in failed]
            for partitions in (1, 2, 3, 10):
                with self.subTest(failed=failed, partitions=partitions):
                    with self.assertLogs("paginator_spark", logging.WARNING) as logged:
                        api = self.api(articles(95), broken)
                        self.assertEqual(self.ids(api, partitions=partitions, **more), left)
                    self.assertIn("allowed verdict partial: ", logged.output[0])

    def test_a_range_ends_where_nothing_comes_any_more(self) -> None:
        def broken(query: Dict[str, str], earlier: int, answer: Any) -> Any:
            return answer if query["page"] == "1" else (503, "down")

        api = self.api(articles(300), broken)
        with self.assertLogs("paginator_spark", logging.WARNING) as logged:
            self.assertEqual(self.ids(
                api, partitions=1, fetching={"retries": 0, "concurrency": 1}, allow="partial",
            ), list(range(1, 11)))
        self.assertIn("and not all (10 pages failed): httpStatus: ", logged.output[0])
        self.assertEqual(self.pages(api), [1, *range(1, 12)])

    def test_a_walk_of_its_own_that_fails_at_once_is_an_empty_part(self) -> None:
        def broken(query: Dict[str, str], earlier: int, answer: Any) -> Any:
            return (503, "down") if query["since"] == "2024-01-02" else answer

        api = self.api([{"id": n, "at": f"2024-01-{n:02}"} for n in range(1, 4)], broken)
        days = [f"2024-01-0{n}" for n in (1, 2, 3)]
        more = {
            "partitionBy": {"parameter": "since", "values": days}, "fetching": {"retries": 0},
        }
        self.fails("httpStatus: ", api, **more)
        with self.assertLogs("paginator_spark", logging.WARNING):
            self.assertEqual(self.ids(api, allow="partial", **more), [1, 2, 3, 3])

    def test_each_value_whose_list_fails_costs_no_other(self) -> None:
        more = {
            "parameters": {"parent": "{item}"}, "fetching": {"retries": 0}, "each": [5, 1, 2],
            "allow": "complete,partial",
        }
        for partitions in (1, 2, 3):
            with self.subTest(partitions=partitions):
                self.assertEqual(
                    self.ids(self.parents(), partitions=partitions, **more), [101, 201, 202]
                )

    def test_missing_items_are_suspect(self) -> None:
        def short(query: Dict[str, str], earlier: int, answer: Any) -> Any:
            if query["page"] == "2":
                del answer[1]["items"][0]
            return answer

        self.fails("suspect: ", self.api(articles(40), short), partitions=1)

    # Pace

    def test_a_pace_waits_before_each_page(self) -> None:
        waits: List[float] = []
        pace = Pace(0.001, waits.append)
        for _ in range(3):
            pace.wait()
        # Nothing has slept, so the time of each page is one interval further away.
        self.assertEqual([round(each, -2) for each in waits], [1000, 2000, 3000])
        Pace(None, waits.append).wait()
        self.assertEqual(len(waits), 3)

    def test_a_paced_walk_brings_the_same(self) -> None:
        for partitions in (1, 3):
            api = self.api(articles(45))
            more = {"requestsPerSecond": 1000, "partitions": partitions, "limits": {"itemsMax": 33}}
            self.assertEqual(self.ids(api, **more), list(range(1, 34)))
            self.assertEqual(sorted(self.pages(api)), [1, 1, 2, 3, 4])


@unittest.skipUnless(SERVER, "PAGINATOR does not name the server")
class BatchTests(unittest.TestCase):
    """Batches of a stream."""

    def reader(self, items: List[Any], change: Any = None, **more: Any) -> PagesStreamReader:
        self.api = API(items, change)
        self.addCleanup(self.api.close)
        given = options(self.api, **{
            "url": self.api.url + "?page=:currentPage&per_page=:perPage", "perPage": 2,
            "bookmark": "at", "identity": "id", "parameters": {"since": "{bookmark:0}"},
            "batchPages": 1, **more,
        })
        given = {name: value for name, value in given.items() if value != "null"}
        return PagesStreamReader(settings_from(given), IDS, {})

    def read(self, reader: PagesStreamReader, start: Any) -> Tuple[List[int], Any]:
        batches, end = reader.read(start)
        return [row["id"] for each in batches for row in each.to_pylist()], end

    def test_batches_and_replays(self) -> None:
        items = [{"id": n, "at": at} for n, at in enumerate([1, 2, 2, 2, 2, 2.5, 3, 3])]
        reader = self.reader(items)
        offset, came = reader.initialOffset(), []
        self.assertEqual(offset, {"bookmark": None, "seen": "[]"})
        while True:
            ids, end = self.read(reader, offset)
            if end == offset:
                break
            again = reader.readBetweenOffsets(offset, end)
            self.assertEqual([row["id"] for b in again for row in b.to_pylist()], ids)
            came, offset = came + ids, end
        self.assertEqual(came, list(range(8)))
        self.assertEqual(offset, {"bookmark": 3, "seen": "[6,7]"})

    def test_how_the_api_pages_is_kept_with_the_offset(self) -> None:
        items = [{"id": n, "at": 100 + n} for n in range(25)]
        # No page size and no mapping: all of it is left to detection.
        found_out = {"perPage": "null", "itemsPath": "null", "paginationMapping": "null"}
        reader = self.reader(items, refusing_past_the_end, **found_out, batchPages=9)
        reader._settings.params["url"] = self.api.url
        ids, offset = self.read(reader, reader.initialOffset())
        self.assertEqual(ids, list(range(25)))
        self.assertEqual(
            json.loads(offset["found"]),
            {"pagination": {"strategy": "page"}, "itemsPath": "items", "firstPage": 1, "perPage": 10},
        )
        self.api.items.append({"id": 25, "at": 125})
        again = pickle.loads(pickle.dumps(reader))
        again._found = None
        ids, end = self.read(again, offset)
        self.assertEqual(ids, [25])
        self.assertEqual(end, {"bookmark": 125, "seen": "[25]", "found": offset["found"]})
        replayed = [row["id"] for b in again.readBetweenOffsets(offset, end) for row in b.to_pylist()]
        self.assertEqual(replayed, [25])

    def test_a_list_of_one_page_is_looked_at_again(self) -> None:
        reader = self.reader([{"id": 1, "at": 1}], perPage="null", paginationMapping="null")
        reader._settings.params["url"] = self.api.url
        _, offset = self.read(reader, reader.initialOffset())
        self.assertEqual(offset, {"bookmark": 1, "seen": "[1]"})

    def test_offsets(self) -> None:
        for offset in (
            {"bookmark": 2.5, "seen": "[]"}, {"bookmark": "é", "seen": '["a",1.10]'},
            {"bookmark": 10**20, "seen": "[[1,2]]"}, {"bookmark": None, "seen": "[]"},
        ):
            mark = mark_of(offset)
            self.assertEqual(offset_of(mark.value, mark.seen)["bookmark"], offset["bookmark"])
            self.assertEqual(mark_of(offset_of(mark.value, mark.seen)), mark)
        with self.assertRaises(SourceError):
            offset_of(mark_of({"bookmark": 1, "seen": "[]"}).value / 3, set())

    def test_too_many_items_of_one_bookmark(self) -> None:
        reached = Reached(mark_of({"bookmark": None, "seen": "[]"}))
        for number in range(10_000):
            self.assertTrue(reached.takes(b"a", str(number), 1, number, None))
        self.assertFalse(reached.takes(b"a", "5", 1, 0, None))
        with self.assertRaises(SourceError) as caught:
            reached.takes(b"a", "x", 1, 0, None)
        self.assertEqual(caught.exception.kind, "limitExceeded")

    def test_what_ends_a_query(self) -> None:
        good = [{"id": n, "at": "abcd"[n]} for n in range(4)]
        for items, change, more, kind in (
            ([{"id": 1, "at": "b"}, {"id": 2, "at": "a"}], None, {}, "bookmarkDescends"),
            ([{"id": 1, "at": "a"}, {"id": 2, "at": 5}], None, {}, "bookmarkUnfit"),
            ([{"id": 1, "at": None}], None, {}, "bookmarkUnfit"),
            ([{"at": "a"}], None, {}, "identityMissing"),
            (good, lambda q, n, a: (500, "") if q["page"] == "2" else a,
             {"batchPages": 4, "fetching": {"retries": 0}}, "httpStatus"),
            (good, None, {"bookmark": None}, "invalidParams"),
            (good, None, {"identity": None}, "invalidParams"),
        ):
            with self.subTest(kind=kind, items=items):
                with self.assertRaises(SourceError) as caught:
                    reader = self.reader(items, change, **more)
                    reader.read(reader.initialOffset())
                self.assertEqual(caught.exception.kind, kind)

    def test_a_secret_in_plain_text_is_rejected_for_streams(self) -> None:
        from paginator_spark import PaginatorDataSource

        api = API([])
        self.addCleanup(api.close)
        for headers, is_taken in (({"X-Api-Key": TOKEN}, False), ({"X-Api-Key": "{env:TOKEN}"}, True)):
            source = PaginatorDataSource(
                options(api, bookmark="at", identity="id", headers=headers)
            )
            if is_taken:
                source.simpleStreamReader(IDS)
                continue
            with self.assertRaises(SourceError) as caught:
                source.simpleStreamReader(IDS)
            self.assertIn('"headers" holds a secret', str(caught.exception))
            self.assertNotIn(TOKEN, str(caught.exception))


if __name__ == "__main__":
    unittest.main()
