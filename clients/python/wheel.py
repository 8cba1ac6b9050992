#!/usr/bin/env python3
"""Writes a wheel that carries the server's executable, as a script: `pip install` puts it on PATH.

    python3 clients/python/wheel.py [--executable FILE] [--output DIR]

Builds the release executable unless one is given, and prints the wheel's path last. Two builds
from one commit are equal byte for byte; SOURCE_DATE_EPOCH sets their time.
"""

import argparse
import base64
import hashlib
import pathlib
import re
import sys

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent))

from archive import write_archive  # noqa: E402
from executable import NotPackable, executable_from, read_executable  # noqa: E402

try:
    import tomllib
except ImportError:  # Before Python 3.11.
    from pip._vendor import tomli as tomllib

LICENSE = HERE.parent.parent / "LICENSE"


def project():
    return tomllib.loads((HERE / "pyproject.toml").read_text(encoding="utf-8"))


def version():
    text = (HERE / "paginator" / "_version.py").read_text(encoding="utf-8")
    return re.search(r'^VERSION = "(.+)"', text, re.M)[1]


def metadata(settings):
    """The text of METADATA, from pyproject.toml."""
    lines = [
        "Metadata-Version: 2.1", f"Name: {settings['name']}", f"Version: {version()}",
        f"Summary: {settings['description']}",
        f"Author: {', '.join(author['name'] for author in settings['authors'])}",
        f"License: {settings['license']['text']}",
        f"Keywords: {','.join(settings['keywords'])}",
        *(f"Classifier: {each}" for each in settings["classifiers"]),
        f"Requires-Python: {settings['requires-python']}",
    ]
    for extra, needed in settings["optional-dependencies"].items():
        lines.append(f"Provides-Extra: {extra}")
        lines += [f'Requires-Dist: {each}; extra == "{extra}"' for each in needed]
    lines += ["Description-Content-Type: text/markdown", "License-File: LICENSE"]
    return "\n".join(lines) + "\n\n" + (HERE / "README.md").read_text(encoding="utf-8")


def contents(tool, executable, platform):
    """The files of the wheel but for RECORD: bytes and modes by name."""
    settings = tool["project"]
    name = f"{settings['name'].replace('-', '_')}-{version()}"
    facts = (
        "Wheel-Version: 1.0\nGenerator: paginator wheel.py\nRoot-Is-Purelib: false\n"
        f"Tag: py3-none-{platform}\n"
    )
    files = {}
    for package in tool["tool"]["setuptools"]["packages"]:
        folder = HERE / package.replace(".", "/")
        for path in sorted(folder.iterdir()):
            if path.suffix == ".py" or path.name == "py.typed":
                files[path.relative_to(HERE).as_posix()] = (path.read_bytes(), 0o644)
    files[f"{name}.data/scripts/paginator"] = (executable, 0o755)
    files[f"{name}.dist-info/LICENSE"] = (LICENSE.read_bytes(), 0o644)
    files[f"{name}.dist-info/METADATA"] = (metadata(settings).encode(), 0o644)
    files[f"{name}.dist-info/WHEEL"] = (facts.encode(), 0o644)
    return name, files


def record(files, name):
    """RECORD: each file with its SHA-256 and its size."""
    lines = []
    for path, (content, _) in files.items():
        digest = base64.urlsafe_b64encode(hashlib.sha256(content).digest()).rstrip(b"=").decode()
        lines.append(f"{path},sha256={digest},{len(content)}")
    return "\n".join([*lines, f"{name}.dist-info/RECORD,,", ""])


def main():
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--executable", metavar="FILE", help="default: a release is built")
    parser.add_argument("--output", metavar="DIR", default=HERE / "dist", type=pathlib.Path)
    arguments = parser.parse_args()
    try:
        executable = executable_from(arguments.executable)
        platform = read_executable(executable).wheel_platform
    except NotPackable as error:
        sys.exit(f"wheel.py: {error}")
    name, files = contents(project(), executable.read_bytes(), platform)
    files[f"{name}.dist-info/RECORD"] = (record(files, name).encode(), 0o644)
    arguments.output.mkdir(parents=True, exist_ok=True)
    path = arguments.output / f"{name}-py3-none-{platform}.whl"
    write_archive(path, files)
    print(path)


if __name__ == "__main__":
    main()
