import ast
import re
import unittest
from pathlib import Path

README = Path(__file__).resolve().parent.parent / "README.md"


@unittest.skipUnless(README.exists(), "README.md is not beside this package")
class ReadmeTests(unittest.TestCase):
    def test_examples_are_python(self) -> None:
        examples = re.findall(r"```python\n(.*?)```", README.read_text(encoding="utf-8"), re.S)
        self.assertGreater(len(examples), 8)
        for example in examples:
            with self.subTest(example.splitlines()[0]):
                compile(example, "README.md", "exec", flags=ast.PyCF_ALLOW_TOP_LEVEL_AWAIT)

    def test_names_in_examples_exist(self) -> None:
        import paginator

        names = re.findall(r"\bpaginator\.([A-Za-z]\w+)", README.read_text(encoding="utf-8"))
        for name in sorted(set(names) - {"types"}):
            with self.subTest(name):
                self.assertTrue(hasattr(paginator, name))


if __name__ == "__main__":
    unittest.main()
