// The protocol's JSON as types, under the names that it has on the wire.
//
// Written by protocol/generate.py from protocol/openrpc.json: change those.

/** Whether the API allows it: yes, no, only to pages that have been visited, or not yet known. */
export type Ability = true | false | "visited" | "unknown";

/** An origin (scheme, host, port) that next links and redirects may lead to. */
export type AllowedOrigin = string | {
  origin: string;
  /** Whether the caller's headers and credentials are sent there. */
  credentials?: boolean;
};

/** The requested page; null where it was not yet known. */
export type AskedPage = PageNumber | null;

/** What becomes of the value at a source. */
export type Attribute = KeyPath | {
  /** The destination key path; the source's own if absent. */
  to?: KeyPath;
  /** What the value is read as; absent: its bytes are copied. */
  type?: "string" | "integer" | "number" | "boolean" | "date" | "url" | "array" | "object" | "any";
  /**
   * Only with type date: a pattern of the Unicode TR35 fields y M d H h m s S Z X a E, or
   * `epochMilliseconds`. Absent: the common forms are read.
   */
  format?: string;
  /** Written where the source is not there; any JSON value. */
  default?: unknown;
};

/** Credentials of another kind, instead of `token`. null: none. */
export type Auth = {
  type: "bearer";
  token: string;
} | {
  type: "basic";
  /** Without a colon. */
  username: string;
  password?: string;
} | {
  type: "apiKey";
  name: string;
  value: string;
  in?: "header" | "query" | "cookie";
  /** Stands before the value, without a space. */
  prefix?: string;
} | {
  type: "oauth2";
  /** https, or http to a loopback address. */
  tokenURL: string;
  clientId: string;
  /** Required by client_credentials. */
  clientSecret?: string;
  grant?: "client_credentials" | "refresh_token";
  refreshToken?: string;
  /**
   * Path of a file that holds the refresh token and nothing else; a new token is written back to
   * it. Not in profiles.
   */
  refreshTokenFile?: string;
  scopes?: string[];
  audience?: string;
  /** More fields of the token request; they may replace its own. */
  parameters?: { [name: string]: string };
  clientAuthentication?: "basic" | "body";
} | {
  type: "awsSigV4";
  accessKeyId: string;
  secretAccessKey: string;
  sessionToken?: string;
  /** By default as the host's name shows. */
  region?: string;
  /** By default as the host's name shows. */
  service?: string;
} | null;

/** The data of error 1107, authFailed. */
export interface AuthFailedData {
  kind: "authFailed";
  retryable: boolean;
  /** The token endpoint. */
  url: MaskedURL;
  /** Null where there is none. */
  status: number | null;
  /** As the token endpoint says (RFC 6749, section 5.2); null where it says none. */
  error: string | null;
  /** As the token endpoint says; null where it says none. */
  errorDescription: string | null;
  page?: AskedPage;
  state?: StateAfterFailure;
}

/** Found out on the first response and proved on the second. */
export interface AutoPagination {
  strategy: "auto";
  more?: MoreSignal;
  last?: LastSignal;
  perPageParameter?: PerPageParameter;
  in?: Carrier;
}

/**
 * The body of every request: a JSON value, sent as application/json, whose strings may be patterns,
 * or a string, sent as it is. null: none.
 */
export type Body = unknown;

/** Pages by URLs in the body: absolute, relative or query strings, or link objects. */
export interface BodyPagination {
  strategy: "body";
  /**
   * Where a URL, a query string, a link object or an array of link objects is; of an array the one
   * whose `rel` or `relation` is or contains next counts, with its `href` or `url` and its
   * `method`, `headers` and `body`.
   */
  next: ValuePath;
  /** The same for the previous page. */
  previous?: ValuePath;
  /** Where a base URL is, to whose path a root-relative next is appended. */
  base?: ValuePath;
  more?: MoreSignal;
  last?: LastSignal;
  perPageParameter?: PerPageParameter;
  keepParameters?: KeepParameters;
  shortPageEnds?: ShortPageEnds;
  emptyPageEnds?: EmptyPageEnds;
  pastEnd?: PastEndStatuses;
  in?: Carrier;
}

/** `known`: no request is sent past a known end. `ask`: the API decides. */
export type Bounds = "known" | "ask";

/** The data of error 1009, cancelled. */
export interface CancelledData {
  kind: "cancelled";
  retryable: boolean;
  page?: AskedPage;
  state?: StateAfterFailure;
}

/**
 * A set of open params that explains the response; besides `score` and `evidence`, its members are
 * params of `paginator/open`.
 */
export interface Candidate {
  profile?: ProfileName;
  url?: URLPattern;
  method?: HTTPMethod;
  headers?: Headers;
  parameters?: Parameters;
  body?: Body;
  pagination: Pagination;
  perPage?: PerPage;
  firstPage?: FirstPage;
  paginationMapping?: PaginationMapping;
  decode?: Decode;
  itemsPath?: ItemsPath;
  identity?: Identity;
  /** How likely it is: 1 is certain. */
  score: number;
  /**
   * What in the responses speaks for it; where the second page has spoken against it, that first.
   */
  evidence: CandidateEvidence[];
}

/** One observation that speaks for a candidate. */
export interface CandidateEvidence {
  /**
   * A JSON Pointer into the body ("" is the root), `@headers.Name`, or for the request `@url` and
   * `@body`.
   */
  pointer: string;
  /** The value there; long texts are cut, secrets masked. */
  value: unknown;
  /** One short phrase. */
  says: string;
}

/** Where positions and the page size go; dots in a name nest in the body. */
export type Carrier = "query" | "body";

/** One entry of `when`: it holds where all of its tests hold. */
export interface Case {
  keyPath: SourcePath;
  /** The value is this one; numbers are compared by value. */
  equals?: unknown;
  /** The value is one of these. */
  in?: unknown[];
  /** Whether the value is there; null is there. */
  exists?: boolean;
  /** The value's JSON type. */
  type?: "object" | "array" | "string" | "number" | "boolean" | "null";
  /** A regular expression that is found in the value, which is a string. */
  matches?: string;
  /** The mapping of the whole item; null declines it: it is omitted. */
  mapping: MappingReference | null;
}

/** The API refuses items beyond this many (profiles know it); paging ends there with `ceiling`. */
export type Ceiling = number;

/**
 * A position to continue from, without secrets. Opaque: a text to keep and give back as it came.
 */
export type Checkpoint = string;

/** The data of error 1302, checkpointRejected. */
export interface CheckpointRejectedData {
  kind: "checkpointRejected";
  retryable: boolean;
  reason: string;
}

/** A resume token. */
export interface CheckpointResult {
  checkpoint: Checkpoint;
}

/** What the client can do. */
export interface ClientAbilities {
  /**
   * The client takes the `paginator/...` notifications of paginators that were opened with
   * `notifications`.
   */
  notifications?: boolean;
  /** The client answers `paginator/extractPage`. */
  extractPage?: boolean;
  /** The client answers `paginator/fetch`. */
  fetch?: boolean;
  /** The client answers `paginator/credentials`. */
  credentials?: boolean;
}

/** Members of other protocols are ignored. */
export interface ClientCapabilities {
  paginator?: ClientAbilities;
}

/** What a value of the response means. */
export type CountTarget = "perPage" | "currentPage" | "offset" | "pageCount" | "objectCount";

/** Headers to send the request again with; null: the client has none. */
export type Credentials = {
  headers: { [name: string]: string };
} | null;

/** Pages by tokens. */
export type CursorPagination = {
  strategy: "cursor";
  /**
   * Where the token of the next page is: any JSON value. Of several places the first that holds one
   * counts. `max`: the largest value that items have at a key path, numbers and dates compared as
   * such.
   */
  next?: {
    max: KeyPath;
  } | ValuePath | ValuePath[];
  /** Where the token of the previous page is. */
  previous?: ValuePath;
  /** Name of the parameter that sends the token; a list has one for each key path in `next`. */
  parameter?: string | string[];
  /** Name of the parameter that sends a token of the previous page; `parameter` if absent. */
  previousParameter?: string;
  /**
   * Where tokens and the page size go; dots in a name nest in `body` and `variables` (GraphQL),
   * `path` appends a segment. Absent: the body of a request that sends a JSON object (the variables
   * of a GraphQL query), else the query.
   */
  in?: "query" | "body" | "variables" | "header" | "path";
  /** Where an object is whose members are all sent along; then no `next` and no `parameter`. */
  merge?: ValuePath;
  /** More values that travel with the token: parameter to where its value is. */
  also?: { [name: string]: ValuePath };
  /** Absolute URL of the requests that carry a token, where it is another one. */
  nextURL?: Pattern;
  /**
   * The body of the requests that carry a token, in place of the opened one; `{}`: nothing but the
   * token.
   */
  nextBody?: Body;
  /** Whether "" is a position and not the end. */
  emptyCursor?: boolean;
  /** Added to a token that is a whole number, where the next page begins after it. */
  increment?: number;
  /** Whether a token equal to the one just sent is the end. */
  sameTokenEnds?: boolean;
  more?: MoreSignal;
  last?: LastSignal;
  perPageParameter?: PerPageParameter;
  shortPageEnds?: ShortPageEnds;
  emptyPageEnds?: EmptyPageEnds;
  pastEnd?: PastEndStatuses;
};

/** The client decides: it is asked by `paginator/extractPage`. */
export interface CustomPagination {
  strategy: "custom";
  more?: MoreSignal;
  last?: LastSignal;
  perPageParameter?: PerPageParameter;
  in?: Carrier;
}

/**
 * What the bodies are that become JSON before anything reads them; `csv` may be an object with the
 * characters of its rows. See [12](#formats).
 */
