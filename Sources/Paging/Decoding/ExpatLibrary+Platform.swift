extension ExpatLibrary {
  #if canImport(Darwin)
  /// The file names of libexpat, in search order.
  static let fileNames = ["libexpat.1.dylib", "libexpat.dylib"]
  #else
  /// The file names of libexpat, in search order.
  static let fileNames = ["libexpat.so.1", "libexpat.so"]
  #endif
}
