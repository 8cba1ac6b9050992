#!/usr/bin/env python3
"""Passes on what `swift test` prints; before its last lines: the slowest tests, and what failed.

    swift test --event-stream-output-path EVENTS --event-stream-version 0 | .ci/summary.py EVENTS

The runner's own durations count the time in which a test waits for others. Its events say when each
case began and ended: a test has taken as long as its cases.
"""
import json
import sys

COUNT = 10
ISSUES, LENGTH = 40, 3000  # At most, and characters of each.


def name(test):
    return "/".join(test.split("/")[:-1])


def durations(events):
    """Of each test the seconds and the number of its cases, the slowest first."""
    started, tests = {}, {}
    for event in events:
        kind, test = event.get("kind"), event.get("testID")
        case = test, event.get("_testCase", {}).get("id")
        if kind == "testCaseStarted":
            started[case] = event["instant"]["absolute"]
        elif kind == "testCaseEnded" and case in started:
            seconds, cases = tests.get(test, (0, 0))
            tests[test] = seconds + event["instant"]["absolute"] - started.pop(case), cases + 1
    return sorted(tests.items(), key=lambda test: test[1], reverse=True)


def issues(events):
    """Of each recorded issue the test and the messages, as the runner printed them."""
    for event in events:
        if event.get("kind") == "issueRecorded":
            text = "\n".join(message["text"] for message in event.get("messages", []))
            case = event.get("_testCase", {}).get("displayName")
            yield f"  {name(event.get('testID', '?/'))} ({case}): {text[:LENGTH]}"


def main(path):
    last = []
    for line in sys.stdin:
        if last or " Test run with " in line:
            last.append(line)
        else:
            print(line, end="", flush=True)
    if last:
        with open(path, encoding="utf-8") as lines:
            events = [json.loads(line)["payload"] for line in lines]
        print("The slowest tests:")
        for test, (seconds, cases) in durations(events)[:COUNT]:
            print(f"{seconds:8.1f} s  {name(test)}" + (f", {cases} cases" if cases > 1 else ""))
        failed = list(issues(events))
        if failed:
            print("The issues:", *failed[:ISSUES], sep="\n")
    print(*last, sep="", end="")


if __name__ == "__main__":
    main(sys.argv[1])
