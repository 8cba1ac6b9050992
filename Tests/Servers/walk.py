"""Lists that stand still: every list of every server, walked in each way that it has.

    PAGINATOR=.build/release/paginator PYTHON Tests/Servers/walk.py [--lists drf,ninja] [-v]

A walk is right where it is complete and has the rows of the server's own table, each once; honest
where it does not claim to be complete; silent where it claims it, and is not right. All have to be
right, but for those that a list or `known.py` names: what is known to be wrong is said, and fails
the run as soon as it is right. Exit code 1 where anything is not as expected.
"""

import argparse
import os
import sys
import tempfile
import time
from collections import Counter

import families
import fetching
import server
from known import KNOWN

ROWS = 137
WINDOW = (30, 20)
WALKS = {}


def walks(function):
    WALKS[function.__name__] = function
    return function


def judged(walked, rows):
    """right, honest, silent or failed, by the rows that had to come."""
    if walked.code in (4, 5):
        return "honest"
    if walked.code != 0:
        return "failed"
    return "right" if sorted(walked.ids, key=str) == sorted(rows, key=str) else "silent"


def fetched(host, listed, target, skipped=0):
    rows = listed.expected(host.stop())
    walked = fetching.fetch(host.url + target, listed.arguments, id_path=listed.id)
    return judged(walked, rows[skipped:]), walked.errors


@walks
def bare(host, listed, folder):
    return fetched(host, listed, listed.target())


@walks
def sized(host, listed, folder):
    return fetched(host, listed, listed.target(10)) if listed.size else None


@walks
def thousand(host, listed, folder):
    return fetched(host, listed, listed.target(1000)) if listed.size else None


@walks
def last_alone(host, listed, folder):
    """A size with which the last page has one row."""
    return fetched(host, listed, listed.target(17)) if listed.size else None


@walks
def parts(host, listed, folder):
    """A page, another one, and the rest, each by a process of its own."""
    if not listed.size:
        return None
    rows = listed.expected(host.stop())
    path = os.path.join(folder, file_name(listed))
    arguments = [*listed.arguments, "--resume", path + ".resume"]
    url = host.url + listed.target(10)
    for pages in (1, 2, 1000):
        walked = fetching.fetch(
            url, [*arguments, "--max-pages", str(pages)], path + ".ndjson", listed.id)
    return judged(walked, rows), walked.errors


@walks
def middle(host, listed, folder):
    if not listed.middle:
        return None
    return fetched(host, listed, listed.target(query=listed.middle), listed.skipped)


@walks
def window(host, listed, folder):
    """A part of the list over JSON-RPC."""
    if listed.arguments:
        return None
    start, count = WINDOW
    rows = listed.expected(host.stop())[start:start + count]
    found, errors = fetching.window(host.url + listed.target(), start, count, listed.id)
    if found is None:
        return "failed", errors
    return ("right" if found == rows else "silent"), f"{found} and not {rows}: {errors}"


@walks
def prune(host, listed, folder):
    """Twice into SQLite, with changes between; no row that is alive may lack or be deleted.

    The last of the walks, as it changes the rows.
    """
    if listed.id != "id":
        return None
    path = os.path.join(folder, file_name(listed) + ".sqlite")
    arguments = [*listed.arguments, "--identity", "id", "--prune"]
    for turn in range(2):
        walked = fetching.fetch(host.url + listed.target(), arguments, path, listed.id)
        if walked.code != 0:
            return judged(walked, []), walked.errors
        rows = set(listed.expected(host.stop()))
        stored = set(fetching.stored_ids(path))
        if not rows <= stored:
            return "silent", f"lacks {sorted(rows - stored)[:9]} after walk {turn + 1}"
        host.change(12, turn)
    return "right", walked.errors


def file_name(listed):
    return "".join(letter if letter.isalnum() else "-" for letter in listed.name)


def expected(listed, name):
    """The outcomes that are as they should be, and the reason of one that is known to be wrong."""
    reason = KNOWN.get(f"{listed.name}/{name}", KNOWN.get(f"{listed.name}/*"))
    if name == "thousand" and listed.refuses:
        return ("failed",), reason
    return ("right", "honest") if listed.honest else ("right",), reason


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--lists", type=lambda text: text.split(","), default=[""])
    parser.add_argument("-v", "--verbose", action="store_true")
    parser.add_argument(
        "--known", action="store_true", help="print the entries that known.py should have")
    options = parser.parse_args()
    began = time.monotonic()
    counts = Counter()
    failures = []
    wrong = []
    with tempfile.TemporaryDirectory() as folder:
        for name in families.NAMES:
            family = families.family(name)
            chosen = [
                listed for listed in family.LISTS
                if any(listed.name.startswith(word) for word in options.lists)
            ]
            if families.missing(name):
                print(f"skipped: {name}, as {families.missing(name)} is missing")
            elif chosen:
                with server.serving(name) as host:
                    host.fill(ROWS, 1)
                    for listed in chosen:
                        if not hasattr(family, "copy"):
                            host.fill(ROWS, 1)
                        walk_all(host, listed, folder, options.verbose, counts, failures, wrong)
    print(", ".join(f"{count} {word}" for word, count in sorted(counts.items())))
    print(f"{sum(counts.values())} walks in {time.monotonic() - began:.0f} s")
    for line in wrong if options.known else []:
        print(f'    "{line}": "",')
    for line in failures:
        print("failed:", line)
    return 1 if failures else 0


def walk_all(host, listed, folder, is_verbose, counts, failures, wrong):
    line = [listed.name]
    details = []
    for name, function in WALKS.items():
        outcome = function(host, listed, folder)
        if outcome is None:
            continue
        word, errors = outcome
        errors = (errors.strip().splitlines() or [""])[0][:300]
        fine, reason = expected(listed, name)
        is_fine = word in fine
        counts[word] += 1
        line.append(f"{name} {word}" + ("" if is_fine else f" (known: {reason})" if reason else ""))
        if not is_fine:
            wrong.append(f"{listed.name}/{name}")
            details.append(f"    {name}: {errors}")
        if is_fine and reason:
            failures.append(f"{listed.name}/{name} is {word}: take it out of known.py")
        elif not is_fine and not reason:
            failures.append(f"{listed.name}/{name} is {word}: {errors}")
    print(" | ".join(line))
    if is_verbose:
        print("\n".join(details), end="\n" if details else "")


if __name__ == "__main__":
    sys.exit(main())
