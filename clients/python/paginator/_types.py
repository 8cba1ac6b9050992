"""The protocol's JSON as types, under the names that it has on the wire.

Written by protocol/generate.py from protocol/openrpc.json: change those. It is as long as that
document makes it.
"""

from __future__ import annotations

import typing

if typing.TYPE_CHECKING:
    from typing_extensions import NotRequired, TypeAlias


Ability: TypeAlias = 'typing.Literal[True, False, "visited", "unknown"]'
"""Whether the API allows it: yes, no, only to pages that have been visited, or not yet known."""


class AllowedOriginObject(typing.TypedDict):
    origin: str
    credentials: NotRequired[bool]
    """Whether the caller's headers and credentials are sent there."""


AllowedOrigin: TypeAlias = "typing.Union[str, AllowedOriginObject]"
"""An origin (scheme, host, port) that next links and redirects may lead to."""


AskedPage: TypeAlias = "typing.Union[PageNumber, None]"
"""The requested page; null where it was not yet known."""


class AttributeObject(typing.TypedDict, total=False):
    to: KeyPath
    """The destination key path; the source's own if absent."""
    type: typing.Literal["string", "integer", "number", "boolean", "date", "url", "array", "object",
        "any"]
    """What the value is read as; absent: its bytes are copied."""
    format: str
    """Only with type date: a pattern of the Unicode TR35 fields y M d H h m s S Z X a E, or
    `epochMilliseconds`. Absent: the common forms are read.
    """
    default: typing.Any
    """Written where the source is not there; any JSON value."""


Attribute: TypeAlias = "typing.Union[KeyPath, AttributeObject]"
"""What becomes of the value at a source."""


class AuthBearer(typing.TypedDict):
    """`Authorization: Bearer TOKEN`."""

    type: typing.Literal["bearer"]
    token: str


class AuthBasic(typing.TypedDict):
    """`Authorization: Basic` with the pair in Base64."""

    type: typing.Literal["basic"]
    username: str
    """Without a colon."""
    password: NotRequired[str]


AuthApiKey = typing.TypedDict(
    "AuthApiKey",
    {
        "type": 'typing.Literal["apiKey"]',
        "name": "str",
        "value": "str",
        "in": 'NotRequired[typing.Literal["header", "query", "cookie"]]',
        # Stands before the value, without a space.
        "prefix": "NotRequired[str]",
    },
)
"""A key in a header, a query parameter or a cookie."""


class AuthOauth2(typing.TypedDict):
    """An access token that is obtained and renewed (RFC 6749)."""

    type: typing.Literal["oauth2"]
    tokenURL: str
    """https, or http to a loopback address."""
    clientId: str
    clientSecret: NotRequired[str]
    """Required by client_credentials."""
    grant: NotRequired[typing.Literal["client_credentials", "refresh_token"]]
    refreshToken: NotRequired[str]
    refreshTokenFile: NotRequired[str]
    """Path of a file that holds the refresh token and nothing else; a new token is written back
    to it. Not in profiles.
    """
    scopes: NotRequired[typing.Sequence[str]]
    audience: NotRequired[str]
    parameters: NotRequired[typing.Mapping[str, str]]
    """More fields of the token request; they may replace its own."""
    clientAuthentication: NotRequired[typing.Literal["basic", "body"]]


class AuthAwsSigV4(typing.TypedDict):
    """Every attempt is signed with AWS Signature Version 4."""

    type: typing.Literal["awsSigV4"]
    accessKeyId: str
    secretAccessKey: str
    sessionToken: NotRequired[str]
    region: NotRequired[str]
    """By default as the host's name shows."""
    service: NotRequired[str]
    """By default as the host's name shows."""


Auth: TypeAlias = "typing.Union[AuthBearer, AuthBasic, AuthApiKey, AuthOauth2, AuthAwsSigV4, None]"
"""Credentials of another kind, instead of `token`. null: none."""


class AuthFailedData(typing.TypedDict):
    """The data of error 1107, authFailed."""

    kind: typing.Literal["authFailed"]
    retryable: bool
    url: MaskedURL
    """The token endpoint."""
    status: typing.Union[int, None]
    """Null where there is none."""
    error: typing.Union[str, None]
    """As the token endpoint says (RFC 6749, section 5.2); null where it says none."""
    errorDescription: typing.Union[str, None]
    """As the token endpoint says; null where it says none."""
    page: NotRequired[AskedPage]
    state: NotRequired[StateAfterFailure]


AutoPagination = typing.TypedDict(
    "AutoPagination",
    {
        "strategy": 'typing.Literal["auto"]',
        "more": "NotRequired[MoreSignal]",
        "last": "NotRequired[LastSignal]",
        "perPageParameter": "NotRequired[PerPageParameter]",
        "in": "NotRequired[Carrier]",
    },
)
"""Found out on the first response and proved on the second."""


Body: TypeAlias = "typing.Any"
"""The body of every request: a JSON value, sent as application/json, whose strings may be
patterns, or a string, sent as it is. null: none.
"""


BodyPagination = typing.TypedDict(
    "BodyPagination",
    {
        "strategy": 'typing.Literal["body"]',
        # Where a URL, a query string, a link object or an array of link objects is; of an array the
        # one whose `rel` or `relation` is or contains next counts, with its `href` or `url` and its
        # `method`, `headers` and `body`.
        "next": "ValuePath",
        # The same for the previous page.
        "previous": "NotRequired[ValuePath]",
        # Where a base URL is, to whose path a root-relative next is appended.
        "base": "NotRequired[ValuePath]",
        "more": "NotRequired[MoreSignal]",
        "last": "NotRequired[LastSignal]",
        "perPageParameter": "NotRequired[PerPageParameter]",
        "keepParameters": "NotRequired[KeepParameters]",
        "shortPageEnds": "NotRequired[ShortPageEnds]",
        "emptyPageEnds": "NotRequired[EmptyPageEnds]",
        "pastEnd": "NotRequired[PastEndStatuses]",
        "in": "NotRequired[Carrier]",
    },
)
"""Pages by URLs in the body: absolute, relative or query strings, or link objects."""


Bounds: TypeAlias = 'typing.Literal["known", "ask"]'
"""`known`: no request is sent past a known end. `ask`: the API decides."""


class CancelledData(typing.TypedDict):
    """The data of error 1009, cancelled."""

    kind: typing.Literal["cancelled"]
    retryable: bool
    page: NotRequired[AskedPage]
    state: NotRequired[StateAfterFailure]


class Candidate(typing.TypedDict):
    """A set of open params that explains the response; besides `score` and `evidence`, its
    members are params of `paginator/open`.
    """

    profile: NotRequired[ProfileName]
    url: NotRequired[URLPattern]
    method: NotRequired[HTTPMethod]
    headers: NotRequired[Headers]
    parameters: NotRequired[Parameters]
    body: NotRequired[Body]
    pagination: Pagination
    perPage: NotRequired[PerPage]
    firstPage: NotRequired[FirstPage]
    paginationMapping: NotRequired[PaginationMapping]
    decode: NotRequired[Decode]
    itemsPath: NotRequired[ItemsPath]
    identity: NotRequired[Identity]
    score: float
    """How likely it is: 1 is certain."""
    evidence: typing.Sequence[CandidateEvidence]
    """What in the responses speaks for it; where the second page has spoken against it, that
    first.
    """


class CandidateEvidence(typing.TypedDict):
    """One observation that speaks for a candidate."""

    pointer: str
    """A JSON Pointer into the body ("" is the root), `@headers.Name`, or for the request `@url`
    and `@body`.
    """
    value: typing.Any
    """The value there; long texts are cut, secrets masked."""
    says: str
    """One short phrase."""


Carrier: TypeAlias = 'typing.Literal["query", "body"]'
"""Where positions and the page size go; dots in a name nest in the body."""


Case = typing.TypedDict(
    "Case",
    {
        "keyPath": "SourcePath",
        # The value is this one; numbers are compared by value.
        "equals": "NotRequired[typing.Any]",
        # The value is one of these.
        "in": "NotRequired[typing.Sequence[typing.Any]]",
        # Whether the value is there; null is there.
        "exists": "NotRequired[bool]",
        # The value's JSON type.
        "type": (
            'NotRequired[typing.Literal["object", "array", "string", "number", "boolean", '
            '"null"]]'
        ),
        # A regular expression that is found in the value, which is a string.
        "matches": "NotRequired[str]",
        # The mapping of the whole item; null declines it: it is omitted.
        "mapping": "typing.Union[MappingReference, None]",
    },
)
"""One entry of `when`: it holds where all of its tests hold."""


Ceiling: TypeAlias = "int"
"""The API refuses items beyond this many (profiles know it); paging ends there with `ceiling`."""


Checkpoint: TypeAlias = "str"
"""A position to continue from, without secrets. Opaque: a text to keep and give back as it came."""


class CheckpointRejectedData(typing.TypedDict):
    """The data of error 1302, checkpointRejected."""

    kind: typing.Literal["checkpointRejected"]
    retryable: bool
    reason: str


class CheckpointResult(typing.TypedDict):
    """A resume token."""

    checkpoint: Checkpoint


class ClientAbilities(typing.TypedDict, total=False):
    """What the client can do."""

    notifications: bool
    """The client takes the `paginator/...` notifications of paginators that were opened with
    `notifications`.
    """
    extractPage: bool
    """The client answers `paginator/extractPage`."""
    fetch: bool
    """The client answers `paginator/fetch`."""
    credentials: bool
    """The client answers `paginator/credentials`."""


class ClientCapabilities(typing.TypedDict, total=False):
    """Members of other protocols are ignored."""

    paginator: ClientAbilities


CountTarget: TypeAlias = (
    'typing.Literal["perPage", "currentPage", "offset", "pageCount", "objectCount"]'
)
"""What a value of the response means."""


class CredentialsObject(typing.TypedDict):
    headers: typing.Mapping[str, str]


Credentials: TypeAlias = "typing.Union[CredentialsObject, None]"
"""Headers to send the request again with; null: the client has none."""


class CursorPaginationNextObject(typing.TypedDict):
    max: KeyPath


CursorPagination = typing.TypedDict(
    "CursorPagination",
    {
        "strategy": 'typing.Literal["cursor"]',
        # Where the token of the next page is: any JSON value. Of several places the first that
        # holds one counts. `max`: the largest value that items have at a key path, numbers and
        # dates compared as such.
        "next": (
            "NotRequired[typing.Union[CursorPaginationNextObject, ValuePath, "
            "typing.Sequence[ValuePath]]]"
        ),
        # Where the token of the previous page is.
        "previous": "NotRequired[ValuePath]",
        # Name of the parameter that sends the token; a list has one for each key path in `next`.
        "parameter": "NotRequired[typing.Union[str, typing.Sequence[str]]]",
        # Name of the parameter that sends a token of the previous page; `parameter` if absent.
        "previousParameter": "NotRequired[str]",
        # Where tokens and the page size go; dots in a name nest in `body` and `variables`
        # (GraphQL), `path` appends a segment. Absent: the body of a request that sends a JSON
        # object (the variables of a GraphQL query), else the query.
        "in": 'NotRequired[typing.Literal["query", "body", "variables", "header", "path"]]',
        # Where an object is whose members are all sent along; then no `next` and no `parameter`.
        "merge": "NotRequired[ValuePath]",
        # More values that travel with the token: parameter to where its value is.
        "also": "NotRequired[typing.Mapping[str, ValuePath]]",
        # Absolute URL of the requests that carry a token, where it is another one.
        "nextURL": "NotRequired[Pattern]",
        # The body of the requests that carry a token, in place of the opened one; `{}`: nothing but
        # the token.
        "nextBody": "NotRequired[Body]",
        # Whether "" is a position and not the end.
        "emptyCursor": "NotRequired[bool]",
        # Added to a token that is a whole number, where the next page begins after it.
        "increment": "NotRequired[int]",
        # Whether a token equal to the one just sent is the end.
        "sameTokenEnds": "NotRequired[bool]",
        "more": "NotRequired[MoreSignal]",
        "last": "NotRequired[LastSignal]",
        "perPageParameter": "NotRequired[PerPageParameter]",
        "shortPageEnds": "NotRequired[ShortPageEnds]",
        "emptyPageEnds": "NotRequired[EmptyPageEnds]",
        "pastEnd": "NotRequired[PastEndStatuses]",
    },
)
"""Pages by tokens."""


