extension SQLiteLibrary {
  #if canImport(Darwin)
  /// Where SQLite is found, in order.
  package static let fileNames = ["libsqlite3.dylib"]
  /// What to install where it is missing.
  static let installation = "SQLite is a part of macOS"
  #else
  /// Where SQLite is found, in order: its usual name, and the one of development packages.
  package static let fileNames = ["libsqlite3.so.0", "libsqlite3.so"]
  /// What to install where it is missing.
  static let installation =
    "install the package libsqlite3-0 (Debian, Ubuntu), sqlite-libs (Fedora, Alpine) or sqlite "
    + "(Arch)"
  #endif
}
