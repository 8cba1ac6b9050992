/// The place of one value in the bytes of a validated document.
///
/// A trivial value of 8 bytes without a reference: the reader supplies the `JSONDocument`. A
/// string's slice includes its quotes. Public, as `ASCII`.
public struct JSONSlice: Sendable, Hashable {
  /// The kind of a value; `absent` for no value at all.
  public enum Kind: UInt8, Sendable {
    case absent, null, boolean, number, string, array, object
  }

  /// From the lowest bit on: 30 bits each for the start and the length, 3 for the kind, and 1 for
  /// escapes.
  @usableFromInline let bits: UInt64

  /// The largest offset.
  static let offsetMax = 1 << 30 - 1

  /// A slice of the given place, whose offsets are at most ``offsetMax``.
  @inline(__always)
  package init(_ start: Int, _ end: Int, _ kind: Kind, hasEscapes: Bool = false) {
    let place = UInt64(truncatingIfNeeded: start) & 0x3FFF_FFFF
    let length = UInt64(truncatingIfNeeded: end &- start) & 0x3FFF_FFFF
    bits = place | length << 30 | UInt64(kind.rawValue) << 60 | (hasEscapes ? 1 << 63 : 0)
  }

  /// Byte offset of the value's first byte.
  @inlinable @inline(__always)
  public var start: UInt32 { UInt32(truncatingIfNeeded: bits) & 0x3FFF_FFFF }

  /// Byte offset after the value's last byte.
  @inlinable @inline(__always)
  public var end: UInt32 { start &+ UInt32(truncatingIfNeeded: bits >> 30) & 0x3FFF_FFFF }

  /// The kind of the value.
  @inlinable @inline(__always)
  public var kind: Kind {
    switch bits >> 60 & 7 {
    case 1: .null
    case 2: .boolean
    case 3: .number
    case 4: .string
    case 5: .array
    case 6: .object
    default: .absent
    }
  }

  /// For strings: a backslash is in it, so its bytes are not its text.
  @inlinable @inline(__always)
  public var hasEscapes: Bool { bits >> 63 == 1 }

  /// The same value where this many bytes come before it.
  package func moved(by count: UInt32) -> JSONSlice {
    JSONSlice(Int(start + count), Int(end + count), kind, hasEscapes: hasEscapes)
  }

  /// The slice of a value that is not there: empty, at offset 0.
  package static let absent = JSONSlice(0, 0, .absent)

  /// True when the value is `null` or absent.
  @inlinable @inline(__always)
  public var isNothing: Bool { bits >> 60 & 7 < 2 }

  /// True when the value is `null`.
  @inlinable @inline(__always)
  public var isNull: Bool { bits >> 60 & 7 == 1 }

  /// True when there is no value; a JSON `null` is not absent.
  @inlinable @inline(__always)
  public var isAbsent: Bool { bits >> 60 & 7 == 0 }

  /// The value's byte offsets.
  @inlinable @inline(__always)
  public var range: Range<Int> { Int(start)..<Int(end) }

  /// The byte offsets between a string's quotes.
  @inlinable @inline(__always)
  public var content: Range<Int> {
    let whole = range
    return whole.count < 2 ? whole : (whole.lowerBound + 1)..<(whole.upperBound - 1)
  }
}
