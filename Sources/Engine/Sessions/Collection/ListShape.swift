import HTTP
import JSON
import Pagination

/// The shape of a list's first page with items, which later pages are compared with.
///
///     {"retCode": 0, "retMsg": "OK", "list": [...]}          {"retCode": 10006, "retMsg": "Too many visits!", "list": []}
struct ListShape: Sendable {
  let form: BodyForm
  /// The page had a list, and not an object in its place.
  let hasLists: Bool
  /// It had more than its items and the place of the next page.
  let hasOthers: Bool
  /// The members that report how the request went; nil where the body was no JSON.
  private let reports: OutcomeReports?
  /// The names of its members outside of lists.
  private let names: Set<String>
  /// The names of the first item's members; empty where it is no object.
  private let rowNames: Set<String>

  init(_ page: Page) {
    form = page.source.response.form
    hasLists = !page.reading.isOneItem
    hasOthers = page.hasOthers
    reports = page.reading.view.outcome
    names = page.reading.view.scan?.document.namesAroundLists ?? []
    rowNames = page.namesOfFirstItem
  }

  /// True when a page has an object in the place of a list that shares no name with the items that came
  /// there: it is no item.
  ///
  ///     {"body": [{"id": 1, "title": "A"}]}        {"body": {"code": "no_page", "message": "..."}}
  func hasOtherRows(than page: Page) -> Bool {
    guard hasLists, !rowNames.isEmpty else { return false }
    let own = page.namesOfFirstItem
    return !own.isEmpty && own.isDisjoint(with: rowNames)
  }

  /// True when a page without a list has nothing that the first one did not have beside its items, and
  /// reports no more: the list has been left out as it is empty.
  ///
  ///     {"total": 34, "rows": [...]}    {"total": 34}
  func leavesOut(_ page: PageReading) -> Bool {
    guard let own = page.view.scan?.document.namesAroundLists, !own.isEmpty,
      own.isSubset(of: names)
    else { return false }
    guard let outcome = page.view.outcome, let reports else { return true }
    return !outcome.contradict(reports)
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

extension Page {
  fileprivate var namesOfFirstItem: Set<String> {
    guard let document = reading.view.scan?.document, let item = reading.items.first,
      item.kind == .object
    else { return [] }
    return Set(document.members(of: item).prefix(100).compactMap { document.string($0.key) })
  }
}

extension JSONDocument {
  /// The names of the members outside of lists, down to the third level.
  fileprivate var namesAroundLists: Set<String> {
    var (names, level): (Set<String>, [JSONSlice]) = ([], [root])
    for _ in 0..<3 {
      level = level.filter { $0.kind == .object }.flatMap { object in
        members(of: object).prefix(100).map { key, value in
          names.insert(string(key) ?? "")
          return value
        }
      }
    }
    return names
  }
}
