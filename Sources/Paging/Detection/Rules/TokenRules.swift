import JSON
import Pagination
import Text

/// Tokens in the body, and the parameters that they go into.
///
/// The parameter is certain where the token is in a URL of the response too, likely where the
/// request has it already, and else a matter of names: `next_cursor` goes into `cursor`,
/// `nextPageToken` into `pageToken`, `NextToken` into `NextToken`.
struct TokenRules {
  let subject: FirstPage

  private var envelope: Envelope { subject.envelope }

  /// The maximum number of tokens examined.
  static let findingsMax = 24

  /// A name that a token may go into, and why.
  struct Guess {
    var parameter: String
    /// A rule, or a row of the table of names.
    let rule: any ScoreRule
    var evidence: Evidence?
    /// Its name may be another one.
    var isOpen: Bool {
      ![.inURL, .inRequest, .inNext].contains { (rule as? TokenRule) == $0 }
    }
  }

  func findings() -> [Candidate] {
    if subject.request.isGraphQL { return [] }
    var findings = lastValues() + lastIdentities()
    for member in envelope.members
    where member.keys.count <= 5 && findings.count < TokenRules.findingsMax {
      if TokenRules.namesParameters(member), member.slice.kind == .object {
        findings += merged(member)
        continue
      }
      guard TokenRules.namesToken(member) || isPosition(member),
        !subject.isAttribute(member),  // of XML: the next position is always in an element
        let token = token(member), !token.isEmpty || TokenRules.mayBeEmpty(member, subject.items)
      else { continue }
      let guesses = guesses(member, token: token)
      for guess in guesses {
        let finding = finding(member, token: token, guess)
        if let alone = alone(finding, member) { findings.append(alone) }
        findings.append(finding)
      }
      if let first = guesses.first, first.isOpen, subject.request.isPost, !token.isEmpty {
        var inQuery = finding(member, token: token, Guess(first.parameter, .asNamed))
        (inQuery.settings.carrier, inQuery.isGuess) = (.query, true)
        findings.append(inQuery)
      }
      if let last = guesses.last, last.isOpen, !subject.request.isPost, !token.isEmpty {
        let names: [(TokenRule, [String])] =
          [(.everyName, UsualParameters.tokens)]
          + (Int(token) == nil ? [(.everyPlace, UsualParameters.places)] : [])
        findings += names.map { rule, names in
          var every = finding(member, token: token, Guess(last.parameter, rule))
          every.sendEvery(
            names + capitalized(names), but: guesses.map(\.parameter), subject.request)
          return every
        }
      }
    }
    return findings
  }

  /// The names of one word as the size in the request begins: `Token` beside `Size=10`.
  private func capitalized(_ names: [String]) -> [String] {
    guard let size = subject.request.number(.sizeParameters)?.member.name,
      size.utf8.first.map(ASCII.isUpper) == true
    else { return [] }
    return names.filter { $0.utf8.allSatisfy(ASCII.isSmall) }
      .map { $0.prefix(1).uppercased() + $0.dropFirst() }
  }

  /// `{"apps": [..., {"appid": 30}], "have_more_results": true, "last_appid": 30}`: a value of the
  /// last item continues, under the name of the parameter, or, of an id, under a common one.
  private func lastValues() -> [Candidate] {
    guard subject.saysMore else { return [] }
    let (document, values) = (envelope.document, lastItem)
    for member in envelope.members where member.name.flat.hasPrefix("last") {
      let (rest, text) = (String(member.name.flat.dropFirst(4)), document.text(member.slice))
      guard subject.items.isInPagingObject(member),
        values.contains(where: { $0.name.flat == rest && document.text($0.value) == text })
      else { continue }
      let names = rest == "id" ? ["after_id", "after", "starting_after"] : [member.key]
      return names.map { finding(member, token: rest, Guess($0, .lastValue)) }
        .falling(by: TokenRule.otherSpelling)
    }
    return []
  }