CustomPagination = typing.TypedDict(
    "CustomPagination",
    {
        "strategy": 'typing.Literal["custom"]',
        "more": "NotRequired[MoreSignal]",
        "last": "NotRequired[LastSignal]",
        "perPageParameter": "NotRequired[PerPageParameter]",
        "in": "NotRequired[Carrier]",
    },
)
"""The client decides: it is asked by `paginator/extractPage`."""


class DecodeObjectCsv(typing.TypedDict, total=False):
    delimiter: typing.Union[str, None]
    """The ASCII character between two fields; unless given, the one that the header has most of."""
    quote: typing.Union[str, None]
    """The ASCII character around a field, and twice inside it; empty: none."""


class DecodeObject(typing.TypedDict):
    csv: DecodeObjectCsv


Decode: TypeAlias = (
    'typing.Union[typing.Literal["auto", "json", "jsonLines", "csv", "xml"], DecodeObject]'
)
"""What the bodies are that become JSON before anything reads them; `csv` may be an object with
the characters of its rows. See [12](#formats).
"""


class Detection(typing.TypedDict):
    """What a response says of the way its API pages."""

    candidates: typing.Sequence[Candidate]
    """The likeliest first."""
    confirmed: bool
    """Whether the first candidate was proved on a second request."""
    warnings: NotRequired[typing.Sequence[Warning]]
    """What is worth knowing of the pages that were read."""


class InnerBy(typing.TypedDict, total=False):
    """The request of the later pages; without it they are where the link at `next` leads."""

    link: KeyPath
    """Where, from `list` on, the item has the URL of its list."""
    url: typing.Union[str, None]
    """A URL with `{item.KEYPATH}`; may be relative to the opened one."""
    body: typing.Union[typing.Mapping[str, typing.Any], None]
    """A body with `{item.KEYPATH}` that is posted to the opened URL."""
    at: KeyPath
    """Where a response has what `list` is in an item; the root unless given."""


Inner = typing.TypedDict(
    "Inner",
    {
        # The object in the item that holds the list, the flag and the next value; the item itself
        # unless given.
        "list": "KeyPath",
        # The list, from `list` on.
        "items": "KeyPath",
        # The boolean that says that there is more, from `list` on.
        "more": "KeyPath",
        # A token, with `parameter`, or else the link to the next page, from `list` on; or
        # `@lastItem` with a path.
        "next": "str",
        # The parameter or variable that the token goes into.
        "parameter": "typing.Union[str, None]",
        # Where the token goes; `variables` with a `body` unless given.
        "in": 'typing.Literal["query", "body", "variables", "header", "path", None]',
        # The request of the later pages; without it they are where the link at `next` leads.
        "by": "InnerBy",
        # Query parameters of the later pages.
        "parameters": "Parameters",
    },
    total=False,
)
"""Lists within items, whose first pages the items hold. Those whose flag at `more` is true are
walked to their end before the items are delivered.
"""


class EachFirstObject(typing.TypedDict):
    path: KeyPath
    at: NotRequired[KeyPath]
    """Where in a response it would be."""


class Each(typing.TypedDict, total=False):
    """The source of the items that each have a list of their own: `items`, or the walk of the
    paginator `of`. `{item}` and `{item.KEYPATH}` stand for them in the request.
    """

    items: typing.Sequence[typing.Any]
    """Any JSON values, one for each part."""
    of: str
    """The id of another open paginator, whose walk supplies the items."""
    keep: typing.Union[KeyPath, typing.Sequence[KeyPath]]
    """Key paths of the item that go with each page; the whole item if absent."""
    limits: Limits
    """Limits of each part; `limits` next to `each` count over all parts."""
    first: typing.Union[KeyPath, EachFirstObject]
    """Where the item already holds the first page of its part, in the form of a response."""


class EachCounts(typing.TypedDict):
    """The outcomes of the parts of a series."""

    items: int
    """Items read so far."""
    done: NotRequired[int]
    """Parts that came to an end; only in a state."""
    complete: int
    gone: int
    """404 or 410 on the first page: no failure."""
    failed: int
    suspect: int
    capped: int


EmptyPageEnds: TypeAlias = "bool"
"""A page without items is documented to be the last one, although it leads on."""


class EndReasonEvidence(typing.TypedDict, total=False):
    """The field and the value that decided."""

    field: str
    """Where the deciding value is."""
    value: typing.Any
    """The value, long texts cut."""
    status: int
    """With refused: the status."""
    body: str
    """With refused: the first line of what the API said, secrets masked."""
    url: str
    """With refused: the request's URL, secrets masked."""


class EndReason(typing.TypedDict):
    """Why there is no further page."""

    kind: typing.Literal["noNext", "moreFalse", "emptyPage", "shortPage", "totalReached", "pastEnd",
        "refused", "untilReached", "pagesMax", "itemsMax", "repeatedRequest", "repeatedResponse",
        "repeatedItems", "ceiling", "originRefused", "cancelled", "failed"]
    """What decided. noNext: there is no next link or token, or detection tried parameters
    (`@tried`) and none changed anything. moreFalse: `more` or `last` says so. totalReached:
    the stated total is reached, also that of a `Content-Range`, with any strategy. shortPage:
    fewer items than the page size that the API states, where `shortPageEnds` says that this
    is the end. emptyPage: a page without items, or `emptyPagesMax` of them in a row. pastEnd:
    404, 410, 416 or a status of `pastEnd` at a computed position after a good page that did
    not say that there is more; for a window, 404, 410 and 416 only where neither the stated
    total nor a page that has come lies behind. refused: 400 or 422 there, or 404 after a page
    that promised more, which may or may not be the end. The evidence has `status`, `url` and
    `body`, the first line of the response. The walk is `suspect`, unless the stated total has
    come. pagesMax: the limit of the client. itemsMax: the limit of the client. untilReached:
    an item beyond `limits.until`, which `field` and `value` name: a walk that ends there is
    `complete`, and its counts are not compared. ceiling: the API's `ceiling` is reached, even
    if a next page is offered; only a reported total next to the ceiling proves completeness.
    repeatedRequest: a loop: a request was about to be sent again. repeatedResponse: a loop: a
    response came again; where a total says that there is more, three times in a row.
    repeatedItems: a loop: all items of a page had come before. originRefused: the next link
    leads to an origin that is not allowed. cancelled: a walk was cancelled before the end.
    failed: a walk failed before the end.
    """
    page: typing.Union[PageNumber, None]
    """The page that showed it; null where none had been requested."""
    evidence: EndReasonEvidence
    """The field and the value that decided."""


class EngineUnavailableData(typing.TypedDict):
    """The data of error 1400, engineUnavailable."""

    kind: typing.Literal["engineUnavailable"]
    retryable: bool
    library: str
    """libcurl, or SQLite where pages are stored."""
    detail: str


class ErrorData(typing.TypedDict):
    kind: str
    """The error's name, one for each entry of `#/components/errors`."""
    retryable: bool
    """Whether the same request may succeed later."""


class Error(typing.TypedDict):
    """What an answer carries instead of a result. A kind that a client does not know is treated
    by its code, a code by `retryable`.
    """

    code: int
    """Of JSON-RPC, LSP or Paginator."""
    message: str
    """One plain sentence that says what to do next where something can be done."""
    data: ErrorData


class ExtractedPage(typing.TypedDict):
    """The neighbours of a page, by the client's own rule."""

    next: typing.Union[Position, None]
    """null: there is none."""
    previous: NotRequired[typing.Union[Position, None]]
    """null: there is none."""
    objectCount: NotRequired[typing.Union[int, None]]
    """The total, where the response states it."""


class FetchRequest(typing.TypedDict):
    """A request for the client to send."""

    method: str
    url: str
    """With the credentials that belong into it."""
    headers: typing.Mapping[str, str]
    body: typing.Union[str, None]


class FetchResponse(typing.TypedDict):
    """What the API answered to the client."""

    status: int
    headers: typing.Mapping[str, typing.Union[str, typing.Sequence[str]]]
    body: str
    """The decoded body."""


class Fetching(typing.TypedDict, total=False):
    """How requests are sent. null restores a default."""

    timeoutSeconds: typing.Union[float, None]
    """Longest time for one whole attempt, from the connection to the last byte."""
    connectTimeoutSeconds: typing.Union[float, None]
    """Longest time for the connection, TLS included."""
    retries: typing.Union[int, None]
    """Attempts after the first one."""
    retryWaitSecondsMax: typing.Union[float, None]
    """Longest wait before an attempt; a longer one that the API asks for is `rateLimited` at
    once.
    """
    concurrency: typing.Union[int, None]
    """Requests at once: of the window, of a walk and of pages requested ahead."""
    responseBytesMax: typing.Union[int, None]
    """Most bytes of a decoded body; JSON has at most 1,073,741,823."""
    redirectsMax: typing.Union[int, None]
    """Most redirects of one request."""
    allowedOrigins: typing.Union[typing.Sequence[AllowedOrigin], None]
    """Other origins that links and redirects may lead to, at most 256."""
    proxy: typing.Union[str, None]
    """URL of a proxy, without a path; "": none; null: as the environment says."""
    caFile: typing.Union[str, None]
    """Path of a PEM file with the certificate authorities to trust in place of the system's,
    read when it is named; not in profiles.
    """
    unixSocket: typing.Union[str, None]
    """Path of a Unix domain socket to connect to, in place of the URL's host; not in profiles."""
    by: typing.Literal["server", "client", None]
    """Who sends the requests: the server, or the client through `paginator/fetch`."""


FirstPage: TypeAlias = "int"
"""The API's number of its first page."""


class FramingData(typing.TypedDict):
    """The data of error -32700, framing."""

    kind: typing.Literal["framing"]
    retryable: bool


class HeldRequestRequestPostData(typing.TypedDict):
    mimeType: str
    text: str
    _encoding: NotRequired[typing.Literal["base64"]]
    """The text is Base64."""


class HeldRequestRequest(typing.TypedDict):
    method: str
    url: str
    httpVersion: str
    cookies: typing.Sequence[HeldField]
    headers: typing.Sequence[HeldField]
    queryString: typing.Sequence[HeldField]
    postData: NotRequired[HeldRequestRequestPostData]
    headersSize: typing.Literal[-1]
    bodySize: int


class HeldRequestResponseContent(typing.TypedDict):
    size: int
    """Bytes of the whole body, decoded."""
    mimeType: str
    text: NotRequired[str]
    """The body; of one of 32 KiB or more the first 16 KiB."""
    encoding: NotRequired[typing.Literal["base64"]]
    """The text is Base64."""


class HeldRequestResponseError(typing.TypedDict):
    """The reason why there is no response."""

    kind: str
    detail: str
    isTransient: NotRequired[bool]


class HeldRequestResponse(typing.TypedDict):
    status: int
    """0: there is none."""
    statusText: str
    httpVersion: str
    cookies: typing.Sequence[HeldField]
    headers: typing.Sequence[HeldField]
    content: HeldRequestResponseContent
    redirectURL: str
    headersSize: typing.Literal[-1]
    bodySize: typing.Literal[-1]
    _bodyEnd: NotRequired[typing.Literal["connection", "broken"]]
    """The API did not say that the body is complete."""
    _error: NotRequired[HeldRequestResponseError]
    """The reason why there is no response."""


