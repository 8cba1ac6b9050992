import JSON
import TestSupport

extension TemporaryFolder {
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
