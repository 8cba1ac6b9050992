"""Makes the picture in README.md: a session in Python, and what a notebook shows, from a real run.

    PAGINATOR=/path/to/paginator python3 picture.py            writes it
    PAGINATOR=/path/to/paginator python3 picture.py --check    exit 1 where it would change
"""

import code
import contextlib
import io
import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any, Dict, Iterator, Tuple

HERE = Path(__file__).resolve().parent
README = HERE / "README.md"
BEGIN = "<!-- Written by picture.py from here -->\n"
END = "<!-- to here. -->\n"
SHOWN_URL = "http://127.0.0.1:8080"

SESSION = '''
import paginator
pages = paginator.open(
    "http://127.0.0.1:8080/page?page=:currentPage",
    pagination_mapping={"pagination.total_objects": "objectCount"},
    items_path="articles",
)
pages.next()
pages
pages[100]["title"], pages[-1]["id"], len(pages[200:220])
pages.page(99)
pages.next()
pages.walk(print)
pages.last_state.end_reason["kind"]
'''

NOTEBOOK = '''
shapes = paginator.open(
    "http://127.0.0.1:8080/page?page=:currentPage",
    response_descriptors=[{"keyPath": "articles", "mapping": "article"}],
    mappings={"article": {"attributes": {"id": "id", "title": "title", "author.login": "author"}}},
    per_page=5,
)
shapes.next()
'''


@contextlib.contextmanager
def sample_api() -> Iterator[str]:
    """The address of a sample API that runs meanwhile."""
    process = subprocess.Popen(
        [os.environ.get("PAGINATOR", "paginator"), "sample-api", "--port", "0"],
        stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
    )
    assert process.stdout is not None
    try:
        yield process.stdout.readline().decode().strip().rstrip("/")
    finally:
        process.kill()
        process.wait()
        process.stdout.close()


def run(source: str, names: Dict[str, Any], url: str) -> Tuple[str, Any]:
    """The text of a terminal in which `source` is typed into Python, and the last value."""
    console = code.InteractiveConsole(names)
    shown = io.StringIO()
    last: Any = None

    def display(value: Any) -> None:
        nonlocal last
        if value is not None:
            last = value
            print(repr(value))

    before, sys.displayhook = sys.displayhook, display
    try:
        with contextlib.redirect_stdout(shown), contextlib.redirect_stderr(shown):
            prompt = ">>> "
            for line in source.strip().splitlines():
                print(prompt + line)
                prompt = "... " if console.push(line.replace(SHOWN_URL, url)) else ">>> "
    finally:
        sys.displayhook = before
    text = shown.getvalue().replace(url, SHOWN_URL)
    # Of a failure the last line is enough here.
    text = re.sub(r"^Traceback .*?^(?=\S)", "Traceback (most recent call last): ...\n", text,
                  flags=re.M | re.S)
    return text, last


def picture() -> str:
    """The part of README.md between its two marks."""
    sys.path.insert(0, str(HERE))
    names: Dict[str, Any] = {}
    with sample_api() as url:
        try:
            session, _ = run(SESSION, names, url)
            notebook, page = run(NOTEBOOK, names, url)
        finally:
            for opened in ("pages", "shapes"):
                if opened in names:
                    names[opened].close()
    typed = re.sub(r"^(>>>|\.\.\.) ", "", notebook.rpartition("\n<")[0], flags=re.M)
    return (
        f"\n```pycon\n{session}```\n\nA notebook shows pages, windows and paginators as tables:\n\n"
        f"```python\n{typed}\n```\n\n{page._repr_html_()}\n\n"
    )


def main() -> int:
    old = README.read_text(encoding="utf-8")
    before, begin, rest = old.partition(BEGIN)
    _, end, after = rest.partition(END)
    if not end:
        print(f"README.md has no lines {BEGIN}and {END}", file=sys.stderr)
        return 2
    new = before + begin + picture() + end + after
    if sys.argv[1:] != ["--check"]:
        README.write_text(new, encoding="utf-8")
    elif new != old:
        print("README.md does not show what is the case: run picture.py", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
