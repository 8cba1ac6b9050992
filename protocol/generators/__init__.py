"""What protocol/generate.py writes: a module for each kind of file.

Each module has `files(document)`: texts by path, relative to the project's folder. A module that
owns whole folders names them in `FOLDERS`, as pairs of folder and ending, so that a file that
nothing writes any more is noticed.
"""
