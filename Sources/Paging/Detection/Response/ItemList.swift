import JSON
import Pagination

/// The list of items of a response: found by names, by kind, by size and by what is next to it.
///
///     {"schemas": ["urn:..."], "totalResults": 5, "Resources": [{...}, {...}]}
///                                                     Resources
///     {"users": [...], "topic_list": {"more_topics_url": "...", "topics": [...]}}
///                                                     topic_list.topics
struct ItemList: Sendable {
  /// The list of items; nil if there is none, or if it is not where the caller says it is.
  let list: Envelope.List?
  /// True when only its kind suggests that the list holds the items.
  let isWeak: Bool
  /// True when the caller has said where the items are.
  let isGiven: Bool
  /// Other lists that could be the items as well.
  let rivals: [Envelope.List]

  /// True when another list could be the items that is much longer.
  var hasLongerRival: Bool { rivals.contains { ItemList.isLonger($0, than: count) } }

  /// True when a list outside of the object that holds this one is much longer, or this one is short, and
  /// the object is no envelope.
  var isInsidePart: Bool {
    guard let list, ItemList.isPart(list) else { return false }
    return rivals.contains {
      $0.keys.count < list.keys.count
        && (count < ItemList.longMin && list.name.means(.lists)
          || ItemList.isLonger($0, than: count))
    }
  }

  private static func isPart(_ list: Envelope.List) -> Bool {
    list.keys.dropLast().contains { !FieldName($0).mentions(.pagingParents) }
  }

  /// True when the URL's path names the list, or an object around it.
  private static func isByPath(_ list: Envelope.List, _ request: SentRequest) -> Bool {
    list.keys.map { FieldName($0) }.contains {
      request.resourceName?.match($0) != nil
        || !$0.flat.isEmpty && request.resources.contains($0.flat)
    }
  }

  /// True when a list is much longer than one of this many elements.
  private static func isLonger(_ list: Envelope.List, than count: Int) -> Bool {
    list.count >= longMin && list.count / timesLonger >= count
  }

  var count: Int { list?.count ?? 0 }
  var elements: [JSONSlice] { list?.elements ?? [] }

  /// The list that is known to be the items; nil: they are known to be in none.
  init(_ list: Envelope.List?) {
    self.list = list
    isWeak = false
    isGiven = true
    rivals = []
  }

  init(_ envelope: Envelope, _ request: SentRequest, given: JSONObject) {
    if let path = ItemList.givenPath(given) {
      self = ItemList(envelope.list(path.description))
      return
    }
    isGiven = false
    if envelope.document.omittedList(isXML: true) != nil {
      // Other lists of an empty feed are none of its entries.
      (list, rivals, isWeak) = (nil, [], false)
      return
    }
    let scored: [(list: Envelope.List, score: Double)] = envelope.lists.map { list in
      let rules = ItemList.rules(list, envelope, request)
      return (list, rules.reduce(0) { $1.row.applied(to: $0) })
    }
    var best: (list: Envelope.List, score: Double)?
    for candidate in scored where candidate.score > best?.score ?? ItemList.scoreMin {
      best = candidate
    }
    list = best.map { best in
      envelope.isErrorOfNone(best.list)
        ? Envelope.List(best.list.keys, at: best.list.path, best.list.slice, [], count: 0)
        : best.list
    }
    rivals = best.map { ItemList.rivals(of: $0.list, among: scored, envelope, request) } ?? []
    isWeak = (best?.score ?? 0) < ItemList.scoreStrong
  }

  /// True when a key path leads to the list or to an object around it.
  func isInside(_ parents: some Collection<String>) -> Bool {
    guard let keys = list?.keys else { return false }
    return keys.starts(with: parents)
  }

  /// True when the objects around a member can hold paging fields: objects with known names, or
  /// those around the items.
  func isInPagingObject(_ member: Envelope.Member) -> Bool {
    for depth in 0..<max(member.keys.count - 1, 0) {
      // XML as JSON has the attributes of an element in an object of their own.
      if isInside(member.keys[...depth]) || member.keys[depth] == "@attributes" { continue }
      let name = FieldName(member.keys[depth])
      guard member.keys[depth + 1] == "0" || name.isOfPaging else { return false }
    }
    return true
  }

