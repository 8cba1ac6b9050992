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
    message += ", \(Int(rate)) a second"
    if let total = itemsDue, rate >= 0.1 {
      message += ", \(WalkProgress.whole(Double(max(0, total - items)) / rate + 0.5)) s to go"
    }
    return message
  }

  private static func whole(_ seconds: Double) -> Int { Int(min(seconds, secondsMax)) }

  /// The longest time that is reported as left.
  private static let secondsMax = 1e9
}