  /// `[{"cursor": "aa"}, {"cursor": "bb"}]`, `{"data": [..., {"id": "m2"}], "has_more": true}`: each
  /// item has its own cursor, or an id, and that of the last one leads on. Nothing names the
  /// parameter, but few names are common; the second page shows which one is right, as an API ignores
  /// the others.
  private func lastIdentities() -> [Candidate] {
    var findings: [Candidate] = []
    if let (cursor, evidence) = lastIdentity("cursor", TokenRule.itemCursor.says),
      cursor.kind == .string
    {
      let isFull = subject.request.size.map { subject.items.count >= $0 } == true
      let rule: TokenRule = subject.saysMore || isFull ? .itemCursor : .itemCursorAlone
      findings = ofLastItem("cursor", into: ["cursor", "after_cursor"], by: rule, evidence)
    }
    guard subject.saysMore, let (id, evidence) = lastIdentity("id", TokenRule.itemID) else {
      return findings
    }
    let isNumber = id.kind == .number
    var names = ["starting_after"]
    if !isNumber, !ascends("id") { names.append("before_id") }
    let rule: TokenRule = isNumber ? .numberOfLastItem : .idOfLastItem
    var guesses = ofLastItem("id", into: names, by: rule, evidence, isGuess: true)
    if !isNumber, !ascends("id", back: true) {
      let names = ["starting_after", "after_id", "after", "since_id"]
      guesses[0].sendEvery(names, but: [], subject.request)
    }
    return findings + guesses
  }

  /// The value of the last item under a key goes into one of these parameters.
  private func ofLastItem(
    _ key: String, into names: [String], by rule: any ScoreRule, _ evidence: Evidence,
    isGuess: Bool = false
  ) -> [Candidate] {
    names.map { name in
      var finding = Candidate(
        paging(at: "@lastItem." + key, into: placed(name)), by: rule, evidence: [evidence])
      finding.isGuess = isGuess
      return finding
    }.falling(by: TokenRule.otherSpelling)
  }

  /// Fewer items may be in an order by chance.
  private static let orderMin = 5

  /// True when the items ascend by their values under a key; shorter texts sort before longer ones.
  private func ascends(_ key: String, back: Bool = false) -> Bool {
    let document = envelope.document
    let texts = subject.items.elements.compactMap { document.member(key, of: $0) }
      .map { document.text($0) }
    let ordered = back ? texts.reversed() : texts
    return texts.count >= TokenRules.orderMin
      && zip(ordered, ordered.dropFirst()).allSatisfy { low, high in
        (low.utf8.count, low) < (high.utf8.count, high)
      }
  }

  /// Returns the last item's value under a key, if all items differ by that key.
  private func lastIdentity(
    _ key: String, _ says: String
  ) -> (value: JSONSlice, evidence: Evidence)? {
    guard let list = subject.items.list, let path = try? JSONPath(key),
      Detector.isIdentity(path, list.elements, envelope.document)
    else { return nil }
    return subject.ofLastItem(path, of: list, says)
  }

  /// The same token where the next request has nothing besides it but the verb, as OAI-PMH wants it of a
  /// `resumptionToken`; nil: it is another token.
  private func alone(_ finding: Candidate, _ member: Envelope.Member) -> Candidate? {
    guard subject.isXML, member.name.flat == "resumptiontoken",
      let verb = subject.request.member("verb"), verb.isQuery
    else { return nil }
    var alone = finding
    alone.settings.tokens.nextURL =
      "?" + QueryString.Member(name: "verb", value: verb.value).text
    return alone
  }

  /// True when the request has a position by the member's name, or the member is a text with a name that
  /// a position may have.
  ///
  ///     {"last_id": ""}, {"result": {"items": [...], "last_id": "b7"}}      {"anchor": "b7"}
  private func isPosition(_ member: Envelope.Member) -> Bool {
    let name = member.name
    if name.flat.hasPrefix("last"), sent(name) != nil { return true }
    if name.flat == "lastseq" { return !subject.items.elements.isEmpty }
    return member.slice.kind == .string && subject.hintsAtPlace(member)
  }

  /// The parameter of the request that has this name, in any spelling.
  private func sent(_ name: FieldName) -> SentRequest.Member? {
    subject.request.members.first { $0.flat == name.flat }
  }

  /// True when the member's name is that of a token that leads to another page.
  static func namesToken(_ member: Envelope.Member) -> Bool {
    let name = member.name
    if name.flat.hasPrefix("lastevaluated") || isInNext(member) { return true }
    let isKnown = TokenName.byName[name.flat] != nil
    let leadsOn = name.has("next") && (isKnown || name.words == ["next", "start"])
    if name.mentions(.foreignWords) && !leadsOn || name.mentions(.targets) { return false }
    if name.has("next") { return !name.means(.moreFlags) }
    if isKnown { return true }
    if name.words.count == 2, name.words[1] == "offset", name.words[0] != "page" { return true }
    if name.flat == "token" {
      return member.parent?.mentions(.holdersOfTokens) != false
    }
    let isLabel = name.words.last.map { $0.means(.labels) && !$0.means(.nextPlaces) } == true
    return name.has("cursor") && !isLabel
      || name.words.last == "token" && !name.mentions(.otherWords)
  }

