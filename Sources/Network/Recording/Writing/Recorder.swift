package import HTTP
import Synchronization
import System

/// The link of the chain of clients, directly above the sender, that writes each exchange to a tape
/// before its response continues. Cancelled requests are not written.
///
/// This happens on the tape's thread, so that the sender has the next response meanwhile.
package final class Recorder: HTTPClient {
  private let next: any HTTPClient
  private let tape: HARWriter
  /// Added by the sender where a request has none; nil for a sender that adds no headers.
  private let userAgent: String?
  /// The head of the latest request, as that of the next is mostly the same.
  private let latest = Mutex<RecordedHead?>(nil)

  package init(_ next: any HTTPClient, to tape: HARWriter, userAgent: String? = nil) {
    self.next = next
    self.tape = tape
    self.userAgent = userAgent
  }

  package func send(_ request: HTTPRequest, completion: @escaping HTTPCompletion)
    -> any HTTPTransfer
  {
    let began = SystemClock.monotonicSeconds
    return next.send(request) { [self] result in
      let milliseconds = (SystemClock.monotonicSeconds - began) * 1_000
      guard tape.isRecording,
        let outcome = RecordedExchange.Outcome(result, milliseconds: milliseconds)
      else { return completion(result) }
      let endedAtEpochSeconds = SystemClock.epochSeconds
      tape.run { [self] in
        let exchange = RecordedExchange(
          request: request, head: head(of: request), outcome: outcome,
          endedAtEpochSeconds: endedAtEpochSeconds)
        tape.append(exchange.entry())
        completion(result)
      }
    }
  }

  private func head(of request: HTTPRequest) -> RecordedHead {
    let basis = RecordedHead.Basis(request)
    if let latest = latest.withLock(\.self), latest.basis == basis { return latest }
    let head = RecordedHead(
      request, basis, fields: userAgent.map(request.sentFields) ?? request.headers.fields)
    latest.withLock { $0 = head }
    return head
  }
}
