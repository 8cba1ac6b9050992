import System
import TestInput

/// An API of any number of items, which it makes as they are asked for: `GET /items?page=3&per_page=2`
/// gives `{"total":10000000,"items":[{"id":5},{"id":6}]}`. It runs in a process of its own, and is
/// fast enough that not it is what is measured.
final class CountingAPI {
  static let task = "count"

  let itemCount: Int
  /// Where its pages are, without a query.
  let url: String
  private let process: TimedProcess

  /// It ends at the latest after so many seconds.
  private static let secondsMax = 1_800
  private static let perPageDefault = 100

  init(items: Int) throws(BenchmarkError) {
    itemCount = items
    process = try TimedProcess(ChildTask.words(Self.task, "\(items)"), secondsMax: Self.secondsMax)
    let line = try process.chunk()
    guard let port = Int(String(decoding: line.dropLast(), as: UTF8.self)) else {
      throw process.ended
    }
    url = "http://127.0.0.1:\(port)/items"
  }

  // MARK: The other process

  /// Serves until its input ends; says its port first.
  static func run(itemCount: Int) throws(BenchmarkError) {
    try BenchmarkError.calling("serve") { () throws(SystemError) in
      let server = try LoopbackServer()
      try server.serve { serve($0, itemCount) }
      try Descriptor.writeAll(Descriptor.standardOutput, "\(server.port)\n")
      while try Descriptor.chunk(Descriptor.standardInput) != nil {}
      server.stop()
    }
  }

  private static func serve(_ socket: Socket, _ itemCount: Int) {
    var unread: [UInt8] = []
    while let head = socket.receiveHead(&unread) {
      let line = String(head.prefix { $0 != "\r\n" })
      let body = page(
        number("page=", in: line) ?? 1, of: number("per_page=", in: line) ?? perPageDefault,
        itemCount)
      let response = """
        HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: \(body.count)\r\n\r\n
        """
      guard socket.send(Array(response.utf8)[...], body[...]) else { break }
    }
  }

  private static func page(_ page: Int, of size: Int, _ itemCount: Int) -> [UInt8] {
    var body = Array(#"{"total":\#(itemCount),"items":["#.utf8)
    body.reserveCapacity(body.count + size * 20)
    let first = (page - 1) * size + 1
    for id in first..<max(first, min(first + size, itemCount + 1)) {
      body += id > first ? #",{"id":"#.utf8 : #"{"id":"#.utf8
      append(id, to: &body)
      body.append(0x7D)
    }
    body += "]}".utf8
    return body
  }

  private static func append(_ number: Int, to body: inout [UInt8]) {
    var unit = 1
    while number / unit >= 10 { unit *= 10 }
    while unit > 0 {
      body.append(0x30 + UInt8(number / unit % 10))
      unit /= 10
    }
  }

  /// The number of a parameter that begins the query or follows a `&`.
  private static func number(_ name: String, in line: String) -> Int? {
    let query = line.split(separator: "?", maxSplits: 1).last?.split(separator: " ").first ?? ""
    return query.split(separator: "&").first { $0.hasPrefix(name) }
      .flatMap { Int($0.dropFirst(name.count)) }
  }
}
