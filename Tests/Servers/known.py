"""Walks that the executable is known to read wrongly, `list/walk` or `list/*`, and why."""

KNOWN = {
    "fastapi skip and limit/middle": "the position of a bare list that begins in its middle",
}