  /// True where an empty place says that there is no next page: it pages, where it is the list's.
  ///
  ///     {"orders": [...], "next_billing_date": null, "request": {"nextToken": null}}
  static func mayBeEmpty(_ member: Envelope.Member, _ items: ItemList) -> Bool {
    member.name.mayLeadOn && items.isInPagingObject(member)
      && member.parent?.means(.echoes) != true
  }

  /// `continue`, `next_page_params`: an object of parameters.
  private static func namesParameters(_ member: Envelope.Member) -> Bool {
    member.name.flat == "continue"
      || member.name.words.first == "next"
        && member.name.words.last?.means(.setsOfParameters) == true
  }

  /// `{"next": {"page": 2, "starting_after": "WzE3"}}`: members spelled as the parameters are.
  private static func isInNext(_ member: Envelope.Member) -> Bool {
    guard member.slice.kind == .string,
      member.name.means(.cursorParameters) || member.name.flat == "offset"
    else { return false }
    return member.parent.map { ["next", "nextpage"].contains($0.flat) } == true
  }

  /// The text of a usable token, "" for a place that holds none now; nil: it is not a token.
  func token(_ member: Envelope.Member) -> String? {
    switch member.slice.kind {
    case .null: return ""
    case .number:
      // What the request has under the same name says where this page is.
      guard let number = envelope.count(member.slice),
        member.name.flat == "offset"
          || subject.request.number(where: { $0.flat == member.name.flat })?.number != number
      else { return nil }
      // The place of the next position holds none now; any other 0 is that of this page.
      let isEmpty = number == 0 && (member.name.has("next") || member.name.flat == "offset")
      return isEmpty ? "" : number == 0 ? nil : String(number)
    case .object where subject.isXML:
      let text = envelope.document.member("#text", of: member.slice)
      return text.map { envelope.document.string($0) ?? "" } ?? ""
    case .object:
      let isKey =
        member.name.words.last == "key" && !envelope.document.members(of: member.slice).isEmpty
      return isKey ? envelope.document.text(member.slice) : nil
    case .string:
      guard let text = envelope.text(member.slice),
        text.utf8.allSatisfy({ $0 > 0x20 }) || text.hasPrefix("[") || text.hasPrefix("{")
          || member.name.mentions(.tokenWords) && text.utf8.allSatisfy({ $0 >= 0x20 }),
        !text.hasPrefix("http://"), !text.hasPrefix("https://"), !text.hasPrefix("?"),
        !["yes", "no", "true", "false"].contains(text.lowercased()),
        !subject.links.contains(where: { $0.isInBody(at: member.path) && $0.target != nil })
      else { return nil }
      // an offset in few digits is a count, one in letters or as long as a time a token
      if member.name.flat == "offset", text.utf8.allSatisfy({ $0 >= 0x30 && $0 <= 0x39 }),
        Int(text).map({ $0 < TokenRules.pageMax }) ?? false
      {
        return nil
      }
      return text.isNoTarget ? "" : text
    default: return nil
    }
  }

  private func finding(_ member: Envelope.Member, token: String, _ guess: Guess) -> Candidate {
    var settings = paging(at: member.path, into: guess.parameter)
    let places = subject.request.members.filter { $0.name == guess.parameter }.map(\.isQuery)
    if subject.request.isPost, places == [true] { settings.carrier = .query }
    if let (path, on, back) = envelope.back(of: member.keys, at: member.keys.count - 1) {
      settings.previous = [path]
      let parameter = guess.parameter.replacing(on, with: back)
      if parameter != guess.parameter { settings.tokens.previousParameter = parameter }
    }
    let says = token.isEmpty ? "the field of the token is empty" : TokenRule.named
    let evidence = [envelope.evidence(member, says)] + (guess.evidence.map { [$0] } ?? [])
    var finding: Candidate
    if member.name.flat == "offset", member.slice.kind != .string {
      let isNext = subject.saysMore && (Int(token) ?? 0) > 0 && subject.request.position == nil
      let rule: TokenRule = isNext ? .offsetOfNextPage : .offsetOfThisPage
      finding = Candidate(settings, by: rule, evidence: evidence)
    } else {
      finding = Candidate(settings, by: guess.rule, evidence: evidence)
      if !subject.items.isInPagingObject(member) { finding.apply(TokenRule.elsewhere) }
    }
    finding.yieldsToCounting =
      Int(token) != nil && ["page", "offset", "start"].contains(guess.parameter)
    return finding
  }

