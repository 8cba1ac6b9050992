import JSON

/// A part of the range, with what is known of it. Both bounds belong to it.
struct SliceRange: Sendable, Equatable {
  /// The way a range is handled.
  enum Kind: String {
    /// Its first page decides.
    case unknown
    /// The whole range, which does not exceed the ceiling.
    case whole
    /// It fits under the ceiling.
    case part
    /// It does not, and is walked to the ceiling.
    case dense
    /// There are no totals: it is walked to the ceiling, where the next one continues.
    case step
    /// The items of a pair that its two steps do not have between them; omitted if the steps have
    /// all.
    case rest
  }

  /// Totals and their sums are cut to this.
  static let countMax = 1 << 53

  var from: Int
  var to: Int
  var kind = Kind.unknown
  /// The total that the API states; nil: none.
  var stated: Int?
  /// Of a left half: the total of both.
  var parentTotal: Int?
  /// The least number of items it has, as left over by its left neighbour.
  var atLeast = 0

  /// Two halves that share a bound. A pair of neighbours becomes its two steps, and the rest.
  func halves(_ total: Int) -> [SliceRange] {
    guard to - from > 1 else {
      return [
        SliceRange(from: from, to: from), SliceRange(from: to, to: to),
        SliceRange(from: from, to: to, kind: .rest, stated: total),
      ]
    }
    let middle = from + (to - from) / 2
    return [
      SliceRange(from: from, to: middle, parentTotal: total), SliceRange(from: middle, to: to),
    ]
  }

  /// `[13879,20050,"part",412,null,0]`, as checkpoints have it.
  var json: JSONValue {
    [
      .integer(from), .integer(to), .string(kind.rawValue),
      stated.map(JSONValue.integer) ?? .null, parentTotal.map(JSONValue.integer) ?? .null,
      .integer(atLeast),
    ]
  }

}

extension SliceRange {
  /// Reads a range from JSON; nil if the value is not a range within these bounds.
  init?(_ value: JSONValue, in bounds: ClosedRange<Int>) {
    guard let values = value.arrayValue, values.count == 6,
      let from = values[0].integer(in: bounds), let to = values[1].integer(in: bounds), from <= to,
      let kind = values[2].stringValue.flatMap(Kind.init), let atLeast = values[5].integerValue
    else { return nil }
    let counts = 0...SliceRange.countMax
    self.init(
      from: from, to: to, kind: kind,
      stated: values[3].integer(in: counts), parentTotal: values[4].integer(in: counts))
    self.atLeast = max(0, min(atLeast, counts.upperBound))
  }
}
