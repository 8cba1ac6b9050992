import Foundation
import JSON
import TestSupport
import Testing

/// `slices` from the API's side: whatever the data, the ceiling and the totals are, `complete` means
/// that every row came, and came once.
struct SlicePropertyTests {
  private static let width = 10_000

  /// Rows in clusters, spread out, or all at few times.
  private static func times(_ random: inout SeededGenerator) -> [Int] {
    let count = Int.random(in: 0...160, using: &random)
    let clusters = (0..<Int.random(in: 1...4, using: &random)).map { _ in
      Int.random(in: 0...width, using: &random)
    }
    let spread = [0, 1, 3, 50, width][Int.random(in: 0...4, using: &random)]
    return (0..<count).map { _ in
      let center = clusters[Int.random(in: 0...clusters.count - 1, using: &random)]
      return min(width, max(0, center + Int.random(in: -spread...spread, using: &random)))
    }
  }

  @Test(arguments: 1...60 as ClosedRange<UInt64>)
  func completeMeansEveryRowOnce(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    var rules = SlicedAPI.Rules()
    rules.times = SlicePropertyTests.times(&random)
    rules.ceiling = Int.random(in: 1...25, using: &random)
    rules.perPage = Int.random(in: 1...8, using: &random)
    rules.statesTotal = Int.random(in: 0...3, using: &random) > 0
    rules.refusal = [nil, 400, 404, 422][Int.random(in: 0...3, using: &random)]
    rules.isSorted = !rules.statesTotal || Int.random(in: 0...1, using: &random) == 1
    rules.isHalfOpen = Int.random(in: 0...5, using: &random) == 0
    rules.ignoresRange = Int.random(in: 0...9, using: &random) == 0
    // Without a total, nobody can see that a row is on no page.
    if Int.random(in: 0...5, using: &random) == 0, rules.statesTotal, !rules.times.isEmpty {
      rules.hidden = [Int.random(in: 0...rules.times.count - 1, using: &random)]
    }
    if Int.random(in: 0...7, using: &random) == 0 { rules.drift = { $0 % 5 == 2 ? 1 : 0 } }
    let api = try SlicedAPI(rules)
    let server = try ServerProcess(.lines)
    let width = SlicePropertyTests.width
    let to = rules.isHalfOpen ? width + 1 : width
    let opened = try server.ask("paginator/open", api.params(from: 0, to: .integer(to)))
    try #require(opened["error"] == nil)
    // In one go, or in parts that each continue at a checkpoint.
    var walk = try SlicedWalk(
      server, Int.random(in: 0...1, using: &random) == 0 ? [:] : ["maxItems": 17])
    var ids = walk.ids
    let isHonest =
      rules.statesTotal && rules.hidden.isEmpty && !rules.ignoresRange && rules.drift(2) == 0
    if isHonest, walk.result["endReason"]?.isNull == true,
      let slices = walk.result["slices"]?["count"]?.integerValue
    {
      #expect(walk.requests <= walk.pages + 3 * slices, "too many requests")
    }
    while walk.verdict == "capped" {
      let checkpoint = try #require(walk.result["checkpoint"])
      try server.ask("paginator/close", ["paginatorId": "a"])
      try server.ask(
        "paginator/open", api.params(["checkpoint": checkpoint], from: 0, to: .integer(to)))
      walk = try SlicedWalk(server, ["maxItems": 17])
      ids += walk.ids
    }
    let all = Array(rules.times.indices)
    #expect(Set(ids).count == ids.count, "a row came twice")
    if walk.verdict == "complete" { #expect(ids.sorted() == all, "\(rules) \(walk.result)") }
    // What can be had is had.
    let densest = Dictionary(grouping: rules.times) { $0 }.values.map(\.count).max() ?? 0
    if isHonest, densest <= rules.ceiling, !rules.isHalfOpen,
      rules.ceiling % rules.perPage == 0
    {
      #expect(walk.verdict == "complete", "\(walk.result)")
    }
  }
}
