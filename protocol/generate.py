#!/usr/bin/env python3
"""Writes all that is made from protocol/openrpc.json: the JSON Schemas, the tables of
protocol/README.md, the clients' types and method lists. Also makes Python's synchronous client
from the asynchronous one.

    python3 protocol/generate.py            write the files
    python3 protocol/generate.py --check    exit 1 where a file is not what would be written

Needs Python 3.9 or newer, and nothing else.
"""

import difflib
import json
import os
import pathlib
import sys

from generators import (
    error_classes, node_types, python_arguments, python_methods, python_sync, python_types,
    python_views, readme, schemas,
)

ROOT = pathlib.Path(__file__).resolve().parent.parent
DOCUMENT = ROOT / "protocol" / "openrpc.json"
GENERATORS = (
    schemas, python_types, python_methods, python_arguments, python_sync, python_views, node_types,
    error_classes,
)


def wanted_files(document):
    """The text of every generated file, by its path in the project."""
    files = readme.files(document)
    plain = described(document)
    for generator in GENERATORS:
        files.update(generator.files(plain))
    return files


def described(value):
    """The document with the meanings in `x-values` as part of the descriptions."""
    if isinstance(value, list):
        return [described(element) for element in value]
    if not isinstance(value, dict):
        return value
    own = ("x-values", "x-doubts", "x-section")
    plain = {name: described(member) for name, member in value.items() if name not in own}
    if "x-values" in value:
        meanings = (f"{name}: {text}." for name, text in value["x-values"].items())
        plain["description"] = " ".join([value["description"], *meanings])
    return plain


def superfluous_files(wanted):
    """Files in the generators' own folders that nothing writes."""
    for generator in GENERATORS:
        for folder, ending in getattr(generator, "FOLDERS", ()):
            for path in sorted((ROOT / folder).glob("*" + ending)):
                name = path.relative_to(ROOT).as_posix()
                if name not in wanted:
                    yield name


def show_difference(name, old, new):
    print(f"{name} is out of date: run python3 protocol/generate.py")
    sys.stdout.writelines(
        difflib.unified_diff(
            old.splitlines(True), new.splitlines(True), name, "what would be written", n=1
        )
    )


def write(path, text):
    """Replaces a file at once, so that nobody reads half of it."""
    path.parent.mkdir(parents=True, exist_ok=True)
    partial = path.with_name(path.name + ".new")
    partial.write_text(text, encoding="utf-8")
    os.replace(partial, path)


def main():
    is_check = sys.argv[1:] == ["--check"]
    if sys.argv[1:] and not is_check:
        sys.exit(__doc__)
    wanted = wanted_files(json.loads(DOCUMENT.read_text(encoding="utf-8")))
    is_stale = False
    for name, text in wanted.items():
        path = ROOT / name
        old = path.read_text(encoding="utf-8") if path.exists() else ""
        if old == text:
            continue
        is_stale = True
        if is_check:
            show_difference(name, old, text)
        else:
            write(path, text)
            print(f"wrote {name}")
    for name in superfluous_files(wanted):
        is_stale = True
        if is_check:
            print(f"{name} is written by nothing: delete it")
        else:
            (ROOT / name).unlink()
            print(f"deleted {name}")
    sys.exit(1 if is_stale and is_check else 0)


if __name__ == "__main__":
    main()
