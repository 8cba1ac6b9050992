import Foundation
import HTTP
import TestSupport
import Testing

/// Cancelling and shutting down.
@Suite struct CurlClientCancelTests {
  private let client = CurlClient()
  private let network = Network()

  @Test(arguments: [
    TestCase("before the headers", "", ()),
    TestCase("within the headers", "HTTP/1.1 200 OK\r\nA:", ()),
    TestCase("within the body", "HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\n[1", ()),
  ])
  func cancelClosesTheConnection(_ test: TestCase<String, Void>) throws {
    let arrived = Inbox<Bool>()
    let hangUps = Inbox<Bool>()
    let server = try network.server { connection in
      guard connection.readRequest() != nil else { return }
      connection.write(test.input)
      arrived.deliver(true)
      hangUps.deliver(connection.waitForHangUp())
    }
    let outcomes = Inbox<Outcome>()
    let transfer = try client.send(get(server.url())) { outcomes.deliver($0) }
    _ = arrived.wait()
    transfer.cancel()
    #expect(outcomes.wait().first?.error == .cancelled)
    #expect(hangUps.wait() == [true])
    transfer.cancel()
    #expect(try client.fetch(impossible()).error != nil)
    #expect(outcomes.delivered.count == 1)
  }

  @Test func cancelledWaiterNeverReachesTheServer() throws {
    let arrived = Inbox<String>()
    let release = Inbox<Bool>()
    let server = try network.server { connection in
      while let request = connection.readRequest() {
        arrived.deliver(request.line)
        _ = release.wait()
        connection.answer("[]")
      }
    }
    let client = CurlClient(limits: CurlLimits(connectionsPerHostMax: 1))
    let outcomes = Inbox<String>()
    func send(_ path: String) throws -> any HTTPTransfer {
      try client.send(get(server.url(path))) {
        outcomes.deliver($0.text ?? "\($0.error == .cancelled)")
      }
    }
    _ = try send("/1")
    let second = try send("/2")
    _ = try send("/3")
    _ = arrived.wait()
    #expect(waits(second, for: .connection))
    second.cancel()
    #expect(outcomes.wait() == ["true"])
    release.deliver(true)
    #expect(outcomes.wait(3) == ["true", "[]", "[]"])
    #expect(arrived.delivered == ["GET /1 HTTP/1.1", "GET /3 HTTP/1.1"])
  }

  @Test func cancelAtOnceCompletesOnce() throws {
    let server = try network.server()
    let outcomes = Inbox<Bool>()
    for _ in 0..<200 {
      let transfer = try client.send(get(server.url())) { outcome in
        outcomes.deliver(outcome.error == .cancelled || outcome.text == "[]")
      }
      transfer.cancel()
      transfer.cancel()
    }
    #expect(outcomes.wait(200).allSatisfy { $0 })
    #expect(try client.fetch(get(server.url())).text == "[]")
    #expect(outcomes.delivered.count == 200)
  }

  @Test func cancelRacingTheAnswerCompletesOnce() throws {
    let transfers = Inbox<any HTTPTransfer>()
    // The server cancels the transfer whose request it is answering.
    let server = try network.server { connection in
      while let request = connection.readRequest() {
        let number = Int(request.line.dropFirst(5).prefix { $0 != " " }) ?? 0
        let transfer = transfers.wait(number + 1)[number]
        if number.isMultiple(of: 2) { transfer.cancel() }
        connection.answer("[]")
        if !number.isMultiple(of: 2) { transfer.cancel() }
      }
    }
    let outcomes = Inbox<Bool>()
    for number in 0..<200 {
      let transfer = try client.send(get(server.url("/\(number)"))) { outcome in
        outcomes.deliver(outcome.error == .cancelled || outcome.text == "[]")
      }
      transfers.deliver(transfer)
    }
    #expect(outcomes.wait(200).allSatisfy { $0 })
    #expect(try client.fetch(impossible()).error != nil)
    #expect(outcomes.delivered.count == 200)
  }

  @Test func completionMayCancelOthers() throws {
    let arrived = Inbox<Bool>()
    let server = try network.server { connection in
      while let request = connection.readRequest() {
        if request.line.contains("/fast") {
          connection.answer("[]")
        } else {
          arrived.deliver(true)
        }
      }
    }
    let outcomes = Inbox<Outcome>()
    let slow = try client.send(get(server.url("/slow"))) { outcomes.deliver($0) }
    _ = arrived.wait()
    _ = try client.send(get(server.url("/fast"))) { _ in slow.cancel() }
    #expect(outcomes.wait().first?.error == .cancelled)
  }

  @Test func shutdownCancelsWhatRunsAndWhatWaits() throws {
    let arrived = Inbox<Bool>()
    let hangUps = Inbox<Bool>()
    let server = try network.server { connection in
      guard connection.readRequest() != nil else { return }
      arrived.deliver(true)
      hangUps.deliver(connection.waitForHangUp())
    }
    let client = CurlClient(limits: CurlLimits(connectionsPerHostMax: 2))
    let outcomes = Inbox<Outcome>()
    for _ in 1...5 { _ = client.send(try get(server.url())) { outcomes.deliver($0) } }
    _ = arrived.wait(2)
    client.shutdown()
    #expect(outcomes.delivered.map(\.error) == Array(repeating: .cancelled, count: 5))
    #expect(hangUps.wait(2) == [true, true])
    #expect(try client.fetch(get(server.url())).error == .cancelled)
    client.shutdown()
    client.warmUp()
  }

  @Test func shutdownWithinACompletionDoesNotWaitForItself() throws {
    let server = try network.server()
    let client = client
    let ends = Inbox<Bool>()
    _ = try client.send(get(server.url())) { _ in
      client.shutdown()
      ends.deliver(true)
    }
    #expect(ends.wait() == [true])
    #expect(try client.fetch(get(server.url())).error == .cancelled)
  }

  @Test func clientThatIsGoneCancels() throws {
    let arrived = Inbox<Bool>()
    let server = try network.server { connection in
      guard connection.readRequest() != nil else { return }
      arrived.deliver(true)
      _ = connection.waitForHangUp()
    }
    let outcomes = Inbox<Outcome>()
    do {
      let client = CurlClient()
      _ = try client.send(get(server.url())) { outcomes.deliver($0) }
      _ = arrived.wait()
    }
    #expect(outcomes.wait().first?.error == .cancelled)
  }

  @Test func completionIsFreedWithItsCall() throws {
    final class Token: Sendable {}
    let server = try network.server()
    let ends = Inbox<Bool>()
    weak var freed: Token?
    let transfer: any HTTPTransfer
    do {
      let token = Token()
      freed = token
      transfer = client.send(try get(server.url())) { [token] _ in
        _ = token
        ends.deliver(true)
      }
    }
    _ = ends.wait()
    // The engine's thread has let go of the completion once it has answered another request.
    _ = try client.fetch(get(server.url()))
    #expect(freed == nil)
    transfer.cancel()
  }

  /// Whether a transfer comes to wait for that, which the engine's thread decides.
  private func waits(_ transfer: any HTTPTransfer, for wait: HTTPWait) -> Bool {
    let limit = Date(timeIntervalSinceNow: 120)
    while transfer.wait != wait {
      guard Date() < limit else { return false }
      sched_yield()
    }
    return true
  }
}
