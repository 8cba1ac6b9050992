import HTTP
import JSON
import RPC
import Server
import Store
import Synchronization
import System
import TestInput

@testable import MCP

/// An agent's server without a process, and the client on its other side.
final class AgentTalk {
  private let toServer: (reading: Int32, writing: Int32)
  private let fromServer: (reading: Int32, writing: Int32)
  private let thread: Thread
  private var unread: [UInt8] = []
  private var lastID = 0

  /// Serves with a toolbox; `initialize` is answered.
  init(_ tools: Toolbox) throws {
    (toServer, fromServer) = (try Descriptor.pipe(), try Descriptor.pipe())
    let connection = RPCConnection(
      input: toServer.reading, output: fromServer.writing, framing: .lines)
    let server = AgentServer(connection: connection, version: "1", tools: tools)
    thread = try Thread { _ = connection.run(server) }
    _ = try ask("initialize", ["protocolVersion": "2025-06-18"])
  }

  deinit {
    Descriptor.close(toServer.writing)
    thread.join()
    for end in [toServer.reading, fromServer.reading, fromServer.writing] { Descriptor.close(end) }
  }

  /// Calls a tool, and gives its result.
  func call(_ tool: String, _ arguments: JSONObject) throws -> JSONValue {
    try ask("tools/call", ["name": .string(tool), "arguments": .object(arguments)])["result"]
      ?? .null
  }

  /// Sends a request without waiting for its answer.
  func post(_ method: String, _ params: JSONValue) throws {
    lastID += 1
    let message: JSONValue = [
      "jsonrpc": "2.0", "id": .integer(lastID), "method": .string(method), "params": params,
    ]
    try Descriptor.writeAll(toServer.writing, message.text + "\n")
  }

  /// Sends a request, and gives the message that answers it.
  func ask(_ method: String, _ params: JSONValue) throws -> JSONValue {
    try post(method, params)
    return try receive()
  }

  /// The next message.
  func receive() throws -> JSONValue {
    while true {
      if let end = unread.firstIndex(of: UInt8(ascii: "\n")) {
        let document = try JSONDocument(Array(unread[..<end]))
        unread.removeSubrange(...end)
        return document.value(document.root)
      }
      guard let chunk = try Descriptor.chunk(fromServer.reading) else { return .null }
      unread += chunk
    }
  }
}

/// Answers each request by a rule of a test's own, and keeps what was sent. Where the rule gives
/// nothing, the request waits for ever.
final class AnsweringClient: HTTPClient {
  private let respond: @Sendable (HTTPRequest) -> HTTPResponse?
  private let requests = Mutex<[HTTPRequest]>([])
  private let queue = SerialQueue()
  /// Requests that wait for ever.
  private let unanswered = Guarded(0)
  /// Requests whose response has been taken in.
  private let answered = Guarded(0)

  init(respond: @escaping @Sendable (HTTPRequest) -> HTTPResponse?) { self.respond = respond }

  /// The answer of its rule.
  func answer(_ request: HTTPRequest) -> HTTPResponse? { respond(request) }

  /// Waits until a request is not answered.
  func waitForSilence() {
    unanswered.wait { count -> Void? in
      guard count > 0 else { return nil }
      count = 0
      return ()
    }
  }

  /// Waits until a response has been taken in.
  func waitForAnswer() { answered.wait { $0 > 0 ? () : nil } }

  /// The requests since the last time.
  func takeSent() -> [HTTPRequest] {
    requests.withLock { sent in
      defer { sent = [] }
      return sent
    }
  }

  func send(_ request: HTTPRequest, completion: @escaping HTTPCompletion) -> any HTTPTransfer {
    requests.withLock { $0.append(request) }
    let transfer = PendingTransfer(completion)
    queue.run { [respond, unanswered, answered] in
      if let response = respond(request) {
        transfer.finish(.success(response))
        answered.withLock { $0 += 1 }
        return answered.notify()
      }
      unanswered.withLock { $0 += 1 }
      unanswered.notify()
    }
    return transfer
  }

  /// A response with a JSON body.
  static func response(
    to request: HTTPRequest, _ body: String, status: Int = 200, headers: [(String, String)] = []
  ) -> HTTPResponse {
    let fields = headers.map { HTTPField(name: $0.0, value: $0.1) }
    var response = HTTPResponse(
      status: HTTPStatus(status), headers: HTTPHeaders(fields), body: Array(body.utf8),
      url: request.url.text, durationMilliseconds: 1)
    response.bodyEnd = .stated
    return response
  }
}

extension Toolbox {
  /// A toolbox for tests, with profiles of a person's own.
  static func ofTest(
    _ client: any HTTPClient, profiles: JSONObject = [:], key: CursorKey = CursorKey(),
    folder: OutputFolder? = nil, scheduler: VirtualScheduler = VirtualScheduler(),
    bounds: AgentBounds = AgentBounds(),
    makeSink: @escaping SinkMaker = { _, _, _ throws(FetchError) in throw .interrupted }
  ) -> Toolbox {
    let text = JSONValue.object(["profiles": .object(profiles)]).bytes
    let catalog = ProfileCatalog(
      files: ["/profiles.json"], stamp: { _ in nil }, read: { _, _, _ in text },
      variable: { _ in nil })
    return Toolbox(
      profiles: catalog, allowedOrigins: [], folder: folder, client: client, scheduler: scheduler,
      reaches: false, variable: { _ in nil }, cursors: CursorStore(key), bounds: bounds,
      makeSink: makeSink)
  }
}
