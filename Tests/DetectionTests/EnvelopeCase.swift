import Foundation
import HTTP
import JSON
import TestSupport
import Text

@testable import Detection
@testable import Pagination

/// One first response of an API, with its request and with the request that has to come next.
struct EnvelopeCase: NamedCase {
  let id: String
  /// "GET /path?query" or "POST /path {json}"
  let request: String
  let headers: [(String, String)]
  let body: String
  /// Spelled like the request, "Range: ..." after it; "-": the one page is all there is;
  /// "?": nothing shows it.
  let next: String
  /// Where the items are; nil: not compared.
  let items: String?
  /// Which try has it: 2 where names are all there is to go by, and where the second page has to
  /// refute the first candidate; nil: no try, so that the API stays undetected.
  let tries: Int?
  /// Nothing but a second page makes the candidate worth acting on.
  let isGuess: Bool

  init(
    _ id: String, _ request: String, headers: [(String, String)] = [], _ body: String,
    next: String, items: String? = nil, tries: Int? = 1, isGuess: Bool = false
  ) {
    self.id = id
    self.request = request
    self.headers = headers
    self.body = body
    self.next = next
    self.items = items
    self.tries = tries
    self.isGuess = isGuess
  }

  var replay: Replay {
    let request = EnvelopeCase.parse(request)
    let text = body.replacing("{base}", with: Replay.base)
    let fields = headers.map {
      HTTPField(name: $0.0, value: $0.1.replacing("{base}", with: Replay.base))
    }
    let isEnd = next == "-" || next == "?"
    var response = HTTPResponse(
      status: 200, headers: HTTPHeaders(fields), body: Array(text.utf8), url: request.url)
    let type = response.headers["Content-Type"]
    let isLines = type.map { JSONLines.isType($0) } == true
    response.form = type?.hasSuffix("xml") == true ? .xml(root: "r") : isLines ? .lines : .json
    return Replay(
      id: id, request: request, response: response,
      expected: isEnd ? nil : EnvelopeCase.parse(next), optional: ["{}"])
  }

  /// What is wrong with the candidate that has to have it; nil: nothing.
  var fault: String? {
    let replay = replay
    guard let tries else { return outcome == .undetected ? nil : "\(outcome)" }
    var shortlist = Shortlist(replay.candidates)
    for _ in 1..<tries { shortlist.refute(because: "", url: "") }
    let candidate = shortlist.best ?? replay.candidates.first
    let said = candidate.map { "\($0.score) \(($0.open["pagination"] ?? .null).text)" }
    guard let best = shortlist.best, best.isTrusted != isGuess else {
      return next == "?" ? nil : "undecided: \(said ?? "nothing")"
    }
    if next == "?" { return "\(said ?? "") although nobody can tell" }
    do {
      if let difference = replay.difference(try replay.second(known(best))) {
        return "\(said ?? ""): \(difference)"
      }
    } catch {
      return "\(said ?? ""): \(error)"
    }
    if let items, best.open["itemsPath"]?.stringValue ?? "" != items {
      return "items at \(best.open["itemsPath"].map(\.text) ?? "the root")"
    }
    return nil
  }

  /// What an API makes of the tries that answers the right request with its second page, and any
  /// other one with its first page again.
  enum Outcome: Equatable {
    case found
    case undetected
    case wrong(String)
  }

  var outcome: Outcome {
    let replay = replay
    var shortlist = Shortlist(replay.candidates)
    while let best = shortlist.best {
      let said = "\(best.score) \((best.open["pagination"] ?? .null).text)"
      guard let second = try? replay.second(known(best)) else {
        return replay.expected == nil ? .found : .wrong("\(said) ends")
      }
      if replay.difference(second) == nil {
        let path = best.open["itemsPath"]?.stringValue ?? ""
        return items == nil || items == path ? .found : .wrong("items at \(path)")
      }
      shortlist.refute(because: "", url: "")
    }
    return shortlist.candidates.first.map { $0.isTrusted } == true
      ? .wrong("a candidate is trusted that was not tried") : .undetected
  }

  /// A candidate without the parameters that the API ignores, where it sends many.
  private func known(_ best: Candidate) -> Candidate {
    guard best.sendsMany else { return best }
    var best = best
    let names = QueryString.parse(String(next.drop { $0 != "?" })).map(\.name)
    best.parameters = JSONObject(
      best.parameters.members.filter { names.contains($0.key) }.map { ($0.key, $0.value) })
    return best
  }

  private static func parse(_ line: String) -> Replay.Request {
    var rest = line
    var range: String?
    if let place = rest.firstRange(of: " Range: ") {
      range = String(rest[place.upperBound...])
      rest = String(rest[..<place.lowerBound])
    }
    let parts = rest.split(separator: " ", maxSplits: 2, omittingEmptySubsequences: true)
    let body = parts.count > 2 ? try? JSONDocument(Array(parts[2].utf8)) : nil
    return Replay.Request(
      method: String(parts[0]), url: Replay.base + parts[1],
      body: body.map { $0.value($0.root) }, range: range)
  }
}

extension EnvelopeCase {
  /// The folder of cases; each file has one JSON object a line, as
  /// `{"id": "A", "request": "GET /a", "body": [1], "next": "GET /a?page=2"}`. `text`: a body that is
  /// not JSON; `"tries": null`: the API stays undetected.
  static let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Cases")

  static let members = [
    "id", "request", "headers", "body", "text", "next", "items", "tries", "isGuess",
  ]

  /// The cases of a file.
  static func cases(_ family: String) -> [EnvelopeCase] {
    CaseLine.all("Cases/\(family).jsonl", members).map { EnvelopeCase(family, $0) }
  }

  private init(_ family: String, _ line: CaseLine) {
    guard let request = line["request"], let next = line["next"],
      let body = line.json("body") ?? line["text"]
    else { preconditionFailure("\(family): \(line.id)") }
    self.init(
      "\(family): \(line.id)", request, headers: line.headers, body, next: next,
      items: line["items"], tries: line.json("tries") == nil ? 1 : line.number("tries"),
      isGuess: line.json("isGuess") == "true")
  }
}
