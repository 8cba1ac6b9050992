import HTTP
import TestInput

/// `Link` headers: what was put in comes out, and damaged ones end.
struct LinkFuzzer: FuzzRunner {
  private(set) var findings = Findings()
  /// Makes a link one of something else than the page (RFC 8288, section 3.2).
  private static let otherContext = "anchor=\"#a\""

  mutating func run(_ random: inout SeededGenerator) throws(FuzzFailure) {
    var targets: [String] = []
    let value = random.join(4, ", ") { random in
      let target = random.pick(["/a?page=2", "https://h/a,b;c?x=\"1\"", "", "?page=3", "é"])
      var isOfPage = true
      let parameters = random.join(3, "; ") { random in
        let parameter = random.pick([
          "rel=next", "rel=\"prev start\"", "title=\"a, b; \\\"c\\\"\"", "rel*=UTF-8''next", "x",
          "rel", Self.otherContext,
        ])
        if parameter == Self.otherContext { isOfPage = false }
        return parameter
      }
      if isOfPage { targets.append(target) }
      return "<\(target)>" + (parameters.isEmpty ? "" : "; " + parameters)
    }
    let whole = LinkHeader.parse([value])
    findings.note("headers")
    try expect(whole.map(\.target) == targets, "\(value) gives \(whole.map(\.target))")
    let damaged = String(decoding: random.damaged(Array(value.utf8)), as: UTF8.self)
    let links = LinkHeader.parse([damaged, value])
    for relation in ["next", "prev", ""] { _ = LinkHeader.target(relation: relation, in: links) }
    if links.count > whole.count { findings.note("damaged links") }
  }
}
