"""What `help(paginator.open)` says of the params: the table `paginator._shown.open_params`."""

import re

from .python_types import REFERENCE, snake_case

PATH = "clients/python/paginator/_shown/open_params.py"

HEAD = '''\
"""The params of `paginator/open`, by their Python names, with what is said of each.

Written by protocol/generate.py from protocol/openrpc.json: change that.
"""

OPEN_PARAMS = {
'''


def files(document):
    method = next(each for each in document["methods"] if each["name"] == "paginator/open")
    lines = []
    for param in method["params"]:
        text = first_sentence(description(document, param))
        lines.append(f'    "{snake_case(param["name"])}": (\n        {literal(text)}\n    ),\n')
    return {PATH: HEAD + "".join(lines) + "}\n"}


def description(document, param):
    """What is said of a param, or of its type."""
    schema = param["schema"]
    while "description" not in param and "$ref" in schema:
        schema = document["components"]["schemas"][schema["$ref"][len(REFERENCE):]]
        param = schema
    return re.sub(r"\bnull\b", "None", param.get("description", ""))


def first_sentence(text):
    return re.split(r"(?<=\.)\s+(?=[A-Z])", " ".join(text.split()))[0]


def literal(text):
    """A text as Python's literal, in lines of the usual length."""
    lines, line = [], ""
    for word in text.split(" "):
        if line and len(line) + len(word) > 84:
            lines.append(line)
            line = ""
        line += word + " "
    lines.append(line.rstrip())
    return "\n        ".join('"' + each.replace("\\", "\\\\").replace('"', '\\"') + '"' for each in lines)
