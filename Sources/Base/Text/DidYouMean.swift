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
    let wanted = Letters(word)
    let dashes = wanted.scalars.prefix { $0 == Letters.dash }.count
    let length = wanted.scalars.count - dashes
    guard length > 0 else { return [] }
    let typosMax = (length + 1) / 3
    var ranked: [(distance: Int, offset: Int, name: String)] = []
    for (offset, name) in names.enumerated() {
      let candidate = Letters(name)
      if length >= 2, candidate.scalars.starts(with: wanted.scalars) {
        ranked.append((0, offset, name))
      } else if wanted.mayBeLike(candidate, typosMax: typosMax) {
        let distance = distance(wanted.scalars, candidate.scalars)
        if distance <= typosMax { ranked.append((distance, offset, name)) }
      }
    }
    ranked.sort { ($0.distance, $0.offset) < ($1.distance, $1.offset) }
    return ranked.prefix(namesMax).map(\.name)
  }

  /// The number of letters to insert, remove, change or swap with their neighbour to turn one name
  /// into the other.
  static func distance(_ left: [UInt32], _ right: [UInt32]) -> Int {
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

/// The lower-case letters of a name with a bit for each letter in it: a quick test that separates
/// most names without computing their distance.
private struct Letters {
  static let dash = UInt32(45)

  let scalars: [UInt32]
  private let signs: UInt64

  init(_ text: String) {
    let isASCII = text.utf8.allSatisfy { $0 < 0x80 }
    scalars =
      isASCII
      ? text.utf8.map { (0x41...0x5A).contains($0) ? UInt32($0) + 0x20 : UInt32($0) }
      : text.lowercased().unicodeScalars.map(\.value)
    signs = scalars.reduce(0) { $0 | 1 << UInt64($1 & 63) }
  }

  /// False where it takes more changes to make one of the other: each puts in or takes out at most
  /// one letter.
  func mayBeLike(_ other: Letters, typosMax: Int) -> Bool {
    abs(scalars.count - other.scalars.count) <= typosMax
      && (signs & ~other.signs).nonzeroBitCount <= typosMax
      && (other.signs & ~signs).nonzeroBitCount <= typosMax
  }
}