  /// The lists of objects next to a list that was chosen only by its place or by the path's last
  /// name, with those that are empty where no total counts it. A list with a name like `data` holds the
  /// items, regardless of the lists next to it.
  ///
  ///     {"tracks": [], "seeds": [{"id": "a1"}]}     seeds, with tracks
  private static func rivals(
    of best: Envelope.List, among scored: [(list: Envelope.List, score: Double)],
    _ envelope: Envelope, _ request: SentRequest
  ) -> [Envelope.List] {
    if best.keys.isEmpty { return [] }
    let resource = request.resourceName
    let isOfPath = resource?.match(best.name) != nil
    let isKnown = best.name.means(.lists) || ProfileIndex.listPaths.contains(best.path)
    let around = best.keys.dropLast()
    let isGuess =
      !isOfPath && !isKnown && best.count > 0
      && !envelope.members(in: around).contains { envelope.isTotal($0, of: best.count) }
    return scored.filter { list, score in
      guard !isOther(list), list.isOfObjects else { return false }
      // {"orders": [], "users": {"data": [2 of them]}}
      if list.keys.count == 1, isPart(best), !isByPath(best, request),
        !ProfileIndex.listPaths.contains(best.path), !list.name.means(.listsOfReports)
      {
        return true
      }
      if list.count == 0, isGuess, list.keys.dropLast() == around {
        return !list.name.means(.listsOfReports)
      }
      guard list.path != best.path, list.count > 0,
        score >= scoreOfRivals || !isOfPath && envelope.hasNone(beside: list)
      else { return false }
      if isOfPath { return list.keys.count <= best.keys.count }
      if !isKnown || resource?.match(list.name) != nil { return true }
      // {"users": [50 of them], "groups": {"items": [2 of them], "next": null}}
      return list.keys.count < best.keys.count && isLonger(list, than: best.count) && isPart(best)
        || list.keys.count <= best.keys.count && list.name.means(.lists)
    }.map(\.list)
  }

  /// The fewest items of a list that is much longer than others, and how many times.
  private static let (longMin, timesLonger) = (10, 5)
  /// Lists below it are no rivals.
  private static let scoreOfRivals = 3.0
  /// A list with a lower score does not hold the items.
  private static let scoreMin = -2.0
  private static let scoreStrong = 2.5

  /// The path at which the caller says that the items are; nil: wherever detection finds them.
  static func givenPath(_ given: JSONObject) -> JSONPath? {
    let text =
      given["itemsPath"]?.stringValue
      ?? given["responseDescriptors"]?.arrayValue?.first?["keyPath"]?.stringValue
    return text == "@items" ? nil : text.flatMap { try? ListPlace($0) }?.path
  }

