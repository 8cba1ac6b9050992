import HTTP
import JSON
import Pagination
import Secrets
import System
import Text

/// The place where paging continues: the next page's position, how much of it has been delivered,
/// and the request it belongs to. It holds no secret: if a link or token echoes one of the caller's
/// secrets, a mark replaces it, and `open` restores it. Anything that echoes another secret is
/// omitted.
///
///     {"v":2,"request":"5d41402abc4b2a76","page":4,"perPage":25,"start":75,"taken":0,
///      "position":{"token":{"members":[["cursor","\"b7\""]],"previous":false}},"named":true,
///      "tally":{"joints":[1,2,0,0,0],"items":75,"again":0,"sizes":[25,0,0,0],"before":0},
///      "sum":"7ad41402"}
struct Checkpoint: Sendable {
  var request: LazyValue<String>
  var page: Int
  var size: Size
  /// Index of the page's first item.
  var start: Int
  /// The part of the page that has been delivered.
  var taken: Taken
  var position: Position
  /// By how many items the first page is short, where offsets are not multiples of the size.
  var lead = 0
  /// Given where nothing comes next.
  var end: EndReason?
  /// The tally of what was delivered before the page, with the doubts about it.
  var tally = Tally()
  /// Digests of the items delivered last, the oldest first, where the page begins after them.
  var recent: [UInt64] = []
  /// The target that the position names.
  var target = NamedTarget.nothing
  /// True when the API does not support offsets inside its pages.
  var refusesOverlap = false
  /// The found params of `open`.
  var found: JSONObject?
  /// True when several pages have come by them: later walks of the list begin with them.
  var isProved = false
  /// The place of an exact walk, at the item before it; nil: none was made here.
  var exact: ExactPlace?

  /// The number of items a page.
  struct Size: Sendable {
    /// As they are requested.
    var perPage: Int
    /// As the API gives them, where that is another number, and it does not say so.
    var kept: Int?
    /// As it is sent, where that is another number.
    var sent: Int?
  }

  /// The beginning of a page.
  struct Taken: Sendable {
    var items = 0
    /// Digests of the last of these items, the oldest first; empty: they cannot be distinguished.
    var digests: [UInt64] = []
    /// The joint of the page, where it has some.
    var joint: Joint?
  }

  /// A checkpoint is at most so long.
  static let textBytesMax = 1 << 20
  /// The largest index of a page's first item.
  static let startMax = 1 << 60
  /// A collection may begin at the last page number that there is, and continue from there.
  private static let pages = -Pager.pageMax...2 * Pager.pageMax
  private static let version = 2

  /// The text that clients keep.
  func text(_ secrets: CallerSecrets) -> String {
    var object: JSONObject = [
      "v": .integer(Checkpoint.version), "request": .string(request.value), "page": .integer(page),
      "perPage": .integer(size.perPage), "start": .integer(start), "taken": .integer(taken.items),
      "position": Checkpoint.json(position, secrets),
    ]
    if !taken.digests.isEmpty { object["items"] = Checkpoint.json(taken.digests) }
    if let kept = size.kept { object["size"] = .integer(kept) }
    if let sent = size.sent { object["sent"] = .integer(sent) }
    if lead != 0 { object["lead"] = .integer(lead) }
    if let end { object["end"] = end.masked(by: secrets.redactor).stored }
    object["tally"] = tally.stored
    if !tally.doubts.isEmpty {
      object["doubts"] = .array(tally.doubts.map { $0.masked(by: secrets.redactor).stored })
    }
    if !recent.isEmpty { object["recent"] = Checkpoint.json(recent) }
    if target != .nothing { object["named"] = true }
    if target == .row { object["item"] = true }
    if let joint = taken.joint { object["joint"] = .integer(joint.rawValue) }
    if refusesOverlap { object["refused"] = true }
    if let found = found.flatMap(secrets.cut) { object["found"] = .object(found) }
    if isProved { object["proved"] = true }
    if let exact { object["exact"] = exact.stored }
    return CheckpointSeal.seal(JSONValue.object(object).text)
  }
}