class HeldRequestTimings(typing.TypedDict):
    """Milliseconds; -1: it did not happen, or is not known."""

    blocked: float
    dns: float
    connect: float
    ssl: float
    send: float
    wait: float
    receive: float


class HeldRequest(typing.TypedDict):
    """A request with its response, as an entry of HAR 1.2: see recording.md."""

    startedDateTime: str
    """ISO 8601, in UTC."""
    time: float
    """Milliseconds."""
    request: HeldRequestRequest
    response: HeldRequestResponse
    cache: typing.Mapping[str, typing.Any]
    timings: HeldRequestTimings
    """Milliseconds; -1: it did not happen, or is not known."""
    _attempt: int
    """From 1."""
    _page: PageNumber


class HeldRequests(typing.TypedDict):
    """The requests, from the oldest on; those under way are not among them."""

    requests: typing.Sequence[HeldRequest]


class HeldField(typing.TypedDict):
    """A header, cookie or parameter of a request or its response."""

    name: str
    value: str


HTTPMethod: TypeAlias = "str"
"""The method of the requests."""


HeaderPagination = typing.TypedDict(
    "HeaderPagination",
    {
        "strategy": 'typing.Literal["header"]',
        # Name of the response header for the next page.
        "next": "str",
        # Name of the response header for the previous page.
        "previous": "NotRequired[str]",
        # Name of the parameter that sends the header's value as a token.
        "parameter": "NotRequired[str]",
        "more": "NotRequired[MoreSignal]",
        "last": "NotRequired[LastSignal]",
        "perPageParameter": "NotRequired[PerPageParameter]",
        "keepParameters": "NotRequired[KeepParameters]",
        "shortPageEnds": "NotRequired[ShortPageEnds]",
        "emptyPageEnds": "NotRequired[EmptyPageEnds]",
        "pastEnd": "NotRequired[PastEndStatuses]",
        "in": "NotRequired[Carrier]",
    },
)
"""Pages by response headers that hold a URL, a query string or, with `parameter`, a token."""


Headers: TypeAlias = "typing.Mapping[str, typing.Union[str, None]]"
"""Headers of every request by name. null leaves one out."""


class HttpStatusDataDescriptorsItem(typing.TypedDict):
    index: int
    path: bool
    method: bool
    status: bool


class HttpStatusData(typing.TypedDict):
    """The data of error 1102, httpStatus."""

    kind: typing.Literal["httpStatus"]
    retryable: bool
    method: str
    """Of the request that failed."""
    url: MaskedURL
    status: int
    retryAfterSeconds: NotRequired[float]
    """Where the API said so."""
    body: str
    """Its first 1,024 characters, secrets masked."""
    descriptors: NotRequired[typing.Sequence[HttpStatusDataDescriptorsItem]]
    """Which conditions of each response descriptor the response met."""
    page: NotRequired[AskedPage]
    state: NotRequired[StateAfterFailure]


Identities: TypeAlias = "typing.Sequence[typing.Any]"
"""Identities of items: the value at `identity`, or a list of the values where it has several key
paths.
"""


Identity: TypeAlias = "KeyPaths"
"""Key path, or up to 16, that identify an item: finds duplicates, drift and loops. Values are
compared, not their spelling; numbers by their text: 1 is not 1.0.
"""


Index: TypeAlias = "int"
"""0-based index of an item in the whole collection: 0 is the first item of page `firstPage`."""


class IndexRange(typing.TypedDict):
    """The items that a page has."""

    start: Index
    end: Index
    """Exclusive."""


class InitializeResultServerInfo(typing.TypedDict):
    name: typing.Literal["paginator"]
    version: str
    """Of the program."""


class InitializeResultCapabilitiesPaginator(typing.TypedDict):
    strategies: typing.Sequence[str]
    """Names of the strategies."""
    profiles: typing.Sequence[str]
    """Names of the profiles."""
    replay: NotRequired[typing.Literal[True]]
    """Responses come from a recording, and nothing is sent; absent where there is a network."""
    methods: typing.Sequence[str]
    """Full names of the methods."""


class InitializeResultCapabilities(typing.TypedDict):
    paginator: InitializeResultCapabilitiesPaginator


class InitializeResult(typing.TypedDict):
    """Who answers, and what it can do."""

    serverInfo: InitializeResultServerInfo
    protocolVersion: str
    """Major and minor of the protocol."""
    capabilities: InitializeResultCapabilities


class InternalErrorData(typing.TypedDict):
    """The data of error -32603, internalError."""

    kind: typing.Literal["internalError"]
    retryable: bool


class InvalidParamsData(typing.TypedDict):
    """The data of error -32602, invalidParams."""

    kind: typing.Literal["invalidParams"]
    retryable: bool
    path: str
    """From params, in dots; dots in names are escaped by a backslash: `fetching.timeoutSeconds`,
    `responseDescriptors.0.mapping`.
    """


class InvalidRequestData(typing.TypedDict):
    """The data of error -32600, invalidRequest."""

    kind: typing.Literal["invalidRequest"]
    retryable: bool


class InvalidResponseData(typing.TypedDict):
    """The data of error 1200, invalidResponse."""

    kind: typing.Literal["invalidResponse"]
    retryable: bool
    """Whether the body was cut or harmed on its way."""
    method: str
    """Of the request that failed."""
    url: MaskedURL
    offset: int
    """0-based, of the first wrong byte; the body's length when it is cut."""
    detail: str
    contentType: typing.Union[str, None]
    """The response's Content-Type; null where it has none."""
    body: str
    """The body's first 1,024 characters, secrets masked."""
    page: NotRequired[AskedPage]
    state: NotRequired[StateAfterFailure]


class Issue(typing.TypedDict):
    """A value that did not fit and was omitted."""

    item: int
    """Index in the page's `items`."""
    path: str
    """The source path, after those of the relationships that lead to it."""
    kind: typing.Literal["typeMismatch", "tooDeep"]
    expected: NotRequired[str]
    """The requested type."""
    found: NotRequired[str]
    """The JSON type that was there."""


class ItemOutOfRangeData(typing.TypedDict):
    """The data of error 1007, itemOutOfRange."""

    kind: typing.Literal["itemOutOfRange"]
    retryable: bool
    index: Index
    count: int


class ItemUnusableData(typing.TypedDict):
    """The data of error 1014, itemUnusable."""

    kind: typing.Literal["itemUnusable"]
    retryable: bool
    path: str
    """Where in the item there is no usable value."""
    position: int
    """The item's position in the series, 0-based."""


Items: TypeAlias = "typing.Sequence[typing.Any]"
"""Mapped items, or the API's own with their number texts, key order and escapes as they came."""


class ItemsNotFoundDataDescriptorsItem(typing.TypedDict):
    index: int
    path: bool
    method: bool
    status: bool


class ItemsNotFoundData(typing.TypedDict):
    """The data of error 1201, itemsNotFound."""

    kind: typing.Literal["itemsNotFound"]
    retryable: bool
    method: NotRequired[str]
    """The HTTP method."""
    url: NotRequired[str]
    """The request's URL, secrets masked."""
    status: NotRequired[int]
    """The response's status."""
    body: NotRequired[str]
    """Its first 1,024 characters, secrets masked."""
    path: str
    """The searched key paths, joined by a comma."""
    paths: NotRequired[typing.Sequence[str]]
    """The searched key paths."""
    keys: NotRequired[typing.Sequence[str]]
    """Names that the body has instead."""
    descriptors: NotRequired[typing.Sequence[ItemsNotFoundDataDescriptorsItem]]
    """Which conditions of each response descriptor the response met."""
    page: NotRequired[AskedPage]
    state: NotRequired[StateAfterFailure]


ItemsPath: TypeAlias = "KeyPath"
"""Where the list of items is: shorthand for one response descriptor without a mapping. Elements
that are null are items, too. Without it, descriptors or a profile, the items are the root, or
what detection finds under `auto`.
"""


KeepParameters: TypeAlias = "typing.Union[bool, typing.Sequence[str]]"
"""Parameters of the request as opened that go along with a link of the same origin which lacks
them: names, or true for all.
"""


KeyPath: TypeAlias = "str"
"""The way from a value to one inside it: `a.b.c`. A backslash escapes a dot; a number indexes an
array, negative from the end; the empty path is the root; a path that starts with `/` is a
JSON Pointer (RFC 6901). At most 4,096 bytes and 64 keys.
"""


KeyPaths: TypeAlias = "typing.Union[KeyPath, typing.Sequence[KeyPath]]"
"""One key path, or a list of them."""


LastSignal: TypeAlias = "ValuePath"
"""Where a boolean says that this is the last page; it beats next."""


class LimitExceededData(typing.TypedDict):
    """The data of error 1010, limitExceeded."""

    kind: typing.Literal["limitExceeded"]
    retryable: bool
    limit: str
    """The limit's name."""
    maximum: int


class Limits(typing.TypedDict, total=False):
    """How far paging goes and how much is kept. null restores a default."""

    pagesMax: typing.Union[int, None]
    """Paging ends after this many pages: a known end, `pagesMax`."""
    itemsMax: typing.Union[int, None]
    """Paging ends after this many items: a known end, `itemsMax`."""
    heldPagesMax: typing.Union[int, None]
    """Pages kept in memory."""
    heldRequestsMax: typing.Union[int, None]
    """Requests kept with their responses, for `paginator/requests`."""
    emptyPagesMax: typing.Union[int, None]
    """Empty pages in a row, each with a next, before paging ends."""
    until: Until


PastEndStatuses: TypeAlias = "typing.Sequence[int]"
"""Statuses that are documented to refuse a page past the end, besides 404, 410 and 416."""


Overlap: TypeAlias = "bool"
"""Whether a walk requests the last item again with each page, to detect rows that moved. Needs
`identity`. By default it does if items have an identity and the API states no total. false is
for APIs whose offset must be a multiple of the page size.
"""


ShortPageEnds: TypeAlias = "bool"
"""A page with fewer items than the size that the API states is documented to be the last one."""


class Until(typing.TypedDict):
    """`{"path": "updated_at", "below": VALUE}`, or `"above"` in place of `"below"`: the first
    item whose value at the path is below (above) the given string or number ends paging,
    whichever request loads it; it and the items after it are not delivered. With `"pinned":
    true` an item ends nothing where one after it on its page is within the limit. Numbers,
    and strings of digits, are compared exactly, dates by their instants (those without a zone
    in UTC), other strings by their bytes of UTF-8. A date and a string that is none are not
    compared: such an item ends nothing, and a warning (`untilUnknown`) says so.
    """

    path: str
    """Key path of the value in an item."""
    below: NotRequired[typing.Union[str, float, None]]
    """Values below this one end paging."""
    above: NotRequired[typing.Union[str, float, None]]
    """Values above this one end paging."""
    pinned: NotRequired[bool]
    """The list continues an earlier walk, newest first: an item beyond the value ends paging
    only where no item after it on its page is within it, as pinned ones stand out of order,
    and a walk that ends before it with the proof end is suspect.
    """


LinkPagination = typing.TypedDict(
    "LinkPagination",
    {
        "strategy": 'typing.Literal["link"]',
        # Relation or relations of the link to the next page.
        "next": "NotRequired[typing.Union[str, typing.Sequence[str]]]",
        # Relation or relations of the link to the previous page.
        "previous": "NotRequired[typing.Union[str, typing.Sequence[str]]]",
        # Relation or relations of the link to the first page.
        "first": "NotRequired[typing.Union[str, typing.Sequence[str]]]",
        # Relation or relations of the link to the last page; here no key path.
        "last": "NotRequired[typing.Union[str, typing.Sequence[str]]]",
        "more": "NotRequired[MoreSignal]",
        "perPageParameter": "NotRequired[PerPageParameter]",
        "keepParameters": "NotRequired[KeepParameters]",
        "shortPageEnds": "NotRequired[ShortPageEnds]",
        "emptyPageEnds": "NotRequired[EmptyPageEnds]",
        "pastEnd": "NotRequired[PastEndStatuses]",
        "in": "NotRequired[Carrier]",
    },
)
"""Pages by the links of the `Link` header (RFC 8288)."""


