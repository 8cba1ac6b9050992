import JSON
import Synchronization
import System
import Testing

@testable import RPC

@Suite(.timeLimit(.minutes(1))) struct OutboxTests {
  private static func fragments(_ text: String) -> JSONFragments {
    JSONFragments(Array(text.utf8))
  }

  @Test("Answers and notifications go out in the order of the calls")
  func order() throws {
    let connection = Guarded<RPCConnection?>(nil)
    let handler = Scripted { request, reply in
      let connection = connection.withLock { $0 }
      for number in 0..<3 { connection?.notify("n", Self.fragments("\(number)")) }
      reply.succeed([0x31])
      connection?.notify("n", Self.fragments("3"))
    }
    let peer = Peer(handler) { made in connection.withLock { $0 = made } }
    peer.say(request(1))
    let texts = peer.receive(5)
    #expect(
      texts == [
        #"{"jsonrpc":"2.0","method":"n","params":0}"#,
        #"{"jsonrpc":"2.0","method":"n","params":1}"#,
        #"{"jsonrpc":"2.0","method":"n","params":2}"#, #"{"jsonrpc":"2.0","id":1,"result":1}"#,
        #"{"jsonrpc":"2.0","method":"n","params":3}"#,
      ])
    connection.withLock { $0 = nil }
    #expect(peer.end() == (0, []))
  }

  @Test("Messages of several threads are not mixed up")
  func threads() {
    let peer = Peer(Scripted())
    let texts = (0..<4).map { "\"" + String(repeating: "\($0)", count: 3000 * ($0 + 1)) + "\"" }
    let threads = texts.map { text in
      try? Thread {
        for _ in 0..<50 { peer.connection.notify("n", Self.fragments(text)) }
      }
    }
    var counts: [Int: Int] = [:]
    for message in peer.receive(200) {
      guard let index = texts.firstIndex(where: { message.hasSuffix($0 + "}") }) else {
        Issue.record("no whole message: \(message.prefix(100))")
        continue
      }
      counts[index, default: 0] += 1
    }
    #expect(counts == [0: 50, 1: 50, 2: 50, 3: 50])
    for thread in threads { thread?.join() }
    #expect(peer.end() == (0, []))
  }

  @Test("A client that does not read stops the reading at the budget, and loses nothing")
  func backpressure() throws {
    var limits = RPCLimits()
    limits.backlogBytesMax = 300_000
    let answer = Array(("\"" + String(repeating: "x", count: 1000) + "\"").utf8)
    let unsent = Guarded((most: 0, connection: RPCConnection?.none))
    let handler = Scripted { _, reply in
      reply.succeed(answer)
      unsent.withLock { $0.most = max($0.most, $0.connection?.unsentBytes ?? 0) }
      unsent.notify()
    }
    let peer = Peer(handler, limits: limits) { made in unsent.withLock { $0.connection = made } }
    let count = 3000
    let writer = try? Thread { peer.send((0..<count).map { framed(request($0)) }.joined()) }
    // Nobody reads until the budget is all but used up.
    let deadline = SystemClock.monotonicSeconds + Double(Peer.secondsMax)
    let isFull = unsent.wait(until: deadline) { $0.most >= limits.backlogBytesMax ? true : nil }
    #expect(isFull == true)
    for index in 0..<count {
      let text = peer.receive()
      #expect(text?.hasPrefix(#"{"jsonrpc":"2.0","id":\#(index),"#) == true)
    }
    writer?.join()
    #expect(unsent.withLock { $0.most } < limits.backlogBytesMax + 2 * answer.count)
    unsent.withLock { $0.connection = nil }
    #expect(peer.end() == (0, []))
  }

  @Test("Requests without an answer are backlog too, and answers make room")
  func unanswered() throws {
    var limits = RPCLimits()
    limits.requestOverheadBytes = 1000
    limits.backlogBytesMax = 3000
    let shelf = Shelf()
    let peer = Peer(shelf.handler, limits: limits)
    for id in 1...3 { peer.say(request(id, "hold")) }
    let replies = (1...3).compactMap { _ in shelf.take() }
    peer.say(request(4, "hold"), request(5))
    // The fourth is only read once the first has been answered.
    replies[0].succeed([0x31])
    #expect(try peer.receive().map(Answer.all) == [Answer("1", "1")])
    let fourth = try #require(shelf.take())
    for reply in replies { reply.succeed([0x32]) }
    fourth.succeed([0x33])
    let answers = try peer.receive(4).flatMap(Answer.all)
    #expect(Set(answers.map(\.id)) == ["2", "3", "4", "5"])
    #expect(peer.end() == (0, []))
  }

  @Test("An action that waits for the queue is called once, when it has become short")
  func whenUnsent() {
    let peer = Peer(Scripted())
    let calls = Guarded(0)
    let note: @Sendable () -> Void = {
      calls.withLock { $0 += 1 }
      calls.notify()
    }
    peer.connection.whenUnsent(below: 1, note)
    #expect(calls.withLock { $0 } == 1)
    let text = "\"" + String(repeating: "x", count: 400_000) + "\""
    for _ in 0..<3 { peer.connection.notify("n", Self.fragments(text)) }
    #expect(peer.connection.unsentBytes > 1_000_000)
    peer.connection.whenUnsent(below: 500_000, note)
    #expect(calls.withLock { $0 } == 1)
    #expect(peer.receive(3).count == 3)
    let total = calls.wait(until: SystemClock.monotonicSeconds + Double(Peer.secondsMax)) {
      $0 > 1 ? $0 : nil
    }
    #expect(total == 2)
    #expect(peer.end() == (0, []))
    #expect(calls.withLock { $0 } == 2)
    #expect(peer.connection.unsentBytes == 0)
  }

  @Test("Long slices are sent as they are, between what is short")
  func splices() throws {
    let items = "[" + String(repeating: "1234567,", count: 20_000) + "1]"
    let document = try JSONDocument(Array(items.utf8))
    let handler = Scripted { _, reply in
      var result = Self.fragments(#"{"items":"#)
      result.append(document, range: document.root.range)
      result.append(Array(#","more":"#.utf8))
      result.append(document, range: document.root.range)
      result.append([0x7D])
      reply.succeed(result)
    }
    let peer = Peer(handler)
    for id in 0..<10 { peer.say(request(id)) }
    for id in 0..<10 {
      let expected = #"{"jsonrpc":"2.0","id":\#(id),"result":{"items":\#(items),"more":\#(items)}}"#
      #expect(peer.receive() == expected)
    }
    #expect(peer.end() == (0, []))
  }
}
