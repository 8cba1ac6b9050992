import Foundation
import JSON
import Synchronization
import TestSupport

/// An API on loopback whose rules are in a case. The first rule that fits a request answers it.
///
/// `when` is an expression that the request has to match. `ids` are those of a list such as `1..47`,
/// of which a response has all, or a page of `page` items by the numbers `page` or `offset` of the
/// query; `size` names the number of the query that says how many, at most `sizeMax`. An item is
/// `{"id":<id>}`, or as `item` says; the list is at `at`, with `more` beside it, or of `lines`. In texts
/// `<name>` is the number of that name in the query, and `<count>` how many ids there are; a text of
/// nothing but digits becomes a number, and `"<request>"` the request as it came.
final class ScriptedAPI: Sendable {
  private static let members: Set<String> = [
    "when", "status", "type", "body", "encoding", "closes", "ids", "page", "size", "sizeMax",
    "item", "at", "more", "lines",
  ]
  private static let encodings: [String: String.Encoding] = [
    "utf8": .utf8, "latin1": .isoLatin1, "cp1252": .windowsCP1252, "utf16": .utf16,
    "utf16le": .utf16LittleEndian,
  ]

  private final class State: Sendable {
    let rules = Mutex<[JSONObject]>([])
    let requests = Mutex(0)
  }

  private let state = State()
  private let list: ListAPI

  init() throws {
    list = try ListAPI { [state] query in
      state.requests.withLock { $0 += 1 }
      let rules = state.rules.withLock { $0 }
      return rules.first { Self.fits($0, query) }.map { Self.response($0, query) }
        ?? ListAPI.Response(status: 599, body: "no rule fits")
    }
  }

  var url: String { list.url }
  var requestCount: Int { state.requests.withLock { $0 } }

  func answer(by rules: JSONValue) throws {
    let rules = try rules.list.map { rule in
      guard let rule = rule.objectValue, Self.members.isSuperset(of: rule.keys),
        rule["body"] != nil || rule["ids"] != nil,
        rule["encoding"].map({ Self.encodings[$0.plain] != nil }) ?? true
      else { throw BadCase(text: rule.text) }
      return rule
    }
    state.rules.withLock { $0 = rules }
  }

  private static func fits(_ rule: JSONObject, _ query: ListAPI.Query) -> Bool {
    rule["when"].map { query.request.holds("~" + $0.plain) } ?? true
  }

  private static func response(_ rule: JSONObject, _ query: ListAPI.Query) -> ListAPI.Response {
    let fill = { (text: String, count: Int) in
      text.replacing("\"<request>\"", with: JSONValue.string(query.request).text)
        .replacing("<count>", with: "\(count)").replacing(/<([a-z_]+)>/) { match in
          query[String(match.1)].map(String.init) ?? String(match.0)
        }
    }
    var response: ListAPI.Response
    if let ids = rule["ids"].map({ fill($0.plain, 0).numbers }) {
      let asked = rule["size"].flatMap { query[$0.plain] } ?? rule["page"]?.integerValue
      let size = min(asked ?? ids.count, rule["sizeMax"]?.integerValue ?? .max)
      let start = rule["page"] == nil ? 0 : query["offset"] ?? ((query["page"] ?? 1) - 1) * size
      let item = rule["item"]?.text ?? "{\"id\":<id>}"
      let items = ids.dropFirst(start).prefix(size)
        .map { item.replacing("<id>", with: "\($0)") }
      let list = [("<at>", "<items>")] + (rule["more"]?.objectValue?.members.map { ($0, $1) } ?? [])
      let text = fill(JSONValue.object(JSONObject(list)).text, ids.count)
        .replacing("<at>", with: rule["at"]?.plain ?? "items")
        .replacing("\"<items>\"", with: "[\(items.joined(separator: ","))]")
        .replacing(/"([0-9]+)"/) { $0.1 }
      response = ListAPI.Response(
        body: rule["lines"] == true ? items.map { $0 + "\n" }.joined() : text)
    } else {
      response = ListAPI.Response(body: fill(rule["body"]?.plain ?? "", 0))
    }
    response.status = rule["status"]?.integerValue ?? 200
    if let type = rule["type"] { response.type = type.plain }
    response.endsWithConnection = rule["closes"] == true
    response.bytes = rule["encoding"].flatMap { encodings[$0.plain] }
      .flatMap { response.body.data(using: $0) }.map { Array($0) }
    return response
  }
}
