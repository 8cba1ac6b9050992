import Synchronization
import System
import Testing

@Suite(.timeLimit(.minutes(1))) struct ThreadTests {
  @Test func threadRunsItsClosureOnce() throws {
    let calls = Guarded(0)
    let thread = try Thread { calls.withLock { $0 += 1 } }
    thread.join()
    thread.join()
    #expect(calls.withLock { $0 } == 1)
    #expect(!thread.isCurrent)
  }

  @Test func threadKnowsItself() throws {
    let handle = Guarded<Thread?>(nil)
    let isCurrent = Guarded<Bool?>(nil)
    let thread = try Thread(stackBytes: 512 << 10) {
      let thread = handle.wait { $0 }
      thread.join()  // Returns at once here.
      isCurrent.withLock { $0 = thread.isCurrent }
    }
    handle.withLock { $0 = thread }
    handle.notify()
    thread.join()
    #expect(isCurrent.withLock { $0 } == true)
  }

  @Test func closureIsReleasedBeforeTheEnd() throws {
    final class Token: Sendable {}
    weak var token: Token?
    let thread: Thread
    do {
      let kept = Token()
      token = kept
      thread = try Thread { withExtendedLifetime(kept) {} }
    }
    thread.join()
    #expect(token == nil)
  }

  @Test func waitEndsWhenItsTimeIsUp() {
    let value = Guarded(0)
    let began = SystemClock.monotonicSeconds
    #expect(value.wait(until: began + 0.01) { $0 > 0 ? $0 : nil } == nil)
    #expect(SystemClock.monotonicSeconds >= began + 0.01)
  }

  @Test func waitSeesAChange() throws {
    let value = Guarded(0)
    let thread = try Thread {
      value.withLock { $0 = 7 }
      value.notify()
    }
    #expect(value.wait { $0 > 0 ? $0 : nil } == 7)
    thread.join()
  }
}
