import JSON
import Text

/// Compresses into the gzip format (RFC 1952) by DEFLATE with the fixed codes (RFC 1951 3.2.6).
///
/// One block, matches of 4 to 258 bytes within 32 KiB, found through a table of the last place of
/// each 4-byte group. A response of articles shrinks to about a third.
enum Gzip {
  /// The compressed form of `blankCount` spaces followed by `body`.
  static func compress(_ body: [UInt8], blankCount: Int = 0) -> [UInt8] {
    var bits = BitWriter(reservingCapacity: body.count / 2 + blankCount / 128 + 64)
    bits.bytes += [0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 0xFF]
    // The only block, with the fixed codes.
    bits.append(0b011, count: 3)
    appendBlanks(blankCount, to: &bits)
    appendBody(body, to: &bits)
    bits.append(0, count: 7)
    bits.finish()
    let checksum = CRC32.checksum(body, after: blankCount)
    let size = UInt32(truncatingIfNeeded: body.count + blankCount)
    for word in [checksum, size] {
      for shift in stride(from: UInt32(0), to: 32, by: 8) {
        bits.bytes.append(UInt8(truncatingIfNeeded: word >> shift))
      }
    }
    return bits.bytes
  }

  /// One space, then matches at distance 1.
  private static func appendBlanks(_ count: Int, to bits: inout BitWriter) {
    guard count > 0 else { return }
    bits.literal(ASCII.space)
    var rest = count - 1
    while rest >= 3 {
      let length = min(rest, 258)
      bits.match(length: length, distance: 1)
      rest -= length
    }
    for _ in 0..<rest { bits.literal(ASCII.space) }
  }

  private static func appendBody(_ body: [UInt8], to bits: inout BitWriter) {
    var lastPlaces = [Int32](repeating: -1, count: 1 << 13)
    var index = 0
    while index < body.count {
      guard index + 4 <= body.count else {
        bits.literal(body[index])
        index += 1
        continue
      }
      let group =
        UInt32(body[index]) | UInt32(body[index + 1]) << 8 | UInt32(body[index + 2]) << 16
        | UInt32(body[index + 3]) << 24
      let slot = Int((group &* 0x9E37_79B1) >> 19)
      let candidate = Int(lastPlaces[slot])
      lastPlaces[slot] = Int32(truncatingIfNeeded: index)
      let length = candidate < 0 ? 0 : matchLength(body, candidate, index)
      if length >= 4, index - candidate <= 32_768 {
        bits.match(length: length, distance: index - candidate)
        index += length
      } else {
        bits.literal(body[index])
        index += 1
      }
    }
  }

  private static func matchLength(_ body: [UInt8], _ earlier: Int, _ later: Int) -> Int {
    let longest = min(258, body.count - later)
    var length = 0
    while length < longest, body[earlier + length] == body[later + length] { length += 1 }
    return length
  }
}

/// Appends bits from the low end of each byte, as DEFLATE wants them.
private struct BitWriter {
  var bytes: [UInt8] = []
  private var pending: UInt64 = 0
  private var pendingCount: UInt64 = 0

  init(reservingCapacity capacity: Int) {
    bytes.reserveCapacity(capacity)
  }

  mutating func append(_ value: UInt32, count: UInt64) {
    pending |= UInt64(value) << pendingCount
    pendingCount += count
    while pendingCount >= 8 {
      bytes.append(UInt8(truncatingIfNeeded: pending))
      pending >>= 8
      pendingCount -= 8
    }
  }

  mutating func finish() {
    if pendingCount > 0 { append(0, count: 8 - pendingCount) }
  }

  mutating func literal(_ byte: UInt8) {
    let value = UInt32(byte)
    if byte < 144 {
      huffman(0x30 + value, count: 8)
    } else {
      huffman(0x190 + value - 144, count: 9)
    }
  }

  /// `length` in 3...258, `distance` in 1...32768.
  mutating func match(length: Int, distance: Int) {
    let symbol = LengthCodes.symbols[length - 3]
    let code = LengthCodes.lengths[Int(symbol)]
    if symbol < 23 {
      huffman(UInt32(symbol) + 1, count: 7)
    } else {
      huffman(0xC0 + UInt32(symbol) - 23, count: 8)
    }
    append(UInt32(length - code.base), count: code.extraBits)
    let place = LengthCodes.distances.lastIndex { $0.base <= distance } ?? 0
    huffman(UInt32(place), count: 5)
    let near = LengthCodes.distances[place]
    append(UInt32(distance - near.base), count: near.extraBits)
  }

  /// Huffman codes are with their highest bit first.
  private mutating func huffman(_ code: UInt32, count: UInt64) {
    var reversed: UInt32 = 0
    for bit in 0..<count where code >> bit & 1 == 1 {
      reversed |= 1 << UInt32(count - 1 - bit)
    }
    append(reversed, count: count)
  }
}

/// The tables of RFC 1951 section 3.2.5.
private enum LengthCodes {
  typealias Code = (base: Int, extraBits: UInt64)

  /// Length symbols from 257 on.
  static let lengths: [Code] = {
    var codes: [Code] = []
    var base = 3
    for symbol in 0..<28 {
      let extraBits = UInt64(symbol < 8 ? 0 : symbol / 4 - 1)
      codes.append((base, extraBits))
      base += 1 << extraBits
    }
    return codes + [(258, 0)]
  }()

  /// The place in `lengths` of each length from 3 on.
  static let symbols: [UInt8] = (3...258).map { length in
    UInt8(lengths.lastIndex { $0.base <= length } ?? 0)
  }

  static let distances: [Code] = {
    var codes: [Code] = []
    var base = 1
    for symbol in 0..<30 {
      let extraBits = UInt64(symbol < 4 ? 0 : symbol / 2 - 1)
      codes.append((base, extraBits))
      base += 1 << extraBits
    }
    return codes
  }()
}

/// The checksum of gzip (RFC 1952 section 8).
private enum CRC32 {
  /// Of that many spaces followed by `body`.
  static func checksum(_ body: [UInt8], after blankCount: Int) -> UInt32 {
    var register: UInt32 = 0xFFFF_FFFF
    for _ in 0..<blankCount { advance(&register, ASCII.space) }
    for byte in body { advance(&register, byte) }
    return ~register
  }

  private static func advance(_ register: inout UInt32, _ byte: UInt8) {
    register = table[Int(UInt8(truncatingIfNeeded: register) ^ byte)] ^ register >> 8
  }

  private static let table: [UInt32] = (0..<256).map { index in
    (0..<8).reduce(UInt32(index)) { value, _ in
      value & 1 == 1 ? 0xEDB8_8320 ^ value >> 1 : value >> 1
    }
  }
}
