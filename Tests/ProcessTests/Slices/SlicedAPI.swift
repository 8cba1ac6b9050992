import Foundation
import JSON
import Synchronization
import TestSupport

/// An API on loopback that gives no more than a ceiling of any search, and says how often each of
/// its rows came.
final class SlicedAPI: Sendable {
  /// How it answers.
  struct Rules: Sendable {
    /// When each row was made, by its id: the row with id 0 first.
    var times: [Int] = []
    var ceiling = 10
    var perPage = 4
    var statesTotal = true
    /// Totals are at most the ceiling.
    var cutsTotal = false
    /// Totals have the relation that they are in to the true ones.
    var hasRelation = false
    /// Whether it does not care for the bounds.
    var ignoresRange = false
    /// What it answers past its ceiling; nil: pages without items.
    var refusal: Int?
    /// The upper bound does not belong to the range.
    var isHalfOpen = false
    /// Rows in the order of their times.
    var isSorted = false
    /// What is added to the total at a request, by its number.
    var drift: @Sendable (Int) -> Int = { _ in 0 }
    /// Ids of rows that are counted, and on no page.
    var hidden: Set<Int> = []
  }

  /// As a case writes them, with numbers for `times`, and in `drift` what each request adds, the last
  /// one for all that follow.
  convenience init(_ rules: JSONObject) throws {
    var all = Rules()
    for (name, value) in rules.members {
      switch name {
      case "times": all.times = value.plain.numbers
      case "ceiling": all.ceiling = value.integerValue ?? 0
      case "perPage": all.perPage = value.integerValue ?? 0
      case "statesTotal": all.statesTotal = value == true
      case "cutsTotal": all.cutsTotal = value == true
      case "hasRelation": all.hasRelation = value == true
      case "ignoresRange": all.ignoresRange = value == true
      case "refusal": all.refusal = value.integerValue
      case "isHalfOpen": all.isHalfOpen = value == true
      case "isSorted": all.isSorted = value == true
      case "drift":
        let drift = value.list.compactMap(\.integerValue)
        all.drift = { drift[min($0, drift.count) - 1] }
      default: throw BadCase(text: name)
      }
    }
    try self.init(all)
  }

  private struct Served {
    var requests = 0
    /// How often each URL was requested.
    var urls: [String: Int] = [:]
  }

  let rules: Rules
  private let api: ListAPI
  private let state = ServedState()

  init(_ rules: Rules) throws {
    self.rules = rules
    api = try ListAPI { [state] query in SlicedAPI.answer(query, rules, state) }
  }

  private final class ServedState: Sendable {
    let served = Mutex(Served())
  }

  var url: String { api.url }
  var requests: Int { state.served.withLock { $0.requests } }
  /// How many requests were made twice.
  var repeated: Int { state.served.withLock { $0.urls.values.count { $0 > 1 } } }

  private static func answer(
    _ query: ListAPI.Query, _ rules: Rules, _ state: ServedState
  ) -> ListAPI.Response {
    let number = state.served.withLock { served in
      served.requests += 1
      let line = query.request.prefix { $0 != "\r" }
      served.urls[String(line), default: 0] += 1
      return served.requests
    }
    let (from, to) = (query["from"] ?? Int.min, query["to"] ?? Int.max)
    var rows = rules.times.indices.filter { row in
      let time = rules.times[row]
      return rules.ignoresRange
        || (time >= from && (rules.isHalfOpen ? time < to : time <= to))
    }
    if rules.isSorted { rows.sort { (rules.times[$0], $0) < (rules.times[$1], $1) } }
    let drifted = max(0, rows.count + rules.drift(number))
    let total = rules.cutsTotal ? min(drifted, rules.ceiling) : drifted
    let offset = query["offset"] ?? 0
    if offset >= rules.ceiling, let refusal = rules.refusal {
      return ListAPI.Response(status: refusal, body: "{\"message\":\"too far\"}")
    }
    let page = rows.prefix(rules.ceiling).dropFirst(offset).prefix(rules.perPage)
      .filter { !rules.hidden.contains($0) }
      .map { "{\"id\":\($0),\"at\":\(rules.times[$0])}" }.joined(separator: ",")
    let stated =
      rules.hasRelation
      ? "{\"value\":\(total),\"relation\":\"\(total < drifted ? "gte" : "eq")\"}" : "\(total)"
    let count = rules.statesTotal ? ",\"total\":\(stated)" : ""
    return ListAPI.Response(body: "{\"items\":[\(page)]\(count)}")
  }

  /// Params that walk the API in slices.
  func params(_ more: JSONObject = [:], from: JSONValue, to: JSONValue) -> JSONValue {
    var params: JSONObject = [
      "paginatorId": "a", "url": .string("\(url)/s?from={from}&to={to}"), "itemsPath": "items",
      "identity": "id", "ceiling": .integer(rules.ceiling), "perPage": .integer(rules.perPage),
      "pagination": ["strategy": "offset", "perPageParameter": "limit"],
      "fetching": ["retries": 0], "slices": ["from": from, "to": to, "by": "at"],
    ]
    if rules.statesTotal { params["paginationMapping"] = ["total": "objectCount"] }
    for (name, value) in more.members { params[name] = value }
    return .object(params)
  }
}

/// A walk over slices through the executable.
struct SlicedWalk {
  /// Ids of the rows, as they came.
  var ids: [Int] = []
  /// The bounds that came with pages, without repetitions.
  var ranges: [String] = []
  var pages = 0
  var result: JSONValue = .null

  var verdict: String? { result["verdict"]?.stringValue }
  var requests: Int { result["slices"]?["requests"]?.integerValue ?? 0 }
  var warnings: [JSONValue] { result["state"]?["warnings"]?.arrayValue ?? [] }

  func warning(_ kind: String) -> JSONValue? {
    warnings.first { $0["kind"]?.stringValue == kind }
  }

  init(_ server: ServerProcess, _ more: JSONObject = [:]) throws {
    var params = more
    params["paginatorId"] = "a"
    params["partialResultToken"] = 1
    try server.post("paginator/loadAll", .object(params), id: 7)
    while true {
      let message = try server.receiveTree()
      guard let value = message["params"]?["value"] else {
        result = message["result"] ?? message
        return
      }
      pages += 1
      ids += (value["items"]?.arrayValue ?? []).compactMap { $0["id"]?.integerValue }
      if let item = value["item"] {
        let range = "\(SlicedWalk.plain(item["from"]))..\(SlicedWalk.plain(item["to"]))"
        if ranges.last != range { ranges.append(range) }
      }
    }
  }

  private static func plain(_ value: JSONValue?) -> String {
    value?.stringValue ?? value?.integerValue.map(String.init) ?? "-"
  }
}
