import System

/// A program that is spoken to by two pipes, and is ended when it takes too long.
final class TimedProcess {
  let program: String
  private let child: ChildProcess
  private let secondsMax: Int

  /// Starts a program by its path; `environment` is added to this program's.
  init(
    _ words: [String], environment: [String: String] = [:], output: ChildProcess.Output = .pipe,
    secondsMax: Int = 120
  ) throws(BenchmarkError) {
    program = words.first ?? ""
    self.secondsMax = secondsMax
    child = try BenchmarkError.calling("start \(program)") { () throws(SystemError) in
      try ChildProcess(words, environment: environment, output: output)
    }
    try Watchdog.shared.watch(child.id, secondsMax: secondsMax)
  }

  deinit { Watchdog.shared.forget(child.id) }

  var pid: Int32 { child.id }

  /// Writes all of the bytes.
  func write(_ bytes: [UInt8]) throws(BenchmarkError) {
    guard (try? Descriptor.writeAll(child.input, bytes[...])) != nil else { throw ended }
  }

  /// Writes all of the bytes from a thread of its own.
  func writeAside(_ bytes: [UInt8]) throws(BenchmarkError) -> Thread {
    let input = child.input
    return try BenchmarkError.calling("pthread_create") { () throws(SystemError) in
      try Thread { try? Descriptor.writeAll(input, bytes[...]) }
    }
  }

  /// Reads from its standard output.
  var output: Int32 { child.output }

  /// What it has written since.
  func chunk() throws(BenchmarkError) -> [UInt8] {
    guard let chunk = try? Descriptor.chunk(child.output) else { throw ended }
    return chunk
  }

  /// Closes its input and waits until it ends by itself, with one of these statuses: its exit code,
  /// or 128 and its signal. Throws where it was too slow.
  func finish(with statuses: Set<Int32> = [0]) throws(BenchmarkError) {
    child.closeInput()
    child.waitForEnd()
    Watchdog.shared.forget(pid)
    let status = child.wait()
    if Watchdog.shared.wasOverdue(pid) { throw ended }
    if !statuses.contains(status) { throw .childFailed(program: program, status: status) }
  }

  /// Waits until it ends by itself; the most resident memory that it was seen to have had.
  func peakBytesUntilEnd() -> Double {
    var peak = 0.0
    while true {
      let now = ProcessFacts.peakBytes(pid)
      guard now.isFinite else { return peak }
      peak = max(peak, now)
      Clock.sleep(0.01)
    }
  }

  /// Runs a program to its end; throws where its exit code is not 0.
  static func run(
    _ words: [String], output: ChildProcess.Output = .nowhere, secondsMax: Int = 120
  ) throws(BenchmarkError) {
    try TimedProcess(words, output: output, secondsMax: secondsMax).finish()
  }

  /// Why nothing comes from it any more.
  var ended: BenchmarkError {
    Watchdog.shared.wasOverdue(pid)
      ? .childTooSlow(program: program, secondsMax: secondsMax) : .childEnded(program: program)
  }
}
