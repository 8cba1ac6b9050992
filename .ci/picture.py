#!/usr/bin/env python3
"""Puts the picture into README.md: the program at work on a terminal, from a real run.

    PAGINATOR=/path/to/paginator python3 .ci/picture.py            writes it
    PAGINATOR=/path/to/paginator python3 .ci/picture.py --check    exit 1 where it would change
"""

import fcntl
import os
import pty
import re
import struct
import subprocess
import sys
import tempfile
import termios
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
README = ROOT / "README.md"
BEGIN = "<!-- Written by .ci/picture.py from here -->\n"
END = "<!-- to here. -->\n"
COLUMNS = 92
SHOWN_URL = "http://127.0.0.1:8080"
SESSION = """
paginator detect http://127.0.0.1:8080/cursor | head -n 7
paginator fetch http://127.0.0.1:8080/cursor --format table --max-items 5
paginator fetch http://127.0.0.1:8080/cursor --output articles.ndjson
"""


def on_a_terminal(line, folder, environment):
    """What a terminal shows at the end of a command line: no colours, no overwritten line."""
    mine, theirs = pty.openpty()
    fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", 40, COLUMNS, 0, 0))
    process = subprocess.Popen(
        ["sh", "-c", line], stdin=theirs, stdout=theirs, stderr=theirs, cwd=folder, env=environment
    )
    os.close(theirs)
    data = b""
    while True:
        try:
            chunk = os.read(mine, 65536)
        except OSError:
            break
        if not chunk:
            break
        data += chunk
    process.wait()
    os.close(mine)
    text = data.decode("utf-8").replace("\r\n", "\n")
    text = re.sub(r"\r[^\n]*?\x1b\[K", "", text)
    return re.sub(r"\x1b\[[0-9;]*[A-Za-z]", "", text)


def picture(program):
    api = subprocess.Popen(
        [program, "sample-api"], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
    )
    try:
        url = api.stdout.readline().strip()
        shown = []
        with tempfile.TemporaryDirectory() as folder:
            os.symlink(program, os.path.join(folder, "paginator"))
            path = folder + os.pathsep + os.environ.get("PATH", "")
            environment = dict(os.environ, PATH=path, NO_COLOR="1", TERM="xterm", LC_ALL="C.UTF-8")
            for line in SESSION.strip().splitlines():
                output = on_a_terminal(line.replace(SHOWN_URL, url), folder, environment)
                shown.append("$ " + line + "\n" + output.replace(url, SHOWN_URL))
        return "```console\n" + "".join(shown) + "```\n"
    finally:
        api.kill()
        api.wait()


def main():
    program = os.environ.get("PAGINATOR")
    if not program:
        sys.exit("picture.py: set PAGINATOR to the program")
    text = README.read_text(encoding="utf-8")
    before, rest = text.split(BEGIN, 1)
    after = rest.split(END, 1)[1]
    new = before + BEGIN + picture(os.path.abspath(program)) + END + after
    if "--check" not in sys.argv[1:]:
        README.write_text(new, encoding="utf-8")
    elif new != text:
        sys.exit("picture.py: the picture in README.md is not what a run looks like; run this again")


main()
