import HTTP
import TestInput

/// A response of status 200 that stands, once, where a page should be, and has no page: an empty
/// object, no byte, a message, an error, a text for people, another list.
struct StrayResponse {
  private var requestsBefore: Int
  private let body: String
  private let contentType: String

  private static let objects = [
    #"{"message":"down for maintenance"}"#, #"{"error":"internal"}"#,
    #"{"errors":[{"message":"a"}]}"#, #"{"ok":false}"#, #"{"status":"error","data":null}"#,
    #"{"items":null,"error":"timeout"}"#, "null", #""busy""#, "",
  ]

  /// Pages without items that report a failure, whose list is a member of that name.
  private static func failures(_ list: String) -> [String] {
    [
      #""code":50011,"message":"Too many requests""#, #""retCode":"10006""#,
      #""status":"OVER_QUERY_LIMIT""#, #""note":"Rate limit exceeded, see plans""#,
      #""meta":{"code":429}"#, #""errorMsg":"session expired""#,
    ].flatMap { [#"{\#($0),"\#(list)":[]}"#, #"{"\#(list)":[],\#($0)}"#] }
  }

  /// - list: the member with the items; nil: they are the body
  /// - others: what is drawn too: `[]` where lists are members, and `{}`, for a page after the first,
  ///   where pages have more than their items
  /// - isFirst: it may come first, too
  init(
    _ random: inout SeededGenerator, list: String?, others: [String], isFirst: Bool = true
  ) {
    let isText = random.chance(15)
    let failures = list.map(Self.failures) ?? []
    let isFailure = !isText && !failures.isEmpty && random.chance(30)
    body =
      isText
      ? "<html><body>Busy</body></html>"
      : random.pick(isFailure ? failures : Self.objects + others)
    requestsBefore =
      isFailure || isFirst && body != "{}" ? random.below(8) : 1 + random.below(7)
    contentType = isText ? "text/html" : "application/json"
  }

  /// It is known as no page by the pages before it.
  var needsPagesBefore: Bool { body == "{}" }

  /// It was given.
  var isGiven: Bool { requestsBefore < 0 }

  /// The response to the next request, where it is this one.
  mutating func next(to url: String) -> HTTPResponse? {
    requestsBefore -= 1
    guard requestsBefore == -1 else { return nil }
    return HTTPResponse(
      status: HTTPStatus(200),
      headers: HTTPHeaders([HTTPField(name: "Content-Type", value: contentType)]),
      body: Array(body.utf8), url: url, durationMilliseconds: 1)
  }
}
