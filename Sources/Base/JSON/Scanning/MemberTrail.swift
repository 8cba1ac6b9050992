/// The beginnings of members that a pass has read, in their order. Most elements of a list have the
/// same members: comparing eight bytes at a time recognizes the text between two values.
///
///     [{"id":7,"name":"a"},{"id":8,"name":"b"}]     `{"id":` and `,"name":`
struct MemberTrail {
  /// The text before one value: the brace or comma, the key, the colon, and blanks.
  struct Member {
    let start: UInt32
    let length: UInt32
    /// The key's edge in the trie; -1: none.
    let edge: Int32
    /// The node of the object; its complement for the member after the brace.
    let node: Int32

    /// True when the text at `offset` begins with the same.
    @inline(__always)
    func isRepeated(_ bytes: Span<UInt8>, at offset: Int) -> Bool {
      let (start, length) = (Int(start), Int(length))
      // What precedes a value is before `offset`, so that all of these loads are within the text.
      guard bytes.count &- offset >= length &+ 8 else { return false }
      var difference = bytes.uncheckedWord(at: start) ^ bytes.uncheckedWord(at: offset)
      if length < 8 { return difference << (64 &- UInt64(length) &* 8) == 0 }
      var place = length &- 8
      while place > 0 {
        difference |=
          bytes.uncheckedWord(at: start &+ place) ^ bytes.uncheckedWord(at: offset &+ place)
        place &-= 8
      }
      return difference == 0
    }
  }

  private var members: [Member] = []
  /// The number of the member that is expected next.
  private var next = 0
  private static let membersExpected = 32
  private static let membersMax = 256

  /// Goes back to the members that an element begins with.
  mutating func rewind() { next = 0 }

  /// The expected member, or the one after it, where the text at `offset` is its beginning.
  @inline(__always)
  mutating func follow(_ bytes: Span<UInt8>, at offset: Int, node: Int) -> Member? {
    var index = next
    while index < members.count, index &- next < 2 {
      let member = members[index]
      if Int(member.node) == node, member.isRepeated(bytes, at: offset) {
        next = index &+ 1
        return member
      }
      index &+= 1
    }
    return nil
  }

  /// Takes note of a member where another one, or none, was expected.
  @inline(never)
  mutating func note(_ range: Range<Int>, edge: Int, node: Int) {
    let member = Member(
      start: UInt32(truncatingIfNeeded: range.lowerBound),
      length: UInt32(truncatingIfNeeded: range.count), edge: Int32(truncatingIfNeeded: edge),
      node: Int32(truncatingIfNeeded: node))
    if members.isEmpty { members.reserveCapacity(MemberTrail.membersExpected) }
    if next == members.count, next < MemberTrail.membersMax {
      members.append(member)
    } else if members.count < MemberTrail.membersMax {
      members.insert(member, at: next)
    } else if next < members.count {
      members[next] = member
    }
    next = min(next + 1, members.count)
  }
}
