import JSON
import Pagination
import TestSupport
import Testing

@testable import Wire

struct PageWarningJSONTests {
  static let warnings: [PageWarning] = [
    .metadataInvalid(StatedValue("total", "x")),
    .pageMismatch(.offset, requested: 10, stated: 20),
    .inconsistentCounts(statedPages: 7, computedPages: 3, objectCount: 9),
    .pageSizeDrift(page: 2, expected: 5, found: 4), .countChanged(before: 9, now: 10),
    .undetected(refutation: nil), .undetected(refutation: "the second page is empty"),
    .severalLists(["groups", "users"]), .severalLists(["", "users.*"]),
    .signalMissing(page: 3), .duplicates(count: 2),
    .sharedItems(page: 2, count: 1, pages: [1], items: [7]),
    .countShrank(page: 3, before: 9, now: 8), .gap(.currentPage, page: 3, expected: 3, stated: 4),
    .overlap(.offset, page: 3, expected: 20, stated: 15), .repeatedBeginning(count: 2),
    .repeatedPage(page: 3), .itemCountMismatch(stated: 9, found: 8),
    .pageCountMismatch(stated: 3, found: 2), .unevenRows(page: 2, count: 3),
    .innerListsCut(path: "a.has_more", page: 2, items: 3),
    .restarted(items: 2), .innerListsDoubtful(path: "a.data", page: 2, items: 3),
  ]

  @Test(arguments: warnings)
  func warningIsASentenceWithItsValues(_ warning: PageWarning) throws {
    let json = warning.json
    #expect(json["kind"]?.stringValue == warning.kind.rawValue)
    #expect(try #require(json["message"]?.stringValue).hasSuffix("."))
    #expect(json["path"]?.stringValue == warning.subject)
    #expect(!warning.message.contains("Optional"))
  }

  @Test func valuesStandBehindTheMessage() {
    #expect(
      PageWarning.pageMismatch(.offset, requested: 1, stated: 2).json.text.hasSuffix(
        #".","path":"offset","asked":1,"stated":2}"#))
  }
}
