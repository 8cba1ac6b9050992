#!/usr/bin/env python3
"""Writes clients/mcp/issues.har: the open issues of a repository that does not exist, in pages of 30,
as GitHub's API would list them.

    python3 clients/mcp/tests/make_recording.py [--check]
"""

import json
import sys
from pathlib import Path

FILE = Path(__file__).resolve().parent.parent / "issues.har"
API = "https://api.github.com/repos/example/app/issues"
COUNT, PER_PAGE = 74, 30
PLACES = ["on macOS", "on Linux", "in the browser", "on macOS 15", "after an update"]
WHAT = ["Crash", "Slow start", "Wrong title", "Empty window", "Lost settings", "Typo", "Flicker"]


def issue(number):
    """One issue; everything in it follows from its number."""
    place = PLACES[number * 7 % len(PLACES)] if number % 3 else "in the settings"
    return {
        "id": 9000 + number, "number": number, "state": "open",
        "title": f"{WHAT[number % len(WHAT)]} {place}", "comments": number % 4,
    }


def url(page):
    return f"{API}?state=open&per_page={PER_PAGE}" + (f"&page={page}" if page > 1 else "")


def entry(page, last):
    numbers = range(COUNT - (page - 1) * PER_PAGE, max(0, COUNT - page * PER_PAGE), -1)
    headers = [{"name": "Content-Type", "value": "application/json; charset=utf-8"}]
    if page < last:
        link = f'<{url(page + 1)}>; rel="next", <{url(last)}>; rel="last"'
        headers.append({"name": "Link", "value": link})
    text = json.dumps([issue(number) for number in numbers], separators=(",", ":"))
    return {
        "request": {"method": "GET", "url": url(page), "headers": []},
        "response": {
            "status": 200, "headers": headers,
            "content": {"mimeType": "application/json", "size": len(text), "text": text},
        },
    }


def recording():
    last = -(-COUNT // PER_PAGE)
    log = {
        "version": "1.2", "creator": {"name": "make_recording.py", "version": "1"},
        "entries": [entry(page, last) for page in range(1, last + 1)],
    }
    return json.dumps({"log": log}, indent=1) + "\n"


if __name__ == "__main__":
    if sys.argv[1:] == ["--check"]:
        sys.exit(0 if FILE.read_text() == recording() else f"{FILE} is not what would be written")
    FILE.write_text(recording())