extension Checkpoint {
  /// Reads a text; nil where it is damaged.
  init?(_ text: String, _ secrets: CallerSecrets) {
    guard text.utf8.count <= Checkpoint.textBytesMax, let body = CheckpointSeal.open(text),
      let object = JSONValue(json: body)?.objectValue,
      object["v"]?.integerValue == Checkpoint.version,
      let request = object["request"]?.stringValue,
      let page = object["page"]?.integer(in: Checkpoint.pages),
      let perPage = object["perPage"]?.integer(in: 1...Pager.perPageMax),
      let start = object["start"]?.integer(in: 0...Checkpoint.startMax),
      let items = object["taken"]?.integerValue, items >= 0,
      let position = object["position"].flatMap({ Checkpoint.position($0, secrets) })
    else { return nil }
    self.init(
      request: LazyValue { request }, page: page, size: Size(perPage: perPage), start: start,
      taken: Taken(
        items: items, digests: Checkpoint.digests(object["items"]),
        joint: object["joint"]?.integerValue.flatMap(Joint.init)),
      position: position, end: object["end"].flatMap { EndReason(stored: $0) })
    size.kept = object["size"]?.integer(in: 1...Pager.perPageMax)
    size.sent = object["sent"]?.integer(in: 1...Pager.perPageMax)
    lead = object["lead"]?.integerValue ?? 0
    let doubts = (object["doubts"]?.arrayValue ?? []).prefix(PagedList.warningsMax)
    guard
      let tally = object["tally"].flatMap({
        Tally(stored: $0, doubts: doubts.compactMap { PageWarning(stored: $0) })
      })
    else { return nil }
    self.tally = tally
    recent = Checkpoint.digests(object["recent"])
    if object["named"] == true { target = object["item"] == true ? .row : .state }
    refusesOverlap = object["refused"] == true
    found = object["found"]?.objectValue.flatMap(secrets.restore)
    isProved = object["proved"] == true
    exact = ExactPlace(stored: object["exact"], position: position)
  }

  private static func json(_ digests: [UInt64]) -> JSONValue {
    .array(digests.map { .string(String($0, radix: 16)) })
  }

  private static func digests(_ json: JSONValue?) -> [UInt64] {
    (json?.arrayValue ?? []).prefix(ItemMemory.storedMax).compactMap {
      $0.stringValue.flatMap { UInt64($0, radix: 16) }
    }
  }

  private static func json(_ position: Position, _ secrets: CallerSecrets) -> JSONValue {
    switch position {
    case .start: "start"
    case .computed: "computed"
    case .link(let link): secrets.cut(from: link).map(json) ?? .string(withheld)
    case .token(let token): json(token, secrets) ?? .string(withheld)
    }
  }

  private static func json(_ token: PageToken, _ secrets: CallerSecrets) -> JSONValue? {
    var members: [JSONValue] = []
    for member in token.members {
      guard let value = secrets.cut(from: text(member.value)) else { return nil }
      members.append([.string(member.name), .string(value)])
    }
    return ["token": ["members": .array(members), "previous": .boolean(token.isPrevious)]]
  }

  /// Stands for a request that cannot be written without a secret.
  private static let withheld = "withheld"

  /// Returns the reason why an intact text does not say where to continue: its position holds a
  /// secret.
  static func secretProblem(of text: String) -> String? {
    guard text.utf8.count <= textBytesMax, let body = CheckpointSeal.open(text),
      let checkpoint = JSONValue(json: body)
    else { return nil }
    if checkpoint["position"]?.stringValue == withheld {
      return
        "its next request holds a secret that was obtained on the way or that extractPage gave, "
        + "and that is not in the headers, parameters or auth of open; put it there, or start from "
        + "the first page"
    }
    return body.contains(SecretSeal.markStart)
      ? "its next request holds a secret that open does not give; open with the same kinds of secrets"
      : nil
  }

  private static func json(_ link: PageLink) -> JSONValue {
    [
      "link": [
        "url": .string(link.url), "method": link.method.map(JSONValue.string) ?? .null,
        "headers": .array(link.headers.map { [.string($0.name), .string($0.value)] }),
        "body": link.body.map { .string(text($0)) } ?? .null,
        "merge": link.mergesBody ? true : .null,
      ]
    ]
  }

