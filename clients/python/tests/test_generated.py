"""The synchronous client is the asynchronous one, and both have every method."""

import json
import subprocess
import sys
import unittest
from pathlib import Path

import paginator

PROJECT = Path(__file__).resolve().parents[3]
GENERATOR = PROJECT / "protocol" / "generate.py"


@unittest.skipUnless(GENERATOR.exists(), "protocol/generate.py is not beside this package")
class GeneratedTests(unittest.TestCase):
    def test_nothing_is_out_of_date(self) -> None:
        ended = subprocess.run(
            [sys.executable, str(GENERATOR), "--check"], stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT, text=True,
        )
        self.assertEqual(ended.returncode, 0, ended.stdout)

    def test_both_clients_have_the_same_members(self) -> None:
        pairs = [
            (paginator.Client, paginator.AsyncClient), (paginator.Pages, paginator.AsyncPages),
        ]
        for synchronous, asynchronous in pairs:
            names = [
                {name for name in dir(each) if not name.startswith("_")}
                for each in (synchronous, asynchronous)
            ]
            self.assertEqual(*names)

    def test_every_method_of_the_document_can_be_called(self) -> None:
        text = (PROJECT / "protocol" / "openrpc.json").read_text(encoding="utf-8")
        sys.path.insert(0, str(GENERATOR.parent))
        self.addCleanup(sys.path.remove, str(GENERATOR.parent))
        from generators.python_types import (  # type: ignore[import-not-found,unused-ignore]
            pascal,
            snake_case,
        )

        for method in json.loads(text)["methods"]:
            title = pascal(method["name"])
            name = snake_case(title[0].lower() + title[1:])
            self.assertTrue(hasattr(paginator._client.Methods, name), name)


if __name__ == "__main__":
    unittest.main()
