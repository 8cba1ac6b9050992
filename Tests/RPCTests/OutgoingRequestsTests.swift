import JSON
import System
import Testing

@testable import RPC

/// What the completions of requests to the client were called with.
private final class Outcomes: Sendable {
  private let texts = Guarded<[String]>([])

  func note(_ outcome: Result<(JSONDocument, JSONSlice), RPCError>) {
    let text =
      switch outcome {
      case .success(let (document, slice)): document.text(slice)
      case .failure(let error):
        [
          "\(error.code)", error.message,
          error.data.map { String(decoding: $0, as: UTF8.self) } ?? "-",
        ].joined(separator: " ")
      }
    texts.withLock { $0.append(text) }
    texts.notify()
  }

  func wait(_ count: Int) -> [String] {
    texts.wait(until: SystemClock.monotonicSeconds + Double(Peer.secondsMax)) {
      $0.count >= count ? $0 : nil
    } ?? []
  }

  var all: [String] { texts.withLock { $0 } }
}

@Suite(.timeLimit(.minutes(1))) struct OutgoingRequestsTests {
  /// The id of the first request.
  private static let firstID = 1_000_000_000

  private static func ask(_ peer: Peer, _ outcomes: Outcomes) {
    peer.connection.request("q", JSONFragments(Array(#"{"a":1}"#.utf8))) { outcomes.note($0) }
  }

  @Test("Requests to the client have numbers of their own range, and get its answers")
  func answers() {
    let peer = Peer(Scripted())
    let outcomes = Outcomes()
    for id in Self.firstID...Self.firstID + 3 {
      Self.ask(peer, outcomes)
      #expect(peer.receive() == #"{"jsonrpc":"2.0","id":\#(id),"method":"q","params":{"a":1}}"#)
    }
    peer.say(
      #"{"jsonrpc":"2.0","id":1000000002,"result":{"b":[2]}}"#,
      #"{"jsonrpc":"2.0","id":1000000000,"error":{"code":7,"message":"no","data":{"c":3}}}"#,
      #"{"jsonrpc":"2.0","id":1000000001,"error":5}"#,
      #"{"jsonrpc":"2.0","id":1000000003,"result":null,"error":null}"#)
    #expect(
      outcomes.wait(4) == [
        #"{"b":[2]}"#, #"7 no {"c":3}"#, "-32603 The client gave no reason. -", "null",
      ])
    #expect(peer.end() == (0, []))
  }

  @Test("Answers that nobody waits for are ignored")
  func ignored() {
    let peer = Peer(Scripted())
    let outcomes = Outcomes()
    let id = Self.firstID
    Self.ask(peer, outcomes)
    #expect(peer.receive() != nil)
    for id in ["\(id + 1)", "\"\(id)\"", "null", "\(id)", "\(id)"] {
      peer.say(#"{"jsonrpc":"2.0","id":\#(id),"result":\#(id)}"#)
    }
    peer.say(request(1))
    #expect(peer.receive() == #"{"jsonrpc":"2.0","id":1,"result":[]}"#)
    #expect(outcomes.all == ["\(id)"])
    #expect(peer.end() == (0, []))
  }

  @Test("Requests that the client can't answer any more fail, open ones and later ones")
  func inputEnded() throws {
    let shelf = Shelf()
    let peer = Peer(shelf.handler)
    let outcomes = Outcomes()
    peer.say(request(1, "hold"))
    let reply = try #require(shelf.take())
    Self.ask(peer, outcomes)
    #expect(peer.receive() != nil)
    peer.closeInput()
    #expect(outcomes.wait(1).allSatisfy { $0.contains("inputEnded") })
    Self.ask(peer, outcomes)
    #expect(outcomes.wait(2).allSatisfy { $0.contains("inputEnded") })
    reply.succeed([0x31])
    #expect(try peer.receive().map(Answer.all) == [Answer("1", "1")])
    #expect(peer.exitCode() == 0)
    #expect(outcomes.all.count == 2)
  }

  @Test("A full backlog does not keep out the answer that it waits for")
  func answerThroughBacklog() throws {
    var limits = RPCLimits()
    limits.backlogBytesMax = 1000
    limits.requestOverheadBytes = 1000
    let shelf = Shelf()
    let peer = Peer(shelf.handler, limits: limits)
    let outcomes = Outcomes()
    peer.say(request(1, "hold"))
    let reply = try #require(shelf.take())
    Self.ask(peer, outcomes)
    #expect(peer.receive() != nil)
    peer.say(#"{"jsonrpc":"2.0","id":\#(Self.firstID),"result":1}"#)
    #expect(outcomes.wait(1) == ["1"])
    reply.succeed([0x31])
    #expect(try peer.receive().map(Answer.all) == [Answer("1", "1")])
    #expect(peer.end() == (0, []))
  }
}
