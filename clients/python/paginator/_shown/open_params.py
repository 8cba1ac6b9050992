"""The params of `paginator/open`, by their Python names, with what is said of each.

Written by protocol/generate.py from protocol/openrpc.json: change that.
"""

OPEN_PARAMS = {
    "paginator_id": (
        "The server makes one up if absent; 1 to 256 characters, fewer than 1,024 bytes."
    ),
    "url": (
        "Absolute, http or https; a pattern."
    ),
    "method": (
        "The method of the requests."
    ),
    "headers": (
        "Headers of every request by name."
    ),
    "token": (
        "The one secret that most APIs want, sent as the profile's `authentication` says; "
        "without it, as a bearer token."
    ),
    "auth": (
        "Credentials of another kind, instead of `token`."
    ),
    "parameters": (
        "Query parameters by name: a string, number, boolean, list of these (repeated), or "
        "None (omitted); strings may be patterns."
    ),
    "body": (
        "The body of every request: a JSON value, sent as application/json, whose strings may "
        "be patterns, or a string, sent as it is."
    ),
    "profile": (
        "The name of a profile (`paginator/profiles` lists them): a complete set of open "
        "params for a known API or standard, which given params override."
    ),
    "pagination": (
        "The strategy and its settings."
    ),
    "per_page": (
        "Items per page, as requested; unless given, a size or a position that the URL names "
        "goes before the size of a profile."
    ),
    "first_page": (
        "The API's number of its first page."
    ),
    "pagination_mapping": (
        "Where the response states its counts: key path (also `@headers.Name` and the other "
        "special roots) to what is found there."
    ),
    "decode": (
        "What the bodies are that become JSON before anything reads them; `csv` may be an "
        "object with the characters of its rows."
    ),
    "items_path": (
        "Where the list of items is: shorthand for one response descriptor without a mapping."
    ),
    "response_descriptors": (
        "Which responses hold what."
    ),
    "mappings": (
        "Mappings by name."
    ),
    "identity": (
        "Key path, or up to 16, that identify an item: finds duplicates, drift and loops."
    ),
    "fetching": (
        "How requests are sent."
    ),
    "limits": (
        "How far paging goes and how much is kept."
    ),
    "bounds": (
        "`known`: no request is sent past a known end. `ask`: the API decides."
    ),
    "prefetch": (
        "What is loaded ahead of need: around the window, and beyond the last load."
    ),
    "walk": (
        "How walks read a list that may change meanwhile."
    ),
    "placeholders": (
        "What the window shows in place of an item: `loading`, `noResults` and `error`, any "
        "JSON values, None unless given."
    ),
    "ceiling": (
        "The API refuses items beyond this many (profiles know it); paging ends there with "
        "`ceiling`."
    ),
    "expired": (
        "The error with which the API says that it does not know a position any more, besides "
        "410: a walk begins again then."
    ),
    "inner": (
        "The list within each item that is walked to its end: an object, `true` for what the "
        "profile has, or the key path of the list where it has the rest."
    ),
    "no_items": (
        "The error with which the API says that there are no items: it is a page without any."
    ),
    "notifications": (
        "Notify the client of this paginator's loads; only where it announced that it takes "
        "notifications."
    ),
    "checkpoint": (
        "Continue from here; rejected where it belongs to a different request."
    ),
    "each": (
        "The source of the items that each have a list of their own: `items`, or the walk of "
        "the paginator `of`. `{item}` and `{item.KEYPATH}` stand for them in the request."
    ),
    "slices": (
        "The range that is split where it has more than the `ceiling`; `true`: as the profile "
        "says."
    ),
    "store": (
        "The table of an SQLite file that every page is stored in before it is delivered: "
        "`path`, `table`, `raw`, `prune`, `pruneMax`; `identity` is its primary key."
    ),
}
