import HTTP
import Synchronization
import System
import TestSupport

@testable import Authentication

extension ScriptedClient {
  /// The requests that have no response yet.
  var open: [Exchange] { waiting }
}

extension Exchange {
  var form: String { bodyText ?? "" }

  func respond(_ status: HTTPStatus, _ body: String = "{}") {
    complete(
      .success(HTTPResponse(status: status, body: Array(body.utf8), url: request.url.text)))
  }

  /// Answers as a token endpoint does.
  func grant(_ token: String, life: Int? = nil, refreshToken: String? = nil) {
    let life = life.map { ", \"expires_in\": \($0)" } ?? ""
    let refresh = refreshToken.map { ", \"refresh_token\": \"\($0)\"" } ?? ""
    respond(200, "{\"access_token\": \"\(token)\", \"token_type\": \"Bearer\"\(life)\(refresh)}")
  }
}

/// A clock that moves when a test says so.
final class ManualClock: Scheduler {
  private let scheduler = VirtualScheduler()

  var monotonicSeconds: Double { scheduler.monotonicSeconds }
  var epochSeconds: Double { 1_440_938_160 }

  /// Moves on, and runs what has become due, in order.
  func advance(_ seconds: Double = 0) { scheduler.advance(seconds) }

  func schedule(
    afterSeconds: Double, _ action: @escaping @Sendable () -> Void
  ) -> any Scheduled {
    scheduler.schedule(afterSeconds: afterSeconds, action)
  }

  /// A request that failed, or may succeed later, is sent again after a second, at most so often.
  static func retries(most: Int) -> TokenRetries {
    { result, attempt, isRead, _ in
      let isTransient = (try? result.get()).map { $0.status.isTransient } ?? true
      return isTransient && isRead && attempt <= most ? 1 : nil
    }
  }
}

/// Collects outcomes.
final class Outcomes: Sendable {
  private let stored = Mutex<[Result<HTTPResponse, HTTPError>]>([])

  var all: [Result<HTTPResponse, HTTPError>] { stored.withLock { $0 } }

  var statuses: [Int] { all.compactMap { try? $0.get().status.code } }

  var errors: [HTTPError] {
    all.compactMap { result in
      if case .failure(let error) = result { error } else { nil }
    }
  }

  func add(_ result: Result<HTTPResponse, HTTPError>) {
    stored.withLock { $0.append(result) }
  }
}
