"""Finds the server: by the argument, PAGINATOR, this package's own scripts, or PATH."""

from __future__ import annotations

import os
import shutil
import sysconfig
from pathlib import Path
from typing import Dict, Iterator, Mapping, Optional, Union

from .._errors import ServerNotFound

EXECUTABLE = "paginator"
"""The name of the executable."""

VARIABLE = "PAGINATOR"
"""The environment variable that names the executable."""

Executable = Union[str, "os.PathLike[str]"]


def find_executable(
    executable: Optional[Executable] = None, env: Optional[Mapping[str, str]] = None
) -> str:
    """The path of the server; ServerNotFound says what to do."""
    environment = environment_with(env)
    if executable is not None:
        return _named(os.fspath(executable), "the argument executable", environment)
    if environment.get(VARIABLE):
        return _named(environment[VARIABLE], f"the environment variable {VARIABLE}", environment)
    for folder in _own_folders():
        found = shutil.which(str(folder / EXECUTABLE))
        if found is not None:
            return found
    found = shutil.which(EXECUTABLE, path=environment.get("PATH"))
    if found is None:
        raise ServerNotFound(
            "The server's executable was not found. Install the wheel that carries it "
            "(clients/python/README.md says how it is built), "
            f"put {EXECUTABLE} into PATH, or name it by the argument executable or the "
            f"environment variable {VARIABLE}.",
            kind="serverNotFound",
        )
    return found


def _named(wanted: str, said_by: str, environment: Mapping[str, str]) -> str:
    found = shutil.which(wanted, path=environment.get("PATH"))
    if found is None:
        problem = "is not executable" if os.path.exists(wanted) else "does not exist"
        raise ServerNotFound(
            f"{wanted} {problem}: {said_by} must name the server's executable.",
            kind="serverNotFound",
        )
    return found


def _own_folders() -> Iterator[Path]:
    """The folders of scripts of this package's installation."""
    package = Path(__file__).resolve().parents[1]
    for scheme in (None, f"{os.name}_user"):
        try:
            paths = sysconfig.get_paths() if scheme is None else sysconfig.get_paths(scheme)
        except KeyError:
            continue
        if Path(paths["purelib"]).resolve() == package.parent or scheme is None:
            yield Path(paths["scripts"])
    yield package.parent / "bin"  # pip install --target


def environment_with(env: Optional[Mapping[str, str]]) -> Dict[str, str]:
    """This process's environment with some variables added."""
    return {**os.environ, **(env or {})}
