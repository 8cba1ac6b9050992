"""A class for each error of the protocol, in Python's and Node's client.

    "networkFailed": {"code": 1100, "message": "The request failed.", ...}

becomes

    class NetworkFailed(LoadFailed):
        \"\"\"1100: the request failed.\"\"\"

Classes with members of their own are written by hand in the clients.
"""

PYTHON = "clients/python/paginator/_error_kinds.py"
NODE = "clients/node/lib/kinds.js"

# Classes that are not named as their kind is.
NAMES = {
    "httpStatus": "HTTPStatusError", "requestCancelled": "Cancelled", "serverError": "APIError",
    "tlsFailed": "TLSFailed",
}

# Classes that the clients have by hand.
BY_HAND = ("HTTPStatusError", "InvalidParams", "StoreFailed")

# Python's own classes that a caller may expect.
PYTHON_BASES = {
    "ItemOutOfRange": "IndexError", "PageOutOfRange": "IndexError", "TimedOut": "TimeoutError",
}

# Sentences for errors whose message in the document is that of one case.
SENTENCES = {
    "APIError": "the API reported an error in its own words.",
    "AuthFailed": "the credentials of `token` or `auth` got no access.",
    "Cancelled": "the load was cancelled (1009), or its request (-32800).",
    "InvalidResponse": "a response is not the JSON that was expected.",
    "MetadataInvalid": "a value in the response that should lead to a page does not.",
    "NotRecorded": "the server replays a recording, which has no response left to the request.",
    "PositionExpired": "the API does not know the position any more that a page led to.",
    "RateLimited": "the API's rate limit is used up for longer than the server may wait.",
}

ABOUT = "The errors of the protocol as classes, and the class of each code."
SOURCE = "Written by protocol/generate.py from protocol/openrpc.json: change those."


def files(document):
    errors = [
        (kind, error["code"], error["message"])
        for kind, error in document["components"]["errors"].items()
        if error["code"] > 0 or kind in ("methodNotFound", "invalidParams", "requestCancelled")
    ]
    return {PYTHON: python(errors), NODE: node(errors)}


def name_of(kind):
    return NAMES.get(kind) or kind[0].upper() + kind[1:]


def base_of(name, code):
    """A failed load leaves the paginator where it was."""
    if name == "RateLimited":
        return "HTTPStatusError"
    is_load = code in (1009, 1401, -32800) or 1100 <= code <= 1300
    return "LoadFailed" if is_load else "PaginatorError"


def classes(errors):
    """`(name, base, sentence)` of those that are not by hand, each after its base."""
    found = {}
    for kind, code, message in errors:
        name = name_of(kind)
        if name not in BY_HAND and name not in found:
            sentence = SENTENCES.get(name) or message[0].lower() + message[1:]
            head = "" if name == "Cancelled" else f"{code}: "
            found[name] = (base_of(name, code), (head + sentence)[0].upper() + (head + sentence)[1:])
    return [(name, base, sentence) for name, (base, sentence) in found.items()]


def python(errors):
    made = classes(errors)
    parts = [
        f'"""{ABOUT}\n\n{SOURCE}\n"""\n\nfrom __future__ import annotations\n\n'
        "from typing import Dict, Type\n\n"
        "from ._error_base import (\n    HTTPStatusError,\n    InvalidParams,\n    LoadFailed,\n"
        "    PaginatorError,\n    StoreFailed,\n)"
    ]
    for name, base, sentence in made:
        bases = ", ".join([base, *filter(None, [PYTHON_BASES.get(name)])])
        parts.append(f'class {name}({bases}):\n    """{sentence}"""')
    codes = "".join(f"    {code}: {name_of(kind)},\n" for kind, code, _ in errors)
    names = "".join(f'    "{name}",\n' for name in sorted(each[0] for each in made))
    return (
        "\n\n\n".join(parts) + f"\n\n\nBY_CODE: Dict[int, Type[PaginatorError]] = {{\n{codes}}}\n\n"
        f"__all__ = [\n{names}]\n"
    )


def node(errors):
    parts = [
        f"// {ABOUT}\n//\n// {SOURCE}\n\n"
        'import { register } from "./codes.js";\n'
        "import {\n  HTTPStatusError,\n  InvalidParams,\n  LoadFailed,\n  PaginatorError,\n"
        "  StoreFailed,\n} from \"./errors.js\";"
    ]
    for name, base, sentence in classes(errors):
        parts.append(f"/** {sentence} */\nexport class {name} extends {base} {{}}")
    codes = "".join(f"register({code}, {name_of(kind)});\n" for kind, code, _ in errors)
    return "\n\n".join(parts) + "\n\n" + codes
