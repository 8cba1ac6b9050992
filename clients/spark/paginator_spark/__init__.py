"""A data source for Apache Spark that pages through HTTP APIs by way of the Paginator server.

    from paginator_spark import PaginatorDataSource

    spark.dataSource.register(PaginatorDataSource)
    df = spark.read.format("paginator").option("url", "https://api.example.com/articles").load()
"""

from ._errors import SourceError
from ._source import PaginatorDataSource
from ._version import VERSION as __version__

__all__ = ["PaginatorDataSource", "SourceError", "__version__"]

# In tracebacks the names stand as users write them.
PaginatorDataSource.__module__ = SourceError.__module__ = __name__
