import Foundation
import JSON
import Testing

/// `slices` from the API's side: whatever the data, the ceiling and the totals are, `complete` means
/// that every row came, and came once.
struct SlicePropertyTests {
  /// Numbers that a seed makes.
  private struct Random {
    var state: UInt64

    mutating func next(_ bounds: ClosedRange<Int>) -> Int {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return bounds.lowerBound + Int((state >> 33) % UInt64(bounds.count))
    }
  }

  private static let width = 10_000

  /// Rows in clusters, spread out, or all at few times.
  private static func times(_ random: inout Random) -> [Int] {
    let count = random.next(0...160)
    let clusters = (0..<random.next(1...4)).map { _ in random.next(0...width) }
    let spread = [0, 1, 3, 50, width][random.next(0...4)]
    return (0..<count).map { _ in
      let center = clusters[random.next(0...clusters.count - 1)]
      return min(width, max(0, center + random.next(-spread...spread)))
    }
  }

  @Test(arguments: 1...60 as ClosedRange<UInt64>)
  func completeMeansEveryRowOnce(seed: UInt64) throws {
    var random = Random(state: seed &* 0x9E37_79B9_7F4A_7C15)
    var rules = SlicedAPI.Rules()
    rules.times = SlicePropertyTests.times(&random)
    rules.ceiling = random.next(1...25)
    rules.perPage = random.next(1...8)
    rules.statesTotal = random.next(0...3) > 0
    rules.refusal = [nil, 400, 404, 422][random.next(0...3)]
    rules.isSorted = !rules.statesTotal || random.next(0...1) == 1
    rules.isHalfOpen = random.next(0...5) == 0
    rules.ignoresRange = random.next(0...9) == 0
    // Without a total, nobody can see that a row is on no page.
    if random.next(0...5) == 0, rules.statesTotal, !rules.times.isEmpty {
      rules.hidden = [random.next(0...rules.times.count - 1)]
    }
    if random.next(0...7) == 0 { rules.drift = { $0 % 5 == 2 ? 1 : 0 } }
    let api = try SlicedAPI(rules)
    let server = try ServerProcess(.lines)
    let width = SlicePropertyTests.width
    let to = rules.isHalfOpen ? width + 1 : width
    let opened = try server.ask("paginator/open", api.params(from: 0, to: .integer(to)))
    try #require(opened["error"] == nil)
    // In one go, or in parts that each continue at a checkpoint.
    var walk = try SlicedWalk(server, random.next(0...1) == 0 ? [:] : ["maxItems": 17])
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
