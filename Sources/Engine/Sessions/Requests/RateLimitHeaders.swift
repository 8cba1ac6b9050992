import HTTP

/// The rate limit headers of a response, in the generations that are in use.
///
///     X-RateLimit-Remaining: 0, X-RateLimit-Reset: 1767225600    none is left until that moment
///     RateLimit: limit=10, remaining=0, reset=30                 none is left for 30 s
///     RateLimit: "burst";r=9;t=1, "daily";r=0;t=40               none is left for 40 s
///
/// The last one is draft-ietf-httpapi-ratelimit-headers; where it names several limits, the one
/// that is used up counts, and of those the one that lasts longest.
struct RateLimitHeaders {
  private let headers: HTTPHeaders
  private let structured: (remaining: Int?, reset: Double?)?

  init(_ headers: HTTPHeaders) {
    self.headers = headers
    structured = headers.combined("RateLimit").map(RateLimitHeaders.structured)
  }

  /// nil: nothing is said of it.
  var remaining: Int? {
    if let structured { return structured.remaining }
    return Self.remainingNames.lazy.compactMap { headers[$0].flatMap { Int($0) } }.first
  }

  private var reset: Double? {
    if let structured { return structured.reset }
    return Self.resetNames.lazy.compactMap { headers[$0].flatMap(Self.seconds) }.first
  }

  private static let remainingNames = prefixes.map { $0 + "Remaining" }
  private static let resetNames = prefixes.map { $0 + "Reset" }
  private static let prefixes = ["X-RateLimit-", "X-Rate-Limit-", "RateLimit-"]

  /// Seconds until the reset: large numbers are moments since 1970 (in seconds or milliseconds),
  /// small ones are seconds from now.
  func resetSeconds(epochSeconds: Double) -> Double? {
    guard let reset else { return nil }
    if reset > 1_000_000_000_000 { return max(0, reset / 1_000 - epochSeconds) }
    return reset > 1_000_000_000 ? max(0, reset - epochSeconds) : reset
  }

  /// A number of seconds: digits, and perhaps a fraction; nil for anything else.
  static func seconds(_ text: String) -> Double? {
    let isNumber = text.utf8.allSatisfy { (0x30...0x39).contains($0) || $0 == UInt8(ascii: ".") }
    guard isNumber, let seconds = Double(text), seconds.isFinite else { return nil }
    return seconds
  }

  // MARK: RateLimit

  private static func structured(_ text: String) -> (remaining: Int?, reset: Double?) {
    var limits: [(remaining: Int?, reset: Double?)] = []
    var old: (remaining: Int?, reset: Double?) = (nil, nil)
    for item in split(text, at: ",") {
      let parts = split(item, at: ";")
      if parts.count == 1 {  // the older form: each number stands alone
        old.remaining = old.remaining ?? value("remaining", in: parts).flatMap { Int($0) }
        old.reset = old.reset ?? value("reset", in: parts).flatMap(seconds)
      } else {
        limits.append(
          (value("r", in: parts).flatMap { Int($0) }, value("t", in: parts).flatMap(seconds)))
      }
    }
    if limits.isEmpty { return old }
    let usedUp = limits.filter { $0.remaining == 0 }
    let longest = (usedUp.isEmpty ? limits : usedUp).compactMap(\.reset).max()
    return (limits.compactMap(\.remaining).min(), longest)
  }

  private static func value(_ name: String, in parts: [String]) -> String? {
    for part in parts {
      let pair = part.split(separator: "=", maxSplits: 1)
      if pair.count == 2, pair[0] == name { return String(pair[1]) }
    }
    return nil
  }

  /// The parts of a text between separators that stand outside quotes, without blanks around.
  private static func split(_ text: String, at separator: Character) -> [String] {
    var parts: [String] = [""]
    var isQuoted = false
    for character in text {
      if character == "\"" { isQuoted.toggle() }
      if character == separator, !isQuoted {
        parts.append("")
      } else if character != " ", character != "\t" {
        parts[parts.count - 1].append(character)
      }
    }
    return parts
  }
}
