import CZlib
import System

/// zlib, loaded at run time when it is first needed.
///
/// `@unchecked Sendable`: the table that the pointer refers to is never changed or freed once it is
/// made.
package struct ZlibLibrary: @unchecked Sendable {
  package let table: OpaquePointer

  private static let loaded = LoadedLibraries<ZlibLibrary>()

  /// The first of these libraries that the system's loader finds; nil if it finds none. A failure
  /// is not remembered.
  package static func load(_ fileNames: [String] = fileNames) -> ZlibLibrary? {
    try? loaded.first(of: fileNames) { name in
      DynamicLibrary.table(name, czlib_load).map(ZlibLibrary.init)
    }.get()
  }
}
