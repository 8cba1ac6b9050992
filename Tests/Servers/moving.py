"""Lists that move: rows are inserted and deleted while the executable reads them.

    PAGINATOR=.build/release/paginator PYTHON Tests/Servers/moving.py [--walks 500] [--seed 1]
        [--lists drf,ninja] [--every 5,50,500] [--modes default,exact] [--promises]

Each walk is judged by the server's own table: a row that was there from the first request to the
last one lacks where it did not come. A walk is whole, in parts (`--max-pages`, `--resume`), or
killed and continued; pages have 10 to 25 rows. Prints a line for each list, rate and mode, and the
seed of each walk that broke a promise, which `--only SEED` repeats. Exit code 1 where one is broken:

- no walk that is `complete` after its total fell lacks a row, unless it says `recovered`, or was
  killed: what that process had read and not stored is not known to the next one; rows that went while
  others came are in no total, and not judged;
- with `--exact`, no walk that is `complete` lacks a row; at least 98 of 100 are complete at a
  change every 50 ms, 90 at one every 5 ms, but for lists whose tokens hide what they count.
  `--promises` leaves these shares out: they depend on how fast the machine is.

An executable that does not know `--exact` yet is measured and not judged.
"""

import argparse
import os
import random
import sys
import tempfile
import time
from collections import Counter, defaultdict

import families
import fetching
import server

# Totals are compared in the order of the pages, so that they are requested in that order.
MODES = {"default": ["--concurrency", "1"], "exact": ["--exact"]}
WAYS = ("whole", "parts", "killed")
ROWS = 137
# Of 100 walks with `--exact`, how many are complete at a change every so many milliseconds.
COMPLETE_MIN = {50: 98, 5: 90}
# A share is judged from this many walks on.
WALKS_JUDGED = 50
PARTS_MAX = 60


def walk(host, listed, mode, way, seed, folder):
    """Walks a list to its end, in parts or continued after a kill; returns the last process."""
    chance = random.Random(seed)
    url = host.url + listed.target(chance.randint(10, 25))
    arguments = [*listed.arguments, *MODES[mode]]
    if seed % 2:
        arguments += ["--identity", "id"]
    if way == "whole":
        return fetching.fetch(url, arguments, id_path=listed.id)
    output = os.path.join(folder, f"{seed}.ndjson")
    arguments += ["--resume", os.path.join(folder, f"{seed}.resume")]
    if way == "killed":
        after = chance.randint(1, 6)
        fetching.fetch(
            url, arguments, output, listed.id, started=lambda pid: host.kill(pid, after))
        host.spare()
        return fetching.fetch(url, arguments, output, listed.id)
    pages = 0
    was_recovered = False
    for _ in range(PARTS_MAX):
        pages += chance.randint(1, 4)
        last = fetching.fetch(
            url, [*arguments, "--max-pages", str(pages)], output, listed.id)
        was_recovered = last.is_recovered = was_recovered or last.is_recovered
        if last.code != 3:
            break
    return last


def judge(mode, way, walked, report):
    """What came of a walk, as names to count, and the promise that it broke, if any."""
    lacking = set(report["throughout"]) - set(walked.ids)
    strange = set(walked.ids) - set(report["ever"])
    totals = report["totals"]
    fell = not report["hides"] and any(now < before for before, now in zip(totals, totals[1:]))
    found = {walked.summary.get("verdict", "no verdict"): 1}
    if walked.is_recovered:
        found["recovered"] = 1
    if lacking:
        found["lacking" if walked.is_complete else "lacking, said"] = 1
        found["rows"] = len(lacking) if walked.is_complete else 0
    if walked.is_complete and len(walked.ids) > len(set(walked.ids)):
        found["twice"] = 1
    broken = None
    if walked.is_complete and mode == "exact" and lacking:
        broken = f"complete, and lacks {sorted(lacking)}"
    elif walked.is_complete and lacking and fell and way != "killed" and not walked.is_recovered:
        broken = f"complete, and lacks {sorted(lacking)}, although the total fell"
    if walked.code not in (0, 4, 5):
        broken = f"exit code {walked.code}: {walked.errors.splitlines()[:1]}"
    return found, broken, strange


def plain_requests(host, listed, size):
    """The requests of a walk with default settings while nothing moves."""
    host.fill(ROWS, 1)
    fetching.fetch(host.url + listed.target(size), listed.arguments)
    return host.stop()["requests"]


