/// Finds the name that a misspelled one was probably meant to be.
package enum DidYouMean {
  /// The maximum number of suggestions.
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
    let wanted = letters(word)
    let dashes = wanted.prefix { $0 == "-" }.count
    let length = wanted.count - dashes
    guard length > 0 else { return [] }
    let typosMax = (length + 1) / 3
    var ranked: [(distance: Int, offset: Int, name: String)] = []
    for (offset, name) in names.enumerated() {
      let candidate = letters(name)
      if length >= 2, candidate.starts(with: wanted) {
        ranked.append((0, offset, name))
      } else if abs(candidate.count - wanted.count) <= typosMax {
        let distance = distance(wanted, candidate)
        if distance <= typosMax { ranked.append((distance, offset, name)) }
      }
    }
    ranked.sort { ($0.distance, $0.offset) < ($1.distance, $1.offset) }
    return ranked.prefix(namesMax).map(\.name)
  }

  private static func letters(_ name: String) -> [Unicode.Scalar] {
    Array(name.lowercased().unicodeScalars)
  }

  /// The number of letters to insert, remove, change or swap with their neighbour to turn one name
  /// into the other.
  static func distance(_ left: [Unicode.Scalar], _ right: [Unicode.Scalar]) -> Int {
    var before: [Int] = []
    var above = Array(0...right.count)
    for (line, letter) in left.enumerated() {
      var row = above
      row[0] = line + 1
      for (column, other) in right.enumerated() {
        var best = min(above[column + 1], row[column]) + 1
        best = min(best, above[column] + (letter == other ? 0 : 1))
        if line > 0, column > 0, letter == right[column - 1], other == left[line - 1] {
          best = min(best, before[column - 1] + 1)
        }
        row[column + 1] = best
      }
      before = above
      above = row
    }
    return above[right.count]
  }
}
