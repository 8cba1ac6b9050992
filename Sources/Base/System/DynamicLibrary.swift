#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// A shared library of the system that is loaded by its file name when it is needed.
package enum DynamicLibrary {
  /// The text that a function without parameters returns; nil where either is missing.
  package static func text(of function: String, in library: String) -> String? {
    typealias Function = @convention(c) () -> UnsafePointer<CChar>?
    guard let library = dlopen(library, RTLD_NOW | RTLD_LOCAL),
      let symbol = dlsym(library, function)
    else { return nil }
    return unsafeBitCast(symbol, to: Function.self)().map { String(cString: $0) }
  }
}
