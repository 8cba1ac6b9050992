import Foundation
import HTTP
import JSON
import Pagination
import RPC
import Testing

@testable import Sessions
@testable import Wire

/// The codes and kinds of the server's errors against those of the contract's table.
struct ErrorTableTests {
  static let end = EndReason(.noNext(StatedValue("next", .null)), page: 3)

  static let table: [(error: SessionError, code: Int, kind: String, data: [String])] = [
    (.requestCancelled, -32800, "requestCancelled", []),
    (.paginatorNotFound(id: "p"), 1000, "paginatorNotFound", ["paginatorId"]),
    (.paginatorExists(id: "p"), 1001, "paginatorExists", ["paginatorId"]),
    (.notLoaded, 1002, "notLoaded", []),
    (.noNextPage(end), 1003, "noNextPage", ["endReason"]),
    (.noPreviousPage, 1004, "noPreviousPage", []),
    (
      .pageOutOfRange(page: 9, firstPage: 1, pageCount: 3), 1005, "pageOutOfRange",
      ["page", "firstPage", "pageCount"]
    ),
    (.pageNotReachable(page: 9), 1006, "pageNotReachable", ["page"]),
    (.itemOutOfRange(index: 9, count: 3), 1007, "itemOutOfRange", ["index", "count"]),
    (.itemBehindEnd(index: 9, countMax: 3), 1007, "itemOutOfRange", ["index", "count"]),
    (.cancelled, 1009, "cancelled", ["page", "state"]),
    (.notForSeries(method: "m"), 1013, "notForSeries", ["method"]),
    (.itemUnusable(path: "number", position: 3), 1014, "itemUnusable", ["path", "position"]),
    (.limitExceeded(limit: .pagesMax, maximum: 1), 1010, "limitExceeded", ["limit", "maximum"]),
    (
      .networkFailed(RequestLine("GET", "u"), detail: "d"), 1100, "networkFailed",
      ["method", "url", "detail", "page"]
    ),
    (
      .timedOut(RequestLine("GET", "u"), seconds: 1.5), 1101, "timedOut",
      ["url", "seconds", "state"]
    ),
    (
      .httpStatus(
        RequestLine("GET", "u"), status: 404, retryAfterSeconds: 2, body: "b", descriptors: []),
      1102,
      "httpStatus", ["url", "status", "retryAfterSeconds", "body", "page", "state"]
    ),
    (.tlsFailed(RequestLine("GET", "u"), detail: "d"), 1103, "tlsFailed", ["url", "detail"]),
    (
      .responseTooLarge(RequestLine("GET", "u"), maximum: 1), 1104, "responseTooLarge",
      ["url", "maximum"]
    ),
    (
      .originRefused(RequestLine("GET", "u"), origin: "o"), 1105, "originRefused",
      ["url", "origin"]
    ),
    (
      .credentialWithheld(RequestLine("GET", "u"), origin: "o", isInBody: true), 1105,
      "originRefused", ["url", "origin"]
    ),
    (
      .rateLimited(RequestLine("GET", "u"), status: 429, retryAfterSeconds: 90), 1106,
      "rateLimited",
      ["url", "status", "retryAfterSeconds"]
    ),
    (
      .notRecorded(RequestLine("GET", "u"), nearest: nil), 1108, "notRecorded",
      ["method", "url", "nearest", "page", "state"]
    ),
    (
      .positionExpired(RequestLine("GET", "u"), status: 410, body: "Gone"), 1109,
      "positionExpired", ["method", "url", "status", "body", "page", "state"]
    ),
    (
      .invalidResponse(
        RequestLine("GET", "u"),
        InvalidBody(
          offset: 3, reason: .syntax(.unexpectedByte), contentType: "text/html", beginning: "<html>"
        )),
      1200, "invalidResponse",
      ["method", "url", "offset", "detail", "contentType", "body"]
    ),
    (.itemsNotFound(paths: ["a"], keys: ["b"], descriptors: []), 1201, "itemsNotFound", ["path"]),
    (.mappingFailed(issues: []), 1202, "mappingFailed", ["issues"]),
    (.metadataInvalid(path: "a", value: 1), 1203, "metadataInvalid", ["path", "value"]),
    (.serverError(status: 422, messages: ["m"]), 1204, "serverError", ["status", "messages"]),
    (.paginationLoop(end), 1300, "paginationLoop", ["endReason", "page", "state"]),
    (.checkpointRejected(reason: "r"), 1302, "checkpointRejected", ["reason"]),
    (
      .engineUnavailable(library: "l", detail: "d"), 1400, "engineUnavailable",
      ["library", "detail"]
    ),
    (
      .engineUnavailable(library: "l", detail: "d", isStore: true), 1400, "engineUnavailable",
      ["library", "detail"]
    ),
    (
      .storeFailed(path: "p", detail: "d", isRetryable: true), 1401, "storeFailed",
      ["path", "detail", "page", "state"]
    ),
  ]

