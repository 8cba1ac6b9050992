import HTTP
import Pagination
import Synchronization

/// The waits that APIs have asked for, by origin and credential, shared by all paginators of the
/// process: when one is told to wait, the others on that origin wait too.
package final class RateGate: Sendable {
  /// How many waits are remembered; the soonest to end go first.
  package static let entriesMax = 1_024

  private let untilByKey = Mutex<[UInt64: Double]>([:])

  package init() {}

  /// Seconds until requests of that kind may be sent again; 0: at once.
  func delay(for request: HTTPRequest, nowSeconds: Double) -> Double {
    let key = RateGate.key(of: request)
    return untilByKey.withLock { entries in
      guard let until = entries[key] else { return 0 }
      if until <= nowSeconds { entries[key] = nil }
      return max(0, until - nowSeconds)
    }
  }

  /// Holds requests of that kind back for so long.
  func hold(_ request: HTTPRequest, seconds: Double, nowSeconds: Double) {
    let key = RateGate.key(of: request)
    untilByKey.withLock { entries in
      entries[key] = max(entries[key] ?? 0, nowSeconds + seconds)
      if entries.count > RateGate.entriesMax,
        let soonest = entries.min(by: { $0.value < $1.value })?.key
      {
        entries[soonest] = nil
      }
    }
  }

  /// Who asks whom: the origin and userinfo of the URL, and the headers that hold credentials.
  private static func key(of request: HTTPRequest) -> UInt64 {
    var fingerprint = Fingerprint()
    let scheme = request.url.utf8.firstIndex(of: UInt8(ascii: ":")) ?? request.url.startIndex
    fingerprint.add(request.url[..<scheme].lowercased())
    let authority = request.url[scheme...].dropFirst(3)
    fingerprint.add(String(request.url[..<scheme]))
    fingerprint.add(String(authority.prefix { $0 != "/" && $0 != "?" && $0 != "#" }))
    for field in request.headers.fields.sorted(by: { $0.name < $1.name })
    where !harmless.contains(field.name.lowercased()) {
      fingerprint.add(field.name.lowercased())
      fingerprint.add(field.value)
    }
    return fingerprint.value
  }

  /// Headers that differ from request to request without another caller being behind them.
  private static let harmless: Set<String> = [
    "accept", "content-type", "range", "if-none-match", "if-modified-since", "user-agent",
  ]
}
