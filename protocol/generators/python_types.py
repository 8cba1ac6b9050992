"""The types of the Python client: the module `paginator._types`."""

import keyword
import re
import sys
import textwrap

PATH = "clients/python/paginator/_types.py"
LINE_MAX = 100
REFERENCE = "#/components/schemas/"
SCALARS = {
    "string": "str", "integer": "int", "number": "float", "boolean": "bool", "null": "None",
}


def files(document):
    return {PATH: PythonTypes(document).text()}


class PythonTypes:
    """Turns schemas into the module `paginator._types`.

        "Prefetch": {"type": "object", "properties": {"distance": {"type": "integer"}}}

    becomes

        class Prefetch(typing.TypedDict, total=False):
            distance: "int"

    Objects that stand inside of others get names of their own (`StateCan`). What a type cannot
    say (bounds, patterns, which members go together) is left to the server.
    """

    HEAD = '''\
"""The protocol's JSON as types, under the names that it has on the wire.

Written by protocol/generate.py from protocol/openrpc.json: change those. It is as long as that
document makes it.
"""

from __future__ import annotations

import typing

if typing.TYPE_CHECKING:
    from typing_extensions import NotRequired, TypeAlias'''

    def __init__(self, document):
        self.document = document
        self.definitions = {}
        self.results = {}
        """What each method returns, by its name."""

    def text(self):
        for name, schema in self.document["components"]["schemas"].items():
            self.define(name, schema)
        for method in self.document["methods"]:
            if method["params"]:
                self.define_params(pascal(method["name"]) + "Params", method)
        for method in self.document["x-clientMethods"] + self.document["x-notifications"]:
            if method["name"].startswith("paginator/"):
                self.define_params(pascal(method["name"]) + "Params", method)
        for method in self.document["methods"]:
            name = pascal(method["name"]) + "Result"
            self.results[method["name"]] = self.expression(method["result"]["schema"], name)
        for name, given in ("open", ("url", "profile")), ("configure", ("paginatorId",)), (
            "detect", ("url", "profile", "confirm"),
        ):
            self.define_arguments(name, given)
        parts = [self.HEAD, *self.definitions.values()]
        names = "".join(f'    "{name}",\n' for name in sorted(self.definitions))
        return "\n\n\n".join(parts) + f"\n\n\n__all__ = [\n{names}]\n"

    def define(self, name, schema):
        """Adds a type of that name, after those that it needs."""
        if name in self.definitions:
            return
        self.definitions[name] = ""
        if "properties" in schema:
            required = schema.get("required", [])
            members = {
                member: (self.expression(value, name + pascal(member)), member in required, value)
                for member, value in schema["properties"].items()
            }
            text = record(name, members, schema.get("description"))
        else:
            text = alias(name, self.expression(schema, name, True), schema.get("description"))
        del self.definitions[name]
        self.definitions[name] = text

    def define_params(self, name, method):
        members = {
            param["name"]: (
                self.expression(param["schema"], name + pascal(param["name"])),
                param["required"],
                param,
            )
            for param in method["params"]
        }
        self.definitions[name] = record(name, members, f"The params of `{method['name']}`.")

    def define_arguments(self, method_name, given):
        """The params of a method as keyword arguments, without those that a function names."""
        method = next(
            method for method in self.document["methods"]
            if method["name"] == "paginator/" + method_name
        )
        name = pascal(method_name) + "Arguments"
        members = {}
        for param in method["params"]:
            if param["name"] in given:
                continue
            snake = snake_case(param["name"])
            if camel_case(snake) != param["name"]:
                sys.exit(f"The param {param['name']} has no spelling as a keyword argument.")
            kind = self.expression(param["schema"], name + pascal(param["name"]))
            members[snake] = (kind, False, param)
        self.definitions[name] = record(
            name, members, f"The params of `{method['name']}` as keyword arguments."
        )

    def expression(self, schema, name, is_top=False):
        """A type expression; objects with members are defined on the way, as `name`."""
        if "$ref" in schema:
            return schema["$ref"][len(REFERENCE):]
        for word in ("anyOf", "oneOf"):
            if word in schema and "properties" not in schema:
                return union(
                    self.expression(choice, self.choice_name(choice, name, index))
                    for index, choice in enumerate(schema[word])
                )
        if "allOf" in schema and "properties" not in schema:
            return self.expression(schema["allOf"][0], name)
        if "const" in schema:
            return literal([schema["const"]])
        if "enum" in schema:
            return literal(schema["enum"])
        if "properties" in schema and not is_top:
            self.define(name, schema)
            return name
        kinds = schema.get("type", [])
        kinds = kinds if isinstance(kinds, list) else [kinds]
        if not kinds:
            return "typing.Any"
        return union(self.plain(kind, schema, name) for kind in kinds)

    def plain(self, kind, schema, name):
        if kind == "array":
            return f"typing.Sequence[{self.expression(schema.get('items', {}), name + 'Item')}]"
        if kind == "object":
            values = schema.get("additionalProperties", {})
            values = values if isinstance(values, dict) else {}
            return f"typing.Mapping[str, {self.expression(values, name + 'Value')}]"
        return SCALARS[kind]

    @staticmethod
    def choice_name(choice, name, index):
        """`ProgressValueBegin` for the choice whose kind is "begin"."""
        for value in choice.get("properties", {}).values():
            if isinstance(value.get("const"), str):
                return name + pascal(value["const"])
        return f"{name}Object" + (str(index) if index > 1 else "")


