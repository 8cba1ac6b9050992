import JSON
import Mapping
import Sessions
import Store
import Text

/// Turns pages into the lines of the output, in one of the formats.
///
/// Two items as `json` are `[\n{"id":1},\n{"id":2}\n]\n`: the last three bytes are the `tail`,
/// which the next page takes the place of.
struct ItemWriter {
  /// Facts for the formats that are made for people.
  struct Page {
    /// The width of the terminal in columns; nil if there is none.
    var columns: Int?
    var hasColours = false
    /// The title of the items, safe to show.
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

  /// The rows of a page may take this many times the bytes of the page, and ``rowsBytesMin``:
  /// 100,000 items without members are as many rows of a thousand separators each.
  static let rowsBytesPerByte = 8
  static let rowsBytesMin = 64 << 20
  /// The first rows of a table show how wide its columns are.
  static let measuredRowsMax = 1_000

  /// Appends the items of a page, whole lines only. Of a page with many, `write` takes the lines
  /// before they are more than ``linesBytesMax``, and the tail after them.
  mutating func append(
    _ page: WalkPage, to lines: inout [UInt8], _ write: LineTaker
  ) throws(FetchError) {
    guard !page.items.isEmpty else { return }
    if format.hasColumns {
      let items = page.content.values(page.items)
      let size = (page.content.mapped?.bytes ?? page.content.document?.bytes)?.count ?? 0
      let room = ItemWriter.rowsBytesMin + ItemWriter.rowsBytesPerByte * size
      try appendRows(items, count: page.items.count, bytesMax: room, to: &lines, write)
    } else {
      try appendTexts(page, to: &lines, write)
    }
  }

  /// Takes lines to the output, and what completes it after them.
  typealias LineTaker = (_ lines: [UInt8], _ tail: [UInt8]) throws(FetchError) -> Void

  /// The bytes of lines that are collected at most, but for the last line.
  private static let linesBytesMax = 1 << 20

  /// Has lines written that are many, and returns their number of bytes.
  private func flush(
    _ lines: inout [UInt8], _ write: LineTaker
  ) throws(FetchError) -> Int {
    guard lines.count >= ItemWriter.linesBytesMax else { return 0 }
    try write(lines, tail)
    defer { lines.removeAll(keepingCapacity: true) }
    return lines.count
  }

  /// The bytes that must follow to complete the output.
  var tail: [UInt8] {
    switch format {
    case .ndjson, .csv, .tsv, .table, .sqlite: []
    case .json: Array((isEmpty ? "[]\n" : "\n]\n").utf8)
    case .html: Array((isEmpty ? HTMLTable(title: page.title).empty : HTMLTable.tail).utf8)
    }
  }

  private mutating func appendTexts(
    _ page: WalkPage, to lines: inout [UInt8], _ write: LineTaker
  ) throws(FetchError) {
    let isList = format == .json
    let separator = isList ? [ASCII.comma, ASCII.lineFeed] : [ASCII.lineFeed]
    var left = page.items
    while !left.isEmpty {
      if isList { lines += [isEmpty ? ASCII.leftBracket : ASCII.comma, ASCII.lineFeed] }
      left = page.content.appendItems(
        left, between: separator, to: &lines, bytesMax: ItemWriter.linesBytesMax)
      if !isList { lines.append(ASCII.lineFeed) }
      isEmpty = false
      _ = try flush(&lines, write)
    }
  }

  private mutating func appendRows(
    _ items: PageValues, count: Int, bytesMax: Int, to lines: inout [UInt8], _ write: LineTaker
  ) throws(FetchError) {
    let isFirst = self.rows == nil
    var rows = self.rows ?? ItemRows(columns: ColumnTree.names(of: items))
    // Held once only, so that reading a row copies nothing.
    self.rows = nil
    defer { self.rows = rows }
    var left = lines.count + bytesMax
    func check(_ size: Int) throws(FetchError) {
      guard size > left else { return }
      throw .tooSparse(
        format: format.rawValue, columns: rows.names.count, bytesMax: bytesMax)
    }
    // Each cell of a row has a separator, or the end of the line.
    if format == .csv || format == .tsv { try check(count * rows.names.count) }
    isEmpty = false
    let text = DelimitedText(
      separator: UInt8(ascii: format == .tsv ? "\t" : ","), keepsFormulas: page.keepsFormulas)
    let html = HTMLTable(title: page.title)
    if isFirst, format == .html { html.append(header: rows.names, to: &lines) }
    if isFirst, format == .csv || format == .tsv { text.append(header: rows.names, to: &lines) }
    let table = format == .table ? makeTable(items, &rows, to: &lines) : nil
    for (document, item) in items {
      rows.withCells(of: item, in: document) { cells, filled in
        if let table {
          table.append(texts(cells, filled, of: document), to: &lines)
        } else if format == .html {
          html.append(cells, filled, of: document, to: &lines)
        } else {
          text.append(cells, of: document, to: &lines)
        }
      }
      try check(lines.count)
      left -= try flush(&lines, write)
    }
  }

  /// The table, whose header is written with the first rows.
  private mutating func makeTable(
    _ items: PageValues, _ rows: inout ItemRows, to bytes: inout [UInt8]
  ) -> TerminalTable {
    if let terminalTable { return terminalTable }
    var measured: [[TextCell]] = []
    for (document, item) in items.prefix(ItemWriter.measuredRowsMax) {
      rows.withCells(of: item, in: document) { measured.append(texts($0, $1, of: document)) }
    }
    let table = TerminalTable(
      names: rows.names, rows: measured, columns: page.columns, hasColours: page.hasColours)
    terminalTable = table
    table.append(header: rows.names, to: &bytes)
    return table
  }

  /// The texts of a row, as many characters as may be seen.
  private func texts(
    _ cells: [JSONSlice], _ filled: [Int], of document: JSONDocument
  ) -> [TextCell] {
    let charactersMax = max(page.columns ?? 0, TerminalTable.cellColumnsMax) + 1
    return filled.sorted().map { column in
      let text = document.shown(cells[column], charactersMax: charactersMax)
      return TextCell(column: column, text: ShownText.harmless(text))
    }
  }
}

extension PageContent {
  /// Some of the items as values of documents: of the page's own document, or, if the items were
  /// mapped, of one document each. They are found on demand: a page may have millions.
  func values(_ range: Range<Int>) -> PageValues { range.lazy.compactMap { self.value($0) } }

  private func value(_ index: Int) -> PageValue? {
    if let mapped {
      guard mapped.items.indices.contains(index) else { return nil }
      let document = try? JSONDocument(mapped.bytes, in: mapped.items[index])
      return document.map { ($0, $0.root) }
    }
    guard let document, sources.indices.contains(index) else { return nil }
    return (document, sources[index])
  }
}

typealias PageValue = (document: JSONDocument, item: JSONSlice)
typealias PageValues = LazyMapSequence<
  LazyFilterSequence<LazyMapSequence<Range<Int>, PageValue?>>, PageValue
>
