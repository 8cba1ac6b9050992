import Foundation
import Synchronization
import System

/// An API on loopback that lists ids in pages of 10 by `page` or `offset`, and what a test makes of
/// them from one run to the next.
final class ListAPI: Sendable {
  /// What it answers with.
  struct Contents: Sendable {
    var ids: [Int]
    /// Whether responses state a total.
    var statesTotal = false
    /// Ids that are in the total, and on no page.
    var hidden: Set<Int> = []
    /// The whole body of each response; nil: a page.
    var body: String?
  }

  static let perPage = 10
  private let list: Mutex<Contents>
  private let respond: (@Sendable (Query) -> Response)?
  private let listener: Socket
  private let port: Int

  /// What a rule of a test's own answers with.
  struct Response: Sendable {
    var status = 200
    var type = "application/json"
    var body: String
    /// The body where it is no UTF-8.
    var bytes: [UInt8]?
    /// Nothing but the end of the connection says that the body is all.
    var endsWithConnection = false

    /// `{"items":[{"id":1}],MORE}`.
    static func items(_ ids: some Sequence<Int>, _ more: String = "") -> Response {
      let items = ids.map { "{\"id\":\($0)}" }.joined(separator: ",")
      return Response(body: "{\"items\":[\(items)]\(more.isEmpty ? "" : ",")\(more)}")
    }
  }

  /// The numbers in the query of a request.
  struct Query: Sendable {
    let request: String

    subscript(name: String) -> Int? {
      let pattern = try? Regex("[?&]\(name)=([0-9]+)", as: (Substring, Substring).self)
      return pattern.flatMap { request.firstMatch(of: $0) }.flatMap { Int($0.1) }
    }
  }

  init(
    _ ids: some Sequence<Int> = [], statesTotal: Bool = false,
    respond: (@Sendable (Query) -> Response)? = nil
  ) throws {
    self.respond = respond
    list = Mutex(Contents(ids: Array(ids), statesTotal: statesTotal))
    (listener, port) = try Socket.loopback()
    try listener.serve { [weak self] in self?.serve($0) }
  }

  deinit { listener.shutDown() }

  var url: String { "http://127.0.0.1:\(port)" }

  /// Makes something else of the list.
  func change(_ body: (inout Contents) -> Void) { list.withLock { body(&$0) } }

  private func serve(_ connection: Socket) {
    while let request = connection.receiveRequest() {
      let query = Query(request: request)
      let answer = respond?(query) ?? Response(body: body(for: query))
      let body = answer.bytes ?? Array(answer.body.utf8)
      let head = """
        HTTP/1.1 \(answer.status) -\r\nContent-Type: \(answer.type)\r\n\
        \(answer.endsWithConnection ? "Connection: close" : "Content-Length: \(body.count)")\r\n\r\n
        """
      guard connection.send((Array(head.utf8) + body)[...]), !answer.endsWithConnection else {
        return
      }
    }
  }

  private func body(for query: Query) -> String {
    let list = list.withLock { $0 }
    if let body = list.body { return body }
    let start = query["offset"] ?? ((query["page"] ?? 1) - 1) * ListAPI.perPage
    let page = list.ids.dropFirst(start).prefix(ListAPI.perPage).filter {
      !list.hidden.contains($0)
    }
    let items = page.map { "{\"id\":\($0)}" }.joined(separator: ",")
    let total = list.statesTotal ? ",\"total\":\(list.ids.count)" : ""
    return "{\"items\":[\(items)]\(total)}"
  }
}
