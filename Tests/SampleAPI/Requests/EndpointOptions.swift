import Text

/// The values of the parameters that every endpoint takes; `SampleEndpoints.options` explains them.
struct EndpointOptions: Sendable {
  var session = ""
  var latencyMilliseconds = 0
  var allowsGzip = true
  var hasETag = true
  var isPretty = false
  var statesTotals = true
  var firstPage: Int?
  var itemsMax: Int?
  var ceiling: Int?
  var past: PastEnd?
  var end = CursorEnd.null
  var credentials: RequiredCredentials?
  var wait = WaitHint()
  var paddedBytes = SampleLimits.paddedBytesDefault
  var faults: [Fault] = []

  /// The waiting time that a refusal states.
  struct WaitHint: Sendable {
    /// `Retry-After`; nil: without it.
    var seconds: Int?
    /// `Retry-After` is a date.
    var isDate = false
    /// `X-RateLimit-Reset`, from now.
    var resetSeconds = 2
  }

  /// The response past the end of a collection.
  enum PastEnd: Sendable, Equatable {
    /// A page without items.
    case empty
    /// The last page again.
    case last
    case status(Int)
  }

  /// The way the last page of a token endpoint shows that it is the last.
  enum CursorEnd: String, Sendable, CaseIterable {
    /// `"next_cursor": null`
    case null
    /// No `next_cursor`.
    case absent
    /// `"next_cursor": ""`
    case empty
    /// One more page, empty, whose token is the one that was sent.
    case same
  }

  /// Throws for a value that makes no sense; a parameter without a value counts as absent.
  init(_ query: Query) throws(Refusal) {
    session = query.value("session") ?? ""
    guard session.utf8.count <= SampleLimits.sessionNameBytesMax else {
      throw .invalidParameter(
        name: "session", expected: "at most \(SampleLimits.sessionNameBytesMax) bytes")
    }
    latencyMilliseconds = try query.number("latency", 0...SampleLimits.latencyMillisecondsMax) ?? 0
    allowsGzip = try query.flag("gzip", true)
    hasETag = try query.flag("etag", true)
    isPretty = try query.flag("pretty", false)
    statesTotals = try query.flag("total", true)
    firstPage = try query.number("first", 0...1)
    itemsMax = try query.number("items", 0...SampleLimits.itemCountMax)
    ceiling = try query.number("ceiling", 1...SampleLimits.itemCountMax)
    past = try Self.pastEnd(query)
    end = try Self.cursorEnd(query)
    if let text = query.value("auth"), !text.isEmpty { credentials = try RequiredCredentials(text) }
    wait.seconds = try query.number("retry_after", 0...SampleLimits.retrySecondsMax)
    wait.isDate = query.value("retry_form") == "date"
    wait.resetSeconds = try query.number("reset", 0...SampleLimits.retrySecondsMax) ?? 2
    paddedBytes =
      try query.number("bytes", 0...SampleLimits.paddedBytesMax)
      ?? SampleLimits.paddedBytesDefault
    for text in query.values("fault") where !text.isEmpty { faults += try Fault.list(text) }
    guard faults.count <= SampleLimits.faultsMax else {
      throw .invalidParameter(name: "fault", expected: "at most \(SampleLimits.faultsMax) faults")
    }
  }

  private static func pastEnd(_ query: Query) throws(Refusal) -> PastEnd? {
    switch query.value("past") {
    case nil, "": return nil
    case "empty": return .empty
    case "last": return .last
    case let text?:
      guard let status = Int(text), [400, 404, 410, 416, 422].contains(status) else {
        throw .invalidParameter(name: "past", expected: "empty, last, 400, 404, 410, 416 or 422")
      }
      return .status(status)
    }
  }

  private static func cursorEnd(_ query: Query) throws(Refusal) -> CursorEnd {
    guard let text = query.value("end"), !text.isEmpty else { return .null }
    return try CursorEnd(rawValue: text)
      .orThrow(Refusal.invalidParameter(name: "end", expected: "null, absent, empty or same"))
  }
}

extension Query {
  fileprivate func number(_ name: String, _ allowed: ClosedRange<Int>) throws(Refusal) -> Int? {
    guard let text = value(name), !text.isEmpty else { return nil }
    guard let number = ASCII.number(text.utf8), allowed.contains(number) else {
      throw .invalidParameter(
        name: name, expected: "a number from \(allowed.lowerBound) to \(allowed.upperBound)")
    }
    return number
  }

  fileprivate func flag(_ name: String, _ standard: Bool) throws(Refusal) -> Bool {
    switch value(name) {
    case nil, "": return standard
    case "0": return false
    case "1": return true
    default: throw .invalidParameter(name: name, expected: "0 or 1")
    }
  }
}
