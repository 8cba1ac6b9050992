import HTTP
import JSON
import Pagination
import TestSupport
import Testing

@testable import Sessions

/// Walks with random caps, loads, failures, late answers and new processes in between: whatever
/// happens, each item comes once, in its order.
struct WalkModelTests {
  enum Paging: CaseIterable {
    case numbers, counted, tokens, links
  }

  /// An API of items from 1 on, two a page.
  struct API {
    let paging: Paging
    let itemCount: Int

    var open: String {
      switch paging {
      case .numbers: Pages.numbered()
      case .counted: Pages.counted()
      case .tokens: Pages.tokens(#","identity":"id""#)
      case .links:
        #"{"url":"{base}/a","itemsPath":"items","pagination":{"strategy":"link"},"#
          + #""fetching":{"retries":0},"identity":"id"}"#
      }
    }

    /// Answers the page that a request asks for.
    func answer(_ exchange: Exchange) {
      let values = exchange.request.url.text.matches(of: /(?:page|cursor)=([0-9]+)/)
      let page = values.first.flatMap { Int($0.output.1) } ?? 1
      let ids = [page * 2 - 1, page * 2].filter { $0 <= itemCount }
      let hasNext = page * 2 < itemCount
      let last = (itemCount + 1) / 2
      let isLinked = paging == .links && hasNext
      exchange.reply(
        Pages.body(
          ids, total: paging == .counted ? itemCount : nil,
          next: paging == .tokens && hasNext ? "\(page + 1)" : nil),
        headers: isLinked
          ? [("Link", "</a?page=\(page + 1)>; rel=next, </a?page=\(last)>; rel=last")] : [])
    }
  }

  @Test(arguments: Paging.allCases)
  func eachItemComesOnceAndInOrder(_ paging: Paging) throws {
    var random = SeededGenerator()
    for _ in 0..<60 {
      let api = API(paging: paging, itemCount: Int.random(in: 1...40, using: &random))
      let comment: Comment = "seed \(random.seed), \(api)"
      var world = try World(api.open)
      var ids: [Int] = []
      var isDone = false
      while !isDone {
        switch Int.random(in: 0..<6, using: &random) {
        case 0:
          let checkpoint = world.checkpoint
          world = try World(api.open)
          try world.session.resume(checkpoint)
        case 1:
          let load = world.load(.next)
          serve(world, api, failing: 0.1, &random) { load.isThere }
          if let page = try? load.outcome?.get() { ids += page.ids }
        case 2:
          let walk = world.walk(
            itemsMax: Int.random(in: 1...9, using: &random),
            concurrency: Int.random(in: 1...4, using: &random))
          serve(world, api, failing: 0.1, &random) { walk.isThere }
          isDone = take(walk, &ids, comment)
        case 3:
          let walk = world.walk(concurrency: 3)
          serve(world, api, failing: 0.3, &random) { walk.isThere }
          isDone = take(walk, &ids, comment)
        case 4:
          // Stopped somewhere on its way: what was delivered stays delivered.
          let (answer, delivered, _) = world.stream(concurrency: 3)
          var rounds = Int.random(in: 0..<5, using: &random)
          serve(world, api, failing: 0, &random) {
            rounds -= 1
            return answer.isThere || rounds < 0
          }
          world.session.cancel()
          ids += delivered.lines.flatMap { $0.matches(of: /"id":([0-9]+)/) }
            .compactMap { Int($0.output.1) }
        default:
          let walk = world.walk(pagesMax: 2, concurrency: 2)
          serve(world, api, failing: 0.1, &random) { walk.isThere }
          isDone = take(walk, &ids, comment)
        }
        try #require(ids.count <= api.itemCount, comment)
      }
      #expect(ids == Array(1...api.itemCount), comment)
    }
  }

  /// Adds what a walk has delivered. True: it came to the end.
  private func take(
    _ walk: Answer<WalkSummary>, _ ids: inout [Int], _ comment: Comment
  ) -> Bool {
    guard let summary = try? walk.outcome?.get() else { return false }
    ids += (summary.items ?? []).flatMap(\.ids)
    #expect(summary.verdict != .suspect && summary.duplicates == 0, comment)
    return summary.verdict == .complete
  }

  /// Answers requests in any order until something holds; some fail.
  private func serve(
    _ world: World, _ api: API, failing: Double, _ random: inout SeededGenerator,
    until holds: () -> Bool
  ) {
    while !holds(), let exchange = world.client.waiting.randomElement(using: &random) {
      if Double.random(in: 0..<1, using: &random) < failing {
        exchange.reply("", status: 500)
      } else {
        api.answer(exchange)
      }
    }
  }
}
