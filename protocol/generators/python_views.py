"""The properties of Python's views on a state and on the summary of a walk.

    "pageCount": {"description": "null when unknown.", "type": ["integer", "null"]}

becomes

    @property
    def page_count(self) -> Optional[int]:
        \"\"\"None when unknown.\"\"\"
        return self.raw.get("pageCount")

Those that give more than the JSON are written by hand in the classes that extend the views.
"""

import re
import textwrap

from .python_types import LINE_MAX, REFERENCE, SCALARS, pascal

PATH = "clients/python/paginator/_views.py"

# A view's name, its schema, and the members that it does not have.
VIEWS = (
    ("StateView", "State", "the state of a paginator", ("error",)),
    ("PageView", "PageResult", "a page",
     ("paginatorId", "page", "items", "results", "issuesOmitted", "state")),
    ("WindowView", "Window", "a window", ("start", "items", "pages", "state")),
    ("WalkView", "WalkSummary", "the summary of a walk", ("items", "results", "start", "state")),
)

# Members that an older server, or a walk that was ended here, may lack.
OPTIONAL = ("perPage", "firstPage", "checkpoint", "count")

# The types that have a name, by what stands for them in the document; all others are plain.
NAMED = ("EndReason", "Issue", "ResponseFacts", "StateCan", "Warning")

# The first and the last, or what follows it, as an array in JSON.
RUN = "Tuple[int, int]"

HEAD = '''\
"""Properties of what a server answers, one for each member of the JSON.

Written by protocol/generate.py from protocol/openrpc.json: change those.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Dict, List, Mapping, Optional, Tuple, cast

if TYPE_CHECKING:
    from . import _types
'''


def files(document):
    schemas = document["components"]["schemas"]
    parts = [HEAD]
    for view, name, about, by_hand in VIEWS:
        schema = schemas[name]
        lines = [f"class {view}:", f'    """The members of {about}."""', "", "    __slots__ = ()", ""]
        lines += ["    raw: Mapping[str, Any]"]
        for member, value in schema["properties"].items():
            if member not in by_hand:
                is_required = member in schema["required"] and member not in OPTIONAL
                if "properties" in value:
                    value = {**value, "$ref": REFERENCE + name + pascal(member)}
                lines += ["", *described(schemas, member, value, is_required)]
        parts.append("\n".join(lines) + "\n")
    return {PATH: "\n\n".join(parts)}


def described(schemas, member, schema, is_required):
    """The lines of a property."""
    kind, is_null = kind_of(schemas, schema)
    get = f'self.raw.get("{member}")'
    if kind == "bool" and is_required and not is_null:
        result, value = "bool", f"{get} is True"
    elif kind == f"List[{RUN}]":
        result, value = kind, f"[(run[0], run[1]) for run in {get} or ()]"
    elif kind.startswith("_types.") and is_required and not is_null:
        result, value = kind, f'cast("{kind}", {get} or {{}})'
    elif kind.startswith("List["):
        result, value = kind, f"list({get} or ())"
    elif kind in ("str", "int") and is_required and not is_null:
        result, value = kind, f"{kind}({get} or {repr('') if kind == 'str' else 0})".replace("''", '""')
    else:
        result, value = f"Optional[{kind}]", get
    text = doc(schema.get("description") or resolved(schemas, schema).get("description", ""))
    return [
        "    @property", f"    def {snake_case(member)}(self) -> {result}:", *text, f"        return {value}",
    ]


def snake_case(name):
    """`patternURL` is `pattern_url`."""
    return re.sub(r"(?<=[a-z])[A-Z]+", lambda found: "_" + found[0].lower(), name)


def resolved(schemas, schema):
    """What a schema refers to, or the form of it that is not null."""
    while True:
        if "$ref" in schema:
            schema = schemas[schema["$ref"][len(REFERENCE):]]
        elif "allOf" in schema and "type" not in schema:
            schema = schema["allOf"][0]
        elif "anyOf" in schema:
            schema = next(each for each in schema["anyOf"] if each.get("type") != "null")
        else:
            return schema


def kind_of(schemas, schema):
    """The type as Python has it, and whether null is one of its values."""
    forms = [schema, *schema.get("anyOf", ()), *schema.get("allOf", ())]
    is_null = any(each.get("type") == "null" for each in forms)
    for each in forms:
        name = each.get("$ref", "")[len(REFERENCE):]
        if name in NAMED:
            return f"_types.{name}", is_null
    found = resolved(schemas, schema)
    kinds = found.get("type", "string" if "enum" in found else "object")
    kinds = kinds if isinstance(kinds, list) else [kinds]
    is_null = is_null or "null" in kinds
    kind = next(each for each in kinds if each != "null")
    if kind == "array" and found.get("maxItems") == 2:
        return RUN, is_null
    if kind == "array":
        return f"List[{kind_of(schemas, found['items'])[0]}]", is_null
    return ("Dict[str, Any]" if kind == "object" else SCALARS[kind]), is_null


def doc(text):
    """The docstring, with Python's names for JSON's constants."""
    if not text:
        return []
    for json, python in ("null", "None"), ("true", "True"), ("false", "False"):
        text = re.sub(rf"\b{json}\b", python, text)
    text = " ".join(text.split())
    text = text[0].upper() + text[1:]
    lines = textwrap.wrap(f'"""{text}"""', LINE_MAX - 8, break_long_words=False)
    return [f"        {line}" for line in lines]