export type Decode = "auto" | "json" | "jsonLines" | "csv" | "xml" | {
  csv: {
    /**
     * The ASCII character between two fields; unless given, the one that the header has most of.
     */
    delimiter?: string | null;
    /** The ASCII character around a field, and twice inside it; empty: none. */
    quote?: string | null;
  };
};

/** What a response says of the way its API pages. */
export interface Detection {
  /** The likeliest first. */
  candidates: Candidate[];
  /** Whether the first candidate was proved on a second request. */
  confirmed: boolean;
  /** What is worth knowing of the pages that were read. */
  warnings?: Warning[];
}

/**
 * Lists within items, whose first pages the items hold. Those whose flag at `more` is true are
 * walked to their end before the items are delivered.
 */
export interface Inner {
  /**
   * The object in the item that holds the list, the flag and the next value; the item itself unless
   * given.
   */
  list?: KeyPath;
  /** The list, from `list` on. */
  items?: KeyPath;
  /** The boolean that says that there is more, from `list` on. */
  more?: KeyPath;
  /**
   * A token, with `parameter`, or else the link to the next page, from `list` on; or `@lastItem`
   * with a path.
   */
  next?: string;
  /** The parameter or variable that the token goes into. */
  parameter?: string | null;
  /** Where the token goes; `variables` with a `body` unless given. */
  in?: "query" | "body" | "variables" | "header" | "path" | null;
  /** The request of the later pages; without it they are where the link at `next` leads. */
  by?: {
    /** Where, from `list` on, the item has the URL of its list. */
    link?: KeyPath;
    /** A URL with `{item.KEYPATH}`; may be relative to the opened one. */
    url?: string | null;
    /** A body with `{item.KEYPATH}` that is posted to the opened URL. */
    body?: { [name: string]: unknown } | null;
    /** Where a response has what `list` is in an item; the root unless given. */
    at?: KeyPath;
  };
  /** Query parameters of the later pages. */
  parameters?: Parameters;
}

/**
 * The source of the items that each have a list of their own: `items`, or the walk of the paginator
 * `of`. `{item}` and `{item.KEYPATH}` stand for them in the request.
 */
export interface Each {
  /** Any JSON values, one for each part. */
  items?: unknown[];
  /** The id of another open paginator, whose walk supplies the items. */
  of?: string;
  /** Key paths of the item that go with each page; the whole item if absent. */
  keep?: KeyPath | KeyPath[];
  /** Limits of each part; `limits` next to `each` count over all parts. */
  limits?: Limits;
  /** Where the item already holds the first page of its part, in the form of a response. */
  first?: KeyPath | {
    path: KeyPath;
    /** Where in a response it would be. */
    at?: KeyPath;
  };
}

/** The outcomes of the parts of a series. */
export interface EachCounts {
  /** Items read so far. */
  items: number;
  /** Parts that came to an end; only in a state. */
  done?: number;
  complete: number;
  /** 404 or 410 on the first page: no failure. */
  gone: number;
  failed: number;
  suspect: number;
  capped: number;
}

/** A page without items is documented to be the last one, although it leads on. */
export type EmptyPageEnds = boolean;

/** Why there is no further page. */
export interface EndReason {
  /**
   * What decided. noNext: there is no next link or token, or detection tried parameters (`@tried`)
   * and none changed anything. moreFalse: `more` or `last` says so. totalReached: the stated total
   * is reached, also that of a `Content-Range`, with any strategy. shortPage: fewer items than the
   * page size that the API states, where `shortPageEnds` says that this is the end. emptyPage: a
   * page without items, or `emptyPagesMax` of them in a row. pastEnd: 404, 410, 416 or a status of
   * `pastEnd` at a computed position after a good page that did not say that there is more; for a
   * window, 404, 410 and 416 only where neither the stated total nor a page that has come lies
   * behind. refused: 400 or 422 there, or 404 after a page that promised more, which may or may not
   * be the end. The evidence has `status`, `url` and `body`, the first line of the response. The
   * walk is `suspect`, unless the stated total has come. pagesMax: the limit of the client.
   * itemsMax: the limit of the client. untilReached: an item beyond `limits.until`, which `field`
   * and `value` name: a walk that ends there is `complete`, and its counts are not compared.
   * ceiling: the API's `ceiling` is reached, even if a next page is offered; only a reported total
   * next to the ceiling proves completeness. repeatedRequest: a loop: a request was about to be
   * sent again. repeatedResponse: a loop: a response came again; where a total says that there is
   * more, three times in a row. repeatedItems: a loop: all items of a page had come before.
   * originRefused: the next link leads to an origin that is not allowed. cancelled: a walk was
   * cancelled before the end. failed: a walk failed before the end.
   */
  kind:
    | "noNext"
    | "moreFalse"
    | "emptyPage"
    | "shortPage"
    | "totalReached"
    | "pastEnd"
    | "refused"
    | "untilReached"
    | "pagesMax"
    | "itemsMax"
    | "repeatedRequest"
    | "repeatedResponse"
    | "repeatedItems"
    | "ceiling"
    | "originRefused"
    | "cancelled"
    | "failed";
  /** The page that showed it; null where none had been requested. */
  page: PageNumber | null;
  /** The field and the value that decided. */
  evidence: {
    /** Where the deciding value is. */
    field?: string;
    /** The value, long texts cut. */
    value?: unknown;
    /** With refused: the status. */
    status?: number;
    /** With refused: the first line of what the API said, secrets masked. */
    body?: string;
    /** With refused: the request's URL, secrets masked. */
    url?: string;
  };
}

/** The data of error 1400, engineUnavailable. */
export interface EngineUnavailableData {
  kind: "engineUnavailable";
  retryable: boolean;
  /** libcurl, or SQLite where pages are stored. */
  library: string;
  detail: string;
}

/**
 * What an answer carries instead of a result. A kind that a client does not know is treated by its
 * code, a code by `retryable`.
 */
export interface Error {
  /** Of JSON-RPC, LSP or Paginator. */
  code: number;
  /** One plain sentence that says what to do next where something can be done. */
  message: string;
  data: {
    /** The error's name, one for each entry of `#/components/errors`. */
    kind: string;
    /** Whether the same request may succeed later. */
    retryable: boolean;
  };
}

/** The neighbours of a page, by the client's own rule. */
export interface ExtractedPage {
  /** null: there is none. */
  next: Position | null;
  /** null: there is none. */
  previous?: Position | null;
  /** The total, where the response states it. */
  objectCount?: number | null;
}

/** A request for the client to send. */
export interface FetchRequest {
  method: string;
  /** With the credentials that belong into it. */
  url: string;
  headers: { [name: string]: string };
  body: string | null;
}

/** What the API answered to the client. */
export interface FetchResponse {
  status: number;
  headers: { [name: string]: string | string[] };
  /** The decoded body. */
  body: string;
}

/** How requests are sent. null restores a default. */
export interface Fetching {
  /** Longest time for one whole attempt, from the connection to the last byte. */
  timeoutSeconds?: number | null;
  /** Longest time for the connection, TLS included. */
  connectTimeoutSeconds?: number | null;
  /** Attempts after the first one. */
  retries?: number | null;
  /**
   * Longest wait before an attempt; a longer one that the API asks for is `rateLimited` at once.
   */
  retryWaitSecondsMax?: number | null;
  /** Requests at once: of the window, of a walk and of pages requested ahead. */
  concurrency?: number | null;
  /** Most bytes of a decoded body; JSON has at most 1,073,741,823. */
  responseBytesMax?: number | null;
  /** Most redirects of one request. */
  redirectsMax?: number | null;
  /** Other origins that links and redirects may lead to, at most 256. */
  allowedOrigins?: AllowedOrigin[] | null;
  /** URL of a proxy, without a path; "": none; null: as the environment says. */
  proxy?: string | null;
  /**
   * Path of a PEM file with the certificate authorities to trust in place of the system's, read
   * when it is named; not in profiles.
   */
  caFile?: string | null;
  /** Path of a Unix domain socket to connect to, in place of the URL's host; not in profiles. */
  unixSocket?: string | null;
  /** Who sends the requests: the server, or the client through `paginator/fetch`. */
  by?: "server" | "client" | null;
}

/** The API's number of its first page. */
export type FirstPage = number;

/** The data of error -32700, framing. */
export interface FramingData {
  kind: "framing";
  retryable: boolean;
}

/** A request with its response, as an entry of HAR 1.2: see recording.md. */
export interface HeldRequest {
  /** ISO 8601, in UTC. */
  startedDateTime: string;
  /** Milliseconds. */
  time: number;
  request: {
    method: string;
    url: string;
    httpVersion: string;
    cookies: HeldField[];
    headers: HeldField[];
    queryString: HeldField[];
    postData?: {
      mimeType: string;
      text: string;
      /** The text is Base64. */
      _encoding?: "base64";
    };
    headersSize: -1;
    bodySize: number;
  };
  response: {
    /** 0: there is none. */
    status: number;
    statusText: string;
    httpVersion: string;
    cookies: HeldField[];
    headers: HeldField[];
    content: {
      /** Bytes of the whole body, decoded. */
      size: number;
      mimeType: string;
      /** The body; of one of 32 KiB or more the first 16 KiB. */
      text?: string;
      /** The text is Base64. */
      encoding?: "base64";
    };
    redirectURL: string;
    headersSize: -1;
    bodySize: -1;
    /** The API did not say that the body is complete. */
    _bodyEnd?: "connection" | "broken";
    /** The reason why there is no response. */
    _error?: {
      kind: string;
      detail: string;
      isTransient?: boolean;
    };
  };
  cache: { [name: string]: unknown };
  /** Milliseconds; -1: it did not happen, or is not known. */
  timings: {
    blocked: number;
    dns: number;
    connect: number;
    ssl: number;
    send: number;
    wait: number;
    receive: number;
  };
  /** From 1. */
  _attempt: number;
  _page: PageNumber;
}

