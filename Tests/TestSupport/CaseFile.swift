package import Foundation
package import JSON

/// A file of cases: JSON texts, one after another.
///
/// A line that begins with a blank continues the text of the line before it: after one blank, or after
/// nothing if that line ends with a backslash, which cuts a long string:
///
///     {"case": "a page of two items", "open": "numbered"}
///     {"loadPage": "next",
///       "response": [1, "1 2"],
///       "state": "page 1 from 0 by 2 of ? in ?, next ?, \
///       previous no, held 1"}
package struct CaseFile {
  /// The file's name without its ending.
  package let name: String
  package let texts: [String]

  package init(_ url: URL) throws {
    self.init(
      try String(contentsOf: url, encoding: .utf8),
      name: url.deletingPathExtension().lastPathComponent)
  }

  package init(_ text: String, name: String) {
    self.name = name
    texts = text.split(separator: "\n").reduce(into: []) { texts, line in
      guard line.first == " ", let last = texts.popLast() else { return texts.append(String(line)) }
      let start = last.hasSuffix("\\") ? String(last.dropLast()) : last + " "
      texts.append(start + line.drop { $0 == " " })
    }
  }

  private static let chosen = ProcessInfo.processInfo.environment["PAGINATOR_CASE"]

  /// True when all cases run.
  package static let runsAll = chosen == nil

  /// True when a case runs: all of them, or those with `PAGINATOR_CASE` in their name, "file: id".
  package static func runs(_ name: String) -> Bool { chosen.map(name.contains) ?? true }
}

extension JSONObject {
  /// The body of a conversation's response: a `body` of text or JSON, or one text in parts, `lines`.
  package var bodyText: String {
    if let lines = self["lines"]?.arrayValue { return lines.map(\.plain).joined() }
    return self["body"].map { $0.isNull ? "" : $0.plain } ?? ""
  }
}
