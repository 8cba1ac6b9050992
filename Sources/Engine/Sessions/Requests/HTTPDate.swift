import Text

/// The dates of HTTP (RFC 9110, section 5.6.7): IMF-fixdate, and the two obsolete forms.
///
///     Sun, 06 Nov 1994 08:49:37 GMT
///     Sunday, 06-Nov-94 08:49:37 GMT
///     Sun Nov  6 08:49:37 1994
package enum HTTPDate {
  private static let months = [
    "jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec",
  ]

  /// Seconds since 1970; nil if the text is not such a date.
  package static func epochSeconds(_ text: String) -> Int? {
    let words = text.split { $0 == " " || $0 == "," || $0 == "-" }.map { $0.lowercased() }
    guard let time = words.first(where: { $0.contains(":") }),
      let monthIndex = words.firstIndex(where: { months.contains($0) }),
      let month = months.firstIndex(of: words[monthIndex]), monthIndex > 0
    else { return nil }
    let isAsctime = words.count == 5 && words[3] == time
    let dayText = isAsctime ? words[2] : words[monthIndex - 1]
    let yearIndex = isAsctime ? 4 : monthIndex + 1
    guard yearIndex < words.count, let day = Int(dayText), var year = Int(words[yearIndex]),
      (1...31).contains(day), (0...9_999).contains(year),
      let seconds = secondsOfDay(time)
    else { return nil }
    if words[yearIndex].count == 2 { year += year < 70 ? 2_000 : 1_900 }
    return CalendarTime.epochSeconds(year: year, month: month + 1, day: day) + seconds
  }

  private static func secondsOfDay(_ text: String) -> Int? {
    let parts = text.split(separator: ":").map { Int($0) }
    guard parts.count == 3, let hour = parts[0], let minute = parts[1], let second = parts[2],
      (0...23).contains(hour), (0...59).contains(minute), (0...60).contains(second)
    else { return nil }
    return hour * 3_600 + minute * 60 + second
  }
}
