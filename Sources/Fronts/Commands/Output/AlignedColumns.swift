/// Short rows of cells under one another, for people.
enum AlignedColumns {
  /// A line for each row, two blanks between its cells; the last cell is as long as it is. `right`:
  /// the columns whose cells end under one another.
  static func lines(_ rows: [[String]], right: Set<Int> = []) -> [String] {
    let widths = (rows.first ?? []).indices.map { column in
      rows.map { $0[column].count }.max() ?? 0
    }
    return rows.map { row in
      row.enumerated().map { column, cell in
        if column == row.count - 1 { return cell }
        let padded = cell.padded(to: widths[column])
        return right.contains(column) ? padded.dropFirst(cell.count) + cell : padded
      }.joined(separator: "  ")
    }
  }
}

extension String {
  /// With blanks after it, this many characters wide.
  func padded(to width: Int) -> String {
    self + String(repeating: " ", count: max(0, width - count))
  }

  /// Without blanks at its end.
  var trimmedAtTheEnd: String {
    var text = self
    while text.last == " " { text.removeLast() }
    return text
  }
}
