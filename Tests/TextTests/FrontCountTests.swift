import Testing

@testable import Text

@Suite struct FrontCountTests {
  @Test func elementsAtTheFrontAreCounted() {
    for count in 0...9 {
      for front in 0...count {
        #expect((0..<count).frontCount { $0 < front } == front)
        // Indices of a slice do not begin at 0.
        #expect(Array(0..<count + 3)[3...].frontCount { $0 < front + 3 } == front)
      }
    }
  }
}
