import JSON
import Synchronization
import Testing

@testable import Sessions

/// The client on the other side: keeps what it is told, and answers questions when the test says.
final class ScriptedHost: SessionHost {
  /// A question of the session's that waits for its answer.
  struct Question: Sendable {
    let method: String
    /// The params as they were sent.
    let params: String
    let answer: @Sendable (Result<JSONValue, HostError>) -> Void
  }

  private struct State {
    var events: [PageEvent] = []
    var questions: [Question] = []
    var unsentBytes = 0
    var listeners: [(below: Int, action: @Sendable () -> Void)] = []
  }

  let abilities: HostAbilities
  private let state = Mutex(State())

  init(_ abilities: HostAbilities = HostAbilities()) {
    self.abilities = abilities
  }

  /// What the client has been told, in a word each: "will 1", "did 1 0+2 of 5", "fail 1 timedOut".
  var events: [String] { state.withLock { $0.events.map(\.words) } }

  /// Forgets the events so far, and gives them.
  func takeEvents() -> [String] {
    state.withLock { state in
      defer { state.events = [] }
      return state.events.map(\.words)
    }
  }

  var questions: [Question] { state.withLock { $0.questions } }

  /// The oldest question, which is no longer asked then.
  func takeQuestion(sourceLocation: SourceLocation = #_sourceLocation) throws -> Question {
    let question = state.withLock { $0.questions.isEmpty ? nil : $0.questions.removeFirst() }
    return try #require(question, "no question is asked", sourceLocation: sourceLocation)
  }

  func notify(_ event: PageEvent, of paginatorID: String) {
    state.withLock { $0.events.append(event) }
  }

  var unsentBytes: Int { state.withLock { $0.unsentBytes } }

  /// How many bytes wait for the client to read them.
  func setUnsent(_ bytes: Int) {
    let ready = state.withLock { state in
      state.unsentBytes = bytes
      let ready = state.listeners.filter { bytes < $0.below }
      state.listeners.removeAll { bytes < $0.below }
      return ready
    }
    for listener in ready { listener.action() }
  }

  func whenUnsent(below bytes: Int, _ action: @escaping @Sendable () -> Void) {
    let isReady = state.withLock { state in
      if state.unsentBytes < bytes { return true }
      state.listeners.append((bytes, action))
      return false
    }
    if isReady { action() }
  }

  func request(
    _ method: ClientMethod, _ params: JSONFragments,
    completion: @escaping @Sendable (Result<JSONValue, HostError>) -> Void
  ) {
    let params = String(decoding: params.joined(), as: UTF8.self)
    let question = Question(method: method.rawValue, params: params, answer: completion)
    state.withLock { $0.questions.append(question) }
  }
}

extension PageEvent {
  fileprivate var words: String {
    switch self {
    case .willLoad(let page): "will \(page)"
    case .loaded(let page, let start, let count, let objectCount):
      "did \(page) \(start)+\(count) of \(objectCount.map(String.init) ?? "?")"
    case .failed(let page, let error): "fail \(page) \(error.kind)"
    case .willRetry(let page, let attempt, let delaySeconds, let reason):
      "retry \(page) #\(attempt) in \(delaySeconds) \(reason)"
    }
  }
}
