/// One endpoint of the sample API.
package struct SampleEndpoint: Sendable {
  /// Below the server's URL, from "/" on.
  package let path: String
  /// The endpoint's purpose, in one line of help.
  package let text: String
  /// Only POST is answered.
  package let isPostOnly: Bool
  /// True when the response to a GET depends only on the target and the host.
  let isCacheable: Bool
  /// True when the endpoint sends ETag and Last-Modified, and responds with 304.
  let isConditional: Bool
  let respond: @Sendable (inout Exchange) throws(Refusal) -> Response

  init(
    _ path: String, _ text: String, isPostOnly: Bool = false, isCacheable: Bool = true,
    isConditional: Bool = false,
    _ respond: @escaping @Sendable (inout Exchange) throws(Refusal) -> Response
  ) {
    self.path = path
    self.text = text
    self.isPostOnly = isPostOnly
    self.isCacheable = isCacheable
    self.isConditional = isConditional
    self.respond = respond
  }

  /// As in an Allow field.
  var allowedMethods: String {
    isPostOnly ? "POST" : "GET, HEAD, POST"
  }
}

/// Everything that the sample API offers: the table that the server routes by, that `/` shows and
/// that the program's help prints.
/// All but the POST-only ones take GET, HEAD and POST; in a POST the parameters may be in a JSON
/// body. Sizes are brought into 1...1000, 25 by default.
package enum SampleEndpoints {
  /// In the order of the help.
  package static let all: [SampleEndpoint] = [
    SampleEndpoint(
      "/page", "?page=&per_page=: page numbers with counts", isConditional: true,
      NumberedEndpoints.page),
    SampleEndpoint(
      "/offset", "?offset=&limit=: offsets with a total", isConditional: true,
      NumberedEndpoints.offset),
    SampleEndpoint(
      "/link", "?page=&per_page=: a Link header (RFC 8288)", isConditional: true,
      LinkEndpoints.link),
    SampleEndpoint(
      "/header", "?page=&per_page=: X-Next-Page and X-Total headers", LinkEndpoints.pageHeaders),
    SampleEndpoint(
      "/header-links", "?page=&per_page=: AG-Links-Next holds a URL", LinkEndpoints.urlHeaders),
    SampleEndpoint(
      "/body", "?page=&page_size=: next holds an absolute URL", BodyLinkEndpoints.body),
    SampleEndpoint(
      "/hal", "?page=&size=: _links.next.href, root-relative, pages from 0", BodyLinkEndpoints.hal),
    SampleEndpoint(
      "/relative", "?page=&per_page=: meta.next_page is \"?page=2\"", BodyLinkEndpoints.relative),
    SampleEndpoint(
      "/stac", "?token=&limit= or POST: links with method and body", BodyLinkEndpoints.stac),
    SampleEndpoint("/cursor", "?cursor=&limit=: next_cursor and has_more", CursorEndpoints.cursor),
    SampleEndpoint(
      "/starting-after", "?starting_after=&ending_before=&limit=: ids of items",
      CursorEndpoints.startingAfter),
    SampleEndpoint(
      "/graphql", "POST with variables first, after, last, before: a connection",
      isPostOnly: true, GraphQLEndpoint.connection),
    SampleEndpoint(
      "/continue", "?limit=: every member of continue is sent back", CursorEndpoints.mediaWiki),
    SampleEndpoint(
      "/search", "POST with search_after or from, and size: sorted hits", isPostOnly: true,
      SearchEndpoints.search),
    SampleEndpoint(
      "/scroll", "POST with scroll_id and size: one token all the way", isPostOnly: true,
      SearchEndpoints.scroll),
    SampleEndpoint(
      "/range", "Range: items=0-24 and Content-Range", isCacheable: false, RangeEndpoints.items),
    SampleEndpoint(
      "/next-range", "Range: id ..; max=25 and Next-Range", isCacheable: false,
      RangeEndpoints.nextRange),
    SampleEndpoint(
      "/find", "?from=&to=&page=&per_page=: published between two dates; at most 100 are given",
      SeriesEndpoints.find),
    SampleEndpoint(
      "/comments", "?article=&page=&per_page=: a list for each article", SeriesEndpoints.comments),
    SampleEndpoint(
      "/threads", "?page=&per_page=: articles, each with its first replies and a link to the next",
      SeriesEndpoints.threads),
    SampleEndpoint(
      "/replies", "?article=&page=: later replies to an article", SeriesEndpoints.replies),
    SampleEndpoint(
      "/lines", "?page=&per_page=: an article a line (NDJSON), with a Link header",
      FormatEndpoints.lines),
    SampleEndpoint(
      "/table", "?page=&per_page=: rows of CSV, with a Link header", FormatEndpoints.table),
    SampleEndpoint("/records", "?cursor=&limit=: XML with a token", FormatEndpoints.records),
    SampleEndpoint("/single", "one document without pages", NumberedEndpoints.single),
  ]

  /// The parameters that every endpoint takes, each with a line of help.
  package static let options: [(name: String, text: String)] = [
    ("items=N", "the collection ends after N items"),
    ("total=0", "omits the counts, and has_more next to next_cursor"),
    ("first=0|1", "the number of the first page"),
    ("past=empty|last|STATUS", "past the end: no items, the last page again, 400 404 410 416 422"),
    ("ceiling=N", "items from N on are counted but refused (422, or the status of past)"),
    ("end=null|absent|empty|same", "/cursor: next_cursor on the last page"),
    ("auth=NAME", "401 without Authorization: Bearer NAME; oauth: without a token of /token"),
    (
      "auth=KIND:A:B",
      "401 without basic:USER:PASSWORD, header:NAME:VALUE, query:..., cookie:..., sigv4:KEY:SECRET"
    ),
    ("latency=MS", "the response is delayed by that many milliseconds"),
    ("gzip=0", "the answer is never compressed"),
    ("etag=0", "no ETag (Last-Modified stays)"),
    ("pretty=1", "JSON with line breaks"),
    ("session=NAME", "whose requests @N counts; /reset forgets all, /reset?session=NAME one"),
    ("fault=KIND[xCOUNT][@N|@pN]", "a fault at request N of the session or at page N; with commas"),
    ("retry_after=SECONDS", "Retry-After beside a status fault; retry_form=date: as a date"),
    ("reset=SECONDS", "when the rate-limit fault says that it is over"),
    ("bytes=N", "size of the big and bomb faults"),
  ]

  /// The endpoint at a path; nil if there is none.
  static func endpoint(at path: String) -> SampleEndpoint? {
    byPath[path]
  }

  private static let byPath = Dictionary(uniqueKeysWithValues: all.map { ($0.path, $0) })
}
