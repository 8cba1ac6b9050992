import CLibrary

/// A shared library of the system that is loaded by its file name when it is needed.
package enum DynamicLibrary {
  /// The reason why a library could not be loaded, in words.
  package struct Failure: Error {
    package let detail: String

    package init(detail: String) { self.detail = detail }
  }

  private static let detailBytes = 512

  /// The table of a library's functions, which lives as long as the process. `load` makes it from
  /// the file name, or writes the reason for its failure into the buffer, whose size in bytes it
  /// receives.
  package static func table<Table>(
    _ fileName: String,
    _ load: (UnsafePointer<CChar>, UnsafeMutablePointer<CChar>, Int) -> Table?
  ) -> Result<Table, Failure> {
    withUnsafeTemporaryAllocation(of: CChar.self, capacity: detailBytes) { buffer in
      buffer.initialize(repeating: 0)
      guard let detail = buffer.baseAddress else { return .failure(Failure(detail: "")) }
      if let table = load(fileName, detail, buffer.count) { return .success(table) }
      return .failure(Failure(detail: String(cString: detail)))
    }
  }

  /// The text that a function without parameters returns; nil where either is missing.
  package static func text(of function: String, in library: String) -> String? {
    typealias Function = @convention(c) () -> UnsafePointer<CChar>?
    guard let library = dlopen(library, RTLD_NOW | RTLD_LOCAL),
      let symbol = dlsym(library, function)
    else { return nil }
    return unsafeBitCast(symbol, to: Function.self)().map { String(cString: $0) }
  }
}

/// The libraries of one kind, each of which is loaded and prepared once per process.
package final class LoadedLibraries<Library: Sendable>: Sendable {
  /// Whoever waits sleeps: a `Mutex` spins, and each new map of memory interrupts a thread that runs.
  private let loaded = Guarded<[[String]: Library]>([:])

  package init() {}

  /// The first of these libraries that can be loaded; else why the first one cannot. A failure is
  /// not remembered.
  package func first(
    of fileNames: [String], _ load: (String) -> Result<Library, DynamicLibrary.Failure>
  ) -> Result<Library, DynamicLibrary.Failure> {
    loaded.withLock { loaded in
      if let library = loaded[fileNames] { return .success(library) }
      var failure: DynamicLibrary.Failure?
      for name in fileNames {
        switch load(name) {
        case .success(let library):
          loaded[fileNames] = library
          return .success(library)
        case .failure(let found): failure = failure ?? found
        }
      }
      return .failure(failure ?? DynamicLibrary.Failure(detail: "no name"))
    }
  }
}