  /// Returns the rules for and against a list.
  static func rules(
    _ list: Envelope.List, _ envelope: Envelope, _ request: SentRequest
  ) -> [ListRule] {
    if list.keys.isEmpty { return [.body] }
    let name = list.name
    var rules = Array(repeating: ListRule.depth, count: list.keys.count - 1)
    let sample = list.elements.prefix(20)
    let others = envelope.lists.filter { $0.keys != list.keys && $0.count > list.count }
    let isBesideRows =
      list.count == 0 && !name.means(.surestLists)
      && !request.resources.contains(name.flat) && !ProfileIndex.listPaths.contains(list.path)
      && others.contains { $0.elements.first?.kind == .object && !isOther($0) }
    if list.count == 0 {
      if !isBesideRows { rules.append(.empty) }
    } else if list.isOfObjects {
      rules.append(.objects)
    } else if sample.allSatisfy({ $0.kind == .array }) {
      rules.append(.arrays)
    } else if sample.allSatisfy({ $0.kind == .string || $0.kind == .number }) {
      rules.append(.scalars)
    }
    let isNamed =
      name.means(.lists) || rules.last == .arrays && name.mentions(.lists)
      || isOfPlural(list)
    if isNamed, !isBesideRows { rules.append(.named) }
    if ProfileIndex.listPaths.contains(list.path) { rules.append(.profile) }
    switch request.resourceName?.match(name) {
    case .whole: rules.append(.resource)
    case .part: rules.append(.longerResource)
    case nil:
      if request.resources.contains(name.flat), !name.flat.isEmpty { rules.append(.outerResource) }
    }
    let isReport =
      name.means(.listsOfReports)
      && (list.count == 0 || envelope.isOneReport(list)
        ? envelope.lists.count > 1 : list.count == 1 && !others.isEmpty)
    let holdsOthers =
      isOther(list) && !isRows(list, envelope, request) && !isPlace(list, envelope)
      || envelope.attribute("@name", of: list.keys.dropLast())
        .map { FieldName($0).means(.headers) } == true  // <lst name="responseHeader">
    if isReport || holdsOthers || isBeside(list, envelope.lists) {
      rules.append(.otherList)
    }
    // {"rows": [], "groups": {"items": [{"id": 1}], "has_more": true}}: the items are rows
    let hasSurest = envelope.lists.contains { $0.keys.count == 1 && $0.name.means(.surestLists) }
    if hasSurest, isPart(list), !isByPath(list, request) { rules.append(.part) }
    if !isNamed, sample.contains(where: { isLink($0, envelope.document) }) {
      rules.append(.links)
    }
    if let rule = lengthRule(list, envelope, request) { rules.append(rule) }
    if !name.means(.lists), envelope.hasNone(beside: list) { rules.append(.countedNone) }
    let around = list.keys.dropLast()
    if list.count > 0, others.contains(where: { $0.keys.dropLast() == around }),
      envelope.members(in: around).contains(where: { envelope.isTotal($0, of: list.count) })
    {
      rules.append(.counted)
    }
    return rules
  }

  /// True for a list of a pager beside one of the same name, and for one of the same lists in all values
  /// of an object, where there is another list.
  ///
  ///     {"history": {"data": []}, "history.cursor": {"data": [[0, 137, 100]]}}     history.data
  ///     {"info": {"a": {"tags": []}, "b": {"tags": []}, "c": {"tags": []}}, "keys": ["a", "b", "c"]}
  private static func isBeside(_ list: Envelope.List, _ lists: [Envelope.List]) -> Bool {
    let keys = list.keys
    guard keys.count > 1, let key = keys.last else { return false }
    func isOfPager(_ list: Envelope.List) -> Bool {
      FieldName(list.keys[list.keys.count - 2]).mentions(.pagers)
    }
    let (alike, others) = (
      lists.filter { $0.keys.count == keys.count && $0.keys.last == key },
      lists.filter { $0.keys.last != key && $0.count > 0 && !isOther($0) }
    )
    if isOfPager(list), alike.contains(where: { !isOfPager($0) }) { return true }
    return !others.isEmpty
      && alike.count { $0.keys.dropLast(2).elementsEqual(keys.dropLast(2)) } > 2
  }

  /// True for rows in a list that is named like one of other things: a number beside them counts them, or
  /// they have ids, and the body has nothing else.
  ///
  ///     {"size": 20, "totalSize": 64, "Metadata": [20]}     {"status": "ok", "links": [{"id": 1}, ...]}
  private static func isRows(
    _ list: Envelope.List, _ envelope: Envelope, _ request: SentRequest
  ) -> Bool {
    let around = list.keys.dropLast()
    func isCounted(by isLength: (FieldName, Int) -> Bool) -> Bool {
      envelope.members(in: around).contains { member in
        envelope.count(member.slice).map { isLength(member.name, $0) } == true
      }
    }
    if list.count > 1, list.name.means(.descriptions),
      isCounted(by: { $0.states(.objectCount) && $1 >= list.count })
    {
      return true
    }
    if envelope.attribute("@type", of: around) == "array" { return true }
    guard envelope.isOnlyList(list) else { return false }
    if list.count == 1, list.name.means(.descriptions),
      isCounted(by: { $0.states(.objectCount) && $1 == 1 })
    {
      return true
    }
    // GET /aggregates   {"links": [{"rel": "self", "href": "..."}], "aggregations": [10 of them]}
    if list.isOfObjects, request.resources.first.map(list.name.isLike) == true { return true }
    guard envelope.haveIDs(list) else { return false }
    return isCounted { ($0.states(.objectCount) || $0.flat == "size") && $1 == list.count }
      || envelope.members.allSatisfy { member in
        !around.starts(with: member.keys.dropLast()) || list.keys.starts(with: member.keys)
          || envelope.isAside(member) && !envelope.isSentence(member)
      }
  }

