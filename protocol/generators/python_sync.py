"""Python's synchronous client, made from the asynchronous one word by word.

What threads and an event loop do in different ways is in modules that both have, `pipes` and
`workers`; `async_waiting` is for tasks what `threading` is for threads. Only one of the two has
`_opening` (`await client.open(...)`), and `_countable` (`len(pages)`).
"""

import pathlib
import re

FOLDER = "clients/python/paginator"
ROOT = pathlib.Path(__file__).resolve().parents[2]

# The modules that are made, and what each is made from.
MODULES = {
    "_client.py": "_async_client.py",
    "_pages.py": "_async_pages.py",
    "_transport/server.py": "_transport/async_server.py",
    "_transport/connection.py": "_transport/async_connection.py",
    "_transport/flow.py": "_transport/async_flow.py",
}

HEADS = {
    "_client.py": "The synchronous client: a server for any number of paginators and threads.",
    "_pages.py": "One paginator of the synchronous client.",
    "_transport/connection.py": "One server for any number of threads: the caller sends, one thread reads.",
    "_transport/flow.py":
        "Values on their way from the reading thread to the threads that wait for them.",
    "_transport/server.py":
        "The server of a synchronous client: started at once, and again by `restart`.",
}

WORDS = [
    (r"\basync (def|for|with)\b", r"\1"),
    (r"\bawait ", ""),
    (r"\bAsyncIterator\b", "Iterator"),
    (r"\bAwaitable\[(\w+(?:\[\w+\])?)\]", r"\1"),
    (r"\bAsyncGenerator\[Any, None\]", "Generator[Any, None, None]"),
    (r"\bAsyncGenerator\b", "Generator"),
    (r"\b(\w+)\.__anext__\(\)", r"next(\1)"),
    (r"\bathrow\b", "throw"),
    (r"\basyncio\.CancelledError\b", "KeyboardInterrupt"),
    (r"\bCancelledError\b", "KeyboardInterrupt"),
    (r"\basyncio\b", "threading"),
    (r"\basync_(connection|flow|pipes|workers)\b", r"\1"),
    (r"\b_async_(client|pages|server)\b", r"_\1"),
    (r"\basync_server\b", "server"),
    (r"\bAsync(Client|Pages|Server|Connection|Methods|Credentials|ExtractPage|Fetch)\b", r"\1"),
    (r"\baclose\b", "close"),
    (r"\basynccontextmanager\b", "contextmanager"),
    (r"\bopen_async\b", "open"),
    (r"\b__a(enter|exit|iter)__\b", r"__\1__"),
]

