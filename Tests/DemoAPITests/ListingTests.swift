import Testing

@testable import DemoAPI

@Suite struct ListingTests {
  struct Case: CustomTestStringConvertible, Sendable {
    let total: Int, size: Int, start: Int
    let range: Range<Int>
    let next: Int?, previous: Int?
    var testDescription: String { "\(total)/\(size)@\(start)" }
  }

  @Test(arguments: [
    Case(total: 250, size: 25, start: 0, range: 0..<25, next: 25, previous: nil),
    Case(total: 250, size: 25, start: 225, range: 225..<250, next: nil, previous: 200),
    Case(total: 245, size: 25, start: 225, range: 225..<245, next: nil, previous: 200),
    Case(total: 245, size: 25, start: 500, range: 245..<245, next: nil, previous: 225),
    Case(total: 250, size: 25, start: 10, range: 10..<35, next: 35, previous: 0),
    Case(total: 250, size: 1000, start: 0, range: 0..<250, next: nil, previous: nil),
    Case(total: 0, size: 25, start: 0, range: 0..<0, next: nil, previous: nil),
    Case(total: 0, size: 25, start: 25, range: 0..<0, next: nil, previous: 0),
    Case(total: 3, size: 1, start: .max, range: 3..<3, next: nil, previous: 2),
  ]) func pageLiesInTheCollection(_ page: Case) {
    let listing = Listing(total: page.total, size: page.size, start: page.start)
    #expect(listing.range == page.range)
    #expect(listing.next == page.next)
    #expect(listing.previous == page.previous)
  }

  @Test(arguments: [(0, 0, 0), (1, 1, 0), (25, 1, 0), (26, 2, 25), (250, 10, 225)])
  func pagesAreCounted(_ total: Int, _ count: Int, _ lastStart: Int) {
    let listing = Listing(total: total, size: 25, start: 0)
    #expect(listing.pageCount == count)
    #expect(listing.lastStart == lastStart)
  }
}
