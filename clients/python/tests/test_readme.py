"""The README's examples, run in their order against the sample API, and its picture."""

import contextlib
import importlib.util
import io
import os
import re
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path
from typing import Any, Dict, List
from unittest import mock

import paginator

from .support import SampleAPI

PACKAGE = Path(__file__).resolve().parent.parent
README = PACKAGE / "README.md"
SERVER = os.environ.get("PAGINATOR")


def examples() -> List[str]:
    """The blocks of Python, but for the picture, which has a test of its own."""
    text = README.read_text(encoding="utf-8")
    text = re.sub(r"<!-- Written by .*?<!-- to here", "", text, flags=re.S)
    return re.findall(r"```python\n(.*?)```", text, re.S)


@unittest.skipUnless(README.exists(), "README.md is not beside this package")
class ReadmeTests(unittest.TestCase):
    @unittest.skipUnless(SERVER, "PAGINATOR does not name the server")
    def test_examples_run(self) -> None:
        api = SampleAPI()
        self.addCleanup(api.close)
        # Their files go into a folder of their own.
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.addCleanup(os.chdir, os.getcwd())
        os.chdir(folder.name)
        names: Dict[str, Any] = {}
        shown = io.StringIO()
        with mock.patch.dict(os.environ, GITHUB_TOKEN="1234"), contextlib.redirect_stdout(shown):
            for example in examples():
                if "to_frame" in example and importlib.util.find_spec("pandas") is None:
                    continue
                code = example.replace("https://api.example.com/articles", f"{api.url}/page")
                code = code.replace("https://api.example.com/find", f"{api.url}/find")
                code = code.replace("https://api.github.com/orgs/swiftlang/repos", f"{api.url}/link")
                exec(compile(code, "README.md", "exec"), names)
        for value in names.values():
            if isinstance(value, (paginator.Client, paginator.Pages)):
                value.close()
        said = shown.getvalue()
        self.assertEqual(said.count("Late birds of Fez\n"), 2, "both loops print the first title")
        self.assertIn("1 100 True\nben-ford\n", said)
        self.assertIn("250 items, page 10", said)
        self.assertIn("complete 250 {'kind': 'totalReached'", said)
        self.assertIn("complete 250 rows are new\n", said)
        self.assertIn("250 {'count': 6, 'dense': 0, 'requests': ", said)
        self.assertIn("that was all\n", said)
        self.assertIn("GET http://127.0.0.1", said)

    @unittest.skipUnless(SERVER, "PAGINATOR does not name the server")
    def test_picture_is_what_a_run_looks_like(self) -> None:
        ended = subprocess.run(
            [sys.executable, "picture.py", "--check"], cwd=PACKAGE,
            stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
        )
        self.assertEqual(ended.returncode, 0, ended.stdout)


if __name__ == "__main__":
    unittest.main()
