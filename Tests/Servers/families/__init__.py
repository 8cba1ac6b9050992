"""The families of servers: each a module with `LISTS`, `IS_ASYNC` and `app(rows)`."""

import importlib

NAMES = (
    "django_site", "fastapi_lists", "datasette_lists", "litestar_lists", "smorest_lists",
    "strawberry_lists",
)


def lists(name):
    """The lists of a family, as data; the server's own packages are only imported by `app`."""
    return importlib.import_module("families." + name).LISTS