  private static func position(_ json: JSONValue, _ secrets: CallerSecrets) -> Position? {
    switch json {
    case "start": return .start
    case "computed": return .computed
    default: break
    }
    if let link = json["link"], let url = link["url"]?.stringValue {
      var sealed = PageLink(url: url, method: link["method"]?.stringValue)
      sealed.headers = pairs(link["headers"]).map { HTTPField(name: $0.0, value: $0.1) }
      sealed.body = link["body"]?.stringValue.map { Array($0.utf8) }
      sealed.mergesBody = link["merge"]?.booleanValue ?? false
      return secrets.restore(in: sealed).map(Position.link)
    }
    guard let token = json["token"] else { return nil }
    var members: [PageToken.Member] = []
    for (name, value) in pairs(token["members"]) {
      guard let bytes = secrets.restore(in: value).map({ Array($0.utf8) }),
        (try? JSONDocument(bytes)) != nil
      else { return nil }
      members.append(PageToken.Member(name, bytes))
    }
    guard !members.isEmpty else { return nil }
    return .token(PageToken(members: members, isPrevious: token["previous"]?.booleanValue ?? false))
  }

  private static func pairs(_ json: JSONValue?) -> [(String, String)] {
    (json?.arrayValue ?? []).compactMap { pair in
      guard let parts = pair.arrayValue, parts.count == 2, let name = parts[0].stringValue,
        let value = parts[1].stringValue
      else { return nil }
      return (name, value)
    }
  }

  private static func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }

  /// The place right after the last item delivered, for an exact walk, which finds it by that item;
  /// nil: it has none.
  var exactly: Checkpoint? {
    guard exact != nil else { return nil }
    var checkpoint = self
    checkpoint.tally = tally.with(items: taken.items)
    if recent.isEmpty { checkpoint.recent = taken.digests }
    checkpoint.start = min(start + taken.items, Checkpoint.startMax)
    checkpoint.taken = Taken()
    return checkpoint
  }

  /// True when it says no more than the pagination can set, and can be found.
  fileprivate func isOrdinary(for pager: Pager) -> Bool {
    let bounds = LinkBounds(pager.template)
    guard found.map(bounds.allows(found:)) ?? true else { return false }
    switch position {
    case .link(let link): return link.isOrdinary(for: pager)
    case .token(let token): return pager.allows(stored: token)
    case .start, .computed: return true
    }
  }
}

extension PageLink {
  /// True when a link that was kept says no more than the pagination can: GET or the opened method,
  /// headers and a body only where links may be objects or the client's own.
  fileprivate func isOrdinary(for pager: Pager) -> Bool {
    let bounds = LinkBounds(pager.template)
    guard method.map(bounds.allows(method:)) ?? true else { return false }
    if pager.kind == .custom { return true }
    guard bounds.allows(url: url, on: pager.template.url.text) else { return false }
    switch pager.kind {
    case .body:
      return headers.allSatisfy { bounds.allows(header: $0.name) }
        && (body == nil || bounds.allowsBody(method: method))
    default: return headers.isEmpty && body == nil
    }
  }
}

extension PagedList {
  /// Returns the place where paging continues.
  func checkpoint() -> Checkpoint {
    if let (page, taken) = bookmark.remainder { return checkpoints(within: page)(taken) }
    if isFirstGuess { return guessedCheckpoint() }
    if isNumberedExactly, cursor.hasNext != false, let end = cursor.endOffset {
      return numberedCheckpoint(at: end, left: 0)
    }
    if let checkpoint = bookmark.checkpoint { return checkpoint }
    guard let currentPage else { return checkpoint(at: openingPage, opening) }
    let next = currentPage + 1
    if hasNext(after: currentPage) == false {
      var last = checkpoint(at: next, opening, end: end.reason)
      last.start = min(last.start, knownCount ?? last.start)
      if isNumberedExactly, let end = cursor.endOffset {
        let (whole, rest) = end.quotientAndRemainder(dividingBy: exactSize)
        (last.page, last.lead) = (firstPage + whole + min(rest, 1), 0)
      }
      last.tally = last.tally.with(doubts: doubtsAtEnd + warnings.filter(\.isDoubtOfEnd))
      // Another reading has ended the list, which may have moved by then.
      if cursor.hasNext != false { last.tally = last.tally.broken }
      return last
    }
    return checkpoint(at: next, position(after: currentPage) ?? opening)
  }

