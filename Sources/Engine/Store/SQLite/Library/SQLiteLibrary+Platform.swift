extension SQLiteLibrary {
  #if canImport(Darwin)
  /// The file names of SQLite to try, in order.
  package static let fileNames = ["libsqlite3.dylib"]
  /// The advice on what to install if SQLite is missing.
  static let installation = "SQLite is a part of macOS"
  #else
  /// The file names of SQLite to try, in order: its usual name, and the one of development
  /// packages.
  package static let fileNames = ["libsqlite3.so.0", "libsqlite3.so"]
  /// The advice on what to install if SQLite is missing.
  static let installation =
    "install the package libsqlite3-0 (Debian, Ubuntu), sqlite-libs (Fedora, Alpine) or sqlite "
    + "(Arch)"
  #endif
}
