import HTTP
import Secrets
import Synchronization
import Text

/// The waits that APIs have requested, by origin and credential, shared by all paginators of the
/// process: when one has to wait, the others on that origin wait too.
package final class RateGate: Sendable {
  /// The number of waits remembered; the soonest to end are dropped first.
  package static let entriesMax = 1_024

  private let untilByKey = Mutex<[UInt64: Double]>([:])

  package init() {}

  /// True when no wait is in force, so that requests need no check.
  var isOpen: Bool { untilByKey.withLock { $0.isEmpty } }

  /// Seconds until requests of that kind may be sent again; 0 means at once. `positions`: the names
  /// of parameters that hold paging positions, which are never credentials, even if their names
  /// suggest it.
  func delay(for request: HTTPRequest, positions: Set<String> = [], nowSeconds: Double) -> Double {
    if isOpen { return 0 }
    let key = RateGate.key(of: request, positions)
    return untilByKey.withLock { entries in
      guard let until = entries[key] else { return 0 }
      if until <= nowSeconds { entries[key] = nil }
      return max(0, until - nowSeconds)
    }
  }

  /// Holds requests of that kind back for so long.
  func hold(
    _ request: HTTPRequest, positions: Set<String> = [], seconds: Double, nowSeconds: Double
  ) {
    let key = RateGate.key(of: request, positions)
    untilByKey.withLock { entries in
      entries[key] = max(entries[key] ?? 0, nowSeconds + seconds)
      if entries.count > RateGate.entriesMax,
        let soonest = entries.min(by: { $0.value < $1.value })?.key
      {
        entries[soonest] = nil
      }
    }
  }

  /// Identifies who sends requests to whom, by the origin and userinfo of the URL, and the headers
  /// and parameters that hold credentials.
  private static func key(of request: HTTPRequest, _ positions: Set<String>) -> UInt64 {
    var fingerprint = Fingerprint()
    fingerprint.add(request.url.origin.description)
    fingerprint.add(request.url.user ?? "")
    fingerprint.add(request.url.password ?? "")
    for member in QueryString.parse(request.url.query ?? "")
    where CredentialNames.isCredential(member.name) && !positions.contains(member.name) {
      fingerprint.add(member.name)
      fingerprint.add(member.value)
    }
    for field in request.headers.fields.sorted(by: { $0.name < $1.name })
    where !CredentialNames.isHarmless(header: field.name) {
      fingerprint.add(field.name.lowercased())
      fingerprint.add(field.value)
    }
    for text in request.credentials?.caller ?? [] { fingerprint.add(text) }
    return fingerprint.value
  }
}
