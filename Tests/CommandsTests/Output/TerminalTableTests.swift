import Testing

@testable import Commands

/// Tables for people.
struct TerminalTableTests {
  static func text(
    _ names: [String], _ rows: [[String]], columns: Int? = nil, hasColours: Bool = false
  ) -> String {
    let rows = rows.map(TextCell.row)
    let table = TerminalTable(names: names, rows: rows, columns: columns, hasColours: hasColours)
    var bytes: [UInt8] = []
    table.append(header: names, to: &bytes)
    for row in rows { table.append(row, to: &bytes) }
    return String(decoding: bytes, as: UTF8.self)
  }

  static let rows = [["1", "Walking slowly", "ines"], ["12", "日本語", ""]]

  @Test func columnsAreAlignedAndNumbersStandToTheRight() {
    #expect(
      Self.text(["id", "title", "author"], Self.rows) == """
        id  title           author
        ──  ──────────────  ──────
         1  Walking slowly  ines
        12  日本語

        """)
  }

  @Test func theLastColumnsAndLongTextsGiveWay() {
    let rows = [["1", "Walking slowly on", "ines"], ["12", "日本語", ""]]
    let text = Self.text(["id", "title", "author"], rows, columns: 24)
    #expect(
      text == """
        id  title             +1
        ──  ────────────────
         1  Walking slowly …
        12  日本語

        """)
  }

  @Test func columnsWithoutRoomAreCounted() {
    let names = (1...9).map { "column\($0)" }
    let row = names.map { _ in "something long" }
    let lines = Self.text(names, [row], columns: 40).split(separator: "\n")
    #expect(lines[0].hasSuffix("  +7"))
    #expect(lines.allSatisfy { TextWidth.of(String($0)) <= 40 })
  }

  @Test(arguments: 1...120)
  func noLineIsWiderThanTheTerminal(columns: Int) {
    let names = ["id", "a name that is long", "日本語", "x"]
    let rows = [["1", "some text", "もう少し長いテキスト", "y"], ["2", "", "", "👍👍👍"]]
    for line in Self.text(names, rows, columns: columns).split(separator: "\n") {
      #expect(TextWidth.of(String(line)) <= max(columns, 5), "\(line)")
    }
  }

  @Test func coloursAreForTheHeader() {
    let text = Self.text(["id"], [["1"]], hasColours: true)
    #expect(text == "\u{1B}[1mid\u{1B}[0m\n\u{1B}[2m──\u{1B}[0m\n 1\n")
  }
}

extension TextCell {
  /// The cells of a row whose empty ones are written.
  static func row(_ texts: [String]) -> [TextCell] {
    texts.enumerated().map { TextCell(column: $0, text: $1) }
  }
}
