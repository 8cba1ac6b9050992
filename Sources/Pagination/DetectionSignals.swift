import HTTP
import JSON

/// Links, header tokens, ranges and GraphQL connections: what a response says outright.
struct DetectionSignals {
  let subject: DetectionSubject
  let counts: DetectionCounts

  func findings() -> [DetectionFinding] {
    subject.links.compactMap(finding)
      + headerTokens().prefix(DetectionTokens.findingsMax) + ranges() + connections()
  }

  // MARK: links

  private func finding(_ link: DetectionLink) -> DetectionFinding? {
    var fields: [(key: String, value: JSONValue)] = []
    let kind: StrategyKind
    switch link.place {
    case .linkHeader: kind = .link
    case .header(let name):
      kind = .header
      fields.append(("next", .string(name)))
    case .body(let path):
      kind = .body
      fields.append(("next", .string(path)))
    }
    if let previous = link.previous { fields.append(("previous", .string(previous))) }
    var score = link.certainty
    var evidence = [link.evidence]
    var dropped: [String] = []
    if let reference = link.reference {
      if let base = base(of: link, reference) {
        fields.append(("base", .string(base.path)))
        evidence.append(subject.evidence(base, "what the reference continues"))
      } else {
        dropped = rate(reference, &score, &evidence)
      }
    }
    if subject.items.list == nil { score -= 0.4 }
    if subject.isDocument, kind == .body { score -= 0.6 }
    var finding = DetectionFinding(kind, fields, score: max(score, 0), evidence: evidence)
    finding.givesWay = !dropped.isEmpty
    finding.counts = counts.mapping(withOffset: counts[.offset]?.value == 0)
    return finding
  }

  /// Gives the parameters of the request that the reference lacks.
  private func rate(
    _ reference: DetectionReference, _ score: inout Double, _ evidence: inout [DetectionEvidence]
  ) -> [String] {
    if let origin = reference.origin, origin != subject.request.origin {
      score -= 0.2
      evidence.append(
        DetectionEvidence(
          pointer: "@url", value: .string(subject.request.origin),
          says: "the URL of the next page leads to another origin, \(origin)"))
    }
    let dropped = subject.request.dropped(by: reference)
    if !dropped.isEmpty {
      score = min(score, 0.75)
      evidence.append(
        DetectionEvidence(
          pointer: "@url", value: .array(dropped.prefix(8).map { .string($0) }),
          says: "parameters of the request that the URL of the next page lacks"))
    }
    return dropped
  }

  /// The base URL beside a root-relative link that goes on from its path (Confluence).
  private func base(
    of link: DetectionLink, _ reference: DetectionReference
  ) -> DetectionEnvelope.Member? {
    guard case .body(let path) = link.place, reference.origin == nil,
      reference.path.hasPrefix("/"), reference.path != subject.request.path,
      let keys = subject.envelope?.member(path)?.keys,
      let base = subject.envelope?.member(DetectionEnvelope.path(keys.dropLast() + ["base"])),
      let text = subject.envelope?.text(base.slice)
    else { return nil }
    let root = DetectionReference(text).path
    let trimmed = root.hasSuffix("/") ? String(root.dropLast()) : root
    return trimmed + reference.path == subject.request.path ? base : nil
  }

  // MARK: headers

