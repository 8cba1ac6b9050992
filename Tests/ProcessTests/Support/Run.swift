import Foundation
import JSON
import TestSupport
import Testing

/// A program that is run to its end, with what it wrote.
struct Run {
  /// The exit code, or the signal that ended it.
  let status: Int32
  let output: String
  let errors: String

  /// Runs a program, and expects its exit code, all of its output or errors, parts of the errors and
  /// how many lines these are, where they are given. Unless it and everything that it started are
  /// done after this many seconds, all of them are ended, and the run has what was written until then.
  @discardableResult
  init(
    _ program: String, _ arguments: [String] = [], input: String = "",
    environment: [String: String] = [:], folder: URL = Built.root, seconds: Double = 120,
    exits code: Int32? = nil, prints text: String? = nil, errors message: String? = nil,
    says parts: String..., errorLines: Int? = nil,
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    try self.init(running: program, arguments, input, environment, folder, seconds)
    expect(code, text, message, parts, errorLines, sourceLocation)
  }

  func expect(
    _ code: Int32?, _ text: String?, _ message: String?, _ parts: [String], _ errorLines: Int?,
    _ sourceLocation: SourceLocation
  ) {
    if let code { #expect(status == code, "\(output)\(errors)", sourceLocation: sourceLocation) }
    if let text { #expect(output == text, "\(errors)", sourceLocation: sourceLocation) }
    if let message { #expect(errors == message, sourceLocation: sourceLocation) }
    for part in parts {
      #expect(errors.contains(part), "\(errors)", sourceLocation: sourceLocation)
    }
    if let errorLines {
      let count = errors.split(separator: "\n").count
      #expect(count == errorLines, "\(errors)", sourceLocation: sourceLocation)
    }
  }

  /// What `--summary` wrote: the last line of standard error.
  var summary: JSONValue {
    get throws { try json(String(errors.split(separator: "\n").last ?? "")) }
  }

  /// The ids of the items, one a line of standard output.
  var ids: [Int] {
    get throws { try Run.ids(output) }
  }

  /// The ids of items that are one a line of a text.
  static func ids(_ text: String) throws -> [Int] {
    try text.split(separator: "\n").map { try json(String($0))["id"]?.integerValue ?? -1 }
  }

  private init(
    running program: String, _ arguments: [String], _ input: String,
    _ environment: [String: String], _ folder: URL, _ seconds: Double
  ) throws {
    let process = Process()
    process.executableURL = URL(filePath: program)
    process.arguments = arguments
    process.currentDirectoryURL = folder
    // Whoever runs the tests may have profiles of their own.
    let usual = program == Built.paginator ? ["XDG_CONFIG_HOME": "/nonexistent"] : [:]
    process.environment = ProcessInfo.processInfo.environment
      .merging(usual.merging(environment) { $1 }) { $1 }
    let (standardInput, standardOutput, standardError) = (Pipe(), Pipe(), Pipe())
    process.standardInput = standardInput
    process.standardOutput = standardOutput
    process.standardError = standardError
    let exit = DispatchSemaphore(value: 0)
    process.terminationHandler = { _ in exit.signal() }
    try process.run()
    // It may have ended before it has read all.
    signal(SIGPIPE, SIG_IGN)
    let readers = [standardOutput, standardError].map { Reader($0.fileHandleForReading) }
    try? standardInput.fileHandleForWriting.write(contentsOf: Data(input.utf8))
    try? standardInput.fileHandleForWriting.close()

    let deadline = DispatchTime.now() + seconds
    let isDone =
      readers.allSatisfy { $0.ends(by: deadline) } && exit.wait(timeout: deadline) == .success
    if !isDone {
      process.killGroup()
      let grace = DispatchTime.now() + 10
      for reader in readers { _ = reader.ends(by: grace) }
      process.waitUntilExit()
    }
    status = isDone ? process.terminationStatus : SIGKILL
    output = readers[0].text()
    errors =
      readers[1].text() + (isDone ? "" : "\n\(program) was ended after \(seconds) seconds.\n")
  }

  /// Reads a pipe to its end on a thread of its own.
  private final class Reader: @unchecked Sendable {
    private let lock = NSLock()
    private let end = DispatchSemaphore(value: 0)
    // Guarded by the lock.
    private var data = Data()

    init(_ handle: FileHandle) {
      Thread.detachNewThread { [self] in
        while let piece = try? handle.read(upToCount: 65_536), !piece.isEmpty {
          lock.withLock { data.append(piece) }
        }
        try? handle.close()
        end.signal()
      }
    }

    /// Waits for the end of the pipe: whether it came in time.
    func ends(by deadline: DispatchTime) -> Bool {
      guard end.wait(timeout: deadline) == .success else { return false }
      end.signal()
      return true
    }

    func text() -> String {
      lock.withLock { String(decoding: data, as: UTF8.self) }
    }
  }
}

extension Process {
  /// Kills the process and those that it has started: Foundation makes each process the leader of
  /// its group.
  func killGroup() {
    kill(-processIdentifier, SIGKILL)
  }

  /// Kills the group after this many seconds, so that no test waits for it any longer.
  func killGroup(after seconds: Double) {
    // The item stays in the queue until its time: it must not keep the process and its pipes.
    DispatchQueue.global().asyncAfter(deadline: .now() + seconds) { [weak self] in
      if let self, isRunning { killGroup() }
    }
  }
}
