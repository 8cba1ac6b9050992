import CCurl
import System

/// libcurl, loaded at run time when it is first needed.
///
/// `@unchecked Sendable`: the table that the pointer refers to is never changed or freed once it is
/// made.
package struct CurlLibrary: @unchecked Sendable {
  /// The table of functions, as the wrappers of `CCurl` take it.
  let table: UnsafePointer<ccurl>
  /// libcurl's functions.
  var functions: ccurl { table.pointee }

  private static let loaded = LoadedLibraries<CurlLibrary>()

  /// The first of these libraries that the system's loader finds, loaded on first use.
  ///
  /// Throws `engineUnavailable` with the first name, the loader's words and the package to
  /// install. A failure is not remembered.
  static func load(_ fileNames: [String] = fileNames) throws(HTTPError) -> CurlLibrary {
    let result = loaded.first(of: fileNames) { name in
      DynamicLibrary.table(name, ccurl_load).flatMap { table in
        table.pointee.global_init(Int(CCURL_GLOBAL_DEFAULT)) == 0
          ? .success(CurlLibrary(table: table))
          : .failure(DynamicLibrary.Failure(detail: "\(name): curl_global_init failed"))
      }
    }
    do throws(DynamicLibrary.Failure) {
      return try result.get()
    } catch {
      if Descriptor.areUsedUp { throw .noDescriptors }
      throw .engineUnavailable(
        library: fileNames.first ?? "libcurl", detail: "\(error.detail); \(installation)")
    }
  }
}
