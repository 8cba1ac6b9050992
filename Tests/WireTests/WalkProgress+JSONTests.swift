import JSON
import Sessions
import Testing

@testable import Wire

struct WalkProgressJSONTests {
  /// How far a walk is after two seconds, and what is said of it.
  struct Case: Sendable, CustomTestStringConvertible {
    let progress: WalkProgress
    let percentage: Int?
    let message: String
    var testDescription: String { message }
  }

  static let cases: [Case] = [
    Case(
      progress: WalkProgress(pages: 2, items: 50, pageCount: 10, objectCount: 250, position: 50),
      percentage: 20, message: "page 2, 50 of 250 items, 25 a second, 8 s to go"),
    Case(
      progress: WalkProgress(pages: 2, items: 50, pageCount: nil, objectCount: nil, position: 50),
      percentage: nil, message: "page 2, 50 items, 25 a second"),
    Case(
      progress: WalkProgress(
        pages: 2, items: 50, pageCount: 10, objectCount: 250, position: 50,
        waiting: WalkProgress.Waiting(seconds: 29.2, reason: "status 429")),
      percentage: 20, message: "page 2, 50 of 250 items, waiting 30 s: status 429"),
    Case(
      progress: WalkProgress(pages: 0, items: 0, pageCount: 0, objectCount: 0, position: 0),
      percentage: nil, message: "page 0, 0 of 0 items, 0 a second"),
    // Numbers of an API that talks nonsense:
    Case(
      progress: WalkProgress(pages: 1, items: 1, pageCount: nil, objectCount: .max, position: 1),
      percentage: 0,
      message: "page 1, 1 of 9223372036854775807 items, 0 a second, 1000000000 s to go"),
    Case(
      progress: WalkProgress(pages: 1, items: 1, pageCount: 1, objectCount: 5, position: .max),
      percentage: 100, message: "page 1, 1 of 1 items, 0 a second, 0 s to go"),
    // Of a walk from the middle, or of a part, only its own items count:
    Case(
      progress: WalkProgress(
        pages: 2, items: 50, pageCount: 10, objectCount: 250, position: 200),
      percentage: 50, message: "page 2, 50 of 100 items, 25 a second, 2 s to go"),
    Case(
      progress: WalkProgress(
        pages: 2, items: 50, pageCount: nil, objectCount: nil, position: 50, itemsMax: 60),
      percentage: 83, message: "page 2, 50 of 60 items, 25 a second, 0 s to go"),
    // Where the number of pages is bounded, the pages that have come show how many items are due:
    Case(
      progress: WalkProgress(
        pages: 2, items: 50, pageCount: 10, objectCount: 250, position: 50, pagesMax: 3),
      percentage: 66, message: "page 2, 50 of 75 items, 25 a second, 1 s to go"),
    Case(
      progress: WalkProgress(
        pages: 3, items: 75, pageCount: nil, objectCount: nil, position: 75, pagesMax: 3),
      percentage: 100, message: "page 3, 75 of 75 items, 37 a second, 0 s to go"),
    Case(
      progress: WalkProgress(
        pages: 1, items: 25, pageCount: 2, objectCount: 30, position: 25, pagesMax: 3),
      percentage: 83, message: "page 1, 25 of 30 items, 12 a second, 0 s to go"),
    Case(
      progress: WalkProgress(
        pages: 2, items: 50, pageCount: nil, objectCount: nil, position: 50, pagesMax: .max),
      percentage: nil, message: "page 2, 50 items, 25 a second"),
    Case(
      progress: WalkProgress(
        pages: 1, items: 1, pageCount: nil, objectCount: nil, position: 1,
        waiting: WalkProgress.Waiting(seconds: 1e300, reason: "status 429")),
      percentage: nil, message: "page 1, 1 items, waiting 1000000000 s: status 429"),
  ]

  @Test(arguments: cases)
  func reportSaysHowFarTheWalkIs(_ one: Case) {
    let report = one.progress.report(seconds: 2)
    #expect(report["kind"] == "report")
    #expect(report["percentage"]?.integerValue == one.percentage)
    #expect(report["message"]?.stringValue == one.message)
  }
}
