import JSON
import RPC
import Synchronization
import System
import Testing

@testable import MCP

@Suite struct ToolCallTests {
  /// Makes a call of each request, and answers the last one when it is told to.
  private final class Caller: RPCHandler {
    let connection: RPCConnection
    let told = Mutex<[String]>([])
    private let last = Mutex<ToolCall?>(nil)

    init(_ connection: RPCConnection) { self.connection = connection }

    private func tell(_ words: String) { told.withLock { $0.append(words) } }

    func handle(_ request: RPCRequest, _ reply: RPCReply) {
      guard let envelope = try? RequestEnvelope(request, session: .november2025) else { return }
      let call = ToolCall(envelope, reply, connection, server: .null) {}
      call.onCancel { [self] in tell("given up") }
      last.withLock { $0 = call }
    }

    func handle(_ notification: RPCRequest) {
      last.withLock { $0 }?.succeed(Array("{}".utf8)) { tell("kept") }
    }

    func inputEnded() {}
  }

  /// What a cancellation has closed is not kept for a call that continues it.
  @Test func whatIsDoneBeforeAnAnswerIsNotDoneForACallThatIsGivenUp() throws {
    let (toServer, fromServer) = (try Descriptor.pipe(), try Descriptor.pipe())
    defer { for end in [toServer.reading, fromServer.reading] { Descriptor.close(end) } }
    let connection = RPCConnection(
      input: toServer.reading, output: fromServer.writing, framing: .lines)
    let caller = Caller(connection)
    let input = [
      #""id":1,"method":"call"}"#, #""method":"$/cancelRequest","params":{"id":1}}"#,
      #""method":"answer"}"#, #""id":2,"method":"call"}"#, #""method":"answer"}"#,
      #""method":"$/cancelRequest","params":{"id":2}}"#,
    ]
    let lines = input.map { #"{"jsonrpc":"2.0",\#($0)"# + "\n" }.joined()
    try Descriptor.writeAll(toServer.writing, Array(lines.utf8)[...])
    Descriptor.close(toServer.writing)
    #expect(connection.run(caller) == 0)
    Descriptor.close(fromServer.writing)
    #expect(caller.told.withLock(\.self) == ["given up", "kept"])
    let chunk = try Descriptor.chunk(fromServer.reading) ?? []
    let answers = String(decoding: chunk, as: UTF8.self).split(separator: "\n")
    #expect(answers.count == 1 && answers.first?.contains(#""id":2"#) == true)
  }
}
