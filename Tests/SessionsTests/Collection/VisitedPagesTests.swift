import Pagination
import Testing

@testable import Sessions

struct VisitedPagesTests {
  private func token(_ text: String) -> Position {
    .token(PageToken(members: [PageToken.Member("cursor", Array("\"\(text)\"".utf8))]))
  }

  private func entry(
    _ position: Position, next: Position? = nil, previous: Position? = nil
  ) -> VisitedPages.Entry {
    VisitedPages.Entry(
      position: position, count: 1, received: 1, next: next, previous: previous, hasNext: nil)
  }

  @Test func positionsAreRememberedBeforeTheyAreDerived() {
    var visits = VisitedPages()
    visits.record(1, entry(.start, next: token("b")))
    #expect(visits.position(of: 2) == token("b") && visits.position(of: 3) == nil)
    visits.record(3, entry(token("c"), previous: token("back")))
    #expect(visits.position(of: 2) == token("b"))
    visits.record(5, entry(token("e"), previous: token("d")))
    #expect(visits.position(of: 4) == token("d"))
    visits.record(2, entry(token("own")))
    #expect(visits.position(of: 2) == token("own"))
  }

  @Test func nearestPageLeadsOn() {
    var visits = VisitedPages()
    #expect(visits.nearest(below: 5) == nil)
    visits.record(1, entry(.start, next: token("b")))
    visits.record(2, entry(token("b"), next: token("c")))
    #expect(visits.nearest(below: 9) == 2 && visits.nearest(below: 2) == 1)
    visits.record(3, entry(token("c")))
    #expect(visits.nearest(below: 9) == nil && visits.nearest(below: 1) == nil)
  }

  @Test func pagesStandInOrder() {
    var visits = VisitedPages()
    for page in [1, 3, 2] { visits.record(page, entry(.computed)) }
    #expect(visits.inOrder.map(\.page) == [1, 2, 3])
  }

  @Test func memoryIsBounded() {
    var visits = VisitedPages()
    for page in 1...(VisitedPages.entriesMax + 1) { visits.record(page, entry(.computed)) }
    #expect(visits.inOrder.count <= VisitedPages.entriesMax)
    #expect(visits[1] != nil && visits[VisitedPages.entriesMax + 1] != nil && visits[2] == nil)
    #expect(visits.highest == VisitedPages.entriesMax + 1 && visits.lowest == 1)
  }
}
