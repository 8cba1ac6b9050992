"""Zip archives that are equal byte for byte where their contents are."""

import os
import subprocess
import time
import zipfile

from executable import ROOT

EARLIEST = 315532800
"""1980-01-01, before which zip archives know no time."""


def build_time():
    """SOURCE_DATE_EPOCH, else the time of the commit, as zip archives spell it."""
    seconds = os.environ.get("SOURCE_DATE_EPOCH")
    if seconds is None:
        told = subprocess.run(
            ["git", "log", "-1", "--format=%ct"], cwd=ROOT, stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL, text=True, check=False,
        )
        seconds = told.stdout.strip() or EARLIEST
    return time.gmtime(max(int(seconds), EARLIEST))[:6]


def write_archive(path, entries):
    """Writes `{name: (bytes, mode)}` in that order; the file is there when it is complete."""
    moment = build_time()
    partial = path.with_name(path.name + ".new")
    with zipfile.ZipFile(partial, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive:
        for name, (content, mode) in entries.items():
            entry = zipfile.ZipInfo(name, moment)
            entry.external_attr = (0o100000 | mode) << 16
            entry.create_system = 3  # Unix, so that modes count.
            archive.writestr(entry, content, zipfile.ZIP_DEFLATED, 9)
    os.replace(partial, path)
