import HTTP
import Store
import System

/// A library of the system, as far as its version goes.
struct SystemLibrary {
  let version: String
  /// The library that does TLS for it.
  var tls: String?

  /// nil where it is missing.
  static var libcurl: SystemLibrary? {
    CurlLibrary.fileNames.lazy.compactMap { DynamicLibrary.text(of: "curl_version", in: $0) }.first
      .flatMap(curl)
  }

  static var sqlite: SystemLibrary? {
    SQLiteLibrary.fileNames.lazy
      .compactMap { DynamicLibrary.text(of: "sqlite3_libversion", in: $0) }.first
      .map { SystemLibrary(version: $0) }
  }

  /// `libcurl/7.88.1 GnuTLS/3.7.9 zlib/1.2.13 ...`: the version, and the library for TLS after it.
  static func curl(_ text: String) -> SystemLibrary? {
    let parts = text.split(separator: " ")
    guard let first = parts.first, first.hasPrefix("libcurl/") else { return nil }
    let names = [
      "openssl", "gnutls", "libressl", "boringssl", "aws-lc", "quictls", "mbedtls", "wolfssl",
      "nss", "securetransport", "schannel", "rustls-ffi", "bearssl",
    ]
    let tls = parts.dropFirst().map { $0.filter { $0 != "(" && $0 != ")" } }.first { part in
      names.contains(part.prefix { $0 != "/" }.lowercased())
    }
    return SystemLibrary(version: String(first.dropFirst("libcurl/".count)), tls: tls)
  }
}
