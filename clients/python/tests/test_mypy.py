"""The package and the README's examples, checked by a strict type checker."""

import os
import re
import shutil
import subprocess
import tempfile
import unittest
from typing import Optional

from .test_readme import PACKAGE, README, examples

OLDEST = "3.9"


def mypy() -> Optional[str]:
    """The program that the environment variable MYPY names, else mypy in PATH."""
    return os.environ.get("MYPY") or shutil.which("mypy")


@unittest.skipUnless(mypy(), "mypy is not installed: put it in PATH, or name it in MYPY")
class TypeTests(unittest.TestCase):
    cache: "tempfile.TemporaryDirectory[str]"

    @classmethod
    def setUpClass(cls) -> None:
        cls.cache = tempfile.TemporaryDirectory()
        cls.addClassCleanup(cls.cache.cleanup)

    def check(self, *arguments: str) -> str:
        """The complaints of mypy; empty where there are none."""
        ended = subprocess.run(
            [str(mypy()), "--strict", "--python-version", OLDEST, "--config-file=",
             "--no-error-summary", "--cache-dir", self.cache.name, *arguments],
            cwd=PACKAGE, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
        )
        self.assertEqual(ended.returncode == 0, not ended.stdout, ended.stdout)
        return ended.stdout

    def test_the_package_is_strictly_typed(self) -> None:
        self.assertEqual(self.check("--package", "paginator"), "")

    @unittest.skipUnless(README.exists(), "README.md is not beside this package")
    def test_examples_of_the_readme_are_strictly_typed(self) -> None:
        # Examples do not say what their functions take and give.
        code = re.sub(r"def (\w+)\((\w+)\):", r"def \1(\2: Any) -> Any:", "\n".join(examples()))
        code = code.replace("def main():", "def main() -> None:")
        self.assertEqual(self.check("--command", f"from typing import Any\n{code}"), "")

    def test_what_is_wrong_is_found(self) -> None:
        wrong = [
            'paginator.open("u", per_pag=5)',
            'paginator.open("u", per_page="5")',
            'paginator.open("u", pagination={"strategy": "pages"})',
            'paginator.open("u").next().numbers',
            'paginator.open("u").page("1")',
        ]
        said = self.check("--command", "\n".join(["import paginator", *wrong]))
        for number, code in enumerate(wrong, 2):
            self.assertIn(f"<string>:{number}: error", said, code)


if __name__ == "__main__":
    unittest.main()
