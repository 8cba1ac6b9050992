import Detection
import JSON
import Pagination

/// What speaks for a run of pages being the whole list, gathered page by page. It travels in
/// checkpoints, so that a proof survives them.
///
///     {"pages":2,"total":47,"chained":true}
struct ProofRecord: Sendable {
  /// The exact total that the first page stated, and every page after it; nil: none, or it changed.
  private(set) var total: Int?
  /// Where the total is that no mapping names.
  private(set) var hintPath: String?
  private(set) var pages = 0
  /// Every page but the first was reached by an opaque link or token.
  private(set) var isChained = true

  /// The first page leads to none, and still speaks of more items than it has.
  private(set) var speaksOfMore = false

  init() {}

  /// Takes in the next page of the run. `hint`: the total that it states where none is mapped.
  mutating func take(_ page: Page, hint: TotalHint?) {
    let stated = page.reading.counts.objectCount
    if pages == 0 {
      total = stated ?? hint?.count
      hintPath = stated == nil ? hint?.path : nil
    } else {
      if (stated ?? hint?.count) != total { total = nil }
      if page.requested.position == .computed { isChained = false }
    }
    if case .position(let next) = page.reading.neighbours.next {
      if !PositionStep(from: page, to: next).isOpaque { isChained = false }
    } else if pages == 0 {
      speaksOfMore = page.reading.speaksOfMore
    }
    pages += 1
  }

  // MARK: In checkpoints

  /// nil: no page has come.
  var stored: JSONValue? {
    guard pages > 0 else { return nil }
    var object: JSONObject = [
      "pages": .integer(pages), "chained": .boolean(isChained),
    ]
    if let total { object["total"] = .integer(total) }
    if let hintPath { object["hint"] = .string(hintPath) }
    return .object(object)
  }

  /// The record out of a checkpoint; one that proves nothing where there is none.
  init(stored: JSONValue?, isBegun: Bool) {
    guard isBegun else { return }
    let object = stored?.objectValue
    pages = max(1, object?["pages"]?.integerValue ?? 1)
    isChained = object?["chained"]?.booleanValue ?? false
    total = object?["total"]?.integerValue
    hintPath = object?["hint"]?.stringValue
  }
}
