import Foundation
import System
import TestSupport

/// An API on loopback that answers by a rule of a test's own.
final class ListAPI: Sendable {
  private let server: LoopbackServer

  /// What it answers with.
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

  init(respond: @escaping @Sendable (Query) -> Response) throws {
    server = try LoopbackServer()
    try server.serve { Self.serve($0, respond) }
  }

  var url: String { "http://127.0.0.1:\(server.port)" }

  private static func serve(_ connection: Socket, _ respond: (Query) -> Response) {
    while let request = connection.receiveRequest() {
      let answer = respond(Query(request: request))
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
}
