import Text

/// The texts that a pass has read between the values of an object, in order. Most elements of a list have the
/// same members: comparing eight bytes at a time recognizes the text between two values.
///
///     [{"id":7,"by":{"is":"a"}},{"id":8,"by":{"is":"b"}}]     `{"id":` and `,"by":{"is":`
struct MemberTrail {
  /// The text before one value: brackets, the comma, the key, the colon, and blanks.
  struct Joint {
    /// The place before the text, and the one after it.
    let place: Place
    let next: Place
    /// The text's first eight bytes and the mask for those, and its last eight.
    let head: UInt64
    let mask: UInt64
    let tail: UInt64
    let start: UInt32
    let length: UInt32
    /// The key's edge in the trie; -1: none.
    let edge: Int32
    /// The cell of the value, if no more than a value is wanted; -1: nothing is; -2: it is not so.
    let cell: Int32

    /// True when the text from `offset` to `end` is the same.
    @inline(__always)
    func isRepeated(_ bytes: Span<UInt8>, at offset: Int, to end: Int) -> Bool {
      guard end <= bytes.count &- 8, bytes.uncheckedWord(at: offset) & mask == head else {
        return false
      }
      if length <= 8 { return true }
      guard bytes.uncheckedWord(at: end &- 8) == tail else { return false }
      var place = 8
      while place < Int(length) &- 8 {
        guard
          bytes.uncheckedWord(at: Int(start) &+ place) == bytes.uncheckedWord(at: offset &+ place)
        else { return false }
        place &+= 8
      }
      return true
    }
  }

  /// The object and the containers that a joint is in.
  struct Place: Equatable {
    private let bits: UInt64

    /// `node`: that of the object; its complement for the joint that begins with the brace. `kinds`:
    /// the containers that are open within a member that is not wanted, a bit each below the highest,
    /// the innermost lowest: 1 is an object.
    init(node: Int32, kinds: UInt32) {
      bits = UInt64(kinds) << 32 | UInt64(UInt32(bitPattern: node))
    }

    var node: Int32 { Int32(truncatingIfNeeded: bits) }
    var kinds: UInt32 { UInt32(truncatingIfNeeded: bits >> 32) }

    /// The place after the text, where these containers are open.
    func after(_ kinds: UInt32) -> Place { Place(node: max(node, ~node), kinds: kinds) }
  }

  /// The number of the containers in such bits.
  @inline(__always)
  static func count(_ kinds: UInt32) -> Int { 31 &- kinds.leadingZeroBitCount }

  /// The end of what is as before.
  struct Step {
    var offset: Int
    var place: Place
    /// The edge of the value that is at the offset; nil: there is a value before it.
    var edge: Int?

    /// True when the object ends there.
    @inline(__always)
    func isEnd(_ bytes: Span<UInt8>) -> Bool {
      edge == nil && place.kinds == 1 && place.node >= 0
        && bytes.byte(at: offset) == ASCII.rightBrace
    }
  }

  private var joints: [Joint] = []
  /// The number of the joint that is expected next.
  private var next = 0
  /// The objects are elements that are mostly as the ones before.
  private(set) var repeats = false
  /// Each element adds to it, and what is not as before takes from it: below 0, following costs more
  /// than it saves.
  private var credit = 64
  private static let jointsExpected = 32
  private static let jointsMax = 256
  /// The number of joints up to which those within members that are not wanted are noted.
  private static let innerJointsMax = 64

  /// True when what an element has within members is worth noting: the first ones go that far.
  var takesInner: Bool { repeats && next == joints.count && next < MemberTrail.innerJointsMax }

  /// Goes back to the joints that an element begins with.
  mutating func rewind() {
    credit += 2
    (next, repeats) = (0, credit > 0)
  }

  /// Passes over what is as in the elements before: joints, and between them texts and numbers, of
  /// which those that are wanted go to `cells` from `base` on.
  @inline(never)
  mutating func follow(
    _ bytes: Span<UInt8>, from start: Int, _ place: Place, _ cells: inout MutableSpan<JSONSlice>,
    _ base: Int
  ) -> Step {
    let (step, next) = MemberTrail.follow(
      joints.span, from: next, bytes, start, place, &cells, base)
    self.next = next
    credit -= 1
    return step
  }

  @inline(__always)
  private static func follow(
    _ joints: Span<Joint>, from first: Int, _ bytes: Span<UInt8>, _ start: Int, _ place: Place,
    _ cells: inout MutableSpan<JSONSlice>, _ base: Int
  ) -> (Step, next: Int) {
    var (offset, place, next, index) = (start, place, first, first)
    // The expected joint, or the one after it.
    while index < joints.count, index &- next < 2 {
      let joint = joints[unchecked: index]
      index &+= 1
      let value = offset &+ Int(joint.length)
      guard joint.place == place, joint.isRepeated(bytes, at: offset, to: value) else { continue }
      next = index
      let byte = bytes[unchecked: value]
      var end = value
      if joint.cell > -2 {
        end =
          byte == ASCII.quote
          ? JSONScanner.skipPlainString(bytes, value) : JSONScanner.skipFewDigits(bytes, value)
        if end == value, joint.cell == -1 {
          end = JSONScanner.skipLiteral(bytes, value) ?? value
        }
      }
      if end == value {
        // An array may be empty now.
        if joint.next.kinds & 1 == 0, byte <= ASCII.space || byte == ASCII.rightBracket { continue }
        return (Step(offset: value, place: joint.next, edge: Int(joint.edge)), next)
      }
      if joint.cell >= 0 {
        cells[base &+ Int(joint.cell)] = JSONSlice(
          value, end, byte == ASCII.quote ? .string : .number)
      }
      place = joint.next
      offset = end
    }
    return (Step(offset: offset, place: place, edge: nil), next)
  }

  /// Goes on to what comes after a member.
  mutating func leaveMember() {
    while next < joints.count, joints[next].place.kinds != 1 { next += 1 }
  }

  /// Takes note of a joint where another one, or none, was expected.
  @inline(never)
  mutating func note(
    _ bytes: Span<UInt8>, _ range: Range<Int>, _ place: Place, _ after: Place, edge: Int,
    cell: Int32
  ) {
    let joint = Joint(
      place: place, next: after, head: TrieKey.head(bytes, range.lowerBound, range.count),
      mask: TrieKey.mask(range.count),
      tail: range.count < 8 ? 0 : bytes.word(at: range.upperBound - 8),
      start: UInt32(truncatingIfNeeded: range.lowerBound),
      length: UInt32(truncatingIfNeeded: range.count), edge: Int32(truncatingIfNeeded: edge),
      cell: cell)
    if joints.isEmpty { joints.reserveCapacity(MemberTrail.jointsExpected) }
    if next < joints.count { credit -= 2 }
    guard joints.count < MemberTrail.jointsMax, credit > 0 else { return }
    joints.insert(joint, at: next)
    next += 1
  }
}