def run(options):
    counts = defaultdict(Counter)
    broken = []
    modes = [mode for mode in options.modes if fetching.knows(MODES[mode][0])]
    chosen = [
        (family, listed) for family in families.NAMES for listed in families.family(family).LISTS
        if listed.moves and any(listed.name.startswith(name) for name in options.lists)
    ]
    plan = [
        (family, listed, every, mode)
        for family, listed in chosen for every in options.every for mode in modes
    ]
    each, more = divmod(options.walks, max(1, len(plan)))
    with tempfile.TemporaryDirectory() as folder:
        for family in families.NAMES:
            if not any(family == other for other, _ in chosen):
                continue
            with server.serving(family) as host:
                plain = {}
                for number, (other, listed, every, mode) in enumerate(plan):
                    if other != family:
                        continue
                    for turn in range(each + (number < more)):
                        seed = options.seed * 1_000_000 + number * 10_000 + turn
                        if options.only and seed != options.only:
                            continue
                        size = random.Random(seed).randint(10, 25)
                        if (listed.name, size) not in plain:
                            plain[listed.name, size] = plain_requests(host, listed, size)
                        way = WAYS[turn % len(WAYS)]
                        host.fill(ROWS, seed)
                        host.move(every / 1000, seed)
                        walked = walk(host, listed, mode, way, seed, folder)
                        report = host.stop(listed.total)
                        found, promise, strange = judge(mode, way, walked, report)
                        if strange:
                            promise = f"items that never were: {sorted(strange, key=str)[:9]}"
                        if promise:
                            broken.append((seed, listed.name, every, mode, way, promise))
                        if options.only:
                            print(walked.errors, report)
                        count = counts[listed.name, every, mode]
                        count.update(found)
                        count.update(
                            walks=1, requests=report["requests"], changes=report["changes"],
                            plain=plain[listed.name, size])
    return counts, broken, modes


def show(counts, broken, seconds, options):
    heads = (
        "list", "every", "mode", "walks", "complete", "recovered", "suspect", "other",
        "lacking", "rows", "lacking, said", "twice", "changes", "requests",
    )
    print(" | ".join(heads))
    for (name, every, mode), count in counts.items():
        other = count["walks"] - count["complete"] - count["suspect"]
        cells = (
            name, f"{every} ms", mode, count["walks"], count["complete"], count["recovered"],
            count["suspect"], other, count["lacking"], count["rows"], count["lacking, said"],
            count["twice"], f"{count['changes'] / count['walks']:.1f}",
            f"{count['requests'] / max(1, count['plain']):.2f}",
        )
        print(" | ".join(str(cell) for cell in cells))
    walks = sum(count["walks"] for count in counts.values())
    print(f"{walks} walks in {seconds:.0f} s, seed {options.seed}")
    for line in broken[:options.shown]:
        print("broken:", *line, sep=" | ")
    if len(broken) > options.shown:
        print(f"broken: and {len(broken) - options.shown} more")


def shares(counts):
    """The rates at which too few walks with `--exact` are complete."""
    opaque = {
        listed.name for family in families.NAMES for listed in families.family(family).LISTS
        if listed.is_opaque
    }
    for every, least in COMPLETE_MIN.items():
        sums = Counter()
        for (name, other, mode), count in counts.items():
            if mode == "exact" and other == every and name not in opaque:
                sums.update(count)
        if sums["walks"] >= WALKS_JUDGED and sums["complete"] * 100 < least * sums["walks"]:
            yield f"{sums['complete']} of {sums['walks']} walks complete at {every} ms"


def options_of(arguments):
    parser = argparse.ArgumentParser()
    words = lambda text: text.split(",")
    parser.add_argument("--walks", type=int, default=500)
    parser.add_argument("--seed", type=int, default=time.time_ns() % 1000)
    parser.add_argument("--lists", type=words, default=[""])
    parser.add_argument("--every", type=lambda text: [int(n) for n in words(text)],
                        default=[5, 50, 500])
    parser.add_argument("--modes", type=words, default=list(MODES))
    parser.add_argument("--promises", action="store_true", help="do not judge how many are complete")
    parser.add_argument("--only", type=int, help="the seed of one walk")
    parser.add_argument("--shown", type=int, default=20, help="broken promises that are shown")
    return parser.parse_args(arguments)


def main():
    options = options_of(sys.argv[1:])
    began = time.monotonic()
    counts, broken, modes = run(options)
    show(counts, broken, time.monotonic() - began, options)
    few = [] if options.promises else list(shares(counts))
    for line in few:
        print("broken:", line)
    if "exact" not in modes:
        print("measured, not judged: this executable does not know --exact")
        return 0
    return 1 if broken or few else 0


if __name__ == "__main__":
    sys.exit(main())