  private func paging(at path: String, into parameter: String) -> StrategySettings {
    StrategySettings(.cursor, next: path, parameter: parameter, in: subject.request.bodyCarrier)
  }

  /// `{"continue": {"apcontinue": "B", "continue": "-||"}}`: all members go along.
  private func merged(_ member: Envelope.Member) -> [Candidate] {
    let members = envelope.document.members(of: member.slice)
    let isFlat = members.allSatisfy { $0.value.kind == .string || $0.value.kind == .number }
    guard isFlat, !members.isEmpty, members.count <= 20, subject.items.isInPagingObject(member)
    else {
      return []
    }
    var settings = StrategySettings(.cursor, in: subject.request.bodyCarrier)
    settings.tokens.merge = member.path
    return [
      Candidate(
        settings, by: TokenRule.merged, evidence: [envelope.evidence(member, TokenRule.merged.says)]
      )
    ]
  }

  /// The parameters that the token may go into.
  private func guesses(_ member: Envelope.Member, token: String) -> [Guess] {
    if !token.isEmpty {
      for link in subject.links {
        guard let name = link.reference?.name(ofValue: token), let target = link.target else {
          continue
        }
        let says = "same token as parameter \(name) of a URL in the response"
        return [
          Guess(
            placed(name), .inURL,
            Evidence(link.evidence.pointer, ReadValue.text(target).evidence, says))
        ]
      }
    }
    var guesses = named(member, token: token).filter { guess in
      // brackets are the query's way to name a member of an object
      subject.request.carrier != .body || !guess.parameter.hasSuffix("]")
    }
    let names =
      (member.name.flat == "offset" ? [] : [member.name])
      + guesses.map { FieldName($0.parameter) }
    if let sent = names.lazy.compactMap(sent).first {
      return [Guess(sent.name, .inRequest, sent.evidence(TokenRule.inRequest.says))]
    }
    for index in guesses.indices {
      let sign = member.key.hasPrefix("$") && guesses[index].parameter.first != "$" ? "$" : ""
      guesses[index].parameter = placed(sign + guesses[index].parameter)
    }
    // ?token=a7, {"nextToken": "b7"}; ?page_token=a7, {"next_cursor": "b7"}
    // ?offset=a7, {"next": "b7"}
    let usual = UsualParameters.tokens + (Int(token) == nil ? UsualParameters.places : [])
    if let sent = subject.request.members.first(where: { sent in
      sent.number == nil && !sent.field.mentions(.otherWords)
        && (sent.field.mentions(.sentTokens) && member.name.words.contains { sent.field.has($0) }
          || !StartPosition.isDate(sent.value)
            && usual.contains { FieldName($0).flat == sent.flat })
    }) {
      let guess = Guess(sent.name, .asNamed, sent.evidence(TokenRule.inRequest.says))
      guesses.insert(guess, at: min(1, guesses.count))
    }
    return guesses
  }

  /// A parameter next to the size, where that is inside an object of the body: `page.cursor` for
  /// `cursor` and for `page[cursor]`.
  private func placed(_ parameter: String) -> String {
    guard subject.request.carrier == .body, let object = subject.request.pagingObject else {
      // ?listOptions.limit=20: listOptions.continue
      let size = subject.request.number(.sizeParameters)?.member
      return size?.isQuery == true && size?.family.last == "." && !parameter.contains(".")
        ? (size?.family ?? "") + parameter : parameter
    }
    var name = parameter[...]
    if name.hasPrefix(object + "["), name.hasSuffix("]") {
      name = name.dropFirst(object.count + 1).dropLast()
    }
    return subject.request.besideSize(String(name))
  }

