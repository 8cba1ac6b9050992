import HTTP
import JSON
import Testing

@testable import Pagination

/// One row of a table of cases.
protocol TestCase: Sendable, CustomTestStringConvertible {
  var id: String { get }
}

extension TestCase {
  var testDescription: String { id }
}

/// The value of a JSON text.
func json(_ text: String) throws -> JSONValue {
  let document = try JSONDocument(Array(text.utf8))
  return document.value(document.root)
}

/// The members of a JSON text that is an object.
func object(_ text: String) throws -> JSONObject {
  try #require(json(text).objectValue)
}

extension JSONValue {
  /// The value as JSON text.
  var text: String {
    var writer = JSONWriter()
    writer.value(self)
    return String(decoding: writer.bytes, as: UTF8.self)
  }
}

/// A pager made of params as JSON text, with the items at a key path.
func pager(_ open: String, items: String = "") throws -> Pager {
  var fields = JSONFields(try object(open))
  let pager = try Pager(&fields, lists: [(path: try JSONPath(items), elementPaths: [])])
  try fields.finish()
  return pager
}

/// Why params make no pager, as "path: problem"; nil: they do.
func refusal(_ open: String) throws -> String? {
  do {
    _ = try pager(open)
    return nil
  } catch let error as JSONFieldError {
    switch error.problem {
    case .missing: return "\(error.path): missing"
    case .unknown: return "\(error.path): unknown"
    case .expected(let words): return "\(error.path): expected \(words)"
    }
  }
}

extension AskedPage {
  /// A page of 25 items as it is asked for.
  init(_ page: Int, _ position: Position = .computed, perPage: Int = 25, firstPage: Int = 1) {
    self.init(
      position: position, page: page, offset: (page - firstPage) * perPage, perPage: perPage)
  }
}

extension RequestDraft {
  /// "GET url", and what else is sent: "POST url X-A: b {"size":2}".
  var line: String {
    var parts = ["\(method) \(url)"]
    parts += headers.map { "\($0.name): \($0.value)" }
    switch body {
    case .none: break
    case .json(let value): parts.append(value.text)
    case .text(let text): parts.append(text)
    }
    return parts.joined(separator: " | ")
  }
}

extension Pager {
  /// The request of a page, as a line.
  func line(
    _ page: AskedPage, pageCount: Int? = nil, objectCount: Int? = nil, more: [QueryParameter] = []
  ) -> String {
    draft(
      for: page, values: RequestTemplate.Values(pageCount: pageCount, objectCount: objectCount),
      more: more
    ).line
  }
}
