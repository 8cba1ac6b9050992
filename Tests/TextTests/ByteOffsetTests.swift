import Testing

@testable import Text

/// The search for a byte in a part of a text.
struct ByteOffsetTests {
  @Test func theFirstOfAByteIsFoundWhereverItIs() {
    for count in 0...40 {
      for place in 0...count {
        var bytes = [UInt8](repeating: 0x20, count: count)
        if place < count { bytes[place] = 0x0A }
        if place + 3 < count { bytes[place + 3] = 0x0A }
        let expected = place < count ? place : nil
        #expect(bytes.span.firstOffset(of: 0x0A, in: 0..<count) == expected)
        for start in 0...count {
          let later = bytes[start...].firstIndex(of: 0x0A)
          #expect(bytes.span.firstOffset(of: 0x0A, in: start..<count) == later)
        }
      }
    }
  }

  @Test func whatIsAfterTheRangeDoesNotCount() {
    var bytes = [UInt8](repeating: 0x80, count: 64)
    bytes[33] = 0x0A
    #expect(bytes.span.firstOffset(of: 0x0A, in: 0..<33) == nil)
    #expect(bytes.span.firstOffset(of: 0x0A, in: 0..<34) == 33)
    #expect(bytes.span.firstOffset(of: 0x80, in: 5..<5) == nil)
  }
}
