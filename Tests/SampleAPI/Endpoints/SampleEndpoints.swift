/// One endpoint of the sample API.
package struct SampleEndpoint: Sendable {
  /// Below the server's URL, from "/" on.
  package let path: String
  /// The endpoint's purpose, in one line of help.
  package let text: String
  /// True when the endpoint sends an ETag, and responds with 304.
  let isConditional: Bool
  let respond: @Sendable (inout Exchange) throws(Refusal) -> Response

  init(
    _ path: String, _ text: String, isConditional: Bool = false,
    _ respond: @escaping @Sendable (inout Exchange) throws(Refusal) -> Response
  ) {
    (self.path, self.text, self.isConditional) = (path, text, isConditional)
    self.respond = respond
  }
}

/// Everything that the sample API offers: the table that the server routes by and that the program's
/// help prints. In a POST the parameters may be in a JSON body. Sizes are brought into 1...1000, 25 by
/// default.
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
      "/body", "?page=&page_size=: next holds an absolute URL", BodyLinkEndpoints.body),
    SampleEndpoint(
      "/hal", "?page=&size=: _links.next.href, root-relative, pages from 0", BodyLinkEndpoints.hal),
    SampleEndpoint(
      "/relative", "?page=&per_page=: meta.next_page is \"?page=2\"", BodyLinkEndpoints.relative),
    SampleEndpoint(
      "/stac", "?token=&limit= or POST: links with method and body", BodyLinkEndpoints.stac),
    SampleEndpoint("/cursor", "?cursor=&limit=: next_cursor and has_more", CursorEndpoints.cursor),
    SampleEndpoint(
      "/continue", "?limit=: every member of continue is sent back", CursorEndpoints.mediaWiki),
    SampleEndpoint(
      "/find", "?from=&to=&page=&per_page=: published between two dates; at most 100 are given",
      SeriesEndpoints.find),
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
    ("past=STATUS", "that status past the end, instead of no items"),
    ("ceiling=N", "/find: items from N on are counted but refused (422)"),
    ("auth=NAME", "401 without Authorization: Bearer NAME; oauth: without a token of /token"),
    (
      "auth=KIND:A:B",
      "401 without basic:USER:PASSWORD, header:NAME:VALUE, query:..., cookie:..., sigv4:KEY:SECRET"
    ),
    ("latency=MS", "the response is delayed by that many milliseconds"),
    ("gzip=0", "the answer is never compressed"),
    ("pretty=1", "JSON with line breaks"),
    ("session=NAME", "whose requests @N counts"),
    ("fault=KIND[xCOUNT][@N|@pN]", "a fault at request N of the session or at page N; with commas"),
    ("retry_after=SECONDS", "Retry-After beside a status fault"),
  ]

  /// The endpoint at a path; nil if there is none.
  static func endpoint(at path: String) -> SampleEndpoint? {
    byPath[path]
  }

  private static let byPath = Dictionary(uniqueKeysWithValues: all.map { ($0.path, $0) })
}
