import CZlib
package import HTTP

extension ZlibLibrary {
  /// The format that wraps compressed data.
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

  /// Compresses bytes as an API does, with spaces before them; nil where zlib fails. `level`: from 0,
  /// which only wraps them, to 9. `strategy`: one of zlib's, from 0 to 4.
  package func compress(
    _ bytes: [UInt8], _ format: DataFormat, level: Int = 6, strategy: Int = 0, blanks: Int = 0
  ) -> [UInt8]? {
    var isMade = true
    let roomBytes = bytes.count + bytes.count / 8 + blanks / 500 + 1_024
    let compressed = [UInt8](unsafeUninitializedCapacity: roomBytes) { room, count in
      let made = bytes.withUnsafeBytes { data in
        czlib_deflate(
          table, format.number, Int32(clamping: level), Int32(clamping: strategy), blanks,
          data.baseAddress, data.count, room.baseAddress, room.count)
      }
      isMade = made >= 0
      count = max(0, Int(made))
    }
    return isMade ? compressed : nil
  }
}
