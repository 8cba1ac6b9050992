import JSON
import Pagination
import RPC
import Server
import Sessions
import Store
import Synchronization
import System
import TestInput
import TestSupport
import Testing

@testable import MCP

@Suite struct FetchToolTests {
  /// What was done with a file, the last of it that no one can do anything any more.
  private final class Told: Sendable {
    let lines = Guarded<[String]>([])

    func tell(_ words: String) {
      lines.withLock { $0.append(words) }
      lines.notify()
    }
  }

  /// A file that tells what is done with it, and does something at its end.
  private final class ToldSink: FakeSink, @unchecked Sendable {
    private let told: Told
    private let whenEnding: @Sendable () -> Void

    init(_ told: Told, whenEnding: @escaping @Sendable () -> Void) {
      self.told = told
      self.whenEnding = whenEnding
    }

    deinit { told.tell("gone") }

    override func write(_ page: WalkPage) { told.tell("write \(page.items.count)") }

    override func end(_ summary: WalkSummary, _ endReason: JSONValue, isOver: Bool) -> Verdict {
      told.tell("end")
      whenEnding()
      return summary.verdict
    }

    override func leave() { told.tell("leave") }
  }

  /// Its descriptor may be another file's by then.
  @Test func aFileIsNotClosedAgainWhereACancellationMeetsItsEnd() throws {
    let folder = try TemporaryFolder()
    let (toServer, fromServer) = (try Descriptor.pipe(), try Descriptor.pipe())
    defer {
      for end in [toServer.reading, fromServer.reading, fromServer.writing] {
        Descriptor.close(end)
      }
    }
    let connection = RPCConnection(
      input: toServer.reading, output: fromServer.writing, framing: .lines)
    let (client, told) = (ScriptedClient(), Told())
    let tools = Toolbox(
      profiles: .builtIn, allowedOrigins: [], folder: OutputFolder(folder.path("")),
      client: client, scheduler: VirtualScheduler(), reaches: false, variable: { _ in nil },
      cursors: CursorStore(), bounds: AgentBounds(),
      makeSink: { _, _, _ in ToldSink(told) { connection.cancel(id: Array("1".utf8)) } })
    let server = AgentServer(connection: connection, version: "1", tools: tools)
    let reader = try Thread { told.tell("exit code \(connection.run(server))") }
    let lines = [
      #"{"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":"2025-06-18"}}"#,
      #"{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"fetch","arguments":"#
        + #"{"url":"http://a.test/l","to":"l.ndjson"}}}"#,
      #"{"jsonrpc":"2.0","id":2,"method":"ping"}"#, "",
    ]
    try Descriptor.writeAll(toServer.writing, Array(lines.joined(separator: "\n").utf8)[...])
    var answers = ""
    while !answers.contains(#""id":2"#) {
      let chunk = try #require(try Descriptor.chunk(fromServer.reading))
      answers += String(decoding: chunk, as: UTF8.self)
    }
    try client.only().reply(#"{"items":[{"id":1},{"id":2}],"next":null}"#)
    told.lines.wait { $0.last == "gone" ? () : nil }
    #expect(told.lines.withLock(\.self) == ["write 2", "end", "gone"])
    Descriptor.close(toServer.writing)
    reader.join()
    #expect(told.lines.withLock(\.self).last == "exit code 0")
  }
}
