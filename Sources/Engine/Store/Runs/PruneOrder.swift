/// The most rows that a run may delete: `500`, or `25%` of those that its request had before.
package enum PruneLimit: Sendable, Equatable {
  case rows(Int)
  case percent(Int)

  /// Reads a limit; nil if the text is neither a number nor a percentage up to 100.
  package init?(_ text: String) {
    let digits = text.hasSuffix("%") ? text.dropLast() : text[...]
    guard !digits.isEmpty, digits.utf8.allSatisfy({ (0x30...0x39).contains($0) }),
      let number = Int(digits)
    else { return nil }
    if digits.count == text.count {
      self = .rows(number)
    } else {
      guard number <= 100 else { return nil }
      self = .percent(number)
    }
  }

  /// True when `rows` of `before` rows may be deleted.
  func allows(_ rows: Int, of before: Int) -> Bool {
    switch self {
    case .rows(let most): rows <= most
    case .percent(let most): Double(rows) * 100 <= Double(before) * Double(most)
    }
  }
}

/// The order to delete the rows of a request that a run has not seen.
package struct PruneOrder: Sendable, Equatable {
  /// nil: at most half of the rows that the request had before, or ``rowsMax``.
  package let limit: PruneLimit?

  /// This many rows may go, however few there were before.
  package static let rowsMax = 20

  /// An order with a limit of its own, or without one.
  package init(limit: PruneLimit? = nil) { self.limit = limit }

  /// True when `rows` of `before` rows may be deleted.
  func allows(_ rows: Int, of before: Int) -> Bool {
    if let limit { return limit.allows(rows, of: before) }
    return rows <= PruneOrder.rowsMax || rows <= before / 2
  }
}
