"""Litestar: its classic, offset and cursor paginators."""

from listed import Listed

IS_ASYNC = True
LISTS = [
    Listed("litestar classic", "/classic", "page_size", "current_page=3", 40),
    Listed("litestar offset", "/offset", "limit", "offset=40", 40, total="total", moves=True),
    Listed("litestar cursor", "/cursor", "results_per_page", moves=True, is_keyset=True),
]

ORDERED = "SELECT id, name, rank FROM row ORDER BY rank, id LIMIT ? OFFSET ?"
BEHIND = """
    SELECT id, name, rank FROM row WHERE (rank, id) > (?, ?) ORDER BY rank, id LIMIT ?
"""


def app(rows):
    from litestar import Litestar, get
    from litestar.pagination import (
        AbstractSyncClassicPaginator, AbstractSyncCursorPaginator, AbstractSyncOffsetPaginator,
        ClassicPagination, CursorPagination, OffsetPagination,
    )

    def count():
        return rows.query("SELECT count(*) AS n FROM row")[0]["n"]

    class Classic(AbstractSyncClassicPaginator[dict]):
        def get_total(self, page_size):
            return -(-count() // page_size)

        def get_items(self, page_size, current_page):
            return rows.query(ORDERED, page_size, (current_page - 1) * page_size)

    class Offset(AbstractSyncOffsetPaginator[dict]):
        def get_total(self):
            return count()

        def get_items(self, limit, offset):
            return rows.query(ORDERED, limit, offset)

    class Cursor(AbstractSyncCursorPaginator[str, dict]):
        def get_items(self, cursor, results_per_page):
            rank, id = map(int, (cursor or "-1_0").split("_"))
            found = rows.query(BEHIND, rank, id, results_per_page)
            return found, "{rank}_{id}".format(**found[-1]) if found else None

    @get("/classic", sync_to_thread=True)
    def classic(page_size: int = 20, current_page: int = 1) -> ClassicPagination[dict]:
        return Classic()(page_size=min(page_size, 100), current_page=current_page)

    @get("/offset", sync_to_thread=True)
    def offset(limit: int = 20, offset: int = 0) -> OffsetPagination[dict]:
        return Offset()(limit=min(limit, 100), offset=offset)

    @get("/cursor", sync_to_thread=True)
    def cursor(
        cursor: str | None = None, results_per_page: int = 20
    ) -> CursorPagination[str, dict]:
        return Cursor()(cursor=cursor, results_per_page=min(results_per_page, 100))

    return Litestar([classic, offset, cursor])
