import JSON
import Mapping
import TestInput

/// Dates of items: each spelling gives the time that a calendar counted day by day
/// gives, impossible ones give nothing, and damaged ones something sound or nothing.
struct DateFuzzer: FuzzRunner {
  private(set) var findings = Findings()
  private let plain: ResponseMapping
  private let patterns: [(format: String, mapping: ResponseMapping)]

  init() throws(FuzzFailure) {
    plain = try Self.mapping(format: nil)
    var patterns: [(String, ResponseMapping)] = []
    for format in [
      "MM/dd/yyyy 'at' h:mm a", "yyyyMMddHHmmssSSS", "EEEE, d MMMM yyyy HH:mm:ss Z",
      "yyyy-MM-dd'T'HH:mm:ss.SXXX",
    ] { patterns.append((format, try Self.mapping(format: format))) }
    self.patterns = patterns
  }

  mutating func run(_ random: inout SeededGenerator) throws(FuzzFailure) {
    let (text, expected, mapping) = spelling(&random)
    let read = Self.read(text, mapping)
    findings.note(expected == nil ? "impossible" : "possible")
    try expect(
      read == expected,
      "\(text.debugDescription) is read as \(read ?? "none"), "
        + "not as \(expected ?? "none")")
    let damaged = String(decoding: random.damaged(Array(text.utf8)), as: UTF8.self)
    if let read = Self.read(damaged, mapping) {
      findings.note("damaged and read")
      let again = Self.read(read, plain)
      try expect(again == read, "\(damaged.debugDescription) is read as \(read)")
    }
  }

  /// A text, what it means, and the mapping that reads it.
  private func spelling(
    _ random: inout SeededGenerator
  ) -> (text: String, expected: String?, mapping: ResponseMapping) {
    var time = CalendarText(&random)
    let month = { (time: CalendarText, short: Bool) in
      let name = CalendarText.months[time.month - 1]
      return short ? String(name.prefix(3)) : name
    }
    let weekday = random.pick(CalendarText.weekdays)
    let fraction = time.fraction.isEmpty ? "" : random.pick([".", ","]) + time.fraction
    switch random.below(10) {
    case 0:
      time.drop(zone: true, fraction: true, seconds: true)
      let text = "\(time.date)T\(time.clock.prefix(5))"
      return (text, time.utc, plain)
    case 1:
      time.drop(zone: true)
      return ("\(time.date) \(time.clock)\(fraction)", time.utc, plain)
    case 2:
      time.namesMonth()
      let text =
        "\(weekday.prefix(3)), \(time.pad(time.day)) \(month(time, true)) \(time.pad(time.year, 4)) "
        + "\(time.clock)\(fraction) \(time.zone(&random))"
      return (text, time.utc, plain)
    case 3:
      time.namesMonth(twoDigits: true)
      let year = time.pad(time.year % 100)
      let text =
        "\(weekday), \(time.pad(time.day))-\(month(time, true))-\(year) "
        + "\(time.clock)\(fraction) \(time.zone(&random))"
      return (text, time.utc, plain)
    case 4:
      time.namesMonth()
      time.drop(zone: true)
      let day = time.day < 10 ? " \(time.day)" : "\(time.day)"
      let text =
        "\(weekday.prefix(3)) \(month(time, true)) \(day) \(time.clock)\(fraction) "
        + time.pad(time.year, 4)
      return (text, time.utc, plain)
    case 5:
      time.drop(zone: true, fraction: true, seconds: true)
      time.namesHalfDay()
      let hour = time.hour % 12 == 0 ? 12 : time.hour % 12
      let text =
        "\(time.pad(time.month))/\(time.pad(time.day))/\(time.pad(time.year, 4)) at "
        + "\(hour):\(time.pad(time.minute)) \(time.hour < 12 ? "AM" : "pm")"
      return (text, time.utc, patterns[0].mapping)
    case 6:
      time.drop(zone: true)
      let parts = [time.month, time.day, time.hour, time.minute, time.second]
      guard time.fraction.utf8.count >= 3 else { return isoForm(time, fraction, &random) }
      let text =
        time.pad(time.year, 4) + parts.map { time.pad($0) }.joined() + time.fraction
      return (text, time.utc, patterns[1].mapping)
    case 7:
      time.namesMonth()
      time.drop(fraction: true)
      let text =
        "\(weekday), \(time.day) \(month(time, false)) \(time.pad(time.year, 4)) \(time.clock) "
        + time.zone(&random)
      return (text, time.utc, patterns[2].mapping)
    case 8:
      guard !time.fraction.isEmpty else { return isoForm(time, fraction, &random) }
      let text = "\(time.date)T\(time.clock).\(time.fraction)\(time.zone(&random))"
      return (text, time.utc, patterns[3].mapping)
    default: return isoForm(time, fraction, &random)
    }
  }

  private func isoForm(
    _ time: CalendarText, _ fraction: String, _ random: inout SeededGenerator
  ) -> (text: String, expected: String?, mapping: ResponseMapping) {
    let text = time.date + random.pick(["T", "t", " "]) + time.clock + fraction
    return (text + time.zone(&random), time.utc, plain)
  }

  private static func mapping(format: String?) throws(FuzzFailure) -> ResponseMapping {
    var attribute: JSONObject = ["to": "d", "type": "date"]
    if let format { attribute["format"] = .string(format) }
    var fields = JSONFields([
      "responseDescriptors": [["keyPath": "", "mapping": "m"]],
      "mappings": ["m": ["attributes": ["d": .object(attribute)]]],
    ])
    do throws(JSONFieldError) {
      return try ResponseMapping(&fields)
    } catch {
      throw FuzzFailure("\(format ?? "no format") is refused: \(error.path)")
    }
  }

  /// The date of a text as the mapping writes it; nil where it leaves it out.
  private static func read(_ text: String, _ mapping: ResponseMapping) -> String? {
    let items = MappedList.items(of: [["d": .string(text)]], by: mapping)
    guard let item = items.first, let document = try? JSONDocument(item) else { return nil }
    return document.member("d", of: document.root).flatMap(document.string)
  }
}
