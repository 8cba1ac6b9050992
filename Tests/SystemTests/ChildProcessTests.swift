import System
import Testing

@Suite(.timeLimit(.minutes(1))) struct ChildProcessTests {
  @Test func childIsSpokenTo() throws {
    let child = try ChildProcess(["/bin/cat"])
    try Descriptor.writeAll(child.input, "hello")
    child.closeInput()
    var answer: [UInt8] = []
    while let chunk = try Descriptor.chunk(child.output) { answer += chunk }
    #expect(String(decoding: answer, as: UTF8.self) == "hello")
    #expect(child.wait() == 0)
  }

  @Test func environmentAndExitCodeArePassedOn() throws {
    let child = try ChildProcess(
      ["/bin/sh", "-c", "exit $CODE"], environment: ["CODE": "7"], output: .nowhere)
    child.waitForEnd()
    #expect(child.wait() == 7)
  }

  @Test func childOfAnyThreadHearsSignals() throws {
    let code = Guarded<Int32?>(nil)
    // SIGPIPE is blocked on the thread, and must not be in the child.
    let thread = try Thread {
      let child = try? ChildProcess(["/bin/sh", "-c", "kill -PIPE $$; exit 3"], output: .nowhere)
      code.withLock { $0 = child?.wait() }
    }
    thread.join()
    let ended = code.withLock { $0 }
    #expect(ended == 141)  // 128 + SIGPIPE
  }

  @Test func missingProgramIsAnError() {
    #expect(throws: SystemError(call: "posix_spawn", number: 2)) {
      try ChildProcess(["/nowhere/program"])
    }
  }
}
