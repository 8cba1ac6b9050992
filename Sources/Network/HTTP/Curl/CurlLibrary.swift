import CCurl
import Synchronization
import System

/// libcurl, loaded at run time when it is first needed.
///
/// `@unchecked Sendable`: the table behind the pointer is never changed or freed once it is made.
package struct CurlLibrary: @unchecked Sendable {
  /// The table of functions, as every wrapper of `CCurl` takes it.
  let table: OpaquePointer

  /// Guards the loading, so that each library is loaded and prepared once per process.
  private static let loaded = Mutex<[[String]: CurlLibrary]>([:])

  /// The first of these libraries that the system's loader finds, loaded on first use.
  ///
  /// Throws `engineUnavailable` with the first name, the loader's words and the package to
  /// install. A failure is not remembered.
  static func load(_ fileNames: [String] = fileNames) throws(HTTPError) -> CurlLibrary {
    let result = loaded.withLock { loaded -> Result<CurlLibrary, HTTPError> in
      if let library = loaded[fileNames] { return .success(library) }
      var details: [String] = []
      for name in fileNames {
        switch CurlMemory.load(name) {
        case .success(let table):
          guard ccurl_global_init(table) == 0 else {
            details.append("\(name): curl_global_init failed")
            continue
          }
          let library = CurlLibrary(table: table)
          loaded[fileNames] = library
          return .success(library)
        case .failure(let failure):
          details.append(failure.detail)
        }
      }
      if Descriptor.areUsedUp { return .failure(.noDescriptors) }
      let detail = (details.prefix(1) + [installation]).joined(separator: "; ")
      return .failure(.engineUnavailable(library: fileNames.first ?? "libcurl", detail: detail))
    }
    return try result.get()
  }
}
