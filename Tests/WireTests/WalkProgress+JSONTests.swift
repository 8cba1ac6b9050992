import JSON
import Sessions
import TestSupport
import Testing

@testable import Wire

struct WalkProgressJSONTests {
  private static func progress(
    _ pages: Int, _ items: Int, of pageCount: Int? = nil, _ objectCount: Int? = nil,
    at position: Int? = nil, itemsMax: Int? = nil, pagesMax: Int? = nil, waits: Double? = nil
  ) -> WalkProgress {
    WalkProgress(
      pages: pages, items: items, pageCount: pageCount, objectCount: objectCount,
      position: position ?? items, itemsMax: itemsMax, pagesMax: pagesMax,
      waiting: waits.map { WalkProgress.Waiting(seconds: $0, reason: "status 429") })
  }

  /// How far a walk is after two seconds, and what is said of it.
  static let cases: [TestCase<WalkProgress, Int?>] = [
    TestCase("page 2, 50 of 250 items, 25 a second, 8 s to go", progress(2, 50, of: 10, 250), 20),
    TestCase("page 2, 50 items, 25 a second", progress(2, 50), nil),
    TestCase(
      "page 2, 50 of 250 items, waiting 30 s: status 429",
      progress(2, 50, of: 10, 250, waits: 29.2),
      20),
    TestCase("page 0, 0 of 0 items, 0 a second", progress(0, 0, of: 0, 0), nil),
    // Numbers of an API that talks nonsense:
    TestCase(
      "page 1, 1 of 9223372036854775807 items, 0 a second, 1000000000 s to go",
      progress(1, 1, of: nil, .max), 0),
    TestCase(
      "page 1, 1 of 1 items, 0 a second, 0 s to go", progress(1, 1, of: 1, 5, at: .max), 100),
    // Of a walk from the middle, or of a part, only its own items count:
    TestCase(
      "page 2, 50 of 100 items, 25 a second, 2 s to go", progress(2, 50, of: 10, 250, at: 200), 50),
    TestCase(
      "page 2, 50 of 60 items, 25 a second, 0 s to go", progress(2, 50, itemsMax: 60), 83),
    // Where the number of pages is bounded, the pages that have come show how many items are due:
    TestCase(
      "page 2, 50 of 75 items, 25 a second, 1 s to go", progress(2, 50, of: 10, 250, pagesMax: 3),
      66),
    TestCase(
      "page 3, 75 of 75 items, 37 a second, 0 s to go", progress(3, 75, pagesMax: 3), 100),
    TestCase(
      "page 1, 25 of 30 items, 12 a second, 0 s to go", progress(1, 25, of: 2, 30, pagesMax: 3), 83),
    TestCase("page 2, 50 items, 25 a second", progress(2, 50, pagesMax: .max), nil),
    TestCase(
      "page 1, 1 items, waiting 1000000000 s: status 429", progress(1, 1, waits: 1e300), nil),
  ]

  @Test(arguments: cases)
  func reportSaysHowFarTheWalkIs(_ one: TestCase<WalkProgress, Int?>) {
    let report = one.input.report(seconds: 2)
    #expect(report["kind"] == "report")
    #expect(report["percentage"]?.integerValue == one.expected)
    #expect(report["message"]?.stringValue == one.id)
  }
}
