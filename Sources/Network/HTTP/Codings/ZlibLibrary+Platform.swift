extension ZlibLibrary {
  #if canImport(Darwin)
  /// The file names of zlib, in search order.
  package static let fileNames = ["libz.1.dylib", "libz.dylib"]
  #else
  /// The file names of zlib, in search order.
  package static let fileNames = ["libz.so.1", "libz.so"]
  #endif
}
