import JSON
import System

/// The built executable, which has to answer every request exactly once and to stay alive.
final class FuzzedServer {
  private let process: ChildProcess
  private var unread: [UInt8] = []
  /// Ids of requests that are still to be answered.
  private var waiting: Set<String> = []
  private var lastNumber = 0
  /// What was written since the last time that nothing waited, to show it.
  private var written: [String] = []

  /// Longest wait for an answer; whoever waits so long has found something.
  private static let secondsMax = 90.0

  /// `framing`: the options that have it speak lines.
  init(
    _ arguments: [String] = [], framing: [String] = ["--framing", "lines"]
  ) throws(FuzzFailure) {
    do throws(SystemError) {
      process = try ChildProcess([Self.executable] + framing + arguments)
    } catch {
      throw FuzzFailure("\(Self.executable) cannot be started: \(error.reason)")
    }
  }

  /// The executable that was built beside this program, or the one that `PAGINATOR` names.
  static var executable: String {
    if let path = Process.variable("PAGINATOR") { return path }
    let own = CommandLine.arguments[0]
    guard let slash = own.lastIndex(of: "/") else { return "./paginator" }
    return own[...slash] + "paginator"
  }

  /// An id that no other request has, as JSON text.
  func nextID() -> String {
    lastNumber += 1
    return "\"intact-\(lastNumber)\""
  }

  var id: Int32 { process.id }

  /// Writes a request that is whole, and expects one answer; its id.
  @discardableResult
  func request(_ method: String, _ params: String) throws(FuzzFailure) -> String {
    let id = nextID()
    waiting.insert(id)
    try write(
      Array(#"{"jsonrpc":"2.0","id":\#(id),"method":"\#(method)","params":\#(params)}"#.utf8))
    return id
  }

  /// Writes a line of whatever.
  func write(_ line: [UInt8]) throws(FuzzFailure) {
    written.append(String(decoding: line, as: UTF8.self))
    do throws(SystemError) {
      try Descriptor.writeAll(process.input, (line + [UInt8(ascii: "\n")])[...])
    } catch {
      throw FuzzFailure("the server is gone (\(end())) after:\n\(said)")
    }
  }

  /// Reads answers until nothing waits; each line as a document.
  func takeAnswers(_ take: (JSONDocument) -> Void) throws(FuzzFailure) {
    while !waiting.isEmpty {
      let line = try nextLine()
      guard let document = try? JSONDocument(line) else {
        throw FuzzFailure(
          "no JSON: \(String(decoding: line.prefix(500), as: UTF8.self)) after:\n\(said)")
      }
      guard document.member("method", of: document.root) == nil else { continue }
      let id = document.member("id", of: document.root).map(document.text) ?? ""
      if id.hasPrefix("\"intact-") {
        guard waiting.remove(id) != nil else {
          throw FuzzFailure("\(id) is answered twice after:\n\(said)")
        }
      }
      take(document)
    }
    written = []
  }

  /// Closes its input: it ends by itself, with status 0.
  func finish() throws(FuzzFailure) {
    process.closeInput()
    while (try? Descriptor.chunk(process.output)) ?? nil != nil {}
    let status = process.wait()
    try expect(status == 0 || status == 1, "the server ends with status \(status)")
  }

  private var said: String { written.suffix(40).joined(separator: "\n") }

  private func nextLine() throws(FuzzFailure) -> [UInt8] {
    while true {
      if let end = unread.firstIndex(of: UInt8(ascii: "\n")) {
        let line = Array(unread[..<end])
        unread.removeFirst(end + 1)
        return line
      }
      guard Poll.wait(process.output, for: .reading, seconds: Self.secondsMax) else {
        throw FuzzFailure("no answer to \(waiting) after:\n\(said)")
      }
      guard let chunk = (try? Descriptor.chunk(process.output)) ?? nil else {
        throw FuzzFailure("the server is gone (\(end())) after:\n\(said)")
      }
      unread += chunk
    }
  }

  private func end() -> String {
    process.closeInput()
    return "status \(process.wait())"
  }
}