/** The requests, from the oldest on; those under way are not among them. */
export interface HeldRequests {
  requests: HeldRequest[];
}

/** A header, cookie or parameter of a request or its response. */
export interface HeldField {
  name: string;
  value: string;
}

/** The method of the requests. */
export type HTTPMethod = string;

/** Pages by response headers that hold a URL, a query string or, with `parameter`, a token. */
export interface HeaderPagination {
  strategy: "header";
  /** Name of the response header for the next page. */
  next: string;
  /** Name of the response header for the previous page. */
  previous?: string;
  /** Name of the parameter that sends the header's value as a token. */
  parameter?: string;
  more?: MoreSignal;
  last?: LastSignal;
  perPageParameter?: PerPageParameter;
  keepParameters?: KeepParameters;
  shortPageEnds?: ShortPageEnds;
  emptyPageEnds?: EmptyPageEnds;
  pastEnd?: PastEndStatuses;
  in?: Carrier;
}

/** Headers of every request by name. null leaves one out. */
export type Headers = { [name: string]: string | null };

/** The data of error 1102, httpStatus. */
export interface HttpStatusData {
  kind: "httpStatus";
  retryable: boolean;
  /** Of the request that failed. */
  method: string;
  url: MaskedURL;
  status: number;
  /** Where the API said so. */
  retryAfterSeconds?: number;
  /** Its first 1,024 characters, secrets masked. */
  body: string;
  /** Which conditions of each response descriptor the response met. */
  descriptors?: Array<{
    index: number;
    path: boolean;
    method: boolean;
    status: boolean;
  }>;
  page?: AskedPage;
  state?: StateAfterFailure;
}

/**
 * Identities of items: the value at `identity`, or a list of the values where it has several key
 * paths.
 */
export type Identities = unknown[];

/**
 * Key path, or up to 16, that identify an item: finds duplicates, drift and loops. Values are
 * compared, not their spelling; numbers by their text: 1 is not 1.0.
 */
export type Identity = KeyPaths;

/** 0-based index of an item in the whole collection: 0 is the first item of page `firstPage`. */
export type Index = number;

/** The items that a page has. */
export interface IndexRange {
  start: Index;
  /** Exclusive. */
  end: Index;
}

/** Who answers, and what it can do. */
export interface InitializeResult {
  serverInfo: {
    name: "paginator";
    /** Of the program. */
    version: string;
  };
  /** Major and minor of the protocol. */
  protocolVersion: string;
  capabilities: {
    paginator: {
      /** Names of the strategies. */
      strategies: string[];
      /** Names of the profiles. */
      profiles: string[];
      /** Responses come from a recording, and nothing is sent; absent where there is a network. */
      replay?: true;
      /** Full names of the methods. */
      methods: string[];
    };
  };
}

/** The data of error -32603, internalError. */
export interface InternalErrorData {
  kind: "internalError";
  retryable: boolean;
}

/** The data of error -32602, invalidParams. */
export interface InvalidParamsData {
  kind: "invalidParams";
  retryable: boolean;
  /**
   * From params, in dots; dots in names are escaped by a backslash: `fetching.timeoutSeconds`,
   * `responseDescriptors.0.mapping`.
   */
  path: string;
}

/** The data of error -32600, invalidRequest. */
export interface InvalidRequestData {
  kind: "invalidRequest";
  retryable: boolean;
}

/** The data of error 1200, invalidResponse. */
export interface InvalidResponseData {
  kind: "invalidResponse";
  /** Whether the body was cut or harmed on its way. */
  retryable: boolean;
  /** Of the request that failed. */
  method: string;
  url: MaskedURL;
  /** 0-based, of the first wrong byte; the body's length when it is cut. */
  offset: number;
  detail: string;
  /** The response's Content-Type; null where it has none. */
  contentType: string | null;
  /** The body's first 1,024 characters, secrets masked. */
  body: string;
  page?: AskedPage;
  state?: StateAfterFailure;
}

/** A value that did not fit and was omitted. */
export interface Issue {
  /** Index in the page's `items`. */
  item: number;
  /** The source path, after those of the relationships that lead to it. */
  path: string;
  kind: "typeMismatch" | "tooDeep";
  /** The requested type. */
  expected?: string;
  /** The JSON type that was there. */
  found?: string;
}

/** The data of error 1007, itemOutOfRange. */
export interface ItemOutOfRangeData {
  kind: "itemOutOfRange";
  retryable: boolean;
  index: Index;
  count: number;
}

/** The data of error 1014, itemUnusable. */
export interface ItemUnusableData {
  kind: "itemUnusable";
  retryable: boolean;
  /** Where in the item there is no usable value. */
  path: string;
  /** The item's position in the series, 0-based. */
  position: number;
}

/** Mapped items, or the API's own with their number texts, key order and escapes as they came. */
export type Items = unknown[];

/** The data of error 1201, itemsNotFound. */
export interface ItemsNotFoundData {
  kind: "itemsNotFound";
  retryable: boolean;
  /** The HTTP method. */
  method?: string;
  /** The request's URL, secrets masked. */
  url?: string;
  /** The response's status. */
  status?: number;
  /** Its first 1,024 characters, secrets masked. */
  body?: string;
  /** The searched key paths, joined by a comma. */
  path: string;
  /** The searched key paths. */
  paths?: string[];
  /** Names that the body has instead. */
  keys?: string[];
  /** Which conditions of each response descriptor the response met. */
  descriptors?: Array<{
    index: number;
    path: boolean;
    method: boolean;
    status: boolean;
  }>;
  page?: AskedPage;
  state?: StateAfterFailure;
}

/**
 * Where the list of items is: shorthand for one response descriptor without a mapping. Elements
 * that are null are items, too. Without it, descriptors or a profile, the items are the root, or
 * what detection finds under `auto`.
 */
export type ItemsPath = KeyPath;

/**
 * Parameters of the request as opened that go along with a link of the same origin which lacks
 * them: names, or true for all.
 */
export type KeepParameters = boolean | string[];

/**
 * The way from a value to one inside it: `a.b.c`. A backslash escapes a dot; a number indexes an
 * array, negative from the end; the empty path is the root; a path that starts with `/` is a JSON
 * Pointer (RFC 6901). At most 4,096 bytes and 64 keys.
 */
export type KeyPath = string;

/** One key path, or a list of them. */
export type KeyPaths = KeyPath | KeyPath[];

/** Where a boolean says that this is the last page; it beats next. */
export type LastSignal = ValuePath;

/** The data of error 1010, limitExceeded. */
export interface LimitExceededData {
  kind: "limitExceeded";
  retryable: boolean;
  /** The limit's name. */
  limit: string;
  maximum: number;
}

/** How far paging goes and how much is kept. null restores a default. */
export interface Limits {
  /** Paging ends after this many pages: a known end, `pagesMax`. */
  pagesMax?: number | null;
  /** Paging ends after this many items: a known end, `itemsMax`. */
  itemsMax?: number | null;
  /** Pages kept in memory. */
  heldPagesMax?: number | null;
  /** Requests kept with their responses, for `paginator/requests`. */
  heldRequestsMax?: number | null;
  /** Empty pages in a row, each with a next, before paging ends. */
  emptyPagesMax?: number | null;
  until?: Until;
}

/** Statuses that are documented to refuse a page past the end, besides 404, 410 and 416. */
export type PastEndStatuses = number[];

/**
 * Whether a walk requests the last item again with each page, to detect rows that moved. Needs
 * `identity`. By default it does if items have an identity and the API states no total. false is
 * for APIs whose offset must be a multiple of the page size.
 */
export type Overlap = boolean;

/** A page with fewer items than the size that the API states is documented to be the last one. */
export type ShortPageEnds = boolean;

/**
 * `{"path": "updated_at", "below": VALUE}`, or `"above"` in place of `"below"`: the first item
 * whose value at the path is below (above) the given string or number ends paging, whichever
 * request loads it; it and the items after it are not delivered. With `"pinned": true` an item ends
 * nothing where one after it on its page is within the limit. Numbers, and strings of digits, are
 * compared exactly, dates by their instants (those without a zone in UTC), other strings by their
 * bytes of UTF-8. A date and a string that is none are not compared: such an item ends nothing, and
 * a warning (`untilUnknown`) says so.
 */
export interface Until {
  /** Key path of the value in an item. */
  path: string;
  /** Values below this one end paging. */
  below?: string | number | null;
  /** Values above this one end paging. */
  above?: string | number | null;
  /**
   * The list continues an earlier walk, newest first: an item beyond the value ends paging only
   * where no item after it on its page is within it, as pinned ones stand out of order, and a walk
   * that ends before it with the proof end is suspect.
   */
  pinned?: boolean;
}

/** Pages by the links of the `Link` header (RFC 8288). */
export interface LinkPagination {
  strategy: "link";
  /** Relation or relations of the link to the next page. */
  next?: string | string[];
  /** Relation or relations of the link to the previous page. */
  previous?: string | string[];
  /** Relation or relations of the link to the first page. */
  first?: string | string[];
  /** Relation or relations of the link to the last page; here no key path. */
  last?: string | string[];
  more?: MoreSignal;
  perPageParameter?: PerPageParameter;
  keepParameters?: KeepParameters;
  shortPageEnds?: ShortPageEnds;
  emptyPageEnds?: EmptyPageEnds;
  pastEnd?: PastEndStatuses;
  in?: Carrier;
}

