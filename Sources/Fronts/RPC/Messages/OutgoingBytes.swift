internal import JSON
import System

/// Messages on their way out: one growing run of bytes, and between its parts long slices that
/// are not copied.
struct OutgoingBytes: Sendable {
  /// Slices of at least this many bytes are kept as they are; shorter ones are copied together.
  static let spliceBytesMin = 4096

  private var sealed: [Descriptor.Piece] = []
  private var open: [UInt8] = []
  /// The bytes of all of it.
  private(set) var byteCount = 0

  var isEmpty: Bool { byteCount == 0 }

  /// Adds one message in its frame; in lines it must be a single one.
  mutating func append(_ message: JSONFragments, framing: RPCFraming) {
    switch framing {
    case .headers:
      appendOwn(Self.headerStart)
      appendOwn(String(message.byteCount).utf8)
      appendOwn(Self.headerEnd)
      append(message)
    case .lines:
      append(message)
      appendOwn([0x0A])
    }
  }

  /// Adds what belongs to the frame.
  private mutating func appendOwn(_ bytes: some Collection<UInt8>) {
    open.append(contentsOf: bytes)
    byteCount += bytes.count
  }

  /// Writes all of it with one call if the descriptor takes that without waiting for its reader,
  /// otherwise nothing (`.full`). What was not written stays.
  mutating func writeAtOnce(to descriptor: Int32) -> Descriptor.WriteOutcome {
    guard Descriptor.takesAtOnce(descriptor, byteCount) else { return .full }
    guard sealed.isEmpty else {
      var batch = OutgoingBatch(takePieces())
      let outcome = batch.write(to: descriptor, bytesMax: .max)
      sealed = batch.rest
      byteCount = sealed.reduce(0) { $0 + $1.range.count }
      return outcome
    }
    let outcome = Descriptor.write(descriptor, open)
    if case .written(let count) = outcome {
      byteCount -= count
      open.removeFirst(count)
    }
    return outcome
  }

  /// All of it as pieces; afterwards there is nothing here.
  mutating func takePieces() -> [Descriptor.Piece] {
    seal()
    byteCount = 0
    var pieces: [Descriptor.Piece] = []
    swap(&pieces, &sealed)
    return pieces
  }

  private mutating func append(_ message: JSONFragments) {
    byteCount += message.byteCount
    for piece in message.pieces {
      switch piece {
      case .bytes(let bytes): append(bytes, 0..<bytes.count)
      case .slice(let bytes, let range, _): append(bytes, range)
      }
    }
  }

  private mutating func append(_ bytes: [UInt8], _ range: Range<Int>) {
    if range.count < Self.spliceBytesMin {
      open.append(contentsOf: bytes[range])
    } else {
      seal()
      sealed.append(Descriptor.Piece(bytes: bytes, range: range))
    }
  }

  private mutating func seal() {
    guard !open.isEmpty else { return }
    var full: [UInt8] = []
    swap(&full, &open)
    sealed.append(Descriptor.Piece(bytes: full, range: 0..<full.count))
  }

  private static let headerStart = Array("Content-Length: ".utf8)
  private static let headerEnd = Array("\r\n\r\n".utf8)
}
