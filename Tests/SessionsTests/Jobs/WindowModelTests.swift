import JSON
import Pagination
import TestSupport
import Testing

@testable import Sessions

/// Windows under random orders, loads, cancels, failures and late answers, beside what the
/// collection holds.
struct WindowModelTests {
  /// An API of numbered items: what it has, and how it pages.
  struct Collection: CustomTestStringConvertible, Sendable {
    let name: String
    let open: @Sendable (String) -> String
    let isCounted: Bool
    let isComputed: Bool
    /// Pages of another size than two items.
    var sizes: [Int: Int] = [:]
    let itemCount: Int

    var testDescription: String { name }

    /// The ids of each page from 1 on.
    var pages: [[Int]] {
      var pages: [[Int]] = []
      var next = 1
      while next <= itemCount {
        let size = sizes[pages.count + 1] ?? 2
        pages.append(Array(next..<min(next + size, itemCount + 1)))
        next += size
      }
      return pages
    }

    /// The page that a request asks for.
    func page(of line: String) -> Int {
      guard isComputed else {
        return line.split(separator: "=").dropFirst().first.flatMap { Int($0) } ?? 1
      }
      return line.split(separator: "?").last.flatMap {
        $0.dropFirst("page=".count).split(separator: "&").first
      }
      .flatMap { Int($0) } ?? 0
    }

    func body(_ page: Int) -> String {
      let ids = pages.indices.contains(page - 1) ? pages[page - 1] : []
      let next = !isComputed && page < pages.count ? "\(page + 1)" : nil
      return Pages.body(ids, total: isCounted ? itemCount : nil, next: next)
    }
  }

  static let collections = [
    Collection(
      name: "page, counted", open: Pages.counted, isCounted: true, isComputed: true, itemCount: 61),
    Collection(
      name: "page", open: Pages.numbered, isCounted: false, isComputed: true, itemCount: 37),
    Collection(
      name: "tokens", open: Pages.tokens, isCounted: false, isComputed: false, itemCount: 23),
    Collection(
      name: "tokens of odd sizes", open: Pages.tokens, isCounted: false, isComputed: false,
      sizes: [2: 1, 4: 5, 5: 0, 7: 3], itemCount: 24),
    Collection(
      name: "empty", open: Pages.numbered, isCounted: false, isComputed: true, itemCount: 0),
  ]

  /// A window, and what it asked for.
  struct Asked {
    let answer: Answer<WindowView>
    let range: Range<Int>
    var waits = true
  }

  @Test(arguments: collections)
  func everyWindowShowsTheCollection(_ collection: Collection) throws {
    var random = SeededGenerator()
    for round in 0..<25 {
      try play(collection, &random, "round \(round)")
    }
  }

