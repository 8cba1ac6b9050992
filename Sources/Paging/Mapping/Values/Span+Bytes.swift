extension Span where Element == UInt8 {
  /// The byte at `offset`, or 0 after the end.
  @inline(__always)
  func byte(at offset: Int) -> UInt8 {
    offset < count ? self[offset] : 0
  }

  /// True when the bytes equal those of the array.
  func equals(_ other: [UInt8]) -> Bool {
    guard count == other.count else { return false }
    for offset in other.indices where self[offset] != other[offset] { return false }
    return true
  }
}