class Mapping(typing.TypedDict, total=False):
    """How one item becomes the object that the client wants. Either `attributes` and
    `relationships`, or `when`.
    """

    attributes: typing.Union[typing.Mapping[str, Attribute], typing.Sequence[SourcePath]]
    """Source to destination, or a list of names that keep their name."""
    relationships: typing.Mapping[str, Relationship]
    """Source to an object or list with a mapping of its own."""
    identity: KeyPaths
    """Key path or paths that identify an item of this mapping."""
    when: typing.Sequence[Case]
    """A dynamic mapping: the first entry that holds decides."""
    otherwise: typing.Union[MappingReference, None]
    """The mapping of items for which no entry holds; null declines them."""
    keyedBy: KeyPath
    """The value is an object whose keys become this attribute of its items."""
    missing: typing.Literal["omit", "null", "default"]
    """What is written for a source that is not there: nothing, null, or the attribute's default
    or else the empty value of its type.
    """
    strict: bool
    """Whether an item that does not fit fails the page with `mappingFailed`."""


class MappingFailedData(typing.TypedDict):
    """The data of error 1202, mappingFailed."""

    kind: typing.Literal["mappingFailed"]
    retryable: bool
    issues: typing.Sequence[Issue]
    page: NotRequired[AskedPage]
    state: NotRequired[StateAfterFailure]


MappingReference: TypeAlias = "typing.Union[str, Mapping]"
"""The name of one of the `mappings`, or a mapping written inline."""


Mappings: TypeAlias = "typing.Mapping[str, Mapping]"
"""Mappings by name."""


MaskedURL: TypeAlias = "str"
"""A URL with its secrets masked as `***`."""


class MessageTooLargeData(typing.TypedDict):
    """The data of error -32600, messageTooLarge."""

    kind: typing.Literal["messageTooLarge"]
    retryable: bool
    maximum: int


class MetadataInvalidData(typing.TypedDict):
    """The data of error 1203, metadataInvalid."""

    kind: typing.Literal["metadataInvalid"]
    retryable: bool
    path: str
    value: typing.Any
    page: NotRequired[AskedPage]
    state: NotRequired[StateAfterFailure]


class MethodNotFoundData(typing.TypedDict):
    """The data of error -32601, methodNotFound."""

    kind: typing.Literal["methodNotFound"]
    retryable: bool


MoreSignal: TypeAlias = "ValuePath"
"""Where a boolean says that there is a next page; it beats next."""


class NetworkFailedData(typing.TypedDict):
    """The data of error 1100, networkFailed."""

    kind: typing.Literal["networkFailed"]
    retryable: bool
    method: str
    """Of the request that failed."""
    url: MaskedURL
    detail: str
    """The reason; also too many redirects."""
    page: NotRequired[AskedPage]
    state: NotRequired[StateAfterFailure]


class NoNextPageData(typing.TypedDict):
    """The data of error 1003, noNextPage."""

    kind: typing.Literal["noNextPage"]
    retryable: bool
    endReason: typing.Union[EndReason, None]


class NoPreviousPageData(typing.TypedDict):
    """The data of error 1004, noPreviousPage."""

    kind: typing.Literal["noPreviousPage"]
    retryable: bool


class NotForSeriesData(typing.TypedDict):
    """The data of error 1013, notForSeries."""

    kind: typing.Literal["notForSeries"]
    retryable: bool
    method: str
    """The method."""


class NotLoadedData(typing.TypedDict):
    """The data of error 1002, notLoaded."""

    kind: typing.Literal["notLoaded"]
    retryable: bool


OffsetPagination = typing.TypedDict(
    "OffsetPagination",
    {
        "strategy": 'typing.Literal["offset"]',
        # Name of the parameter that sends the offset.
        "offsetParameter": "NotRequired[str]",
        # Name of the parameter that sends the page size.
        "limitParameter": "NotRequired[str]",
        # The API's number of the very first item; below 0 where positions are counted from the end.
        "firstOffset": "NotRequired[int]",
        "more": "NotRequired[MoreSignal]",
        "last": "NotRequired[LastSignal]",
        "perPageParameter": "NotRequired[PerPageParameter]",
        "shortPageEnds": "NotRequired[ShortPageEnds]",
        "pastEnd": "NotRequired[PastEndStatuses]",
        "overlap": "NotRequired[Overlap]",
        "in": "NotRequired[Carrier]",
    },
)
"""Pages by the index of their first item: `?offset=50&limit=25`."""


class NamedError(typing.TypedDict, total=False):
    """An error of the API, by its status, by what its body has at a key path, or by both."""

    status: typing.Union[int, typing.Sequence[int], None]
    """A status, or a list of them; any where it is missing. Without `member` from 400 on."""
    member: typing.Union[str, typing.Sequence[str], None]
    """A key path in the body, or a list of them. Lists on the way are looked through."""
    value: typing.Union[typing.Union[str, float, bool, None], typing.Sequence[typing.Union[str,
        float, bool]]]
    """The value there, or a list of them."""


class NotRecordedData(typing.TypedDict):
    """The data of error 1108, notRecorded: the server replays a recording, which has no response
    left to the request.
    """

    kind: typing.Literal["notRecorded"]
    retryable: typing.Literal[False]
    method: str
    """Of the request that failed."""
    url: MaskedURL
    nearest: typing.Union[RecordedRequest, None]
    """The entry with the fewest differences, the first of several; null where the recording has
    none.
    """
    page: NotRequired[AskedPage]
    state: NotRequired[StateAfterFailure]


class OriginRefusedData(typing.TypedDict):
    """The data of error 1105, originRefused."""

    kind: typing.Literal["originRefused"]
    retryable: bool
    method: str
    """Of the request that failed."""
    url: MaskedURL
    origin: str
    page: NotRequired[AskedPage]
    state: NotRequired[StateAfterFailure]


class PageNotReachableData(typing.TypedDict):
    """The data of error 1006, pageNotReachable."""

    kind: typing.Literal["pageNotReachable"]
    retryable: bool
    page: PageNumber


PageNumber: TypeAlias = "int"
"""A page in the API's own numbering, which begins at `firstPage`."""


class PageOfIndex(typing.TypedDict):
    """The page that an item is on."""

    page: PageNumber


class PageOutOfRangeData(typing.TypedDict):
    """The data of error 1005, pageOutOfRange."""

    kind: typing.Literal["pageOutOfRange"]
    retryable: bool
    page: PageNumber
    firstPage: PageNumber
    pageCount: typing.Union[int, None]
    """null: unknown."""


PagePagination = typing.TypedDict(
    "PagePagination",
    {
        "strategy": 'typing.Literal["page"]',
        # Name of the parameter that sends the page number.
        "pageParameter": "NotRequired[str]",
        # Name of the parameter that sends the page size. "": none, as the API has one size.
        "perPageParameter": "NotRequired[str]",
        "more": "NotRequired[MoreSignal]",
        "last": "NotRequired[LastSignal]",
        "shortPageEnds": "NotRequired[ShortPageEnds]",
        "pastEnd": "NotRequired[PastEndStatuses]",
        "in": "NotRequired[Carrier]",
    },
)
"""Pages by number: `?page=3&per_page=25`."""


class PageResult(typing.TypedDict):
    """A loaded page."""

    paginatorId: PaginatorId
    page: PageNumber
    """The page, in the API's own numbering."""
    items: Items
    results: NotRequired[typing.Mapping[str, Items]]
    """Only with several response descriptors: each list under its key path."""
    issues: NotRequired[typing.Sequence[Issue]]
    """Values that did not fit their mapping, and items that are null, of which no mapping makes
    anything: `{item, path, kind, expected, found}`; omitted when empty. At most 100.
    """
    issuesOmitted: NotRequired[int]
    """The number of issues beyond those listed."""
    response: ResponseFacts
    """The response: `status`, `url`, `bytes` (of the decoded body), `durationMs`, `attempts`,
    `notModified`.
    """
    state: State
    """The state after the load."""


Pagination: TypeAlias = (
    "typing.Union[PagePagination, OffsetPagination, LinkPagination, HeaderPagination, "
    "BodyPagination, CursorPagination, RangePagination, CustomPagination, SinglePagination, "
    "AutoPagination]"
)
"""The strategy and its settings. Without it (and without a profile) `:currentPage` in the
request means `page`, `:offset` means `offset`, and anything else `auto`.
"""


class PaginationLoopData(typing.TypedDict):
    """The data of error 1300, paginationLoop."""

    kind: typing.Literal["paginationLoop"]
    retryable: bool
    endReason: EndReason
    page: NotRequired[AskedPage]
    state: NotRequired[StateAfterFailure]


PaginationMapping: TypeAlias = "typing.Mapping[str, CountTarget]"
"""Where the response states its counts: key path (also `@headers.Name` and the other special
roots) to what is found there.
"""


class PaginatorExistsData(typing.TypedDict):
    """The data of error 1001, paginatorExists."""

    kind: typing.Literal["paginatorExists"]
    retryable: bool
    paginatorId: PaginatorId


PaginatorId: TypeAlias = "str"
"""The name of a paginator; the client chooses it or takes the one that the server makes up."""


class PaginatorNotFoundData(typing.TypedDict):
    """The data of error 1000, paginatorNotFound."""

    kind: typing.Literal["paginatorNotFound"]
    retryable: bool
    paginatorId: PaginatorId


ParameterScalar: TypeAlias = "typing.Union[str, float, bool, None]"
"""One value of a query parameter."""


Parameters: TypeAlias = (
    "typing.Mapping[str, typing.Union[ParameterScalar, typing.Sequence[ParameterScalar]]]"
)
"""Query parameters by name: a string, number, boolean, list of these (repeated), or null
(omitted); strings may be patterns.
"""


class ParseErrorData(typing.TypedDict):
    """The data of error -32700, parseError."""

    kind: typing.Literal["parseError"]
    retryable: bool
    offset: NotRequired[int]
    """0-based, of the first wrong byte."""


Pattern: TypeAlias = "str"
"""A text in which `:perPage`, `:currentPage`, `:offset`, `:endOffset`, `:lastOffset`,
`:pageCount`, `:objectCount` and `:cursor` are replaced by the paginator's values. `\\:` is a
literal colon; a colon that none of these names follows is literal. Two parameters need a
literal between them.
"""


PerPage: TypeAlias = "int"
"""Items per page, as requested; unless given, a size or a position that the URL names goes
before the size of a profile.
"""


PerPageParameter: TypeAlias = "str"
"""Name of the parameter that sends the page size. Absent: the usual one of `page` and `offset`,
none elsewhere. "": none, as the API has one size.
"""


class Placeholders(typing.TypedDict, total=False):
    """What the window shows in place of an item: `loading`, `noResults` and `error`, any JSON
    values, null unless given.
    """

    loading: typing.Any
    """Stands for an item that is not held."""
    noResults: typing.Any
    """The only item of a collection known to be empty; null: no such item."""
    error: typing.Any
    """Stands for an item of a page whose last load failed."""


class Position(typing.TypedDict, total=False):
    """What to change in the request to get to a page."""

    url: str
    """Absolute, or relative to the response's URL."""
    method: str
    parameters: Parameters
    headers: Headers
    body: Body


