import Foundation

/// A program that is run to its end, with what it wrote.
struct Run {
  /// The exit code, or the signal that ended it.
  let status: Int32
  let output: String
  let errors: String

  /// Runs a program. Unless it and everything that it started are done after this many seconds, all
  /// of them are ended, and the run has what was written until then.
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
    let exit = DispatchSemaphore(value: 0)
    process.terminationHandler = { _ in exit.signal() }
    try process.run()
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
