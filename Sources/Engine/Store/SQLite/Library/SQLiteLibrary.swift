import CSQLite
import System

/// SQLite's library, loaded at run time when it is first needed.
///
/// `@unchecked Sendable`: the table that the pointer refers to is never changed or freed once it is
/// made.
package struct SQLiteLibrary: @unchecked Sendable {
  /// The oldest version with STRICT tables, as SQLite counts: 3.37.0.
  package static let versionMin = 3_037_000

  let table: UnsafePointer<csqlite>
  /// SQLite's functions.
  var functions: csqlite { table.pointee }

  private static let loaded = LoadedLibraries<SQLiteLibrary>()

  /// The first of these libraries that the system's loader finds, loaded on first use.
  ///
  /// Throws `engineUnavailable` with the first name, what is wrong and the package to install. A
  /// failure is not remembered.
  package static func load(
    _ fileNames: [String] = fileNames, versionMin: Int = versionMin
  ) throws(StoreError) -> SQLiteLibrary {
    let result = loaded.first(of: fileNames) { name in
      DynamicLibrary.table(name, csqlite_load).flatMap { table in
        let version = Int(table.pointee.libversion_number())
        return version >= versionMin
          ? .success(SQLiteLibrary(table: table))
          : .failure(
            DynamicLibrary.Failure(
              detail: "\(name) is version \(dotted(version)), "
                + "\(dotted(versionMin)) or newer is needed"))
      }
    }
    return try result.mapError { failure in
      StoreError.engineUnavailable(
        library: fileNames.first ?? "libsqlite3", detail: "\(failure.detail); \(installation)")
    }.get()
  }

  /// 3040001 is "3.40.1".
  private static func dotted(_ version: Int) -> String {
    "\(version / 1_000_000).\(version / 1_000 % 1_000).\(version % 1_000)"
  }
}