class PositionExpiredData(typing.TypedDict):
    """The data of error 1109, positionExpired: the API does not know the position any more that
    a page led to.
    """

    kind: typing.Literal["positionExpired"]
    retryable: typing.Literal[False]
    method: str
    """Of the request that failed."""
    url: MaskedURL
    status: int
    """The response's status."""
    body: str
    """Its first 1,024 characters, secrets masked."""
    page: NotRequired[AskedPage]
    state: NotRequired[StateAfterFailure]


class Prefetch(typing.TypedDict, total=False):
    """What is loaded ahead of need: around the window, and beyond the last load."""

    distance: typing.Union[int, None]
    """Items around the last window or touch that are loaded too."""
    pages: typing.Union[int, None]
    """Pages that are requested in the background once a load has been answered, in the direction
    of travel.
    """
    maxAgeSeconds: typing.Union[float, None]
    """How long a page that `pages` has requested counts after it arrived."""


class Profile(typing.TypedDict):
    """A known API or standard. Besides `name`, `title`, `documentation`, `authentication`,
    `perPageMax`, `source` and `hides` its members are the params of `paginator/open` that it
    stands for.
    """

    name: ProfileName
    title: str
    """For people."""
    documentation: NotRequired[typing.Union[str, ProfileDocumentation]]
    """For people."""
    perPageMax: NotRequired[int]
    """Items per page at most."""
    authentication: NotRequired[ProfileAuthentication]
    source: NotRequired[str]
    """Where the profile comes from: `built-in`, `initialize`, or the path of a file."""
    hides: NotRequired[str]
    """The source of the weaker profile of the same name that this one hides."""
    ceiling: NotRequired[Ceiling]
    expired: NotRequired[NamedError]
    noItems: NotRequired[NamedError]
    url: NotRequired[URLPattern]
    method: NotRequired[HTTPMethod]
    headers: NotRequired[Headers]
    parameters: NotRequired[Parameters]
    body: NotRequired[Body]
    pagination: NotRequired[Pagination]
    perPage: NotRequired[PerPage]
    firstPage: NotRequired[FirstPage]
    paginationMapping: NotRequired[PaginationMapping]
    decode: NotRequired[Decode]
    itemsPath: NotRequired[ItemsPath]
    identity: NotRequired[Identity]


ProfileAuthentication = typing.TypedDict(
    "ProfileAuthentication",
    {
        "type": 'typing.Literal["bearer", "apiKey", "basic", "awsSigV4"]',
        # `apiKey`: of the header, query parameter or cookie.
        "name": "NotRequired[str]",
        # `apiKey`: where the key goes.
        "in": 'NotRequired[typing.Literal["header", "query", "cookie"]]',
        # `apiKey`: a text before the token, without a space between.
        "prefix": "NotRequired[str]",
        # `basic`: user and password, with `{token}` in the token's place.
        "pair": "NotRequired[str]",
        # `basic`: the form of a token that is itself a pair.
        "format": "NotRequired[str]",
        # The page that explains how to get a token.
        "documentation": "NotRequired[str]",
    },
)
"""How the API takes a token. `bearer`: `Authorization: Bearer TOKEN`. `apiKey`: `prefix` and the
token under `name`. `basic`: `Authorization: Basic` and the Base64 of `pair`, with the token
in place of `{token}`; `format` shows the form of a token that is itself a pair. `awsSigV4`:
every request is signed.
"""


ProfileFile = typing.TypedDict(
    "ProfileFile",
    {
        # For editors; not read.
        "$schema": "NotRequired[str]",
        # By their names.
        "profiles": "typing.Mapping[str, ProfileEntry]",
    },
)
"""A file of profiles of your own."""


class ProfileEntry(typing.TypedDict, total=False):
    """One profile: params of `paginator/open`, and what is said of the API. `{env:NAME}` in a
    string is replaced by a variable of the environment.
    """

    title: str
    """For people."""
    documentation: typing.Union[str, ProfileDocumentation]
    """For people: the address of the API's documentation, or more than that."""
    authentication: ProfileAuthentication
    perPageMax: int
    """Items per page at most."""
    extends: str
    """The profile that this one is put over: of the same file, of a weaker source, or a built-in
    one. Its own name means the profile that it hides.
    """
    signature: typing.Mapping[str, typing.Union[str, float, bool, None]]
    """Members that distinguish a response of this API from others, by their key paths; null
    means any value. For detection.
    """
    url: typing.Union[URLPattern, str]
    """Absolute, of a list; may be a pattern with :currentPage, :perPage, :offset and :cursor,
    and may name variables as {env:NAME}.
    """


class ProfileDocumentation(typing.TypedDict, total=False):
    """For people."""

    url: str
    parameters: typing.Mapping[str, str]
    """What the API's parameters mean."""
    notes: typing.Union[str, typing.Sequence[str]]


ProfileName: TypeAlias = "str"
"""The name of a profile (`paginator/profiles` lists them): a complete set of open params for a
known API or standard, which given params override.
"""


ProgressToken: TypeAlias = "typing.Union[int, str]"
"""Chosen by the client; comes back in `$/progress`."""


class ProgressValueObject(typing.TypedDict):
    """Under the partialResultToken: one page."""

    page: PageNumber
    start: Index
    """Index of the first item."""
    objectCount: typing.Union[int, None]
    """The total; null: unknown."""
    item: NotRequired[typing.Any]
    """What is kept of the part's item, with `each`; the bounds `from` and `to` of the slice,
    with `slices`.
    """
    items: Items


class ProgressValueBegin(typing.TypedDict):
    """Under the workDoneToken: the walk begins."""

    kind: typing.Literal["begin"]
    title: str
    message: NotRequired[str]
    percentage: NotRequired[int]
    cancellable: NotRequired[bool]


class ProgressValueReport(typing.TypedDict):
    """Under the workDoneToken: the walk continues."""

    kind: typing.Literal["report"]
    message: NotRequired[str]
    """How far it is and how long it may take, for people."""
    percentage: NotRequired[int]
    """Where the total is known."""


class ProgressValueEnd(typing.TypedDict):
    """Under the workDoneToken: the walk has ended."""

    kind: typing.Literal["end"]
    message: NotRequired[str]
    """The verdict, or the kind of the error."""


ProgressValue: TypeAlias = (
    "typing.Union[ProgressValueObject, ProgressValueBegin, ProgressValueReport, ProgressValueEnd]"
)
"""One step of a walk."""


RangePagination = typing.TypedDict(
    "RangePagination",
    {
        "strategy": 'typing.Literal["range"]',
        # The range unit.
        "unit": "NotRequired[str]",
        "more": "NotRequired[MoreSignal]",
        "last": "NotRequired[LastSignal]",
        "perPageParameter": "NotRequired[PerPageParameter]",
        "shortPageEnds": "NotRequired[ShortPageEnds]",
        "pastEnd": "NotRequired[PastEndStatuses]",
        "in": "NotRequired[Carrier]",
    },
)
"""Pages by the `Range` header; `Content-Range` and `Next-Range` are read."""


class RateLimitedData(typing.TypedDict):
    """The data of error 1106, rateLimited."""

    kind: typing.Literal["rateLimited"]
    retryable: bool
    method: str
    """Of the request that failed."""
    url: MaskedURL
    status: int
    retryAfterSeconds: typing.Union[float, None]
    page: NotRequired[AskedPage]
    state: NotRequired[StateAfterFailure]


class RecordedRequest(typing.TypedDict):
    """A request in a recording."""

    entry: int
    """Its index among the entries of the file."""
    method: str
    url: MaskedURL
    differs: typing.Sequence[RequestDifference]
    """What keeps it from answering."""


class RefreshResult(typing.TypedDict):
    """What a refresh found."""

    pages: typing.Sequence[Refreshed]
    state: State


class Refreshed(typing.TypedDict):
    """What a refresh found on one page. The lists are there where `identity` is given."""

    page: PageNumber
    changed: bool
    """Whether the page is another one than before."""
    added: NotRequired[Identities]
    """Items that are new on the page."""
    removed: NotRequired[Identities]
    """Items that are gone from the page."""
    updated: NotRequired[Identities]
    """Items that are there but have changed."""
    error: NotRequired[Error]
    """Why the page could not be loaded; the held one stays."""


class Relationship(typing.TypedDict):
    """An object, or a list of them, inside the item with a mapping of its own."""

    to: NotRequired[KeyPath]
    """The destination key path; the source's own if absent."""
    mapping: MappingReference
    many: NotRequired[bool]
    """Whether the value becomes a list."""


class RequestCancelledData(typing.TypedDict):
    """The data of error -32800, requestCancelled."""

    kind: typing.Literal["requestCancelled"]
    retryable: bool
    page: NotRequired[AskedPage]
    state: NotRequired[StateAfterFailure]


class RequestDifference(typing.TypedDict):
    """A part in which a request differs from a recorded one."""

    part: typing.Literal["method", "origin", "path", "query", "body", "used"]
    """`used`: it differs in nothing, but has answered already."""
    name: NotRequired[str]
    """Of a query parameter or a form field, or the key path in a JSON body."""
    asked: typing.Union[str, None]
    """Null where the request has nothing there; secrets masked. Bodies are quoted in part."""
    recorded: typing.Union[str, None]


class ResponseDescriptor(typing.TypedDict, total=False):
    """Which responses it applies to, where their items are and how they are mapped."""

    keyPath: KeyPath
    """Where the items are; absent or empty: the root; "@items": at `itemsPath`, or else where
    they are found.
    """
    mapping: MappingReference
    pathPattern: str
    """Matches the whole path of the response's URL; `:name` matches one segment."""
    methods: typing.Sequence[str]
    """The request methods that it applies to; absent: any."""
    statusCodes: typing.Sequence[typing.Union[int, str]]
    """Statuses, classes ("2xx") and ranges ("200-299") that it applies to."""
    errorMessage: KeyPaths
    """Where an error answer has its messages; the load fails with `serverError`."""


ResponseDescriptors: TypeAlias = "typing.Sequence[ResponseDescriptor]"
"""Which responses hold what. All that apply to a response are used; of two with the same key
path the later one.
"""


class ResponseFacts(typing.TypedDict):
    """About the response of a load."""

    status: int
    """The HTTP status."""
    url: str
    """After redirects, secrets masked."""
    bytes: int
    """Of the decoded body."""
    durationMs: float
    attempts: int
    """1 where the first attempt succeeded."""
    notModified: bool
    """The API answered a conditional request with 304."""


class ResponseSeen(typing.TypedDict):
    """A response as the client sees it."""

    status: int
    headers: typing.Mapping[str, typing.Sequence[str]]
    """Values of each header by its name in lower case."""
    body: typing.Any
    """The JSON body."""


class ResponseTooLargeData(typing.TypedDict):
    """The data of error 1104, responseTooLarge."""

    kind: typing.Literal["responseTooLarge"]
    retryable: bool
    method: str
    """Of the request that failed."""
    url: MaskedURL
    maximum: int
    page: NotRequired[AskedPage]
    state: NotRequired[StateAfterFailure]


class ServerErrorData(typing.TypedDict):
    """The data of error 1204, serverError."""

    kind: typing.Literal["serverError"]
    retryable: bool
    status: int
    messages: typing.Sequence[str]
    """The API's own."""
    page: NotRequired[AskedPage]
    state: NotRequired[StateAfterFailure]


SinglePagination = typing.TypedDict(
    "SinglePagination",
    {
        "strategy": 'typing.Literal["single"]',
        "more": "NotRequired[MoreSignal]",
        "last": "NotRequired[LastSignal]",
        "perPageParameter": "NotRequired[PerPageParameter]",
        "in": "NotRequired[Carrier]",
    },
)
"""One page."""


