"""The options of `spark.read.format("paginator")`, read and checked without any request."""

from __future__ import annotations

import difflib
import json
import re
from dataclasses import dataclass, field
from typing import Any, Dict, FrozenSet, List, Mapping, Optional

from paginator.types import OpenArguments

from ._errors import invalid
from ._periods import walks_of
from ._words import is_variable

PARTITIONS_MAX = 10_000
INFER_PAGES_MAX = 100
BATCH_PAGES_MAX = 10_000
EACH_MAX = 100_000
"""Most values of `each`."""
REQUESTS_PER_SECOND_MAX = 1_000_000
OPEN_BYTES_MAX = 16 * 1024 * 1024
CONCURRENCY = 8
"""Requests at once of the whole job, where `fetching` does not say it."""

MODES = ("PERMISSIVE", "DROPMALFORMED", "FAILFAST")
VERDICTS = ("complete", "capped", "suspect", "partial")

_NOT_HERE = {
    "paginatorId", "checkpoint", "store", "notifications", "placeholders", "prefetch", "readAhead",
}
_OWN = (
    "open", "partitions", "partitionBy", "requestsPerSecond", "allow", "mode",
    "columnNameOfCorruptRecord", "inferPages", "metadata", "bookmark", "batchPages", "executable",
    "exact", "path",
)
_TEXTS = {"url", "method", "token", "profile", "itemsPath", "bounds"}
_WHOLE_NUMBERS = {"perPage", "firstPage", "ceiling"}
_TEXTS_OR_JSON = {"body", "decode", "identity", "inner"}
_SECRET_NAMES = re.compile(
    r"(authorization|cookie|token|key|auth|sig|secret|password|passwd|pwd|signature|session_?id|jwt"
    r"|value)$",
    re.I,
)


def _camel_case(name: str) -> str:
    first, *rest = name.split("_")
    return first + "".join(word[:1].upper() + word[1:] for word in rest)


OPEN_PARAMS = tuple(
    name
    for name in ("url", "profile", *map(_camel_case, OpenArguments.__annotations__))
    if name not in _NOT_HERE
)
"""The params of `paginator/open` that are options."""

_NAMES = {name.lower(): name for name in (*OPEN_PARAMS, *_OWN)}


@dataclass(frozen=True)
class Settings:
    """The options, read and checked. `{env:NAME}` is still in them."""

    params: Dict[str, Any]
    """Of `paginator/open`."""
    partitions: int = 4
    walks: Optional[List[Dict[str, Any]]] = None
    """The parameters of each walk of `partitionBy`."""
    each: Optional[Dict[str, Any]] = None
    """The values that have a list each: `items`, and with them `keep` and `limits`."""
    requests_per_second: Optional[float] = None
    allow: FrozenSet[str] = frozenset(("complete", "capped"))
    mode: str = MODES[0]
    corrupt_column: str = "_corrupt_record"
    infer_pages: int = 1
    metadata: bool = False
    bookmark: Optional[str] = None
    batch_pages: int = 100
    executable: Optional[str] = None
    literal_secrets: List[str] = field(default_factory=list)
    """Options that hold a secret itself, and not `{env:NAME}`."""

    @property
    def concurrency(self) -> int:
        """Requests at once of the whole job."""
        found = (self.params.get("fetching") or {}).get("concurrency")
        return found if isinstance(found, int) and found > 0 else CONCURRENCY


def settings_from(options: Mapping[str, str]) -> Settings:
    """Reads the options; SourceError names the one that is wrong."""
    given = {_known(name): str(text) for name, text in options.items()}
    params = _opened(given["open"]) if "open" in given else {}
    # Spark makes an option of the argument of load().
    if "path" in given:
        given.setdefault("url", given.pop("path"))
    for name, text in given.items():
        if name in OPEN_PARAMS:
            params[name] = _param(name, text)
    if "exact" in given:
        exact = _one_of("exact", given["exact"].lower(), ("true", "false")) == "true"
        params["walk"] = {**(params.get("walk") or {}), "exact": exact}
    if "url" not in params and "profile" not in params:
        raise invalid('The option "url" or the option "profile" is required.')
    fetching = params.get("fetching")
    if isinstance(fetching, dict) and fetching.get("by", "server") != "server":
        raise invalid('The option "fetching" must leave "by" to the server: executors send.')
    more: Dict[str, Any] = {}
    if params.get("each") is not None:
        more["each"] = _each(params.pop("each"))
        for name in ("partitionBy", "requestsPerSecond", "bookmark"):
            if name in given:
                raise invalid(f'The options "each" and "{name}" cannot be combined.')
    if "partitionBy" in given:
        more["walks"] = walks_of(_json("partitionBy", given["partitionBy"]))
        taken = set(more["walks"][0]) & set(params.get("parameters") or ())
        if taken:
            raise invalid(
                f'The parameter "{min(taken)}" of the option "partitionBy" stands in "parameters" '
                "as well. Remove it there."
            )
    if "requestsPerSecond" in given:
        more["requests_per_second"] = _rate(given["requestsPerSecond"])
    if "allow" in given:
        more["allow"] = _verdicts(given["allow"])
    if "mode" in given:
        more["mode"] = _one_of("mode", given["mode"].upper(), MODES)
    if "metadata" in given:
        more["metadata"] = _one_of("metadata", given["metadata"].lower(), ("true", "false")) == "true"
    for name, member in (
        ("columnNameOfCorruptRecord", "corrupt_column"), ("bookmark", "bookmark"),
        ("executable", "executable"),
    ):
        if name in given:
            more[member] = _text(name, given[name])
    for name, member, maximum in (
        ("partitions", "partitions", PARTITIONS_MAX), ("inferPages", "infer_pages", INFER_PAGES_MAX),
        ("batchPages", "batch_pages", BATCH_PAGES_MAX),
    ):
        if name in given:
            more[member] = _whole(name, given[name], 1, maximum)
    return Settings(params, literal_secrets=_literal_secrets(given), **more)


