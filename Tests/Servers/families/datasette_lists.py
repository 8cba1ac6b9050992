"""Datasette: its own JSON, with rows as lists, and the shapes of `_shape`."""

from listed import Listed

IS_ASYNC = True
LISTS = [
    Listed("datasette default", "/rows/row.json", "_size", id="0", order="id"),
    Listed(
        "datasette two columns", "/rows/row.json?_col=name", "_size", id="0", order="id"
    ),
    Listed(
        "datasette objects", "/rows/row.json?_shape=objects&_sort=rank", "_size", moves=True,
        is_keyset=True,
    ),
    Listed(
        "datasette array", "/rows/row.json?_shape=array&_sort=rank", "_size", moves=True,
        is_keyset=True,
    ),
    Listed(
        "datasette lines", "/rows/row.json?_shape=array&_nl=on&_sort=rank", "_size", moves=True,
        is_keyset=True,
    ),
]


def app(rows):
    from datasette.app import Datasette

    return Datasette([rows.path]).app()