# What differs beyond words: each is found in the source exactly as often as is said here.
PHRASES = {
    "_client.py": [
        ("A server for any number of paginators and tasks of one event loop.\n\n"
         "    It is started by `async with`, or by the first call, and ended by `close`, by leaving the\n"
         "    block, or with this program.",
         "A running server, for any number of paginators and threads.\n\n"
         "    It is started here and ended by `close`, by leaving a `with` block, or with this program."),
        ("Functions and coroutine functions run on the event\n      loop.",
         "They run on threads of\n      their own."),
        ('"""Starts the server, where it has not been started; the first call does it too."""',
         '"""Does nothing: the server runs since the client was made."""'),
        ("; RuntimeError before it has been started.", "."),
        ("    def pid(self) -> Optional[int]:\n"
         '        """The server\'s process id; None before it has been started."""',
         "    def pid(self) -> int:\n"
         '        """The server\'s process id."""'),
        ("from ._opening import Opening\n", ""),
        (') -> Opening:\n        """Creates', ') -> Pages[Any]:\n        """Creates'),
        (') -> Opening:\n        """One list', ') -> Pages[Any]:\n        """One list'),
        (') -> Opening:\n    """Like', ') -> Pages[Any]:\n    """Like'),
        ("return Opening(lambda: _alone(client, url, profile, strict, params))",
         "return _alone(client, url, profile, strict, params)"),
        ("return Opening(lambda: self._open(given, strict, items))",
         "return self._open(given, strict, items)"),
        ("Creates a paginator: `await` it, or use it in `async with`. Nothing is requested yet.",
         "Creates a paginator; nothing is requested yet."),
        ("return Opening(lambda: self._open(open_params(url, profile, params), strict))",
         "return self._open(open_params(url, profile, params), strict)"),
        ("one after the other on the event loop.", "one after the other on a thread of their own."),
    ],
    "_pages.py": [
        ("import asyncio\nimport contextlib\nimport inspect\n", "import contextlib\n"),
        ("    Awaitable,\n", ""),
        ("from ._errors import", "from ._countable import Countable\nfrom ._errors import"),
        ("class AsyncPages(Known[Item]):", "class AsyncPages(Known[Item], Countable):"),
        ("collection: `await pages[3]`, `await pages[:10]`.",
         "collection, wherever the current position is."),
        ("    async def state(self)", "    @property\n    async def state(self)"),
        ("                    outcome = take(value)\n"
         "                    while inspect.isawaitable(outcome):\n"
         "                        outcome = await outcome\n",
         "                    take(value)\n"),
        ("load pages, or `async for` over all items", "load pages, or iterate over all items"),
        ("Any task may call any method; loads run in the order in which they were called. Cancelling a\n"
         "    task cancels its load on the server.",
         "Any thread may call any method; loads run in the order in which they were called."),
        ("with each page as it comes; what it raises ends the walk.\n        True",
         "with each page as it comes, on this thread; what it raises ends\n        the walk. True"),
    ],
    "_transport/connection.py": [
        ("import asyncio\n", ""),
        ("import inspect\n", ""),
        ("from .async_waiting import Event\n", ""),
        ("from typing import (\n", "from threading import Event\nfrom typing import (\n"),
        (" Belongs to one event loop.\n", "\n"),
        ("                if inspect.isawaitable(result):\n"
         "                    result = await result\n", ""),
        ("        self._loop = asyncio.get_running_loop()\n", ""),
        ("        if asyncio.get_running_loop() is not self._loop:\n"
         "            raise RuntimeError(\"This client belongs to another event loop; make one for "
         "this.\")\n", ""),
        ("                        outcome = callback(event)\n"
         "                        if inspect.isawaitable(outcome):\n"
         "                            await outcome\n",
         "                        callback(event)\n"),
    ],
    "_transport/flow.py": [
        ("from .async_waiting import Condition, Event\n", ""),
        ("from typing import Any", "from threading import Condition, Event\nfrom typing import Any"),
        ("Values on their way to the one task that takes them.",
         "Values on their way to the one thread that takes them."),
        ("many values and no task waits\n    for anything else.",
         "many values and no thread waits\n    for anything else."),
        ("number of tasks that wait", "number of threads that wait"),
        ("A task waits for messages", "A thread waits for messages"),
        ("Wakes the takers; False where reading pauses until `may_read`.",
         "Wakes the takers, and waits until `may_read`."),
        ("            self.is_paused = not self.may_read()\n"
         "            if not self.is_paused:\n"
         "                self._filled.clear()\n"
         "            return not self.is_paused\n",
         "            self.is_paused = True\n"
         "            self.changed.wait_for(self.may_read)\n"
         "            self.is_paused = False\n"
         "            self._filled.clear()\n"
         "            return True\n"),
    ],
    "_transport/server.py": [
        ("A server for the tasks of one event loop.", "A running server."),
        ("        self._info: Optional[ServerInfo] = None\n",
         "        self._info: Optional[ServerInfo] = None\n        self.start()\n"),
        ('"""Starts the server, where it has not been started; the first call does it too."""',
         '"""Does nothing: the server runs since it was made."""'),
        ("    def pid(self) -> Optional[int]:\n"
         "        return None if self.connection is None else self.connection.process.pid",
         "    def pid(self) -> int:\n"
         "        assert self.connection is not None\n"
         "        return self.connection.process.pid"),
        ("by another task", "by another thread"),
    ],
}


def files(document):
    return {f"{FOLDER}/{name}": synchronous(name, source) for name, source in MODULES.items()}


def synchronous(name, source):
    """The text of a module in which nothing is awaited."""
    text = (ROOT / FOLDER / source).read_text(encoding="utf-8")
    for phrase, replacement in PHRASES[name]:
        if text.count(phrase) != 1:
            raise SystemExit(f"{FOLDER}/{source} does not have once: {phrase}")
        text = text.replace(phrase, replacement)
    for pattern, replacement in WORDS:
        text = re.sub(pattern, replacement, text)
    head = (
        f'"""{HEADS[name]}\n\n'
        f'Written by protocol/generate.py from {source}: change that one.\n"""\n'
    )
    return head + sorted_imports(text.partition("\n")[2])


def sorted_imports(text):
    """The text with the names of each `from typing import` and the imports in order."""

    def line(found):
        return found[1] + ", ".join(sorted(found[2].split(", "), key=str.lower))

    def names(found):
        lines = sorted(set(found[2].split()), key=str.lower)
        lines.sort(key=lambda line: (not line.strip(",").isupper(), line.lower()))
        return found[1] + "".join(f"    {line}\n" for line in lines) + ")"

    text = re.sub(r"^(from typing import )([\w, ]+)$", line, text, flags=re.M)
    text = re.sub(r"(from typing import \(\n)((?:    \w+,\n)+)\)", names, text)

    def block(found):
        return "".join(sorted(found[0].splitlines(True), key=module_of))

    return re.sub(r"(?:^from \._.* import [^(\n]*\n){2,}", block, text, flags=re.M)


def module_of(line):
    return line.split()[1].lower()
