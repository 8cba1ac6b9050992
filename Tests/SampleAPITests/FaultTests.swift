import Testing

@testable import SampleAPI

struct FaultTests {
  /// Which of the first five requests of a session it strikes.
  static let spellings: [(String, [Int])] = [
    ("500", [1, 2, 3, 4, 5]), ("500@3", [3]), ("503x2@2", [2, 3]), ("503x2", [1, 2]),
    ("html@1", [1]), ("truncatex*@4", [4, 5]), ("edit@3", [3, 4, 5]), ("editx1@3", [3]),
    ("loop", [1, 2, 3, 4, 5]), ("500@p2", []), ("overlap@2", [2, 3, 4, 5]),
  ]

  @Test(arguments: spellings) func faultStrikesItsRequests(_ text: String, _ numbers: [Int]) throws
  {
    let fault = try #require(Fault(text))
    #expect((1...5).filter { fault.strikes(request: $0) } == numbers)
  }

  @Test func pageFaultsSayPageAndCount() throws {
    #expect(try #require(Fault("500@p2")).place == .page(2))
    #expect(try #require(Fault("500@p2")).count == nil)
    #expect(try #require(Fault("500x3@p2")).count == 3)
  }

  @Test(arguments: [
    "", "nonsense", "99", "600", "0500", "+500", "500@", "500@0", "500@-1", "500@x", "500x@1",
    "500x0@1", "500xx2", "500@p", "500@p0", "500@1@2", "edit@p2", "500@99999999999999999999",
    " 500", "loop ",
  ]) func nonsenseIsNoFault(_ text: String) {
    #expect(Fault(text) == nil)
    #expect(throws: Refusal.self) { try Fault.list("loop," + text) }
  }

  @Test func everyNameIsAFault() {
    for fault in SampleFault.allCases {
      #expect(Fault(fault.rawValue)?.kind == .named(fault))
    }
  }
}
