package import HTTP
import JSON
import Synchronization
import System

/// The latest requests of one paginator with their responses, for a client that wants to look at
/// them. They are held as they came, but for the ends of long bodies, and shown as entries of a
/// recording, secrets masked.
package final class RequestLog: Sendable {
  /// A request with what it resulted in.
  private struct Held {
    /// The page that it was sent for.
    let page: Int
    let request: HTTPRequest
    let outcome: RecordedExchange.Outcome
    let endedAtEpochSeconds: Double
    /// The size of the response's whole body.
    let bodyBytes: Int
    let bytes: Int
  }

  private struct State {
    var held: [Held] = []
    var bytes = 0
  }

  private let state = Mutex(State())

  /// The most requests that a client may have held.
  package static let requestsMax = 1_000
  /// The most memory that they take; the oldest are forgotten.
  package static let bytesMax = 16 << 20
  /// Bytes of a body that are held. Where these are not all, half of them are shown: a secret that
  /// goes on where a text is cut would not be recognized.
  package static let bodyBytesMax = 32_768

  package init() {}

  /// A client that sends through `next`, and holds what passes. `most`: of all requests, the latest
  /// are held; `userAgent`: as the sender adds it.
  package func holding(
    _ next: any HTTPClient, page: Int, most: Int, userAgent: String?
  ) -> any HTTPClient {
    Holder(next: next) { [self] request, result, seconds in
      hold(request, result, seconds: seconds, page: page, most: most, userAgent: userAgent)
    }
  }

  /// Those for a page, or all, from the oldest on: JSON objects, each the entry of a recording with
  /// a member `_page`.
  package func entries(of page: Int?) -> [[UInt8]] {
    let held = state.withLock(\.held)
    return held.filter { page == nil || $0.page == page }.map(entry)
  }

  private func hold(
    _ request: HTTPRequest, _ result: Result<HTTPResponse, HTTPError>, seconds: Double, page: Int,
    most: Int, userAgent: String?
  ) {
    var (request, result) = (request, result)
    let bodyBytes = (try? result.get().body.count) ?? 0
    request.body = request.body.map(Self.beginning)
    request.headers = HTTPHeaders(
      userAgent.map(request.sentFields) ?? request.headers.fields)
    if case .success(var response) = result {
      response.body = Self.beginning(response.body)
      result = .success(response)
    }
    guard let outcome = RecordedExchange.Outcome(result, milliseconds: seconds * 1_000) else {
      return
    }
    let fields = request.headers.fields + ((try? result.get().headers.fields) ?? [])
    let bytes = fields.reduce((request.body?.count ?? 0) + min(bodyBytes, Self.bodyBytesMax)) {
      $0 + $1.name.utf8.count + $1.value.utf8.count
    }
    let new = Held(
      page: page, request: request, outcome: outcome, endedAtEpochSeconds: SystemClock.epochSeconds,
      bodyBytes: bodyBytes, bytes: bytes)
    state.withLock { state in
      state.held.append(new)
      state.bytes += bytes
      while state.held.count > most || state.bytes > Self.bytesMax, !state.held.isEmpty {
        state.bytes -= state.held.removeFirst().bytes
      }
    }
  }

  private static func beginning(_ body: [UInt8]) -> [UInt8] {
    body.count > bodyBytesMax ? Array(body[..<bodyBytesMax]) : body
  }

  private func entry(_ held: Held) -> [UInt8] {
    var outcome = held.outcome
    if case .response(var response) = outcome {
      if held.bodyBytes > response.body.count {
        response.body = MaskedBody.wholeCharacters(response.body)
      }
      response.decodeText()
      outcome = .response(response)
    }
    let exchange = RecordedExchange(
      request: held.request,
      head: RecordedHead(
        held.request, RecordedHead.Basis(held.request), fields: held.request.headers.fields),
      outcome: outcome, endedAtEpochSeconds: held.endedAtEpochSeconds, bodyBytes: held.bodyBytes)
    return JSONWriter.object {
      exchange.write(to: &$0)
      $0.member("_page", held.page)
    }
  }
}

/// The link of the chain of clients, directly above the sender, that hands each exchange over.
private struct Holder: HTTPClient {
  let next: any HTTPClient
  let hold: @Sendable (HTTPRequest, Result<HTTPResponse, HTTPError>, _ seconds: Double) -> Void

  func send(_ request: HTTPRequest, completion: @escaping HTTPCompletion) -> any HTTPTransfer {
    let began = SystemClock.monotonicSeconds
    return next.send(request) { [hold] result in
      hold(request, result, SystemClock.monotonicSeconds - began)
      completion(result)
    }
  }
}
