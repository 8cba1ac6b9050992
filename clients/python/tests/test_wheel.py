"""The wheel that carries the server: what is in it, and what it is to a clean environment."""

import base64
import hashlib
import os
import struct
import subprocess
import sys
import tempfile
import unittest
import zipfile
from pathlib import Path
from typing import List

PACKAGE = Path(__file__).resolve().parent.parent
SCRIPT = PACKAGE / "wheel.py"
SERVER = os.environ.get("PAGINATOR")
SMALL = "/bin/true"
"""A program that is packed quickly."""
FOREIGN = Path("/bin/bash")
"""A program that needs a library which not every Linux has."""


def run(*command: str, **environment: str) -> "subprocess.CompletedProcess[str]":
    kept = {name: value for name, value in os.environ.items() if name != "PAGINATOR"}
    return subprocess.run(
        command, env={**kept, **environment}, text=True, cwd=tempfile.gettempdir(),
        stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
    )


def packed(output: Path, executable: str, **environment: str) -> Path:
    ended = run(
        sys.executable, str(SCRIPT), "--executable", executable, "--output", str(output),
        **environment,
    )
    if ended.returncode != 0:
        raise unittest.SkipTest(f"this executable cannot be packed: {ended.stdout.strip()}")
    return Path(ended.stdout.splitlines()[-1])


@unittest.skipUnless(sys.platform == "linux", "wheels with the server are made on Linux")
@unittest.skipUnless(SCRIPT.exists(), "wheel.py is not beside this package")
class WheelTests(unittest.TestCase):
    folder: Path
    wheel: Path

    @classmethod
    def setUpClass(cls) -> None:
        if not SERVER:
            raise unittest.SkipTest("PAGINATOR does not name the server")
        scratch = tempfile.TemporaryDirectory()
        cls.addClassCleanup(scratch.cleanup)
        cls.folder = Path(scratch.name)
        cls.wheel = packed(cls.folder / "first", SERVER)

    def test_files_are_recorded_with_their_digests(self) -> None:
        with zipfile.ZipFile(self.wheel) as archive:
            names = archive.namelist()
            [record] = [name for name in names if name.endswith("/RECORD")]
            lines = [line.split(",") for line in archive.read(record).decode().splitlines()]
            self.assertEqual([line[0] for line in lines], names)
            for name, digest, size in lines[:-1]:
                content = archive.read(name)
                found = base64.urlsafe_b64encode(hashlib.sha256(content).digest()).decode()
                self.assertEqual(digest, "sha256=" + found.rstrip("="), name)
                self.assertEqual(int(size), len(content))
            [script] = [entry for entry in archive.infolist() if "/scripts/" in entry.filename]
            self.assertTrue(script.filename.endswith(".data/scripts/paginator"))
            self.assertEqual(script.external_attr >> 16 & 0o777, 0o755)
            facts = archive.read(record.replace("RECORD", "WHEEL")).decode()
            self.assertIn("Root-Is-Purelib: false\n", facts)
            tag = self.wheel.stem.split("-", 2)[2]
            self.assertIn(f"Tag: {tag}\n", facts)
            self.assertRegex(tag, r"^py3-none-manylinux_2_\d+_\w+$")
            self.assertTrue(any(name.endswith(".dist-info/LICENSE") for name in names))

    def test_two_builds_are_equal(self) -> None:
        wheels = [packed(self.folder / each, SMALL).read_bytes() for each in ("a", "b")]
        self.assertEqual(*wheels)
        other = packed(self.folder / "c", SMALL, SOURCE_DATE_EPOCH="1000000000")
        with zipfile.ZipFile(other) as archive:
            self.assertEqual({entry.date_time[0] for entry in archive.infolist()}, {2001})

    def test_a_clean_environment_gets_the_server_and_its_client(self) -> None:
        venv = self.folder / "venv"
        made = run(sys.executable, "-m", "venv", str(venv))
        if made.returncode != 0:
            self.skipTest(f"no virtual environment can be made: {made.stdout.strip()}")
        python = str(venv / "bin" / "python")
        installed = run(
            python, "-m", "pip", "install", "--no-index", "--no-deps", str(self.wheel)
        )
        self.assertEqual(installed.returncode, 0, installed.stdout)
        said = run(str(venv / "bin" / "paginator"), "--version")
        self.assertTrue(said.stdout.startswith("paginator "), said.stdout)
        program = (
            "import paginator\n"
            "with paginator.Client() as client: print(client.server.name, paginator.__file__)"
        )
        tried = run(python, "-c", program, PATH="/nowhere", PYTHONPATH="")
        self.assertTrue(tried.stdout.startswith(f"paginator {venv}"), tried.stdout)
        self.assertEqual(self.found(python), [str(venv / "bin" / "paginator")])
        listed = run(python, "-m", "pip", "show", "--files", "paginator-client")
        self.assertIn("bin/paginator", listed.stdout)
        self.assertIn("License: Apache-2.0", listed.stdout)

    def found(self, python: str) -> List[str]:
        program = "from paginator._transport.executable import find_executable as f; print(f())"
        return run(python, "-c", program, PATH="/nowhere", PYTHONPATH="").stdout.splitlines()

    def test_an_executable_of_macos_says_which_macos_it_needs(self) -> None:
        def executable(major: int, minor: int, library: str) -> str:
            name = library.encode() + b"\0" * (8 - len(library) % 8)
            commands = struct.pack("<IIIIII", 0x32, 24, 1, major << 16 | minor << 8, 0, 0)
            commands += struct.pack("<IIIIII", 0xC, 24 + len(name), 24, 0, 0, 0) + name
            head = struct.pack("<IIIIIIII", 0xFEEDFACF, 0x0100000C, 0, 2, 2, len(commands), 0, 0)
            path = Path(self.folder, f"mac-{major}-{minor}")
            path.write_bytes(head + commands)
            return str(path)

        for (major, minor), tag in (((13, 0), "13_0"), ((13, 3), "14_0"), ((10, 15), "10_15")):
            wheel = packed(self.folder, executable(major, minor, "/usr/lib/libSystem.B.dylib"))
            self.assertTrue(wheel.name.endswith(f"-macosx_{tag}_arm64.whl"), wheel.name)
        foreign = executable(13, 0, "/opt/homebrew/lib/libx.dylib")
        ended = run(sys.executable, str(SCRIPT), "--executable", foreign)
        self.assertEqual(ended.returncode, 1)
        self.assertIn("/opt/homebrew/lib/libx.dylib, which not every Mac has", ended.stdout)

    def test_what_cannot_be_packed_is_refused(self) -> None:
        wrong = {str(SCRIPT): "is no 64-bit executable", "/does/not/exist": "does not exist"}
        if FOREIGN.exists():
            wrong[str(FOREIGN)] = "which not every Linux has"
        damaged = self.folder / "damaged"
        damaged.write_bytes(Path(str(SERVER)).read_bytes()[:4096])
        wrong[str(damaged)] = "is cut off or damaged"
        for executable, expected in wrong.items():
            ended = run(sys.executable, str(SCRIPT), "--executable", executable)
            self.assertEqual(ended.returncode, 1, ended.stdout)
            self.assertIn(expected, ended.stdout)


if __name__ == "__main__":
    unittest.main()