SourcePath: TypeAlias = "str"
"""A key path from the item, or a special source: `@self` (the whole item), `@key` (with
`keyedBy`), `@root.x`, `@parent.x`, `@metadata.collectionIndex`, `@metadata.page`,
`@metadata.response.status`, `@metadata.response.headers.Name`, `@metadata.request.url`,
`@metadata.path.name`.
"""


class StateCan(typing.TypedDict):
    """What the API allows: `forward`, `backward`, `jump` (to any page) and `count` (knowing the
    total), each `true`, `false`, `"visited"` (only to pages that have been visited) or
    `"unknown"`.
    """

    forward: Ability
    backward: Ability
    jump: Ability
    """To any page."""
    count: Ability
    """Know the total."""


class State(typing.TypedDict):
    """Everything that is known about a paginator."""

    paginatorId: PaginatorId
    url: typing.Union[str, None]
    """URL of the most recently loaded page, secrets masked; null before."""
    patternURL: str
    """The URL as opened, secrets masked."""
    auth: NotRequired[typing.Literal["bearer", "basic", "apiKey", "oauth2", "awsSigV4", None]]
    """The type of the credentials in use (`bearer`, `basic`, `apiKey`, `oauth2`, `awsSigV4`);
    null without `auth` and `token`.
    """
    strategy: StrategyName
    """`auto` until detection has decided."""
    loaded: bool
    """A page has been loaded, by a load, a walk or a window."""
    loading: bool
    """A load is running or queued, for a window, too."""
    currentPage: typing.Union[PageNumber, None]
    """In the API's own numbering, from `firstPage`; null until a load or a walk has moved there.
    Windows do not move it.
    """
    perPage: int
    """Items per page: as requested, or the API's own size where it states one."""
    firstPage: PageNumber
    """The number of the API's first page."""
    offset: typing.Union[int, None]
    """Index of the current page's first item; null until loaded."""
    pageCount: typing.Union[int, None]
    """null when unknown, never 0 for unknown."""
    objectCount: typing.Union[int, None]
    """The number of all items; null when unknown, never 0 for unknown."""
    objectCountMin: NotRequired[int]
    """Only where the API's total is a lower bound or an estimate: that number."""
    hasPageCount: bool
    """Whether `pageCount` is known."""
    hasObjectCount: bool
    """Whether `objectCount` is known."""
    hasNextPage: typing.Union[bool, None]
    """null: not loaded, or it cannot be known before asking."""
    hasPreviousPage: typing.Union[bool, None]
    """null: not loaded."""
    loadedPages: typing.Sequence[typing.Sequence[PageNumber]]
    """Inclusive runs of pages held in memory: `[[1, 3], [7, 7]]`."""
    prefetched: typing.Sequence[PageNumber]
    """The pages requested ahead of loads, by `prefetch.pages` or to find out how the API pages,
    finished or pending, ascending; a page is removed once it is loaded.
    """
    can: StateCan
    """What the API allows: `forward`, `backward`, `jump` (to any page) and `count` (knowing the
    total), each `true`, `false`, `"visited"` (only to pages that have been visited) or
    `"unknown"`.
    """
    endReason: typing.Union[EndReason, None]
    """Why there is no next page; null where there is one, or where that is unknown."""
    warnings: typing.Sequence[Warning]
    """`[{kind, message, ...}]`: worth knowing although the page was good. At most 32; the oldest
    is dropped.
    """
    error: typing.Union[Error, None]
    """The last load's error; null after a success."""
    store: NotRequired[Stored]
    """Only where pages are stored: `path`, `table`, `run` (null before its first page), and the
    counts `pages`, `items`, `inserted`, `updated`, `unchanged`, `duplicates`.
    """
    each: NotRequired[EachCounts]
    """Only of a paginator with `each`: the counts `items` (read so far), `done`, `complete`,
    `gone`, `failed`, `suspect`, `capped` of its parts.
    """


SliceBound: TypeAlias = "typing.Union[str, int]"
"""A date (`2008-01-01`), a time (RFC 3339) or a whole number. Its precision is the smallest
slice.
"""


class SliceCounts(typing.TypedDict):
    """What a walk in slices took."""

    count: int
    """Slices that were walked."""
    dense: int
    """Those that the API did not give in full."""
    requests: int
    """All requests of the walk, repeated ones included."""


Slices = typing.TypedDict(
    "Slices",
    {
        "from": "SliceBound",
        # Of the form of `from`, or `now`: the moment of opening, in UTC.
        "to": "SliceBound",
        # Where an item has its own value of the range.
        "by": "KeyPath",
        # Query parameters with `{from}`, `{to}` and `{by}` that are added where the request has
        # neither bound.
        "parameters": "typing.Mapping[str, str]",
        # The same for a JSON body: merged into it.
        "body": "typing.Mapping[str, typing.Any]",
        # What comes between a parameter that the request has already and what is added to it;
        # without it, such a parameter is an error.
        "join": "str",
    },
    total=False,
)
"""The range that is halved until each part fits under `ceiling`: `{from}` and `{to}` stand for
the bounds of a part in the request. `true`: as the profile says; members that are absent are
the profile's.
"""


StateAfterFailure: TypeAlias = "State"
"""The state after a failed load; omitted in `state.error` and in notifications."""


class Store(typing.TypedDict):
    """The table of an SQLite file that every page is stored in before it is delivered: `path`,
    `table`, `raw`, `prune`, `pruneMax`; `identity` is its primary key. Each `open` is a run
    of its own in the table `paginator_runs`.
    """

    path: str
    """The file, relative to the server's directory; made with the first page where it is
    missing.
    """
    table: NotRequired[typing.Union[str, None]]
    """Made where it is missing. Names that begin with `sqlite_` or `paginator_` are taken; at
    most 255 bytes.
    """
    raw: NotRequired[typing.Union[bool, None]]
    """Keep each item as it came, in one column `item`, instead of one column per member."""
    prune: NotRequired[typing.Union[bool, None]]
    """At the end of the run, delete the rows of this request that it has not seen, where the
    last walk was complete and read the whole list. With the proof `end`, those that the last
    two such runs have not seen. `deleted` and `not_pruned` in `paginator_runs` say what
    became of it.
    """
    pruneMax: NotRequired[typing.Union[int, str, None]]
    """The most rows that may be deleted, or a percentage of those that the request had before.
    Unless given: half of them, or 20.
    """


class StoreFailedData(typing.TypedDict):
    """The data of error 1401, storeFailed."""

    kind: typing.Literal["storeFailed"]
    retryable: bool
    """Whether the file was only locked, or the disk full."""
    path: str
    """The file."""
    detail: str
    """What is wrong, and what to do."""
    page: NotRequired[AskedPage]
    state: NotRequired[StateAfterFailure]


class Stored(typing.TypedDict):
    """What has been stored; absent where `store` was not given. items = inserted + updated +
    unchanged + duplicates.
    """

    path: str
    """The file."""
    table: str
    run: typing.Union[int, None]
    """The number of the run in `paginator_runs`; null before its first page."""
    pages: int
    items: int
    inserted: int
    """New rows."""
    updated: int
    """Rows that became other ones."""
    unchanged: int
    """Rows that the item was equal to."""
    duplicates: int
    """Items whose row this run had stored before."""


StrategyName: TypeAlias = (
    'typing.Literal["page", "offset", "link", "header", "body", "cursor", "range", "custom", '
    '"single", "auto"]'
)
"""A way of paging."""


class TimedOutData(typing.TypedDict):
    """The data of error 1101, timedOut."""

    kind: typing.Literal["timedOut"]
    retryable: bool
    method: str
    """Of the request that failed."""
    url: MaskedURL
    seconds: float
    page: NotRequired[AskedPage]
    state: NotRequired[StateAfterFailure]


class TlsFailedData(typing.TypedDict):
    """The data of error 1103, tlsFailed."""

    kind: typing.Literal["tlsFailed"]
    retryable: bool
    method: str
    """Of the request that failed."""
    url: MaskedURL
    detail: str
    page: NotRequired[AskedPage]
    state: NotRequired[StateAfterFailure]


Token: TypeAlias = "typing.Union[str, None]"
"""The one secret that most APIs want, sent as the profile's `authentication` says; without it,
as a bearer token. null: none.
"""


class TooDeepData(typing.TypedDict):
    """The data of error -32600, tooDeep."""

    kind: typing.Literal["tooDeep"]
    retryable: bool
    maximum: int


URLPattern: TypeAlias = "str"
"""An absolute http or https URL, which may hold patterns (`:perPage`, `:currentPage`, `:offset`,
`:pageCount`, `:objectCount`, `:cursor`), replaced percent-encoded. Where it names the
position or the page size, the strategy adds no parameter for it.
"""


ValuePath: TypeAlias = "str"
"""A key path into the body, or one of `@headers.Name` (any case), `@firstItem`,
`@firstItem.key.path`, `@lastItem`, `@lastItem.key.path`, `@status`. Any other key that starts
with an at sign is an ordinary one.
"""


class Walk(typing.TypedDict, total=False):
    """How walks read a list that may change meanwhile."""

    exact: typing.Union[bool, None]
    """Each page begins with the last item of the page before, by offset, by page number or by
    link; a list that cannot be read so is read again. Always with `store.prune`.
    """
    passes: typing.Union[int, None]
    """How often the list is read at most, until one pass proves itself or two have the same
    items; only new items are delivered. 3 with `exact`.
    """


class WalkStart(typing.TypedDict, total=False):
    """A place in the list that is not its beginning: a page in the API's numbering, the index of
    an item, or a token.
    """

    page: int
    """The first page that was delivered."""
    offset: int
    """The offset of the first item."""
    token: bool
    """Only the API knows the place."""


class WalkSummary(typing.TypedDict):
    """The outcome of a walk."""

    pages: int
    """Pages delivered."""
    itemCount: int
    """Items delivered."""
    items: NotRequired[Items]
    """All items; only without a partialResultToken."""
    duplicates: int
    """Items delivered that had come before, by their identity, else by their bytes."""
    verdict: typing.Literal["complete", "capped", "suspect", "partial", "failed"]
    """How the walk ended. complete: the end was seen; `proof` says what makes it all there is,
    and `start` from where. capped: `maxPages`, `maxItems` or one of `limits` ended it.
    suspect: there may be more, or less: duplicates, gaps, counts that do not add up, a loop,
    too many empty pages, the API's ceiling, `refused`, `undetected`, `signalMissing` or
    `incompleteResults`. partial: a failure or a refused origin after some pages; the error is
    in `state.error`. failed: nothing was delivered.
    """
    proof: NotRequired[typing.Literal["counts", "overlap", "passes", "chain", "single", "end"]]
    """What complete rests on, the first that holds; absent with any other verdict, and where
    limits.until ended the walk. counts: the API stated one exact total, on the first page and
    the last one, and exactly that number of items came, once each. overlap: each page began
    with the last item of the page before. passes: the list was read again, and had the same
    items. chain: tokens or links that name a row or a state led from each page to the next;
    none that counts pages or items. single: the whole list was one response, and nothing in
    it speaks of more. end: the end was seen, but rows that moved while the list was read
    would not have been noticed; `walk.exact` notices them.
    """
    start: NotRequired[WalkStart]
    """Where the walk began; absent where it began with the list's first page, or continued a
    checkpoint of such a walk.
    """
    endReason: typing.Union[EndReason, None]
    each: NotRequired[EachCounts]
    """Only of a paginator with `each`."""
    slices: NotRequired[SliceCounts]
    """Only of a paginator with `slices` whose range has more than the ceiling."""
    checkpoint: Checkpoint
    state: State