  /// True for the elements of one with a sure name: `<hits><hit/><hit/></hits>`.
  private static func isOfPlural(_ list: Envelope.List) -> Bool {
    guard let around = list.keys.dropLast().last.map({ FieldName($0) }) else { return false }
    return around.means(.surestLists) && ResourceName(list.name.flat)?.match(around) == .whole
  }

  /// True for an empty list of items between links to other pages.
  ///
  ///     {"_links": {"firstPage": {...}, "next": null, "items": []}, "index": 0}
  private static func isPlace(_ list: Envelope.List, _ envelope: Envelope) -> Bool {
    list.count == 0 && list.name.means(.surestLists)
      && envelope.members(in: list.keys.dropLast()).contains {
        $0.name.has("next") || $0.name.words.first?.means(.edges) == true
      }
  }

  /// True when the names around a list say that it holds links, columns, numbers of pages or the
  /// like.
  static func isOther(_ list: Envelope.List) -> Bool {
    let around = list.keys.dropLast().map { FieldName($0) }
    return (around + [list.name]).contains { $0.means(.otherLists) }
      || !list.name.means(.lists)
        && around.contains {
          $0.mentions(.pagers) || $0.means(.headers) || $0.mentions(.descriptions)
        }
  }

  /// Rates a list by its length when something leads to another page, or the request names a size: the
  /// list that fills the page is likely the one that continues there.
  ///
  ///     {"rows": [[1, "a"], ... 100 of them], "suggested_facets": [{...}], "next": "100"}     rows
  private static func lengthRule(
    _ list: Envelope.List, _ envelope: Envelope, _ request: SentRequest
  ) -> ListRule? {
    let others = envelope.lists.filter { $0.keys != list.keys }.map(\.count)
    if !list.name.means(.lists), envelope.hasWholeSurest { return nil }
    if list.count > 2, list.count == request.size, others.allSatisfy({ $0 < list.count }) {
      return .longest
    }
    let around = list.keys.dropLast()
    let hasLinks =
      !around.isEmpty
      && envelope.members(in: around).contains {
        $0.slice.kind == .object && $0.name.flat == "links"
      }
    guard let next = others.max(), hasLinks || envelope.leadsOn else { return nil }
    if isLonger(list, than: next) { return .longest }
    return list.count > 2 && list.count / 2 >= next ? .longer : nil
  }

  /// `{"rel": "next", "href": "..."}`, or Laravel's `{"url": null, "label": "1", "active": false}`.
  fileprivate static func isLink(_ element: JSONSlice, _ document: JSONDocument) -> Bool {
    guard element.kind == .object, element.range.count <= 4_096 else { return false }
    let names = Set(document.members(of: element).prefix(16).compactMap { document.string($0.key) })
    return names.isDisjoint(with: ["properties", "entities"])
      && !names.isDisjoint(with: ["href", "url"])
      && (!names.isDisjoint(with: ["rel", "relation"])
        || names.isSuperset(of: ["label", "active"]))
  }
}

extension Envelope {
  /// True where a list with one of the surest names at the root has no items, or as many as a total says.
  ///
  ///     {"results": [], "available_filters": [12], "paging": {"total": 0, "offset": 0}}
  var hasWholeSurest: Bool {
    lists.contains { list in
      list.keys.count == 1 && list.name.means(.surestLists)
        && (list.count == 0
          || members.contains { $0.keys.count <= 2 && isTotal($0, of: list.count) })
    }
  }

