import DemoAPI
import Foundation
import Testing
import Text

@testable import SampleAPI

@Suite struct ArticlesTests {
  private func list(_ articles: Articles) throws -> [[String: Any]] {
    let text = "[" + String(decoding: articles.json(0..<articles.count), as: UTF8.self) + "]"
    return try #require(try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [[String: Any]])
  }

  @Test func articlesAreTheSameInEveryRun() {
    let first = Article.publishedSeconds(id: 1)
    let text = String(decoding: Articles(count: 3, itemBytes: 185).json(0..<1), as: UTF8.self)
    #expect(
      text.hasPrefix("{\"id\":1,\"title\":\"Late birds of Fez\",\"author\":{\"login\":\"ben-ford\"")
    )
    #expect(CalendarTime(epochSeconds: first).timestamp == "2024-01-01T01:26:22Z")
  }

  @Test func idsCountFromOneAndDatesRise() throws {
    let list = try list(Articles(count: 2500, itemBytes: 185))
    #expect(list.compactMap { $0["id"] as? Int } == Array(1...2500))
    let dates = list.compactMap { $0["published_at"] as? String }
    #expect(dates.count == 2500)
    #expect(dates == dates.sorted())
  }

  @Test(arguments: [185, 400, 2000]) func everyArticleHasItsSize(_ itemBytes: Int) {
    let articles = Articles(count: 1000, itemBytes: itemBytes)
    for index in 0..<1000 {
      #expect(articles.json(index..<(index + 1)).count == itemBytes)
    }
    #expect(articles.json(0..<100).count == 100 * (itemBytes + 1) - 1)
  }

  @Test func tooSmallASizeLeavesTheSummaryEmpty() throws {
    let list = try list(Articles(count: 10, itemBytes: 1))
    #expect(list.compactMap { $0["summary"] as? String } == Array(repeating: "", count: 10))
  }

  @Test func emptyCollectionHasNoText() {
    for edition in Articles.Edition.allCases where edition != .inserted {
      let articles = Articles(count: 0, itemBytes: 185, edition: edition)
      #expect(articles.count == 0)
      #expect(articles.json(0..<0).isEmpty)
      #expect(articles.index(ofID: 0) == nil)
      #expect(articles.index(ofID: 1) == nil)
    }
  }

  @Test(arguments: Articles.Edition.allCases)
  func idsAndIndicesAgree(_ edition: Articles.Edition) throws {
    let articles = Articles(count: 25, itemBytes: 185, edition: edition)
    let ids = try list(articles).compactMap { $0["id"] as? Int }
    #expect(ids == (0..<articles.count).map(articles.id(at:)))
    for (index, id) in ids.enumerated() { #expect(articles.index(ofID: id) == index) }
    for id in [-1, 0, 27, Int.max] { #expect(articles.index(ofID: id) == nil) }
  }

  @Test func editionsDifferAsTheySay() throws {
    let list = { edition in try self.list(Articles(count: 25, itemBytes: 185, edition: edition)) }
    let ids = { (list: [[String: Any]]) in list.compactMap { $0["id"] as? Int } }
    #expect(ids(try list(.inserted)) == [26] + Array(1...25))
    #expect(ids(try list(.shortened)) == Array(2...25))
    let titles = zip(try list(.original), try list(.edited)).filter { original, edited in
      original["title"] as? String != edited["title"] as? String
    }
    #expect(ids(titles.map(\.1)) == [10, 20])
    #expect(titles.allSatisfy { ($0.1["title"] as? String)?.hasPrefix("Revised: ") == true })
  }
}