  private func named(_ member: Envelope.Member, token: String) -> [Guess] {
    let name = member.name
    if name.flat == "next" { return nextGuesses(member, token: token) }
    if TokenRules.isInNext(member) { return [Guess(member.key, .inNext)] }
    if name.words.starts(with: ["last", "evaluated"]) {
      let words = ["exclusive", "start"] + name.words.dropFirst(2)
      return [Guess(FieldName.spell(words, like: member.key), .exclusiveStart)]
    }
    if name.flat == "nextpage", isTokenOfPage { return [Guess("cursor", .cursorOfPage)] }
    if let row = TokenName.byName[name.flat] {
      let guess = spelling(of: row, member)
      // Zoom's and others go into a parameter of the same name.
      return [guess] + (guess.parameter == member.key ? [] : [Guess(member.key, .asNamed)])
    }
    if name.words.last == "offset", name.words.count == 2 {
      let own = FieldName.spell(name.words, like: "aB")
      guard subject.saysMore else { return [Guess(own, .ownOffsetAlone)] }
      return [Guess(own, .ownOffset), Guess(member.key, .asNamed)]
    }
    if name.flat == "token" { return [Guess("token", .plain)] }
    let rest = name.words.first == "next" ? Array(name.words.dropFirst()) : name.words
    let key = isPosition(member) && rest.count == name.words.count ? member.key : nil
    let own = Guess(key ?? FieldName.spell(rest, like: member.key), .unknown)
    if rest.count > 1, let model = subject.request.spelling {
      let other = Guess(FieldName.spell(rest, like: model), .respelled)
      if other.parameter != own.parameter { return [own, other] }
    }
    // the items have a `fileName` for `nextFileName`
    guard name.words.first == "next", lastItem.contains(where: { $0.name.flat == rest.joined() })
    else {
      return [own]
    }
    return [Guess(FieldName.spell(["start"] + rest, like: member.key), .startOfMember), own]
  }

  /// True when the page's own number is text that is not a number: `{"current_page": "MA=="}`.
  private var isTokenOfPage: Bool {
    envelope.members.contains { member in
      member.name.flat == "currentpage" && member.slice.kind == .string
        && envelope.count(member.slice) == nil
    }
  }

  /// Spells the parameter of a table's row like the parameters of the request, or else like the
  /// token. Next to a size in an object of the body, a token may be a cursor, regardless of its
  /// name.
  ///
  ///     ?org-slug=a, {"next_page_token": "b"}                    page-token
  ///     {"page": {"limit": 3}}, {"meta": {"page": {"after": "b"}}}   page.cursor
  private func spelling(of row: TokenName, _ member: Envelope.Member) -> Guess {
    if subject.request.carrier == .body, subject.request.pagingObject != nil, row.flat == "after" {
      return Guess(parameter: "cursor", rule: row)
    }
    if row.words == ["offset"], let family = subject.request.bracketFamily {
      return Guess(parameter: family + "offset]", rule: row)
    }
    let model = row.words.count > 1 ? subject.request.spelling.flatMap(subject.request.member) : nil
    return Guess(
      parameter: FieldName.spell(row.words, like: model?.name ?? member.key), rule: row,
      evidence: model?.evidence("how parameters are spelled"))
  }

  /// The members of the last item.
  private var lastItem: [NamedMember] {
    subject.items.elements.last.map { envelope.document.named(in: $0, most: 50) } ?? []
  }

  /// A bare `next`: what is around it says what it is.
  private func nextGuesses(_ member: Envelope.Member, token: String) -> [Guess] {
    if let parent = member.parent?.words.first(where: FieldNames[.holdersOfNext].contains) {
      return [Guess(parent.hasSuffix("s") ? String(parent.dropLast()) : parent, .nextOfParent)]
    }
    if let number = Int(token), number < TokenRules.pageMax {
      let isOffset = number == subject.items.count && number > 2
      if isOffset { return [Guess("offset", .nextOffset)] }
      // {"first": 1, "next": 2, "items": 34}
      let isNumbered = ["first", "items"].allSatisfy { envelope.member($0)?.slice.kind == .number }
      return [Guess(isNumbered ? "_page" : "page", .nextPage)]
    }
    if token.isEmpty { return [] }
    if subject.request.member("take") != nil { return [Guess("from", .nextBesideSize)] }  // Auth0
    return (Int(token) == nil ? [] : [Guess("until", .nextTime)])
      + [Guess("cursor", .nextText), Guess(member.key, .asNamed)]
  }

  /// A larger number is the time or the identifier of something, not a page.
  private static let pageMax = 1_000_000
}

extension TokenRules.Guess {
  init(_ parameter: String, _ rule: TokenRule, _ evidence: Evidence? = nil) {
    self.init(parameter: parameter, rule: rule, evidence: evidence)
  }
}
