internal import JSON
import System
import Text

/// Messages on their way out, and how far they have come: one growing run of bytes, and between its
/// parts long slices that are not copied.
struct OutgoingBytes: Sendable {
  /// Slices of at least this many bytes are kept as they are; shorter ones are copied together.
  static let spliceBytesMin = 4096

  /// Whole pieces; those before `next` are written.
  private(set) var sealed: [Descriptor.Piece] = []
  private var next = 0
  private var open: [UInt8] = []
  /// The bytes that are not written.
  private(set) var byteCount = 0

  var isEmpty: Bool { byteCount == 0 }

  /// Adds one message in its frame; in lines it must be a single one.
  mutating func append(_ message: JSONFragments, framing: RPCFraming) {
    if framing == .headers {
      let header = Array("Content-Length: \(message.byteCount)\r\n\r\n".utf8)
      append(header, 0..<header.count)
    }
    for piece in message.pieces { append(piece.bytes, piece.range) }
    if framing == .lines {
      open.append(ASCII.lineFeed)
      byteCount += 1
    }
  }

  /// Writes at most `bytesMax` bytes with one call. What was not written stays.
  mutating func write(to descriptor: Int32, bytesMax: Int = .max) -> Descriptor.WriteOutcome {
    seal()
    let outcome = Descriptor.write(descriptor, sealed[next...], bytesMax: bytesMax)
    if case .written(let count) = outcome { drop(count) }
    return outcome
  }

  private mutating func drop(_ count: Int) {
    byteCount -= count
    var left = count
    while next < sealed.count, left >= sealed[next].range.count {
      left -= sealed[next].range.count
      sealed[next] = Descriptor.Piece(bytes: [], range: 0..<0)
      next += 1
    }
    if next == sealed.count {
      (sealed, next) = ([], 0)
    } else {
      sealed[next].range = (sealed[next].range.lowerBound + left)..<sealed[next].range.upperBound
    }
  }

  private mutating func append(_ bytes: [UInt8], _ range: Range<Int>) {
    byteCount += range.count
    if range.count < Self.spliceBytesMin {
      open.append(contentsOf: bytes[range])
    } else {
      seal()
      sealed.append(Descriptor.Piece(bytes: bytes, range: range))
    }
  }

  /// Makes a piece of what is open.
  mutating func seal() {
    guard !open.isEmpty else { return }
    var full: [UInt8] = []
    swap(&full, &open)
    sealed.append(Descriptor.Piece(bytes: full, range: 0..<full.count))
  }
}
