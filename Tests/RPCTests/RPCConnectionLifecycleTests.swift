import JSON
import System
import Testing

@testable import RPC

@Suite(.timeLimit(.minutes(1))) struct RPCConnectionLifecycleTests {
  /// A handler that finishes the connection at the notification `exit`.
  private static func exiting(
    _ code: Int32, _ connection: Guarded<RPCConnection?>
  ) -> Scripted {
    Scripted(notice: { _ in connection.withLock { $0 }?.finish(exitCode: code) })
  }

  private static let exit = #"{"jsonrpc":"2.0","method":"exit"}"#

  @Test("The end of input is waited for by what was accepted")
  func drain() throws {
    let shelf = Shelf()
    let peer = Peer(shelf.handler)
    peer.say(request(1, "hold"), request(2))
    let reply = try #require(shelf.take())
    peer.closeInput()
    #expect(try peer.receive().map(Answer.all) == [Answer("2", "[]")])
    #expect(!peer.hasEnded)
    reply.succeed([0x31])
    #expect(try peer.receive().map(Answer.all) == [Answer("1", "1")])
    #expect(peer.exitCode() == 0)
  }

  @Test("What another thread is answering when the input ends is sent", arguments: [false, true])
  func answerMeetsEnd(inBatch: Bool) throws {
    // It takes a while to become a line.
    let text = Array("[\(String(repeating: "1,\n", count: 50_000))2]".utf8)
    for round in 0..<20 {
      let isAnswering = Guarded(false)
      let peer = Peer(
        Scripted { _, reply in
          _ = try? Thread {
            isAnswering.withLock { $0 = true }
            isAnswering.notify()
            var result = JSONFragments()
            result.append(text, range: 0..<text.count, hasLineBreaks: true)
            reply.succeed(result)
          }
          isAnswering.wait { $0 ? () : nil }
        }, framing: .lines, forced: .lines)
      peer.say(inBatch ? "[\(request(round))]" : request(round))
      let (code, messages) = peer.end()
      #expect(code == 0)
      #expect(try messages.flatMap(Answer.all).map(\.id) == ["\(round)"])
    }
  }

  @Test("The end of input is not waited for longer than the limit")
  func drainLimit() throws {
    var limits = RPCLimits()
    limits.drainSecondsMax = 0.01
    let shelf = Shelf()
    let peer = Peer(shelf.handler, limits: limits)
    peer.say(request(1, "hold"))
    let reply = try #require(shelf.take())
    #expect(peer.end() == (0, []))
    reply.succeed([0x31])
  }

  @Test("finish sends what is answered and returns the code", arguments: [0, 1] as [Int32])
  func finish(_ code: Int32) {
    let connection = Guarded<RPCConnection?>(nil)
    let peer = Peer(Self.exiting(code, connection)) { made in connection.withLock { $0 = made } }
    peer.say(request(1), Self.exit, request(2))
    #expect(peer.exitCode() == code)
    #expect(peer.receive() == #"{"jsonrpc":"2.0","id":1,"result":[]}"#)
    connection.withLock { $0 = nil }
    #expect(peer.end() == (code, []))
  }

  @Test("finish gets through although nobody reads and a request hangs")
  func finishWithoutReader() throws {
    var limits = RPCLimits()
    limits.stallSecondsMax = 0.01
    let connection = Guarded<RPCConnection?>(nil)
    let shelf = Shelf()
    let long = Array(("\"" + String(repeating: "x", count: 200_000) + "\"").utf8)
    let handler = Scripted { request, reply in
      request.method == "a" ? reply.succeed(long) : shelf.handler.handle(request, reply)
    } notice: { _ in
      connection.withLock { $0 }?.finish(exitCode: 1)
    }
    let peer = Peer(handler, limits: limits) { made in connection.withLock { $0 = made } }
    peer.say(request(1, "hold"), request(2), Self.exit)
    #expect(peer.exitCode() == 1)
    connection.withLock { $0 = nil }
    // Lets the writer go on that hangs in the full pipe.
    peer.closeOutput()
  }

  @Test("finish on another thread ends the process, because the reader may wait for input")
  func finishElsewhere() {
    let peer = Peer(Scripted())
    peer.say(request(1))
    #expect(peer.receive() != nil)
    peer.connection.notify("n", JSONFragments([0x31]))
    peer.connection.finish(exitCode: 3)
    #expect(peer.termination() == 3)
    #expect(peer.receive() == #"{"jsonrpc":"2.0","method":"n","params":1}"#)
    #expect(peer.end() == (3, []))
  }
}
