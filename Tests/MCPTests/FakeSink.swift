import JSON
import Pagination
import Sessions
import Store

/// A sink that keeps nothing but what a test wants to see.
class FakeSink: Sink, @unchecked Sendable {
  let columns: [String]
  let checkpoint: String? = nil
  let since: JSONOrdered? = nil
  let wantsCheckpoints = false
  let earlierEnd: EarlierEnd? = nil
  private(set) var delivered = RunCounts()

  init(_ columns: [String] = []) { self.columns = columns }

  func rejection(_ reason: String) -> FetchError { .interrupted }

  func write(_ page: WalkPage) {}

  func end(_ summary: WalkSummary, _ endReason: JSONValue, isOver: Bool) -> Verdict {
    delivered.duplicates = summary.duplicates
    return summary.verdict
  }

  func abort(_ verdict: Verdict, _ endReason: JSONValue, isInterrupted: Bool) {}

  func leave() {}
}
