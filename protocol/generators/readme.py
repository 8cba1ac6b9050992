"""The tables of protocol/README.md that the document has the facts for.

A table is between two lines,

    <!-- state: written by generate.py -->
    <!-- end -->

and what is between them is replaced.
"""

import json
import pathlib
import re

README = "protocol/README.md"
ROOT = pathlib.Path(__file__).resolve().parents[2]
PREFIX = "#/components/schemas/"
TABLE = re.compile(r"(<!-- ([a-zA-Z ]+): written by generate\.py -->\n).*?(<!-- end -->)", re.DOTALL)
SECTIONS = {"paginator/open": "8. Opening", "paginator/configure": "13. Changing, resetting, refreshing"}
RESULTS = {
    "State": "[state](#5-state)", "PageResult": "[page result](#a-page-result)",
    "Window": "[window](#14-the-window)", "WalkSummary": "[walk summary](#15-the-walk)",
    "Profile": "profile",
}


def files(document):
    text = (ROOT / README).read_text(encoding="utf-8")
    tables = Tables(document, text)
    return {README: TABLE.sub(lambda found: found[1] + tables.text(found[2]) + found[3], text)}


class Tables:
    """The tables by their names."""

    def __init__(self, document, readme):
        self.document = document
        self.schemas = document["components"]["schemas"]
        self.anchors = {title: anchor(title) for title in re.findall(r"(?m)^#+ (.+)$", readme)}

    def text(self, name):
        rows = {
            "methods": self.methods, "errors": self.errors,
            "state": lambda: self.members("State"),
            "page result": lambda: self.members("PageResult"),
            "params of open": self.params,
            "fetching": lambda: self.settings("Fetching", "fetching"),
            "limits": lambda: self.settings("Limits", "limits"),
            "prefetch": lambda: self.settings("Prefetch", "prefetch"),
            "warnings": lambda: self.warnings(False),
            "doubts": lambda: self.warnings(True),
            "ends": lambda: self.values("kind", "EndReason", "kind"),
            "verdicts": lambda: self.values("verdict", "WalkSummary", "verdict"),
            "proofs": lambda: self.values("proof", "WalkSummary", "proof"),
        }[name]()
        head, *rest = rows
        rows = [head, ["---"] * len(head), *rest]
        return "".join("|" + "|".join(f" {escaped(cell)} " if cell else " " for cell in row) + "|\n" for row in rows)

    # The tables: a list of rows, the heading first.

    def methods(self):
        yield ["method", "params", "result", ""]
        whole = next(each for each in self.document["methods"] if each["name"] == "paginator/open")
        of_open = {param["name"] for param in whole["params"]}
        for method in self.document["methods"]:
            names = [
                f"`{param['name']}{'' if param['required'] else '?'}`"
                for param in method["params"] if param["name"] != "paginatorId"
                and not (len(method["params"]) > 20 and param["name"] in of_open - {"url"})
            ]
            if len(method["params"]) > 20:
                names.insert(1, "params of `open`")
            if method["name"] in SECTIONS:
                names = ["see " + self.link(SECTIONS[method["name"]])]
            result = self.result(method["result"]["schema"])
            yield [f"`{method['name']}`", ", ".join(names), result, method["summary"]]

    def result(self, schema):
        name = schema.get("$ref", "")[len(PREFIX):]
        if name in RESULTS:
            return RESULTS[name]
        if schema.get("type") == "null":
            return "`null`"
        if schema.get("type") == "array":
            return f"list of {self.result(schema['items'])}s"
        if "openrpc" in schema.get("properties", {}):
            return "OpenRPC document"
        return "`{" + ", ".join(self.resolved(schema)["properties"]) + "}`"

    def members(self, name):
        yield ["member", ""]
        for member, schema in self.schemas[name]["properties"].items():
            yield [f"`{member}`", self.about(schema)]

    def params(self):
        yield ["param", "default", ""]
        method = next(each for each in self.document["methods"] if each["name"] == "paginator/open")
        for param in method["params"]:
            about = self.about({**self.resolved(param["schema"]), **param})
            yield [f"`{param['name']}`", self.default(param["schema"]), about]

    def settings(self, name, prefix):
        yield [f"`{prefix}.`", "default", ""]
        for member, schema in self.schemas[name]["properties"].items():
            yield [f"`{member}`", self.default(schema), self.about(schema)]

    def values(self, heading, schema, member):
        yield [f"`{heading}`", ""]
        for value, text in self.schemas[schema]["properties"][member]["x-values"].items():
            yield [f"`{value}`", text]

    def warnings(self, are_doubts):
        yield ["doubt" if are_doubts else "warning", ""]
        kind = self.schemas["Warning"]["properties"]["kind"]
        for value, text in kind["x-values"].items():
            if (value in kind["x-doubts"]) == are_doubts:
                yield [f"`{value}`", text]

    def errors(self):
        yield ["code", "kind", "", "further members of `data`"]
        for kind, error in self.document["components"]["errors"].items():
            data = self.schemas[kind[0].upper() + kind[1:] + "Data"]
            members = []
            for name, schema in data["properties"].items():
                target = schema.get("$ref", "")[len(PREFIX):]
                if name == "kind" or target in ("AskedPage", "StateAfterFailure"):
                    continue
                if name == "retryable" and "description" not in schema:
                    continue
                about = schema.get("description", "").rstrip(".")
                if about == "Of the request that failed":
                    about = ""
                optional = "" if name in data["required"] else "?"
                members.append(f"`{name}{optional}`" + (f" ({lowered(about)})" if about else ""))
            yield [str(error["code"]), f"`{kind}`", error["message"], ", ".join(members)]

    # What they are made of.

    def resolved(self, schema):
        """The schema with the members of the one that it refers to, where it has none itself."""
        inner = schema if "$ref" in schema else schema.get("allOf", [{}])[0]
        if "$ref" not in inner:
            return schema
        return {**self.resolved(self.schemas[inner["$ref"][len(PREFIX):]]), **schema}

    def about(self, schema):
        """The description, the bounds, and a link to more."""
        whole = self.resolved(schema)
        text = whole.get("description", "")
        if "minimum" in whole and "maximum" in whole and "default" in whole:
            text += f" {number(whole['minimum'])} to {number(whole['maximum'])}."
        if "x-section" in whole:
            text += " See " + self.link(whole["x-section"]) + "."
        return text

    def default(self, schema):
        whole = self.resolved(schema)
        if "default" not in whole or whole["default"] == {} and "properties" in whole:
            return ""
        value = whole["default"]
        if isinstance(value, (int, float)) and not isinstance(value, bool):
            return number(value)
        text = json.dumps(value)
        return text if value is None or isinstance(value, bool) else f"`{text}`"

    def link(self, title):
        """A link to a heading of the page, which must exist."""
        numbered = re.match(r"(\d+)\. ", title)
        return f"[{numbered[1] if numbered else title}](#{self.anchors[title]})"


def anchor(title):
    """A heading's anchor, as GitHub makes it."""
    return re.sub(r"[^a-z0-9 _-]", "", title.lower()).replace(" ", "-")


def number(value):
    return f"{value:,}" if value == int(value) else str(value)


def lowered(text):
    """The text as it goes on after another: a small first letter, unless the word is a name."""
    return text[0].lower() + text[1:] if text[1:2].islower() or text[1:2] == " " else text


def escaped(cell):
    return re.sub(r"(?<!\\)\|", r"\\|", cell)
