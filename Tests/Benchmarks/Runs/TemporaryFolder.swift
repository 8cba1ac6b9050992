#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// A folder of this run's own.
struct TemporaryFolder {
  let path: String

  init() throws(BenchmarkError) {
    let parent = Tools.environment("TMPDIR") ?? "/tmp"
    guard let name = strdup("\(parent)/paginator-benchmarks-XXXXXX") else {
      throw .system("strdup")
    }
    defer { free(name) }
    guard mkdtemp(name) != nil else { throw .system("mkdtemp") }
    path = String(cString: name)
  }

  /// The path of a file in it, made of these bytes.
  func file(_ name: String, _ bytes: [UInt8]) throws(BenchmarkError) -> String {
    let file = "\(path)/\(name)"
    try FileBytes.make(file, bytes)
    return file
  }

  /// Removes it with all that is in it.
  func remove() {
    _ = try? ChildProcess.run(["/bin/rm", "-rf", path])
  }
}
