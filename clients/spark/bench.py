#!/usr/bin/env python3
"""Measures the data source beside a loop of `requests` in mapInPandas, on the same pages.

    PAGINATOR=/path/to/paginator python3 clients/spark/bench.py [--repeat 5] [--pages 200]

Needs pyspark, pyarrow, pandas and requests, and the packages of clients/python and clients/spark.
Prints medians: rows a second with 1, 2 and 4 partitions, without latency and with 50 ms, and the time
from `load()` to the first row. Each partition has one request at a time, on both sides.
"""

import argparse
import datetime
import json
import os
import pathlib
import statistics
import subprocess
import sys
import time

HERE = pathlib.Path(__file__).resolve().parent
PACKAGES = [str(HERE), str(HERE.parent / "python")]
sys.path[:0] = PACKAGES
os.environ["PYTHONPATH"] = os.pathsep.join(PACKAGES)
os.environ.setdefault("PYSPARK_PYTHON", sys.executable)

PER_PAGE = 100
SCHEMA = (
    "id long, title string, author struct<login:string,id:long>, published_at string, "
    "tags array<string>, summary string"
)


def start_api(items):
    process = subprocess.Popen(
        [os.environ["PAGINATOR"], "sample-api", "--port", "0", "--items", str(items)],
        stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True,
    )
    return process, process.stdout.readline().strip().rstrip("/")


def by_paginator(spark, url, latency, partitions):
    return (
        spark.read.format("paginator")
        .option("url", f"{url}/page?page=:currentPage&per_page=:perPage&latency={latency}")
        .option("perPage", PER_PAGE)
        .option("itemsPath", "articles")
        .option("paginationMapping", '{"pagination.total_objects": "objectCount"}')
        .option("partitions", partitions)
        .option("fetching", json.dumps({"concurrency": partitions}))
        .schema(SCHEMA)
        .load()
    )


def by_requests(spark, url, latency, partitions, pages):
    def fetch(frames):
        import pandas
        import requests

        session = requests.Session()
        for frame in frames:
            for page in frame["id"]:
                response = session.get(
                    f"{url}/page",
                    params={"page": page + 1, "per_page": PER_PAGE, "latency": latency},
                )
                response.raise_for_status()
                yield pandas.DataFrame(response.json()["articles"])

    return spark.range(0, pages, 1, partitions).mapInPandas(fetch, SCHEMA)


def seconds(frame, rows):
    """How long it takes to read all rows; Spark throws them away."""
    started = time.monotonic()
    frame.write.format("noop").mode("overwrite").save()
    return time.monotonic() - started


def main():
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--repeat", type=int, default=5)
    parser.add_argument("--pages", type=int, default=200)
    parser.add_argument("--latencies", default="0,50", help="milliseconds, between commas")
    arguments = parser.parse_args()

    from paginator_spark import PaginatorDataSource
    from pyspark.sql import SparkSession

    spark = (
        SparkSession.builder.master("local[4]")
        .config("spark.ui.enabled", "false")
        .config("spark.ui.showConsoleProgress", "false")
        .getOrCreate()
    )
    spark.sparkContext.setLogLevel("ERROR")
    spark.dataSource.register(PaginatorDataSource)
    rows = arguments.pages * PER_PAGE
    api, url = start_api(rows)
    try:
        count = by_paginator(spark, url, 0, 4).count()
        assert count == rows == by_requests(spark, url, 0, 4, arguments.pages).count(), count
        print(f"{datetime.date.today()}, {os.cpu_count()} cores, {arguments.pages} pages of "
              f"{PER_PAGE} items, medians of {arguments.repeat}")
        for latency in map(int, arguments.latencies.split(",")):
            for partitions in (1, 2, 4):
                ours, theirs = [], []
                for _ in range(arguments.repeat):
                    ours.append(seconds(by_paginator(spark, url, latency, partitions), rows))
                    theirs.append(
                        seconds(by_requests(spark, url, latency, partitions, arguments.pages), rows)
                    )
                one, other = statistics.median(ours), statistics.median(theirs)
                print(f"{latency} ms, {partitions} partitions: {rows / one:,.0f} rows/s, requests "
                      f"{rows / other:,.0f} rows/s, ratio {other / one:.2f}", flush=True)
        firsts = []
        for _ in range(arguments.repeat):
            started = time.monotonic()
            by_paginator(spark, url, 50, 4).first()
            firsts.append(time.monotonic() - started)
        print(f"load() to the first row, 50 ms: {statistics.median(firsts):.2f} s")
    finally:
        spark.stop()
        api.kill()
        api.wait()


if __name__ == "__main__":
    main()
