import Foundation
import JSON
import TestSupport
import Testing

/// The date forms that need no format, and the calendar behind them.
@Suite struct DateReaderTests {
  /// What an attribute of type date makes of a text, without its quotes; nil: an issue.
  static func date(_ text: String, format: String? = nil, isNumber: Bool = false) throws -> String?
  {
    var writer = JSONWriter()
    writer.beginObject()
    writer.key("to")
    writer.string("d")
    writer.key("type")
    writer.string("date")
    if let format {
      writer.key("format")
      writer.string(format)
    }
    writer.endObject()
    let attribute = String(decoding: writer.bytes, as: UTF8.self)
    var value = JSONWriter()
    value.string(text)
    let body = isNumber ? text : String(decoding: value.bytes, as: UTF8.self)
    let found = try items(
      mapping: #"{"attributes": {"d": \#(attribute)}}"#, of: #"[{"d":\#(body)}]"#)
    guard case .array(let elements) = try json(found) else { return nil }
    return elements.first?["d"]?.stringValue
  }

  static let forms: [(String, String?)] = [
    ("2009-05-11T10:39:22-04:00", "2009-05-11T14:39:22Z"),
    ("2009-05-11T10:39:22.777-04:00", "2009-05-11T14:39:22.777Z"),
    ("2009-05-11 14:39:22", "2009-05-11T14:39:22Z"),
    ("2009-05-11T14:39:22", "2009-05-11T14:39:22Z"),
    ("2009-05-11t14:39:22z", "2009-05-11T14:39:22Z"),
    ("2009-05-11T14:39:22.7770Z", "2009-05-11T14:39:22.7770Z"),
    ("2009-05-11T14:39:22,5Z", "2009-05-11T14:39:22.5Z"),
    ("2009-05-11T14:39:22+0530", "2009-05-11T09:09:22Z"),
    ("2009-05-11T14:39:22+05", "2009-05-11T09:39:22Z"),
    ("2011-07-14 19:43:37 +0100", "2011-07-14T18:43:37Z"),
    ("2011-07-14 19:43:37 UTC", "2011-07-14T19:43:37Z"),
    ("2009-05-11T14:39Z", "2009-05-11T14:39:00Z"), ("2009-05-11T14:39", "2009-05-11T14:39:00Z"),
    ("2009-05-11T14:39:22-00:00", "2009-05-11T14:39:22Z"),
    ("2012-03-01", "2012-03-01T00:00:00Z"), ("0000-01-01", "0000-01-01T00:00:00Z"),
    ("9999-12-31T23:59:59.999999999999Z", "9999-12-31T23:59:59.999999999999Z"),
    ("Mon, 11 May 2009 14:39:22 GMT", "2009-05-11T14:39:22Z"),
    ("mon, 1 may 2009 14:39:22 -0400", "2009-05-01T18:39:22Z"),
    ("11 May 2009 14:39:22 EST", "2009-05-11T19:39:22Z"),
    ("Mon, 11 May 2009 14:39 PDT", "2009-05-11T21:39:00Z"),
    ("Monday, 11-May-09 14:39:22 GMT", "2009-05-11T14:39:22Z"),
    ("Sunday, 06-Nov-94 08:49:37 GMT", "1994-11-06T08:49:37Z"),
    ("Thursday, 01-Jan-70 00:00:00 GMT", "1970-01-01T00:00:00Z"),
    ("Tuesday, 31-Dec-69 00:00:00 GMT", "2069-12-31T00:00:00Z"),
    ("Mon, 11-May-2009 14:39:22 GMT", "2009-05-11T14:39:22Z"),
    ("Mon May 11 14:39:22 2009", "2009-05-11T14:39:22Z"),
    ("Sun Nov  6 08:49:37 1994", "1994-11-06T08:49:37Z"),
    ("Fri September 1 08:49:37 2023", "2023-09-01T08:49:37Z"),
    ("1242052762", "2009-05-11T14:39:22Z"), ("1242052762.777", "2009-05-11T14:39:22.777Z"),
    ("-1.25", "1969-12-31T23:59:58.75Z"), ("0", "1970-01-01T00:00:00Z"),
    ("1.242052762777e9", "2009-05-11T14:39:22.777Z"), ("1e9", "2001-09-09T01:46:40Z"),
    ("82470e0", "1970-01-01T22:54:30Z"), ("82470E-0", "1970-01-01T22:54:30Z"),
    ("2016-12-31T23:59:60Z", "2017-01-01T00:00:00Z"),
    ("2016-12-31T18:59:60.5-05:00", "2017-01-01T00:00:00.5Z"),
    ("2012-02-29", "2012-02-29T00:00:00Z"), ("2000-02-29", "2000-02-29T00:00:00Z"),
    ("20090511", "1970-08-21T12:41:51Z"),
    ("2009-05-19 14:31", nil), ("2009-W20-1", nil), ("2009W201", nil), ("2009-131", nil),
    ("20090511T143922Z", nil), ("2009-05-11T143922Z", nil), ("2009-5-11", nil),
    ("2009-05-11T", nil), ("2009-05-11T14", nil), ("2009-05-11T14:39:22.", nil),
    ("2009-05-11T14:39:2", nil), ("2009-05-11T14:39:22 ", nil), (" 2009-05-11", nil),
    ("2009-05-11Z", nil), ("2009-05-11T14:39:22X", nil), ("2009-05-11T14:39:22+5", nil),
    ("2009-05-11T14:39:22+24:00", nil), ("2009-05-11T14:39:22+05:60", nil),
    ("2009-05-11T14:39:22+05:0", nil), ("2009-13-01", nil), ("2009-00-01", nil),
    ("2009-04-31", nil), ("2009-02-29", nil), ("1900-02-29", nil), ("2009-01-00", nil),
    ("2009-05-11T24:00:00Z", nil), ("2009-05-11T23:60:00Z", nil), ("2009-05-11T23:59:61Z", nil),
    ("2016-12-31T12:59:60Z", nil), ("0000-01-01T00:00:00+01:00", nil),
    ("9999-12-31T23:59:60Z", nil), ("2009-05-11_14:39:22", nil), ("12009-05-11", nil),
    ("Mon, 11 May 209 14:39:22 GMT", nil), ("Mon, 31 Feb 2009 14:39:22 GMT", nil),
    ("Xyz, 11 May 2009 14:39:22 GMT", nil), ("Mon, 11 Mai 2009 14:39:22 GMT", nil),
    ("Mon, 11 May 2009 14:39:22 QST", nil), ("Mon, 11 May-2009 14:39:22 GMT", nil),
    ("Mon May 11 14:39:22 09", nil), ("Mon May 11 14:39:22 2009 GMT", nil), ("Mon", nil),
    ("253402300799", "9999-12-31T23:59:59Z"), ("253402300800", nil), ("1e400", nil),
    ("-62167219200", "0000-01-01T00:00:00Z"), ("-62167219200.5", nil), ("-62167219201", nil),
    ("1e-5", "1970-01-01T00:00:00.00001Z"), ("-1e-5", "1969-12-31T23:59:59.99999Z"),
    ("-0.0", "1970-01-01T00:00:00.0Z"), ("1e-1000000000000", nil), ("tomorrow", nil), ("-", nil),
    (
      "0." + String(repeating: "3", count: 1000),
      "1970-01-01T00:00:00." + String(repeating: "3", count: 1000) + "Z"
    ),
    ("0." + String(repeating: "3", count: 1001), nil),
    ("2009-05-11T14:39:22." + String(repeating: "3", count: 1001) + "Z", nil),
  ]

  @Test(arguments: forms.indices)
  func formsAreRead(_ index: Int) throws {
    let (text, expected) = Self.forms[index]
    #expect(try Self.date(text) == expected, "\(text)")
  }

  @Test func numbersAreSeconds() throws {
    for (text, expected) in Self.forms where Double(text) != nil && !text.hasPrefix("+") {
      #expect(try Self.date(text, isNumber: true) == expected, "\(text)")
    }
  }

  @Test func everyDayOfTwoCenturiesIsRight() throws {
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = try #require(TimeZone(secondsFromGMT: 0))
    var texts: [String] = []
    var expected: [String] = []
    for day in stride(from: -25_600, through: 50_000, by: 1) {
      let parts = calendar.dateComponents(
        [.year, .month, .day], from: Date(timeIntervalSince1970: Double(day) * 86_400))
      let (year, month, number) = (parts.year ?? 0, parts.month ?? 0, parts.day ?? 0)
      texts.append("\(day * 86_400)")
      expected.append(
        "\"\(year)-\(month < 10 ? "0" : "")\(month)-\(number < 10 ? "0" : "")\(number)T00:00:00Z\"")
    }
    let mapping = #"{"attributes": {"@self": {"to": "d", "type": "date"}}}"#
    let found = try items(mapping: mapping, of: "[\(texts.joined(separator: ","))]")
    #expect(found == "[" + expected.map { #"{"d":\#($0)}"# }.joined(separator: ",") + "]")
    let back = try items(mapping: mapping, of: "[\(expected.joined(separator: ","))]")
    #expect(back == found)
  }
}
