import HTTP
import JSON
import Pagination
import TestSupport
import Testing

@testable import Sessions

/// What a dialogue can look at.
extension Play {
  typealias Look = @Sendable (Play) throws -> JSONValue

  static let looks: [String: Look] = [
    // The session
    "state": { .string($0.world.state.words) },
    "can": { .string(plain($0.world.state.can)) },
    "url": { text($0.world.state.request.url) },
    "pattern": { text($0.world.state.request.patternURL) },
    "strategy": { text($0.world.state.request.strategy) },
    "auth": { text($0.world.state.request.auth) },
    // The latest result
    "result": { .string(try $0.answer().words) },
    "cause": { text(try $0.answer().snapshot?.endReason.map { plain($0.cause) }) },
    "snapshot": { text(try $0.answer().snapshot?.words) },
    "error": { text(try $0.answer().failure.map { plain($0.error) }) },
    "pageURL": { text((try $0.answer().success as? LoadedPage)?.facts.url) },
    "failed": { play in
      let window = try play.answer().success as? WindowView
      return list((window?.failedPages ?? []).map { "\($0.page): \(plain($0.error))" })
    },
    // The API
    "pending": { list($0.world.client.waiting) },
    "aborted": { list($0.world.client.sent.filter(\.isCancelled)) },
    "requests": { .integer($0.world.client.lines.count) },
    "waits": { .array($0.world.scheduler.waits.map(number)) },
    // The client and the store
    "events": { list($0.world.host.takeEvents()) },
    "mapping": { .integer($0.background.count) },
    "clientRequests": { .integer($0.world.host.questions.count) },
    "delivered": { list(try $0.news($0.delivered).map(pageWords)) },
    "progress": { list(try $0.news($0.progress)) },
    "run": { text($0.world.state.store.map(plain)) },
    "storing": { list(($0.world.store?.waiting ?? []).map(itemWords)) },
    "stored": { list(($0.world.store?.stored ?? []).map(itemWords)) },
    "closed": { list($0.closed.lines) },
    "ends": { list($0.world.store?.ends ?? []) },
  ]

  /// "2: [{"id":3}]" as "2: 3".
  private static func pageWords(_ line: String) -> String {
    let parts = line.split(separator: ": ", maxSplits: 1).map(String.init)
    return "\(parts[0]): \(itemWords(parts[1]))"
  }

  private static func text(_ text: String?) -> JSONValue { text.map { .string($0) } ?? .null }
  private static func list(_ texts: [String]) -> JSONValue { .array(texts.map { .string($0) }) }

  /// Paths, and the pages of the numbered API by their numbers.
  private static func list(_ exchanges: [Exchange]) -> JSONValue {
    .array(
      exchanges.map { exchange in
        let path = exchange.line.replacing("GET \(World.base)", with: "")
        let page = path.wholeMatch(of: /\/a\?page=([0-9]+)&n=2/).flatMap { Int($0.output.1) }
        return page.map { .integer($0) } ?? .string(path)
      })
  }

  private static func number(_ value: Double) -> JSONValue {
    value == value.rounded() ? .integer(Int(value)) : JSONValue(floatLiteral: value)
  }
}

/// Looks at what their members name.
extension Play {
  static let comparisons: [String: Action] = [
    // A result of that name
    "results": { play, names in
      for (name, words) in try #require(names.objectValue).members {
        play.expect(try play.answer(name).words, words)
      }
    },
    "pageForIndex": { play, indexes in
      for (index, page) in try #require(indexes.objectValue).members {
        let index = try #require(Int(index))
        play.expect(
          outcome(of: { () throws(SessionError) in try play.world.session.page(of: index) }), page)
      }
    },
    "indexesForPage": { play, pages in
      for (page, indexes) in try #require(pages.objectValue).members {
        let page = try #require(Int(page))
        play.expect(
          outcome(of: { () throws(SessionError) in try play.world.session.indexes(of: page) }),
          indexes)
      }
    },
    // Texts that are nowhere: in answers, in the state, in its checkpoint
    "hides": { play, texts in
      try play.search(texts, in: play.told() + [play.world.checkpoint], isThere: false)
    },
    // Texts that are in the answers or in the state
    "shows": { play, texts in try play.search(texts, in: play.told(), isThere: true) },
    // Texts that are in the checkpoint
    "checkpointShows": { play, texts in
      try play.search(texts, in: [play.world.checkpoint], isThere: true)
    },
  ]

  /// What a question brings, or why it fails.
  private static func outcome<Value>(of question: () throws(SessionError) -> Value) -> String {
    do throws(SessionError) { return "\(try question())" } catch { return plain(error) }
  }

  private func search(_ texts: JSONValue, in places: [String], isThere: Bool) throws {
    for text in try #require(texts.arrayValue) {
      let text = try #require(text.stringValue)
      expect(.boolean(places.contains { $0.contains(text) }), .boolean(isThere))
    }
  }

  private func told() throws -> [String] {
    let answer = try answer()
    let snapshot = answer.snapshot.map { "\($0)" } ?? ""
    return ["\(world.state)", snapshot, answer.failure.map { "\($0)" } ?? ""]
  }
}
