// The only file of this module with unsafe calls. All of them check their bounds.

import JSON
import Text

/// The output of the mapped items: an array of bytes that grows to the size the page will need.
///
/// The array is always longer than what was written, so that short texts are copied as whole
/// blocks: what is copied too much is overwritten by the next text.
struct ByteSink {
  /// The size of a block; at least this many bytes of the array are free.
  private static let slack = 32
  /// The share of the source from which on the output's size is foreseen.
  private static let foreseenFrom = 16

  private var storage: [UInt8] = []
  /// The number of bytes written.
  private(set) var count = 0
  /// Something was not written because it would have been too much.
  private(set) var isFull = false
  private let bytesMax: Int
  /// The size of the source mapped so far, and of the whole source.
  private var sourceDone = 0
  private var sourceTotal = 0

  /// A sink that takes that many bytes.
  init(bytesMax: Int) {
    self.bytesMax = bytesMax
  }

  /// Takes the bytes written, and leaves the sink empty.
  mutating func takeBytes() -> [UInt8] {
    var bytes: [UInt8] = []
    swap(&bytes, &storage)
    bytes.removeLast(bytes.count - count)
    count = 0
    return bytes
  }

  /// The last byte that was written, or 0.
  @inline(__always)
  var last: UInt8 { count > 0 ? storage[count - 1] : 0 }

  /// Says how much of the source is mapped, for the size of the output to come.
  @inline(__always)
  mutating func setProgress(done: Int, total: Int) {
    sourceDone = done
    sourceTotal = total
  }

  /// Forgets what was written from the offset on.
  @inline(__always)
  mutating func truncate(to offset: Int) {
    count = max(0, min(count, offset))
  }

  /// Writes one byte.
  @inline(__always)
  mutating func append(_ byte: UInt8) {
    guard hasRoom(1) else { return }
    storage[count] = byte
    count += 1
  }

  /// Writes all bytes of a span.
  @inline(__always)
  mutating func append(_ text: Span<UInt8>) {
    append(text, 0, text.count)
  }

  /// Writes the bytes from `start` to `end`.
  @inline(__always)
  mutating func append(_ text: Span<UInt8>, _ start: Int, _ end: Int) {
    guard hasRoom(end - start) else { return }
    let offset = count
    text.withUnsafeBytes { source in
      storage.withUnsafeMutableBytes { target in
        guard let room = target.baseAddress else { return }
        Self.copy(source, start, end, to: room + offset)
      }
    }
    count = offset + end - start
  }

  /// Writes what a run of plain steps says: brackets, keys, and the bytes of values.
  @inline(__always)
  mutating func append(
    _ steps: Span<Step>, _ literals: Span<UInt8>, _ slots: Span<JSONSlice>, _ slotStart: Int,
    _ text: Span<UInt8>
  ) {
    var index = 0
    var hasMember = last != ASCII.leftBrace
    while true {
      let missing = fill(&index, &hasMember, steps, literals, slots, slotStart, text)
      guard missing > 0, hasRoom(missing) else { return }
    }
  }

  /// Writes the steps from `index` on as far as there is room; returns the bytes that the next one
  /// takes, or 0 when all are written.
  @inline(__always)
  private mutating func fill(
    _ index: inout Int, _ hasMember: inout Bool, _ steps: Span<Step>, _ literals: Span<UInt8>,
    _ slots: Span<JSONSlice>, _ slotStart: Int, _ text: Span<UInt8>
  ) -> Int {
    var offset = count
    defer { count = offset }
    return storage.withUnsafeMutableBytes { target in
      literals.withUnsafeBytes { literals in
        text.withUnsafeBytes { text in
          let end = target.count - Self.slack
          while index < steps.count {
            let step = steps[index]
            var value = JSONSlice.absent
            var literal = step.literal
            if step.action == .copySlot {
              value = slots[slotStart + Int(step.source.number)]
              if value.isAbsent { literal = step.missing }
            }
            if literal.count > 0 {
              let (valueStart, valueEnd) = (Int(value.start), Int(value.end))
              precondition(valueStart <= valueEnd)
              var start = Int(literal.start)
              let literalEnd = start &+ Int(literal.count)
              let size = Int(literal.count) &+ valueEnd &- valueStart
              guard offset &+ size <= end, let room = target.baseAddress else { return size }
              if !hasMember, literals[start] == ASCII.comma { start &+= 1 }
              Self.copy(literals, start, literalEnd, to: room + offset)
              offset &+= literalEnd &- start
              hasMember = step.action != .openObject
              Self.copy(text, valueStart, valueEnd, to: room + offset)
              offset &+= valueEnd &- valueStart
            }
            index += 1
          }
          return 0
        }
      }
    }
  }

  /// Writes an ASCII text.
  @inline(__always)
  mutating func append(_ text: StaticString) {
    text.withUTF8Buffer { append($0.span) }
  }

  /// Writes the lowest `length` bytes of a word, the lowest first.
  @inline(__always)
  mutating func append(word: UInt64, length: Int) {
    guard hasRoom(length) else { return }
    let offset = count
    storage.withUnsafeMutableBytes {
      $0.storeBytes(of: word.littleEndian, toByteOffset: offset, as: UInt64.self)
    }
    count = offset + length
  }

  /// Copies bytes from `start` to `end`. The caller has made sure that the target has room for them
  /// and for `slack` bytes after them.
  @inline(__always)
  private static func copy(
    _ source: UnsafeRawBufferPointer, _ start: Int, _ end: Int, to target: UnsafeMutableRawPointer
  ) {
    let count = source.count
    precondition(start >= 0 && start <= end && end <= count)
    guard let bytes = source.baseAddress else { return }
    if end &- start <= slack, start &+ slack <= count {
      let block = (bytes + start).loadUnaligned(as: SIMD32<UInt8>.self)
      target.storeBytes(of: block, as: SIMD32<UInt8>.self)
    } else {
      target.copyMemory(from: bytes + start, byteCount: end &- start)
    }
  }

  /// True when that many more bytes can be written; makes room for them.
  @inline(__always)
  private mutating func hasRoom(_ more: Int) -> Bool {
    count + more + Self.slack <= storage.count || grow(more)
  }

  /// Makes room for what the rest of the source will take if it continues as so far; at its
  /// beginning for twice as much as there is.
  @inline(never)
  private mutating func grow(_ more: Int) -> Bool {
    let needed = count + more
    guard needed <= bytesMax else {
      isFull = true
      return false
    }
    var wanted = needed * 2 + 4096
    if sourceDone > sourceTotal / Self.foreseenFrom {
      let expected = Double(needed) / Double(sourceDone) * Double(sourceTotal)
      wanted = max(Int(expected * 1.02), needed + needed / 16) + 1024
    }
    let size = min(wanted, bytesMax) + Self.slack
    storage.removeLast(storage.count - count)
    storage.reserveCapacity(size)
    storage.append(contentsOf: repeatElement(0, count: size - count))
    return true
  }
}