  /// True for a list with elements beside an empty one and a total of 0: that one has the items.
  ///
  ///     GET /listings   {"listings": [], "listing_groups": [2], "total": 0}
  func hasNone(beside list: List) -> Bool {
    let around = list.keys.dropLast()
    return list.count > 0
      && members(in: around).contains { isTotal($0, of: 0) && $0.name.isOfWhole }
      && lists.contains {
        $0.count == 0 && $0.keys.dropLast() == around && !ItemList.isOther($0)
          && !$0.name.means(.listsOfReports)
      }
  }

  /// True where the list that the path names is null, and others are beside it.
  ///
  ///     GET /scans   {"folders": [{"id": 1}], "scans": null}
  func hasNullList(_ request: SentRequest) -> Bool {
    root.contains { member in
      member.slice.kind == .null && member.name.flat.hasSuffix("s")
        && request.resourceName?.match(member.name) == .whole
    }
  }

  /// True where the first element of a list is a link.
  func isOfLinks(_ list: List) -> Bool {
    list.elements.first.map { ItemList.isLink($0, document) } == true
  }

  /// True for the only list of a body that has a name of other things, but is no report.
  func isOnlyList(_ list: List) -> Bool {
    let names = list.keys.dropLast().map { FieldName($0) }
    return list.name.means(.otherLists) && !list.name.means(.reports)
      && !list.name.means(.listsOfReports)
      && !names.contains { $0.means(.otherLists) || $0.mentions(.pagers) || $0.means(.headers) }
      && lists.allSatisfy { other in
        other.keys == list.keys
          || other.name.means(.otherLists)
            && other.elements.allSatisfy { ItemList.isLink($0, document) }
      }
  }

  /// True when the elements of a list are objects with ids or names.
  func haveIDs(_ list: List) -> Bool {
    list.isOfObjects
      && Detector.identity(of: list.elements, in: document).map {
        FieldName($0.description).words.last?.means(.thingWords) == true
      } == true
  }

  /// True for a list of reports of one object that says how the request went, and nothing of a thing:
  /// `{"messages": [{"status": "no posts found", "category": "all"}]}`.
  func isOneReport(_ list: List) -> Bool {
    guard list.count == 1, list.isOfObjects, list.name.means(.listsOfReports),
      Detector.identity(of: list.elements, in: document) == nil
    else { return false }
    let own = document.named(in: list.elements[0], most: 20)
    return own.contains { _, name, value in
      value.range.count <= Envelope.reportBytesMax
        && (name.means(.reports) || name.means(.holdersOfReports))
        && document.string(value).map(OutcomeReports.isOutcome) == true
    }
      && own.allSatisfy { _, name, value in
        value.kind != .object && value.kind != .array
          && name.words.last?.means(.thingWords) != true
      }
  }

  /// A longer text is more than a report.
  private static let reportBytesMax = 100

  /// True for an error in the place of the items, where a total is 0.
  func isErrorOfNone(_ list: List) -> Bool {
    list.count == 1 && document.isErrorAlone(list.elements[0])
      && members.contains { isTotal($0, of: 0) }
  }

  /// The text of an attribute of the XML element at some keys.
  func attribute(_ name: String, of keys: ArraySlice<String>) -> String? {
    member(Envelope.path(keys + [name])).flatMap { text($0.slice) }
  }

  /// True for a report in words: `{"message": "Validation failed", "fields": [{"name": "email"}]}`.
  func isSentence(_ member: Member) -> Bool {
    member.name.means(.reports) && text(member.slice)?.contains(" ") == true
  }

  /// True for a member that says nothing of a thing: an empty one, a count, a report, what pages.
  func isAside(_ member: Member) -> Bool {
    let name = member.name
    switch member.slice.kind {
    case .null: return !name.means(.lists)
    case .string, .number:
      return ReadValue.json(document, member.slice).isNothing || name.isOfCount
        || name.means(.idle) || name.means(.reports) || name.means(.besideKinds)
        || name.flat != "id" && name.words.last?.means(.idleWords) == true
    case .object:
      return document.isEmptyObject(member.slice) || name.means(.holdersOfReports)
        || name.mentions(.pagers) || name.means(.otherLists)
    default: return true
    }
  }
}
