import JSON
import Synchronization

/// The walks that report under a `workDoneToken`, so that a client can cancel them by it.
final class RunningWalks: Sendable {
  private struct TokenWalk {
    let number: Int
    /// nil: it is about to start.
    var cancel: (@Sendable () -> Void)?
  }

  private struct Table {
    /// By the tokens' JSON texts. Nothing keeps a client from giving one to several walks.
    var walks: [[UInt8]: [TokenWalk]] = [:]
    var lastNumber = 0
  }

  /// Guards the list: the reader adds walks, whoever ends one removes it.
  private let table = Mutex(Table())

  /// The notification that cancels a walk, as LSP spells it.
  static let cancelMethod = "window/workDoneProgress/cancel"

  /// Adds a walk that is about to start; its number.
  func add(_ token: [UInt8]) -> Int {
    table.withLock { table in
      table.lastNumber += 1
      table.walks[token, default: []].append(TokenWalk(number: table.lastNumber, cancel: nil))
      return table.lastNumber
    }
  }

  /// The walk has started, and can be cancelled; nothing where it has ended meanwhile.
  func started(_ token: [UInt8], _ number: Int, cancel: @escaping @Sendable () -> Void) {
    table.withLock { table in
      guard let place = table.walks[token]?.firstIndex(where: { $0.number == number }) else {
        return
      }
      table.walks[token]?[place].cancel = cancel
    }
  }

  /// The walk has ended.
  func remove(_ token: [UInt8], _ number: Int) {
    table.withLock { table in
      table.walks[token]?.removeAll { $0.number == number }
      if table.walks[token]?.isEmpty == true { table.walks[token] = nil }
    }
  }

  /// Cancels the walks of a token: `{"token": "walk-16"}`. Anything else is left alone, as
  /// notifications are.
  func cancel(_ params: JSONFields) {
    guard let token = params.object["token"].flatMap(RunningWalks.text(of:)) else { return }
    let walks = table.withLock { $0.walks[token] ?? [] }
    for walk in walks { walk.cancel?() }
  }

  /// The JSON text of a token; nil: it is neither a string nor a number.
  static func text(of token: JSONValue) -> [UInt8]? {
    switch token {
    case .string, .number: token.bytes
    default: nil
    }
  }
}
