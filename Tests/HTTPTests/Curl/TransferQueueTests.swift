import Testing

@testable import HTTP

@Suite struct TransferQueueTests {
  /// The queue behind a reference: an expectation cannot change a value.
  private final class Queue {
    private var queue: TransferQueue

    init(perHost: Int, total: Int, waiting: Int = 100) {
      queue = TransferQueue(
        limits: CurlLimits(
          connectionsPerHostMax: perHost, connectionsMax: total, requestsWaitingMax: waiting))
    }

    func enter(_ id: Int, host: String) -> TransferQueue.Entry { queue.enter(id, host: host) }

    func finished(host: String) -> Int? { queue.finished(host: host) }

    func withdraw(_ id: Int) { queue.withdraw(id) }
  }

  @Test func hostHasItsMaximum() {
    let queue = Queue(perHost: 2, total: 10)
    #expect(queue.enter(1, host: "a") == .starts)
    #expect(queue.enter(2, host: "a") == .starts)
    #expect(queue.enter(3, host: "a") == .waits)
    #expect(queue.enter(4, host: "b") == .starts)
    #expect(queue.finished(host: "b") == nil)
    #expect(queue.finished(host: "a") == 3)
    #expect(queue.finished(host: "a") == nil)
  }

  @Test func totalHasItsMaximum() {
    let queue = Queue(perHost: 2, total: 3)
    #expect(queue.enter(1, host: "a") == .starts)
    #expect(queue.enter(2, host: "b") == .starts)
    #expect(queue.enter(3, host: "c") == .starts)
    #expect(queue.enter(4, host: "a") == .waits)
    #expect(queue.enter(5, host: "d") == .waits)
    #expect(queue.finished(host: "c") == 4)
    #expect(queue.finished(host: "b") == 5)
  }

  @Test func waitingHostDoesNotHoldUpOthers() {
    let queue = Queue(perHost: 1, total: 2)
    #expect(queue.enter(1, host: "a") == .starts)
    #expect(queue.enter(2, host: "b") == .starts)
    #expect(queue.enter(3, host: "a") == .waits)
    #expect(queue.enter(4, host: "b") == .waits)
    #expect(queue.finished(host: "b") == 4)
    #expect(queue.finished(host: "a") == 3)
  }

  @Test func waitingHasItsMaximum() {
    let queue = Queue(perHost: 1, total: 1, waiting: 2)
    #expect(queue.enter(1, host: "a") == .starts)
    #expect(queue.enter(2, host: "a") == .waits)
    #expect(queue.enter(3, host: "a") == .waits)
    #expect(queue.enter(4, host: "a") == .refused)
    #expect(queue.finished(host: "a") == 2)
    #expect(queue.enter(5, host: "a") == .waits)
  }

  @Test func withdrawnRequestNeverStarts() {
    let queue = Queue(perHost: 1, total: 1)
    #expect(queue.enter(1, host: "a") == .starts)
    #expect(queue.enter(2, host: "a") == .waits)
    #expect(queue.enter(3, host: "a") == .waits)
    queue.withdraw(2)
    queue.withdraw(99)
    #expect(queue.finished(host: "a") == 3)
    #expect(queue.finished(host: "a") == nil)
  }

  @Test func limitsAreAtLeastOne() {
    let queue = Queue(perHost: 0, total: -1, waiting: 0)
    #expect(queue.enter(1, host: "a") == .starts)
    #expect(queue.enter(2, host: "a") == .waits)
    #expect(queue.enter(3, host: "a") == .refused)
  }
}
