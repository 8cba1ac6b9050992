import CZlib

/// Undoes one coding, piece by piece.
///
///     1f 8b 08 ... crc32 size | 1f 8b 08 ... crc32 size     gzip of two members, joined
///
/// Its data is complete once each stream in it has ended: zlib compares the checksum and the size
/// after each.
final class Inflation {
  let coding: ContentCoding
  private let library: ZlibLibrary
  private var stream: OpaquePointer?
  private var place = StreamPlace.beginning
  /// The first byte of deflate data, until the second one shows the format.
  private var held: UInt8?
  /// True when deflate data has no header.
  private var isBare = false
  private let room: UnsafeMutableRawBufferPointer

  private enum StreamPlace {
    /// No byte has come.
    case beginning
    case within
    /// The stream has ended; this many bytes after it were skipped.
    case ended(passedOver: Int)
  }

  /// The number of bytes written at once.
  private static let roomBytes = 65_536
  /// Bytes after a bare deflate stream that are passed over: some servers leave the zlib format's
  /// header out, but not its checksum.
  private static let checksumBytes = 4

  init(_ coding: ContentCoding, _ library: ZlibLibrary) {
    self.coding = coding
    self.library = library
    room = .allocate(byteCount: Inflation.roomBytes, alignment: 16)
  }

  deinit {
    czlib_stream_free(library.table, stream)
    room.deallocate()
  }

  /// True when the data may end here.
  var isWhole: Bool {
    if case .ended = place { true } else { false }
  }

  /// Takes a piece of the data, and hands over what comes of it.
  func take(
    _ piece: UnsafeRawBufferPointer,
    _ handOver: (UnsafeRawBufferPointer) throws(CodingFault) -> Void
  ) throws(CodingFault) {
    var rest = piece[...]
    while let first = rest.first {
      switch place {
      case .beginning:
        if try begin(first) {
          place = .within
        } else {
          rest = rest.dropFirst()
        }
      case .within:
        if let byte = held {
          held = nil
          _ = try withUnsafeBytes(of: byte) { bytes throws(CodingFault) in
            try inflate(bytes, handOver)
          }
        } else {
          rest = rest.dropFirst(try inflate(UnsafeRawBufferPointer(rebasing: rest), handOver))
        }
      case .ended(let passedOver):
        rest = try rest.dropFirst(pass(first, passedOver))
      }
    }
  }

  /// Makes the stream; false where the format of the data shows with the next byte only.
  private func begin(_ byte: UInt8) throws(CodingFault) -> Bool {
    let format: czlib_format
    switch coding {
    case .gzip: format = CZLIB_GZIP
    case .deflate:
      guard let first = held else {
        held = byte
        return false
      }
      format = Inflation.isZlib(first, byte) ? CZLIB_ZLIB : CZLIB_RAW
      isBare = format == CZLIB_RAW
    }
    guard let stream = czlib_stream_new(library.table, format) else { throw .noZlib }
    self.stream = stream
    return true
  }

  /// True when two bytes are the header of the zlib format (RFC 1950 section 2.2).
  private static func isZlib(_ first: UInt8, _ second: UInt8) -> Bool {
    first & 0x0F == 8 && first >> 4 <= 7 && (Int(first) << 8 | Int(second)) % 31 == 0
  }

  /// Decides about a byte after the end of a stream: returns the number of bytes to drop.
  private func pass(_ byte: UInt8, _ passedOver: Int) throws(CodingFault) -> Int {
    if coding == .gzip, byte == 0x1F, let stream,
      czlib_stream_reset(library.table, stream) == CZLIB_OK.rawValue
    {
      place = .within
      return 0
    }
    guard isBare, passedOver < Inflation.checksumBytes else { throw .trailingBytes }
    place = .ended(passedOver: passedOver + 1)
    return 1
  }

  /// Reads until the data is used up or the stream ends; returns how much was read.
  private func inflate(
    _ data: UnsafeRawBufferPointer,
    _ handOver: (UnsafeRawBufferPointer) throws(CodingFault) -> Void
  ) throws(CodingFault) -> Int {
    guard let stream else { throw .noZlib }
    var read = 0
    while true {
      var taken = 0
      var made = 0
      let rest = UnsafeRawBufferPointer(rebasing: data[read...])
      let code = czlib_inflate(
        library.table, stream, rest.baseAddress, rest.count, room.baseAddress, room.count, &taken,
        &made)
      read += taken
      if made > 0 { try handOver(UnsafeRawBufferPointer(rebasing: room[..<made])) }
      switch code {
      case CZLIB_STREAM_END.rawValue:
        place = .ended(passedOver: 0)
        return read
      case CZLIB_OK.rawValue, CZLIB_NO_PROGRESS.rawValue:
        // Room that is full may hide more that comes of what has been read.
        if read == data.count, made < room.count { return read }
        if taken == 0, made == 0 { throw .damaged(coding, detail: "no progress") }
      case CZLIB_OUT_OF_MEMORY.rawValue: throw .noZlib
      case CZLIB_NEED_DICTIONARY.rawValue:
        throw .damaged(coding, detail: "it needs a dictionary")
      default:
        let words = czlib_stream_message(stream).map { String(cString: $0) }
        throw .damaged(coding, detail: words ?? "invalid data")
      }
    }
  }
}
