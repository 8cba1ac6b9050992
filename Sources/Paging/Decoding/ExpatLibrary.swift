import CExpat
import System

/// libexpat, loaded at run time when the first XML comes.
///
/// `@unchecked Sendable`: the table that the pointer refers to is never changed or freed after its
/// creation.
struct ExpatLibrary: @unchecked Sendable {
  let table: OpaquePointer

  private static let loaded = LoadedLibraries<ExpatLibrary>()

  /// The first of these libraries that the system's loader finds; nil if it finds none. A failure
  /// is not remembered.
  static func load(_ fileNames: [String] = fileNames) -> ExpatLibrary? {
    try? loaded.first(of: fileNames) { name in
      DynamicLibrary.table(name, cexpat_load).map(ExpatLibrary.init)
    }.get()
  }
}