/**
 * How one item becomes the object that the client wants. Either `attributes` and `relationships`,
 * or `when`.
 */
export interface Mapping {
  /** Source to destination, or a list of names that keep their name. */
  attributes?: { [name: string]: Attribute } | SourcePath[];
  /** Source to an object or list with a mapping of its own. */
  relationships?: { [name: string]: Relationship };
  /** Key path or paths that identify an item of this mapping. */
  identity?: KeyPaths;
  /** A dynamic mapping: the first entry that holds decides. */
  when?: Case[];
  /** The mapping of items for which no entry holds; null declines them. */
  otherwise?: MappingReference | null;
  /** The value is an object whose keys become this attribute of its items. */
  keyedBy?: KeyPath;
  /**
   * What is written for a source that is not there: nothing, null, or the attribute's default or
   * else the empty value of its type.
   */
  missing?: "omit" | "null" | "default";
  /** Whether an item that does not fit fails the page with `mappingFailed`. */
  strict?: boolean;
}

/** The data of error 1202, mappingFailed. */
export interface MappingFailedData {
  kind: "mappingFailed";
  retryable: boolean;
  issues: Issue[];
  page?: AskedPage;
  state?: StateAfterFailure;
}

/** The name of one of the `mappings`, or a mapping written inline. */
export type MappingReference = string | Mapping;

/** Mappings by name. */
export type Mappings = { [name: string]: Mapping };

/** A URL with its secrets masked as `***`. */
export type MaskedURL = string;

/** The data of error -32600, messageTooLarge. */
export interface MessageTooLargeData {
  kind: "messageTooLarge";
  retryable: boolean;
  maximum: number;
}

/** The data of error 1203, metadataInvalid. */
export interface MetadataInvalidData {
  kind: "metadataInvalid";
  retryable: boolean;
  path: string;
  value: unknown;
  page?: AskedPage;
  state?: StateAfterFailure;
}

/** The data of error -32601, methodNotFound. */
export interface MethodNotFoundData {
  kind: "methodNotFound";
  retryable: boolean;
}

/** Where a boolean says that there is a next page; it beats next. */
export type MoreSignal = ValuePath;

/** The data of error 1100, networkFailed. */
export interface NetworkFailedData {
  kind: "networkFailed";
  retryable: boolean;
  /** Of the request that failed. */
  method: string;
  url: MaskedURL;
  /** The reason; also too many redirects. */
  detail: string;
  page?: AskedPage;
  state?: StateAfterFailure;
}

/** The data of error 1003, noNextPage. */
export interface NoNextPageData {
  kind: "noNextPage";
  retryable: boolean;
  endReason: EndReason | null;
}

/** The data of error 1004, noPreviousPage. */
export interface NoPreviousPageData {
  kind: "noPreviousPage";
  retryable: boolean;
}

/** The data of error 1013, notForSeries. */
export interface NotForSeriesData {
  kind: "notForSeries";
  retryable: boolean;
  /** The method. */
  method: string;
}

/** The data of error 1002, notLoaded. */
export interface NotLoadedData {
  kind: "notLoaded";
  retryable: boolean;
}

/** Pages by the index of their first item: `?offset=50&limit=25`. */
export interface OffsetPagination {
  strategy: "offset";
  /** Name of the parameter that sends the offset. */
  offsetParameter?: string;
  /** Name of the parameter that sends the page size. */
  limitParameter?: string;
  /** The API's number of the very first item; below 0 where positions are counted from the end. */
  firstOffset?: number;
  more?: MoreSignal;
  last?: LastSignal;
  perPageParameter?: PerPageParameter;
  shortPageEnds?: ShortPageEnds;
  pastEnd?: PastEndStatuses;
  overlap?: Overlap;
  in?: Carrier;
}

/** An error of the API, by its status, by what its body has at a key path, or by both. */
export interface NamedError {
  /** A status, or a list of them; any where it is missing. Without `member` from 400 on. */
  status?: number | number[] | null;
  /** A key path in the body, or a list of them. Lists on the way are looked through. */
  member?: string | string[] | null;
  /** The value there, or a list of them. */
  value?: string | number | boolean | null | Array<string | number | boolean>;
}

/**
 * The data of error 1108, notRecorded: the server replays a recording, which has no response left
 * to the request.
 */
export interface NotRecordedData {
  kind: "notRecorded";
  retryable: false;
  /** Of the request that failed. */
  method: string;
  url: MaskedURL;
  /**
   * The entry with the fewest differences, the first of several; null where the recording has none.
   */
  nearest: RecordedRequest | null;
  page?: AskedPage;
  state?: StateAfterFailure;
}

/** The data of error 1105, originRefused. */
export interface OriginRefusedData {
  kind: "originRefused";
  retryable: boolean;
  /** Of the request that failed. */
  method: string;
  url: MaskedURL;
  origin: string;
  page?: AskedPage;
  state?: StateAfterFailure;
}

/** The data of error 1006, pageNotReachable. */
export interface PageNotReachableData {
  kind: "pageNotReachable";
  retryable: boolean;
  page: PageNumber;
}

/** A page in the API's own numbering, which begins at `firstPage`. */
export type PageNumber = number;

/** The page that an item is on. */
export interface PageOfIndex {
  page: PageNumber;
}

/** The data of error 1005, pageOutOfRange. */
export interface PageOutOfRangeData {
  kind: "pageOutOfRange";
  retryable: boolean;
  page: PageNumber;
  firstPage: PageNumber;
  /** null: unknown. */
  pageCount: number | null;
}

/** Pages by number: `?page=3&per_page=25`. */
export interface PagePagination {
  strategy: "page";
  /** Name of the parameter that sends the page number. */
  pageParameter?: string;
  /** Name of the parameter that sends the page size. "": none, as the API has one size. */
  perPageParameter?: string;
  more?: MoreSignal;
  last?: LastSignal;
  shortPageEnds?: ShortPageEnds;
  pastEnd?: PastEndStatuses;
  in?: Carrier;
}

/** A loaded page. */
export interface PageResult {
  paginatorId: PaginatorId;
  /** The page, in the API's own numbering. */
  page: PageNumber;
  items: Items;
  /** Only with several response descriptors: each list under its key path. */
  results?: { [name: string]: Items };
  /**
   * Values that did not fit their mapping, and items that are null, of which no mapping makes
   * anything: `{item, path, kind, expected, found}`; omitted when empty. At most 100.
   */
  issues?: Issue[];
  /** The number of issues beyond those listed. */
  issuesOmitted?: number;
  /**
   * The response: `status`, `url`, `bytes` (of the decoded body), `durationMs`, `attempts`,
   * `notModified`.
   */
  response: ResponseFacts;
  /** The state after the load. */
  state: State;
}

/**
 * The strategy and its settings. Without it (and without a profile) `:currentPage` in the request
 * means `page`, `:offset` means `offset`, and anything else `auto`.
 */
export type Pagination =
  | PagePagination
  | OffsetPagination
  | LinkPagination
  | HeaderPagination
  | BodyPagination
  | CursorPagination
  | RangePagination
  | CustomPagination
  | SinglePagination
  | AutoPagination;

/** The data of error 1300, paginationLoop. */
export interface PaginationLoopData {
  kind: "paginationLoop";
  retryable: boolean;
  endReason: EndReason;
  page?: AskedPage;
  state?: StateAfterFailure;
}

/**
 * Where the response states its counts: key path (also `@headers.Name` and the other special roots)
 * to what is found there.
 */
export type PaginationMapping = { [name: string]: CountTarget };

/** The data of error 1001, paginatorExists. */
export interface PaginatorExistsData {
  kind: "paginatorExists";
  retryable: boolean;
  paginatorId: PaginatorId;
}

/** The name of a paginator; the client chooses it or takes the one that the server makes up. */
export type PaginatorId = string;

/** The data of error 1000, paginatorNotFound. */
export interface PaginatorNotFoundData {
  kind: "paginatorNotFound";
  retryable: boolean;
  paginatorId: PaginatorId;
}

/** One value of a query parameter. */
export type ParameterScalar = string | number | boolean | null;

/**
 * Query parameters by name: a string, number, boolean, list of these (repeated), or null (omitted);
 * strings may be patterns.
 */
export type Parameters = { [name: string]: ParameterScalar | ParameterScalar[] };

/** The data of error -32700, parseError. */
export interface ParseErrorData {
  kind: "parseError";
  retryable: boolean;
  /** 0-based, of the first wrong byte. */
  offset?: number;
}

/**
 * A text in which `:perPage`, `:currentPage`, `:offset`, `:endOffset`, `:lastOffset`, `:pageCount`,
 * `:objectCount` and `:cursor` are replaced by the paginator's values. `\:` is a literal colon; a
 * colon that none of these names follows is literal. Two parameters need a literal between them.
 */
export type Pattern = string;

/**
 * Items per page, as requested; unless given, a size or a position that the URL names goes before
 * the size of a profile.
 */
export type PerPage = number;

/**
 * Name of the parameter that sends the page size. Absent: the usual one of `page` and `offset`,
 * none elsewhere. "": none, as the API has one size.
 */
export type PerPageParameter = string;

/**
 * What the window shows in place of an item: `loading`, `noResults` and `error`, any JSON values,
 * null unless given.
 */
export interface Placeholders {
  /** Stands for an item that is not held. */
  loading?: unknown;
  /** The only item of a collection known to be empty; null: no such item. */
  noResults?: unknown;
  /** Stands for an item of a page whose last load failed. */
  error?: unknown;
}

/** What to change in the request to get to a page. */
export interface Position {
  /** Absolute, or relative to the response's URL. */
  url?: string;
  method?: string;
  parameters?: Parameters;
  headers?: Headers;
  body?: Body;
}

