import Decoding
import HTTP
import JSON
import TestInput

/// Bodies in CSV, XML and lines of JSON: whole, cut and damaged.
struct FormatFuzzer: FuzzRunner {
  private(set) var findings = Findings()
  private static let pieces = [
    "a", "é", "\"", ",", ";", "\t", "\n", "\r\n", "<", "&", "'", "]]>", " ", "\\", "007", "#",
    "\u{1F600}",
  ]
  private static let bytesMax = 1 << 16

  mutating func run(_ random: inout SeededGenerator) throws(FuzzFailure) {
    switch random.below(3) {
    case 0: try runRows(&random)
    case 1: try runMarkup(&random)
    default: try runDamaged(&random)
    }
  }

  private func text(_ random: inout SeededGenerator) -> String {
    (0..<random.below(5)).map { _ in random.pick(Self.pieces) }.joined()
  }

  private func decoded(_ body: [UInt8], _ format: BodyFormat) -> HTTPResponse {
    var response = HTTPResponse(status: 200, body: body)
    response.decode(as: DecodeSettings(format), bytesMax: Self.bytesMax)
    return response
  }

  /// Rows come out as they were put in.
  private mutating func runRows(_ random: inout SeededGenerator) throws(FuzzFailure) {
    let names = (0...random.below(3)).map { "n\($0)" }
    let rows = (0..<random.below(6)).map { _ in names.map { _ in "x" + text(&random) } }
    let end = random.pick(["\n", "\r\n"])
    let delimiter = random.pick([",", ";", "\t", "|"])
    let lines = ([names] + rows).map { row in
      row.map {
        "\""
          + $0.split(separator: "\"", omittingEmptySubsequences: false)
          .joined(separator: "\"\"") + "\""
      }.joined(separator: delimiter)
    }
    let body = Array(lines.joined(separator: end).utf8)
    let response = decoded(body, .csv)
    try expect(response.form.isTable, "\(response.form) of \(lines)")
    let list = (try? JSONDocument(response.body)).map { $0.value($0.root) }
    let wanted = rows.map { row in
      JSONValue.object(JSONObject(zip(names, row).map { ($0, .string($1)) }))
    }
    try expect(list == .array(wanted), "\(lines) became \(list ?? .null)")
    findings.note("rows")
    let cut = decoded(Array(body.prefix(random.below(body.count))), .csv)
    try check(cut)
  }

  private func element(_ random: inout SeededGenerator, depth: Int) -> String {
    let name = random.pick(["a", "b", "c:d", "é"])
    let escaped = text(&random).map { character -> String in
      switch character {
      case "<": "&lt;"
      case "&": "&amp;"
      case "\"": "&quot;"
      case "]": "&#93;"
      default: String(character)
      }
    }.joined()
    let attribute = random.chance(30) ? " x=\"\(escaped)\"" : ""
    if random.chance(20) { return "<\(name)\(attribute)/>" }
    let inner =
      depth == 0
      ? [] : (0..<random.below(5)).map { _ in element(&random, depth: depth - 1) }
    return "<\(name)\(attribute)>\(inner.joined())\(random.chance(50) ? escaped : "")</\(name)>"
  }

  /// A whole document is read, and each part of it is known to be cut.
  private mutating func runMarkup(_ random: inout SeededGenerator) throws(FuzzFailure) {
    let document = element(&random, depth: random.below(5))
    let body = Array(document.utf8)
    let response = decoded(body, .xml)
    try expect(response.form.isXML, "\(response.form) of \(document)")
    try check(response)
    findings.note("documents")
    let end = 1 + random.below(body.count - 1)
    guard case .faulty(let fault) = decoded(Array(body.prefix(end)), .xml).form else {
      throw FuzzFailure("\(end) bytes of \(document) are whole")
    }
    try expect(fault.isTruncated, "\(end) bytes of \(document): \(fault.detail)")
  }

  private mutating func runDamaged(_ random: inout SeededGenerator) throws(FuzzFailure) {
    let declarations = [
      "", "<?xml version='1.0' encoding='ISO-8859-1'?>", "<!DOCTYPE a SYSTEM 'e'>",
      "<!DOCTYPE a [<!ENTITY b 'bb'><!ENTITY c '&b;&b;&b;'>]>",
      "<!DOCTYPE a [<!ATTLIST a n CDATA 'v'>]>",
    ]
    let text = random.pick([
      random.pick(declarations) + element(&random, depth: 3) + random.pick(["", "&b;", "\0"]),
      "a,b\n1,\"2\"\n\"3\"\"\",4\n", "{\"a\":1}\n{\"a\":2}\n", "\u{1E}{}\n\u{1E}[1]\n",
    ])
    let response = decoded(
      random.damaged(Array(text.utf8)), random.pick(BodyFormat.allCases))
    if case .faulty = response.form { findings.note("faults") } else { findings.note("damaged") }
    try check(response)
  }

  /// What is made of rows and markup is JSON, unless its bytes are not UTF-8.
  private func check(_ response: HTTPResponse) throws(FuzzFailure) {
    switch response.form {
    case .table, .xml:
      let body = response.body
      guard String(validating: body, as: UTF8.self) != nil else { return }
      try expect(
        (try? JSONDocument(body)) != nil, "not JSON: \(String(decoding: body, as: UTF8.self))")
      try expect(body.count <= Self.bytesMax + 1_024, "\(body.count) bytes came out")
    case .json, .lines, .faulty: break
    }
  }
}
