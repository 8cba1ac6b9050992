import CZlib
import Synchronization

/// zlib, loaded at run time when it is first needed.
///
/// `@unchecked Sendable`: the table behind the pointer is never changed or freed once it is made.
package struct ZlibLibrary: @unchecked Sendable {
  let table: OpaquePointer

  /// Guards the loading, so that each library is loaded once per process.
  private static let loaded = Mutex<[[String]: ZlibLibrary]>([:])

  /// The first of these libraries that the system's loader finds; nil if it finds none. A failure
  /// is not remembered.
  package static func load(_ fileNames: [String] = fileNames) -> ZlibLibrary? {
    loaded.withLock { loaded in
      if let library = loaded[fileNames] { return library }
      guard let table = fileNames.lazy.compactMap({ czlib_load($0) }).first else { return nil }
      let library = ZlibLibrary(table: table)
      loaded[fileNames] = library
      return library
    }
  }
}
