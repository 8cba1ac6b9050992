import Detection
import HTTP
import JSON
import Pagination
import TestSupport
import Testing

@testable import Sessions

/// What the members of a step do.
extension Play {
  typealias Action = @Sendable (Play, JSONValue) throws -> Void

  static let actions: [String: Action] = [
    // Sessions
    "open": { play, value in
      try play.open(try text(value, at: 0), #require(value.arrayValue?.last))
    },
    "in": { play, name in try play.enter(text(name)) },
    "configure": { play, params in
      try play.world.configure(JSONValue.object(play.dialogue.params(params)).text)
    },
    "reset": { play, _ in play.world.session.reset() },
    "close": { play, _ in
      let closed = play.closed
      play.world.session.close { closed.add($0?.kind ?? "well") }
    },
    "endReadAhead": { play, _ in play.world.session.endReadAhead() },
    "checkpoint": { play, name in play.checkpoints[try text(name)] = play.world.checkpoint },
    "sameCheckpoint": { play, name in
      play.expect(play.checkpoints[try text(name)], .string(play.world.checkpoint))
    },
    "resume": resume,
    // Params that are wrong, and where
    "invalidParams": { play, value in
      let params = try play.dialogue.params(try #require(value.arrayValue?.first))
      let error = #expect(throws: JSONFieldError.self) {
        try World.settings(JSONValue.object(params).text)
      }
      play.expect(error?.path, try #require(value.arrayValue?.last))
    },
    "total": { play, total in
      let count: Int = try #require(total.integerValue)
      play.total = count
    },
    // What is asked for
    "loadPage": load,
    "loadPages": { play, pages in
      for page in try #require(pages.arrayValue) {
        let body = try play.body(ofPage: #require(page.integerValue))
        try load(play, "next")
        try respond(play, [page, .string(body)])
      }
    },
    "loadAll": { try $0.loadAll($1) },
    "items": { play, order in
      let order = try members(order, ["start", "count", "load", "wait"])
      let start = try #require(order["start"]?.integerValue)
      let end = try start + #require(order["count"]?.integerValue)
      play.ask(
        "items",
        play.world.items(
          start..<end, loads: order["load"] != false, waits: order["wait"] != false))
    },
    "detect": { play, confirms in
      let answer = Answer<DetectionReport>()
      let snapshot = play.world.state
      play.world.session.detect(confirming: confirms == true) { result in
        answer.take(result.mapError { LoadFailure(error: $0, page: nil, snapshot: snapshot) })
      }
      play.ask("detect", answer)
    },
    "touch": { play, index in play.world.session.touch(try #require(index.integerValue)) },
    "refresh": { play, page in
      play.ask("refresh", play.world.refresh(page: page.integerValue))
    },
    "as": { play, name in try play.rename(text(name)) },
    "cancel": { play, name in
      if name == true { return play.world.session.cancel() }
      let answer = try play.answer(text(name))
      answer.world.session.cancel(load: try #require(answer.work))
    },
    "giveUp": { play, name in
      let errors: [String: SessionError] = [
        "requestCancelled": .requestCancelled, "cancelled": .cancelled,
      ]
      play.world.session.giveUp(try #require(errors[try text(name)]))
    },
    "map": { play, _ in try play.background.run() },
    // The API
    "response": respond,
    "responses": { play, responses in
      for value in try #require(responses.arrayValue) {
        let body = value.integerValue.map { JSONValue.string(play.body(ofPage: $0)) }
        try respond(play, body.map { [value, $0] } ?? value)
      }
    },
    "fail": fail,
    "request": request,
    "advance": { play, seconds in
      play.world.scheduler.advance(try #require(seconds.doubleValue))
    },
    // The client and the store
    "clientRequest": clientRequest,
    "unsent": { play, bytes in play.world.host.setUnsent(try #require(bytes.integerValue)) },
    "store": { play, value in
      let store = try #require(play.world.store)
      switch value {
      case "keep": try store.keep()
      case "refuse": try store.refuse()
      default: throw BadCase(text: "the store cannot \(value.text)")
      }
    },
  ]

  private static func text(_ value: JSONValue, at index: Int? = nil) throws -> String {
    let value = index.flatMap { value.arrayValue?[$0] } ?? value
    return try #require(value.stringValue, "no text: \(value.text)")
  }

  /// `"next"`, `"previous"`, `4`, or `{"page": "next", "parameters": {"q": "x"}}`.
  private static let load: Action = { play, value in
    if value.objectValue != nil { _ = try members(value, ["page", "parameters"]) }
    let page = value["page"] ?? value
    let target: LoadTarget =
      switch page {
      case "next": .next
      case "previous": .previous
      default: .page(try #require(page.integerValue, "no page: \(page.text)"))
      }
    guard let parameters = value["parameters"] else {
      return play.ask("loadPage", play.world.load(target))
    }
    play.ask("loadPage", try play.world.load(target, parameters: parameters.text))
  }

  /// `{}`: another session with the checkpoint of this one, or of the name or walk that it is `at`.
  private static let resume: Action = { play, value in
    let value = try members(value, ["at", "text", "open", "as"])
    var checkpoint = value["text"]?.stringValue ?? play.world.checkpoint
    if let name = value["at"]?.stringValue {
      checkpoint =
        try play.checkpoints[name]
        ?? #require((play.answer(name).success as? WalkSummary)?.checkpoint)
    }
    try play.open(
      value["as"]?.stringValue ?? "resumed", value["open"] ?? #require(play.dialogue.world["open"]))
    do throws(SessionError) {
      try play.world.session.resume(checkpoint)
    } catch {
      play.refuse("resume", error)
    }
  }

  // MARK: Responses

  /// `[address, body, status, headers, end]`, of which the last three may be missing, or without a
  /// body `[address, status, headers]`. The address: a page of the numbered API, a path, a whole
  /// line, or null for the only request.
  private static let respond: Action = { play, value in
    var parts = try #require(value.arrayValue)
    if parts.count > 1, parts[1].integerValue != nil { parts.insert("=", at: 1) }
    try #require((2...5).contains(parts.count))
    let exchange = try play.exchange(parts[0])
    let headers = parts.count > 3 ? try #require(parts[3].objectValue).members : []
    exchange.reply(
      try body(parts[1]), status: parts.count > 2 ? try #require(parts[2].integerValue) : 200,
      headers: try headers.flatMap { name, value in
        try (value.arrayValue ?? [value]).map {
          (name, try $0.objectValue.map(links) ?? text($0))
        }
      }, end: parts.count > 4 ? try cut(parts[4]) : .stated)
  }

  /// `"cut"`: nothing but the end of the connection says that a body is all.
  private static func cut(_ value: JSONValue) throws -> HTTPBodyEnd {
    if value != "cut" { throw BadCase(text: "no end of a body: \(value.text)") }
    return .connection
  }

  /// `{"next": "/b"}` as the text of a `Link` header.
  private static func links(_ links: JSONObject) throws -> String {
    try links.members.map { "<\(try text($0.value))>; rel=\"\($0.key)\"" }.joined(separator: ", ")
  }

  /// The request at an address, which waits.
  private func exchange(_ address: JSONValue) throws -> Exchange {
    if address.isNull { return try world.client.only() }
    let text = address.integerValue.map { "/a?page=\($0)&n=2" } ?? address.stringValue ?? ""
    let line =
      text.hasPrefix("/")
      ? "GET \(World.base)\(text)" : text.replacing(" /", with: " \(World.base)/")
    return try request(line)
  }

  /// "1...3 7 of 5 then b": items with these ids, a total, and a next token, which may be null;
  /// "none": no items. "=text": that text. Other JSON is the body itself.
  private static func body(_ value: JSONValue) throws -> String {
    guard let text = value.stringValue else { return value.text }
    if text.hasPrefix("=") { return String(text.dropFirst()) }
    let match = try #require(
      text.wholeMatch(of: /(none|[0-9. ]+?)(?: of ([0-9]+))?(?: then (.+))?/), "no body: \(text)")
    let (_, words, total, next) = match.output
    let ids = words.split(separator: " ").flatMap { word in
      let ends = word.split(separator: "...").compactMap { Int($0) }
      return ends.isEmpty ? [] : Array(ends[0]...ends[ends.count - 1])
    }
    let body = Pages.body(
      ids, total: total.flatMap { Int($0) }, next: next == "null" ? nil : next.map(String.init))
    return next == "null" ? body.dropLast() + ",\"next\":null}" : body
  }

  /// The two items of a page of the numbered API.
  private func body(ofPage page: Int) -> String {
    let ids = [page * 2 - 1, page * 2].filter { $0 <= total ?? Int.max }
    let words = ids.isEmpty ? "none" : ids.map(String.init).joined(separator: " ")
    return words + (total.map { " of \($0)" } ?? "")
  }

  private static let fail: Action = { play, value in
    let member = try #require(value.objectValue?.members.first)
    let (detail, seconds) = (member.value.stringValue ?? "", member.value.doubleValue ?? 0)
    let error: HTTPError =
      switch member.key {
      case "networkFailed": .networkFailed(detail: detail)
      case "timedOut": .timedOut(seconds: seconds)
      case "tlsFailed": .tlsFailed(detail: detail)
      case "cut": .malformedResponse(detail: detail, offset: 3, isTransient: true)
      case "malformed": .malformedResponse(detail: detail, offset: 0)
      default: throw BadCase(text: "no failure: \(member.key)")
      }
    try play.world.client.only().fail(error)
  }

  /// What the only request that waits has, or that `at` an address: `line`, `body`, some `headers`.
  private static let request: Action = { play, value in
    let exchange = try play.exchange(value["at"] ?? .null)
    for (name, expected) in try #require(value.objectValue).members {
      switch name {
      case "at": continue
      case "line": play.expect(exchange.line, expected)
      case "url": play.expect(exchange.request.url.text, expected)
      case "body": play.expect(exchange.bodyText, expected)
      case "headers":
        for (name, value) in try #require(expected.objectValue).members {
          play.expect(exchange.request.headers[name], value)
        }
      default: throw BadCase(text: "nothing of a request is called \(name)")
      }
    }
  }

  /// The oldest request to the client: `method` and `params` are compared; `result` or `error` answers
  /// it, or the one that was kept for later.
  private static let clientRequest: Action = { play, value in
    let value = try members(value, ["method", "params", "result", "error"])
    let question = try play.question ?? play.world.host.takeQuestion()
    play.question = question
    if let method = value["method"] { play.expect(question.method, method) }
    if let params = value["params"] { play.expect(try json(question.params), params) }
    if let result = value["result"] { question.answer(.success(result)) }
    if let detail = value["error"] {
      question.answer(.failure(HostError(detail: try text(detail))))
    }
    if value["result"] != nil || value["error"] != nil { play.question = nil }
  }
}
