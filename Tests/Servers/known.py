"""Walks that the executable is known to read wrongly, `list/walk` or `list/*`, and why."""

KNOWN: dict[str, str] = {}
