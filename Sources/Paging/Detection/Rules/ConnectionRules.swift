import JSON
import Pagination
import Text

/// Connections in a GraphQL response (the Relay cursor connections specification).
///
///     query($n: Int, $cursor: String) { films(first: $n, after: $cursor) { ... } }
///     {"data": {"films": {"pageInfo": {"endCursor": "c", "hasNextPage": true}, "nodes": [...]}}}
///
/// pages by the variable `cursor`, sizes by the variable `n`.
struct ConnectionRules {
  let subject: FirstPage

  func findings() -> [Candidate] {
    let envelope = subject.envelope
    guard subject.request.isGraphQL,
      let query = subject.request.body?["query"]?.stringValue
    else { return [] }
    let infos = envelope.members.lazy.filter {
      $0.name.flat == "pageinfo" && $0.slice.kind == .object
    }
    .compactMap { info in cursor(of: info).map { (info, $0) } }
    return infos.prefix(8).map { info, cursor in
      let connection = info.keys.dropLast().last ?? ""
      let after = GraphQLText.variable(of: "after", ofField: connection, in: query)
      let first = GraphQLText.variable(of: "first", ofField: connection, in: query)
      var settings = StrategySettings(
        .cursor, next: cursor, parameter: after ?? "after", in: .variables)
      settings.more = envelope.member(info.path + ".hasNextPage")?.path
      settings.size = first
      let rule: TokenRule = after == nil ? .connectionWithoutVariable : .connection
      var evidence = [envelope.evidence(info, rule.says)]
      evidence.append(
        Evidence(
          "@body", .string("after"),
          after.map { "the query takes the cursor as $\($0)" }
            ?? "the query has no variable for the cursor"))
      var finding = Candidate(settings, by: rule, evidence: evidence)
      finding.perPage = first.flatMap {
        subject.request.body?["variables"]?[$0]?.integerValue
      }
      finding.itemsPath = itemsPath(
        beside: info, cursor == ConnectionRules.lastEdge ? ["edges"] : ["nodes", "edges", "items"])
      finding.counts = total(beside: info)
      return finding
    }
  }

  private static let lastEdge = "@lastItem.cursor"

  /// The path of the next cursor: `endCursor`, or that of the last edge; nil: there is none.
  ///
  ///     {"edges": [{"cursor": "c", "node": {...}}], "pageInfo": {"hasNextPage": true}}
  private func cursor(of info: Envelope.Member) -> String? {
    let envelope = subject.envelope
    if let cursor = envelope.member(info.path + ".endCursor") { return cursor.path }
    guard envelope.member(info.path + ".hasNextPage") != nil,
      let edges = itemsPath(beside: info, ["edges"]),
      let edge = envelope.list(edges)?.elements.first,
      envelope.document.member("cursor", of: edge)?.kind == .string
    else { return nil }
    return ConnectionRules.lastEdge
  }

  /// The path of the first of these lists that is beside `pageInfo`; nil: none, or the caller named one.
  private func itemsPath(beside info: Envelope.Member, _ names: [String]) -> String? {
    let paths = names.map { Envelope.path(info.keys.dropLast() + [$0]) }
    return subject.items.isGiven ? nil : paths.first { subject.envelope.list($0) != nil }
  }

  /// `totalCount`, or a name like `issueCount`, if it is at least the number of items on the page.
  private func total(beside info: Envelope.Member) -> [CountPath] {
    let member = subject.envelope.members(in: info.keys.dropLast()).first {
      $0.name.words.last == "count"
        && subject.envelope.count($0.slice).map { $0 >= subject.items.count } == true
    }
    return member.map { [CountPath(path: $0.path, target: .objectCount)] } ?? []
  }
}

/// Looks for arguments in the text of a GraphQL query, without parsing it.
enum GraphQLText {
  /// The maximum number of bytes of a query examined.
  static let bytesMax = 65_536

  /// The variable of an argument in the first argument list after a field's name: `films(first: $n,
  /// after: $cursor)` gives `cursor` for `after`.
  static func variable(of argument: String, ofField field: String, in query: String) -> String? {
    let tokens = tokens(query)
    let start = zip(tokens, tokens.dropFirst()).enumerated().first { _, pair in
      pair.0 == field && (pair.1 == "(" || pair.1 == ":")
    }?.offset
    return variable(of: argument, in: tokens[(start ?? 0)...])
      ?? (start == nil ? nil : variable(of: argument, in: tokens[...]))
  }

  private static func variable(of argument: String, in tokens: ArraySlice<String>) -> String? {
    let index = tokens.indices.dropLast(2).first {
      tokens[$0] == argument && tokens[$0 + 1] == ":" && tokens[$0 + 2].hasPrefix("$")
        && tokens[$0 + 2] != "$"
    }
    return index.map { String(tokens[$0 + 2].dropFirst()) }
  }

  /// Words, variables with their dollar sign, and other marks one by one.
  private static func tokens(_ query: String) -> [String] {
    var tokens: [String] = []
    var continues = false
    for byte in query.utf8.prefix(bytesMax) {
      let isWord = ASCII.isWord(byte)
      let character = Character(UnicodeScalar(byte))
      if isWord, continues {
        tokens[tokens.count - 1].append(character)
      } else if byte > 0x20 {
        tokens.append(String(character))
      }
      continues = isWord || byte == UInt8(ascii: "$")
    }
    return tokens
  }
}
