/// Finds the name that a misspelled one was probably meant to be.
package enum Nearest {
  /// How many names are suggested.
  package static let namesMax = 3
  /// Longer words are no typing errors.
  package static let charactersMax = 64

  /// The name most like a word; nil where none is like it.
  package static func name(to word: String, in names: some Sequence<String>) -> String? {
    self.names(to: word, in: names).first
  }

  /// The names that are like a word, the most alike first.
  package static func names(to word: String, in names: some Sequence<String>) -> [String] {
    guard word.utf8.count <= charactersMax else { return [] }
    let lowered = word.lowercased()
    let wanted = Array(lowered)
    let dashes = wanted.prefix { $0 == "-" }.count
    let length = wanted.count - dashes
    guard length > 0 else { return [] }
    let typosMax = (length + 1) / 3
    let ranked = names.compactMap { name -> (distance: Int, name: String)? in
      let candidate = name.lowercased()
      if length >= 2, candidate.hasPrefix(lowered) { return (0, name) }
      let distance = distance(wanted, Array(candidate))
      return distance <= typosMax ? (distance, name) : nil
    }
    return ranked.enumerated().sorted { left, right in
      (left.element.distance, left.offset) < (right.element.distance, right.offset)
    }
    .prefix(namesMax).map(\.element.name)
  }

  /// How many characters have to be put in, taken out, changed or swapped with their neighbour to
  /// make one of the other.
  static func distance(_ left: [Character], _ right: [Character]) -> Int {
    var rows = [Array(0...right.count)]
    for (line, character) in left.enumerated() {
      var row = [line + 1]
      for (column, other) in right.enumerated() {
        var best = min(rows[line][column + 1], row[column]) + 1
        best = min(best, rows[line][column] + (character == other ? 0 : 1))
        if line > 0, column > 0, character == right[column - 1], other == left[line - 1] {
          best = min(best, rows[line - 1][column - 1] + 1)
        }
        row.append(best)
      }
      rows.append(row)
    }
    return rows[left.count][right.count]
  }
}
