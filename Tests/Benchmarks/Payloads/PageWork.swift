import JSON
import Mapping

/// What the server does with a page's body: one validating pass that picks three values and the
/// list, the items mapped or left as they are, and an answer with them in it.
struct PageWork {
  private let plan: JSONPlan
  private let list: Int
  private let mapping: ResponseMapping?

  /// Items go through byte for byte.
  static func passthrough() throws(BenchmarkError) -> PageWork {
    var plan = JSONPlan()
    for capture in Payload.captures { _ = plan.capture(try path(capture)) }
    let list = plan.captureList(try path(Payload.list))
    return PageWork(plan: plan, list: list, mapping: nil)
  }

  /// Eight attributes and one relationship; with `coercing`, two dates and one integer.
  static func mapping(coercing: Bool) throws(BenchmarkError) -> PageWork {
    let date: JSONValue = coercing ? "date" : "any"
    let integer: JSONValue = coercing ? "integer" : "any"
    let params: JSONObject = [
      "responseDescriptors": [["keyPath": .string(Payload.list), "mapping": "article"]],
      "mappings": [
        "article": [
          "attributes": [
            "id": "id", "title": "name", "number": ["to": "number", "type": integer],
            "state": "status", "score": "score",
            "created_at": ["to": "createdAt", "type": date],
            "updated_at": ["to": "updatedAt", "type": date], "author.login": "by",
          ],
          "relationships": ["author": ["to": "author", "mapping": "author"]],
        ],
        "author": ["attributes": ["id", "login"]],
      ],
    ]
    var fields = JSONFields(params)
    let mapping: ResponseMapping
    do {
      mapping = try ResponseMapping(&fields)
    } catch {
      throw .unexpectedAnswer(to: "the mapping", "\(error)")
    }
    var plan = JSONPlan()
    for list in mapping.lists { _ = plan.captureList(list.path, elementPaths: list.elementPaths) }
    for capture in Payload.captures { _ = plan.capture(try path(capture)) }
    return PageWork(plan: plan, list: 0, mapping: mapping)
  }

  /// The answer, in pieces, to a page with this body.
  func answer(_ body: [UInt8]) throws(BenchmarkError) -> JSONFragments {
    let scan: JSONScan
    do {
      scan = try JSONDocument.scan(body, plan: plan)
    } catch {
      throw .unexpectedAnswer(to: "the page", "\(error)")
    }
    var head = JSONWriter()
    head.beginObject()
    head.member("jsonrpc", "2.0")
    head.member("id", 1)
    head.key("result")
    head.beginObject()
    for (key, slot) in zip(["pageCount", "objectCount", "next"], scan.slots) {
      head.key(text: key)
      head.raw(scan.document, slot)
    }
    head.key("items")
    var answer = JSONFragments(head.bytes)
    if let mapping {
      answer.append(Array("[".utf8))
      answer.append(try mapped(scan, mapping).bytes)
      answer.append(Array("]".utf8))
    } else {
      answer.append(scan.document, range: scan.lists[list].slice.range)
    }
    answer.append(Array("}}".utf8))
    return answer
  }

  private func mapped(
    _ scan: JSONScan, _ mapping: ResponseMapping
  ) throws(BenchmarkError) -> MappedItems {
    let selection = mapping.select(path: "/articles", method: "GET", status: 200)
    guard case .items(let lists, _) = selection else {
      throw .unexpectedAnswer(to: "the mapping", "no items")
    }
    let context = SourceContext(
      page: 3, status: 200, requestURL: "https://api.example.com/articles", header: { _ in nil },
      resolveURL: { $0 })
    do {
      return try mapping.map(scan, lists: lists, context: context)
    } catch {
      throw .unexpectedAnswer(to: "the mapping", "\(error)")
    }
  }

  private static func path(_ text: String) throws(BenchmarkError) -> JSONPath {
    do {
      return try JSONPath(text)
    } catch {
      throw .unexpectedAnswer(to: text, "\(error)")
    }
  }
}
