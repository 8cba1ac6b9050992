import Testing

@testable import SampleAPI

/// Reads gzip of blocks with the fixed codes, straight from RFC 1951 and RFC 1952.
private struct Inflater {
  private let bytes: [UInt8]
  private var bit = 80

  init?(_ bytes: [UInt8]) {
    guard bytes.count >= 18, bytes.starts(with: [0x1F, 0x8B, 8, 0]) else { return nil }
    self.bytes = bytes
  }

  private mutating func take(_ count: Int) -> Int {
    var value = 0
    for place in 0..<count {
      value |= Int(bytes[bit / 8] >> UInt8(bit % 8) & 1) << place
      bit += 1
    }
    return value
  }

  private mutating func takeCode(_ count: Int) -> Int {
    (0..<count).reduce(0) { code, _ in code << 1 | take(1) }
  }

  private mutating func symbol() -> Int {
    let seven = takeCode(7)
    if seven < 24 { return seven + 256 }
    let eight = seven << 1 | take(1)
    if (0x30..<0xC0).contains(eight) { return eight - 0x30 }
    if (0xC0..<0xC8).contains(eight) { return eight - 0xC0 + 280 }
    return (eight << 1 | take(1)) - 0x190 + 144
  }

  /// The text, once its checksum and size are right.
  mutating func text() -> [UInt8]? {
    guard take(3) == 0b011 else { return nil }
    var output: [UInt8] = []
    let lengths = [
      3, 4, 5, 6, 7, 8, 9, 10, 11, 13, 15, 17, 19, 23, 27, 31, 35, 43, 51, 59, 67, 83, 99, 115, 131,
      163, 195, 227, 258,
    ]
    let distances = [
      1, 2, 3, 4, 5, 7, 9, 13, 17, 25, 33, 49, 65, 97, 129, 193, 257, 385, 513, 769, 1025, 1537,
      2049, 3073, 4097, 6145, 8193, 12289, 16385, 24577,
    ]
    while true {
      let symbol = symbol()
      if symbol < 256 {
        output.append(UInt8(symbol))
        continue
      }
      if symbol == 256 { break }
      let place = symbol - 257
      let length = lengths[place] + take(place < 8 || place == 28 ? 0 : place / 4 - 1)
      let far = takeCode(5)
      let distance = distances[far] + take(far < 4 ? 0 : far / 2 - 1)
      for _ in 0..<length { output.append(output[output.count - distance]) }
    }
    bit = (bit + 7) / 8 * 8
    guard take(32) == Int(Self.checksum(output)), take(32) == output.count else { return nil }
    return bit == bytes.count * 8 ? output : nil
  }

  private static func checksum(_ bytes: [UInt8]) -> UInt32 {
    var register: UInt32 = .max
    for byte in bytes {
      register ^= UInt32(byte)
      for _ in 0..<8 { register = register & 1 == 1 ? 0xEDB8_8320 ^ register >> 1 : register >> 1 }
    }
    return ~register
  }
}

@Suite struct GzipTests {
  private func roundTrip(_ bytes: [UInt8], blankCount: Int = 0) -> [UInt8]? {
    var inflater = Inflater(Gzip.compress(bytes, blankCount: blankCount))
    return inflater?.text()
  }

  @Test(arguments: [
    "", "a", "abc", "abcd", "aaaa", "aaaaaaaaaaaaaaaaaaaaaaaa", "abcabcabcabcabc é",
  ])
  func smallTextComesBack(_ text: String) {
    #expect(roundTrip(Array(text.utf8)) == Array(text.utf8))
  }

  @Test func everyByteComesBack() {
    let bytes = (0..<2048).map { UInt8(truncatingIfNeeded: $0 &* 7 ^ $0 >> 3) }
    #expect(roundTrip(bytes) == bytes)
  }

  @Test func everyMatchLengthComesBack() {
    for length in 1...300 {
      let bytes = [UInt8](repeating: 7, count: length) + Array("x".utf8)
      #expect(roundTrip(bytes) == bytes)
    }
  }

  @Test func farMatchesAreMadeUpToTheWindowOnly() {
    for gap in [1, 4, 5, 100, 5000, 32_759, 32_760, 32_761, 32_762, 40_000] {
      // One byte over and over leaves the first word's place in the table alone.
      let filling = [UInt8](repeating: 0, count: gap)
      let bytes = Array("repeated".utf8) + filling + Array("repeated".utf8)
      #expect(roundTrip(bytes) == bytes, "\(gap)")
    }
  }

  @Test func noiseComesBack() {
    var random = SplitMix64(state: 1)
    let bytes = (0..<50_000).map { _ in UInt8(random.next(below: 256)) }
    #expect(roundTrip(bytes) == bytes)
  }

  @Test func articlesShrinkToAThird() {
    let bytes = Array(Articles(count: 100, itemBytes: 185).json(0..<100))
    #expect(roundTrip(bytes) == bytes)
    #expect(Gzip.compress(bytes).count * 3 < bytes.count)
  }

  @Test func blanksStandBeforeTheText() {
    for count in [1, 2, 3, 4, 5, 258, 259, 260, 261, 262, 5000] {
      let expected = [UInt8](repeating: 0x20, count: count) + Array("[1]".utf8)
      #expect(roundTrip(Array("[1]".utf8), blankCount: count) == expected, "\(count)")
    }
    #expect(Gzip.compress([], blankCount: 1 << 20).count < 7000)
  }
}
