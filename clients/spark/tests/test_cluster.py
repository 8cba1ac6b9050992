"""Executors that are processes of their own: retries, and an executor that is killed."""

import os
import signal
import threading
import unittest
from pathlib import Path
from typing import Any, Dict, List

from .support import SERVER, TOKEN, API, Servers, eventually, options, session
from .test_read import articles


def parent(pid: int) -> int:
    return int(Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[1])


def command(pid: int) -> bytes:
    return Path(f"/proc/{pid}/cmdline").read_bytes()


@unittest.skipUnless(SERVER, "PAGINATOR does not name the server")
@unittest.skipUnless(Path("/proc/self/stat").exists(), "processes are found by /proc")
class ClusterTests(unittest.TestCase):
    def setUp(self) -> None:
        self.spark = session("local-cluster[2,1,1024]")

    def load(self, api: API, **more: Any) -> Any:
        reader = self.spark.read.format("paginator").options(**options(api, **more))
        return reader.schema("id long").load()

    def test_a_task_that_fails_is_tried_again(self) -> None:
        def failing_once(query: Dict[str, str], earlier: int, answer: Any) -> Any:
            return (500, "once") if query["page"] == "7" and earlier == 0 else answer

        api = API(articles(95), failing_once)
        self.addCleanup(api.close)
        frame = self.load(api, fetching={"retries": 0}, token="{env:TOKEN}")
        self.assertEqual(sorted(row["id"] for row in frame.collect()), list(range(1, 96)))
        self.assertEqual({each["Authorization"] for each in api.headers}, {f"Bearer {TOKEN}"})

    def test_an_executor_that_is_killed(self) -> None:
        def stalling_once(query: Dict[str, str], earlier: int, answer: Any) -> Any:
            return None if query["page"] == "3" and earlier == 0 else answer

        servers = Servers()
        self.addCleanup(servers.close)
        api = API(articles(40), stalling_once)
        self.addCleanup(api.close)
        frame = self.load(
            api, partitions=1, executable=servers.executable, fetching={"concurrency": 1}
        )
        rows: List[Any] = []
        thread = threading.Thread(target=lambda: rows.extend(frame.collect()))
        thread.start()
        eventually(lambda: any(q["page"] == "3" for q in api.requests), "page 3 is asked for")
        server = eventually(lambda: servers.running, "the task's server runs")[0]
        executor = server
        while b"CoarseGrainedExecutorBackend" not in command(executor):
            executor = parent(executor)
        os.kill(executor, signal.SIGKILL)
        eventually(lambda: server not in servers.running, "the server has ended")
        thread.join()
        self.assertEqual(sorted(row["id"] for row in rows), list(range(1, 41)))
        eventually(lambda: not servers.running, "no server runs")


if __name__ == "__main__":
    unittest.main()
