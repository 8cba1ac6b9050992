"""The synchronous client is the asynchronous one, and both have every method."""

import json
import shutil
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

import paginator

PROJECT = Path(__file__).resolve().parents[3]
GENERATOR = PROJECT / "protocol" / "generate.py"


@unittest.skipUnless(GENERATOR.exists(), "protocol/generate.py is not beside this package")
class GeneratedTests(unittest.TestCase):
    def generate(
        self, *arguments: str, project: Path = PROJECT
    ) -> "subprocess.CompletedProcess[str]":
        return subprocess.run(
            [sys.executable, str(project / "protocol" / "generate.py"), *arguments],
            stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
        )

    def test_nothing_is_out_of_date(self) -> None:
        ended = self.generate("--check")
        self.assertEqual(ended.returncode, 0, ended.stdout)

    def test_drift_is_found(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            project = Path(folder)
            for part in ["protocol", "clients"]:
                shutil.copytree(PROJECT / part, project / part, symlinks=True)
            document = project / "protocol" / "openrpc.json"
            text = document.read_text(encoding="utf-8")
            self.assertIn('"pagesMax"', text)
            document.write_text(text.replace('"pagesMax"', '"pagesMost"'), encoding="utf-8")
            self.assertEqual(self.generate("--check", project=project).returncode, 1)
            self.assertEqual(self.generate(project=project).returncode, 0)
            self.assertEqual(self.generate("--check", project=project).returncode, 0)

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
