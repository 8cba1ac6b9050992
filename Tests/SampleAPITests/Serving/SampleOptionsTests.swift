import Testing

@testable import SampleAPI

@Suite struct SampleOptionsTests {
  struct Bound: CustomTestStringConvertible, Sendable {
    let name: String
    let allowed: ClosedRange<Int>
    let set: @Sendable (inout SampleOptions, Int) -> Void
    var testDescription: String { name }
  }

  @Test(arguments: [
    Bound(name: "port", allowed: 0...65_535) { $0.port = $1 },
    Bound(name: "itemCount", allowed: 0...1_000_000) { $0.itemCount = $1 },
    Bound(name: "itemBytes", allowed: 1...16_384) { $0.itemBytes = $1 },
    Bound(name: "latencyMilliseconds", allowed: 0...60_000) { $0.latencyMilliseconds = $1 },
    Bound(name: "connectionsMax", allowed: 1...4096) { $0.connectionsMax = $1 },
    Bound(name: "requestsLoggedMax", allowed: 0...65_536) { $0.requestsLoggedMax = $1 },
  ]) func optionIsTakenAtItsBoundsAndNotPastThem(_ bound: Bound) throws {
    var options = SampleOptions()
    options.itemBytes = 1
    for value in [bound.allowed.lowerBound, bound.allowed.upperBound] {
      bound.set(&options, value)
      try options.validate()
    }
    for value in [bound.allowed.lowerBound - 1, bound.allowed.upperBound + 1] {
      bound.set(&options, value)
      let expected = SampleError.optionOutOfRange(
        name: bound.name, value: value, allowed: bound.allowed)
      #expect(throws: expected) { try options.validate() }
    }
  }

  @Test func collectionIsBoundedAsAWhole() throws {
    var options = SampleOptions()
    options.itemCount = 16_384
    options.itemBytes = 16_384
    try options.validate()
    options.itemCount += 1
    #expect(throws: SampleError.self) { try options.validate() }
  }
}
