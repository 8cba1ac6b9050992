"""The types of the Node client, and the list of methods that it offers one to one."""

import json
import re
import textwrap

TYPES = "clients/node/types/protocol.d.ts"
METHODS = "clients/node/lib/methods.js"
LINE_MAX = 100
REFERENCE = "#/components/schemas/"
SCALARS = {
    "string": "string", "integer": "number", "number": "number", "boolean": "boolean",
    "null": "null",
}

HEAD = """\
// The protocol's JSON as types, under the names that it has on the wire.
//
// Written by protocol/generate.py from protocol/openrpc.json: change those.
"""


METHODS_HEAD = """\
// The methods that a client calls, by name, and where members of params belong.
//
// Written by protocol/generate.py from protocol/openrpc.json: change those.

export const METHODS = Object.freeze([
"""


def files(document):
    names = "".join(f'  "{method["name"]}",\n' for method in document["methods"])
    text = METHODS_HEAD + names + "]);\n\n" + places(document)
    return {TYPES: whole_text(document), METHODS: text}


def places(document):
    """Which param of `open` has a member of that name, where that is clear, and all strategies."""
    schemas = document["components"]["schemas"]
    method = next(each for each in document["methods"] if each["name"] == "paginator/open")
    outer = {param["name"] for param in method["params"]}
    found = {}
    for param in ("pagination", "fetching", "limits", "walk"):
        for name in members_of(schemas, schemas[param[0].upper() + param[1:]]):
            found.setdefault(name, set()).add(param)
    lines = "".join(
        f'  {name}: "{min(params)}",\n'
        for name, params in sorted(found.items()) if len(params) == 1 and name not in outer
    )
    strategies = "".join(f'  "{each}",\n' for each in schemas["StrategyName"]["enum"])
    return (
        "/** Which param of `open` a name is a member of. */\n"
        f"export const MEMBER_OF = Object.freeze({{\n{lines}}});\n\n"
        f"export const STRATEGIES = Object.freeze([\n{strategies}]);\n"
    )


def members_of(schemas, schema):
    """The names of the members of an object, in any of its forms."""
    if "$ref" in schema:
        schema = schemas[schema["$ref"][len(REFERENCE):]]
    names = set(schema.get("properties", ()))
    for form in ("anyOf", "oneOf", "allOf"):
        for each in schema.get(form, ()):
            names |= members_of(schemas, each)
    return names


def whole_text(document):
    """The module: a type for each schema, for the params of each method, and tables of methods.

        "Prefetch": {"type": "object", "properties": {"distance": {"type": "integer"}}}

    becomes

        export interface Prefetch {
          distance?: number;
        }

    What a type cannot say (bounds, patterns, which members go together) is left to the server.
    """
    parts = [HEAD.rstrip("\n")]
    for name, schema in document["components"]["schemas"].items():
        parts.append(definition(name, schema))
    calls = document["methods"]
    asked = document["x-clientMethods"]
    told = [each for each in document["x-notifications"] if is_from_server(each)]
    for method in calls + asked + told:
        parts.append(params_of(method))
    parts.append(table("Methods", "Methods that a client calls, by name.", calls, True))
    parts.append(table("ClientMethods", "Methods that the server calls, by name.", asked, True))
    parts.append(table("Notifications", "What the server tells, by name.", told, False))
    return "\n\n".join(parts) + "\n"


def is_from_server(notification):
    return notification["messageDirection"] == "serverToClient"


def definition(name, schema):
    about = doc(schema.get("description"), "")
    if "properties" in schema and not schema.get("oneOf"):
        body = members(schema["properties"], schema.get("required", []), "  ")
        return "\n".join([*about, f"export interface {name} {{", *body, "}"])
    return "\n".join([*about, *broken(f"export type {name} = ", expression(schema, ""), "")])


