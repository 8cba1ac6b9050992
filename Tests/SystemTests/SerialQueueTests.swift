import Synchronization
import System
import Testing

/// Actions that run one after the other.
struct SerialQueueTests {
  private static let waitingMax = 64

  @Test func allIsDoneInOrderBeforeTheEnd() {
    let queue = SerialQueue(waitingMax: Self.waitingMax)
    let done = Mutex<[Int]>([])
    let numbers = 0..<1_000
    for number in numbers { queue.run { done.withLock { $0.append(number) } } }
    queue.end()
    #expect(done.withLock(\.self) == Array(numbers))
  }

  @Test func whoeverAddsWaitsWhereTooMuchDoes() throws {
    let queue = SerialQueue(waitingMax: Self.waitingMax)
    let hasBegun = Guarded(false)
    let mayGo = Guarded(false)
    let done = Mutex(0)
    let added = Guarded(0)
    queue.run {
      hasBegun.withLock { $0 = true }
      hasBegun.notify()
      mayGo.wait { $0 ? () : nil }
    }
    hasBegun.wait { $0 ? () : nil }
    let count = Self.waitingMax * 2
    let adding = try Thread {
      for _ in 0..<count {
        queue.run { done.withLock { $0 += 1 } }
        added.withLock { $0 += 1 }
        added.notify()
      }
    }
    added.wait { $0 >= Self.waitingMax ? () : nil }
    #expect(added.withLock { $0 } == Self.waitingMax)
    mayGo.withLock { $0 = true }
    mayGo.notify()
    adding.join()
    queue.end()
    #expect(done.withLock(\.self) == count)
  }

  @Test func workOfItsOwnDoesNotWait() {
    let queue = SerialQueue(waitingMax: Self.waitingMax)
    let done = Guarded(0)
    let count = Self.waitingMax * 2
    queue.run {
      for _ in 0..<count {
        queue.run {
          done.withLock { $0 += 1 }
          done.notify()
        }
      }
    }
    done.wait { $0 == count ? () : nil }
  }

  @Test func afterTheEndItIsDoneAtOnce() {
    let queue = SerialQueue(waitingMax: Self.waitingMax)
    queue.end()
    let isDone = Mutex(false)
    queue.run { isDone.withLock { $0 = true } }
    #expect(isDone.withLock { $0 } == true)
  }
}
