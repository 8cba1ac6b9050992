"""JSON Schemas: draft-07, each complete in itself."""

import json

FOLDERS = (("protocol/schema", ".json"),)
PREFIX = "#/components/schemas/"

# File name to a schema of the document, or to a method, whose params make one object.
FILES = {
    "open.json": "paginator/open",
    "mapping.json": "Mapping",
    "state.json": "State",
    "page-result.json": "PageResult",
    "window.json": "Window",
    "walk-summary.json": "WalkSummary",
    "error.json": "Error",
    "profiles.json": "ProfileFile",
}


def files(document):
    return {
        f"protocol/schema/{name}": text(document, target) for name, target in FILES.items()
    }


def parameters(document, name):
    """The params of a method as the schema of one object."""
    method = next(method for method in document["methods"] if method["name"] == name)
    properties = {}
    for param in method["params"] + document["x-commonParams"]:
        schema = param["schema"]
        if "description" in param:
            inner = {"allOf": [schema]} if "$ref" in schema else schema
            schema = {"description": param["description"], **inner}
        properties[param["name"]] = schema
    schema = {"description": method["summary"], "type": "object"}
    required = [param["name"] for param in method["params"] if param["required"]]
    if required:
        schema["required"] = required
    schema["properties"] = properties
    schema["additionalProperties"] = False
    if "x-anyRequired" in method:
        schema["anyOf"] = [{"required": [name]} for name in method["x-anyRequired"]]
    return schema


def completed(document, schema):
    """The schema, with the params of the method in its `x-paramsOf` among its properties."""
    if "x-paramsOf" not in schema:
        return schema
    schema = dict(schema)
    source = schema.pop("x-paramsOf")
    properties = parameters(document, source["method"])["properties"]
    common = [param["name"] for param in document["x-commonParams"]]
    for name in source["without"] + common:
        del properties[name]
    schema["properties"] = {**schema["properties"], **properties}
    return schema


def references(value):
    """The names of the schemas that a schema refers to, in the order in which they stand."""
    if isinstance(value, dict):
        target = value.get("$ref")
        if isinstance(target, str) and target.startswith(PREFIX):
            yield target[len(PREFIX):]
        for member in value.values():
            yield from references(member)
    elif isinstance(value, list):
        for element in value:
            yield from references(element)


def relocated(value):
    """The value with its references pointing into `definitions`."""
    if isinstance(value, dict):
        target = value.get("$ref")
        if isinstance(target, str) and target.startswith(PREFIX):
            return {"$ref": "#/definitions/" + target[len(PREFIX):]}
        return {name: relocated(member) for name, member in value.items()}
    if isinstance(value, list):
        return [relocated(element) for element in value]
    return value


def text(document, target):
    """The text of one file."""
    schemas = {
        name: completed(document, schema)
        for name, schema in document["components"]["schemas"].items()
    }
    root = schemas[target] if target in schemas else parameters(document, target)
    needed, waiting = set(), list(references(root))
    while waiting:
        name = waiting.pop()
        if name not in needed:
            needed.add(name)
            waiting += references(schemas[name])
    schema = {
        "$schema": "http://json-schema.org/draft-07/schema#",
        "$comment": "Written by protocol/generate.py from protocol/openrpc.json: change that file.",
        "title": target,
        **relocated(root),
    }
    if needed:
        names = sorted(needed)
        schema["definitions"] = {name: relocated(schemas[name]) for name in names}
    return "{\n" + ",\n".join(lines(schema)) + "\n}\n"


def lines(schema):
    """The members of a schema, each on a line; properties and definitions have a line for each."""
    for name, value in schema.items():
        if name in ("properties", "definitions"):
            members = (f"    {flat(key)}: {flat(member)}" for key, member in value.items())
            inner = ",\n".join(members)
            yield f"  {flat(name)}: {{\n{inner}\n  }}"
        else:
            yield f"  {flat(name)}: {flat(value)}"


def flat(value):
    return json.dumps(value, ensure_ascii=False)
