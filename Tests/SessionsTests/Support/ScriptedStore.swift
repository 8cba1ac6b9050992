import Pagination
import Synchronization
import TestSupport
import Testing

@testable import Sessions

/// A store that keeps pages when the test says.
final class ScriptedStore: PageStore {
  private struct Waiting: Sendable {
    let text: String
    let count: Int
    let completion: @Sendable (Result<StoredRun, SessionError>) -> Void
  }

  private struct State {
    var waiting: [Waiting] = []
    var stored: [String] = []
    var ends: [String] = []
    var ending: (@Sendable (SessionError?) -> Void)?
    var run = StoredRun(path: "f.sqlite", table: "t")
  }

  private let state = Mutex(State())
  /// Every page is stored as soon as it comes.
  private let isImmediate: Bool
  /// The end takes until the test says so.
  private let endsSlowly: Bool

  init(isImmediate: Bool = false, endsSlowly: Bool = false) {
    self.isImmediate = isImmediate
    self.endsSlowly = endsSlowly
  }

  var opening: StoredRun { StoredRun(path: "f.sqlite", table: "t") }

  /// The items of the pages that wait, and of those that are stored, as JSON arrays.
  var waiting: [String] { state.withLock { $0.waiting.map(\.text) } }
  var stored: [String] { state.withLock { $0.stored } }
  /// How it has ended: "complete totalReached".
  var ends: [String] { state.withLock { $0.ends } }

  func store(
    _ content: PageContent, _ items: Range<Int>,
    completion: @escaping @Sendable (Result<StoredRun, SessionError>) -> Void
  ) {
    let page = Waiting(text: content.text(items), count: items.count, completion: completion)
    state.withLock { $0.waiting.append(page) }
    if isImmediate { try? keep() }
  }

  func end(_ walk: WalkEnd?, completion: @escaping @Sendable (SessionError?) -> Void) {
    let words = walk.map { walk in
      [walk.verdict.rawValue, walk.reason?.kind.rawValue ?? walk.error?.kind ?? ""]
        .joined(separator: " ")
    }
    state.withLock { state in
      state.ends.append(words ?? "none")
      state.ending = completion
    }
    if !endsSlowly { finish() }
  }

  /// All is stored.
  func finish() { state.withLock { $0.ending.take() }?(nil) }

  private func take(_ sourceLocation: SourceLocation) throws -> Waiting {
    let page = state.withLock { $0.waiting.isEmpty ? nil : $0.waiting.removeFirst() }
    return try #require(page, "no page is to be stored", sourceLocation: sourceLocation)
  }

  /// Stores the page that has come first.
  func keep(sourceLocation: SourceLocation = #_sourceLocation) throws {
    let page = try take(sourceLocation)
    let run = state.withLock { state in
      state.stored.append(page.text)
      state.run.run = 7
      state.run.pages += 1
      state.run.items += page.count
      return state.run
    }
    page.completion(.success(run))
  }

  /// Fails to store the page that has come first.
  func refuse(sourceLocation: SourceLocation = #_sourceLocation) throws {
    try take(sourceLocation).completion(.failure(ScriptedStore.full))
  }

  static let full = SessionError.storeFailed(
    path: "f.sqlite", detail: "the disk is full", isRetryable: true)
}
