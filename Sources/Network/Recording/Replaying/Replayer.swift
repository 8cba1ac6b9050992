package import HTTP
import System

/// The end of the chain of clients that answers from a recording, without a network.
///
/// A request is answered by the first entry of a HAR file, in its order, that has the same method,
/// URL and body and has not answered yet; else it fails with `notRecorded`. Each process, and each
/// replayer, keeps its own marks.
package final class Replayer: HTTPClient {
  private let playback: Guarded<Playback>
  private let queue = Guarded(Queue())
  /// What the file holds.
  package let facts: Facts

  /// What a recording lacks at its end.
  package enum Tear: Sendable, Hashable {
    /// The last entry is incomplete, and is omitted.
    case entry
    /// All entries are whole, and the list of them has no end: more may have been recorded.
    case end
  }

  /// What a recording holds.
  package struct Facts: Sendable, Hashable {
    package let path: String
    package let entries: Int
    /// Those of them that are not for http or https.
    package let ignored: Int
    /// What the file lacks at its end, as its writer was killed; nil: nothing.
    package let tear: Tear?
  }

  /// How many requests may wait for their responses.
  package static let requestsWaitingMax = 4_096

  /// Requests on their way to the thread that answers them.
  private struct Queue: Sendable {
    var waiting: [ReplayTransfer] = []
    var isRunning = false
    var hasEnded = false
  }

  /// Reads the file once and checks all of it.
  package convenience init(path: String) throws(RecordingError) {
    try self.init(Playback(path: path))
  }

  init(_ playback: Playback) {
    facts = playback.facts
    self.playback = Guarded(playback)
  }

  /// The numbers of the entries that have answered.
  package var usedEntries: Set<Int> { playback.withLock { Set($0.usedNumbers) } }

  deinit {
    // What waits holds this replayer: nothing does.
    queue.withLock { $0.hasEnded = true }
    queue.notify()
  }

  package func send(
    _ request: HTTPRequest,
    completion: @escaping @Sendable (Result<HTTPResponse, HTTPError>) -> Void
  ) -> any HTTPTransfer {
    let transfer = ReplayTransfer(request, completion)
    let (playback, queue) = (playback, queue)
    let mustStart = queue.withLock { queue -> Bool in
      queue.waiting.append(transfer)
      if queue.waiting.count > Replayer.requestsWaitingMax { transfer.refuse() }
      defer { queue.isRunning = true }
      return !queue.isRunning
    }
    guard mustStart else {
      queue.notify()
      return transfer
    }
    do throws(SystemError) {
      _ = try Thread { Replayer.respond(queue, from: playback) }
    } catch {
      queue.withLock { $0.isRunning = false }
      transfer.fail(.engineUnavailable(library: "thread", detail: error.reason))
    }
    return transfer
  }

  /// Answers requests in the order in which they came, until the replayer is gone.
  private static func respond(
    _ queue: Guarded<Queue>, from playback: Guarded<Playback>
  ) {
    while true {
      let waiting = queue.wait { queue -> [ReplayTransfer]? in
        if queue.waiting.isEmpty { return queue.hasEnded ? [] : nil }
        defer { queue.waiting = [] }
        return queue.waiting
      }
      if waiting.isEmpty { return }
      for transfer in waiting { transfer.finish { outcome(of: $0, playback) } }
    }
  }

  private static func outcome(
    of request: HTTPRequest, _ playback: Guarded<Playback>
  ) -> Result<HTTPResponse, HTTPError> {
    guard let requested = ComparableRequest(request) else {
      return .failure(.notRecorded(nearest: nil))
    }
    return playback.withLock { playback in
      guard let entry = playback.use(requested) else {
        return .failure(.notRecorded(nearest: playback.nearest(to: requested)))
      }
      return RecordedResponse(entry, folder: playback.folder).outcome(of: request)
    }
  }
}

/// A request that is answered from a recording.
private final class ReplayTransfer: HTTPTransfer {
  typealias Completion = @Sendable (Result<HTTPResponse, HTTPError>) -> Void

  private enum State: Sendable {
    case waiting(Completion)
    /// Fails in its turn.
    case failing(HTTPError, Completion)
    case over
  }

  private let request: HTTPRequest
  private let state: Guarded<State>

  init(_ request: HTTPRequest, _ completion: @escaping Completion) {
    self.request = request
    state = Guarded(.waiting(completion))
  }

  func cancel() { fail(.cancelled) }

  /// Too many wait.
  func refuse() {
    state.withLock { state in
      guard case .waiting(let completion) = state else { return }
      state = .failing(.tooManyRequests(maximum: Replayer.requestsWaitingMax), completion)
    }
  }

  func fail(_ error: HTTPError) {
    take()?.completion(.failure(error))
  }

  /// Completes the request, unless it has been.
  func finish(_ outcome: (HTTPRequest) -> Result<HTTPResponse, HTTPError>) {
    guard let (completion, error) = take() else { return }
    completion(error.map { .failure($0) } ?? outcome(request))
  }

  private func take() -> (completion: Completion, error: HTTPError?)? {
    state.withLock { state in
      defer { state = .over }
      switch state {
      case .waiting(let completion): return (completion, nil)
      case .failing(let error, let completion): return (completion, error)
      case .over: return nil
      }
    }
  }
}
