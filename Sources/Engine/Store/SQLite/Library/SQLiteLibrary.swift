import CSQLite
import Synchronization

/// SQLite's library, loaded at run time when it is first needed.
///
/// `@unchecked Sendable`: the table behind the pointer is never changed or freed once it is made.
package struct SQLiteLibrary: @unchecked Sendable {
  /// The oldest version with STRICT tables, as SQLite counts: 3.37.0.
  package static let versionMin = 3_037_000

  /// The table of functions, as every wrapper of `CSQLite` takes it.
  let table: OpaquePointer

  /// Guards the loading, so that a library is loaded once per process.
  private static let loaded = Mutex<[[String]: SQLiteLibrary]>([:])

  /// The first of these libraries that the system's loader finds, loaded on first use.
  ///
  /// Throws `engineUnavailable` with the first name, what is wrong and the package to install. A
  /// failure is not remembered.
  package static func load(
    _ fileNames: [String] = fileNames, versionMin: Int = versionMin
  ) throws(StoreError) -> SQLiteLibrary {
    let result = loaded.withLock { loaded -> Result<SQLiteLibrary, StoreError> in
      if let library = loaded[fileNames] { return .success(library) }
      var details: [String] = []
      for name in fileNames {
        switch SQLiteMemory.load(name) {
        case .success(let table):
          let version = Int(csqlite_version(table))
          guard version >= versionMin else {
            details.append(
              "\(name) is version \(dotted(version)), \(dotted(versionMin)) or newer is needed")
            continue
          }
          let library = SQLiteLibrary(table: table)
          loaded[fileNames] = library
          return .success(library)
        case .failure(let failure):
          details.append(failure.detail)
        }
      }
      let detail = (details.prefix(1) + [installation]).joined(separator: "; ")
      return .failure(
        .engineUnavailable(library: fileNames.first ?? "libsqlite3", detail: detail))
    }
    return try result.get()
  }

  /// 3040001 is "3.40.1".
  private static func dotted(_ version: Int) -> String {
    "\(version / 1_000_000).\(version / 1_000 % 1_000).\(version % 1_000)"
  }
}
