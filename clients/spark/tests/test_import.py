"""The error of importing the package where something is missing."""

import os
import subprocess
import sys
import unittest

HERE = os.path.dirname(os.path.abspath(__file__))


class ImportTests(unittest.TestCase):
    def test_a_missing_pyarrow_is_said_with_the_python_that_lacks_it(self):
        run = subprocess.run(
            [sys.executable, "-c",
             "import sys; sys.modules['pyarrow'] = None; import paginator_spark"],
            cwd=os.path.dirname(HERE), capture_output=True, text=True, check=False)
        self.assertEqual(run.returncode, 1)
        last = run.stderr.strip().splitlines()[-1]
        self.assertTrue(last.startswith("ImportError: paginator-spark needs PyArrow"), last)
        self.assertIn(f"{sys.executable} -m pip install pyarrow", last)
        self.assertIn("PYSPARK_PYTHON", last)


if __name__ == "__main__":
    unittest.main()
