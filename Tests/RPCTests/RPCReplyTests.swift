import Synchronization
import System
import Testing

@testable import RPC

@Suite(.timeLimit(.minutes(1))) struct RPCReplyTests {
  @Test("Of two threads that answer at once just one is heard")
  func race() throws {
    let shelf = Shelf()
    let peer = Peer(shelf.handler)
    for round in 0..<500 {
      peer.say(request(round, "hold"))
      let reply = try #require(shelf.take())
      let threads = ["1", "2"].map { text in try? Thread { reply.succeed(Array(text.utf8)) } }
      let answer = try #require(try peer.receive().map(Answer.all)?.first)
      #expect(answer.id == "\(round)" && ["1", "2"].contains(answer.outcome))
      for thread in threads { thread?.join() }
    }
    #expect(peer.end() == (0, []))
  }

  @Test("The first answer wins, of whatever sort")
  func firstAnswerWins() {
    let peer = Peer(
      Scripted { _, reply in
        reply.fail(.requestCancelled)
        reply.succeed([0x31])
        reply.fail(.internalError)
      })
    peer.say(request(1))
    let (code, texts) = peer.end()
    #expect(code == 0)
    #expect(texts.count == 1 && texts[0].contains("-32800"))
  }

  @Test("A dropped reply is never heard of, alone and in a batch, and holds nothing up")
  func dropped() throws {
    let peer = Peer(
      Scripted { request, reply in
        if request.method == "drop" { reply.drop() }
        reply.succeed([0x31])
      })
    peer.say(request(1, "drop"), "[\(request(2, "drop")),\(request(3))]", "[\(request(4, "drop"))]")
    #expect(try peer.receive().map(Answer.all) == [Answer("3", "1")])
    #expect(peer.end() == (0, []))
  }

  @Test("A dropped reply that was waiting lets the end of input come")
  func droppedWhileOpen() throws {
    let shelf = Shelf()
    let peer = Peer(shelf.handler)
    peer.say(request(1, "hold"))
    try #require(shelf.take()).drop()
    #expect(peer.end() == (0, []))
  }

  @Test("A reply that is released without an answer is -32603")
  func released() throws {
    let shelf = Shelf()
    let peer = Peer(
      Scripted { request, reply in
        if request.method != "drop" { shelf.handler.handle(request, reply) }
      })
    peer.say(request(1, "drop"), "[\(request(2, "drop")),\(request(3))]", request(4, "hold"))
    #expect(try peer.receive().map(Answer.all) == [Answer("1", "-32603 internalError")])
    #expect(
      try peer.receive().map(Answer.all) == [
        Answer("2", "-32603 internalError"), Answer("3", "[]"),
      ])
    _ = shelf.take()
    #expect(try peer.receive().map(Answer.all) == [Answer("4", "-32603 internalError")])
    #expect(peer.end() == (0, []))
  }

  @Test(
    "A cancel reaches the request whose id has the same bytes, and no other",
    arguments: ["7", "-0", "1e2", #""seven""#, #""\u0061""#, "null"])
  func cancel(_ id: String) throws {
    let shelf = Shelf()
    let peer = Peer(shelf.handler)
    peer.say(#"{"jsonrpc":"2.0","id":\#(id),"method":"hold"}"#, request(8, "hold"))
    let (reply, other) = (try #require(shelf.take()), try #require(shelf.take()))
    reply.onCancel { reply.fail(.requestCancelled) }
    other.onCancel { other.fail(.requestCancelled) }
    for wrong in [#""7""#, "9", "0", "100", #""a""#, "{}"] {
      peer.say(#"{"jsonrpc":"2.0","method":"$/cancelRequest","params":{"id":\#(wrong)}}"#)
    }
    peer.say(request(1))
    #expect(try peer.receive().map(Answer.all) == [Answer("1", "[]")])
    peer.say(#"{"jsonrpc":"2.0","method":"$/cancelRequest","params":{"id":\#(id)}}"#)
    #expect(try peer.receive().map(Answer.all) == [Answer(id, "-32800 requestCancelled")])
    other.succeed([0x31])
    #expect(try peer.receive().map(Answer.all) == [Answer("8", "1")])
    #expect(peer.end() == (0, []))
  }

  @Test("Two requests with one id are cancelled together, and both answered")
  func cancelOfTwo() throws {
    let shelf = Shelf()
    let peer = Peer(shelf.handler)
    peer.say(request(5, "hold"), request(5, "hold"))
    for _ in 0..<2 {
      let reply = try #require(shelf.take())
      reply.onCancel { [weak reply] in reply?.fail(.requestCancelled) }
    }
    peer.say(#"{"jsonrpc":"2.0","method":"$/cancelRequest","params":{"id":5}}"#)
    let answers = try peer.receive(2).flatMap(Answer.all)
    #expect(answers.map(\.id) == ["5", "5"])
    #expect(peer.end() == (0, []))
  }

  @Test("A cancel that comes before its action is not lost")
  func cancelBeforeAction() throws {
    let shelf = Shelf()
    let peer = Peer(shelf.handler)
    peer.say(request(5, "hold"))
    let reply = try #require(shelf.take())
    peer.say(#"{"jsonrpc":"2.0","method":"$/cancelRequest","params":{"id":5}}"#, request(6))
    #expect(try peer.receive().map(Answer.all) == [Answer("6", "[]")])
    reply.onCancel { reply.fail(.requestCancelled) }
    #expect(try peer.receive().map(Answer.all) == [Answer("5", "-32800 requestCancelled")])
    #expect(peer.end() == (0, []))
  }

  @Test("Cancelling an answered request does nothing, and its action is released")
  func cancelAfterAnswer() throws {
    let shelf = Shelf()
    let peer = Peer(shelf.handler)
    peer.say(request(5, "hold"))
    let reply = try #require(shelf.take())
    let calls = Guarded(0)
    final class Held: Sendable {}
    weak var held: Held?
    do {
      let object = Held()
      held = object
      reply.onCancel { withExtendedLifetime(object) { calls.withLock { $0 += 1 } } }
    }
    #expect(held != nil)
    reply.succeed([0x31])
    #expect(held == nil)
    reply.onCancel { calls.withLock { $0 += 1 } }
    peer.say(#"{"jsonrpc":"2.0","method":"$/cancelRequest","params":{"id":5}}"#, request(6))
    #expect(peer.receive(2).count == 2)
    #expect(calls.withLock { $0 } == 0)
    #expect(peer.end() == (0, []))
  }

  @Test("A request inside of a batch can be cancelled; the array waits for all its answers")
  func cancelInBatch() throws {
    let shelf = Shelf()
    let peer = Peer(shelf.handler)
    peer.say("[\(request(1, "hold")),\(request(2)),\(request(3, "hold"))]", request(4))
    #expect(try peer.receive().map(Answer.all) == [Answer("4", "[]")])
    let (reply, last) = (try #require(shelf.take()), try #require(shelf.take()))
    reply.onCancel { reply.fail(.requestCancelled) }
    peer.say(#"{"jsonrpc":"2.0","method":"$/cancelRequest","params":{"id":1}}"#, request(5))
    #expect(try peer.receive().map(Answer.all) == [Answer("5", "[]")])
    last.succeed([0x33])
    let answers = try peer.receive().map(Answer.all)
    #expect(
      answers == [Answer("2", "[]"), Answer("1", "-32800 requestCancelled"), Answer("3", "3")])
    #expect(peer.end() == (0, []))
  }

  @Test("Batches whose members are answered by several threads are whole")
  func racingBatches() throws {
    let handler = Scripted { _, reply in
      _ = try? Thread { reply.succeed([0x31]) }
    }
    let peer = Peer(handler)
    for round in 0..<100 {
      peer.say("[\((0..<5).map { request(10 * round + $0) }.joined(separator: ","))]")
      let answers = try Answer.all(in: peer.receive() ?? "")
      #expect(Set(answers.map(\.id)) == Set((0..<5).map { "\(10 * round + $0)" }))
    }
    #expect(peer.end() == (0, []))
  }
}
