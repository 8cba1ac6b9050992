import CZlib

extension ZlibLibrary {
  /// How compressed data is wrapped.
  package enum DataFormat: Sendable, CaseIterable {
    case gzip
    /// With the header and the checksum of RFC 1950.
    case zlib
    /// A bare deflate stream.
    case raw

    fileprivate var number: czlib_format {
      switch self {
      case .gzip: CZLIB_GZIP
      case .zlib: CZLIB_ZLIB
      case .raw: CZLIB_RAW
      }
    }
  }

  /// Compresses bytes as an API does, for tests and fuzzers; nil where zlib fails. `level`: from 0,
  /// which only wraps them, to 9. `strategy`: one of zlib's, from 0 to 4.
  package func compress(
    _ bytes: [UInt8], _ format: DataFormat, level: Int = 6, strategy: Int = 0
  ) -> [UInt8]? {
    var isMade = true
    let compressed = [UInt8](unsafeUninitializedCapacity: bytes.count + bytes.count / 8 + 1_024) {
      room, count in
      let made = bytes.withUnsafeBytes { data in
        czlib_deflate(
          table, format.number, Int32(clamping: level), Int32(clamping: strategy), data.baseAddress,
          data.count, room.baseAddress, room.count)
      }
      isMade = made >= 0
      count = max(0, Int(made))
    }
    return isMade ? compressed : nil
  }
}
