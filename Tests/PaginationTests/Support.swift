import HTTP
import JSON
import TestSupport
import Testing

@testable import Pagination

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
    case .expected(let words, _): return "\(error.path): expected \(words)"
    }
  }
}

extension RequestedPage {
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
    _ page: RequestedPage, pageCount: Int? = nil, objectCount: Int? = nil,
    more: [QueryParameter] = []
  ) -> String {
    draft(
      for: page,
      counts: KnownCounts(perPage: perPage, pageCount: pageCount, objectCount: objectCount),
      more: more
    ).line
  }
}

extension Pager {
  /// A response read as a page.
  func read(
    _ body: String, status: Int = 200, headers: [(String, String)] = [],
    url: String = "http://h/a?page=1", page: RequestedPage = RequestedPage(1)
  ) throws(PageReadError) -> PageReading {
    let fields = headers.map { HTTPField(name: $0.0, value: $0.1) }
    return try reader.read(
      HTTPResponse(
        status: HTTPStatus(status), headers: HTTPHeaders(fields), body: Array(body.utf8), url: url),
      requested: page)
  }

  /// Why a response is no page; nil: it is one.
  func refusal(
    _ body: String, status: Int = 200, headers: [(String, String)] = [],
    page: RequestedPage = RequestedPage(1)
  ) -> PageReadError? {
    do throws(PageReadError) {
      _ = try read(body, status: status, headers: headers, page: page)
      return nil
    } catch {
      return error
    }
  }
}

extension PageReading {
  /// What is said of the next page, in a line.
  var next: String { neighbours.next.line }

  var previous: String { neighbours.previous?.line ?? "-" }
}

extension Neighbours.Next {
  /// "link URL", "token a=1 b=2", "none FIELD VALUE", "silent FIELD VALUE" (not stated), "unsaid".
  var line: String {
    switch self {
    case .position(let position): position.line
    case .none(let field, let value, let isStated):
      "\(isStated ? "none" : "silent") \(field) \(value.text)"
    case .unsaid: "unsaid"
    case .broken(let path, let value): "broken \(path) \(value.text)"
    }
  }
}

extension Position {
  var line: String {
    switch self {
    case .start: return "start"
    case .computed: return "computed"
    case .link(let link):
      var parts = ["link", link.url]
      if let method = link.method { parts.append(method) }
      parts += link.headers.map { "\($0.name): \($0.value)" }
      if let body = link.body { parts.append(String(decoding: body, as: UTF8.self)) }
      return parts.joined(separator: " ")
    case .token(let token):
      let members = token.members.map {
        "\($0.name)=\(String(decoding: $0.value, as: UTF8.self))"
      }
      return (["token"] + members).joined(separator: " ")
    }
  }
}