/**
 * The data of error 1109, positionExpired: the API does not know the position any more that a page
 * led to.
 */
export interface PositionExpiredData {
  kind: "positionExpired";
  retryable: false;
  /** Of the request that failed. */
  method: string;
  url: MaskedURL;
  /** The response's status. */
  status: number;
  /** Its first 1,024 characters, secrets masked. */
  body: string;
  page?: AskedPage;
  state?: StateAfterFailure;
}

/** What is loaded ahead of need: around the window, and beyond the last load. */
export interface Prefetch {
  /** Items around the last window or touch that are loaded too. */
  distance?: number | null;
  /**
   * Pages that are requested in the background once a load has been answered, in the direction of
   * travel.
   */
  pages?: number | null;
  /** How long a page that `pages` has requested counts after it arrived. */
  maxAgeSeconds?: number | null;
}

/**
 * A known API or standard. Besides `name`, `title`, `documentation`, `authentication`,
 * `perPageMax`, `source` and `hides` its members are the params of `paginator/open` that it stands
 * for.
 */
export interface Profile {
  name: ProfileName;
  /** For people. */
  title: string;
  /** For people. */
  documentation?: string | ProfileDocumentation;
  /** Items per page at most. */
  perPageMax?: number;
  authentication?: ProfileAuthentication;
  /** Where the profile comes from: `built-in`, `initialize`, or the path of a file. */
  source?: string;
  /** The source of the weaker profile of the same name that this one hides. */
  hides?: string;
  ceiling?: Ceiling;
  expired?: NamedError;
  noItems?: NamedError;
  url?: URLPattern;
  method?: HTTPMethod;
  headers?: Headers;
  parameters?: Parameters;
  body?: Body;
  pagination?: Pagination;
  perPage?: PerPage;
  firstPage?: FirstPage;
  paginationMapping?: PaginationMapping;
  decode?: Decode;
  itemsPath?: ItemsPath;
  identity?: Identity;
}

/**
 * How the API takes a token. `bearer`: `Authorization: Bearer TOKEN`. `apiKey`: `prefix` and the
 * token under `name`. `basic`: `Authorization: Basic` and the Base64 of `pair`, with the token in
 * place of `{token}`; `format` shows the form of a token that is itself a pair. `awsSigV4`: every
 * request is signed.
 */
export interface ProfileAuthentication {
  type: "bearer" | "apiKey" | "basic" | "awsSigV4";
  /** `apiKey`: of the header, query parameter or cookie. */
  name?: string;
  /** `apiKey`: where the key goes. */
  in?: "header" | "query" | "cookie";
  /** `apiKey`: a text before the token, without a space between. */
  prefix?: string;
  /** `basic`: user and password, with `{token}` in the token's place. */
  pair?: string;
  /** `basic`: the form of a token that is itself a pair. */
  format?: string;
  /** The page that explains how to get a token. */
  documentation?: string;
}

/** A file of profiles of your own. */
export interface ProfileFile {
  /** For editors; not read. */
  $schema?: string;
  /** By their names. */
  profiles: { [name: string]: ProfileEntry };
}

/**
 * One profile: params of `paginator/open`, and what is said of the API. `{env:NAME}` in a string is
 * replaced by a variable of the environment.
 */
export interface ProfileEntry {
  /** For people. */
  title?: string;
  /** For people: the address of the API's documentation, or more than that. */
  documentation?: string | ProfileDocumentation;
  authentication?: ProfileAuthentication;
  /** Items per page at most. */
  perPageMax?: number;
  /**
   * The profile that this one is put over: of the same file, of a weaker source, or a built-in one.
   * Its own name means the profile that it hides.
   */
  extends?: string;
  /**
   * Members that distinguish a response of this API from others, by their key paths; null means any
   * value. For detection.
   */
  signature?: { [name: string]: string | number | boolean | null };
  /**
   * Absolute, of a list; may be a pattern with :currentPage, :perPage, :offset and :cursor, and may
   * name variables as {env:NAME}.
   */
  url?: URLPattern | string;
}

/** For people. */
export interface ProfileDocumentation {
  url?: string;
  /** What the API's parameters mean. */
  parameters?: { [name: string]: string };
  notes?: string | string[];
}

/**
 * The name of a profile (`paginator/profiles` lists them): a complete set of open params for a
 * known API or standard, which given params override.
 */
export type ProfileName = string;

/** Chosen by the client; comes back in `$/progress`. */
export type ProgressToken = number | string;

/** One step of a walk. */
export type ProgressValue = {
  page: PageNumber;
  /** Index of the first item. */
  start: Index;
  /** The total; null: unknown. */
  objectCount: number | null;
  /**
   * What is kept of the part's item, with `each`; the bounds `from` and `to` of the slice, with
   * `slices`.
   */
  item?: unknown;
  items: Items;
} | {
  kind: "begin";
  title: string;
  message?: string;
  percentage?: number;
  cancellable?: boolean;
} | {
  kind: "report";
  /** How far it is and how long it may take, for people. */
  message?: string;
  /** Where the total is known. */
  percentage?: number;
} | {
  kind: "end";
  /** The verdict, or the kind of the error. */
  message?: string;
};

/** Pages by the `Range` header; `Content-Range` and `Next-Range` are read. */
export interface RangePagination {
  strategy: "range";
  /** The range unit. */
  unit?: string;
  more?: MoreSignal;
  last?: LastSignal;
  perPageParameter?: PerPageParameter;
  shortPageEnds?: ShortPageEnds;
  pastEnd?: PastEndStatuses;
  in?: Carrier;
}

/** The data of error 1106, rateLimited. */
export interface RateLimitedData {
  kind: "rateLimited";
  retryable: boolean;
  /** Of the request that failed. */
  method: string;
  url: MaskedURL;
  status: number;
  retryAfterSeconds: number | null;
  page?: AskedPage;
  state?: StateAfterFailure;
}

/** A request in a recording. */
export interface RecordedRequest {
  /** Its index among the entries of the file. */
  entry: number;
  method: string;
  url: MaskedURL;
  /** What keeps it from answering. */
  differs: RequestDifference[];
}

/** What a refresh found. */
export interface RefreshResult {
  pages: Refreshed[];
  state: State;
}

/** What a refresh found on one page. The lists are there where `identity` is given. */
export interface Refreshed {
  page: PageNumber;
  /** Whether the page is another one than before. */
  changed: boolean;
  /** Items that are new on the page. */
  added?: Identities;
  /** Items that are gone from the page. */
  removed?: Identities;
  /** Items that are there but have changed. */
  updated?: Identities;
  /** Why the page could not be loaded; the held one stays. */
  error?: Error;
}

/** An object, or a list of them, inside the item with a mapping of its own. */
export interface Relationship {
  /** The destination key path; the source's own if absent. */
  to?: KeyPath;
  mapping: MappingReference;
  /** Whether the value becomes a list. */
  many?: boolean;
}

/** The data of error -32800, requestCancelled. */
export interface RequestCancelledData {
  kind: "requestCancelled";
  retryable: boolean;
  page?: AskedPage;
  state?: StateAfterFailure;
}

/** A part in which a request differs from a recorded one. */
export interface RequestDifference {
  /** `used`: it differs in nothing, but has answered already. */
  part: "method" | "origin" | "path" | "query" | "body" | "used";
  /** Of a query parameter or a form field, or the key path in a JSON body. */
  name?: string;
  /** Null where the request has nothing there; secrets masked. Bodies are quoted in part. */
  asked: string | null;
  recorded: string | null;
}

/** Which responses it applies to, where their items are and how they are mapped. */
export interface ResponseDescriptor {
  /**
   * Where the items are; absent or empty: the root; "@items": at `itemsPath`, or else where they
   * are found.
   */
  keyPath?: KeyPath;
  mapping?: MappingReference;
  /** Matches the whole path of the response's URL; `:name` matches one segment. */
  pathPattern?: string;
  /** The request methods that it applies to; absent: any. */
  methods?: string[];
  /** Statuses, classes ("2xx") and ranges ("200-299") that it applies to. */
  statusCodes?: Array<number | string>;
  /** Where an error answer has its messages; the load fails with `serverError`. */
  errorMessage?: KeyPaths;
}

/**
 * Which responses hold what. All that apply to a response are used; of two with the same key path
 * the later one.
 */
export type ResponseDescriptors = ResponseDescriptor[];

/** About the response of a load. */
export interface ResponseFacts {
  /** The HTTP status. */
  status: number;
  /** After redirects, secrets masked. */
  url: string;
  /** Of the decoded body. */
  bytes: number;
  durationMs: number;
  /** 1 where the first attempt succeeded. */
  attempts: number;
  /** The API answered a conditional request with 304. */
  notModified: boolean;
}

/** A response as the client sees it. */
export interface ResponseSeen {
  status: number;
  /** Values of each header by its name in lower case. */
  headers: { [name: string]: string[] };
  /** The JSON body. */
  body: unknown;
}

/** The data of error 1104, responseTooLarge. */
export interface ResponseTooLargeData {
  kind: "responseTooLarge";
  retryable: boolean;
  /** Of the request that failed. */
  method: string;
  url: MaskedURL;
  maximum: number;
  page?: AskedPage;
  state?: StateAfterFailure;
}

/** The data of error 1204, serverError. */
export interface ServerErrorData {
  kind: "serverError";
  retryable: boolean;
  status: number;
  /** The API's own. */
  messages: string[];
  page?: AskedPage;
  state?: StateAfterFailure;
}