def record(name, members, description):
    """A TypedDict; in the functional form where a member's name is a word of Python's."""
    is_total = any(required for _, required, _ in members.values())
    end = "" if is_total else ", total=False"
    kinds = {
        member: kind if required or not is_total else f"NotRequired[{kind}]"
        for member, (kind, required, _) in members.items()
    }
    texts = {member: about.get("description") for member, (_, _, about) in members.items()}
    if all(member.isidentifier() and not keyword.iskeyword(member) for member in members):
        lines = [f"class {name}(typing.TypedDict{end}):", *docstring(description, "    ")]
        lines += [""] if description else []
        for member, kind in kinds.items():
            lines += annotation(member, kind)
            lines += docstring(texts[member], "    ")
        return "\n".join(lines)
    lines = [f"{name} = typing.TypedDict(", f'    "{name}",', "    {"]
    for member, kind in kinds.items():
        lines += comment(texts[member], "        ")
        lines += string(f'        "{member}": ', kind, ",")
    lines += ["    },", *([] if is_total else ["    total=False,"]), ")"]
    return "\n".join(lines + docstring(description, ""))


def alias(name, kind, description):
    return "\n".join(string(f"{name}: TypeAlias = ", kind, "") + docstring(description, ""))


def annotation(name, kind):
    """A member of a class, broken after commas."""
    lines = textwrap.wrap(
        f"    {name}: {kind}", LINE_MAX, subsequent_indent=" " * 8, break_long_words=False,
        break_on_hyphens=False, drop_whitespace=True,
    )
    return lines


def string(before, kind, after):
    """A type in quotes, in several pieces where it is long."""
    line = before + quoted(kind) + after
    if len(line) <= LINE_MAX:
        return [line]
    indent = " " * (len(before) - len(before.lstrip()) + 4)
    pieces = textwrap.wrap(
        kind, LINE_MAX - len(indent) - 4, break_long_words=False, break_on_hyphens=False
    )
    pieces = [piece + " " for piece in pieces[:-1]] + pieces[-1:]
    return [before + "(", *(indent + quoted(piece) for piece in pieces), indent[4:] + ")" + after]


def union(kinds):
    distinct = list(dict.fromkeys(kinds))
    if "typing.Any" in distinct:
        return "typing.Any"
    if "float" in distinct and "int" in distinct:
        distinct.remove("int")
    return distinct[0] if len(distinct) == 1 else f"typing.Union[{', '.join(distinct)}]"


def literal(values):
    spelled = ", ".join("None" if value is None else quoted(value) for value in values)
    return f"typing.Literal[{spelled}]"


def quoted(value):
    """A Python literal, with double quotes where there is no reason against them."""
    if isinstance(value, str) and '"' not in value and "\\" not in value:
        return f'"{value}"'
    return repr(value)


def docstring(text, indent):
    if not text:
        return []
    text = " ".join(text.split()).replace("\\", "\\\\")
    lines = textwrap.wrap(
        text, LINE_MAX - len(indent) - 6, break_long_words=False, break_on_hyphens=False
    )
    if len(lines) == 1:
        end = " " if lines[0].endswith('"') else ""
        return [f'{indent}"""{lines[0]}{end}"""']
    return [f'{indent}"""{lines[0]}', *(indent + line for line in lines[1:]), f'{indent}"""']


def comment(text, indent):
    if not text:
        return []
    return [
        f"{indent}# {line}"
        for line in textwrap.wrap(
            " ".join(text.split()), LINE_MAX - len(indent) - 2, break_long_words=False,
            break_on_hyphens=False,
        )
    ]


def pascal(name):
    """`paginator/loadNextPage` is LoadNextPage."""
    words = re.split(r"[^A-Za-z0-9]+", name.split("/")[-1])
    return "".join(word[:1].upper() + word[1:] for word in words)


def snake_case(name):
    return re.sub(r"(?<=[a-z0-9])([A-Z])", lambda match: "_" + match[1].lower(), name)


def camel_case(name):
    first, *rest = name.split("_")
    return first + "".join(word[:1].upper() + word[1:] for word in rest)