  private func play(
    _ collection: Collection, _ random: inout SeededGenerator, _ comment: Comment
  ) throws {
    let heldPagesMax = Int.random(in: 1...8, using: &random)
    let concurrency = Int.random(in: 1...4, using: &random)
    let distance = [0, 0, 3, 50].randomElement(using: &random) ?? 0
    let settings =
      #","limits":{"heldPagesMax":\#(heldPagesMax)},"prefetch":{"distance":\#(distance)}"#
    let world = try World(
      collection.open(settings).replacing(
        #""fetching":{"retries":0}"#,
        with: #""fetching":{"retries":0,"concurrency":\#(concurrency)}"#))
    var asked: [Asked] = []
    for _ in 0..<60 {
      try step(world, collection, &random, &asked, comment)
      try check(world, collection, concurrency, comment)
    }
    try drain(world, collection, &random, mayFail: false)
    for one in asked { try check(one, collection, comment) }
    #expect(world.client.waiting.isEmpty, comment)
    let held = world.state.pages.loaded.reduce(0) { $0 + $1.count }
    // The last window may be larger than that, and wins until it is answered in full.
    #expect(held <= max(heldPagesMax, 7), comment)
    // After all of it the whole collection can still be seen.
    let whole = world.items(0..<(collection.itemCount + 5))
    try drain(world, collection, &random, mayFail: false)
    let again = world.items(0..<(collection.itemCount + 5))
    try drain(world, collection, &random, mayFail: false)
    try check(Asked(answer: whole, range: 0..<(collection.itemCount + 5)), collection, comment)
    #expect(try again.value().count == collection.itemCount, comment)
  }

  private func step(
    _ world: World, _ collection: Collection, _ random: inout SeededGenerator,
    _ asked: inout [Asked], _ comment: Comment
  ) throws {
    let start = Int.random(in: 0...(collection.itemCount + 2), using: &random)
    switch Int.random(in: 0..<20, using: &random) {
    case 0..<5:
      let range = start..<(start + Int.random(in: 0...9, using: &random))
      asked.append(Asked(answer: world.items(range), range: range))
    case 5..<8:
      let range = start..<(start + Int.random(in: 0...9, using: &random))
      let answer = world.items(range, waits: false)
      #expect(answer.isThere, comment)
      try check(Asked(answer: answer, range: range, waits: false), collection, comment)
    case 8, 9: world.session.touch(start)
    case 10: _ = world.load(.next)
    case 11: _ = world.load(.page(1 + start / 2))
    case 12: _ = world.refresh()
    case 13 where Bool.random(using: &random): world.session.cancel()
    case 14:
      if let one = asked.randomElement(using: &random) {
        world.session.cancel(load: one.answer.work)
      }
    default: try answerOne(world, collection, &random, mayFail: true)
    }
  }

  private func answerOne(
    _ world: World, _ collection: Collection, _ random: inout SeededGenerator, mayFail: Bool
  ) throws {
    guard let exchange = world.client.waiting.randomElement(using: &random) else { return }
    if mayFail, Int.random(in: 0..<8, using: &random) == 0 {
      exchange.reply("", status: 500)
    } else {
      exchange.reply(collection.body(collection.page(of: exchange.line)))
    }
  }

  private func drain(
    _ world: World, _ collection: Collection, _ random: inout SeededGenerator, mayFail: Bool
  ) throws {
    var count = 0
    while !world.client.waiting.isEmpty {
      count += 1
      try #require(count < 2_000, "the paginator asks without end")
      try answerOne(world, collection, &random, mayFail: mayFail)
    }
  }

  /// No page is on its way twice for windows, and not too many are.
  private func check(
    _ world: World, _ collection: Collection, _ concurrency: Int, _ comment: Comment
  ) throws {
    let lines = world.client.waiting.map(\.line)
    #expect(lines.count <= 2 * concurrency, comment)
    for (line, count) in Dictionary(lines.map { ($0, 1) }, uniquingKeysWith: +) {
      #expect(count <= 2, "\(line): \(comment)")
    }
  }

  /// What a window shows is what the collection has there, or a placeholder that `loaded` does
  /// not claim.
  private func check(_ asked: Asked, _ collection: Collection, _ comment: Comment) throws {
    #expect(asked.answer.isThere, "a window is never answered: \(comment)")
    let last = min(asked.range.upperBound, collection.itemCount)
    let view: WindowView
    switch asked.answer.outcome {
    case .success(let shown): view = shown
    case .failure(let failure):
      guard case .itemOutOfRange(let index, _) = failure.error else { return }
      #expect(index >= collection.itemCount && index == asked.range.lowerBound, comment)
      return
    case nil: return
    }
    let document = try JSONDocument(view.items.joined())
    let items = document.elements(of: document.root)
    for range in view.loaded {
      for index in range {
        let item = items[index - view.start]
        let id = document.member("id", of: item).flatMap(document.integer)
        #expect(id == index + 1, "item \(index) of \(asked.range): \(comment)")
      }
    }
    let shown = view.loaded.reduce(0) { $0 + $1.count }
    let placeholders = items.count { $0.kind == .null }
    #expect(shown + placeholders == items.count, comment)
    if asked.waits, view.failedPages.isEmpty {
      #expect(placeholders == 0 && shown == max(0, last - asked.range.lowerBound), comment)
    }
  }
}
