package import System

#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

extension File {
  /// Makes a new folder in the folder for temporary files; its name begins with `prefix`.
  package static func makeTemporaryFolder(prefix: String) throws(SystemError) -> String {
    let parent = System.Process.variable("TMPDIR") ?? "/tmp"
    var name = Array("\(parent)/\(prefix)-XXXXXX".utf8CString)
    guard mkdtemp(&name) != nil else { throw SystemError(call: "mkdtemp", number: errno) }
    return String(decoding: name.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }
}
