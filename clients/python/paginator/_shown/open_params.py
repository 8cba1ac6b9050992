"""The params of `paginator/open`, by their Python names, with what is said of each.

Written by protocol/generate.py from protocol/openrpc.json: change that.
"""

OPEN_PARAMS = {
    "paginator_id": (
        "The server makes one up if absent."
    ),
    "url": (
        "Required, unless `profile` has one."
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
        "Credentials of another kind than one token."
    ),
    "parameters": (
        "Query parameters by name; strings may be patterns."
    ),
    "body": (
        "The body of every request: a JSON value, sent as application/json, in whose strings "
        "patterns may stand, or a string, sent as it is."
    ),
    "profile": (
        "The name of a profile (`paginator/profiles` lists them): a complete set of open "
        "params for a known API or standard, which given params override."
    ),
    "pagination": (
        "The strategy and its settings."
    ),
    "per_page": (
        "Items a page, as asked for; where it is not given, a size or a position that the URL "
        "names goes before the size of a profile."
    ),
    "first_page": (
        "The API's number of its first page."
    ),
    "pagination_mapping": (
        "Where the response states its counts: key path (also `@headers.Name` and the other "
        "special roots) to what is found there."
    ),
    "items_path": (
        "Where the list of items is: shorthand for one response descriptor without a mapping."
    ),
    "response_descriptors": (
        "All that apply to a response are used; of two with the same key path the later one."
    ),
    "mappings": (
        "Mappings by name."
    ),
    "identity": (
        "Key path or paths that identify an item; with them duplicates and drift are found."
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
    "placeholders": (
        "What the window shows in the place of an item: any JSON value."
    ),
    "ceiling": (
        "The API itself refuses items beyond this many; paging ends there with `ceiling`."
    ),
    "notifications": (
        "Tell the client of loads; only where it said that it takes notifications."
    ),
    "checkpoint": (
        "Go on from here; refused where it belongs to a different request."
    ),
    "each": (
        "Where the items come from that each have a list of their own: `items`, or the walk "
        "of the paginator `of`. `{item}` and `{item.KEYPATH}` stand for them in the request."
    ),
    "store": (
        "The table of an SQLite file that every page is stored in before anybody is told of "
        "it; `identity` is its primary key."
    ),
}
