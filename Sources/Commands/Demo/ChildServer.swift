import JSON

#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// This executable, started once more as a server, and spoken to in lines framing.
final class ChildServer {
  /// Why the conversation broke off.
  enum Failure: Error {
    case couldNotStart(errno: Int32)
    case ended
  }

  private let process: pid_t
  private let input: Int32
  private let output: Int32
  private var unread: [UInt8] = []

  init() throws(Failure) {
    var toChild: [Int32] = [-1, -1]
    var fromChild: [Int32] = [-1, -1]
    guard pipe(&toChild) == 0, pipe(&fromChild) == 0 else { throw .couldNotStart(errno: errno) }
    for descriptor in [toChild[1], fromChild[0]] { _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC) }
    var process = pid_t()
    let result = ChildServer.spawn(&process, input: toChild[0], output: fromChild[1])
    close(toChild[0])
    close(fromChild[1])
    guard result == 0 else {
      close(toChild[1])
      close(fromChild[0])
      throw .couldNotStart(errno: result)
    }
    self.process = process
    input = toChild[1]
    output = fromChild[0]
  }

  /// Sends one message.
  func send(_ message: [UInt8]) {
    Terminal.write(String(decoding: message, as: UTF8.self) + "\n", to: input)
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
      var chunk = [UInt8](repeating: 0, count: 65_536)
      let count = read(output, &chunk, chunk.count)
      guard count > 0 else { throw .ended }
      unread += chunk[..<count]
    }
  }

  /// Reads to the end and waits; the child's exit code, or 128 and its signal.
  func finish() -> Int32 {
    var rest = [UInt8](repeating: 0, count: 4_096)
    while read(output, &rest, rest.count) > 0 {}
    close(input)
    close(output)
    var status: Int32 = 0
    while waitpid(process, &status, 0) < 0, errno == EINTR {}
    return status & 0x7F == 0 ? (status >> 8) & 0xFF : 128 + (status & 0x7F)
  }

  private static func spawn(_ process: inout pid_t, input: Int32, output: Int32) -> Int32 {
    #if canImport(Glibc)
    var actions = posix_spawn_file_actions_t()
    #else
    var actions: posix_spawn_file_actions_t?
    #endif
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_adddup2(&actions, input, STDIN_FILENO)
    posix_spawn_file_actions_adddup2(&actions, output, STDOUT_FILENO)
    for descriptor in [input, output] {
      posix_spawn_file_actions_addclose(&actions, descriptor)
    }
    var words: [UnsafeMutablePointer<CChar>?] = [strdup("paginator"), strdup("--stdio"), nil]
    defer { words.forEach { free($0) } }
    return posix_spawn(&process, executablePath, &actions, nil, &words, environ)
  }

  /// The path of the running executable.
  private static var executablePath: String {
    #if canImport(Glibc)
    "/proc/self/exe"
    #else
    var size = UInt32(4_096)
    var path = [CChar](repeating: 0, count: Int(size))
    _ = _NSGetExecutablePath(&path, &size)
    return String(cString: path)
    #endif
  }
}
