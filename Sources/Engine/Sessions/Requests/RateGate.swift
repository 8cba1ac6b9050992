import HTTP
import Secrets
import Synchronization
import Text

/// The waits that APIs have requested, by origin and credential, shared by all paginators of the
/// process: when one has to wait, the others on that origin wait too.
package final class RateGate: Sendable {
  /// The number of waits remembered; the soonest to end are dropped first.
  package static let entriesMax = 1_024

  /// A wait that ended so long ago is forgotten.
  static let keptSeconds = 60.0

  /// A wait, and what has been served since it was first asked for.
  private struct Wait {
    var untilSeconds: Double
    var served = 0
  }

  private let waits = Mutex<[UInt64: Wait]>([:])

  package init() {}

  /// True when no wait is remembered, so that requests need no check.
  var isOpen: Bool { waits.withLock { $0.isEmpty } }

  /// Seconds until requests of that kind may be sent again; 0 means at once. `positions`: the names
  /// of parameters that hold paging positions, which are never credentials, even if their names
  /// suggest it.
  func delay(for request: HTTPRequest, positions: Set<String> = [], nowSeconds: Double) -> Double {
    if isOpen { return 0 }
    let key = RateGate.key(of: request, positions)
    return waits.withLock { waits in
      guard let until = waits[key]?.untilSeconds else { return 0 }
      if until + RateGate.keptSeconds <= nowSeconds { waits[key] = nil }
      return max(0, until - nowSeconds)
    }
  }

  /// Takes note of a response, and returns how many requests of its kind have been served since a wait
  /// was first asked for.
  func note(
    _ result: Result<HTTPResponse, HTTPError>, of request: HTTPRequest, positions: Set<String> = []
  ) -> Int {
    if isOpen { return 0 }
    let isServed = (try? result.get())?.status.isSuccess == true
    let key = RateGate.key(of: request, positions)
    return waits.withLock { waits in
      if isServed { waits[key]?.served += 1 }
      return waits[key]?.served ?? 0
    }
  }

  /// Holds requests of that kind back for so long.
  func hold(
    _ request: HTTPRequest, positions: Set<String> = [], seconds: Double, nowSeconds: Double
  ) {
    let key = RateGate.key(of: request, positions)
    waits.withLock { waits in
      let until = nowSeconds + seconds
      waits[key, default: Wait(untilSeconds: until)].untilSeconds = max(
        waits[key]?.untilSeconds ?? 0, until)
      if waits.count > RateGate.entriesMax,
        let soonest = waits.min(by: { $0.value.untilSeconds < $1.value.untilSeconds })?.key
      {
        waits[soonest] = nil
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