class Warning(typing.TypedDict):
    """Something worth knowing although the page was good; further members are details."""

    kind: typing.Literal["metadataInvalid", "pageMismatch", "inconsistentCounts", "pageSizeDrift",
        "countChanged", "undetected", "signalMissing", "refreshTokenReplaced", "untilUnknown",
        "severalLists", "duplicates", "gaps", "pagesShifted", "repeatedPage", "countMismatch",
        "moving", "shortPage", "incompleteResults", "recovered", "perPageNotSent", "unevenRows",
        "innerListsCut", "innerListsDoubtful", "restarted", "nothingMapped", "sliceTooDense",
        "rangeIgnored", "slicesUnordered"]
    """What it is about. Those in `x-doubts` make a walk suspect. metadataInvalid: a stated count
    is nonsense and is taken as unknown, or a next link or token leads nowhere. pageMismatch:
    the API states another page or offset than the requested one. inconsistentCounts: stated
    counts contradict each other. pageSizeDrift: a page of another size than expected.
    countChanged: the total is not the same as before. undetected: detection could not tell
    the strategy. signalMissing: the API says neither where the next page is nor that there is
    none, although `more` is configured, or the only page indicates more, for example by a
    total (a misspelled `next`, a missing `Link`), or the page that a link or token led to has
    no byte, or a page without items lacks what the pages before it have, or reports something
    else (another code, status or message). refreshTokenReplaced: the refresh token given may
    no longer work. untilUnknown: items have no value at the `path` of `limits.until` that can
    be compared. severalLists: several lists could be the items: `paths` are their key paths,
    that of the one that was taken first. duplicates: in a walk, `count` items came more than
    once, by their `identity`; otherwise a page has items that other pages in memory have,
    too, and `items` names up to ten of them. gaps: items may have been skipped: the total
    fell on a page or offset API while it was read (`before`, `now`), a stated offset or page
    jumped (`expected`, `stated`), none of the items that came last is found again (`path`:
    "identity"), or the list ended before a pinned `limits.until` (`path`: "limits.until").
    pagesShifted: a page began with items of the one before it, or a stated position fell back
    (`expected`, `stated`); no doubt where a walk overlaps. repeatedPage: a page has exactly
    the items of an earlier one. moving: no two of the `passes` over the list had the same
    items: `came` and `went` in the last one; with one pass, an exact walk began in the middle
    of the list, continued an earlier one, or met pages that cannot overlap, and nothing
    showed that no rows had moved. countMismatch: the API states `stated` items or pages, and
    `found` came. shortPage: a page had fewer items than the size that the API states, and
    more came after it. incompleteResults: the API has not looked everywhere
    (`incomplete_results`, `timed_out`, failed `_shards`), or a page without items reports
    what looks like a failure (`"retCode": 10006`, `"message": "Rate limit exceeded"`).
    recovered: the list changed while it was read, and the walk went back for `items` that had
    moved to pages already read. restarted: a position had expired, and the walk began again
    from the beginning of the list: `items` that had been delivered before were skipped.
    nothingMapped: a walk delivered nothing, as none of the `items` that came meets a case of
    the mapping (`when`), which has no `otherwise`, not even null. perPageNotSent: detection
    found no way to ask the API for `perPage`: its pages have `found` items, not `asked`.
    innerListsCut: lists within `items` items of a `page` go on elsewhere, as the flag at
    `path` says in each; `inner` walks them to their end. innerListsDoubtful: lists at `path`
    within `items` items of a `page` were walked, and may not be whole: the API refused a page
    of theirs, or does not say clearly where they end. unevenRows: `count` rows of a table on
    a `page` have more or fewer fields than the header; the items lack members, or have the
    rest in `#more`. sliceTooDense: the smallest slice, from `from` to `to`, has more than the
    ceiling: `stated`, or null without a total. rangeIgnored: every part of the range has as
    many items as the whole: the API does not filter by it. slicesUnordered: items do not
    ascend by `slices.by`, or lack it, so that a walk without totals cannot continue past the
    ceiling.
    """
    message: str
    """One plain sentence."""
    path: NotRequired[str]
    """The field that it is about, where there is one."""


class WindowPagesFailedItem(typing.TypedDict):
    page: PageNumber
    error: Error


class WindowPages(typing.TypedDict):
    loading: typing.Sequence[PageNumber]
    """Pages of this window under way."""
    failed: typing.Sequence[WindowPagesFailedItem]
    """Pages of this window whose last load failed."""


class Window(typing.TypedDict):
    """A part of the whole collection, seen as a sparse array."""

    start: Index
    items: typing.Sequence[typing.Any]
    """Items, or placeholders where one is not held."""
    loaded: typing.Sequence[typing.Sequence[Index]]
    """Runs of items in this window that are held, ends exclusive: `[[0, 50]]`."""
    count: int
    """The collection's size: the total, or what is known so far."""
    pages: WindowPages
    state: State


class OpenParams(typing.TypedDict, total=False):
    """The params of `paginator/open`."""

    paginatorId: PaginatorId
    """The server makes one up if absent; 1 to 256 characters, fewer than 1,024 bytes."""
    url: URLPattern
    """Absolute, http or https; a pattern. Required, unless `profile` has one."""
    method: HTTPMethod
    headers: Headers
    token: Token
    auth: Auth
    parameters: Parameters
    body: Body
    profile: ProfileName
    pagination: Pagination
    perPage: PerPage
    firstPage: FirstPage
    paginationMapping: PaginationMapping
    decode: Decode
    itemsPath: ItemsPath
    responseDescriptors: ResponseDescriptors
    mappings: Mappings
    identity: Identity
    fetching: Fetching
    limits: Limits
    bounds: Bounds
    prefetch: Prefetch
    walk: Walk
    placeholders: Placeholders
    ceiling: Ceiling
    expired: NamedError
    """The error with which the API says that it does not know a position any more, besides 410:
    a walk begins again then.
    """
    inner: typing.Union[Inner, typing.Union[bool, str, None]]
    """The list within each item that is walked to its end: an object, `true` for what the
    profile has, or the key path of the list where it has the rest.
    """
    noItems: NamedError
    """The error with which the API says that there are no items: it is a page without any."""
    notifications: bool
    """Notify the client of this paginator's loads; only where it announced that it takes
    notifications.
    """
    checkpoint: Checkpoint
    """Continue from here; rejected where it belongs to a different request."""
    each: Each
    slices: typing.Union[Slices, typing.Union[bool, None]]
    """The range that is split where it has more than the `ceiling`; `true`: as the profile says."""
    store: Store


class StateParams(typing.TypedDict):
    """The params of `paginator/state`."""

    paginatorId: PaginatorId


class LoadNextPageParams(typing.TypedDict):
    """The params of `paginator/loadNextPage`."""

    paginatorId: PaginatorId
    parameters: NotRequired[Parameters]
    """Merged into the paginator's own for this one request."""


class LoadPreviousPageParams(typing.TypedDict):
    """The params of `paginator/loadPreviousPage`."""

    paginatorId: PaginatorId
    parameters: NotRequired[Parameters]
    """Merged into the paginator's own for this one request."""


class LoadPageParams(typing.TypedDict):
    """The params of `paginator/loadPage`."""

    paginatorId: PaginatorId
    page: PageNumber
    parameters: NotRequired[Parameters]
    """Merged into the paginator's own for this one request."""


class CancelParams(typing.TypedDict):
    """The params of `paginator/cancel`."""

    paginatorId: PaginatorId


class ConfigureParams(typing.TypedDict):
    """The params of `paginator/configure`."""

    paginatorId: PaginatorId
    perPage: NotRequired[typing.Union[PerPage, None]]
    parameters: NotRequired[typing.Union[Parameters, None]]
    headers: NotRequired[typing.Union[Headers, None]]
    token: NotRequired[Token]
    auth: NotRequired[Auth]
    fetching: NotRequired[typing.Union[Fetching, None]]
    limits: NotRequired[typing.Union[Limits, None]]
    decode: NotRequired[typing.Union[Decode, None]]
    itemsPath: NotRequired[typing.Union[ItemsPath, None]]
    responseDescriptors: NotRequired[typing.Union[ResponseDescriptors, None]]
    mappings: NotRequired[typing.Union[typing.Mapping[str, typing.Union[Mapping, None]], None]]
    """null deletes a mapping by its name."""
    prefetch: NotRequired[typing.Union[Prefetch, None]]
    walk: NotRequired[typing.Union[Walk, None]]
    placeholders: NotRequired[typing.Union[Placeholders, None]]
    notifications: NotRequired[typing.Union[bool, None]]
    bounds: NotRequired[typing.Union[Bounds, None]]


class ResetParams(typing.TypedDict):
    """The params of `paginator/reset`."""

    paginatorId: PaginatorId


class RefreshParams(typing.TypedDict):
    """The params of `paginator/refresh`."""

    paginatorId: PaginatorId
    page: NotRequired[PageNumber]
    """Only this page; all held ones if absent."""


class CloseParams(typing.TypedDict):
    """The params of `paginator/close`."""

    paginatorId: PaginatorId


class ItemsParams(typing.TypedDict):
    """The params of `paginator/items`."""

    paginatorId: PaginatorId
    start: Index
    count: int
    load: NotRequired[bool]
    """Load the missing pages."""
    wait: NotRequired[bool]
    """Answer when each page is there or has failed."""


class TouchParams(typing.TypedDict):
    """The params of `paginator/touch`."""

    paginatorId: PaginatorId
    index: Index


class PageForIndexParams(typing.TypedDict):
    """The params of `paginator/pageForIndex`."""

    paginatorId: PaginatorId
    index: Index


class IndexesForPageParams(typing.TypedDict):
    """The params of `paginator/indexesForPage`."""

    paginatorId: PaginatorId
    page: PageNumber


class LoadAllParams(typing.TypedDict):
    """The params of `paginator/loadAll`."""

    paginatorId: PaginatorId
    maxPages: NotRequired[int]
    """Pages to deliver at most."""
    maxItems: NotRequired[int]
    """Items to deliver at most; may cut inside a page."""
    concurrency: NotRequired[int]
    """Requests at once; `fetching.concurrency` if absent."""
    walk: NotRequired[Walk]
    """How the list is read that may change meanwhile; what is absent is as `open` says."""
    partialResultToken: NotRequired[ProgressToken]
    """Each page comes as `$/progress` and is not held."""
    workDoneToken: NotRequired[ProgressToken]
    """How far the walk is comes as `$/progress`."""


class CheckpointParams(typing.TypedDict):
    """The params of `paginator/checkpoint`."""

    paginatorId: PaginatorId


class RequestsParams(typing.TypedDict):
    """The params of `paginator/requests`."""

    paginatorId: PaginatorId
    page: NotRequired[PageNumber]
    """Only the requests for this page."""


class DetectParams(typing.TypedDict):
    """The params of `paginator/detect`."""

    url: URLPattern
    method: NotRequired[HTTPMethod]
    headers: NotRequired[Headers]
    token: NotRequired[Token]
    auth: NotRequired[Auth]
    parameters: NotRequired[Parameters]
    body: NotRequired[Body]
    profile: NotRequired[ProfileName]
    pagination: NotRequired[Pagination]
    perPage: NotRequired[PerPage]
    firstPage: NotRequired[FirstPage]
    paginationMapping: NotRequired[PaginationMapping]
    decode: NotRequired[Decode]
    itemsPath: NotRequired[ItemsPath]
    responseDescriptors: NotRequired[ResponseDescriptors]
    mappings: NotRequired[Mappings]
    identity: NotRequired[Identity]
    fetching: NotRequired[Fetching]
    limits: NotRequired[Limits]
    bounds: NotRequired[Bounds]
    prefetch: NotRequired[Prefetch]
    walk: NotRequired[Walk]
    placeholders: NotRequired[Placeholders]
    ceiling: NotRequired[Ceiling]
    expired: NotRequired[NamedError]
    """The error with which the API says that it does not know a position any more, besides 410:
    a walk begins again then.
    """
    inner: NotRequired[typing.Union[Inner, typing.Union[bool, str, None]]]
    """The list within each item that is walked to its end: an object, `true` for what the
    profile has, or the key path of the list where it has the rest.
    """
    noItems: NotRequired[NamedError]
    """The error with which the API says that there are no items: it is a page without any."""
    notifications: NotRequired[bool]
    """Notify the client of this paginator's loads; only where it announced that it takes
    notifications.
    """
    confirm: NotRequired[bool]
    """Send a second request that proves the first candidate."""