  /// `X-Next-Page: 2`, `X-Next-Cursor: b7`, `x-ms-continuationtoken: ...`.
  private func headerTokens() -> [DetectionFinding] {
    subject.headers.fields.compactMap { field in
      let name = DetectionName(field.name)
      let isContinuation = name.words.contains { $0.hasPrefix("continuation") }
      guard name.has("next") || isContinuation, !name.has("range"), !name.has("prev"),
        field.value.utf8.count <= DetectionEnvelope.textBytesMax,
        field.value.utf8.allSatisfy({ $0 > 0x20 }), !DetectionLink.looksLikeURL(field.value, name)
      else { return nil }
      let rest = isContinuation ? ["continuationToken"] : name.words.drop { $0 != "next" }.dropFirst()
      guard let last = rest.last else { return nil }
      var parameter = rest.joined(separator: "_")
      var score = last == "cursor" || isContinuation ? 0.8 : 0.65
      if last == "page" || last == "offset" {
        parameter = last
        score = 0.95
      }
      let names = last == "page" ? DetectionNames.pageParameters : [DetectionName(parameter).flat]
      if let sent = subject.request.members.first(where: { names.contains($0.flat) }) {
        parameter = sent.name
        score = max(score, 0.93)
      }
      if field.value.isEmpty { score -= 0.05 }
      var fields: [(key: String, value: JSONValue)] = [
        ("next", .string(field.name)), ("parameter", .string(parameter)),
      ]
      let back = subject.headers.fields.first {
        $0.name == field.name.replacing("Next", with: "Prev").replacing("next", with: "prev")
          && $0.name != field.name
      }
      if let back { fields.append(("previous", .string(back.name))) }
      if subject.request.carrier == .body { fields.append(("in", "body")) }
      var finding = DetectionFinding(
        .header, fields, score: score,
        evidence: [subject.evidence(header: field.name, "a header with the next position")])
      finding.counts = counts.mapping(withOffset: false)
      return finding
    }
  }

  /// `Next-Range: id ]5..; max=2`, `Content-Range: items 0-24/250`, `Content-Range: 0-24/250`.
  private func ranges() -> [DetectionFinding] {
    let text = subject.headers["Content-Range"] ?? ""
    let unit = text.contains(" ") ? text.prefix { $0 != " " } : ""
    if subject.headers["Next-Range"]?.isEmpty == false {
      return [
        DetectionFinding(
          .range, unit.isEmpty ? [] : [("unit", .string(String(unit)))], score: 1,
          evidence: [subject.evidence(header: "Next-Range", "the range of the next page")])
      ]
    }
    guard let range = ContentRange(text), unit != "bytes" else { return [] }
    let evidence = [subject.evidence(header: "Content-Range", "which items these are")]
    let givenHeaders = subject.given["headers"]?.objectValue?.keys ?? []
    let asked = givenHeaders.contains { $0.lowercased() == "range" }
    guard unit.isEmpty, !asked else {
      let isKnown = ["items", "item", "id", "rows", "records"].contains(unit.lowercased()) || asked
      return [
        DetectionFinding(
          .range, [("unit", .string(unit.isEmpty ? "items" : String(unit)))],
          score: isKnown ? 0.95 : 0.7, evidence: evidence)
      ]
    }
    return [
      DetectionFinding(.offset, score: range.total == nil ? 0.75 : 0.9, evidence: evidence)
    ]
  }

  // MARK: GraphQL

  /// `{"data": {"films": {"pageInfo": {"endCursor": "c", "hasNextPage": true}, "nodes": [...]}}}`
  private func connections() -> [DetectionFinding] {
    guard let envelope = subject.envelope, let query = subject.request.body?["query"]?.stringValue
    else { return [] }
    let infos = envelope.members.filter {
      $0.name.flat == "pageinfo" && $0.slice.kind == .object
        && envelope.member($0.path + ".endCursor") != nil
    }
    return infos.prefix(8).enumerated().map { index, info in
      let connection = info.keys.dropLast().last ?? ""
      let after = GraphQLText.variable(of: "after", behind: connection, in: query)
      let first = GraphQLText.variable(of: "first", behind: connection, in: query)
      var fields: [(key: String, value: JSONValue)] = [
        ("next", .string(info.path + ".endCursor")), ("parameter", .string(after ?? "after")),
        ("in", "variables"),
      ]
      if envelope.member(info.path + ".hasNextPage") != nil {
        fields.append(("more", .string(info.path + ".hasNextPage")))
      }
      if let first { fields.append(("perPageParameter", .string(first))) }
      var evidence = [envelope.evidence(info, "where a GraphQL connection says how to go on")]
      evidence.append(
        DetectionEvidence(
          pointer: "@body", value: .string("after"),
          says: after.map { "the query takes the cursor as $\($0)" }
            ?? "the query has no variable for the cursor"))
      var finding = DetectionFinding(
        .cursor, fields, score: (after == nil ? 0.4 : 0.97) - 0.05 * Double(index),
        evidence: evidence)
      finding.itemsPath = itemsPath(beside: info, envelope)
      finding.counts = total(beside: info, envelope)
      return finding
    }
  }

