"""Streams on two local cores: batches, replays, and what ends a query."""

import shutil
import tempfile
import unittest
from typing import Any, Dict, List, Optional

from .support import (
    SERVER, TOKEN, API, Servers, eventually, options, refusing_past_the_end, session,
)

from pyspark.errors import StreamingQueryException


def versions(*pairs: Any) -> List[Any]:
    return [{"id": id, "at": at} for id, at in pairs]


@unittest.skipUnless(SERVER, "PAGINATOR does not name the server")
class StreamTests(unittest.TestCase):
    def setUp(self) -> None:
        self.spark = session()
        self.checkpoint = tempfile.mkdtemp(prefix="paginator-stream-")
        self.addCleanup(shutil.rmtree, self.checkpoint, True)
        self.batches: Dict[int, List[Any]] = {}
        self.fails_at: Optional[int] = None

    def api(self, items: List[Any], *more: Any) -> API:
        api = API(items, *more)
        self.addCleanup(api.close)
        return api

    def stream(self, api: API, **more: Any) -> Any:
        given = options(api, **{
            "url": api.url + "?page=:currentPage&per_page=2", "perPage": 2, "identity": "id",
            "bookmark": "at", "parameters": {"since": "{bookmark:0}"}, "batchPages": 1, **more,
        })
        return self.spark.readStream.format("paginator").options(**given).schema(
            "id long, at string"
        ).load()

    def start(self, frame: Any) -> Any:
        """A query whose source runs, or that has failed. Spark gives a Python process ten seconds to
        start, which is not enough on a busy machine: then it is started again."""
        while True:
            query = self.started(frame)
            eventually(
                lambda: not query.isActive or query.status["message"] != "Initializing sources",
                "the source runs",
            )
            if "failed to connect back" not in str(query.exception()):
                return query

    def started(self, frame: Any) -> Any:
        def take(batch: Any, number: int) -> None:
            rows = sorted(map(tuple, batch.collect()), key=lambda row: (row[1], row[0]))
            if number == self.fails_at:
                self.fails_at = None
                self.first_try = rows
                raise RuntimeError("the sink failed")
            self.batches[number] = rows

        query = (
            frame.writeStream.foreachBatch(take).option("checkpointLocation", self.checkpoint)
            .start()
        )
        self.addCleanup(query.stop)
        return query

    def rows(self) -> List[Any]:
        return [row for number in sorted(self.batches) for row in self.batches[number]]

    def test_each_version_comes_once(self) -> None:
        api = self.api(versions((1, "a"), (2, "b"), (3, "b"), (4, "b"), (5, "c")))
        query = self.start(self.stream(api))
        query.processAllAvailable()
        first = [(1, "a"), (2, "b"), (3, "b"), (4, "b"), (5, "c")]
        self.assertEqual(self.rows(), first)
        self.assertGreater(len(self.batches), 1)
        api.items = versions((2, "b"), (3, "b"), (4, "b"), (6, "c"), (5, "c"), (1, "d"))
        query.processAllAvailable()
        self.assertEqual(self.rows(), [*first, (6, "c"), (1, "d")])
        offset = query.lastProgress["sources"][0]["endOffset"]
        self.assertIn('"bookmark": "d"', str(offset).replace("'", '"'))
        query.stop()
        api.items.append({"id": 7, "at": "e"})
        again = self.start(self.stream(api))
        again.processAllAvailable()
        self.assertEqual(self.rows(), [*first, (6, "c"), (1, "d"), (7, "e")])

    def test_a_replay_brings_exactly_the_same(self) -> None:
        api = self.api(versions((1, "a"), (2, "b"), (3, "c")))
        self.fails_at = 1
        query = self.start(self.stream(api))
        with self.assertRaises(StreamingQueryException):
            query.awaitTermination()
        self.assertEqual(self.first_try, [(3, "c")])
        # Items that have come since then are above the offsets of the batch, or at its last one.
        api.items = versions((1, "a"), (2, "b"), (3, "c"), (8, "c"), (9, "d"))
        self.start(self.stream(api)).processAllAvailable()
        self.assertEqual(self.batches[1], [(3, "c")])
        self.assertEqual(self.rows(), [(1, "a"), (2, "b"), (3, "c"), (8, "c"), (9, "d")])

    def test_how_the_api_pages_is_kept_with_the_offset(self) -> None:
        api = self.api(versions(*((n, f"a{n:02}") for n in range(25))), refusing_past_the_end)
        frame = (
            self.spark.readStream.format("paginator").schema("id long, at string")
            .option("executable", SERVER).option("bookmark", "at").option("identity", "id")
            .load(api.url + "?since={bookmark:a}")
        )
        query = self.start(frame)
        query.processAllAvailable()
        query.stop()
        api.items.append({"id": 25, "at": "a25"})
        self.start(frame).processAllAvailable()
        self.assertEqual(self.rows(), [(n, f"a{n:02}") for n in range(26)])

    def test_a_list_that_descends_ends_the_query(self) -> None:
        api = self.api(versions((1, "b"), (2, "a")))
        with self.assertRaises(StreamingQueryException) as caught:
            self.start(self.stream(api)).processAllAvailable()
        self.assertIn("SourceError: bookmarkDescends: ", str(caught.exception))

    def test_a_first_batch_that_fails_says_what_the_api_said(self) -> None:
        for change, says in (
            (
                lambda *_: (500, {"error": {"message": "the per_page index is gone"}}),
                "httpStatus: The API answered with status 500: the per_page index is gone. (GET ",
            ),
            (
                lambda *_: (200, {"data": {"id": 1}}),
                'itemsNotFound: There is no list at "items"; the body has "data": set itemsPath. (GET ',
            ),
        ):
            api = self.api([], change)
            with self.subTest(says), self.assertRaises(StreamingQueryException) as caught:
                self.start(self.stream(api, fetching={"retries": 0})).processAllAvailable()
            self.assertIn(f"SourceError: {says}{api.url}?page=1&per_page=2&since=0", str(caught.exception))

    def test_no_server_outlives_its_batch(self) -> None:
        servers = Servers()
        self.addCleanup(servers.close)
        api = self.api(versions((1, "a"), (2, "b"), (3, "c")))
        query = self.start(self.stream(api, executable=servers.executable, token="{env:TOKEN}"))
        query.processAllAvailable()
        query.stop()
        self.assertEqual(len(self.rows()), 3)
        eventually(lambda: servers.pids and not servers.running, "no server runs")
        frame = self.stream(api, token="{env:TOKEN}")
        self.assertNotIn(TOKEN, frame._jdf.queryExecution().toString())


if __name__ == "__main__":
    unittest.main()
