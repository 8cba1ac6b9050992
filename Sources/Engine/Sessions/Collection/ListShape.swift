import HTTP
import Pagination

/// The shape of a list's first page with items, which later pages are compared with.
///
///     {"retCode": 0, "retMsg": "OK", "list": [...]}          {"retCode": 10006, "retMsg": "Too many visits!", "list": []}
struct ListShape: Sendable {
  /// The form of the bodies.
  let form: BodyForm
  /// The page had a list, and not an object in its place.
  let hasLists: Bool
  /// It had more than its items and the place of the next page.
  let hasOthers: Bool
  /// The members that report how the request went; nil where the body was no JSON.
  private let reports: OutcomeReports?

  init(_ page: Page) {
    form = page.source.response.form
    hasLists = !page.reading.isOneItem
    hasOthers = page.hasOthers
    reports = page.reading.view.outcome
  }

  /// True when a page without items reports something else than the first one did, or nothing: it does
  /// not show that the list has ended. One without a body, as of status 204, reports nothing.
  func isContradicted(by page: Page) -> Bool {
    guard let own = page.reading.view.outcome else { return false }
    return reports.map { own.contradict($0) } ?? false
  }

  /// True when a page without a list reports what the first one did: `{"code": 0, "data": null}`.
  func isConfirmed(by page: PageReading) -> Bool {
    guard let reports, let own = page.view.outcome, !own.isEmpty else { return false }
    return !own.contradict(reports)
  }
}
