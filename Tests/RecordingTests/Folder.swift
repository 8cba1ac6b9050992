import Foundation
import JSON

/// A folder for one test.
final class Folder {
  let url: URL

  init() throws {
    url = FileManager.default.temporaryDirectory.appending(path: "tape-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
  }

  deinit {
    try? FileManager.default.removeItem(at: url)
  }

  func path(_ name: String) -> String { url.appending(path: name).path }

  var names: [String] {
    ((try? FileManager.default.contentsOfDirectory(atPath: url.path)) ?? []).sorted()
  }

  func bytes(_ name: String) throws -> [UInt8] {
    Array(try Data(contentsOf: url.appending(path: name)))
  }

  func json(_ name: String) throws -> JSONValue {
    let document = try JSONDocument(bytes(name))
    return document.value(document.root)
  }

  /// The entries of a HAR file, which has to be one.
  func entries(_ name: String) throws -> [JSONValue] {
    let file = try json(name)
    let problems = HARCheck.problems(file)
    guard problems.isEmpty else { throw NotHAR(problems: problems) }
    return file["log"]?["entries"]?.arrayValue ?? []
  }

  struct NotHAR: Error {
    let problems: [String]
  }
}
