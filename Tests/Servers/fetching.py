"""The built executable: a walk by `paginator fetch`, and a window over JSON-RPC."""

import json
import os
import sqlite3
import subprocess
from dataclasses import dataclass

PAGINATOR = os.environ.get("PAGINATOR", "paginator")
SECONDS_MAX = 120


@dataclass
class Walked:
    """The outcome of one process."""

    code: int
    ids: list
    summary: dict
    errors: str

    def __post_init__(self):
        self.is_recovered = "recovered" in self.errors

    @property
    def is_complete(self):
        return self.code == 0


def knows(option):
    """True when `paginator fetch` has an option of this name."""
    run = subprocess.run([PAGINATOR, "fetch", "--help"], capture_output=True, text=True)
    return option in run.stdout


def fetch(url, arguments, output=None, id_path="id", started=None):
    """Runs `paginator fetch` to its end; `started` is called with the process id.

    The items are read from `output`, a file of lines that parts of one walk share, or else from
    standard output.
    """
    command = [PAGINATOR, "fetch", url, "--summary", "-q", *arguments]
    if output:
        command += ["-o", output]
    process = subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
        env={**os.environ, "no_proxy": "127.0.0.1"},
    )
    try:
        if started:
            started(process.pid)
        text, errors = process.communicate(timeout=SECONDS_MAX)
    except subprocess.TimeoutExpired:
        process.kill()
        text, errors = process.communicate()
    if output and os.path.exists(output):
        with open(output, encoding="utf-8", errors="replace") as file:
            text = file.read()
    return Walked(process.returncode, ids(text, id_path), summary(errors), errors)


def window(url, start, count, id_path):
    """The ids of a window on a list over JSON-RPC, or nothing, and what the server said."""
    requests = (
        {"id": 1, "method": "open", "params": {"paginatorId": "a", "url": url}},
        {"id": 2, "method": "items", "params": {
            "paginatorId": "a", "start": start, "count": count, "wait": True}},
    )
    run = subprocess.run(
        [PAGINATOR], text=True, capture_output=True, timeout=SECONDS_MAX,
        input="".join(json.dumps({"jsonrpc": "2.0", **request}) + "\n" for request in requests),
    )
    reply = next(
        (reply for reply in map(json.loads, run.stdout.splitlines()) if reply.get("id") == 2), {})
    if "result" not in reply:
        return None, json.dumps(reply.get("error"))[:300]
    result = reply["result"]
    failed = result["pages"]["failed"]
    return None if failed else [id_of(item, id_path) for item in result["items"]], str(failed)


def summary(errors):
    """The line of `--summary`, the last one of standard error; empty after a kill."""
    try:
        return json.loads(errors.strip().splitlines()[-1])
    except (IndexError, ValueError):
        return {}


def ids(text, path):
    """The ids of items, one a line; a line that a kill cut is left out."""
    found = []
    for line in text.splitlines():
        try:
            found.append(id_of(json.loads(line), path))
        except ValueError:
            continue
    return found


def stored_ids(path):
    """The ids of the rows that `--output FILE.sqlite` has stored."""
    database = sqlite3.connect(path)
    try:
        return [int(row[0]) for row in database.execute("SELECT id FROM items")]
    finally:
        database.close()


def id_of(item, path):
    """The value at a key path of an item, whole numbers as such also where they are texts."""
    value = item
    for name in path.split(".") if path else []:
        if isinstance(value, list):
            value = value[int(name)] if int(name) < len(value) else None
        else:
            value = value.get(name) if isinstance(value, dict) else None
    return int(value) if isinstance(value, str) and value.isdigit() else value
