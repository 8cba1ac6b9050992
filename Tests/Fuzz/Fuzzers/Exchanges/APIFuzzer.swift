import JSON
import TestInput

/// The built executable with an API that sends random responses: every load is answered exactly
/// once, nothing but JSON comes out, and the process lives.
struct APIFuzzer: FuzzRunner {
  private(set) var findings = Findings()
  var process: Int32? { server.id }
  private let api: FuzzedAPI
  private let server: FuzzedServer
  private let responses = ResponseText()

  init() throws(FuzzFailure) {
    api = try FuzzedAPI()
    server = try FuzzedServer()
  }

  mutating func run(_ random: inout SeededGenerator) throws(FuzzFailure) {
    let prepared = (0...random.below(4)).map { _ in responses.response(&random, base: api.url) }
    api.prepare(prepared)
    let id = #"{"paginatorId":"p"}"#
    do throws(FuzzFailure) {
      try server.request("open", OpenText().params(&random, base: api.url, id: "p"))
      for _ in 0...random.below(3) {
        switch random.below(6) {
        case 0: try server.request("loadAll", #"{"paginatorId":"p","maxPages":4}"#)
        case 1: try server.request("items", #"{"paginatorId":"p","start":0,"count":5,"wait":true}"#)
        case 2: try server.request("loadPreviousPage", id)
        default: try server.request("loadNextPage", id)
        }
        if random.chance(10) { try server.request("state", id) }
        if random.chance(5) { try server.request("cancel", id) }
      }
      var outcomes: [String] = []
      try server.takeAnswers { outcomes.append(Self.outcome($0)) }
      for outcome in outcomes { findings.note(outcome) }
      try server.request("close", id)
      try server.takeAnswers { _ in }
    } catch {
      let texts = prepared.map { String(decoding: $0.bytes, as: UTF8.self).debugDescription }
      throw FuzzFailure(error.text + "\nresponses:\n" + texts.joined(separator: "\n"))
    }
  }

  mutating func finish() throws(FuzzFailure) {
    for _ in 0..<api.requestCount { findings.note("requests") }
    try server.finish()
  }

  /// The code of an error, or `results`.
  private static func outcome(_ document: JSONDocument) -> String {
    guard let error = document.member("error", of: document.root),
      let code = document.member("code", of: error)
    else { return "results" }
    return "errors \(document.text(code))"
  }
}
