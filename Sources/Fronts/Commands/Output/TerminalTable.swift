import Text

/// Writes rows as aligned columns, for people. The first rows decide the width of each column. Text
/// that does not fit is truncated, and columns that do not fit are counted.
///
///     id  title            author.login   +4
///     ──  ───────────────  ────────────
///      1  Walking slowly   ines-frost
struct TerminalTable {
  /// A column as it is drawn.
  private struct Column {
    /// The position in a line at which it begins.
    let start: Int
    let width: Int
    let isNumeric: Bool
  }

  private let columns: [Column]
  /// The number of columns that do not fit.
  private let hidden: Int
  private let hasColours: Bool

  /// The greatest width of a column if the terminal does not report its own.
  static let cellColumnsMax = 60
  /// A column is not made narrower than this for the sake of the others.
  private static let narrowest = 16
  private static let gap = "  "

  /// `rows`: the cells of the first rows, harmless. `columns`: how wide the terminal is; nil: unknown.
  init(names: [String], rows: [[TextCell]], columns terminal: Int?, hasColours: Bool) {
    self.hasColours = hasColours
    var natural = names.map { max(1, TextWidth.of(ShownText.harmless($0))) }
    var numeric = names.map { _ in true }
    for row in rows {
      for cell in row where !cell.text.isEmpty && cell.column < names.count {
        natural[cell.column] = max(natural[cell.column], TextWidth.of(cell.text))
        numeric[cell.column] = numeric[cell.column] && Double(cell.text) != nil
      }
    }
    let widths = TerminalTable.fit(natural, into: terminal)
    hidden = names.count - widths.count
    var start = 0
    var columns: [Column] = []
    for (width, isNumeric) in zip(widths, numeric) {
      columns.append(Column(start: start, width: width, isNumeric: isNumeric))
      start += width + TerminalTable.gap.count
    }
    self.columns = columns
  }

  /// The widths of the columns for which there is room.
  private static func fit(_ natural: [Int], into terminal: Int?) -> [Int] {
    guard let terminal else { return natural.map { min($0, cellColumnsMax) } }
    var shown = 0
    var least = 0
    for width in natural {
      least += min(width, narrowest) + (shown > 0 ? gap.count : 0)
      // Room for the count of those that are not shown.
      let rest = natural.count - shown - 1
      let count = rest > 0 ? gap.count + 1 + String(rest).count : 0
      if shown > 0, least + count > terminal { break }
      shown += 1
    }
    let rest = natural.count - shown
    let count = rest > 0 ? gap.count + 1 + String(rest).count : 0
    let room = max(1, terminal - (shown - 1) * gap.count - count)
    let widths = natural.prefix(shown)
    // The widest ones are cut to the same width, as large as possible.
    let most = (0..<max(1, widths.max() ?? 1)).frontCount { width in
      widths.reduce(0) { $0 + min($1, width + 1) } <= room
    }
    return widths.map { min($0, max(1, most)) }
  }

  func append(header names: [String], to bytes: inout [UInt8]) {
    let shown = names.prefix(columns.count).enumerated().map {
      TextCell(column: $0, text: ShownText.harmless($1))
    }
    let more = hidden > 0 ? TerminalTable.gap + "+\(hidden)".styled(.dim, hasColours) : ""
    bytes += Array((line(shown, isHeader: true) + more + "\n").utf8)
    let rules = columns.map { String(repeating: "─", count: $0.width) }
    let rule = rules.joined(separator: TerminalTable.gap).styled(.dim, hasColours)
    bytes += Array((rule + "\n").utf8)
  }

  /// `cells` are harmless, in the order of the columns; those that are missing are empty.
  func append(_ cells: [TextCell], to bytes: inout [UInt8]) {
    bytes += Array((line(cells) + "\n").utf8)
  }

  private func line(_ cells: [TextCell], isHeader: Bool = false) -> String {
    var line = ""
    var width = 0
    func fill(to start: Int) {
      line += String(repeating: " ", count: max(0, start - width))
      width = max(width, start)
    }
    for cell in cells where cell.column < columns.count && !cell.text.isEmpty {
      let column = columns[cell.column]
      let text = TextWidth.cut(cell.text, to: column.width)
      let textWidth = TextWidth.of(text)
      fill(to: column.start + (column.isNumeric ? max(0, column.width - textWidth) : 0))
      line += text
      width += textWidth
    }
    if isHeader, hidden > 0, let last = columns.last {
      fill(to: last.start + last.width)
    } else {
      line = line.trimmedAtTheEnd
    }
    return line.styled(.bold, isHeader && hasColours)
  }
}
