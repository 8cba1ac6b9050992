import HTTP
import JSON
import Testing

@testable import Detection
@testable import Pagination

@Suite struct ItemListTests {
  /// A list in a list has to be named.
  @Test(arguments: Fixtures.allBare.filter { $0.fixture.name != "monday" })
  func theItemsOfAFixtureAreFound(_ replayed: Fixtures.Replayed) {
    let fixture = replayed.fixture
    let expected = fixture.open["itemsPath"] ?? fixture.profile["itemsPath"] ?? ""
    #expect(replayed.replay.candidates.first?.itemsPath ?? "" == expected.stringValue)
  }

  /// Their tokens stay and lead on, or a document is its own item.
  private static let neverEmpty: Set = [
    "cloudwatch-logs", "cm-well", "crossref", "elasticsearch-scroll", "mailgun", "monday", "pypi",
    "quickbooks",
  ]

  /// Empty first pages have no items and no next page, whatever else is known of them.
  @Test(arguments: Fixtures.allBare.filter { $0.fixture.empty != nil })
  func anEmptyFirstPageIsEmpty(_ replayed: Fixtures.Replayed) throws {
    let (fixture, bare) = (replayed.fixture, replayed.replay)
    let replay = Replay(
      id: fixture.name, request: bare.request,
      response: Fixtures.response(try #require(fixture.empty), url: bare.request.url),
      expected: nil, given: bare.given)
    guard let best = replay.candidates.first, replay.response.status.code < 400 else { return }
    let isEmpty = try replay.first(best).items.isEmpty && replay.second(best) == nil
    #expect(isEmpty == !Self.neverEmpty.contains(fixture.name))
  }

  /// Lists of strings, and items that have nothing of the kind.
  private static let withoutIdentity: Set = [
    "binance-klines", "docker-registry", "cloudwatch-logs", "crowdstrike-scroll", "dynamodb",
    "monday", "paypal", "pubmed-esearch", "sendgrid",
    // The first page has no items.
    "cm-well",
  ]

  @Test(arguments: Fixtures.bare)
  func aFoundIdentityIsUniqueOnThePage(_ replay: Replay) throws {
    let best = try #require(replay.candidates.first)
    guard let text = best.identity else {
      #expect(Self.withoutIdentity.contains(replay.id))
      return
    }
    let document = try JSONDocument(replay.response.body)
    let list = try #require(
      document.resolve(try JSONPath(best.itemsPath ?? ""), from: document.root))
    let items = document.elements(of: list)
    let path = try JSONPath(text)
    let values = items.compactMap { document.resolve(path, from: $0) }
    #expect(values.count == items.count)
    #expect(Set(values.map { document.text($0) }).count == items.count)
  }
}
