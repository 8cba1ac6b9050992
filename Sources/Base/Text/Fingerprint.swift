/// A 64-bit digest of bytes, to see whether something came before. Not for secrets: a collision
/// would end a walk too early, and is as likely as 1 in 2^64.
package struct Fingerprint: Sendable, Hashable {
  package private(set) var value: UInt64

  /// The digest in hexadecimal.
  package var text: String { String(value, radix: 16) }

  package init() {
    value = 0x9E37_79B9_7F4A_7C15
  }

  package mutating func add(_ bytes: [UInt8], _ range: Range<Int>) { add(bytes.span, range) }

  package mutating func add(_ bytes: Span<UInt8>, _ range: Range<Int>) {
    let span = bytes.extracting(range)
    let count = span.count
    // Two independent multiplications take in 32 bytes at a time.
    var even = value ^ UInt64(truncatingIfNeeded: count)
    var odd = value
    var index = 0
    while count &- index >= 32 {
      even = Fingerprint.fold(
        Fingerprint.word(span, index) ^ Fingerprint.keys.0,
        Fingerprint.word(span, index &+ 8) ^ even
      )
      odd = Fingerprint.fold(
        Fingerprint.word(span, index &+ 16) ^ Fingerprint.keys.1,
        Fingerprint.word(span, index &+ 24) ^ odd)
      index &+= 32
    }
    var state = index == 0 ? even : Fingerprint.mix(even, odd)
    while count &- index >= 8 {
      state = Fingerprint.mix(state, Fingerprint.word(span, index))
      index &+= 8
    }
    value = Fingerprint.mix(
      state, Fingerprint.tail(bytes, range.lowerBound &+ index, range.upperBound))
  }

  package mutating func add(_ bytes: [UInt8]) { add(bytes, 0..<bytes.count) }

  package mutating func add(_ text: String) { add(text.utf8.span, 0..<text.utf8.count) }

  package mutating func add(_ word: UInt64) { value = Fingerprint.mix(value, word) }

  /// Takes in words, one after the other.
  package mutating func add(words: [UInt64]) { for word in words { add(word) } }

  private static let keys: (UInt64, UInt64) = (0xA076_1D64_78BD_642F, 0xE703_7ED1_A0B4_28DB)

  /// The last bytes, less than eight, the first one highest.
  @inline(__always)
  private static func tail(_ span: Span<UInt8>, _ start: Int, _ end: Int) -> UInt64 {
    if end >= 8 {
      let last = word(span, end &- 8).byteSwapped
      return last & (1 << UInt64(truncatingIfNeeded: (end &- start) &* 8) &- 1)
    }
    var tail: UInt64 = 0
    for index in start..<end { tail = tail << 8 | UInt64(span[index]) }
    return tail
  }

  @inline(__always)
  private static func mix(_ state: UInt64, _ word: UInt64) -> UInt64 {
    fold(state ^ word, keys.0) ^ (word &* keys.1)
  }

  /// Both halves of the product, one over the other.
  @inline(__always)
  private static func fold(_ first: UInt64, _ second: UInt64) -> UInt64 {
    let product = first.multipliedFullWidth(by: second)
    return product.high ^ product.low
  }

  /// The eight bytes from the offset on, which the caller knows to be there, as one load.
  @inline(__always)
  private static func word(_ span: Span<UInt8>, _ offset: Int) -> UInt64 {
    UInt64(
      littleEndian: span.bytes.unsafeLoadUnaligned(
        fromUncheckedByteOffset: offset, as: UInt64.self))
  }
}
