/// The form in which a body was sent that is JSON by now.
package enum BodyForm: Sendable, Equatable {
  case json
  /// One JSON text a line.
  case lines
  /// Rows with a header. `uneven`: the number of rows with more or fewer fields than the header.
  case table(uneven: Int)
  case xml
  /// It could not be made JSON, and is as it came.
  case faulty(BodyFault)

  /// True where a list may have pages of both forms: XML is of its own, and so are rows.
  package func isKin(of other: BodyForm) -> Bool {
    switch (self, other) {
    case (.xml, .xml), (.table, .table): true
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
