/// Measured values of one thing, round by round; at least one.
struct Samples {
  private let values: [Double]
  private let sorted: [Double]

  init(_ values: [Double]) {
    self.values = values.isEmpty ? [.nan] : values
    sorted = self.values.sorted()
  }

  var count: Int { sorted.count }
  var smallest: Double { sorted[0] }
  var largest: Double { sorted[sorted.count - 1] }

  /// The middle one; of two, their mean.
  var median: Double {
    let middle = sorted.count / 2
    return sorted.count % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2
  }

  /// What they are in terms of another's, each beside that of the same round: the rounds have
  /// little in common on a machine that does something else now and then.
  func ratios(to other: Samples) -> Samples {
    Samples(zip(values, other.values).map { $0 / $1 })
  }

  /// The text of a number with so many digits after the point.
  static func decimal(_ value: Double, _ digits: Int) -> String {
    guard value.isFinite, abs(value) < 1e15 else { return value.description }
    var scale = 1
    for _ in 0..<digits { scale *= 10 }
    let scaled = Int((abs(value) * Double(scale)).rounded())
    let sign = value < 0 && scaled > 0 ? "-" : ""
    guard digits > 0 else { return sign + String(scaled) }
    let fraction = String(scaled % scale)
    return sign + "\(scaled / scale)."
      + String(repeating: "0", count: digits - fraction.count) + fraction
  }
}
