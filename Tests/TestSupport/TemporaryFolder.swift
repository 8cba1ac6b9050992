package import Foundation

/// A new folder, removed with all that is in it when no one refers to it any more.
package final class TemporaryFolder: Sendable {
  package let url = FileManager.default.temporaryDirectory.appending(
    path: "paginator-test-\(UUID().uuidString)")

  package init() throws {
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(at: url) }

  package func path(_ name: String) -> String { url.appending(path: name).path }

  /// The names of the files, sorted.
  package var names: [String] {
    ((try? FileManager.default.contentsOfDirectory(atPath: url.path)) ?? []).sorted()
  }

  package func bytes(_ name: String) throws -> [UInt8] {
    Array(try Data(contentsOf: url.appending(path: name)))
  }

  /// The path of a new file.
  package func write(_ bytes: [UInt8], as name: String) throws -> String {
    try Data(bytes).write(to: url.appending(path: name))
    return path(name)
  }
}
