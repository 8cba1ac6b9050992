import System
import TestInput

/// Files that a fuzzer writes for others to read.
enum FuzzedFile {
  /// A new folder among the temporary ones.
  static func makeFolder() throws(FuzzFailure) -> String {
    do throws(SystemError) {
      return try File.makeTemporaryFolder(prefix: "fuzz")
    } catch {
      throw FuzzFailure("no folder: \(error.reason)")
    }
  }

  /// Gives a file these bytes, whether it is there or not.
  static func write(_ path: String, _ bytes: [UInt8]) throws(FuzzFailure) {
    do throws(SystemError) {
      let descriptor = try File.open(path, for: .replacing)
      defer { Descriptor.close(descriptor) }
      try Descriptor.writeAll(descriptor, bytes[...])
    } catch {
      throw FuzzFailure("\(path) cannot be written: \(error.reason)")
    }
  }
}
