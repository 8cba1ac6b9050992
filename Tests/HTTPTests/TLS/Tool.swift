import Foundation

/// A program that a test needs and some machines lack.
enum Tool {
  /// The path of a program; nil where the machine has none.
  static func path(_ name: String) -> String? {
    let folders = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
    return (folders.map(String.init) + ["/usr/sbin", "/usr/local/sbin"]).map { "\($0)/\(name)" }
      .first { FileManager.default.isExecutableFile(atPath: $0) }
  }

  struct Failure: Error {
    let arguments: [String]
    let words: String
  }

  /// Runs a program to its end; throws what it says where it fails.
  static func run(_ path: String, _ arguments: [String], in folder: URL) throws {
    let process = Process()
    process.executableURL = URL(filePath: path)
    process.arguments = arguments
    process.currentDirectoryURL = folder
    let words = Pipe()
    process.standardError = words
    process.standardOutput = FileHandle.nullDevice
    try process.run()
    let text = try words.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    guard process.terminationStatus == 0 else {
      throw Failure(arguments: arguments, words: String(decoding: text, as: UTF8.self))
    }
  }
}

/// A server program that runs until the value goes, in a folder.
final class ServerProgram {
  private let process = Process()
  private let log: URL

  /// Starts it and waits until its output has a line that `isReady` accepts.
  init(
    _ path: String, _ arguments: [String], in folder: URL, isReady: (String) -> Bool
  ) throws {
    log = folder.appending(path: "log-\(UUID().uuidString)")
    _ = FileManager.default.createFile(atPath: log.path, contents: nil)
    process.executableURL = URL(filePath: path)
    process.arguments = arguments
    process.currentDirectoryURL = folder
    let output = try FileHandle(forWritingTo: log)
    process.standardOutput = output
    process.standardError = output
    try process.run()
    let limit = Date(timeIntervalSinceNow: 120)
    while !isReady(words) {
      guard process.isRunning, Date() < limit else {
        throw Tool.Failure(arguments: arguments, words: words)
      }
      usleep(5_000)
    }
  }

  deinit {
    if process.isRunning { kill(process.processIdentifier, SIGKILL) }
    process.waitUntilExit()
  }

  /// What it has written so far.
  var words: String { (try? String(contentsOf: log, encoding: .utf8)) ?? "" }
}
