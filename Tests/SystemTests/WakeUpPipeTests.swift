import System
import Testing

@Suite(.timeLimit(.minutes(1))) struct WakeUpPipeTests {
  @Test func wakeUpBeforeTheWaitIsNotLost() throws {
    let pipe = try WakeUpPipe()
    #expect(!pipe.wait(seconds: 0))
    for _ in 1...100_000 { pipe.wake() }  // More than a pipe takes.
    #expect(pipe.wait())
    #expect(pipe.wait())
    pipe.drain()
    #expect(!pipe.wait(seconds: 0))
  }
}
