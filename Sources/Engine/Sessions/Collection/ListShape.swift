import HTTP
import JSON
import Pagination
import Text

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
  /// The members that report how the request went, by their paths.
  private let reports: [String: String]

  /// The most members of an object that are looked at, and objects inside of each other.
  private static let membersMax = 50
  private static let depthMax = 3
  private static let endings = ["code", "msg", "message", "status", "error", "warning"]
  private static let names: Set<String> = [
    "ret", "rc", "ok", "stat", "success", "response", "reason", "result",
  ]

  init(_ page: Page) {
    form = page.source.response.form
    hasLists = !page.reading.isOneItem
    hasOthers = page.hasOthers
    reports = ListShape.reports(on: page)
  }

  /// True when a page reports something else than the first one did, or nothing: an empty page of this
  /// kind does not show that the list has ended. One without a body, as of status 204, reports nothing.
  func isContradicted(by page: Page) -> Bool {
    page.reading.view.scan != nil && ListShape.reports(on: page) != reports
  }

  private static func reports(on page: Page) -> [String: String] {
    guard let scan = page.reading.view.scan, scan.document.root.kind == .object else { return [:] }
    let (document, list) = (scan.document, scan.lists.first?.slice ?? .absent)
    var reports: [String: String] = [:]
    var level = [(path: "", object: document.root)]
    for _ in 0..<depthMax where !level.isEmpty {
      var next: [(path: String, object: JSONSlice)] = []
      for (path, object) in level {
        var count = 0
        document.forEachMember(of: object, knowing: list) { key, value in
          count += 1
          guard count <= membersMax, key.range.count < 64, let name = document.string(key) else {
            return
          }
          let path = path + "/" + name
          if value.kind == .object {
            next.append((path, value))
          } else if reports.count < membersMax, isReport(name), let text = text(value, document) {
            reports[path] = text
          }
        }
      }
      level = next
    }
    return reports
  }

  private static func isReport(_ name: String) -> Bool {
    let name = name.lowercased()
    return names.contains(name) || endings.contains { name.hasSuffix($0) }
  }

  /// A text or a number; nil for any other value, an empty text, and one that is too long.
  private static func text(_ value: JSONSlice, _ document: JSONDocument) -> String? {
    guard value.kind == .string || value.kind == .number, value.range.count < 1_024 else {
      return nil
    }
    let text = value.kind == .number ? document.text(value) : document.string(value)
    return text?.isEmpty == false ? text : nil
  }
}
