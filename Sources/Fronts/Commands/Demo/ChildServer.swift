import JSON
import System
import Text

/// This executable, started again as a server, and spoken to in lines framing.
final class ChildServer {
  /// The reason why the conversation broke off.
  enum Failure: Error {
    case couldNotStart(SystemError)
    case ended
  }

  private let process: ChildProcess
  private var unread: [UInt8] = []

  init() throws(Failure) {
    process = try mapError(
      Failure.couldNotStart,
      ChildProcess(["paginator", "--stdio"], path: Process.executablePath))
  }

  /// Sends one message.
  func send(_ message: [UInt8]) {
    try? Descriptor.writeAll(process.input, (message + [UInt8(ascii: "\n")])[...])
  }

  /// The next message.
  func receive() throws(Failure) -> JSONDocument {
    while true {
      if let end = unread.firstIndex(of: UInt8(ascii: "\n")) {
        let line = Array(unread[..<end])
        unread.removeFirst(end + 1)
        guard let document = try? JSONDocument(line) else { throw .ended }
        return document
      }
      guard let chunk = try? Descriptor.chunk(process.output) else { throw .ended }
      unread += chunk
    }
  }

  /// Reads to the end and waits; the child's exit code, or 128 and its signal.
  func finish() -> Int32 {
    while (try? Descriptor.chunk(process.output)) != nil {}
    process.closeInput()
    return process.wait()
  }
}
