import TestSupport
import Testing

@testable import Sessions

struct HeldPagesTests {
  private let blank: Page

  init() throws { blank = try PagedList(Pages.numbered()).page(1, []) }

  private func page(_ number: Int) -> Page {
    Page(
      number: number, reading: blank.reading, content: blank.content, facts: blank.facts,
      trace: blank.trace, source: blank.source, byteDigests: blank.byteDigests,
      received: blank.received)
  }

  private func held(_ pages: Int...) -> HeldPages {
    var held = HeldPages()
    for number in pages { held.hold(page(number)) }
    return held
  }

  @Test func runsJoinNeighbours() {
    var pages = held(5, 1, 2, 9, 4, 2)
    #expect(pages.runs == [1...2, 4...5, 9...9] && pages.count == 5)
    pages.remove(4)
    pages.remove(7)
    #expect(pages.runs == [1...2, 5...5, 9...9] && pages.numbers == [1, 2, 5, 9])
    for page in pages.numbers { pages.remove(page) }
    #expect(pages.numbers.isEmpty && pages.runs.isEmpty)
  }

  @Test func runsAreTheNumbersWhateverComesAndGoes() {
    var random = SeededGenerator()
    var pages = HeldPages()
    var history: [Int] = []
    for _ in 0..<2_000 {
      let number = Int.random(in: -6...12, using: &random)
      history.append(number)
      if pages[number] == nil {
        pages.hold(page(number))
      } else {
        pages.remove(number)
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
