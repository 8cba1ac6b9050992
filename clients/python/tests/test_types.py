import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

GENERATOR = Path(__file__).resolve().parent.parent.parent / "generate.py"


@unittest.skipUnless(GENERATOR.exists(), "clients/generate.py is not beside this package")
class GeneratedTypesTests(unittest.TestCase):
    def run_generator(self, path: Path) -> int:
        return subprocess.run(
            [sys.executable, str(path), "--check"], stdout=subprocess.DEVNULL
        ).returncode

    def test_are_what_the_protocol_says(self) -> None:
        self.assertEqual(self.run_generator(GENERATOR), 0, "run clients/generate.py")

    def test_drift_is_found(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            root = Path(folder)
            (root / "clients" / "python" / "paginator").mkdir(parents=True)
            (root / "protocol").mkdir()
            copy = root / "clients" / "generate.py"
            copy.write_bytes(GENERATOR.read_bytes())
            document = GENERATOR.parent.parent / "protocol" / "openrpc.json"
            (root / "protocol" / "openrpc.json").write_bytes(document.read_bytes())
            self.assertEqual(self.run_generator(copy), 1)
            subprocess.run([sys.executable, str(copy)], stdout=subprocess.DEVNULL, check=True)
            self.assertEqual(self.run_generator(copy), 0)
            text = document.read_text(encoding="utf-8").replace('"pagesMax"', '"pagesMost"')
            (root / "protocol" / "openrpc.json").write_text(text, encoding="utf-8")
            self.assertEqual(self.run_generator(copy), 1)


if __name__ == "__main__":
    unittest.main()
