import HTTP
import JSON
import Pagination
import TestSupport
import Testing

@testable import Sessions

/// Walks of a list whose positions expire while rows come and go, with caps, failures and new
/// processes in between: a complete walk has every row that was there all along, and nothing comes
/// twice, but for rows that were inserted among the last ones that an earlier process has delivered.
struct RestartModelTests {
  /// An API with keyset tokens, which are of no use any more once it has begun another generation.
  struct API {
    /// In the order of the list, with the key that orders them.
    private(set) var rows: [(key: Double, id: Int)]
    private var generation = 0
    private var expiries: Int
    private(set) var lastID: Int
    /// The rows that were there at every request.
    private(set) var steady: Set<Int>
    private(set) var requests = 0

    init(_ random: inout SeededGenerator) {
      let count = Int.random(in: 0...30, using: &random)
      rows = (0..<count).map { (Double($0), $0 + 1) }
      lastID = count
      steady = Set(rows.map(\.id))
      expiries = Int.random(in: 0...3, using: &random)
    }

    /// Changes the list, or expires all tokens.
    private mutating func change(_ random: inout SeededGenerator) {
      switch Int.random(in: 0..<8, using: &random) {
      case 0 where !rows.isEmpty:
        rows.remove(at: Int.random(in: rows.indices, using: &random))
      case 1:
        lastID += 1
        rows.append((Double.random(in: -1...31, using: &random), lastID))
        rows.sort { $0.key < $1.key }
      case 2 where expiries > 0:
        expiries -= 1
        generation += 1
      default: break
      }
    }

    mutating func answer(_ exchange: Exchange, _ random: inout SeededGenerator) {
      if requests > 0 { change(&random) }
      requests += 1
      steady.formIntersection(rows.map(\.id))
      if Int.random(in: 0..<12, using: &random) == 0 {
        return exchange.reply("busy", status: 500)
      }
      var start = -Double.infinity
      if let token = exchange.request.url.text.wholeMatch(of: /.*cursor=([0-9]+)_([-0-9.e]+)/) {
        guard Int(token.output.1) == generation else {
          return exchange.reply("gone", status: 410)
        }
        start = Double(token.output.2) ?? 0
      }
      let rest = rows.filter { $0.key > start }
      let page = rest.prefix(3)
      let next = page.count < rest.count ? page.last.map { "\(generation)_\($0.key)" } : nil
      exchange.reply(Pages.body(page.map(\.id), next: next))
    }
  }

  @Test func nothingComesTwiceAndNothingIsMissing() throws {
    var random = SeededGenerator()
    var (complete, twice) = (0, 0)
    for _ in 0..<400 {
      var api = API(&random)
      let comment: Comment = "seed \(random.seed)"
      var world = try World(Pages.tokens(#","identity":"id""#))
      var ids: [Int] = []
      for _ in 0..<40 {
        let answer = world.walk(
          pagesMax: Bool.random(using: &random) ? Int.random(in: 1...4, using: &random) : nil)
        while let exchange = world.client.waiting.first { api.answer(exchange, &random) }
        let outcome = try #require(answer.outcome, comment)
        if case .failure(let failure) = outcome, case .positionExpired = failure.error { break }
        if case .success(let summary) = outcome {
          ids += (summary.items ?? []).flatMap(\.ids)
          if summary.verdict == .complete {
            complete += 1
            #expect(api.steady.isSubset(of: ids), comment)
            break
          }
          if summary.verdict == .suspect { break }
        }
        if Bool.random(using: &random) { world = try world.resumed() }
      }
      twice += ids.count - Set(ids).count
    }
    #expect(complete > 200)
    #expect(twice < 12)
  }
}
