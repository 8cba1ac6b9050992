import JSON

/// What is asked of a window on the collection.
package struct WindowOrder: Sendable {
  package let start: Int
  package let count: Int
  /// Missing pages are loaded; a window on nothing loads nothing.
  package let loads: Bool
  /// The answer comes when each page is there or has failed.
  package let waits: Bool

  /// How many items one window may show.
  package static let countMax = 10_000
  /// How many pages one window may touch.
  static let pagesMax = 20_000

  package init(start: Int, count: Int, loads: Bool, waits: Bool) {
    self.start = start
    self.count = count
    self.loads = loads && count > 0
    self.waits = waits
  }
}

/// A window on the collection as a sparse array.
package struct WindowView: Sendable {
  /// One stretch of the window.
  package enum Slot: Sendable {
    case items(PageContent, Range<Int>)
    case loading
    case error
    case noResults
  }

  package let start: Int
  package let slots: [Slot]
  /// Index ranges that hold items.
  package let loaded: [Range<Int>]
  /// How many items there are, or are known of so far.
  package let count: Int
  package let loadingPages: [Int]
  package let failedPages: [(page: Int, error: SessionError)]
  package let placeholders: SessionSettings.Placeholders
  package let snapshot: SessionSnapshot

  /// The items and placeholders as a JSON array.
  package var items: [UInt8] {
    var bytes: [UInt8] = [UInt8(ascii: "[")]
    for slot in slots {
      switch slot {
      case .items(let content, let range):
        for index in range {
          if bytes.count > 1 { bytes.append(UInt8(ascii: ",")) }
          content.appendItem(index, to: &bytes)
        }
      case .loading: append(placeholders.loading, to: &bytes)
      case .error: append(placeholders.error, to: &bytes)
      case .noResults: append(placeholders.noResults, to: &bytes)
      }
    }
    bytes.append(UInt8(ascii: "]"))
    return bytes
  }

  private func append(_ placeholder: [UInt8]?, to bytes: inout [UInt8]) {
    if bytes.count > 1 { bytes.append(UInt8(ascii: ",")) }
    bytes += placeholder ?? Array("null".utf8)
  }
}
