"""Archives that are equal byte for byte where their contents are."""

import calendar
import gzip
import io
import os
import subprocess
import tarfile
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


def write_tarball(path, entries):
    """The same as a .tar.gz."""
    moment = calendar.timegm((*build_time(), 0, 0, 0))
    packed = io.BytesIO()
    with tarfile.open(fileobj=packed, mode="w", format=tarfile.USTAR_FORMAT) as archive:
        for name, (content, mode) in entries.items():
            entry = tarfile.TarInfo(name)
            entry.size, entry.mode, entry.mtime = len(content), mode, moment
            archive.addfile(entry, io.BytesIO(content))
    partial = path.with_name(path.name + ".new")
    partial.write_bytes(gzip.compress(packed.getvalue(), 9, mtime=moment))
    os.replace(partial, path)