/** One page. */
export interface SinglePagination {
  strategy: "single";
  more?: MoreSignal;
  last?: LastSignal;
  perPageParameter?: PerPageParameter;
  in?: Carrier;
}

/**
 * A key path from the item, or a special source: `@self` (the whole item), `@key` (with `keyedBy`),
 * `@root.x`, `@parent.x`, `@metadata.collectionIndex`, `@metadata.page`,
 * `@metadata.response.status`, `@metadata.response.headers.Name`, `@metadata.request.url`,
 * `@metadata.path.name`.
 */
export type SourcePath = string;

/** Everything that is known about a paginator. */
export interface State {
  paginatorId: PaginatorId;
  /** URL of the most recently loaded page, secrets masked; null before. */
  url: string | null;
  /** The URL as opened, secrets masked. */
  patternURL: string;
  /**
   * The type of the credentials in use (`bearer`, `basic`, `apiKey`, `oauth2`, `awsSigV4`); null
   * without `auth` and `token`.
   */
  auth?: "bearer" | "basic" | "apiKey" | "oauth2" | "awsSigV4" | null;
  /** `auto` until detection has decided. */
  strategy: StrategyName;
  /** A page has been loaded, by a load, a walk or a window. */
  loaded: boolean;
  /** A load is running or queued, for a window, too. */
  loading: boolean;
  /**
   * In the API's own numbering, from `firstPage`; null until a load or a walk has moved there.
   * Windows do not move it.
   */
  currentPage: PageNumber | null;
  /** Items per page: as requested, or the API's own size where it states one. */
  perPage: number;
  /** The number of the API's first page. */
  firstPage: PageNumber;
  /** Index of the current page's first item; null until loaded. */
  offset: number | null;
  /** null when unknown, never 0 for unknown. */
  pageCount: number | null;
  /** The number of all items; null when unknown, never 0 for unknown. */
  objectCount: number | null;
  /** Only where the API's total is a lower bound or an estimate: that number. */
  objectCountMin?: number;
  /** Whether `pageCount` is known. */
  hasPageCount: boolean;
  /** Whether `objectCount` is known. */
  hasObjectCount: boolean;
  /** null: not loaded, or it cannot be known before asking. */
  hasNextPage: boolean | null;
  /** null: not loaded. */
  hasPreviousPage: boolean | null;
  /** Inclusive runs of pages held in memory: `[[1, 3], [7, 7]]`. */
  loadedPages: Array<[PageNumber, PageNumber]>;
  /**
   * The pages requested ahead of loads, by `prefetch.pages` or to find out how the API pages,
   * finished or pending, ascending; a page is removed once it is loaded.
   */
  prefetched: PageNumber[];
  /**
   * What the API allows: `forward`, `backward`, `jump` (to any page) and `count` (knowing the
   * total), each `true`, `false`, `"visited"` (only to pages that have been visited) or
   * `"unknown"`.
   */
  can: {
    forward: Ability;
    backward: Ability;
    /** To any page. */
    jump: Ability;
    /** Know the total. */
    count: Ability;
  };
  /** Why there is no next page; null where there is one, or where that is unknown. */
  endReason: EndReason | null;
  /**
   * `[{kind, message, ...}]`: worth knowing although the page was good. At most 32; the oldest is
   * dropped.
   */
  warnings: Warning[];
  /** The last load's error; null after a success. */
  error: Error | null;
  /**
   * Only where pages are stored: `path`, `table`, `run` (null before its first page), and the
   * counts `pages`, `items`, `inserted`, `updated`, `unchanged`, `duplicates`.
   */
  store?: Stored;
  /**
   * Only of a paginator with `each`: the counts `items` (read so far), `done`, `complete`, `gone`,
   * `failed`, `suspect`, `capped` of its parts.
   */
  each?: EachCounts;
}

/**
 * A date (`2008-01-01`), a time (RFC 3339) or a whole number. Its precision is the smallest slice.
 */
export type SliceBound = string | number;

/** What a walk in slices took. */
export interface SliceCounts {
  /** Slices that were walked. */
  count: number;
  /** Those that the API did not give in full. */
  dense: number;
  /** All requests of the walk, repeated ones included. */
  requests: number;
}

/**
 * The range that is halved until each part fits under `ceiling`: `{from}` and `{to}` stand for the
 * bounds of a part in the request. `true`: as the profile says; members that are absent are the
 * profile's.
 */
export interface Slices {
  from?: SliceBound;
  /** Of the form of `from`, or `now`: the moment of opening, in UTC. */
  to?: SliceBound;
  /** Where an item has its own value of the range. */
  by?: KeyPath;
  /**
   * Query parameters with `{from}`, `{to}` and `{by}` that are added where the request has neither
   * bound.
   */
  parameters?: { [name: string]: string };
  /** The same for a JSON body: merged into it. */
  body?: { [name: string]: unknown };
  /**
   * What comes between a parameter that the request has already and what is added to it; without
   * it, such a parameter is an error.
   */
  join?: string;
}

/** The state after a failed load; omitted in `state.error` and in notifications. */
export type StateAfterFailure = State;

/**
 * The table of an SQLite file that every page is stored in before it is delivered: `path`, `table`,
 * `raw`, `prune`, `pruneMax`; `identity` is its primary key. Each `open` is a run of its own in the
 * table `paginator_runs`.
 */
export interface Store {
  /** The file, relative to the server's directory; made with the first page where it is missing. */
  path: string;
  /**
   * Made where it is missing. Names that begin with `sqlite_` or `paginator_` are taken; at most
   * 255 bytes.
   */
  table?: string | null;
  /** Keep each item as it came, in one column `item`, instead of one column per member. */
  raw?: boolean | null;
  /**
   * At the end of the run, delete the rows of this request that it has not seen, where the last
   * walk was complete and read the whole list. With the proof `end`, those that the last two such
   * runs have not seen. `deleted` and `not_pruned` in `paginator_runs` say what became of it.
   */
  prune?: boolean | null;
  /**
   * The most rows that may be deleted, or a percentage of those that the request had before. Unless
   * given: half of them, or 20.
   */
  pruneMax?: number | string | null;
}

/** The data of error 1401, storeFailed. */
export interface StoreFailedData {
  kind: "storeFailed";
  /** Whether the file was only locked, or the disk full. */
  retryable: boolean;
  /** The file. */
  path: string;
  /** What is wrong, and what to do. */
  detail: string;
  page?: AskedPage;
  state?: StateAfterFailure;
}

/**
 * What has been stored; absent where `store` was not given. items = inserted + updated + unchanged
 * + duplicates.
 */
export interface Stored {
  /** The file. */
  path: string;
  table: string;
  /** The number of the run in `paginator_runs`; null before its first page. */
  run: number | null;
  pages: number;
  items: number;
  /** New rows. */
  inserted: number;
  /** Rows that became other ones. */
  updated: number;
  /** Rows that the item was equal to. */
  unchanged: number;
  /** Items whose row this run had stored before. */
  duplicates: number;
}

/** A way of paging. */
export type StrategyName =
  | "page"
  | "offset"
  | "link"
  | "header"
  | "body"
  | "cursor"
  | "range"
  | "custom"
  | "single"
  | "auto";

/** The data of error 1101, timedOut. */
export interface TimedOutData {
  kind: "timedOut";
  retryable: boolean;
  /** Of the request that failed. */
  method: string;
  url: MaskedURL;
  seconds: number;
  page?: AskedPage;
  state?: StateAfterFailure;
}

/** The data of error 1103, tlsFailed. */
export interface TlsFailedData {
  kind: "tlsFailed";
  retryable: boolean;
  /** Of the request that failed. */
  method: string;
  url: MaskedURL;
  detail: string;
  page?: AskedPage;
  state?: StateAfterFailure;
}

/**
 * The one secret that most APIs want, sent as the profile's `authentication` says; without it, as a
 * bearer token. null: none.
 */
export type Token = string | null;

/** The data of error -32600, tooDeep. */
export interface TooDeepData {
  kind: "tooDeep";
  retryable: boolean;
  maximum: number;
}

/**
 * An absolute http or https URL, which may hold patterns (`:perPage`, `:currentPage`, `:offset`,
 * `:pageCount`, `:objectCount`, `:cursor`), replaced percent-encoded. Where it names the position
 * or the page size, the strategy adds no parameter for it.
 */
export type URLPattern = string;

/**
 * A key path into the body, or one of `@headers.Name` (any case), `@firstItem`,
 * `@firstItem.key.path`, `@lastItem`, `@lastItem.key.path`, `@status`. Any other key that starts
 * with an at sign is an ordinary one.
 */
export type ValuePath = string;

/** How walks read a list that may change meanwhile. */
export interface Walk {
  /**
   * Each page begins with the last item of the page before, by offset, by page number or by link; a
   * list that cannot be read so is read again. Always with `store.prune`.
   */
  exact?: boolean | null;
  /**
   * How often the list is read at most, until one pass proves itself or two have the same items;
   * only new items are delivered. 3 with `exact`.
   */
  passes?: number | null;
}

/**
 * A place in the list that is not its beginning: a page in the API's numbering, the index of an
 * item, or a token.
 */
export interface WalkStart {
  /** The first page that was delivered. */
  page?: number;
  /** The offset of the first item. */
  offset?: number;
  /** Only the API knows the place. */
  token?: boolean;
}