class ProfilesParams(typing.TypedDict, total=False):
    """The params of `paginator/profiles`."""

    name: ProfileName
    """Only this one."""


class ExtractPageParams(typing.TypedDict):
    """The params of `paginator/extractPage`."""

    paginatorId: PaginatorId
    page: PageNumber
    response: ResponseSeen


class FetchParams(typing.TypedDict):
    """The params of `paginator/fetch`."""

    paginatorId: PaginatorId
    request: FetchRequest


class CredentialsParams(typing.TypedDict):
    """The params of `paginator/credentials`."""

    paginatorId: PaginatorId
    origin: str
    """Scheme, host and port that the answer is sent to."""
    status: int
    challenge: typing.Union[str, None]
    """The value of `WWW-Authenticate`."""


class WillLoadPageParams(typing.TypedDict):
    """The params of `paginator/willLoadPage`."""

    paginatorId: PaginatorId
    page: PageNumber


class DidLoadPageParams(typing.TypedDict):
    """The params of `paginator/didLoadPage`."""

    paginatorId: PaginatorId
    page: PageNumber
    start: Index
    """Index of the page's first item."""
    count: int
    """The page's items."""
    objectCount: typing.Union[int, None]
    """The total; null: unknown."""


class DidFailPageParams(typing.TypedDict):
    """The params of `paginator/didFailPage`."""

    paginatorId: PaginatorId
    page: PageNumber
    error: Error


class WillRetryParams(typing.TypedDict):
    """The params of `paginator/willRetry`."""

    paginatorId: PaginatorId
    page: PageNumber
    attempt: int
    """Number of the coming attempt: 2 is the first retry; 1 waits as another request was asked
    to.
    """
    delaySeconds: float
    reason: str
    """Why, for people."""


class RpcDiscoverResult(typing.TypedDict):
    openrpc: str
    info: typing.Mapping[str, typing.Any]
    methods: typing.Sequence[typing.Any]


class OpenArguments(typing.TypedDict, total=False):
    """The params of `paginator/open` as keyword arguments."""

    paginator_id: PaginatorId
    """The server makes one up if absent; 1 to 256 characters, fewer than 1,024 bytes."""
    method: HTTPMethod
    headers: Headers
    token: Token
    auth: Auth
    parameters: Parameters
    body: Body
    pagination: Pagination
    per_page: PerPage
    first_page: FirstPage
    pagination_mapping: PaginationMapping
    decode: Decode
    items_path: ItemsPath
    response_descriptors: ResponseDescriptors
    mappings: Mappings
    identity: Identity
    fetching: Fetching
    limits: Limits
    bounds: Bounds
    prefetch: Prefetch
    walk: Walk
    placeholders: Placeholders
    ceiling: Ceiling
    expired: NamedError
    """The error with which the API says that it does not know a position any more, besides 410:
    a walk begins again then.
    """
    inner: typing.Union[Inner, typing.Union[bool, str, None]]
    """The list within each item that is walked to its end: an object, `true` for what the
    profile has, or the key path of the list where it has the rest.
    """
    no_items: NamedError
    """The error with which the API says that there are no items: it is a page without any."""
    notifications: bool
    """Notify the client of this paginator's loads; only where it announced that it takes
    notifications.
    """
    checkpoint: Checkpoint
    """Continue from here; rejected where it belongs to a different request."""
    each: Each
    slices: typing.Union[Slices, typing.Union[bool, None]]
    """The range that is split where it has more than the `ceiling`; `true`: as the profile says."""
    store: Store


class ConfigureArguments(typing.TypedDict, total=False):
    """The params of `paginator/configure` as keyword arguments."""

    per_page: typing.Union[PerPage, None]
    parameters: typing.Union[Parameters, None]
    headers: typing.Union[Headers, None]
    token: Token
    auth: Auth
    fetching: typing.Union[Fetching, None]
    limits: typing.Union[Limits, None]
    decode: typing.Union[Decode, None]
    items_path: typing.Union[ItemsPath, None]
    response_descriptors: typing.Union[ResponseDescriptors, None]
    mappings: typing.Union[typing.Mapping[str, typing.Union[Mapping, None]], None]
    """null deletes a mapping by its name."""
    prefetch: typing.Union[Prefetch, None]
    walk: typing.Union[Walk, None]
    placeholders: typing.Union[Placeholders, None]
    notifications: typing.Union[bool, None]
    bounds: typing.Union[Bounds, None]


class DetectArguments(typing.TypedDict, total=False):
    """The params of `paginator/detect` as keyword arguments."""

    method: HTTPMethod
    headers: Headers
    token: Token
    auth: Auth
    parameters: Parameters
    body: Body
    pagination: Pagination
    per_page: PerPage
    first_page: FirstPage
    pagination_mapping: PaginationMapping
    decode: Decode
    items_path: ItemsPath
    response_descriptors: ResponseDescriptors
    mappings: Mappings
    identity: Identity
    fetching: Fetching
    limits: Limits
    bounds: Bounds
    prefetch: Prefetch
    walk: Walk
    placeholders: Placeholders
    ceiling: Ceiling
    expired: NamedError
    """The error with which the API says that it does not know a position any more, besides 410:
    a walk begins again then.
    """
    inner: typing.Union[Inner, typing.Union[bool, str, None]]
    """The list within each item that is walked to its end: an object, `true` for what the
    profile has, or the key path of the list where it has the rest.
    """
    no_items: NamedError
    """The error with which the API says that there are no items: it is a page without any."""
    notifications: bool
    """Notify the client of this paginator's loads; only where it announced that it takes
    notifications.
    """


__all__ = [
    "Ability",
    "AllowedOrigin",
    "AllowedOriginObject",
    "AskedPage",
    "Attribute",
    "AttributeObject",
    "Auth",
    "AuthApiKey",
    "AuthAwsSigV4",
    "AuthBasic",
    "AuthBearer",
    "AuthFailedData",
    "AuthOauth2",
    "AutoPagination",
    "Body",
    "BodyPagination",
    "Bounds",
    "CancelParams",
    "CancelledData",
    "Candidate",
    "CandidateEvidence",
    "Carrier",
    "Case",
    "Ceiling",
    "Checkpoint",
    "CheckpointParams",
    "CheckpointRejectedData",
    "CheckpointResult",
    "ClientAbilities",
    "ClientCapabilities",
    "CloseParams",
    "ConfigureArguments",
    "ConfigureParams",
    "CountTarget",
    "Credentials",
    "CredentialsObject",
    "CredentialsParams",
    "CursorPagination",
    "CursorPaginationNextObject",
    "CustomPagination",
    "Decode",
    "DecodeObject",
    "DecodeObjectCsv",
    "DetectArguments",
    "DetectParams",
    "Detection",
    "DidFailPageParams",
    "DidLoadPageParams",
    "Each",
    "EachCounts",
    "EachFirstObject",
    "EmptyPageEnds",
    "EndReason",
    "EndReasonEvidence",
    "EngineUnavailableData",
    "Error",
    "ErrorData",
    "ExtractPageParams",
    "ExtractedPage",
    "FetchParams",
    "FetchRequest",
    "FetchResponse",
    "Fetching",
    "FirstPage",
    "FramingData",
    "HTTPMethod",
    "HeaderPagination",
    "Headers",
    "HeldField",
    "HeldRequest",
    "HeldRequestRequest",
    "HeldRequestRequestPostData",
    "HeldRequestResponse",
    "HeldRequestResponseContent",
    "HeldRequestResponseError",
    "HeldRequestTimings",
    "HeldRequests",
    "HttpStatusData",
    "HttpStatusDataDescriptorsItem",
    "Identities",
    "Identity",
    "Index",
    "IndexRange",
    "IndexesForPageParams",
    "InitializeResult",
    "InitializeResultCapabilities",
    "InitializeResultCapabilitiesPaginator",
    "InitializeResultServerInfo",
    "Inner",
    "InnerBy",
    "InternalErrorData",
    "InvalidParamsData",
    "InvalidRequestData",
    "InvalidResponseData",
    "Issue",
    "ItemOutOfRangeData",
    "ItemUnusableData",
    "Items",
    "ItemsNotFoundData",
    "ItemsNotFoundDataDescriptorsItem",
    "ItemsParams",
    "ItemsPath",
    "KeepParameters",
    "KeyPath",
    "KeyPaths",
    "LastSignal",
    "LimitExceededData",
    "Limits",
    "LinkPagination",
    "LoadAllParams",
    "LoadNextPageParams",
    "LoadPageParams",
    "LoadPreviousPageParams",
    "Mapping",
    "MappingFailedData",
    "MappingReference",
    "Mappings",
    "MaskedURL",
    "MessageTooLargeData",
    "MetadataInvalidData",
    "MethodNotFoundData",
    "MoreSignal",
    "NamedError",
    "NetworkFailedData",
    "NoNextPageData",
    "NoPreviousPageData",
    "NotForSeriesData",
    "NotLoadedData",
    "NotRecordedData",
    "OffsetPagination",
    "OpenArguments",
    "OpenParams",
    "OriginRefusedData",
    "Overlap",
    "PageForIndexParams",
    "PageNotReachableData",
    "PageNumber",
    "PageOfIndex",
    "PageOutOfRangeData",
    "PagePagination",
    "PageResult",
    "Pagination",
    "PaginationLoopData",
    "PaginationMapping",
    "PaginatorExistsData",
    "PaginatorId",
    "PaginatorNotFoundData",
    "ParameterScalar",
    "Parameters",
    "ParseErrorData",
    "PastEndStatuses",
    "Pattern",
    "PerPage",
    "PerPageParameter",
    "Placeholders",
    "Position",
    "PositionExpiredData",
    "Prefetch",
    "Profile",
    "ProfileAuthentication",
    "ProfileDocumentation",
    "ProfileEntry",
    "ProfileFile",
    "ProfileName",
    "ProfilesParams",
    "ProgressToken",
    "ProgressValue",
    "ProgressValueBegin",
    "ProgressValueEnd",
    "ProgressValueObject",
    "ProgressValueReport",
    "RangePagination",
    "RateLimitedData",
    "RecordedRequest",
    "RefreshParams",
    "RefreshResult",
    "Refreshed",
    "Relationship",
    "RequestCancelledData",
    "RequestDifference",
    "RequestsParams",
    "ResetParams",
    "ResponseDescriptor",
    "ResponseDescriptors",
    "ResponseFacts",
    "ResponseSeen",
    "ResponseTooLargeData",
    "RpcDiscoverResult",
    "ServerErrorData",
    "ShortPageEnds",
    "SinglePagination",
    "SliceBound",
    "SliceCounts",
    "Slices",
    "SourcePath",
    "State",
    "StateAfterFailure",
    "StateCan",
    "StateParams",
    "Store",
    "StoreFailedData",
    "Stored",
    "StrategyName",
    "TimedOutData",
    "TlsFailedData",
    "Token",
    "TooDeepData",
    "TouchParams",
    "URLPattern",
    "Until",
    "ValuePath",
    "Walk",
    "WalkStart",
    "WalkSummary",
    "Warning",
    "WillLoadPageParams",
    "WillRetryParams",
    "Window",
    "WindowPages",
    "WindowPagesFailedItem",
]
