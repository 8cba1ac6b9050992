import Testing

@testable import Sessions

struct HTTPDateTests {
  @Test(arguments: [
    ("Sun, 06 Nov 1994 08:49:37 GMT", 784_111_777),
    ("Sunday, 06-Nov-94 08:49:37 GMT", 784_111_777),
    ("Sun Nov  6 08:49:37 1994", 784_111_777),
    ("Thu, 01 Jan 1970 00:00:00 GMT", 0),
    ("Thu, 29 Feb 2024 23:59:60 GMT", 1_709_251_200),
    ("Fri, 31 Dec 9999 23:59:59 GMT", 253_402_300_799),
    ("Wed, 31 Dec 1969 23:59:59 GMT", -1),
  ])
  func dateIsRead(_ text: String, _ seconds: Int) {
    #expect(HTTPDate.epochSeconds(text) == seconds)
  }

  @Test(arguments: [
    "", "soon", "120", "Sun, 06 Nov 1994", "Sun, 06 Foo 1994 08:49:37 GMT",
    "Sun, 32 Nov 1994 08:49:37 GMT", "Sun, 06 Nov 1994 24:00:00 GMT", "Nov 1994 08:49:37",
    "Sun, 06 Nov 99999 08:49:37 GMT", "Sun, 06 Nov 1994 08:49 GMT", "Nov", ":::",
  ])
  func otherTextIsNone(_ text: String) {
    #expect(HTTPDate.epochSeconds(text) == nil)
  }
}
