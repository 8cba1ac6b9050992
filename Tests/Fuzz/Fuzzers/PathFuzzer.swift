import JSON
import Mapping
import Pagination
import TestInput

/// Key paths, and patterns of URLs.
struct PathFuzzer: FuzzRunner {
  private(set) var findings = Findings()

  mutating func run(_ random: inout SeededGenerator) throws(FuzzFailure) {
    let text = random.join(10, "") { random in
      random.pick([
        "a", "items", ".", "\\", "/", "~0", "~1", "~", "0", "-1", "-", "99999999999999999999", "é",
        " ",
        "@headers", "@lastItem", ":currentPage", ":perPage", ":", "\\:", ":offset", "?page=", "&",
        "{",
      ])
    }
    if let path = try? JSONPath(text) {
      findings.note("paths")
      let again = try? JSONPath(path.description)
      try expect(again == path, "\(text) becomes \(path.description)")
    }
    guard let pattern = try? URLPattern(text) else { return findings.note("refused patterns") }
    findings.note("patterns")
    let rendered = pattern.render { $0 == .currentPage ? "7" : nil }
    if text.contains("\\") { return }  // what is behind one may look like a parameter again
    // A colon before another word, such as `:currentPageitems`, is literal and stays.
    try expect((try? URLPattern(rendered))?.isLiteral == true, "\(text) renders as \(rendered)")
    try expect(!pattern.isLiteral || rendered == text, "\(text) renders as \(rendered)")
  }
}
