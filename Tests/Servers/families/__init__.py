"""The families of servers.

Each is a module with `LISTS` and either `app(rows)` with `IS_ASYNC` (True for ASGI, False for WSGI),
which serves the rows themselves, or `start(folder)` with `PROGRAM`, a program of Debian.
`copy(request, rows)` makes what a server keeps by itself from the rows.
"""

import importlib
import re
import shutil
import socket
import threading

NAMES = (
    "django_site", "fastapi_lists", "datasette_lists", "litestar_lists", "smorest_lists",
    "strawberry_lists", "kinto_lists", "moto_lists", "registry_lists", "etcd_lists",
)


def family(name):
    """A family; the server's own packages are only imported by `app`."""
    return importlib.import_module("families." + name)


def missing(name):
    """The program that a family needs and that the machine lacks, or nothing."""
    program = getattr(family(name), "PROGRAM", None)
    return program if program and not shutil.which(program) else None


def free_port():
    """A port that is free now, for a program that cannot choose one."""
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        return listener.getsockname()[1]


def port_in(log, pattern):
    """The port that a program says in its log, which is then read to its end by a thread."""
    for line in log:
        found = re.search(pattern, line)
        if found:
            threading.Thread(target=log.read, daemon=True).start()
            return int(found[1])
    raise RuntimeError("the program ended before it said its port")
