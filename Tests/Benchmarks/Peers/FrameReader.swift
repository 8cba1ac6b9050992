#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// Reads messages in headers framing from a descriptor: one buffer, no copies, nothing checked
/// that a measurement does not need. Trusts its counterpart to be a server and not an attacker.
struct FrameReader: ~Copyable {
  /// Bytes behind the buffer, so that eight can be loaded anywhere in it.
  private static let padding = 8

  private let descriptor: Int32
  private var bytes: UnsafeMutablePointer<UInt8>
  private var capacity = 1 << 20
  /// Where the first byte is that is not done with, and where the bytes end.
  private var start = 0
  private var end = 0
  /// Where the present message is.
  private var body = 0..<0

  init(_ descriptor: Int32) {
    self.descriptor = descriptor
    bytes = .allocate(capacity: capacity + Self.padding)
  }

  deinit {
    bytes.deallocate()
  }

  /// Goes to the next message; false at the end.
  mutating func next() -> Bool {
    while true {
      let needed: Int
      if let found = header() {
        if end - found.bodyStart >= found.length {
          body = found.bodyStart..<(found.bodyStart + found.length)
          start = body.upperBound
          return true
        }
        needed = found.bodyStart - start + found.length
      } else {
        needed = end - start + 1
      }
      guard fill(needed) else { return false }
    }
  }

  /// Whether one more message is here already.
  var holdsAnother: Bool {
    guard let found = header() else { return false }
    return end - found.bodyStart >= found.length
  }

  /// How many bytes the present message has.
  var bodyBytes: Int { body.count }

  /// Where the text begins in the first `within` bytes of the present message.
  func offset(of text: StaticString, within: Int = .max) -> Int? {
    search(text, body.prefix(within)).map { $0 - body.lowerBound }
  }

  /// The digits that stand at an offset of the present message.
  func digits(at offset: Int) -> [UInt8] {
    var digits: [UInt8] = []
    var place = body.lowerBound + offset
    while place < body.upperBound, bytes[place] &- 0x30 < 10 {
      digits.append(bytes[place])
      place += 1
    }
    return digits
  }

  /// The header at `start`, when all of it is here: `Content-Length: 52` and an empty line.
  private func header() -> (bodyStart: Int, length: Int)? {
    guard let blank = search("\r\n\r\n", start..<end),
      let colon = search(":", start..<blank)
    else { return nil }
    var place = colon + 1
    var length = 0
    while bytes[place] == 0x20 { place += 1 }
    while bytes[place] &- 0x30 < 10 {
      length = length &* 10 &+ Int(bytes[place] &- 0x30)
      place += 1
    }
    return (blank + 4, length)
  }

  /// Where the text begins in a part of the buffer: compares its first eight bytes at once.
  private func search(_ text: StaticString, _ range: Range<Int>) -> Int? {
    let count = text.utf8CodeUnitCount
    let raw = UnsafeRawPointer(bytes)
    var (wanted, mask): (UInt64, UInt64) = (0, 0)
    memcpy(&wanted, text.utf8Start, min(8, count))
    memset(&mask, 0xFF, min(8, count))
    var place = range.lowerBound
    while place + count <= range.upperBound {
      if raw.loadUnaligned(fromByteOffset: place, as: UInt64.self) & mask == wanted,
        count <= 8 || memcmp(raw + place, text.utf8Start, count) == 0
      {
        return place
      }
      place += 1
    }
    return nil
  }

  /// Reads once more, with room for so many bytes from `start` on.
  private mutating func fill(_ needed: Int) -> Bool {
    if needed > capacity {
      let larger = UnsafeMutablePointer<UInt8>.allocate(capacity: needed * 2 + Self.padding)
      larger.update(from: bytes + start, count: end - start)
      bytes.deallocate()
      (bytes, capacity, end, start) = (larger, needed * 2, end - start, 0)
    } else if start > 0, start == end || start + needed > capacity || end == capacity {
      memmove(bytes, bytes + start, end - start)
      (end, start) = (end - start, 0)
    }
    while true {
      let count = read(descriptor, bytes + end, capacity - end)
      if count > 0 {
        end += count
        return true
      }
      if count == 0 || errno != EINTR { return false }
    }
  }
}
