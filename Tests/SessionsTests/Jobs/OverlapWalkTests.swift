import JSON
import Pagination
import TestSupport
import Testing

@testable import Sessions

/// Walks by offsets that request overlapping pages of a list that changes while it is read.
struct OverlapWalkTests {
  /// What happens to the rows after so many requests.
  typealias Change = (after: Int, apply: @Sendable (inout [Int]) -> Void)

  struct Case: Sendable, CustomTestStringConvertible {
    let testDescription: String
    var count = 47
    let changes: [Change]
    /// The offsets that are asked for.
    let offsets: [Int]
    var proof = WalkProof.overlap
    var verdict = Verdict.complete
    var warnings: [PageWarning] = []
  }

  static let cases: [Case] = [
    Case(
      testDescription: "stands still", changes: [], offsets: [0, 9, 18, 27, 36, 45, 46, 56]),
    Case(
      testDescription: "loses its first row after page 3",
      changes: [(3, { $0.removeFirst() })],
      offsets: [0, 9, 18, 27, 17, 26, 35, 44, 45, 55], warnings: [.recovered(items: 1)]),
    Case(
      testDescription: "loses more rows than a page has",
      changes: [(3, { $0.removeFirst(15) })],
      offsets: [0, 9, 18, 27, 17, 7, 16, 25, 31, 41], warnings: [.recovered(items: 15)]),
    Case(
      testDescription: "loses the row that was delivered last",
      changes: [(3, { $0.removeAll { $0 == 27 } })],
      offsets: [0, 9, 18, 27, 17, 26, 35, 44, 45, 55], warnings: [.recovered(items: 1)]),
    Case(
      testDescription: "gets rows at its beginning",
      changes: [(3, { $0.insert(contentsOf: [900, 901, 902], at: 0) })],
      offsets: [0, 9, 18, 27, 36, 45, 49, 59], warnings: [.repeatedBeginning(count: 3)]),
    Case(
      testDescription: "gets more rows than two pages have",
      changes: [(2, { $0.insert(contentsOf: 900..<925, at: 0) })],
      offsets: [0, 9, 18, 27, 36, 45, 54, 63, 71, 81],
      warnings: [.repeatedBeginning(count: 7)]),
    Case(
      testDescription: "loses all rows", changes: [(3, { $0.removeAll() })],
      offsets: [0, 9, 18, 27, 17, 7, 0]),
    Case(
      testDescription: "has other rows instead, out of reach", count: 100,
      changes: [(6, { rows in rows.replaceSubrange(0..<55, with: 900..<955) })],
      offsets: [0, 9, 18, 27, 36, 45, 54, 44, 34, 24, 63, 72, 81, 90, 99, 109],
      verdict: .suspect, warnings: [.placeLost(page: 7)]),
    Case(testDescription: "has one page exactly", count: 10, changes: [], offsets: [0, 9, 19]),
    Case(testDescription: "has one row", count: 1, changes: [], offsets: [0, 0, 1], proof: .end),
    Case(testDescription: "has no row", count: 0, changes: [], offsets: [0], proof: .end),
  ]

  private static let open = """
    {"url":"{base}/a","itemsPath":"items","identity":"id","perPage":10,
     "pagination":{"strategy":"offset"}}
    """

  @Test(arguments: cases)
  func everyRowThatStaysComesOnce(_ one: Case) throws {
    let world = try World(Self.open)
    var rows = Array(0..<one.count)
    let before = rows
    let answer = world.walk()
    let offsets = try Self.answerAll(world, &rows, one.changes)
    let summary = try answer.value()
    let ids = try Self.ids(summary)
    #expect(Set(ids).isSuperset(of: before.filter(rows.contains)) || one.verdict == .suspect)
    #expect(Set(ids).count == ids.count)
    #expect(offsets == one.offsets)
    #expect(summary.verdict == one.verdict)
    #expect(summary.proof == (one.verdict == .complete ? one.proof : nil))
    #expect(summary.snapshot.warnings == one.warnings)
  }

  /// A walk in parts, each by another session.
  @Test func proofSurvivesCheckpoints() throws {
    var rows = Array(0..<47)
    var checkpoint: String?
    var ids: [Int] = []
    for part in 0..<20 {
      let world = try World(Self.open)
      if let checkpoint { try world.session.resume(checkpoint) }
      // Within a page, too.
      let answer = world.walk(itemsMax: 7)
      _ = try Self.answerAll(world, &rows, [])
      let summary = try answer.value()
      ids += try Self.ids(summary)
      checkpoint = world.checkpoint
      if summary.verdict != .capped {
        #expect(summary.verdict == .complete && summary.proof == .overlap)
        #expect(ids == Array(0..<47))
        return
      }
      if part == 2 { rows.removeFirst(3) }
    }
    Issue.record("the walk does not end: \(ids)")
  }

