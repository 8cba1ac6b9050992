"""The Python client's list of methods, one to one: the module `paginator._methods`."""

import re

from .python_types import PythonTypes, pascal, snake_case

PATH = "clients/python/paginator/_methods.py"

HEAD = '''\
"""Every method of the protocol, under its own name and with its own params.

Written by protocol/generate.py from protocol/openrpc.json: change those.
"""

from __future__ import annotations

import typing

if typing.TYPE_CHECKING:
    from . import _types
'''

CLASS = '''

class {name}:
    """Calls under the protocol's names: `{example}`.

    `Client.open` and `Pages` are made for people; this leaves nothing out.
    """

    def __init__(self, request: typing.Callable[..., typing.Any]) -> None:
        self._request = request
'''


def files(document):
    types = PythonTypes(document)
    types.text()
    text = HEAD
    for prefix, word, name in (("", "", "Methods"), ("async ", "await ", "AsyncMethods")):
        example = f'{word}client.methods.load_page({{"paginatorId": "p1", "page": 3}})'
        text += CLASS.format(name=name, example=example)
        for method in document["methods"]:
            text += "\n" + "\n".join(method_lines(method, types, prefix, word)) + "\n"
    return {PATH: text}


def method_lines(method, types, prefix, word):
    title = pascal(method["name"])
    result = qualified(types.results[method["name"]], types)
    params = f"_types.{title}Params"
    if not any(param["required"] for param in method["params"]):
        params = f"typing.Optional[{params}] = None" if method["params"] else None
    given = f", params: {params}" if params else ""
    passed = "params" if params else "{}"
    head = f"    {prefix}def {snake_case(title[0].lower() + title[1:])}("
    arguments = f"self{given}, *, timeout: typing.Optional[float] = None"
    line = f"{head}{arguments}) -> {result}:"
    lines = [line] if len(line) <= 100 else [head, f"        {arguments}", f"    ) -> {result}:"]
    if len(lines) > 1 and len(lines[1]) > 100:
        lines[1:2] = [f"        {each}," for each in arguments.split(", ")]
    call = f'{word}self._request("{method["name"]}", {passed}, timeout=timeout)'
    lines.append(f'        """{method["summary"]}"""')
    if result == "None":
        return [*lines, f"        {call}"]
    line = f"        result: {result} = {call}"
    if len(line) <= 100:
        return [*lines, line, "        return result"]
    return [
        *lines, f"        result: {result} = {call.partition('(')[0]}(",
        f"            {call.partition('(')[2][:-1]}", "        )", "        return result",
    ]


def qualified(expression, types):
    """The expression with the module's name before the names of its types."""
    return re.sub(
        r"(?<![\w.\"])([A-Z]\w*)",
        lambda found: f"_types.{found[1]}" if found[1] in types.definitions else found[1],
        expression,
    )
