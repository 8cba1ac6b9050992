#!/usr/bin/env python3
"""Writes the JSON Schemas of this folder from ../openrpc.json: draft-07, each complete in itself.

    python3 generate.py            writes them
    python3 generate.py --check    exits 1 and names the files that are not what it would write
"""

import json
import os
import sys

FOLDER = os.path.dirname(os.path.abspath(__file__))
SOURCE = os.path.join(FOLDER, os.pardir, "openrpc.json")
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


def references(value):
    """The names of the schemas that a schema refers to, in the order in which they stand."""
    if isinstance(value, dict):
        target = value.get("$ref")
        if isinstance(target, str) and target.startswith(PREFIX):
            yield target.removeprefix(PREFIX)
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
            return {"$ref": "#/definitions/" + target.removeprefix(PREFIX)}
        return {name: relocated(member) for name, member in value.items()}
    if isinstance(value, list):
        return [relocated(element) for element in value]
    return value


def text(document, target):
    """The text of one file."""
    schemas = document["components"]["schemas"]
    root = schemas[target] if target in schemas else parameters(document, target)
    needed, waiting = set(), list(references(root))
    while waiting:
        name = waiting.pop()
        if name not in needed:
            needed.add(name)
            waiting += references(schemas[name])
    schema = {
        "$schema": "http://json-schema.org/draft-07/schema#",
        "$comment": "Written by generate.py from ../openrpc.json: change that one.",
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


def main():
    if sys.argv[1:] not in ([], ["--check"]):
        sys.exit(__doc__)
    with open(SOURCE, encoding="utf-8") as file:
        document = json.load(file)
    wanted = {name: text(document, target) for name, target in FILES.items()}
    present = {}
    for name in sorted(os.listdir(FOLDER)):
        if name.endswith(".json"):
            with open(os.path.join(FOLDER, name), encoding="utf-8") as file:
                present[name] = file.read()
    names = sorted(wanted.keys() | present.keys())
    stale = [name for name in names if wanted.get(name) != present.get(name)]
    if sys.argv[1:]:
        for name in stale:
            print(name, "differs; run generate.py" if name in wanted else "is written by nobody")
        sys.exit(1 if stale else 0)
    for name in stale:
        path = os.path.join(FOLDER, name)
        if name not in wanted:
            os.remove(path)
            continue
        with open(path + ".new", "w", encoding="utf-8") as file:
            file.write(wanted[name])
        os.replace(path + ".new", path)


if __name__ == "__main__":
    main()
