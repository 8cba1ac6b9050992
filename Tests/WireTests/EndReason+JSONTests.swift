import JSON
import Pagination
import TestSupport
import Testing

@testable import Wire

struct EndReasonJSONTests {
  static let cases: [(EndReason.Cause, String)] = [
    (
      .pageCountReached(10),
      #"{"kind":"totalReached","page":4,"evidence":{"field":"pageCount","value":10}}"#
    ),
    (
      .shortPage(sizePath: "meta.size", size: 5, items: 2),
      #"{"kind":"shortPage","page":4,"evidence":{"field":"meta.size","value":5,"items":2}}"#
    ),
    (
      .emptyPagesMax(20),
      #"{"kind":"emptyPage","page":4,"evidence":{"field":"limits.emptyPagesMax","value":20}}"#
    ),
    (
      .maximum(.itemsOfWalk, 3),
      #"{"kind":"itemsMax","page":4,"evidence":{"field":"maxItems","value":3}}"#
    ),
    (
      .pastEnd(status: 404),
      #"{"kind":"pastEnd","page":4,"evidence":{"field":"@status","value":404}}"#
    ),
    (
      .repeatedItems(of: 2),
      #"{"kind":"repeatedItems","page":4,"evidence":{"field":"page","value":2}}"#
    ),
    (.failed, #"{"kind":"failed","page":4,"evidence":{"field":"error","value":"timedOut"}}"#),
  ]

  @Test(arguments: cases)
  func reasonNamesItsFieldAndValue(cause: EndReason.Cause, text: String) {
    #expect(EndReason(cause, page: 4).json(error: "timedOut").text == text)
  }

  @Test func noPageIsNull() {
    #expect(
      EndReason(.cancelled, page: nil).json() == [
        "kind": "cancelled", "page": .null, "evidence": [:],
      ])
  }
}
