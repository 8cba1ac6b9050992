import Foundation
import Testing

/// The project's folder and what has been built from it.
enum Built {
  static let root = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  /// The executable that was built beside these tests, or the one that `PAGINATOR` names.
  static let paginator: String = {
    if let path = ProcessInfo.processInfo.environment["PAGINATOR"] { return path }
    return beside("paginator")
  }()

  /// A program that was built beside these tests.
  static func beside(_ name: String) -> String {
    let bundle = CommandLine.arguments.first { $0.hasSuffix(".xctest") }
    let place = bundle.map { URL(filePath: $0) } ?? URL(filePath: "/proc/self/exe")
    return place.resolvingSymlinksInPath().deletingLastPathComponent().appending(path: name).path
  }

  /// The path of a program, which may be given; nil where the machine has none.
  static func program(_ name: String) -> String? {
    if name.contains("/") {
      return FileManager.default.isExecutableFile(atPath: name) ? name : nil
    }
    let folders = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
    return folders.map { "\($0)/\(name)" }.first {
      FileManager.default.isExecutableFile(atPath: $0)
    }
  }

  static func text(_ path: String) throws -> String {
    try String(contentsOf: root.appending(path: path), encoding: .utf8)
  }
}

/// A program that is run to its end, with what it wrote.
struct Run {
  let status: Int32
  let output: String
  let errors: String

  /// Runs a program; it is ended after so many seconds.
  init(
    _ program: String, _ arguments: [String] = [], input: String = "",
    environment: [String: String] = [:], folder: URL = Built.root, seconds: Double = 120
  ) throws {
    let process = Process()
    process.executableURL = URL(filePath: program)
    process.arguments = arguments
    process.currentDirectoryURL = folder
    process.environment = ProcessInfo.processInfo.environment
      .merging(environment) { _, new in new }
    let (standardInput, standardOutput, standardError) = (Pipe(), Pipe(), Pipe())
    process.standardInput = standardInput
    process.standardOutput = standardOutput
    process.standardError = standardError
    try process.run()
    // A cancelled item stays in the queue until its time: it must not keep the process's pipes.
    let deadline = DispatchWorkItem { [weak process] in process?.terminate() }
    DispatchQueue.global().asyncAfter(deadline: .now() + seconds, execute: deadline)
    let readers = [standardOutput, standardError].map { Reader($0.fileHandleForReading) }
    try? standardInput.fileHandleForWriting.write(contentsOf: Data(input.utf8))
    try? standardInput.fileHandleForWriting.close()
    let texts = readers.map { $0.text() }
    for pipe in [standardOutput, standardError] { try? pipe.fileHandleForReading.close() }
    process.waitUntilExit()
    deadline.cancel()
    status = process.terminationStatus
    output = texts[0]
    errors = texts[1]
  }

  /// Reads a pipe to its end on a thread of its own.
  private final class Reader: @unchecked Sendable {
    // Written by the thread before it signals, read after the signal.
    private var data = Data()
    private let done = DispatchSemaphore(value: 0)

    init(_ handle: FileHandle) {
      Thread.detachNewThread { [self] in
        data = (try? handle.readToEnd()) ?? Data()
        done.signal()
      }
    }

    func text() -> String {
      done.wait()
      return String(decoding: data, as: UTF8.self)
    }
  }
}
