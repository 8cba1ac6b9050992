package import HTTP
import Synchronization
import System

/// The last client of the chain, which responds from a recording, without a network.
///
/// A request is answered by the first entry of a HAR file, in its order, that has the same method,
/// URL and body and has not answered yet; else it fails with `notRecorded`. Each process, and each
/// replayer, keeps its own marks.
package final class Replayer: HTTPClient {
  private let playback: Guarded<Playback>
  private let queue = SerialQueue()
  /// The number of waiting requests.
  private let waiting = Guarded(0)
  /// The contents of the file.
  package let facts: Facts

  /// The part that a recording lacks at its end.
  package enum Tear: Sendable, Hashable {
    /// The last entry is incomplete, and is omitted.
    case entry
    /// All entries are whole, and the list of them has no end: more may have been recorded.
    case end
  }

  /// The contents of a recording.
  package struct Facts: Sendable, Hashable {
    package let path: String
    package let entries: Int
    /// Those of them that are not for http or https.
    package let ignored: Int
    /// The part that the file lacks at its end, as its writer was killed; nil if it is complete.
    package let tear: Tear?
  }

  /// The maximum number of requests that wait for their responses.
  package static let requestsWaitingMax = 4_096

  /// Reads the file once and checks all of it.
  package convenience init(path: String) throws(RecordingError) {
    try self.init(Playback(path: path))
  }

  package init(_ playback: Playback) {
    facts = playback.facts
    self.playback = Guarded(playback)
  }

  /// The numbers of the entries that have answered.
  package var usedEntries: Set<Int> { playback.withLock { Set($0.usedNumbers) } }

  package func send(_ request: HTTPRequest, completion: @escaping HTTPCompletion)
    -> any HTTPTransfer
  {
    let transfer = PendingTransfer(completion)
    let isRefused = waiting.withLock { waiting in
      waiting += 1
      return waiting > Replayer.requestsWaitingMax
    }
    queue.run { [playback, waiting] in
      waiting.withLock { $0 -= 1 }
      transfer.finish(
        isRefused
          ? .failure(.tooManyRequests(maximum: Replayer.requestsWaitingMax))
          : Replayer.outcome(of: request, playback))
    }
    return transfer
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
      return RecordedResponse(entry: entry, folder: playback.folder).outcome(of: request)
    }
  }
}