def params_of(method):
    schemas = {
        param["name"]: {**param["schema"], "description": param.get("description")}
        if param.get("description") else param["schema"]
        for param in method["params"]
    }
    required = [param["name"] for param in method["params"] if param["required"]]
    body = members(schemas, required, "  ")
    about = doc(f"The params of `{method['name']}`.", "")
    return "\n".join([*about, f"export interface {params_name(method)} {{", *body, "}"])


def table(name, description, methods, has_results):
    lines = [*doc(description, ""), f"export interface {name} {{"]
    for method in methods:
        lines += doc(method.get("summary"), "  ")
        kind = params_name(method)
        if has_results:
            result = expression(method["result"]["schema"], "  ")
            kind = f"{{ params: {kind}; result: {result} }}"
        lines.append(f'  "{method["name"]}": {kind};')
    return "\n".join([*lines, "}"])


def members(properties, required, indent):
    lines = []
    for name, schema in properties.items():
        # A default, or what a reference leads to, is described at its own place.
        lines += doc(schema.get("description"), indent)
        mark = "" if name in required else "?"
        lines += broken(f"{indent}{spelled(name)}{mark}: ", expression(schema, indent), indent)
    return lines


def broken(before, kind, indent):
    """A declaration; a long union with one choice a line."""
    line = f"{before}{kind};"
    if len(line) <= LINE_MAX or "\n" in line or " | " not in line:
        return [line]
    choices = [f"{indent}  | {choice}" for choice in kind.split(" | ")]
    return [before.rstrip(), *choices[:-1], choices[-1] + ";"]


def expression(schema, indent):
    """A type expression; objects with members are written where they stand."""
    if "$ref" in schema:
        return schema["$ref"][len(REFERENCE):]
    for word in ("anyOf", "oneOf"):
        if word in schema and "properties" not in schema:
            return union(expression(choice, indent) for choice in schema[word])
    if "allOf" in schema and "properties" not in schema:
        return expression(schema["allOf"][0], indent)
    if "const" in schema:
        return json.dumps(schema["const"])
    if "enum" in schema:
        return union(json.dumps(value) for value in schema["enum"])
    if "properties" in schema:
        body = members(schema["properties"], schema.get("required", []), indent + "  ")
        return "\n".join(["{", *body, indent + "}"])
    kinds = schema.get("type", [])
    kinds = kinds if isinstance(kinds, list) else [kinds]
    return union(plain(kind, schema, indent) for kind in kinds) if kinds else "unknown"


def plain(kind, schema, indent):
    if kind == "array":
        item = expression(schema.get("items", {}), indent)
        if schema.get("minItems") == schema.get("maxItems") == 2:
            return f"[{item}, {item}]"
        return f"Array<{item}>" if " " in item else f"{item}[]"
    if kind == "object":
        values = schema.get("additionalProperties", {})
        values = values if isinstance(values, dict) else {}
        return f"{{ [name: string]: {expression(values, indent)} }}"
    return SCALARS[kind]


def union(kinds):
    distinct = list(dict.fromkeys(kinds))
    return "unknown" if "unknown" in distinct else " | ".join(distinct)


def spelled(name):
    return name if re.fullmatch(r"[A-Za-z_$][A-Za-z0-9_$]*", name) else json.dumps(name)


def params_name(method):
    """`paginator/loadNextPage` has LoadNextPageParams, `$/progress` has ProgressParams."""
    words = re.split(r"[^A-Za-z0-9]+", method["name"].split("/")[-1])
    return "".join(word[:1].upper() + word[1:] for word in words) + "Params"


def doc(text, indent):
    if not text:
        return []
    text = " ".join(text.split()).replace("*/", "*\\/")
    if len(indent) + len(text) + len("/**  */") <= LINE_MAX:
        return [f"{indent}/** {text} */"]
    lines = textwrap.wrap(
        text, LINE_MAX - len(indent) - 3, break_long_words=False, break_on_hyphens=False
    )
    return [f"{indent}/**", *(f"{indent} * {line}" for line in lines), f"{indent} */"]
