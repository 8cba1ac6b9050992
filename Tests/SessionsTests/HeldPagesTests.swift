import HTTP
import Pagination
import Testing

@testable import Sessions

struct HeldPagesTests {
  private static let empty = HeldPages.Page(
    content: .empty,
    facts: ResponseFacts(
      status: 200, url: "", bytes: 0, durationMilliseconds: 0, attempts: 1, notModified: false),
    source: PageSource(
      response: HTTPResponse(status: 200), method: "GET", requestURL: "",
      asked: AskedPage(position: .computed, page: 1, offset: 0, perPage: 1)))

  private func held(_ pages: Int...) -> HeldPages {
    var held = HeldPages()
    for page in pages { held.hold(page, Self.empty) }
    return held
  }

  @Test func runsJoinNeighbours() {
    var pages = held(5, 1, 2, 9, 4, 2)
    #expect(pages.runs == [1...2, 4...5, 9...9] && pages.count == 5)
    pages.remove(4)
    pages.remove(7)
    #expect(pages.runs == [1...2, 5...5, 9...9] && pages.numbers == [1, 2, 5, 9])
    pages.removeAll()
    #expect(pages.isEmpty && pages.runs.isEmpty)
  }

  @Test func runsAreTheNumbersWhateverComesAndGoes() {
    var random = SeededGenerator()
    var pages = HeldPages()
    var history: [Int] = []
    for _ in 0..<2_000 {
      let page = Int.random(in: -6...12, using: &random)
      history.append(page)
      if pages[page] == nil {
        pages.hold(page, Self.empty)
      } else {
        pages.remove(page)
      }
      #expect(pages.runs.flatMap { Array($0) } == pages.numbers, "\(history.suffix(12))")
      let areApart = zip(pages.runs, pages.runs.dropFirst()).allSatisfy {
        $0.upperBound + 1 < $1.lowerBound
      }
      #expect(areApart, "\(history.suffix(12))")
    }
  }

  @Test func farthestPagesGoFirst() {
    var pages = held(1, 2, 3, 10, 11, 20)
    pages.evict(near: [10...11], keeping: [], pagesMax: 4)
    #expect(pages.numbers == [2, 3, 10, 11])
    pages.evict(near: [10...11], keeping: [], pagesMax: 4)
    #expect(pages.count == 4)
  }

  @Test func severalPlacesAreNear() {
    var pages = held(1, 2, 50, 51, 100)
    pages.evict(near: [1...1, 100...100], keeping: [], pagesMax: 3)
    #expect(pages.numbers == [1, 2, 100])
  }

  @Test func keptPagesStayBeyondTheMaximum() {
    var pages = held(1, 2, 3, 4, 9)
    pages.evict(near: [1...4], keeping: [1...4], pagesMax: 2)
    #expect(pages.numbers == [1, 2, 3, 4])
    pages.evict(near: [1...4], keeping: [], pagesMax: 2)
    #expect(pages.numbers == [1, 2])
  }
}
