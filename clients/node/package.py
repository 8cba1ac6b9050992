#!/usr/bin/env python3
"""Writes the packages for npm: this client, and the server for one platform.

    python3 clients/node/package.py [--executable FILE] [--output DIR]

The client has the packages of all platforms as optional dependencies; npm installs the one whose
`os` and `cpu` fit, and its `bin/paginator` is found there. The executable is a release that is built
now, unless one is given. Both paths are printed. Needs Python 3.9 or newer, and no npm.
"""

import argparse
import json
import pathlib
import sys

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent))

from archive import write_tarball  # noqa: E402
from executable import NotPackable, executable_from, read_executable  # noqa: E402

LICENSE = HERE.parent.parent / "LICENSE"

PLATFORMS = ("darwin-arm64", "darwin-x64", "linux-arm64", "linux-x64")

README = """\
# {name}

The server of the package `paginator-client` for {platform}. Install that one: npm brings this one along
where it fits.
"""


def json_bytes(value):
    return (json.dumps(value, indent=2) + "\n").encode()


def client_files(package):
    """The client as npm packs it, with the packages of the platforms."""
    names = [f"{package['name']}-{each}" for each in PLATFORMS]
    packed = {name: value for name, value in package.items() if name != "scripts"}
    packed["optionalDependencies"] = dict.fromkeys(names, package["version"])
    files = {"package.json": json_bytes(packed), "README.md": (HERE / "README.md").read_bytes()}
    for entry in package["files"]:
        if entry == "LICENSE":
            continue
        place = HERE / entry
        paths = sorted(place.rglob("*")) if place.is_dir() else [place]
        for path in paths:
            if path.is_file():
                files[path.relative_to(HERE).as_posix()] = path.read_bytes()
    return {name: (content, 0o644) for name, content in files.items()}


def platform_files(package, platform, executable):
    """The server for one platform: its executable, and for whom npm installs it."""
    system, processor = platform.split("-")
    name = f"{package['name']}-{platform}"
    packed = {
        "name": name, "version": package["version"],
        "description": f"The Paginator server for {platform}",
        "license": package["license"], "author": package["author"],
        "os": [system], "cpu": [processor], "preferUnplugged": True, "files": ["bin/"],
    }
    if system == "linux":
        packed["libc"] = ["glibc"]
    readme = README.format(name=name, platform=platform)
    return name, {
        "package.json": (json_bytes(packed), 0o644), "README.md": (readme.encode(), 0o644),
        "bin/paginator": (executable, 0o755),
    }


def main():
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--executable", metavar="FILE", help="default: a release is built")
    parser.add_argument("--output", metavar="DIR", default=HERE / "dist", type=pathlib.Path)
    arguments = parser.parse_args()
    package = json.loads((HERE / "package.json").read_text(encoding="utf-8"))
    try:
        executable = executable_from(arguments.executable)
        platform = read_executable(executable).editor_platform
    except NotPackable as error:
        sys.exit(f"package.py: {error}")
    name, files = platform_files(package, platform, executable.read_bytes())
    arguments.output.mkdir(parents=True, exist_ok=True)
    for name, files in ((package["name"], client_files(package)), (name, files)):
        files["LICENSE"] = (LICENSE.read_bytes(), 0o644)
        path = arguments.output / f"{name}-{package['version']}.tgz"
        write_tarball(path, {f"package/{each}": file for each, file in files.items()})
        print(path)


if __name__ == "__main__":
    main()