  private func checkpoint(
    at page: Int, _ position: Position, isInside: Bool = false, end: EndReason? = nil
  ) -> Checkpoint {
    var checkpoint = Checkpoint(
      request: configuration.requestFingerprint, page: page,
      size: Checkpoint.Size(
        perPage: counts.isSized ? counts.perPage : grid.size, kept: grid.keptSize,
        sent: grid.sentSize),
      start: min(start(of: page), Checkpoint.startMax),
      taken: Checkpoint.Taken(items: isInside ? 1 : 0),
      position: position, end: end)
    // What windows have made of the first page does not bind those who begin with it.
    checkpoint.lead = page == firstPage ? 0 : counts.lead
    if position == .computed, page > firstPage, let offset = ownOffset(of: page) {
      var counts = counts
      counts.begin(page - firstPage, at: offset)
      checkpoint.lead = counts.lead
    }
    checkpoint.found = configuration.isGuess ? nil : configuration.found
    checkpoint.isProved =
      checkpoint.found != nil && (configuration.isProved || cursor.tally.pages > 1)
    checkpoint.refusesOverlap = cursor.refusesOverlap
    if isInside, cursor.next == page + 1 {
      // The items of a page that will be requested again are no earlier ones.
      checkpoint.tally = reviewed(cursor.tallyBefore).with(doubts: cursor.tally.doubts)
      checkpoint.taken.joint = cursor.last?.joint
    } else if cursor.next == page {
      checkpoint.tally = tally
      checkpoint.recent = cursor.memory.stored(without: 0)
      checkpoint.target = cursor.last?.target ?? .nothing
      if let way = cursor.way, let end = cursor.endOffset, end > 0,
        cursor.tally.pages == 1 || cursor.last?.requested?.overlaps == true
      {
        checkpoint.exact = ExactPlace(way: way, end: end)
      }
    } else if page != openingPage {
      checkpoint.tally = Tally().broken
    }
    let doubts = checkpoint.tally.doubts + warnings.filter(\.isDoubtOfEnd)
    checkpoint.tally = checkpoint.tally.with(doubts: doubts)
    return checkpoint
  }

  /// The offset where a page begins, where that does not follow from its number.
  private func ownOffset(of page: Int) -> Int? {
    guard pager.kind == .offset else { return nil }
    if page == cursor.next, let offset = cursor.last?.resumesAt { return offset }
    if let place = visits[page]?.place { return place.offset }
    if let before = visits[page - 1]?.place { return before.offset + before.count }
    return openEnd(before: page)
  }

  /// True when only the first page has been delivered, and it is a guess what comes next.
  private var isFirstGuess: Bool {
    configuration.isGuess && cursor.tally.pages == 1 && cursor.next == openingPage + 1
      && cursor.hasNext != false
  }

  /// The end of the first page, where it is a guess what comes next: it will be found out with the
  /// first page, whose items are known.
  private func guessedCheckpoint() -> Checkpoint {
    var checkpoint = checkpoint(at: openingPage, .start, isInside: true)
    checkpoint.taken.items = visits[openingPage]?.count ?? 0
    checkpoint.taken.digests = cursor.memory.stored(without: 0)
    return checkpoint
  }

  /// The checkpoints inside a page, each after a number of its items.
  func checkpoints(within page: Page) -> @Sendable (Int) -> Checkpoint {
    if let place = visits[page.number]?.place, !isFirstGuess {
      if isNumberedExactly {
        let end = cursor.endOffset ?? 0
        let whole = numberedCheckpoint(at: end, left: 0)
        return { [self] taken in
          let left = taken < page.content.count ? page.received - page.received(upTo: taken) : 0
          return left == 0 ? whole : numberedCheckpoint(at: end - left, left: left)
        }
      }
      if pager.kind == .offset, isComputed { return checkpoints(within: page, place) }
    }
    var inside =
      isFirstGuess
      ? guessedCheckpoint()
      : checkpoint(at: page.number, visits.position(of: page.number) ?? opening, isInside: true)
    // It comes again with what it had in common with the page before.
    inside.tally = inside.tally.without(page.reading.overlap)
    let before = inside
    return { taken in
      var checkpoint = before
      checkpoint.taken.items = taken
      let digests = page.digests.prefix(page.received(upTo: taken))
      checkpoint.taken.digests = Array(digests.suffix(ItemMemory.storedMax))
      return checkpoint
    }
  }

