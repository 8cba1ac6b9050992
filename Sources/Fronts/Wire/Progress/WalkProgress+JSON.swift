package import JSON
package import Sessions

extension WalkProgress {
  /// The `$/progress` report of a walk that has taken this many seconds.
  package func report(seconds: Double) -> JSONValue {
    var value: JSONObject = ["kind": "report"]
    if let total = itemsDue, total > 0 {
      let share = Double(items) / Double(total)
      value["percentage"] = .integer(Int(min(1, max(0, share)) * 100))
    }
    value["message"] = .string(message(seconds))
    return .object(value)
  }

  private func message(_ seconds: Double) -> String {
    var message = "page \(pages), \(items)"
    if let total = itemsDue { message += " of \(total)" }
    message += " items"
    if let waiting {
      return message + ", " + waiting.message(secondsLeft: waiting.seconds)
    }
    let rate = Double(items) / max(seconds, 0.000_001)
    return message + ", " + WalkProgress.pace(rate, left: itemsDue.map { max(0, $0 - items) })
  }

  /// `740 a second, 2 s to go`. `left`: how many items are to come; nil: that is not known.
  package static func pace(_ rate: Double, left: Int?) -> String {
    let pace = "\(Int(rate)) a second"
    guard let left, rate >= 0.1 else { return pace }
    return pace + ", \(Int(min(Double(left) / rate + 0.5, secondsMax))) s to go"
  }

  /// The longest time that is reported as left.
  private static let secondsMax = 1e9
}
