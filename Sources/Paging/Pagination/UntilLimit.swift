package import JSON
import Text

/// A value at which paging ends: the first item that is below it, or above it, and all after that
/// one are not wanted.
///
/// With `{"path": "updated_at", "below": "2024-05-01"}` the items `[{"updated_at": "2024-06-01"},
/// {"updated_at": "2024-04-30"}, ...]` end after the first one. `JSONOrdered` has their order.
package struct UntilLimit: Sendable, Equatable {
  /// The path of the value in each item.
  package let path: JSONPath
  private let bound: JSONOrdered
  /// True when values below the bound end paging; otherwise those above it do.
  private let isBelow: Bool
  /// True when items may stand out of order, as pinned ones do: such an item ends nothing where one
  /// after it on its page is within the limit.
  package let allowsPinned: Bool

  /// Reads the members `path`, one of `below` and `above`, and `pinned`.
  package init(_ fields: inout JSONFields) throws(JSONFieldError) {
    guard let text = try fields.string("path"), !text.isEmpty else {
      throw fields.error("path", expected: "a key path that is not empty")
    }
    path = try (try? JSONPath(text)).orThrow(fields.error("path", expected: "a key path"))
    let (below, above) = (fields.value("below"), fields.value("above"))
    guard let value = below ?? above, below == nil || above == nil else {
      throw fields.error("below", expected: "given where \"above\" is not, and only then")
    }
    guard let bound = JSONOrdered(value) else {
      throw fields.error(below == nil ? "above" : "below", expected: "a string or a number")
    }
    self.bound = bound
    isBelow = below != nil
    allowsPinned = try fields.boolean("pinned") ?? false
    try fields.finish()
  }

  /// The result of checking an item.
  enum Finding: Equatable {
    case passes
    /// It ends paging.
    case ends(JSONOrdered)
    /// It has no value, or one of another type.
    case unknown
  }

  func judge(_ item: JSONSlice, _ document: JSONDocument) -> Finding {
    guard let slice = document.resolve(path, from: item),
      let value = JSONOrdered(document, slice), value.isComparable(with: bound),
      let ends = isBelow ? value.isBelow(bound) : bound.isBelow(value)
    else { return .unknown }
    return ends ? .ends(value) : .passes
  }
}

extension PageReading {
  /// Leaves out the first item that the limit names and all after it.
  mutating func end(at limit: UntilLimit) {
    guard let document = view.scan?.document else { return }
    var hasUnknown = false
    var end: (index: Int, value: JSONOrdered)?
    for (index, item) in items.enumerated() {
      switch limit.judge(item, document) {
      case .passes: end = nil
      case .unknown: hasUnknown = hasUnknown || end == nil
      case .ends(let value): end = end ?? (index, value)
      }
      if end != nil, !limit.allowsPinned { break }
    }
    if let end { cut(to: end.index, StatedValue(limit.path.description, end.value.value)) }
    if hasUnknown { warnings.append(.untilUnknown(limit.path.description)) }
  }
}
