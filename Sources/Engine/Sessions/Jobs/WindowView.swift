package import JSON

/// What is asked of a window on the collection.
package struct WindowOrder: Sendable {
  package let start: Int
  package let count: Int
  /// Missing pages are loaded; a window on nothing loads nothing.
  package let loads: Bool
  /// The response comes when each page is there or has failed.
  package let waits: Bool

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

  /// The items and placeholders as a JSON array; the items are spliced in.
  package var items: JSONFragments {
    var list = JSONFragments()
    // What is between the items that are spliced in.
    var text: [UInt8] = [UInt8(ascii: "[")]
    var hasBefore = false
    for slot in slots {
      if hasBefore { text.append(UInt8(ascii: ",")) }
      hasBefore = true
      switch slot {
      case .items(let content, let range):
        list.append(text)
        text = []
        content.appendElements(range, to: &list)
      case .loading: text += placeholders.loading ?? Self.null
      case .error: text += placeholders.error ?? Self.null
      case .noResults: text += placeholders.noResults ?? Self.null
      }
    }
    text.append(UInt8(ascii: "]"))
    list.append(text)
    return list
  }

  private static let null = Array("null".utf8)
}
