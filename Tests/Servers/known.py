"""Walks that the executable is known to read wrongly, `list/walk` or `list/*`, and why."""

KNOWN = {
    "datasette array/thousand": "137 bare rows for a size of 1,000: unknown parameters are refused",
    "fastapi skip and limit/middle": "the position of a bare list that begins in its middle",
}
