#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// A program that is spoken to by two pipes. It is ended by its id, at the latest by `deinit`.
final class ChildProcess {
  /// Where its output goes.
  enum Output {
    /// To `ChildProcess.output`.
    case pipe
    case nowhere
    case file(String)
  }

  let program: String
  let pid: pid_t
  /// Writes to its standard input.
  let input: Int32
  /// Reads from its standard output; -1 where that is no pipe.
  let output: Int32
  private let secondsMax: Int
  private var isInputOpen = true
  private var isReaped = false

  /// Starts a program by its path; `environment` is added to this program's.
  init(
    _ words: [String], environment: [String: String] = [:], output: Output = .pipe,
    secondsMax: Int = 120
  ) throws(BenchmarkError) {
    program = words.first ?? ""
    self.secondsMax = secondsMax
    var toChild: [Int32] = [-1, -1]
    var fromChild: [Int32] = [-1, -1]
    guard Self.makePipe(&toChild) == 0 else { throw .system("pipe") }
    if case .pipe = output, Self.makePipe(&fromChild) != 0 { throw .system("pipe") }
    var pid = pid_t()
    let result = Self.spawn(
      &pid, words, environment, input: toChild[0], output, pipe: fromChild[1])
    close(toChild[0])
    if fromChild[1] >= 0 { close(fromChild[1]) }
    self.pid = pid
    input = toChild[1]
    self.output = fromChild[0]
    guard result == 0 else {
      isReaped = true
      throw .couldNotStart(program: program, errno: result)
    }
    try Watchdog.shared.watch(pid, secondsMax: secondsMax)
  }

  deinit {
    end()
    closeInput()
    if output >= 0 { close(output) }
  }

  /// Writes all of the bytes.
  func write(_ bytes: [UInt8]) throws(BenchmarkError) {
    guard FileBytes.write(bytes, to: input) else { throw ended }
  }

  func closeInput() {
    if isInputOpen { close(input) }
    isInputOpen = false
  }

  /// Ends it at once.
  func end() {
    guard !isReaped else { return }
    kill(pid, SIGKILL)
    _ = reap()
  }

  /// Closes its input and waits until it ends by itself; its exit code, or 128 and its signal.
  /// Throws where it was too slow.
  func finish() throws(BenchmarkError) -> Int32 {
    closeInput()
    var information = siginfo_t()
    while waitid(P_PID, id_t(pid), &information, WEXITED | WNOWAIT) != 0, errno == EINTR {}
    let status = reap()
    if Watchdog.shared.wasOverdue(pid) { throw ended }
    return status
  }

  /// Waits until it ends by itself; the most resident memory that it was seen to have had.
  func peakBytesUntilEnd() -> Double {
    var peak = 0.0
    while true {
      let now = ProcessFacts.peakBytes(pid)
      guard now.isFinite else { return peak }
      peak = max(peak, now)
      usleep(10_000)
    }
  }

  /// Runs a program to its end; throws where its exit code is not 0.
  static func run(
    _ words: [String], environment: [String: String] = [:], output: Output = .nowhere,
    secondsMax: Int = 120
  ) throws(BenchmarkError) {
    let child = try ChildProcess(
      words, environment: environment, output: output, secondsMax: secondsMax)
    let status = try child.finish()
    guard status == 0 else { throw .childFailed(program: child.program, status: status) }
  }

  /// Why nothing comes from it any more.
  var ended: BenchmarkError {
    Watchdog.shared.wasOverdue(pid)
      ? .childTooSlow(program: program, secondsMax: secondsMax) : .childEnded(program: program)
  }

  private func reap() -> Int32 {
    Watchdog.shared.forget(pid)
    var status: Int32 = 0
    while waitpid(pid, &status, 0) < 0, errno == EINTR {}
    isReaped = true
    return status & 0x7F == 0 ? (status >> 8) & 0xFF : 128 + (status & 0x7F)
  }
}

extension ChildProcess {
  /// Both ends of a pipe that other children do not inherit.
  private static func makePipe(_ ends: inout [Int32]) -> Int32 {
    let result = pipe(&ends)
    for end in ends where result == 0 { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    return result
  }

  private static func spawn(
    _ pid: inout pid_t, _ words: [String], _ environment: [String: String], input: Int32,
    _ output: Output, pipe: Int32
  ) -> Int32 {
    var actions = Platform.makeSpawnActions()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_adddup2(&actions, input, STDIN_FILENO)
    switch output {
    case .pipe: posix_spawn_file_actions_adddup2(&actions, pipe, STDOUT_FILENO)
    case .nowhere:
      posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, "/dev/null", O_WRONLY, 0)
    case .file(let path):
      posix_spawn_file_actions_addopen(
        &actions, STDOUT_FILENO, path, O_WRONLY | O_CREAT | O_TRUNC, 0o600)
    }
    var arguments = words.map { strdup($0) } + [nil]
    defer { arguments.forEach { free($0) } }
    guard !environment.isEmpty else {
      return posix_spawn(&pid, words.first ?? "", &actions, nil, &arguments, Platform.environment)
    }
    // The first of two entries with the same name counts.
    let added = environment.map { strdup("\($0.key)=\($0.value)") }
    defer { added.forEach { free($0) } }
    var variables = added
    var entry = Platform.environment
    while let place = entry, let variable = place.pointee {
      variables.append(variable)
      entry = place + 1
    }
    variables.append(nil)
    return posix_spawn(&pid, words.first ?? "", &actions, nil, &arguments, variables)
  }
}
