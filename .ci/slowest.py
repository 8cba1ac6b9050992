#!/usr/bin/env python3
"""Passes on what `swift test` prints, and names the slowest tests before its last lines.

    swift test --event-stream-output-path EVENTS --event-stream-version 0 | .ci/slowest.py EVENTS

The runner's own durations count the time in which a test waits for others. Its events say when each
case began and ended: a test has taken as long as its cases.
"""
import json
import sys

COUNT = 10


def durations(events):
    """Of each test the seconds and the number of its cases, the slowest first."""
    started, tests = {}, {}
    for line in events:
        event = json.loads(line)["payload"]
        kind, test = event.get("kind"), event.get("testID")
        case = test, event.get("_testCase", {}).get("id")
        if kind == "testCaseStarted":
            started[case] = event["instant"]["absolute"]
        elif kind == "testCaseEnded" and case in started:
            seconds, cases = tests.get(test, (0, 0))
            tests[test] = seconds + event["instant"]["absolute"] - started.pop(case), cases + 1
    return sorted(tests.items(), key=lambda test: test[1], reverse=True)


def main(path):
    last = []
    for line in sys.stdin:
        if last or " Test run with " in line:
            last.append(line)
        else:
            print(line, end="", flush=True)
    if last:
        with open(path, encoding="utf-8") as events:
            print("The slowest tests:")
            for test, (seconds, cases) in durations(events)[:COUNT]:
                name = "/".join(test.split("/")[:-1])
                print(f"{seconds:8.1f} s  {name}" + (f", {cases} cases" if cases > 1 else ""))
    print(*last, sep="", end="")


if __name__ == "__main__":
    main(sys.argv[1])
