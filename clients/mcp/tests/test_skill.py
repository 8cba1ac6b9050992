"""The skill's commands, run as they are written against an API of the test's own.

PAGINATOR names the executable.
"""

import http.server
import json
import os
import re
import shlex
import sqlite3
import subprocess
import tempfile
import threading
import unittest
import urllib.parse
from pathlib import Path

SKILL = Path(__file__).resolve().parents[2] / "skill" / "SKILL.md"
SERVER = os.environ.get("PAGINATOR")
PATIENCE_SECONDS = 60


class API(http.server.BaseHTTPRequestHandler):
    """`/issues?since=` has the issues at or above a time; `/both` has two lists."""

    issues = []
    requests = []

    def do_GET(self):
        url = urllib.parse.urlsplit(self.path)
        query = dict(urllib.parse.parse_qsl(url.query))
        self.requests.append(query)
        issues = [each for each in self.issues if each["updated_at"] >= query.get("since", "")]
        found = {"users": self.issues, "orders": [{"id": 7}]} if url.path == "/both" else issues
        body = json.dumps(found).encode()
        self.send_response(200)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *arguments):
        pass


@unittest.skipUnless(SERVER, "PAGINATOR does not name the server")
class SkillTests(unittest.TestCase):
    def setUp(self):
        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), API)
        self.addCleanup(self.server.server_close)
        self.addCleanup(self.server.shutdown)
        threading.Thread(target=self.server.serve_forever, args=(0.05,), daemon=True).start()
        self.url = f"http://127.0.0.1:{self.server.server_address[1]}"
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = folder.name
        API.issues = [{"id": n, "updated_at": f"2024-01-0{n}T00:00:00Z"} for n in (1, 2, 3)]
        API.requests = []

    def step(self, number):
        """The code of a step, without its line breaks."""
        text = SKILL.read_text("utf-8")
        step = re.search(rf"^{number}\. .*?(?=^\d\. |^\S)", text + "\n.", re.M | re.S)[0]
        return [" ".join(code.split()) for code in re.findall(r"`([^`]+)`", step)]

    def run_command(self, *words):
        return subprocess.run(
            [SERVER, *words], cwd=self.folder, capture_output=True, text=True,
            timeout=PATIENCE_SECONDS, check=False,
        )

    def test_step_5_fetches_what_is_new(self):
        command = next(code for code in self.step(5) if code.startswith("paginator fetch "))
        words = shlex.split(command.replace("https://api.example.com", self.url))[1:]
        for count in (3, 4):
            ended = self.run_command(*words)
            self.assertEqual(ended.returncode, 0, ended.stderr)
            with sqlite3.connect(f"{self.folder}/new.sqlite") as table:
                self.assertEqual(table.execute("SELECT count(*) FROM issues").fetchone(), (count,))
            table.close()
            API.issues.append({"id": 4, "updated_at": "2024-01-04T00:00:00Z"})
        since = list(dict.fromkeys(each["since"] for each in API.requests))
        self.assertEqual(since, ["2024-01-01T00:00:00Z", "2024-01-03T00:00:00Z"])

    def test_step_1_chooses_among_several_lists(self):
        options = next(code for code in self.step(1) if code.startswith("--items "))
        said = self.run_command("detect", self.url + "/both").stdout
        self.assertIn("Several lists could be the items.", said)
        ended = self.run_command("fetch", self.url + "/both", *options.split())
        self.assertEqual((ended.returncode, ended.stdout), (0, '{"id": 7}\n'), ended.stderr)


if __name__ == "__main__":
    unittest.main()
