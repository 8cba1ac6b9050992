#!/usr/bin/env python3
"""Writes everything that is released for the platform that this runs on, into a folder.

    python3 .ci/release.py OUTPUT [--executable FILE]    archive, wheel, npm packages, VSIX
    python3 .ci/release.py --sums OUTPUT                 SHA256SUMS of all that is in the folder
    python3 .ci/release.py --check [TAG]                 all versions are one, that of the tag
    python3 .ci/release.py --notes                       what CHANGELOG.md says of this version

The executable is a release that is built now, unless one is given. Two runs from one commit with one
executable are equal byte for byte.
"""

import hashlib
import pathlib
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
CLIENTS = ROOT / "clients"
sys.path.insert(0, str(CLIENTS))

from archive import write_tarball  # noqa: E402
from executable import NotPackable, executable_from, read_executable  # noqa: E402

CHANGELOG = ROOT / ".github" / "CHANGELOG.md"
SUMS = "SHA256SUMS"

# Every place that says which version this is: its file, and how it says it.
VERSIONS = (
    ("Sources/Fronts/Commands/Program.swift", r'static let version = "([^"]+)"'),
    ("clients/python/paginator/_version.py", r'^VERSION = "([^"]+)"'),
    ("clients/spark/paginator_spark/_version.py", r'^VERSION = "([^"]+)"'),
    ("clients/node/package.json", r'^  "version": "([^"]+)"'),
    ("clients/vscode/package.json", r'^  "version": "([^"]+)"'),
    ("clients/web/package.json", r'^  "version": "([^"]+)"'),
    ("clients/emacs/paginator.el", r"^;; Version: (\S+)"),
)

SCRIPTS = ("clients/python/wheel.py", "clients/node/package.py", "clients/vscode/package.py")


def versions():
    """The version that each file says."""
    found = {}
    for name, pattern in VERSIONS:
        text = (ROOT / name).read_text(encoding="utf-8")
        match = re.search(pattern, text, re.M)
        if match is None:
            sys.exit(f"release.py: {name} does not say its version as /{pattern}/.")
        found[name] = match[1]
    return found


def check(tag):
    found = versions()
    if len(set(found.values())) > 1:
        lines = "".join(f"\n  {version}  {name}" for name, version in found.items())
        sys.exit(f"release.py: the versions differ:{lines}")
    version = next(iter(found.values()))
    if tag is not None and tag != f"v{version}":
        sys.exit(f"release.py: the tag is {tag}, and the version {version}: it takes v{version}.")
    notes(version)


def notes(version):
    """The section of CHANGELOG.md about a version."""
    text = CHANGELOG.read_text(encoding="utf-8")
    match = re.search(rf"^## {re.escape(version)}\b.*?\n(.*?)(?=^## |\Z)", text, re.M | re.S)
    if match is None or not match[1].strip():
        sys.exit(f"release.py: {CHANGELOG.relative_to(ROOT)} has no section {version}.")
    return match[1].strip()


def pack(output, given):
    executable = executable_from(given)
    facts = read_executable(executable)
    platform = facts.editor_platform
    print(f"{executable} is for {facts.wheel_platform}", file=sys.stderr)
    name = f"paginator-{next(iter(versions().values()))}-{platform}"
    output.mkdir(parents=True, exist_ok=True)
    files = {
        "paginator": (executable.read_bytes(), 0o755),
        "LICENSE": ((ROOT / "LICENSE").read_bytes(), 0o644),
        "README.md": ((ROOT / "README.md").read_bytes(), 0o644),
        "CHANGELOG.md": (CHANGELOG.read_bytes(), 0o644),
    }
    archive = output / f"{name}.tar.gz"
    write_tarball(archive, {f"{name}/{each}": file for each, file in files.items()})
    print(archive)
    for script in SCRIPTS:
        subprocess.run(
            [sys.executable, ROOT / script, "--executable", executable, "--output", output],
            check=True,
        )
    if platform == "linux-x64":
        # The extension without a server is for every other platform.
        subprocess.run([sys.executable, ROOT / SCRIPTS[2], "--output", output], check=True)


def sums(output):
    names = sorted(path.name for path in output.iterdir() if path.is_file() and path.name != SUMS)
    if not names:
        sys.exit(f"release.py: {output} is empty.")
    lines = [f"{hashlib.sha256((output / name).read_bytes()).hexdigest()}  {name}\n" for name in names]
    (output / SUMS).write_text("".join(lines), encoding="utf-8")
    print(output / SUMS)


def main(arguments):
    if arguments[:1] == ["--check"] and len(arguments) <= 2:
        return check(arguments[1] if len(arguments) == 2 else None)
    if arguments == ["--notes"]:
        return print(notes(next(iter(versions().values()))))
    if arguments[:1] == ["--sums"] and len(arguments) == 2:
        return sums(pathlib.Path(arguments[1]))
    if len(arguments) == 1 and not arguments[0].startswith("-"):
        return pack(pathlib.Path(arguments[0]).resolve(), None)
    if len(arguments) == 3 and arguments[1] == "--executable":
        return pack(pathlib.Path(arguments[0]).resolve(), arguments[2])
    return sys.exit(__doc__)


if __name__ == "__main__":
    try:
        main(sys.argv[1:])
    except NotPackable as error:
        sys.exit(f"release.py: {error}")
    except subprocess.CalledProcessError as error:
        sys.exit(f"release.py: {' '.join(map(str, error.cmd))} has failed.")
