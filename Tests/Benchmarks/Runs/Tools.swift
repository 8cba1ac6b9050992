import System

#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// Where the programs are that are measured.
struct Tools {
  /// The server.
  let paginator: String
  let clangd: String?
  let node: String?
  let python: String?
  let curl: String?
  let openssl: String?
  let valgrind: String?
  /// A front that speaks TLS and HTTP/2.
  let nghttpx: String?
  /// The folder of the project.
  let sources: String
  /// The folder of the Python client, for PYTHONPATH.
  var pythonClient: String { sources + "/clients/python" }

  init() throws(BenchmarkError) {
    let sibling = Process.executablePath.parentFolder + "/paginator"
    paginator = Process.variable("PAGINATOR") ?? sibling
    guard access(paginator, X_OK) == 0 else { throw .serverMissing(path: paginator) }
    clangd = Process.variable("CLANGD") ?? Self.inPath("clangd")
    node = Self.inPath("node")
    python = Self.inPath("python3")
    curl = Self.inPath("curl")
    openssl = Self.inPath("openssl")
    valgrind = Self.inPath("valgrind")
    nghttpx = Self.inPath("nghttpx")
    sources = (0..<4).reduce(#filePath) { path, _ in path.parentFolder }
  }

  private static func inPath(_ name: String) -> String? {
    (Process.variable("PATH") ?? "").split(separator: ":").map { "\($0)/\(name)" }
      .first { access($0, X_OK) == 0 }
  }
}

extension String {
  /// The path without its last component.
  fileprivate var parentFolder: String {
    guard let slash = lastIndex(of: "/") else { return "." }
    return slash == startIndex ? "/" : String(self[..<slash])
  }
}
