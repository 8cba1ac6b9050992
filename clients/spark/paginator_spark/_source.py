"""The data source: `spark.read.format("paginator")` and `spark.readStream.format("paginator")`."""

from __future__ import annotations

from typing import Any, Dict, Iterator, List, Optional

import pyarrow as pa
from pyspark.sql.datasource import DataSource, DataSourceReader, SimpleDataSourceStreamReader
from pyspark.sql.types import StructType

from ._errors import invalid, messages, say_all
from ._options import Settings, settings_from
from ._plan import Part, planned
from ._rows import Rows
from ._schema import Renamed, check_given, inferred
from ._server import check, first_of, mapped, opened, params_of, server
from ._stream import PagesStreamReader
from ._walk import Pace, Walk

INFERRED_LISTS_MAX = 100
"""Of how many values the lists are looked at for a schema."""


class PaginatorDataSource(DataSource):
    """Reads lists of an HTTP API, a page after the other. The package's README has the options."""

    @classmethod
    def name(cls) -> str:
        return "paginator"

    def __init__(self, options: Dict[str, str]) -> None:
        super().__init__(options)
        self._settings = settings_from(options)
        self._renamed: Optional[Renamed] = None
        """None: the schema is given."""
        check(self._settings)

    def schema(self) -> StructType:
        settings = self._settings
        with server(settings) as (client, task):
            params = {**params_of(settings), **first_of(settings, INFERRED_LISTS_MAX)}
            pages = opened(client, params)
            pace = Pace(settings.requests_per_second, task.wait)
            items: List[Any] = []
            if settings.each is not None:
                for report in pages.stream(concurrency=1, max_pages=settings.infer_pages):
                    items += report.page.items
            else:
                for _ in range(settings.infer_pages):
                    if pages.last_state.has_next_page is False:
                        break
                    pace.wait()
                    items += pages.next().items
            say_all(messages(pages.last_state.warnings))
        schema, self._renamed = inferred(items, settings.metadata, settings.each is not None)
        return schema

    def reader(self, schema: StructType) -> DataSourceReader:
        self._check(schema)
        return PagesReader(self._settings, schema, self._renamed)

    def simpleStreamReader(self, schema: StructType) -> SimpleDataSourceStreamReader:
        self._check(schema)
        if self._settings.each is not None:
            raise invalid('The option "each" is for batch reads, not for streams.')
        if self._settings.literal_secrets:
            raise invalid(
                f'The option "{self._settings.literal_secrets[0]}" holds a secret, and Spark shows '
                "the options of streams in their plans. Put the secret into an environment variable "
                'and write "{env:NAME}" in its place.'
            )
        return PagesStreamReader(self._settings, schema, self._renamed or {})

    def _check(self, schema: StructType) -> None:
        if self._renamed is None:
            check_given(
                schema, self._settings.corrupt_column, self._settings.each is not None
            )


class PagesReader(DataSourceReader):
    """A batch read: plans on the driver, walks in the tasks."""

    def __init__(self, settings: Settings, schema: StructType, renamed: Optional[Renamed]) -> None:
        self._settings = settings
        self._schema = schema
        self._renamed = renamed

    def partitions(self) -> List[Any]:
        return list(planned(self._settings, self._schema, self._renamed is None))

    def read(self, partition: Any) -> Iterator[pa.RecordBatch]:
        part: Part = partition
        settings = self._settings
        rows = Rows(
            self._schema, self._renamed or {}, settings.mode, settings.corrupt_column,
            settings.each is not None,
        )
        with server(settings) as (client, task):
            params = params_of(settings)
            if self._renamed is None:
                params = mapped(client, params, self._schema, settings)
            walk = Walk(
                opened(client, part.params(params)), part, Pace(part.share, task.wait),
                passes_failures="partial" in settings.allow,
            )
            try:
                for items in walk:
                    yield rows.batch(items)
                    task.send()
            except Exception:
                if task.is_gone:
                    return
                raise
            if not task.is_gone:
                walk.judge(settings)