  /// Rows come and go so that the API seems to round offsets: the walk stops to overlap, and loses a
  /// row. Its next part cannot know that all came.
  @Test func whatWasNotVerifiedSpeaksAgainstLaterParts() throws {
    let world = try World(Self.open)
    var rows = Array(0..<40)
    let answer = world.walk(itemsMax: 12)
    let offsets = try Self.answerAll(
      world, &rows,
      [
        (1, { $0.removeFirst() }), (2, { $0.insert(100, at: 0) }), (3, { $0.removeFirst() }),
      ])
    #expect(offsets == [0, 9, 0, 9, 10])
    var ids = try Self.ids(answer.value())
    let next = try world.resumed()
    let rest = next.walk()
    _ = try Self.answerAll(next, &rows, [])
    let summary = try rest.value()
    ids += try Self.ids(summary)
    #expect(ids == (0..<40).filter { $0 != 10 })
    #expect(summary.proof == .end)
  }

  /// Without an overlap, too: the items of a page that was cut are not taken for duplicates.
  @Test func partsOfPagesAreNoDuplicates() throws {
    var rows = Array(0..<20)
    var checkpoint: String?
    var ids: [Int] = []
    for _ in 0..<10 {
      let world = try World(
        Self.open.replacing(
          #""identity":"id""#,
          with: #""identity":"id","paginationMapping":{"total":"objectCount"}"#))
      if let checkpoint { try world.session.resume(checkpoint) }
      let answer = world.walk(itemsMax: 7)
      _ = try Self.answerAll(world, &rows, [])
      let summary = try answer.value()
      ids += try Self.ids(summary)
      checkpoint = world.checkpoint
      #expect(summary.duplicates == 0)
      if summary.verdict != .capped {
        #expect(summary.verdict == .complete && summary.proof == .counts)
        return #expect(ids == rows)
      }
    }
    Issue.record("the walk does not end: \(ids)")
  }

  /// A page of a chain of tokens that was cut is requested again, after rows of it were deleted.
  @Test(arguments: [([0, 1], "chain"), ([3], nil)])
  func aPageThatWasCutContinuesAfterItsLastItem(_ deleted: [Int], _ proof: String?) throws {
    let open = """
      {"url":"{base}/a","itemsPath":"items","identity":"id",
       "pagination":{"strategy":"cursor","next":"next"}}
      """
    let first = try World(open)
    let cut = first.walk(itemsMax: 4)
    try first.reply("/a", #"{"items":[{"id":0},{"id":1},{"id":2},{"id":3},{"id":4}],"next":"k5x"}"#)
    #expect(try Self.ids(cut.value()) == [0, 1, 2, 3])
    let second = try first.resumed()
    let rest = second.walk()
    let left = (0..<6).filter { !deleted.contains($0) }.prefix(5).map { "{\"id\":\($0)}" }
    try second.reply("/a", "{\"items\":[\(left.joined(separator: ","))],\"next\":\"k7y\"}")
    try second.reply("/a?cursor=k7y", #"{"items":[{"id":7}]}"#)
    let summary = try rest.value()
    #expect(summary.proof?.rawValue == proof)
    #expect(summary.verdict == (proof == nil ? .suspect : .complete))
    if proof != nil { #expect(try Self.ids(summary) == [4, 5, 7]) }
  }

  /// After a walk that was cut, loads go on with the rows behind it, and lead back to the pages as
  /// they came.
  @Test func loadsGoOnBehindTheWalk() throws {
    let world = try World(Self.open)
    var rows = Array(0..<47)
    let walk = world.walk(pagesMax: 3)
    _ = try Self.answerAll(world, &rows, [])
    #expect(try Self.ids(walk.value()).count == 28)
    #expect(world.state.currentPage == 3)
    let next = world.load(.next)
    #expect(try Self.answerAll(world, &rows, []) == [28])
    #expect(try next.value().content.count == 10)
    let second = world.load(.page(2))
    #expect(try Self.answerAll(world, &rows, []) == [10])
    #expect(try second.value().content.count == 9)
    #expect(try world.page(of: 27).get() == 3)
  }

  @Test(arguments: [
    (#""pagination":{"strategy":"offset","overlap":false}"#, [0, 10, 20]),
    (#""pagination":{"strategy":"offset"},"paginationMapping":{"total":"objectCount"}"#, [0, 10]),
  ])
  func walksAsEverWhereItHasNoUse(_ pagination: String, _ offsets: [Int]) throws {
    let world = try World(
      Self.open.replacing(#""pagination":{"strategy":"offset"}"#, with: pagination))
    var rows = Array(0..<20)
    let answer = world.walk()
    #expect(try Self.answerAll(world, &rows, []) == offsets)
    #expect(try answer.value().verdict == .complete)
  }

  /// APIs whose offsets have to be multiples of the size: refused, or rounded.
  @Test(arguments: [true, false])
  func apiThatDoesNotKeepToSuchOffsetsIsAskedAsEver(_ refuses: Bool) throws {
    let world = try World(Self.open)
    let answer = world.walk()
    var offsets: [Int] = []
    while let exchange = world.client.waiting.first {
      let offset = Self.number("offset", of: exchange.line)
      offsets.append(offset)
      if refuses, offset % 10 != 0 {
        exchange.reply(#"{"message":"not a multiple"}"#, status: 400)
      } else {
        exchange.reply(Self.page(Array(0..<25), offset - offset % 10, 10))
      }
    }
    #expect(offsets == [0, 9, 10, 20, 30])
    let summary = try answer.value()
    #expect(try Self.ids(summary) == Array(0..<25))
    #expect(summary.verdict == .complete && summary.proof == .end)
  }

  /// An offset that counts pages: the last row is on page 1, and not at its offset.
  @Test func offsetThatCountsNoItemsIsSuspect() throws {
    let world = try World(Self.open)
    let answer = world.walk()
    while let exchange = world.client.waiting.first {
      let offset = Self.number("offset", of: exchange.line)
      exchange.reply(Self.page(Array(0..<45), offset * 10, 10))
    }
    #expect(try answer.value().verdict == .suspect)
  }

  @Test func rowsThatAreHiddenLeaveTheProofAtTheEnd() throws {
    let world = try World(Self.open)
    let answer = world.walk()
    while let exchange = world.client.waiting.first {
      let offset = Self.number("offset", of: exchange.line)
      exchange.reply(Self.page(Array(0..<47), offset, 10, hidden: [13]))
    }
    let summary = try answer.value()
    #expect(try Self.ids(summary) == (0..<47).filter { $0 != 13 })
    #expect(summary.verdict == .complete && summary.proof == .end)
  }

  @Test func overlapWithoutIdentityIsRefused() throws {
    #expect(throws: (any Error).self) {
      try World(#"{"url":"{base}/a","pagination":{"strategy":"offset","overlap":true}}"#)
    }
    #expect(throws: (any Error).self) {
      try World(
        #"{"url":"{base}/a","identity":"id","pagination":{"strategy":"page","overlap":true}}"#)
    }
  }

  /// Detection proves its guess by the item that it asks for again.
  @Test func detectedOffsetsOverlap() throws {
    let world = try World(#"{"url":"{base}/a?offset=0&limit=10","identity":"id"}"#)
    var rows = Array(0..<25)
    let answer = world.walk()
    let offsets = try Self.answerAll(world, &rows, [(1, { $0.removeFirst() })])
    #expect(offsets == [0, 9, 0, 9, 18, 23, 33])
    let summary = try answer.value()
    #expect(try Self.ids(summary) == Array(0..<25))
    #expect(summary.verdict == .complete && summary.proof == .overlap)
  }

  // MARK: The API

  /// Answers until nothing waits; the offsets that were asked for.
  private static func answerAll(
    _ world: World, _ rows: inout [Int], _ changes: [Change]
  ) throws -> [Int] {
    var offsets: [Int] = []
    while let exchange = world.client.waiting.first {
      try #require(offsets.count < 200)
      let offset = number("offset", of: exchange.line)
      offsets.append(offset)
      exchange.reply(page(rows, offset, number("limit", of: exchange.line)))
      for change in changes where change.after == offsets.count { change.apply(&rows) }
    }
    return offsets
  }

  private static func page(
    _ rows: [Int], _ offset: Int, _ limit: Int, hidden: Set<Int> = []
  ) -> String {
    let items = rows.dropFirst(offset).prefix(limit).filter { !hidden.contains($0) }
    let total = rows.count == 20 ? #","total":20"# : ""
    return "{\"items\":[\(items.map { "{\"id\":\($0)}" }.joined(separator: ","))]\(total)}"
  }

  private static func number(_ name: String, of line: String) -> Int {
    let pattern = try? Regex("[?&]\(name)=([0-9]+)", as: (Substring, Substring).self)
    return pattern.flatMap { line.firstMatch(of: $0) }.flatMap { Int($0.1) } ?? 0
  }

  private static func ids(_ summary: WalkSummary) throws -> [Int] {
    try (summary.items ?? []).flatMap { page in
      try page.identities(summary.identityPaths).map { try #require($0.integerValue) }
    }
  }
}

extension WalkSummary {
  /// What tells the items of these tests apart.
  fileprivate var identityPaths: [JSONPath] { [JSONPath(components: [.init("id")])] }
}
