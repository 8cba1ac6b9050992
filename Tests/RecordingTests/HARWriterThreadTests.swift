import Synchronization
import System
import Testing

@testable import Recording

/// The thread that records.
struct HARWriterThreadTests {
  @Test func allIsDoneInOrderBeforeTheEnd() {
    let thread = HARWriterThread()
    let done = Mutex<[Int]>([])
    let numbers = 0..<1_000
    for number in numbers { thread.add { done.withLock { $0.append(number) } } }
    thread.end()
    #expect(done.withLock(\.self) == Array(numbers))
  }

  @Test func whoeverAddsWaitsWhereTooMuchDoes() throws {
    let thread = HARWriterThread()
    let hasBegun = Guarded(false)
    let mayGo = Guarded(false)
    let done = Mutex(0)
    let added = Guarded(0)
    thread.add {
      hasBegun.withLock { $0 = true }
      hasBegun.notify()
      mayGo.wait { $0 ? () : nil }
    }
    hasBegun.wait { $0 ? () : nil }
    let count = HARWriterThread.waitingMax * 2
    let adding = try Thread {
      for _ in 0..<count {
        thread.add { done.withLock { $0 += 1 } }
        added.withLock { $0 += 1 }
        added.notify()
      }
    }
    added.wait { $0 >= HARWriterThread.waitingMax ? () : nil }
    #expect(added.withLock { $0 } == HARWriterThread.waitingMax)
    mayGo.withLock { $0 = true }
    mayGo.notify()
    adding.join()
    thread.end()
    #expect(done.withLock(\.self) == count)
  }

  @Test func workOfItsOwnDoesNotWait() {
    let thread = HARWriterThread()
    let done = Guarded(0)
    let count = HARWriterThread.waitingMax * 2
    thread.add {
      for _ in 0..<count {
        thread.add {
          done.withLock { $0 += 1 }
          done.notify()
        }
      }
    }
    done.wait { $0 == count ? () : nil }
  }

  @Test func afterTheEndItIsDoneAtOnce() {
    let thread = HARWriterThread()
    thread.end()
    let isDone = Mutex(false)
    thread.add { isDone.withLock { $0 = true } }
    #expect(isDone.withLock { $0 } == true)
  }
}
