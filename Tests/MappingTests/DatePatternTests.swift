import JSON
import Testing

/// Dates with a format.
@Suite struct DatePatternTests {
  static let patterns: [(String, String, String?)] = [
    ("MM/dd/yyyy", "11/27/1982", "1982-11-27T00:00:00Z"),
    ("MM/dd/yyyy", "1/2/1982", "1982-01-02T00:00:00Z"),
    ("MM/dd/yyyy", "13/27/1982", nil), ("MM/dd/yyyy", "02/29/1983", nil),
    ("MM/dd/yyyy", "11/27/82", nil), ("MM/dd/yyyy", "11/27/1982 ", nil),
    ("MM/dd/yyyy", "11-27-1982", nil), ("MM/dd/yyyy", "111/27/1982", nil),
    ("MM/dd/yyyy", "", "null"),
    ("d.M.yy", "1.2.70", "1970-02-01T00:00:00Z"), ("d.M.yy", "1.2.69", "2069-02-01T00:00:00Z"),
    ("d.M.yy", "31.12.99", "1999-12-31T00:00:00Z"), ("d.M.yy", "1.2.00", "2000-02-01T00:00:00Z"),
    ("d.M.yy", "1.2.2000", nil), ("d.M.yy", "1.2.7", nil),
    ("y-M-d", "82-1-2", "0082-01-02T00:00:00Z"), ("y-M-d", "12345-1-2", nil),
    ("yyyyMMdd", "20090511", "2009-05-11T00:00:00Z"), ("yyyyMMdd", "2009051", nil),
    ("yyyyMMddHHmmss", "20090511143922", "2009-05-11T14:39:22Z"),
    ("yyyyMMddHHmmssSSS", "20090511143922777", "2009-05-11T14:39:22.777Z"),
    ("yyyy-MM-dd'T'HH:mm:ss.SSSXXX", "2009-05-11T10:39:22.7770-04:00", "2009-05-11T14:39:22.7770Z"),
    ("yyyy-MM-dd'T'HH:mm:ssZ", "2009-05-11T10:39:22-0400", "2009-05-11T14:39:22Z"),
    ("yyyy-MM-dd HH:mm:ss ZZZZ", "2009-05-11 10:39:22 GMT-04:00", "2009-05-11T14:39:22Z"),
    ("yyyy-MM-dd HH:mm:ss X", "2009-05-11 10:39:22 Z", "2009-05-11T10:39:22Z"),
    ("yyyy-MM-dd HH:mm:ss X", "2009-05-11 10:39:22 -04", "2009-05-11T14:39:22Z"),
    ("yyyy-MM-dd HH:mm:ss X", "2009-05-11 10:39:22", nil),
    ("EEE MMM dd HH:mm:ss Z yyyy", "Mon May 11 10:39:22 -0400 2009", "2009-05-11T14:39:22Z"),
    ("EEEE, d MMMM yyyy", "monday, 11 MAY 2009", "2009-05-11T00:00:00Z"),
    ("EEEE, d MMMM yyyy", "Mon, 1 Dec 2009", "2009-12-01T00:00:00Z"),
    ("EEEE, d MMMM yyyy", "Montag, 11 May 2009", nil),
    ("h:mm a, d MMM yyyy", "12:05 AM, 1 Jan 2009", "2009-01-01T00:05:00Z"),
    ("h:mm a, d MMM yyyy", "12:05 pm, 1 Jan 2009", "2009-01-01T12:05:00Z"),
    ("h:mm a, d MMM yyyy", "1:05 PM, 1 Jan 2009", "2009-01-01T13:05:00Z"),
    ("h:mm a, d MMM yyyy", "13:05 PM, 1 Jan 2009", nil),
    ("h:mm a, d MMM yyyy", "0:05 AM, 1 Jan 2009", nil),
    ("h:mm a, d MMM yyyy", "1:05 XM, 1 Jan 2009", nil),
    ("'o''clock' H 'on' d/M/y", "o'clock 7 on 1/2/2003", "2003-02-01T07:00:00Z"),
    ("''yyyy", "'2009", "2009-01-01T00:00:00Z"), ("'é' yyyy", "é 2009", "2009-01-01T00:00:00Z"),
    ("HH:mm", "14:39", "1970-01-01T14:39:00Z"), ("H:m:s", "1:2:3", "1970-01-01T01:02:03Z"),
    ("HH:mm", "24:00", nil), ("yyyy HH:mm:ss", "2016 23:59:60", "2016-01-02T00:00:00Z"),
    ("s.S", "5.025", "1970-01-01T00:00:05.025Z"), ("s.S", "5.", nil),
    ("epochMilliseconds", "1242052762777", "2009-05-11T14:39:22.777Z"),
    ("epochMilliseconds", "1242052762000", "2009-05-11T14:39:22.000Z"),
    ("epochMilliseconds", "-1", "1969-12-31T23:59:59.999Z"),
    ("epochMilliseconds", "5", "1970-01-01T00:00:00.005Z"),
    ("epochMilliseconds", "82470e0", "1970-01-01T00:01:22.470Z"),
    ("epochMilliseconds", "0", "1970-01-01T00:00:00.000Z"),
    ("epochMilliseconds", "1.5", "1970-01-01T00:00:00.0015Z"),
    ("epochMilliseconds", "1.242052762777E12", "2009-05-11T14:39:22.777Z"),
    ("epochMilliseconds", "2009-05-11", nil), ("epochMilliseconds", "1e99", nil),
  ]

  @Test(arguments: patterns.indices)
  func textsAreReadByTheirPattern(_ index: Int) throws {
    let (format, text, expected) = Self.patterns[index]
    let found = try DateReaderTests.date(text, format: format)
    #expect(found == (expected == "null" ? nil : expected), "\(format): \(text)")
  }

  @Test func numbersAreReadByTheirDigits() throws {
    #expect(
      try DateReaderTests.date("20090511", format: "yyyyMMdd", isNumber: true)
        == "2009-05-11T00:00:00Z")
    #expect(
      try DateReaderTests.date("1242052762777", format: "epochMilliseconds", isNumber: true)
        == "2009-05-11T14:39:22.777Z")
  }

  static let refused = [
    "", "''", "/", "yyyyy", "MMMMM", "ddd", "HHH", "hhh", "mmm", "sss", "EEEEE", "ZZZZZZ", "XXXX",
    "aaaa", "YYYY", "DD", "kk", "zzz", "yyyy-MM-ddTHH", "'open", "yyyy 'a''", "dd/dd/yyyy", "QQ",
    "w", "G yyyy", "epochmilliseconds", "yyyy" + String(repeating: "-", count: 253),
  ]

  @Test(arguments: refused)
  func badFormatsAreRefusedAtOpen(_ format: String) throws {
    var writer = JSONWriter()
    writer.string(format)
    let text = String(decoding: writer.bytes, as: UTF8.self)
    let error = try openError(
      #"""
      {"mappings": {"article": {"attributes": {"published_at": {"to": "p", "type": "date", \#
      "format": \#(text)}}}}}
      """#
    )
    #expect(error?.path == "mappings.article.attributes.published_at.format")
  }

  @Test func longestFormatIsAccepted() throws {
    let format = "yyyy" + String(repeating: "-", count: 252)
    let text = "2009" + String(repeating: "-", count: 252)
    #expect(try DateReaderTests.date(text, format: format) == "2009-01-01T00:00:00Z")
  }
}
