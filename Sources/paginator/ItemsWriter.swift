import JSON
import Mapping
import Sessions

/// Turns pages into the lines of the output, in one of the formats.
///
/// Two items as `json` are `[\n{"id":1},\n{"id":2}\n]\n`: the last three bytes are the `tail`,
/// which the next page takes the place of.
struct ItemsWriter {
  let format: ItemsFormat
  /// Nothing has been written so far.
  private(set) var isEmpty: Bool
  /// The table that has begun.
  private(set) var table: ItemsTable?

  /// A writer that goes on after what was written before. `columns`: those of the table that has
  /// begun. `leftOut`: what that table had no column for.
  init(
    _ format: ItemsFormat, isEmpty: Bool = true, columns: [String]? = nil, leftOut: [String] = []
  ) {
    self.format = format
    self.isEmpty = isEmpty
    if let separator = format.separator, let columns {
      table = ItemsTable(columns: columns, separator: separator, leftOut: leftOut)
    }
  }

  /// Appends the items of a page, whole lines only.
  mutating func append(_ page: WalkPage, to bytes: inout [UInt8]) {
    guard !page.items.isEmpty else { return }
    if let separator = format.separator {
      appendRows(page, separator, to: &bytes)
    } else {
      appendTexts(page, to: &bytes)
    }
    isEmpty = false
  }

  /// What has to follow for the output to be whole.
  var tail: [UInt8] {
    guard format == .json else { return [] }
    return Array((isEmpty ? "[]\n" : "\n]\n").utf8)
  }

  private func appendTexts(_ page: WalkPage, to bytes: inout [UInt8]) {
    let lineFeed = UInt8(ascii: "\n")
    guard format == .json else {
      for index in page.items {
        page.content.appendItem(index, to: &bytes)
        bytes.append(lineFeed)
      }
      return
    }
    for index in page.items {
      if !isEmpty || index > page.items.lowerBound {
        bytes.append(UInt8(ascii: ","))
      } else {
        bytes.append(UInt8(ascii: "["))
      }
      bytes.append(lineFeed)
      page.content.appendItem(index, to: &bytes)
    }
  }

  private mutating func appendRows(
    _ page: WalkPage, _ separator: UInt8, to bytes: inout [UInt8]
  ) {
    let items = page.content.values(page.items)
    var table: ItemsTable
    if let begun = self.table {
      table = begun
      self.table = nil
    } else {
      table = ItemsTable(columns: ItemsColumns.names(of: items), separator: separator)
      table.appendHeader(to: &bytes)
    }
    for (document, item) in items { table.appendRow(document, item, to: &bytes) }
    self.table = table
  }
}

extension PageContent {
  /// Some of the items as values of documents: of the page's own, or each of one of its own where
  /// they were mapped.
  fileprivate func values(_ range: Range<Int>) -> [(document: JSONDocument, item: JSONSlice)] {
    if let mapped {
      return range.compactMap { index in
        guard mapped.items.indices.contains(index),
          let document = try? JSONDocument(mapped.bytes, in: mapped.items[index])
        else { return nil }
        return (document, document.root)
      }
    }
    guard let document else { return [] }
    return range.compactMap { index in
      sources.indices.contains(index) ? (document, sources[index]) : nil
    }
  }
}