def _known(name: str) -> str:
    found = _NAMES.get(name.lower())
    if found is None:
        nearest = difflib.get_close_matches(name.lower(), _NAMES, 1, 0)[0]
        raise invalid(f'Unknown option "{name}". Did you mean "{_NAMES[nearest]}"?')
    return found


def _opened(text: str) -> Dict[str, Any]:
    """The params of the option `open`: JSON, or the path of a file that holds it."""
    if not text.lstrip().startswith("{"):
        try:
            with open(text, "rb") as file:
                data = file.read(OPEN_BYTES_MAX + 1)
            if len(data) > OPEN_BYTES_MAX:
                raise invalid(f'The file of the option "open" has over {OPEN_BYTES_MAX:,} bytes.')
            text = data.decode("utf-8")
        except OSError as error:
            raise invalid(
                'The option "open" must be a JSON object or a file on the driver: '
                f"{error.strerror or type(error).__name__}."
            ) from None
        except UnicodeDecodeError:
            raise invalid('The file of the option "open" is not UTF-8.') from None
    params = _json("open", text)
    if not isinstance(params, dict):
        raise invalid('The option "open" must be a JSON object.')
    for name in params:
        if name in _NOT_HERE:
            raise invalid(f'"{name}" of the option "open" does not apply in Spark. Remove it.')
        if name not in OPEN_PARAMS:
            nearest = difflib.get_close_matches(name, OPEN_PARAMS, 1, 0)[0]
            raise invalid(f'Unknown field "{name}" of the option "open". Did you mean "{nearest}"?')
    return params


def _param(name: str, text: str) -> Any:
    if name in _TEXTS:
        return text
    if name in _WHOLE_NUMBERS:
        return _whole(name, text, -1, 10**12)
    is_json = text.lstrip()[:1] in ("{", "[")
    if name in _TEXTS_OR_JSON and not is_json:
        return text
    if not is_json:
        raise invalid(f'The option "{name}" must be a JSON object or list.')
    return _json(name, text)


def _json(name: str, text: str) -> Any:
    """The value of a JSON text; an error names the place and no text, which may hold secrets."""
    try:
        return json.loads(text)
    except RecursionError:
        raise invalid(f'The option "{name}" is nested too deep.') from None
    except ValueError as error:
        place = f" at character {error.pos + 1}" if isinstance(error, json.JSONDecodeError) else ""
        raise invalid(f'The option "{name}" must be JSON; it is not{place}.') from None


def _each(given: Any) -> Dict[str, Any]:
    """The param `each`: a list of values is its `items`."""
    each = {"items": given} if isinstance(given, list) else given
    items = each.get("items") if isinstance(each, dict) else None
    if not isinstance(each, dict) or not isinstance(items, list) or not items:
        raise invalid(
            'The option "each" must be a list of values that is not empty, or an object that has it '
            'as "items".'
        )
    if len(items) > EACH_MAX:
        raise invalid(f'The option "each" may have at most {EACH_MAX:,} values.')
    return each


def _whole(name: str, text: str, minimum: int, maximum: int) -> int:
    number = int(text) if re.fullmatch(r"\s*[+-]?\d{1,15}\s*", text) else None
    if number is None or not minimum <= number <= maximum:
        raise invalid(
            f'The option "{name}" must be a whole number from {minimum:,} to {maximum:,}.'
        )
    return number


def _rate(text: str) -> float:
    try:
        rate = float(text)
    except ValueError:
        rate = 0.0
    if not 0 < rate <= REQUESTS_PER_SECOND_MAX:
        raise invalid(
            'The option "requestsPerSecond" must be a number above 0, '
            f"at most {REQUESTS_PER_SECOND_MAX:,}."
        )
    return rate


def _text(name: str, text: str) -> str:
    if not text:
        raise invalid(f'The option "{name}" must not be empty.')
    return text


def _one_of(name: str, word: str, words: Any) -> str:
    if word not in words:
        raise invalid(f'The option "{name}" must be one of {", ".join(words)}.')
    return word


def _verdicts(text: str) -> FrozenSet[str]:
    """The verdicts that do not fail a task; `complete` never does."""
    words = [word.strip().lower() for word in text.split(",")]
    return frozenset(("complete", *(_one_of("allow", word, VERDICTS) for word in words)))


def _literal_secrets(given: Mapping[str, str]) -> List[str]:
    """The options with a secret in their text, which Spark's own redaction does not know."""
    return [
        name for name in ("auth", "headers", "parameters", "body", "open")
        if name in given and given[name].lstrip()[:1] in ("{", "[")
        and _has_secret(_json(name, given[name]))
    ]


def _has_secret(value: Any) -> bool:
    if isinstance(value, list):
        return any(map(_has_secret, value))
    if not isinstance(value, dict):
        return False
    return any(
        _has_secret(each) if isinstance(each, (dict, list))
        else isinstance(each, str) and bool(_SECRET_NAMES.search(name)) and not is_variable(each)
        for name, each in value.items()
    )
