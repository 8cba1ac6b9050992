import JSON
import Synchronization

/// The walks that report under a `workDoneToken`, so that a client can cancel them by it.
final class RunningWalks: Sendable {
  /// By the tokens' JSON texts. A client may give one token to several walks. The reader adds
  /// walks; the thread that ends a walk removes it.
  private let walks = Mutex<[[UInt8]: [WalkReporter]]>([:])

  /// The notification that cancels a walk, as LSP spells it.
  static let cancelMethod = "window/workDoneProgress/cancel"

  /// Adds a walk that is about to start.
  func add(_ walk: WalkReporter) {
    walks.withLock { $0[walk.token, default: []].append(walk) }
  }

  /// The walk has ended.
  func remove(_ walk: WalkReporter) {
    walks.withLock { walks in
      walks[walk.token]?.removeAll { $0 === walk }
      if walks[walk.token]?.isEmpty == true { walks[walk.token] = nil }
    }
  }

  /// Cancels the walks of a token: `{"token": "walk-16"}`. Anything else is left alone, as
  /// notifications are.
  func cancel(_ params: JSONFields) {
    guard let token = params.object["token"].flatMap(RunningWalks.text(of:)) else { return }
    for walk in walks.withLock({ $0[token] ?? [] }) { walk.cancel() }
  }

  /// The JSON text of a token; nil: it is neither a string nor a number.
  static func text(of token: JSONValue) -> [UInt8]? {
    switch token {
    case .string, .number: token.bytes
    default: nil
    }
  }
}
