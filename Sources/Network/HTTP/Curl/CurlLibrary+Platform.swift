extension CurlLibrary {
  #if canImport(Darwin)
  /// The file names of libcurl, in search order.
  package static let fileNames = ["libcurl.4.dylib"]
  /// The advice on how to install libcurl.
  static let installation = "libcurl is a part of macOS"
  #else
  /// The names under which libcurl is found, in order: its usual name, that of development
  /// packages, and the build with GnuTLS, which git brings along on Debian and Ubuntu.
  package static let fileNames = ["libcurl.so.4", "libcurl.so", "libcurl-gnutls.so.4"]
  /// The advice on how to install libcurl.
  static let installation =
    "install the package libcurl4 (Debian, Ubuntu) or libcurl (Fedora, Arch, Alpine)"
  #endif
}
