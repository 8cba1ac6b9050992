"""Walks that the executable reads wrongly today, `list/walk` or `list/*`, and why."""

KNOWN = {}
