import Foundation
import JSON
import TestSupport

/// The built executable as a server, spoken to in either framing.
final class ServerProcess {
  enum Framing: String, CaseIterable, Sendable {
    case headers, lines
  }

  struct Ended: Error {}

  private let process = Process()
  private let input = Pipe()
  private let output = Pipe()
  private let framing: Framing
  private var unread = Data()

  init(
    _ framing: Framing, arguments: [String] = [], environment: [String: String] = [:]
  ) throws {
    self.framing = framing
    signal(SIGPIPE, SIG_IGN)
    process.executableURL = URL(filePath: Built.paginator)
    process.arguments = arguments
    if !environment.isEmpty {
      process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
    }
    process.standardInput = input
    process.standardOutput = output
    try process.run()
    process.killGroup(after: 300)
  }

  deinit {
    if process.isRunning { process.terminate() }
  }

  func send(_ message: String) throws {
    let text =
      switch framing {
      case .headers: "Content-Length: \(message.utf8.count)\r\n\r\n\(message)"
      case .lines: message + "\n"
      }
    try input.fileHandleForWriting.write(contentsOf: Data(text.utf8))
  }

  /// The next message's text.
  func receive() throws -> String {
    while true {
      if let message = nextMessage() { return message }
      let chunk = output.fileHandleForReading.availableData
      if chunk.isEmpty { throw Ended() }
      unread += chunk
    }
  }

  /// Sends a request and gives its answer's tree.
  @discardableResult
  func ask(_ method: String, _ params: JSONValue, id: Int = 1) throws -> JSONValue {
    try post(method, params, id: id)
    return try receiveTree()
  }

  /// Sends a request without waiting for its answer.
  func post(_ method: String, _ params: JSONValue, id: Int) throws {
    var writer = JSONWriter()
    writer.value([
      "jsonrpc": "2.0", "id": .integer(id), "method": .string(method), "params": params,
    ])
    try send(String(decoding: writer.bytes, as: UTF8.self))
  }

  /// The next message's tree.
  func receiveTree() throws -> JSONValue {
    return try json(receive())
  }

  /// Kills the server and waits for the end.
  func killAndWait() {
    kill(process.processIdentifier, SIGKILL)
    process.waitUntilExit()
  }

  /// Closes the input and waits for the end; the exit code.
  func finish() -> Int32 {
    try? input.fileHandleForWriting.close()
    _ = try? output.fileHandleForReading.readToEnd()
    process.waitUntilExit()
    return process.terminationStatus
  }

  private func nextMessage() -> String? {
    switch framing {
    case .lines:
      guard let end = unread.firstIndex(of: UInt8(ascii: "\n")) else { return nil }
      let line = String(decoding: unread[..<end], as: UTF8.self)
      unread = Data(unread[unread.index(after: end)...])
      return line
    case .headers:
      guard let end = unread.range(of: Data("\r\n\r\n".utf8)) else { return nil }
      let header = String(decoding: unread[..<end.lowerBound], as: UTF8.self)
      guard let length = Int(header.dropFirst("Content-Length: ".count)),
        unread.distance(from: end.upperBound, to: unread.endIndex) >= length
      else { return nil }
      let bodyEnd = unread.index(end.upperBound, offsetBy: length)
      let body = String(decoding: unread[end.upperBound..<bodyEnd], as: UTF8.self)
      unread = Data(unread[bodyEnd...])
      return body
    }
  }
}