/** The outcome of a walk. */
export interface WalkSummary {
  /** Pages delivered. */
  pages: number;
  /** Items delivered. */
  itemCount: number;
  /** All items; only without a partialResultToken. */
  items?: Items;
  /** Items delivered that had come before, by their identity, else by their bytes. */
  duplicates: number;
  /**
   * How the walk ended. complete: the end was seen; `proof` says what makes it all there is, and
   * `start` from where. capped: `maxPages`, `maxItems` or one of `limits` ended it. suspect: there
   * may be more, or less: duplicates, gaps, counts that do not add up, a loop, too many empty
   * pages, the API's ceiling, `refused`, `undetected`, `signalMissing` or `incompleteResults`.
   * partial: a failure or a refused origin after some pages; the error is in `state.error`. failed:
   * nothing was delivered.
   */
  verdict: "complete" | "capped" | "suspect" | "partial" | "failed";
  /**
   * What complete rests on, the first that holds; absent with any other verdict, and where
   * limits.until ended the walk. counts: the API stated one exact total, on the first page and the
   * last one, and exactly that number of items came, once each. overlap: each page began with the
   * last item of the page before. passes: the list was read again, and had the same items. chain:
   * tokens or links that name a row or a state led from each page to the next; none that counts
   * pages or items. single: the whole list was one response, and nothing in it speaks of more. end:
   * the end was seen, but rows that moved while the list was read would not have been noticed;
   * `walk.exact` notices them.
   */
  proof?: "counts" | "overlap" | "passes" | "chain" | "single" | "end";
  /**
   * Where the walk began; absent where it began with the list's first page, or continued a
   * checkpoint of such a walk.
   */
  start?: WalkStart;
  endReason: EndReason | null;
  /** Only of a paginator with `each`. */
  each?: EachCounts;
  /** Only of a paginator with `slices` whose range has more than the ceiling. */
  slices?: SliceCounts;
  checkpoint: Checkpoint;
  state: State;
}

/** Something worth knowing although the page was good; further members are details. */
export interface Warning {
  /**
   * What it is about. Those in `x-doubts` make a walk suspect. metadataInvalid: a stated count is
   * nonsense and is taken as unknown, or a next link or token leads nowhere. pageMismatch: the API
   * states another page or offset than the requested one. inconsistentCounts: stated counts
   * contradict each other. pageSizeDrift: a page of another size than expected. countChanged: the
   * total is not the same as before. undetected: detection could not tell the strategy.
   * signalMissing: the API says neither where the next page is nor that there is none, although
   * `more` is configured, or the only page indicates more, for example by a total (a misspelled
   * `next`, a missing `Link`), or the page that a link or token led to has no byte, or a page
   * without items lacks what the pages before it have, or reports something else (another code,
   * status or message). refreshTokenReplaced: the refresh token given may no longer work.
   * untilUnknown: items have no value at the `path` of `limits.until` that can be compared.
   * severalLists: several lists could be the items: `paths` are their key paths, that of the one
   * that was taken first. duplicates: in a walk, `count` items came more than once, by their
   * `identity`; otherwise a page has items that other pages in memory have, too, and `items` names
   * up to ten of them. gaps: items may have been skipped: the total fell on a page or offset API
   * while it was read (`before`, `now`), a stated offset or page jumped (`expected`, `stated`),
   * none of the items that came last is found again (`path`: "identity"), or the list ended before
   * a pinned `limits.until` (`path`: "limits.until"). pagesShifted: a page began with items of the
   * one before it, or a stated position fell back (`expected`, `stated`); no doubt where a walk
   * overlaps. repeatedPage: a page has exactly the items of an earlier one. moving: no two of the
   * `passes` over the list had the same items: `came` and `went` in the last one; with one pass, an
   * exact walk began in the middle of the list, continued an earlier one, or met pages that cannot
   * overlap, and nothing showed that no rows had moved. countMismatch: the API states `stated`
   * items or pages, and `found` came. shortPage: a page had fewer items than the size that the API
   * states, and more came after it. incompleteResults: the API has not looked everywhere
   * (`incomplete_results`, `timed_out`, failed `_shards`), or a page without items reports what
   * looks like a failure (`"retCode": 10006`, `"message": "Rate limit exceeded"`). recovered: the
   * list changed while it was read, and the walk went back for `items` that had moved to pages
   * already read. restarted: a position had expired, and the walk began again from the beginning of
   * the list: `items` that had been delivered before were skipped. nothingMapped: a walk delivered
   * nothing, as none of the `items` that came meets a case of the mapping (`when`), which has no
   * `otherwise`, not even null. perPageNotSent: detection found no way to ask the API for
   * `perPage`: its pages have `found` items, not `asked`. innerListsCut: lists within `items` items
   * of a `page` go on elsewhere, as the flag at `path` says in each; `inner` walks them to their
   * end. innerListsDoubtful: lists at `path` within `items` items of a `page` were walked, and may
   * not be whole: the API refused a page of theirs, or does not say clearly where they end.
   * unevenRows: `count` rows of a table on a `page` have more or fewer fields than the header; the
   * items lack members, or have the rest in `#more`. sliceTooDense: the smallest slice, from `from`
   * to `to`, has more than the ceiling: `stated`, or null without a total. rangeIgnored: every part
   * of the range has as many items as the whole: the API does not filter by it. slicesUnordered:
   * items do not ascend by `slices.by`, or lack it, so that a walk without totals cannot continue
   * past the ceiling.
   */
  kind:
    | "metadataInvalid"
    | "pageMismatch"
    | "inconsistentCounts"
    | "pageSizeDrift"
    | "countChanged"
    | "undetected"
    | "signalMissing"
    | "refreshTokenReplaced"
    | "untilUnknown"
    | "severalLists"
    | "duplicates"
    | "gaps"
    | "pagesShifted"
    | "repeatedPage"
    | "countMismatch"
    | "moving"
    | "shortPage"
    | "incompleteResults"
    | "recovered"
    | "perPageNotSent"
    | "unevenRows"
    | "innerListsCut"
    | "innerListsDoubtful"
    | "restarted"
    | "nothingMapped"
    | "sliceTooDense"
    | "rangeIgnored"
    | "slicesUnordered";
  /** One plain sentence. */
  message: string;
  /** The field that it is about, where there is one. */
  path?: string;
}

/** A part of the whole collection, seen as a sparse array. */
export interface Window {
  start: Index;
  /** Items, or placeholders where one is not held. */
  items: unknown[];
  /** Runs of items in this window that are held, ends exclusive: `[[0, 50]]`. */
  loaded: Array<[Index, Index]>;
  /** The collection's size: the total, or what is known so far. */
  count: number;
  pages: {
    /** Pages of this window under way. */
    loading: PageNumber[];
    /** Pages of this window whose last load failed. */
    failed: Array<{
      page: PageNumber;
      error: Error;
    }>;
  };
  state: State;
}

/** The params of `paginator/open`. */
export interface OpenParams {
  /** The server makes one up if absent; 1 to 256 characters, fewer than 1,024 bytes. */
  paginatorId?: PaginatorId;
  /** Absolute, http or https; a pattern. Required, unless `profile` has one. */
  url?: URLPattern;
  method?: HTTPMethod;
  headers?: Headers;
  token?: Token;
  auth?: Auth;
  parameters?: Parameters;
  body?: Body;
  profile?: ProfileName;
  pagination?: Pagination;
  perPage?: PerPage;
  firstPage?: FirstPage;
  paginationMapping?: PaginationMapping;
  decode?: Decode;
  itemsPath?: ItemsPath;
  responseDescriptors?: ResponseDescriptors;
  mappings?: Mappings;
  identity?: Identity;
  fetching?: Fetching;
  limits?: Limits;
  bounds?: Bounds;
  prefetch?: Prefetch;
  walk?: Walk;
  placeholders?: Placeholders;
  ceiling?: Ceiling;
  /**
   * The error with which the API says that it does not know a position any more, besides 410: a
   * walk begins again then.
   */
  expired?: NamedError;
  /**
   * The list within each item that is walked to its end: an object, `true` for what the profile
   * has, or the key path of the list where it has the rest.
   */
  inner?: Inner | boolean | string | null;
  /** The error with which the API says that there are no items: it is a page without any. */
  noItems?: NamedError;
  /**
   * Notify the client of this paginator's loads; only where it announced that it takes
   * notifications.
   */
  notifications?: boolean;
  /** Continue from here; rejected where it belongs to a different request. */
  checkpoint?: Checkpoint;
  each?: Each;
  /** The range that is split where it has more than the `ceiling`; `true`: as the profile says. */
  slices?: Slices | boolean | null;
  store?: Store;
}

/** The params of `paginator/state`. */
export interface StateParams {
  paginatorId: PaginatorId;
}

/** The params of `paginator/loadNextPage`. */
export interface LoadNextPageParams {
  paginatorId: PaginatorId;
  /** Merged into the paginator's own for this one request. */
  parameters?: Parameters;
}

/** The params of `paginator/loadPreviousPage`. */
export interface LoadPreviousPageParams {
  paginatorId: PaginatorId;
  /** Merged into the paginator's own for this one request. */
  parameters?: Parameters;
}

/** The params of `paginator/loadPage`. */
export interface LoadPageParams {
  paginatorId: PaginatorId;
  page: PageNumber;
  /** Merged into the paginator's own for this one request. */
  parameters?: Parameters;
}

/** The params of `paginator/cancel`. */
export interface CancelParams {
  paginatorId: PaginatorId;
}

/** The params of `paginator/configure`. */
export interface ConfigureParams {
  paginatorId: PaginatorId;
  perPage?: PerPage | null;
  parameters?: Parameters | null;
  headers?: Headers | null;
  token?: Token;
  auth?: Auth;
  fetching?: Fetching | null;
  limits?: Limits | null;
  decode?: Decode | null;
  itemsPath?: ItemsPath | null;
  responseDescriptors?: ResponseDescriptors | null;
  /** null deletes a mapping by its name. */
  mappings?: { [name: string]: Mapping | null } | null;
  prefetch?: Prefetch | null;
  walk?: Walk | null;
  placeholders?: Placeholders | null;
  notifications?: boolean | null;
  bounds?: Bounds | null;
}

