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

  /// - others: what is drawn too: `[]` where lists are members, and `{}`, for a page after the first,
  ///   where pages have more than their items
  /// - isFirst: it may come first, too
  init(_ random: inout SeededGenerator, others: [String], isFirst: Bool = true) {
    let isText = random.chance(15)
    body = isText ? "<html><body>Busy</body></html>" : random.pick(Self.objects + others)
    requestsBefore = isFirst && body != "{}" ? random.below(8) : 1 + random.below(7)
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
