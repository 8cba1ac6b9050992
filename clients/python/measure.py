#!/usr/bin/env python3
"""Milliseconds per page of 18.5 KB on loopback, best of several walks, as one JSON object.

    PAGINATOR=.build/release/paginator python3 clients/python/measure.py

`wire` is the server alone: bytes in and out of its pipes, nothing parsed; `wireParsed` adds one
json.loads per page. What the other rows have on top is the client.
"""

import asyncio
import json
import os
import platform
import subprocess
import time
from typing import Any, Callable, Dict

import paginator
from paginator._transport import wire as _wire
from tests.support import SampleAPI

PAGES = 200
PER_PAGE = 100
ROUNDS = 7


def best(walk: Callable[[], int]) -> float:
    """Milliseconds per page."""
    seconds = []
    for _ in range(ROUNDS):
        start = time.perf_counter()
        assert walk() == PAGES
        seconds.append(time.perf_counter() - start)
    return round(min(seconds) / PAGES * 1000, 3)


class Wire:
    """A server without a client."""

    def __init__(self, params: Any) -> None:
        self.process = subprocess.Popen(
            [os.environ["PAGINATOR"]], stdin=subprocess.PIPE, stdout=subprocess.PIPE, bufsize=0
        )
        self.ask("paginator/open", {"paginatorId": "p", **params})

    def ask(self, method: str, params: Any) -> bytes:
        stdin, stdout = self.process.stdin, self.process.stdout
        assert stdin and stdout
        stdin.write(_wire.request(1, method, params))
        answer = b""
        while b"\r\n\r\n" not in answer:
            answer += os.read(stdout.fileno(), 1 << 18)
        head, _, body = answer.partition(b"\r\n\r\n")
        length = int(head.split(b":")[1])
        while len(body) < length:
            body += os.read(stdout.fileno(), 1 << 18)
        return body

    def walk(self, read: Callable[[bytes], Any]) -> int:
        self.ask("paginator/reset", {"paginatorId": "p"})
        for _ in range(PAGES):
            read(self.ask("paginator/loadNextPage", {"paginatorId": "p"}))
        return PAGES

    def close(self) -> None:
        assert self.process.stdin and self.process.stdout
        self.process.stdin.close()
        self.process.wait()
        self.process.stdout.close()


def loop(pages: paginator.Pages[Any]) -> int:
    pages.reset()
    return sum(1 for _ in iter(lambda: pages.next().state.has_next_page, False)) + 1


def items(pages: paginator.Pages[Any]) -> int:
    pages.reset()
    return sum(1 for _ in pages) // PER_PAGE


def walk(pages: paginator.Pages[Any]) -> int:
    pages.reset()
    return pages.walk().pages


async def tasks(params: Any) -> float:
    async with paginator.AsyncClient() as client, client.open(**params) as pages:
        seconds = []
        for _ in range(ROUNDS):
            await pages.reset()
            start = time.perf_counter()
            for _ in range(PAGES):
                await pages.next()
            seconds.append(time.perf_counter() - start)
        return round(min(seconds) / PAGES * 1000, 3)


def main() -> None:
    api = SampleAPI("--items", str(PAGES * PER_PAGE))
    url = f"{api.url}/page?per_page=:perPage&page=:currentPage"
    mapping = {"pagination.total_pages": "pageCount", "pagination.total_objects": "objectCount"}
    params: Any = {
        "url": url, "per_page": PER_PAGE, "items_path": "articles", "pagination_mapping": mapping,
    }
    table: Dict[str, Any] = {"python": platform.python_version(), "load": os.getloadavg()[0]}
    wire = Wire(
        {"url": url, "perPage": PER_PAGE, "itemsPath": "articles", "paginationMapping": mapping}
    )
    table["wire"] = best(lambda: wire.walk(lambda body: None))
    table["wireParsed"] = best(lambda: wire.walk(json.loads))
    wire.close()
    with paginator.Client() as client, client.open(**params) as pages:
        table["bytes"] = pages.next().response["bytes"]
        table["loop"] = best(lambda: loop(pages))
        table["items"] = best(lambda: items(pages))
        table["walk"] = best(lambda: walk(pages))
    table["asyncioLoop"] = asyncio.run(tasks(params))
    api.close()
    print(json.dumps(table))


if __name__ == "__main__":
    main()
