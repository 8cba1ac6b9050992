/// The form in which a body was sent that is JSON by now.
package enum BodyForm: Sendable, Equatable {
  case json
  /// One JSON text a line.
  case lines
  /// Rows with a header. `uneven`: the number of rows with more or fewer fields than the header;
  /// `columns`: the first names of it.
  case table(uneven: Int, columns: [String])
  /// `root`: the name of the root element.
  case xml(root: String)
  /// It could not be made JSON, and is as it came.
  case faulty(BodyFault)

  package var isXML: Bool { if case .xml = self { true } else { false } }
  package var isTable: Bool { if case .table = self { true } else { false } }

  /// True where a list may have pages of both forms: XML of one root element is of its own, and so are
  /// rows that share a column.
  package func isKin(of other: BodyForm) -> Bool {
    switch (self, other) {
    case (.xml(let root), .xml(let other)): root == other
    case (.table(_, let columns), .table(_, let others)):
      !Set(columns).isDisjoint(with: others)
    case (.xml, _), (_, .xml), (.table, _), (_, .table): false
    default: true
    }
  }

  /// True for items that follow each other to the end of the body, so that a cut between two of them
  /// does not show.
  package var isOpenEnded: Bool {
    switch self {
    case .lines, .table: true
    case .json, .xml, .faulty: false
    }
  }
}

/// The reason why a body is not what its format wants it to be.
package struct BodyFault: Error, Sendable, Equatable {
  /// The byte of the body, in UTF-8, where it shows.
  package let offset: Int
  /// In words.
  package let detail: String
  /// True when the body is truncated, so that it may be complete the next time.
  package let isTruncated: Bool

  package init(offset: Int, detail: String, isTruncated: Bool = false) {
    self.offset = offset
    self.detail = detail
    self.isTruncated = isTruncated
  }
}
