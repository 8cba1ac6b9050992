import Foundation
package import JSON

/// One case of a ``CaseFile``: `{"id": "two pages", "body": [1, 2.0], "next": "?page=2"}`.
package struct CaseLine: NamedCase {
  package let id: String
  private let document: JSONDocument

  /// The cases of a file beside the test. `members`: the names that a case may have, of which the
  /// first one says which case it is.
  package static func all(
    _ file: String, _ members: [String], beside test: String = #filePath
  ) -> [CaseLine] {
    do {
      let folder = URL(filePath: test).deletingLastPathComponent()
      let cases = try CaseFile(folder.appending(path: file))
      precondition(Set(cases.texts).count == cases.texts.count, "\(file): a case comes twice")
      return try cases.texts.map { try CaseLine($0, members) }
        .filter { CaseFile.runs("\(cases.name): \($0.id)") }
    } catch {
      preconditionFailure("\(file): \(error)")
    }
  }

  private init(_ text: String, _ members: [String]) throws {
    let document = try JSONDocument(Array(text.utf8))
    let names = document.members(of: document.root).compactMap { document.string($0.key) }
    guard Set(members).isSuperset(of: names), let first = members.first,
      let id = document.member(first, of: document.root)
    else { throw NotAnObject(text: text) }
    self.id = document.string(id) ?? document.text(id)
    self.document = document
  }

  /// A member that is a text; nil where there is none.
  package subscript(name: String) -> String? { value(name).flatMap(document.string) }

  /// A member as it is written; nil where there is none.
  package func json(_ name: String) -> String? { value(name).map(document.text) }

  package func number(_ name: String) -> Int? { value(name).flatMap(document.integer) }

  /// The elements of a member, as they are written.
  package func elements(_ name: String) -> [String] {
    (value(name).map(document.elements) ?? []).map(document.text)
  }

  /// The members of a member, as they are written.
  package func members(_ name: String) -> [(name: String, json: String)] {
    (value(name).map(document.members) ?? []).compactMap { key, value in
      document.string(key).map { ($0, document.text(value)) }
    }
  }

  /// The texts of `headers`: `["Link: </b>; rel=next"]`.
  package var headers: [(String, String)] {
    (value("headers").map(document.elements) ?? []).compactMap(document.string).map { line in
      let parts = line.split(separator: ": ", maxSplits: 1, omittingEmptySubsequences: false)
      return (String(parts[0]), parts.count > 1 ? String(parts[1]) : "")
    }
  }

  /// The elements of a member that are texts.
  package func texts(_ name: String) -> [String] {
    (value(name).map(document.elements) ?? []).compactMap(document.string)
  }

  package func parsed(_ name: String) -> JSONValue? { value(name).map(document.value) }

  private func value(_ name: String) -> JSONSlice? { document.member(name, of: document.root) }
}