  static func snapshot() throws -> SessionSnapshot {
    var fields = JSONFields(["url": "http://127.0.0.1:9/a?page=:currentPage"])
    let settings = try SessionSettings(&fields)
    return SessionState(
      id: "p", settings: settings, parameters: fields.object, abilities: HostAbilities(),
      waitingLoadsMax: 1
    ).snapshot()
  }

  @Test(arguments: table.indices)
  func everyErrorHasItsCodeKindAndData(row: Int) throws {
    let (error, code, kind, data) = ErrorTableTests.table[row]
    let object = error.object(page: 2, state: try ErrorTableTests.snapshot())
    #expect(object.code == code)
    let document = try JSONDocument(try #require(object.data))
    let members = document.value(document.root)
    #expect(members["kind"]?.stringValue == kind)
    #expect(members["retryable"]?.booleanValue != nil)
    for name in data { #expect(members[name] != nil, "\(kind) lacks \(name)") }
    #expect(!object.message.contains("\n"))
    #expect(object.message.hasSuffix(".") || kind == "serverError")
  }

  /// A list whose way of paging was not found may go on: it is not said that nothing comes.
  @Test(arguments: [
    (SessionError.noNextPage(nil), "No next page is known. "),
    (.pageOutOfRange(page: 3, firstPage: 1, pageCount: nil), "No page 3 is known. "),
    (.itemOutOfRange(index: 174, count: 50), "No item 174 is known. "),
    (.itemBehindEnd(index: 174, countMax: 80), "No item 174 is known. "),
  ])
  func anUndetectedListIsNotSaidToEnd(error: SessionError, beginning: String) throws {
    var snapshot = try ErrorTableTests.snapshot()
    let known = error.object(state: snapshot).message
    #expect(known == error.sentence() && !known.hasPrefix(beginning))
    snapshot.warnings = [.undetected(refutation: nil)]
    let message = error.object(state: snapshot).message
    #expect(message.hasPrefix(beginning + "The response does not show how"), "\(message)")
    #expect(message.contains("set pagination or profile"), "\(message)")
  }

  /// In one sentence, whatever kind of body it is.
  @Test(arguments: [
    (#"{"error":{"code":7,"message":"No such key"}}"#, 404, ": No such key."),
    ("{\n  \"message\": \"Not now!\"\n}", 503, ": Not now!"),
    ("upstream\nis down", 502, ": upstream is down."),
    ("<html><head><title>502 Bad gateway</title></head>", 502, #": HTML "502 Bad gateway"."#),
    ("<html><body>oops</body></html>", 502, "."), ("", 500, "."),
  ])
  func aStatusIsSaidWithTheWordsOfTheAPI(body: String, status: Int, words: String) {
    let error = SessionError.httpStatus(
      RequestLine("GET", "u"), status: status, retryAfterSeconds: nil, body: body, descriptors: [])
    #expect(error.sentence() == "The API answered with status \(status)\(words)")
  }

  @Test(arguments: [
    ("down for a while", "; it begins: down for a while."), (#"{"items":[{"id":1"#, "."), ("", "."),
  ])
  func aBodyThatIsNoJSONIsQuoted(beginning: String, words: String) {
    let body = InvalidBody(
      offset: 0, reason: .syntax(.unexpectedByte), contentType: "text/plain", beginning: beginning)
    let sentence = SessionError.invalidResponse(RequestLine("GET", "u"), body).sentence()
    #expect(sentence.hasSuffix("; its Content-Type is text/plain" + words), "\(sentence)")
  }

  @Test(arguments: [
    (
      ["state", "message"], #"{"state":"queued","message":"Come back later"}"#,
      " The body says: Come back later."
    ),
    (["a"], #"{"a":{"id":1}}"#, ""), ([], #""maintenance""#, #" The body says: "maintenance"."#),
  ])
  func aBodyWithoutTheListIsQuotedWhereItsNamesSayNothing(
    keys: [String], body: String, words: String
  ) {
    let error = SessionError.itemsNotFound(
      paths: ["items"], keys: keys, descriptors: [],
      response: UnlistedResponse(
        request: RequestLine("GET", "u"), status: 200, body: body, isLater: false))
    #expect(error.sentence().hasSuffix("set itemsPath." + words), "\(error.sentence())")
  }

  /// Where the next page is the one before it again, the position has not been understood.
  @Test func aRepeatedFirstPageNamesTheSettings() {
    func message(_ repeated: Int, page: Int = 2) -> String {
      SessionError.paginationLoop(EndReason(.repeatedResponse(of: repeated), page: page)).object()
        .message
    }
    #expect(message(1).contains("parameter and in of pagination"))
    #expect(!message(0).contains("parameter"))
    #expect(!message(3, page: 4).contains("parameter"))
  }

  @Test func aServersMessagesAreOneLine() {
    let error = SessionError.serverError(status: 500, messages: ["One.\nTwo", "Three"])
    #expect(error.object().message == "One. Two, Three")
    #expect(SessionError.serverError(status: 500, messages: [" "]).object().message.contains("500"))
  }

  @Test(arguments: [(422, false), (200, false), (429, true), (503, true)])
  func errorOfTheServerIsRetryableAsItsStatus(status: Int, isRetryable: Bool) throws {
    let data = SessionError.serverError(status: status, messages: ["m"]).object().data ?? []
    let document = try JSONDocument(data)
    #expect(document.value(document.root)["retryable"]?.booleanValue == isRetryable)
  }

  @Test func theStateInsideOfAnErrorEndsThere() throws {
    var snapshot = try ErrorTableTests.snapshot()
    snapshot.error = SessionSnapshot.FailedPage(
      error: .timedOut(RequestLine("GET", "u"), seconds: 1), page: 2)
    let object = SessionError.timedOut(RequestLine("GET", "u"), seconds: 1).object(
      page: 2, state: snapshot)
    let document = try JSONDocument(try #require(object.data))
    let inner = document.value(document.root)["state"]?["error"]
    #expect(inner?["code"]?.integerValue == 1101)
    #expect(inner?["data"]?["state"] == nil)
  }

  @Test(
    arguments: [
      (9, 1, 3, "; the last one is page 3."), (20, 10, 10, "; the last one is page 19."),
      (0, 1, 3, "; the first one is page 1."), (9, 1, nil, "."), (1, 1, 0, "."),
    ] as [(Int, Int, Int?, String)])
  func aPageOutOfRangeSaysWhichIsTheLastOne(page: Int, first: Int, count: Int?, words: String) {
    let error = SessionError.pageOutOfRange(page: page, firstPage: first, pageCount: count)
    #expect(error.sentence() == "Page \(page) does not exist" + words)
  }

  @Test func longPathsAreCut() throws {
    let path = "mappings." + String(repeating: "a", count: 1 << 20)
    let error = JSONFieldError(path: path, problem: .unknown()).object
    #expect(error.message.count < 300 && error.message.contains("aaa…"))
    let document = try JSONDocument(try #require(error.data))
    let shown = try #require(document.value(document.root)["path"]?.stringValue)
    #expect(shown == path.prefix(1_024) + "…")
    let short = JSONFieldError(path: "é" + String(repeating: "b", count: 199), problem: .missing)
    #expect(short.object.message == "\"\(short.path)\" is missing.")
  }
}
