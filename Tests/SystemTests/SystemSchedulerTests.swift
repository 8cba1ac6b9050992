import Foundation
import Synchronization
import System
import TestSupport
import Testing

struct SystemSchedulerTests {
  /// How long a test waits for what must come, in seconds.
  private static let patience = 20.0

  @Test func actionsRunOnce() {
    let scheduler = SystemScheduler()
    let done = DispatchSemaphore(value: 0)
    let runs = Atomic(0)
    for _ in 0..<3 {
      _ = scheduler.schedule(afterSeconds: 0) {
        runs.add(1, ordering: .relaxed)
        done.signal()
      }
    }
    for _ in 0..<3 { #expect(done.wait(timeout: .now() + Self.patience) == .success) }
    #expect(runs.load(ordering: .relaxed) == 3)
  }

  @Test func soonerActionsGoFirst() {
    let scheduler = SystemScheduler()
    let done = DispatchSemaphore(value: 0)
    let log = Guarded<[String]>([])
    _ = scheduler.schedule(afterSeconds: 0.05) {
      log.withLock { $0.append("later") }
      done.signal()
    }
    _ = scheduler.schedule(afterSeconds: 0) {
      log.withLock { $0.append("now") }
      done.signal()
    }
    for _ in 0..<2 { #expect(done.wait(timeout: .now() + Self.patience) == .success) }
    #expect(log.withLock(\.self) == ["now", "later"])
  }

  @Test func cancelledActionDoesNotRun() {
    let scheduler = SystemScheduler()
    let done = DispatchSemaphore(value: 0)
    let log = Guarded<[String]>([])
    let cancelled = scheduler.schedule(afterSeconds: 0.02) {
      log.withLock { $0.append("cancelled") }
    }
    cancelled.cancel()
    cancelled.cancel()
    _ = scheduler.schedule(afterSeconds: 0.04) { done.signal() }
    #expect(done.wait(timeout: .now() + Self.patience) == .success)
    #expect(log.withLock(\.isEmpty))
  }

  @Test func clocksGoOn() {
    let scheduler = SystemScheduler()
    let before = scheduler.monotonicSeconds
    #expect(scheduler.monotonicSeconds >= before)
    #expect(abs(scheduler.epochSeconds - Date().timeIntervalSince1970) < 60)
  }
}