/** The params of `paginator/reset`. */
export interface ResetParams {
  paginatorId: PaginatorId;
}

/** The params of `paginator/refresh`. */
export interface RefreshParams {
  paginatorId: PaginatorId;
  /** Only this page; all held ones if absent. */
  page?: PageNumber;
}

/** The params of `paginator/close`. */
export interface CloseParams {
  paginatorId: PaginatorId;
}

/** The params of `paginator/list`. */
export interface ListParams {
}

/** The params of `paginator/items`. */
export interface ItemsParams {
  paginatorId: PaginatorId;
  start: Index;
  /** Items wanted; over 10,000 is refused with `limitExceeded`. */
  count: number;
  /** Load the missing pages. */
  load?: boolean;
  /** Answer when each page is there or has failed. */
  wait?: boolean;
}

/** The params of `paginator/touch`. */
export interface TouchParams {
  paginatorId: PaginatorId;
  index: Index;
}

/** The params of `paginator/pageForIndex`. */
export interface PageForIndexParams {
  paginatorId: PaginatorId;
  index: Index;
}

/** The params of `paginator/indexesForPage`. */
export interface IndexesForPageParams {
  paginatorId: PaginatorId;
  page: PageNumber;
}

/** The params of `paginator/loadAll`. */
export interface LoadAllParams {
  paginatorId: PaginatorId;
  /** Pages to deliver at most. */
  maxPages?: number;
  /** Items to deliver at most; may cut inside a page. */
  maxItems?: number;
  /** Requests at once; `fetching.concurrency` if absent. */
  concurrency?: number;
  /** How the list is read that may change meanwhile; what is absent is as `open` says. */
  walk?: Walk;
  /** Each page comes as `$/progress` and is not held. */
  partialResultToken?: ProgressToken;
  /** How far the walk is comes as `$/progress`. */
  workDoneToken?: ProgressToken;
}

/** The params of `paginator/checkpoint`. */
export interface CheckpointParams {
  paginatorId: PaginatorId;
}

/** The params of `paginator/requests`. */
export interface RequestsParams {
  paginatorId: PaginatorId;
  /** Only the requests for this page. */
  page?: PageNumber;
}

/** The params of `paginator/detect`. */
export interface DetectParams {
  url: URLPattern;
  method?: HTTPMethod;
  headers?: Headers;
  token?: Token;
  auth?: Auth;
  parameters?: Parameters;
  body?: Body;
  profile?: ProfileName;
  pagination?: Pagination;
  perPage?: PerPage;
  firstPage?: FirstPage;
  paginationMapping?: PaginationMapping;
  decode?: Decode;
  itemsPath?: ItemsPath;
  responseDescriptors?: ResponseDescriptors;
  mappings?: Mappings;
  identity?: Identity;
  fetching?: Fetching;
  limits?: Limits;
  bounds?: Bounds;
  prefetch?: Prefetch;
  walk?: Walk;
  placeholders?: Placeholders;
  ceiling?: Ceiling;
  /**
   * The error with which the API says that it does not know a position any more, besides 410: a
   * walk begins again then.
   */
  expired?: NamedError;
  /**
   * The list within each item that is walked to its end: an object, `true` for what the profile
   * has, or the key path of the list where it has the rest.
   */
  inner?: Inner | boolean | string | null;
  /** The error with which the API says that there are no items: it is a page without any. */
  noItems?: NamedError;
  /**
   * Notify the client of this paginator's loads; only where it announced that it takes
   * notifications.
   */
  notifications?: boolean;
  /** Send a second request that proves the first candidate. */
  confirm?: boolean;
}

/** The params of `paginator/profiles`. */
export interface ProfilesParams {
  /** Only this one. */
  name?: ProfileName;
}

/** The params of `rpc.discover`. */
export interface RpcDiscoverParams {
}

/** The params of `paginator/extractPage`. */
export interface ExtractPageParams {
  paginatorId: PaginatorId;
  page: PageNumber;
  response: ResponseSeen;
}

/** The params of `paginator/fetch`. */
export interface FetchParams {
  paginatorId: PaginatorId;
  request: FetchRequest;
}

/** The params of `paginator/credentials`. */
export interface CredentialsParams {
  paginatorId: PaginatorId;
  /** Scheme, host and port that the answer is sent to. */
  origin: string;
  status: number;
  /** The value of `WWW-Authenticate`. */
  challenge: string | null;
}

/** The params of `paginator/willLoadPage`. */
export interface WillLoadPageParams {
  paginatorId: PaginatorId;
  page: PageNumber;
}

/** The params of `paginator/didLoadPage`. */
export interface DidLoadPageParams {
  paginatorId: PaginatorId;
  page: PageNumber;
  /** Index of the page's first item. */
  start: Index;
  /** The page's items. */
  count: number;
  /** The total; null: unknown. */
  objectCount: number | null;
}

/** The params of `paginator/didFailPage`. */
export interface DidFailPageParams {
  paginatorId: PaginatorId;
  page: PageNumber;
  error: Error;
}

/** The params of `paginator/willRetry`. */
export interface WillRetryParams {
  paginatorId: PaginatorId;
  page: PageNumber;
  /**
   * Number of the coming attempt: 2 is the first retry; 1 waits as another request was asked to.
   */
  attempt: number;
  delaySeconds: number;
  /** Why, for people. */
  reason: string;
}

/** The params of `$/progress`. */
export interface ProgressParams {
  token: ProgressToken;
  value: ProgressValue;
}

/** The params of `$/logTrace`. */
export interface LogTraceParams {
  message: string;
  verbose?: string;
}

/** The params of `window/logMessage`. */
export interface LogMessageParams {
  /** 1 error, 2 warning, 3 info, 4 log, 5 debug. */
  type: number;
  message: string;
}

/** Methods that a client calls, by name. */
export interface Methods {
  /** Creates a paginator; no request is sent. */
  "paginator/open": { params: OpenParams; result: State };
  /** Returns everything that is known about a paginator. */
  "paginator/state": { params: StateParams; result: State };
  /** Loads the page after the current one, or the first when nothing is loaded. */
  "paginator/loadNextPage": { params: LoadNextPageParams; result: PageResult };
  /** Loads the page before the current one. */
  "paginator/loadPreviousPage": { params: LoadPreviousPageParams; result: PageResult };
  /** Loads a page by its number. */
  "paginator/loadPage": { params: LoadPageParams; result: PageResult };
  /** Fails every running and queued load of a paginator with 1009. */
  "paginator/cancel": { params: CancelParams; result: State };
  /** Changes settings for later requests. */
  "paginator/configure": { params: ConfigureParams; result: State };
  /** Cancels, and forgets all pages and metadata: as just opened. */
  "paginator/reset": { params: ResetParams; result: State };
  /** Loads held pages again, conditionally, and says what changed. */
  "paginator/refresh": { params: RefreshParams; result: RefreshResult };
  /** Cancels and forgets a paginator. */
  "paginator/close": { params: CloseParams; result: null };
  /** Lists the states of all paginators in the order in which they were opened. */
  "paginator/list": { params: ListParams; result: State[] };
  /** Returns a window on the whole collection, seen as a sparse array. */
  "paginator/items": { params: ItemsParams; result: Window };
  /** Says that an item is about to be shown: loads what the prefetch rules ask for. */
  "paginator/touch": { params: TouchParams; result: null };
  /** Returns the page of an item. */
  "paginator/pageForIndex": { params: PageForIndexParams; result: PageOfIndex };
  /** Returns the indexes of a page's items. */
  "paginator/indexesForPage": { params: IndexesForPageParams; result: IndexRange };
  /** Walks from the current position to the end. */
  "paginator/loadAll": { params: LoadAllParams; result: WalkSummary };
  /** Returns a portable resume token, without secrets. */
  "paginator/checkpoint": { params: CheckpointParams; result: CheckpointResult };
  /** Returns the latest requests with their responses, secrets masked. */
  "paginator/requests": { params: RequestsParams; result: HeldRequests };
  /** Finds out how an API pages, with evidence. */
  "paginator/detect": { params: DetectParams; result: Detection };
  /** Lists the built-in profiles. */
  "paginator/profiles": { params: ProfilesParams; result: Profile[] };
  /** Returns this document. */
  "rpc.discover": { params: RpcDiscoverParams; result: {
    openrpc: string;
    info: { [name: string]: unknown };
    methods: unknown[];
  } };
}

/** Methods that the server calls, by name. */
export interface ClientMethods {
  /** Asks the client's own rule for the neighbours of a page. */
  "paginator/extractPage": { params: ExtractPageParams; result: ExtractedPage };
  /** Asks the client to send an HTTP request. */
  "paginator/fetch": { params: FetchParams; result: FetchResponse };
  /** Asks for credentials after a 401. */
  "paginator/credentials": { params: CredentialsParams; result: Credentials };
}

/** What the server tells, by name. */
export interface Notifications {
  /** A page is about to be requested. */
  "paginator/willLoadPage": WillLoadPageParams;
  /** A page is there. */
  "paginator/didLoadPage": DidLoadPageParams;
  /** A page could not be loaded. */
  "paginator/didFailPage": DidFailPageParams;
  /** A request will be sent again. */
  "paginator/willRetry": WillRetryParams;
  /** A step of a walk, under a token of its request. */
  "$/progress": ProgressParams;
  /** A line of the trace that `$/setTrace` asked for. */
  "$/logTrace": LogTraceParams;
  /** A line for the client's log. */
  "window/logMessage": LogMessageParams;
}
