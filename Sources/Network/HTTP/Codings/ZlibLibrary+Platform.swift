extension ZlibLibrary {
  #if canImport(Darwin)
  /// Where zlib is found, in order.
  package static let fileNames = ["libz.1.dylib", "libz.dylib"]
  #else
  /// Where zlib is found, in order.
  package static let fileNames = ["libz.so.1", "libz.so"]
  #endif
}
