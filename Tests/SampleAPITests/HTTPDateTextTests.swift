import Testing
import Text

@testable import SampleAPI

struct HTTPDateTextTests {
  @Test(arguments: [
    (0, "1970-01-01T00:00:00Z", "Thu, 01 Jan 1970 00:00:00 GMT"),
    (951_782_399, "2000-02-28T23:59:59Z", "Mon, 28 Feb 2000 23:59:59 GMT"),
    (951_868_799, "2000-02-29T23:59:59Z", "Tue, 29 Feb 2000 23:59:59 GMT"),
    (784_111_777, "1994-11-06T08:49:37Z", "Sun, 06 Nov 1994 08:49:37 GMT"),
    (4_107_542_400, "2100-03-01T00:00:00Z", "Mon, 01 Mar 2100 00:00:00 GMT"),
    (253_402_300_799, "9999-12-31T23:59:59Z", "Fri, 31 Dec 9999 23:59:59 GMT"),
  ]) func knownMomentsAreWritten(_ seconds: Int, _ timestamp: String, _ httpDate: String) {
    #expect(CalendarTime(epochSeconds: seconds).timestamp == timestamp)
    #expect(CalendarTime(epochSeconds: seconds).httpDate == httpDate)
  }
}
