/// A 64-bit digest of bytes, to see whether something came before. Not for secrets: a collision
/// would end a walk too early, and is as likely as 1 in 2^64.
package struct Fingerprint: Sendable, Hashable {
  package private(set) var value: UInt64

  package init() {
    value = 0x9E37_79B9_7F4A_7C15
  }

  package mutating func add(_ bytes: [UInt8], _ range: Range<Int>) {
    let span = bytes.span.extracting(range)
    var state = value ^ UInt64(range.count)
    var index = 0
    while index &+ 8 <= span.count {
      // Checked by the loop; the eight become one load.
      var word: UInt64 = 0
      for place in 0..<8 { word |= UInt64(span[unchecked: index &+ place]) << UInt64(place &* 8) }
      state = Fingerprint.mix(state, word)
      index &+= 8
    }
    var tail: UInt64 = 0
    while index < span.count {
      tail = tail << 8 | UInt64(span[index])
      index &+= 1
    }
    value = Fingerprint.mix(state, tail)
  }

  package mutating func add(_ bytes: [UInt8]) { add(bytes, 0..<bytes.count) }

  package mutating func add(_ text: String) { add(Array(text.utf8)) }

  package mutating func add(_ word: UInt64) { value = Fingerprint.mix(value, word) }

  private static func mix(_ state: UInt64, _ word: UInt64) -> UInt64 {
    let product = (state ^ word).multipliedFullWidth(by: 0xA076_1D64_78BD_642F)
    return product.high ^ product.low
      ^ word.multipliedReportingOverflow(by: 0xE703_7ED1_A0B4_28DB)
      .partialValue
  }
}
