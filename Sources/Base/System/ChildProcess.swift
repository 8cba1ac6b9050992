import CLibrary

/// A program that is spoken to by two pipes. `deinit` ends it, by its id, where it still runs.
///
/// It hears every signal, whichever thread has started it.
package final class ChildProcess {
  /// The destination of the child's output.
  package enum Output: Sendable {
    /// To ``output``.
    case pipe
    case nowhere
    case file(String)
  }

  package let id: Int32
  /// Writes to its standard input.
  package let input: Int32
  /// The descriptor that reads the child's standard output; -1 if the output is not a pipe.
  package let output: Int32
  private var isInputOpen = true
  private var isReaped = false

  /// Starts a program by its path, the first of the words, or by `path` where the first word is
  /// only a name. `environment` is added to this program's.
  package init(
    _ words: [String], path: String? = nil, environment: [String: String] = [:],
    output: Output = .pipe
  ) throws(SystemError) {
    let toChild = try Descriptor.pipe()
    var fromChild: (reading: Int32, writing: Int32) = (-1, -1)
    var isStarted = false
    defer {
      Descriptor.close(toChild.reading)
      if fromChild.writing >= 0 { Descriptor.close(fromChild.writing) }
      if !isStarted {
        Descriptor.close(toChild.writing)
        if fromChild.reading >= 0 { Descriptor.close(fromChild.reading) }
      }
    }
    if case .pipe = output { fromChild = try Descriptor.pipe() }
    id = try ChildProcess.spawn(
      path ?? words.first ?? "", words, environment, input: toChild.reading, output,
      pipe: fromChild.writing)
    isStarted = true
    input = toChild.writing
    self.output = fromChild.reading
  }

  deinit {
    end()
    closeInput()
    if output >= 0 { Descriptor.close(output) }
  }

  /// Says that nothing more will be written.
  package func closeInput() {
    if isInputOpen { Descriptor.close(input) }
    isInputOpen = false
  }

  /// Ends it at once.
  package func end() {
    guard !isReaped else { return }
    Process.end(id)
    _ = wait()
  }

  /// Waits until it has ended, but leaves its id reserved until ``wait()``.
  package func waitForEnd() {
    var information = siginfo_t()
    while waitid(P_PID, id_t(id), &information, WEXITED | WNOWAIT) != 0, errno == EINTR {}
  }

  /// Waits for its end: its exit code, or 128 and its signal. To be called once.
  package func wait() -> Int32 {
    var status: Int32 = 0
    while waitpid(id, &status, 0) < 0, errno == EINTR {}
    isReaped = true
    return status & 0x7F == 0 ? (status >> 8) & 0xFF : 128 + (status & 0x7F)
  }

  private static func spawn(
    _ path: String, _ words: [String], _ environment: [String: String], input: Int32,
    _ output: Output, pipe: Int32
  ) throws(SystemError) -> Int32 {
    var actions = Platform.makeSpawnActions()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_adddup2(&actions, input, Descriptor.standardInput)
    switch output {
    case .pipe: posix_spawn_file_actions_adddup2(&actions, pipe, Descriptor.standardOutput)
    case .nowhere:
      posix_spawn_file_actions_addopen(
        &actions, Descriptor.standardOutput, "/dev/null", O_WRONLY, 0)
    case .file(let path):
      posix_spawn_file_actions_addopen(
        &actions, Descriptor.standardOutput, path, O_WRONLY | O_CREAT | O_TRUNC, 0o600)
    }
    var attributes = Platform.makeSpawnAttributes()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    var noSignal = sigset_t()
    sigemptyset(&noSignal)
    posix_spawnattr_setsigmask(&attributes, &noSignal)
    // What this process ignores (SIGPIPE) the child hears.
    var everySignal = sigset_t()
    sigfillset(&everySignal)
    sigdelset(&everySignal, SIGKILL)
    sigdelset(&everySignal, SIGSTOP)
    posix_spawnattr_setsigdefault(&attributes, &everySignal)
    posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF))
    var arguments = words.map { strdup($0) } + [nil]
    defer { arguments.forEach { free($0) } }
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
    var id = pid_t()
    let number = posix_spawn(&id, path, &actions, &attributes, &arguments, variables)
    guard number == 0 else { throw SystemError(call: "posix_spawn", number: number) }
    return id
  }
}
