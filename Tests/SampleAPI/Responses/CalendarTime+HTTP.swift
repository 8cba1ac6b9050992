import Text

extension CalendarTime {
  /// As in header fields (RFC 9110 section 5.6.7): `Tue, 05 Mar 2024 14:22:10 GMT`.
  var httpDate: String {
    let weekdays = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"]
    let months = [
      "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
    ]
    return "\(weekdays[weekday]), \(Self.digits(day, 2)) \(months[month - 1]) "
      + "\(Self.digits(year, 4)) \(timeText) GMT"
  }
}
