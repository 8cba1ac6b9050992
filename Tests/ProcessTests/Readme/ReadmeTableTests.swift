import JSON
import Testing

/// The tables and lists of protocol/README.md name all that protocol/openrpc.json has.
struct ReadmeTableTests {
  private static let document = DocumentTests.document

  /// The names that a section must have, each after a backquote.
  struct Claim: CustomTestStringConvertible, Sendable {
    let section: Int
    /// Another section that may have them.
    var orSection: Int?
    let what: String
    let names: [String]

    var testDescription: String { "\(what) in section \(section)" }
  }

  static let claims: [Claim] =
    [
      Claim(section: 4, what: "methods", names: DocumentTests.methods.map(\.name)),
      Claim(section: 5, what: "members of a state", names: members(of: "State")),
      Claim(section: 5, orSection: 15, what: "kinds of warnings", names: kinds(of: "Warning")),
      Claim(section: 6, what: "kinds of errors", names: errors.flatMap(\.kinds)),
      Claim(section: 8, what: "settings of fetching", names: members(of: "Fetching")),
      Claim(section: 8, what: "limits", names: members(of: "Limits")),
      Claim(section: 8, what: "params of open", names: params(of: "paginator/open")),
      Claim(section: 10, what: "settings of strategies", names: settings),
      Claim(section: 11, what: "kinds of ends", names: kinds(of: "EndReason")),
      Claim(section: 13, what: "settings to change", names: params(of: "paginator/configure")),
      Claim(section: 15, what: "verdicts", names: verdicts),
    ]
    + DocumentTests.methods.filter { !$0.name.hasSuffix("open") && !$0.name.hasSuffix("ure") }
    .map { Claim(section: 4, what: "params of \($0.name)", names: params(of: $0.name)) }

  @Test(arguments: claims)
  func aSectionNamesThemAll(claim: Claim) {
    #expect(!claim.names.isEmpty || claim.what.hasPrefix("params of"))
    let sections = [claim.section, claim.orSection].compactMap(\.self)
    let text = sections.map(ReadmeExample.text(ofSection:)).joined()
    for name in claim.names where name != "paginatorId" && !isOfDetection(claim, name) {
      #expect(text.contains("`\(name)"), "\(claim) lacks \(name)")
    }
  }

  @Test func errorsHaveTheirMembers() {
    let text = ReadmeExample.text(ofSection: 6)
    for error in ReadmeTableTests.errors {
      let row = text.split(separator: "\n").first {
        $0.hasPrefix("|") && $0.contains("`\(error.kinds.first ?? "-")`")
      }
      for name in error.members {
        #expect(row?.contains("`\(name)") == true, "\(error.kinds) lacks \(name)")
      }
    }
    #expect(ReadmeTableTests.errors.count > 25)
  }

  /// Detection takes the params of open, which section 8 has.
  private func isOfDetection(_ claim: Claim, _ name: String) -> Bool {
    claim.what.hasSuffix("detect") && ReadmeTableTests.params(of: "paginator/open").contains(name)
  }

  // MARK: What the document has

  private static func schema(_ name: String) -> JSONValue {
    document["components"]?["schemas"]?[name] ?? .null
  }

  private static func members(of name: String) -> [String] {
    schema(name)["properties"]?.objectValue?.keys ?? []
  }

  private static func values(_ schema: JSONValue?) -> [String] {
    ([schema?["const"]].compactMap(\.self) + (schema?["enum"]?.arrayValue ?? []))
      .compactMap(\.stringValue)
  }

  private static func kinds(of name: String) -> [String] {
    values(schema(name)["properties"]?["kind"])
  }

  private static func params(of method: String) -> [String] {
    DocumentTests.methods.filter { $0.name == method }.flatMap(DocumentTests.params)
  }

  private static let verdicts: [String] =
    values(schema("WalkSummary")["properties"]?["verdict"])
    + values(schema("Verdict"))

  private static let settings: [String] =
    (document["components"]?["schemas"]?.objectValue?.keys ?? [])
    .filter { $0.hasSuffix("Pagination") }.flatMap { members(of: $0) }.filter { $0 != "strategy" }

  /// The kinds and members of each error's data, without those that all have.
  private static let errors: [(kinds: [String], members: [String])] =
    (document["components"]?["schemas"]?.objectValue?.keys ?? [])
    .filter { $0.hasSuffix("Data") }
    .map { name in
      (
        kinds(of: name),
        members(of: name).filter { !["kind", "retryable", "page", "state"].contains($0) }
      )
    }
}
