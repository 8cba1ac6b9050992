#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// Where numbers stand on an axis: from 0 in even steps, or in powers of ten.
struct PlotAxis {
  /// The numbers that are written beside it.
  let ticks: [Double]
  private let isLogarithmic: Bool

  private static let tickCount = 5.0

  init(_ values: [Double], isLogarithmic: Bool) {
    self.isLogarithmic = isLogarithmic
    let largest = values.max() ?? 1
    if isLogarithmic {
      let smallest = values.filter { $0 > 0 }.min() ?? 1
      let first = Int(log10(smallest).rounded(.down))
      let last = max(first + 1, Int((log10(max(largest, smallest)) - 1e-9).rounded(.up)))
      ticks = (first...last).map { pow(10, Double($0)) }
    } else {
      let step = PlotAxis.step(for: max(largest, 1e-9) / PlotAxis.tickCount)
      ticks = (0...Int((largest / step - 1e-9).rounded(.up))).map { Double($0) * step }
    }
  }

  /// Where a number stands, from 0 at the beginning of the axis to 1 at its end.
  func place(_ value: Double) -> Double {
    guard let first = ticks.first, let last = ticks.last, last > first else { return 0 }
    guard isLogarithmic else { return (value - first) / (last - first) }
    return (log10(max(value, first)) - log10(first)) / (log10(last) - log10(first))
  }

  /// The next of 1, 2, 5, 10, 20, ... that is not less.
  private static func step(for least: Double) -> Double {
    let unit = pow(10, log10(least).rounded(.down))
    return [1, 2, 5, 10].map { $0 * unit }.first { $0 >= least - 1e-12 } ?? 10 * unit
  }

  /// `12,500`, `0.05`.
  static func text(_ value: Double) -> String {
    guard value >= 1 || value == 0 else {
      var text = Samples.decimal(value, 4)
      while text.last == "0" { text.removeLast() }
      return text
    }
    guard value == value.rounded() else { return Samples.decimal(value, 1) }
    var text = ""
    for (index, digit) in String(Int(value)).reversed().enumerated() {
      if index > 0, index % 3 == 0 { text.append(",") }
      text.append(digit)
    }
    return String(text.reversed())
  }
}
