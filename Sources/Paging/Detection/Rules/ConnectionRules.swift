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
    let infos = envelope.members.filter {
      $0.name.flat == "pageinfo" && $0.slice.kind == .object
        && envelope.member($0.path + ".endCursor") != nil
    }
    return infos.prefix(8).enumerated().map { index, info in
      let connection = info.keys.dropLast().last ?? ""
      let after = GraphQLText.variable(of: "after", ofField: connection, in: query)
      let first = GraphQLText.variable(of: "first", ofField: connection, in: query)
      var settings = StrategySettings(
        .cursor, next: info.path + ".endCursor", parameter: after ?? "after", in: .variables)
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
      finding.apply(TokenRule.laterConnection, times: index)
      finding.perPage = first.flatMap {
        subject.request.body?["variables"]?[$0]?.integerValue
      }
      finding.itemsPath = itemsPath(beside: info)
      finding.counts = total(beside: info)
      return finding
    }
  }

  private func itemsPath(beside info: Envelope.Member) -> String? {
    guard !subject.items.isGiven else { return nil }
    let parent = Array(info.keys.dropLast())
    let paths = ["nodes", "edges", "items"].map { Envelope.path(parent + [$0]) }
    return paths.first { subject.envelope.list($0) != nil }
  }

  /// `totalCount`, or a name like `issueCount`, if it is at least the number of items on the page.
  private func total(beside info: Envelope.Member) -> [CountPath] {
    for member in subject.members
    where member.keys.dropLast() == info.keys.dropLast() && member.name.words.last == "count" {
      if let count = subject.envelope.count(member.slice), count >= subject.items.count {
        return [CountPath(path: member.path, target: .objectCount)]
      }
    }
    return []
  }
}

/// Looks for arguments in the text of a GraphQL query, without parsing it.
enum GraphQLText {
  /// The maximum number of bytes of a query examined.
  static let bytesMax = 65_536

  /// The variable of an argument in the first argument list after a field's name: `films(first: $n,
  /// after: $cursor)` gives `cursor` for `after`.
  static func variable(of argument: String, ofField field: String, in query: String) -> String? {
    let bytes = Array(query.utf8.prefix(bytesMax))
    let start = find(field, in: bytes, from: 0) { bytes, end in
      next(bytes, end) == UInt8(ascii: "(") || next(bytes, end) == UInt8(ascii: ":")
    }
    return variable(of: argument, in: bytes, from: start ?? 0)
      ?? (start == nil ? nil : variable(of: argument, in: bytes, from: 0))
  }

  private static func variable(of argument: String, in bytes: [UInt8], from: Int) -> String? {
    var from = from
    while let end = find(
      argument, in: bytes, from: from, where: { next($0, $1) == UInt8(ascii: ":") })
    {
      from = end
      var index = skip(bytes, end) + 1
      index = skip(bytes, index)
      guard index < bytes.count, bytes[index] == UInt8(ascii: "$") else { continue }
      let name = bytes[(index + 1)...].prefix(while: ASCII.isWord)
      if !name.isEmpty { return String(decoding: name, as: UTF8.self) }
    }
    return nil
  }

  /// The end of the first whole word that a condition holds for, and that no `$` is before.
  private static func find(
    _ word: String, in bytes: [UInt8], from: Int, where holds: ([UInt8], Int) -> Bool
  ) -> Int? {
    let word = Array(word.utf8)
    guard !word.isEmpty, bytes.count >= word.count else { return nil }
    var index = from
    while index + word.count <= bytes.count {
      let end = index + word.count
      if bytes[index] == word[0], bytes[index..<end].elementsEqual(word),
        index == 0 || !ASCII.isWord(bytes[index - 1]) && bytes[index - 1] != UInt8(ascii: "$"),
        end == bytes.count || !ASCII.isWord(bytes[end]), holds(bytes, end)
      {
        return end
      }
      index += 1
    }
    return nil
  }

  private static func skip(_ bytes: [UInt8], _ from: Int) -> Int {
    var index = from
    while index < bytes.count, bytes[index] <= 0x20 { index += 1 }
    return index
  }

  private static func next(_ bytes: [UInt8], _ from: Int) -> UInt8? {
    let index = skip(bytes, from)
    return index < bytes.count ? bytes[index] : nil
  }
}
