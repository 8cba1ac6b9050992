import JSON
import Text

/// The statuses that a descriptor accepts: `[422, "2xx", "500-504"]`.
struct StatusCodes: Sendable {
  private static let bounds = 100...599
  private var ranges: [ClosedRange<Int>]

  /// 200 to 299.
  static let success = StatusCodes(ranges: [200...299])

  private init(ranges: [ClosedRange<Int>]) {
    self.ranges = ranges
  }

  /// The statuses of a number, a string or a list of them; an empty list is the default, "2xx".
  init(_ value: JSONValue, at place: String) throws(JSONFieldError) {
    guard case .array(let entries) = value else {
      ranges = [try Self.range(value, at: place)]
      return
    }
    ranges = try entries.enumerated().map { position, entry throws(JSONFieldError) in
      try Self.range(entry, at: JSONFields.join(place, "\(position)"))
    }
    if ranges.isEmpty { self = .success }
  }

  /// True when the status is accepted.
  func accepts(_ status: Int) -> Bool {
    ranges.contains { $0.contains(status) }
  }

  private static func range(
    _ value: JSONValue, at place: String
  ) throws(JSONFieldError) -> ClosedRange<Int> {
    if let status = value.integer(in: bounds) { return status...status }
    if let text = value.stringValue, let range = range(text) { return range }
    throw JSONFieldError(
      place, expected: "a status from 100 to 599, a class as \"2xx\" or a range as \"200-299\"")
  }

  private static func range(_ text: String) -> ClosedRange<Int>? {
    let bytes = Array(text.utf8)
    if bytes.count == 3, let low = status(bytes[...]) { return low...low }
    if bytes.count == 3, bytes.dropFirst().allSatisfy({ ASCII.lowercased($0) == 0x78 }),
      ASCII.isDigit(bytes[0])
    {
      let low = Int(bytes[0] - ASCII.zero) * 100
      return bounds.contains(low) ? low...(low + 99) : nil
    }
    guard bytes.count == 7, bytes[3] == ASCII.minus, let low = status(bytes.prefix(3)),
      let high = status(bytes.suffix(3)), low <= high
    else { return nil }
    return low...high
  }

  private static func status(_ digits: ArraySlice<UInt8>) -> Int? {
    ASCII.number(digits).flatMap { bounds.contains($0) ? $0 : nil }
  }
}