  private func itemsPath(
    beside info: DetectionEnvelope.Member, _ envelope: DetectionEnvelope
  ) -> String? {
    guard !subject.items.isGiven else { return nil }
    let parent = Array(info.keys.dropLast())
    let paths = ["nodes", "edges", "items"].map { DetectionEnvelope.path(parent + [$0]) }
    return paths.first { envelope.list($0) != nil }
  }

  /// `totalCount`, or one like `issueCount`, that is no less than the items on the page.
  private func total(
    beside info: DetectionEnvelope.Member, _ envelope: DetectionEnvelope
  ) -> [(path: String, target: CountTarget)] {
    for member in envelope.members
    where member.keys.dropLast() == info.keys.dropLast() && member.name.words.last == "count" {
      if let count = envelope.count(member.slice), count >= subject.items.count {
        return [(member.path, .objectCount)]
      }
    }
    return []
  }
}

/// Looks for arguments in the text of a GraphQL query, without parsing it.
enum GraphQLText {
  /// How much of a query is looked at, in bytes.
  static let bytesMax = 65_536

  /// The variable that an argument takes in the first field list behind a field's name:
  /// `films(first: $n, after: $cursor)` gives `cursor` for `after`.
  static func variable(of argument: String, behind field: String, in query: String) -> String? {
    let bytes = Array(query.utf8.prefix(bytesMax))
    let start = find(field, in: bytes, from: 0) { bytes, end in
      next(bytes, end) == UInt8(ascii: "(") || next(bytes, end) == UInt8(ascii: ":")
    }
    return variable(of: argument, in: bytes, from: start ?? 0)
      ?? (start == nil ? nil : variable(of: argument, in: bytes, from: 0))
  }

  private static func variable(of argument: String, in bytes: [UInt8], from: Int) -> String? {
    var from = from
    while let end = find(argument, in: bytes, from: from, where: { next($0, $1) == UInt8(ascii: ":") }) {
      from = end
      var index = skip(bytes, end) + 1
      index = skip(bytes, index)
      guard index < bytes.count, bytes[index] == UInt8(ascii: "$") else { continue }
      let name = bytes[(index + 1)...].prefix(while: isNameByte)
      if !name.isEmpty { return String(decoding: name, as: UTF8.self) }
    }
    return nil
  }

  /// The end of the first whole word that a condition holds for, and that no `$` stands before.
  private static func find(
    _ word: String, in bytes: [UInt8], from: Int, where holds: ([UInt8], Int) -> Bool
  ) -> Int? {
    let word = Array(word.utf8)
    guard !word.isEmpty, bytes.count >= word.count else { return nil }
    var index = from
    while index + word.count <= bytes.count {
      let end = index + word.count
      if bytes[index] == word[0], bytes[index..<end].elementsEqual(word),
        index == 0 || !isNameByte(bytes[index - 1]) && bytes[index - 1] != UInt8(ascii: "$"),
        end == bytes.count || !isNameByte(bytes[end]), holds(bytes, end)
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

  private static func isNameByte(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: "_") || byte >= UInt8(ascii: "0") && byte <= UInt8(ascii: "9")
      || byte >= UInt8(ascii: "A") && byte <= UInt8(ascii: "Z")
      || byte >= UInt8(ascii: "a") && byte <= UInt8(ascii: "z")
  }
}
