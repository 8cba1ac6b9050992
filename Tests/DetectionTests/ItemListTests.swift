import HTTP
import JSON
import Testing

@testable import Detection
@testable import Pagination

@Suite struct ItemListTests {
  @Test func theItemsOfEveryFixtureAreFound() throws {
    var wrong: [String] = []
    for (fixture, replay) in zip(Fixtures.all, Fixtures.bare) {
      let expected = fixture.open["itemsPath"] ?? fixture.profile["itemsPath"] ?? ""
      let found = replay.candidates.first?.open["itemsPath"] ?? ""
      if found != expected { wrong.append("\(replay.id): \(found), not \(expected)") }
    }
    #expect(wrong.isEmpty, "\(wrong.joined(separator: "\n"))")
  }

  /// Empty first pages have no items and no next page, whatever else is known of them.
  @Test func emptyFirstPagesAreEmpty() throws {
    var wrong: [String] = []
    for (fixture, bare) in zip(Fixtures.all, Fixtures.bare) {
      guard let empty = fixture.empty else { continue }
      let replay = Replay(
        id: fixture.name, request: bare.request,
        response: Fixtures.response(empty, url: bare.request.url), expected: nil,
        given: bare.given)
      guard let best = replay.candidates.first, replay.response.status.code < 400 else { continue }
      let count = try replay.first(best).items.count
      let isOver = try replay.second(best) == nil
      if count > 0 || !isOver { wrong.append(replay.id) }
    }
    // a token that stays leads on; a document is its own item
    #expect(wrong == ["cloudwatch-logs", "crossref", "elasticsearch-scroll", "pypi"])
  }

  @Test func everyFoundIdentityIsUniqueOnThePage() throws {
    var without: [String] = []
    for replay in Fixtures.bare {
      let best = try #require(replay.candidates.first)
      guard let text = best.open["identity"]?.stringValue else {
        without.append(replay.id)
        continue
      }
      let document = try JSONDocument(replay.response.body)
      let path = try JSONPath(best.open["itemsPath"]?.stringValue ?? "")
      let list = try #require(document.resolve(path, from: document.root))
      let items = document.elements(of: list)
      let values = items.compactMap { document.resolve((try? JSONPath(text)) ?? .root, from: $0) }
      #expect(values.count == items.count, "\(replay.id): \(text)")
      #expect(Set(values.map { document.text($0) }).count == items.count, "\(replay.id): \(text)")
    }
    // lists of strings, and items that have nothing of the kind
    #expect(Set(without).isSubset(of: ["docker-registry", "cloudwatch-logs", "dynamodb"]))
  }
}
