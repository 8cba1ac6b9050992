"""Recording and replaying, which the server does where a variable says so: the client's code is the
same for all of it.

PAGINATOR names the server's executable.
"""

import asyncio
import os
import tempfile
import unittest
from pathlib import Path
from typing import List
from unittest import mock

import paginator

from .support import PATIENCE_SECONDS, SampleAPI

FIRST_TITLE = "Late birds of Fez"


@unittest.skipUnless(os.environ.get("PAGINATOR"), "PAGINATOR does not name the server's executable")
class RecordingTests(unittest.TestCase):
    def titles(self, url: str) -> List[str]:
        """A walk through 60 articles, as any program does it."""
        with paginator.Client(timeout=PATIENCE_SECONDS) as client:
            pages = client.open(f"{url}/page?page=:currentPage", items_path="articles")
            return [item["title"] for item in pages]

    async def titles_awaited(self, url: str) -> List[str]:
        async with paginator.AsyncClient(timeout=PATIENCE_SECONDS) as client:
            pages = await client.open(f"{url}/page?page=:currentPage", items_path="articles")
            return [item["title"] async for item in pages]

    def test_a_walk_is_recorded_replayed_and_changed(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            api = SampleAPI("--items", "60")
            try:
                with mock.patch.dict(os.environ, PAGINATOR_RECORD=f"{folder}/tape-%p.har"):
                    titles = self.titles(api.url)
                    self.assertEqual(asyncio.run(self.titles_awaited(api.url)), titles)
            finally:
                api.close()
            self.assertEqual((len(titles), titles[0]), (60, FIRST_TITLE))
            tape, other = Path(folder).iterdir()
            with mock.patch.dict(os.environ, PAGINATOR_REPLAY=str(tape)):
                self.assertEqual(self.titles(api.url), titles)
                text = tape.read_text("utf-8")
                tape.write_text(text.replace(FIRST_TITLE, "Changed by hand"), "utf-8")
                self.assertEqual(self.titles(api.url), ["Changed by hand", *titles[1:]])
            with mock.patch.dict(os.environ, PAGINATOR_REPLAY=str(other)):
                self.assertEqual(asyncio.run(self.titles_awaited(api.url)), titles)
