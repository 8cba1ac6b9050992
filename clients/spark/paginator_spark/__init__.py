"""A data source for Apache Spark that pages through HTTP APIs by way of the Paginator server.

    from paginator_spark import PaginatorDataSource

    spark.dataSource.register(PaginatorDataSource)
    df = spark.read.format("paginator").option("url", "https://api.example.com/articles").load()
"""

import sys

try:
    import pyarrow  # noqa: F401
except ImportError as error:
    raise ImportError(
        f"paginator-spark needs PyArrow 11 or newer, which {sys.executable} does not have: "
        f"{sys.executable} -m pip install pyarrow. Spark's tasks run in the Python that "
        "PYSPARK_PYTHON names; set it where that is another one."
    ) from error

from ._errors import SourceError
from ._source import PaginatorDataSource
from ._version import VERSION as __version__

__all__ = ["PaginatorDataSource", "SourceError", "__version__"]

# Tracebacks have the names as users write them.
PaginatorDataSource.__module__ = SourceError.__module__ = __name__