  /// Those inside a page of an overlapping walk: the next page begins there.
  private func checkpoints(
    within page: Page, _ place: VisitedPages.Place
  ) -> @Sendable (Int) -> Checkpoint {
    let after = checkpoint(at: page.number + 1, .computed)
    let (start, ordinal) = (start(of: page.number), page.number + 1 - firstPage)
    return { [counts, memory = cursor.memory] taken in
      let left = taken < page.content.count ? page.received - page.received(upTo: taken) : 0
      var counts = counts
      counts.begin(ordinal, at: place.offset + place.count - left)
      var checkpoint = after
      checkpoint.start = min(start + taken, Checkpoint.startMax)
      checkpoint.lead = counts.lead
      checkpoint.tally = after.tally.without(left)
      checkpoint.recent = memory.stored(without: left)
      checkpoint.exact?.end -= left
      return checkpoint
    }
  }

  /// The checkpoint of an exact walk by page numbers: the page that holds an index, if pages have
  /// as many items as the first one, regardless of the requested size. `left`: the number of items
  /// of the last page that are not delivered yet.
  private func numberedCheckpoint(at end: Int, left: Int) -> Checkpoint {
    let (ordinal, taken) = max(0, end).quotientAndRemainder(dividingBy: exactSize)
    var checkpoint = checkpoint(at: cursor.next ?? openingPage, .computed)
    checkpoint.page = firstPage + ordinal
    checkpoint.start = ordinal * exactSize
    checkpoint.lead = 0
    let recent = cursor.memory.stored(without: left)
    // The items of a page that will be requested again are no earlier ones.
    checkpoint.tally = tally.without(left + taken).with(doubts: checkpoint.tally.doubts)
    checkpoint.taken =
      taken > 0 ? Checkpoint.Taken(items: taken, digests: recent, joint: .overlapped) : .init()
    checkpoint.recent = taken > 0 ? [] : recent
    checkpoint.target = .nothing
    checkpoint.exact?.end = end
    return checkpoint
  }

  /// The number of items on the API's own pages, where an exact walk has others.
  private var exactSize: Int { cursor.way?.size ?? grid.size }

  /// The portable token of a place; nil: of where paging continues.
  mutating func checkpointToken(_ place: Checkpoint? = nil) -> LazyValue<String> {
    let (checkpoint, secrets) = (place ?? checkpoint(), learn { $0.callerSecrets() })
    return LazyValue { checkpoint.text(secrets.value) }
  }

  /// The tokens of places inside a page, each after a number of its items.
  mutating func checkpointTokens(within page: Page) -> @Sendable (Int) -> LazyValue<String> {
    let (checkpoints, secrets) = (checkpoints(within: page), learn { $0.callerSecrets() })
    return { taken in LazyValue { checkpoints(taken).text(secrets.value) } }
  }

  /// Continues where a checkpoint says; nothing is loaded until the next load.
  mutating func resume(_ text: String) throws(SessionError) {
    let secrets = learn { $0.callerSecrets() }
    guard let checkpoint = Checkpoint(text, secrets.value) else {
      if let problem = Checkpoint.secretProblem(of: text) {
        throw .checkpointRejected(reason: problem)
      }
      throw .checkpointRejected(reason: "it is damaged or of another version")
    }
    guard checkpoint.request.value == configuration.requestFingerprint.value else {
      throw .checkpointRejected(
        reason: "it was made for another method, URL, body, pagination, page size or parameters")
    }
    guard checkpoint.isOrdinary(for: pager) else {
      throw .checkpointRejected(
        reason: "its next request has a method, headers or a body that the pagination does not set")
    }
    // Made before the first page came, it says no more than `open`.
    if text == self.checkpoint().text(secrets.value) { return }
    if let found = checkpoint.found, !takeUp(found) {
      throw .checkpointRejected(reason: "it is damaged or of another version")
    }
    resume(checkpoint)
  }

  /// Takes up what had been found until a checkpoint of another walk, where several pages have proved it:
  /// how a list goes on is not seen while it fits on one.
  mutating func takeFindings(of text: String) {
    let secrets = learn { $0.callerSecrets() }
    guard pager.kind == .auto, let earlier = Checkpoint(text, secrets.value),
      earlier.isOrdinary(for: pager), earlier.isProved, let found = earlier.found, adopt(found)
    else { return }
    learn { $0.noteProof() }
  }

  /// Takes up what was found. False: it makes no settings.
  private mutating func takeUp(_ found: JSONObject) -> Bool {
    if pager.kind == .auto { return adopt(found) }
    guard settings.findsItems, let path = found["itemsPath"]?.stringValue else { return true }
    return learn { $0.adopt(itemsPath: path, decode: found["decode"]?.stringValue) }
  }
}
