import Pagination
import Testing

@testable import Sessions

struct LedgerTests {
  private func token(_ text: String) -> Position {
    .token(PageToken(members: [PageToken.Member("cursor", Array("\"\(text)\"".utf8))]))
  }

  private func entry(
    _ position: Position, next: Position? = nil, previous: Position? = nil
  ) -> Ledger.Entry {
    Ledger.Entry(
      position: position, count: 1, received: 1, next: next, previous: previous, hasNext: nil)
  }

  @Test func positionsAreRememberedBeforeTheyAreDerived() {
    var ledger = Ledger()
    ledger.record(1, entry(.start, next: token("b")))
    #expect(ledger.position(of: 2) == token("b") && ledger.position(of: 3) == nil)
    ledger.record(3, entry(token("c"), previous: token("back")))
    #expect(ledger.position(of: 2) == token("b"))
    ledger.record(5, entry(token("e"), previous: token("d")))
    #expect(ledger.position(of: 4) == token("d"))
    ledger.record(2, entry(token("own")))
    #expect(ledger.position(of: 2) == token("own"))
  }

  @Test func nearestPageLeadsOn() {
    var ledger = Ledger()
    #expect(ledger.nearest(below: 5) == nil)
    ledger.record(1, entry(.start, next: token("b")))
    ledger.record(2, entry(token("b"), next: token("c")))
    #expect(ledger.nearest(below: 9) == 2 && ledger.nearest(below: 2) == 1)
    ledger.record(3, entry(token("c")))
    #expect(ledger.nearest(below: 9) == nil && ledger.nearest(below: 1) == nil)
  }

  @Test func pagesStandInOrder() {
    var ledger = Ledger()
    for page in [1, 3, 2] { ledger.record(page, entry(.computed)) }
    #expect(ledger.inOrder.map(\.page) == [1, 2, 3])
  }

  @Test func memoryIsBounded() {
    var ledger = Ledger()
    for page in 1...(Ledger.entriesMax + 1) { ledger.record(page, entry(.computed)) }
    #expect(ledger.inOrder.count <= Ledger.entriesMax)
    #expect(ledger[1] != nil && ledger[Ledger.entriesMax + 1] != nil && ledger[2] == nil)
    #expect(ledger.highest == Ledger.entriesMax + 1 && ledger.lowest == 1)
  }
}
