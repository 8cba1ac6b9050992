import JSON
import Mapping
import Sessions
import Text

/// Turns pages into the lines of the output, in one of the formats.
///
/// Two items as `json` are `[\n{"id":1},\n{"id":2}\n]\n`: the last three bytes are the `tail`,
/// which the next page takes the place of.
struct ItemWriter {
  /// What those formats know that are made for people.
  struct Page {
    /// How wide the terminal is; nil where there is none.
    var columns: Int?
    var hasColours = false
    /// What the items are, safe to show.
    var title = ""
    /// Texts that a spreadsheet takes for formulas stay as they are.
    var keepsFormulas = false
  }

  let format: OutputFormat
  private let page: Page
  /// Nothing has been written so far.
  private(set) var isEmpty: Bool
  /// The rows, once they have begun.
  private(set) var rows: ItemRows?
  /// Once the first rows have shown how wide its columns are.
  private var terminalTable: TerminalTable?

  /// A writer that continues what was written before. `columns`: those of the rows that have
  /// begun. `leftOut`: what there was no column for.
  init(
    _ format: OutputFormat, isEmpty: Bool = true, columns: [String]? = nil, leftOut: [String] = [],
    page: Page = Page()
  ) {
    self.format = format
    self.isEmpty = isEmpty
    self.page = page
    if format.hasColumns, let columns { rows = ItemRows(columns: columns, leftOut: leftOut) }
  }

  /// A page whose rows are much larger than its items: few of its columns have values.
  struct TooSparse: Error {
    let columns: Int
    let bytesMax: Int
  }

  /// The rows of a page may take this many times the bytes of the page, and ``rowsBytesMin``:
  /// 100,000 items without members are as many rows of a thousand separators each.
  static let rowsBytesPerByte = 16
  static let rowsBytesMin = 16 << 20

  /// Appends the items of a page, whole lines only.
  mutating func append(_ page: WalkPage, to bytes: inout [UInt8]) throws(TooSparse) {
    guard !page.items.isEmpty else { return }
    if format.hasColumns {
      let items = page.content.values(page.items)
      let size = (page.content.mapped?.bytes ?? page.content.document?.bytes)?.count ?? 0
      let room = ItemWriter.rowsBytesMin + ItemWriter.rowsBytesPerByte * size
      try appendRows(items, bytesMax: room, to: &bytes)
    } else {
      appendTexts(page, to: &bytes)
    }
    isEmpty = false
  }

  /// What has to follow for the output to be whole.
  var tail: [UInt8] {
    switch format {
    case .ndjson, .csv, .tsv, .table, .sqlite: []
    case .json: Array((isEmpty ? "[]\n" : "\n]\n").utf8)
    case .html: Array((isEmpty ? HTMLTable(title: page.title).empty : HTMLTable.tail).utf8)
    }
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
      let isFirst = isEmpty && index == page.items.lowerBound
      bytes += [UInt8(ascii: isFirst ? "[" : ","), lineFeed]
      page.content.appendItem(index, to: &bytes)
    }
  }

  /// Values of documents, each an item.
  typealias Items = [(document: JSONDocument, item: JSONSlice)]

  private mutating func appendRows(
    _ items: Items, bytesMax: Int, to bytes: inout [UInt8]
  ) throws(TooSparse) {
    let isFirst = self.rows == nil
    var rows = self.rows ?? ItemRows(columns: ColumnTree.names(of: items))
    // Held once only, so that reading a row copies nothing.
    self.rows = nil
    defer { self.rows = rows }
    let end = bytes.count + bytesMax
    func check(_ size: Int) throws(TooSparse) {
      guard size > end else { return }
      throw TooSparse(columns: rows.names.count, bytesMax: bytesMax)
    }
    switch format {
    case .ndjson, .json, .sqlite: break
    case .csv, .tsv:
      let text = DelimitedText(
        separator: UInt8(ascii: format == .csv ? "," : "\t"), keepsFormulas: page.keepsFormulas)
      if isFirst { text.append(header: rows.names, to: &bytes) }
      for (document, item) in items {
        rows.withCells(of: item, in: document) { text.append($0, of: document, to: &bytes) }
        try check(bytes.count)
      }
    case .html:
      let table = HTMLTable(title: page.title)
      if isFirst { table.append(header: rows.names, to: &bytes) }
      for (document, item) in items {
        let columns = rows.names.count
        rows.withSparseCells(of: item, in: document) { cells in
          let shown = cells.map { TextCell(column: $0.column, text: document.shown($0.cell)) }
          table.append(shown, columns: columns, to: &bytes)
        }
        try check(bytes.count)
      }
    case .table:
      let (table, texts) = makeTable(items, &rows, to: &bytes)
      for row in texts {
        table.append(row, to: &bytes)
        try check(bytes.count)
      }
    }
  }

  /// The table, whose header is written with the first rows, and the texts of the rows.
  private mutating func makeTable(
    _ items: Items, _ rows: inout ItemRows, to bytes: inout [UInt8]
  ) -> (TerminalTable, [[TextCell]]) {
    let charactersMax = max(page.columns ?? 0, TerminalTable.cellColumnsMax) + 1
    var texts: [[TextCell]] = []
    for (document, item) in items {
      rows.withSparseCells(of: item, in: document) { cells in
        texts.append(
          cells.map {
            let text = document.shown($0.cell, charactersMax: charactersMax)
            return TextCell(column: $0.column, text: ShownText.harmless(text))
          })
      }
    }
    if let terminalTable { return (terminalTable, texts) }
    let table = TerminalTable(
      names: rows.names, rows: texts, columns: page.columns, hasColours: page.hasColours)
    terminalTable = table
    table.append(header: rows.names, to: &bytes)
    return (table, texts)
  }
}

extension PageContent {
  /// Some of the items as values of documents: of the page's own, or each of one of its own where
  /// they were mapped.
  func values(_ range: Range<Int>) -> [(document: JSONDocument, item: JSONSlice)] {
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
