import System
import TestInput

/// A folder of this run's own.
struct TemporaryFolder {
  let path: String

  init() throws(BenchmarkError) {
    path = try BenchmarkError.calling("mkdtemp") { () throws(SystemError) in
      try File.makeTemporaryFolder(prefix: "paginator-benchmarks")
    }
  }

  /// The path of a file in it, made of these bytes.
  func file(_ name: String, _ bytes: [UInt8]) throws(BenchmarkError) -> String {
    let file = "\(path)/\(name)"
    try WholeFile.write(file, bytes)
    return file
  }

  /// Removes it with all that is in it.
  func remove() {
    _ = try? TimedProcess.run(["/bin/rm", "-rf", path])
  }
}

/// Files that are read or written at once.
enum WholeFile {
  private static let bytesMax = 1 << 40

  static func read(_ path: String) throws(BenchmarkError) -> [UInt8] {
    try BenchmarkError.calling("read \(path)") { () throws(SystemError) in
      try File.contents(of: path, bytesMax: bytesMax) ?? []
    }
  }

  /// Makes a file of these bytes, or adds them to it.
  static func write(
    _ path: String, _ bytes: [UInt8], for access: File.Access = .replacing
  ) throws(BenchmarkError) {
    try BenchmarkError.calling("write \(path)") { () throws(SystemError) in
      let descriptor = try File.open(path, for: access)
      defer { Descriptor.close(descriptor) }
      try Descriptor.writeAll(descriptor, bytes[...])
    }
  }

  /// The size of a file; 0 where there is none.
  static func size(_ path: String) -> Int { File.stamp(of: path)?.size ?? 0 }
}
