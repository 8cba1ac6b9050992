#!/usr/bin/env python3
"""Measures the data source beside a loop of `requests` in mapInPandas, on the same pages.

    PAGINATOR=.build/release/paginator python3 clients/spark/bench.py [--repeat 3] [--pages 2000]

Needs pyspark, pyarrow, pandas and requests. Each job runs with many pages and with few: what the few
take is Spark's own start of a job, and what the others add is the rate. Both sides take turns, and
each partition has one request at a time. Prints medians of rows a second of whole jobs, and of the
rate, with 1, 2 and 4 partitions, without latency and with 50 ms (a tenth of the pages), and the time
from `load()` to the first row.
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

os.environ.pop("PYTHONDONTWRITEBYTECODE", None)

PER_PAGE = 100
FEW_PAGES = 8
SCHEMA = (
    "id long, title string, author struct<login:string,id:long>, published_at string, "
    "tags array<string>, summary string"
)


def start_api(items):
    folder = os.path.dirname(os.path.realpath(os.environ["PAGINATOR"]))
    process = subprocess.Popen(
        [os.path.join(folder, "sample-api"), "--port", "0", "--items", str(items)],
        stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True,
    )
    return process, process.stdout.readline().strip().rstrip("/")


def by_paginator(spark, url, latency, partitions, pages):
    return (
        spark.read.format("paginator")
        .option("url", f"{url}/page?page=:currentPage&per_page=:perPage"
                f"&latency={latency}&items={pages * PER_PAGE}")
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


def seconds(frame):
    """The seconds for reading all rows, which Spark drops."""
    started = time.monotonic()
    frame.write.format("noop").mode("overwrite").save()
    return time.monotonic() - started


def measured(spark, url, latency, partitions, pages, repeat):
    """Of both sides: seconds of a job with few pages, and with all of them; medians."""
    times = [[], []], [[], []]
    for _ in range(repeat):
        for index, count in enumerate((FEW_PAGES, pages)):
            ours = by_paginator(spark, url, latency, partitions, count)
            theirs = by_requests(spark, url, latency, partitions, count)
            times[0][index].append(seconds(ours))
            times[1][index].append(seconds(theirs))
    return [[statistics.median(each) for each in side] for side in times]


def main():
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--repeat", type=int, default=3)
    parser.add_argument("--pages", type=int, default=2000)
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
    api, url = start_api(arguments.pages * PER_PAGE)
    try:
        rows = FEW_PAGES * PER_PAGE
        count = by_paginator(spark, url, 0, 4, FEW_PAGES).count()
        assert count == rows == by_requests(spark, url, 0, 4, FEW_PAGES).count(), count
        print(f"{datetime.date.today()}, {os.cpu_count()} cores, {PER_PAGE} items a page, medians of "
              f"{arguments.repeat}; load {os.getloadavg()[0]:.0f}")
        print("| latency | pages | partitions | start, s | rows/s | rate, rows/s "
              "| requests: start | rows/s | rate | ratio of jobs | of rates |")
        for latency in map(int, arguments.latencies.split(",")):
            pages = arguments.pages // 10 if latency else arguments.pages
            for partitions in (1, 2, 4):
                cells = []
                for few, all in measured(
                    spark, url, latency, partitions, pages, arguments.repeat
                ):
                    rate = (pages - FEW_PAGES) * PER_PAGE / max(all - few, 1e-3)
                    cells.append((few, pages * PER_PAGE / all, rate))
                (start, job, rate), (start2, job2, rate2) = cells
                print(f"| {latency} ms | {pages:,} | {partitions} | {start:.2f} | {job:,.0f} "
                      f"| {rate:,.0f} | {start2:.2f} | {job2:,.0f} | {rate2:,.0f} "
                      f"| {job / job2:.2f} | {rate / rate2:.2f} |", flush=True)
        firsts = []
        for _ in range(arguments.repeat):
            started = time.monotonic()
            by_paginator(spark, url, 50, 4, 200).first()
            firsts.append(time.monotonic() - started)
        print(f"load() to the first row, 50 ms: {statistics.median(firsts):.2f} s; "
              f"load {os.getloadavg()[0]:.0f}")
    finally:
        spark.stop()
        api.kill()
        api.wait()


if __name__ == "__main__":
    main()
