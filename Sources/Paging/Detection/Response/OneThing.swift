import JSON
import Pagination
import Text

/// Bodies that are one thing, whose lists are parts of it.
extension FirstPage {
  /// True when a list is a part of the thing that was asked for: of a resource of JSON:API, of one
  /// whose id the URL ends with, or, if it is empty, of one with an id and other parts.
  ///
  ///     GET /works/7   {"work_id": 7, "title": "A", "realms": [{...}], "threats": [{...}]}
  func isPart(_ list: Envelope.List) -> Bool {
    if isResource || isAskedForByID, links.isEmpty { return true }
    let match = request.resourceName?.match(list.name)
    guard list.count == 0 || !list.name.means(.lists),
      match == nil || list.count == 0 && match == .part, links.isEmpty, flag == nil,
      position == nil,
      !signs(3).contains(where: isCount)
    else { return false }
    let isInside = list.keys.count > 1 && !list.name.means(.surestLists)
    if list.count == 0, items.isWeak || match == .part || isInside,
      list.keys.indices.contains(where: { hasID(list.keys[..<$0]) })
    {
      return true
    }
    return isAskedFor && (list.count > 0 ? hasScalars : hasParts([]))
  }

  /// True when what has a list is a list itself, although it has an id and a title, and is not what the
  /// URL names: the list's name says so, and its elements have ids, or something leads on or counts.
  ///
  ///     {"feed": {"id": "u", "title": "News", "entry": [{"id": "1"}, {"id": "2"}]}}
  ///     {"id": "u", "name": "News", "total": 2, "stories": [{"id": "1"}, {"id": "2"}]}
  ///     GET /users   {"id": "u", "name": "All", "users": [{"id": "1"}, {"id": "2"}]}
  var hasListByName: Bool {
    guard let list = items.list, !isAskedFor else { return false }
    if list.keys.count == 1, list.name.flat.hasSuffix("s"),
      request.resourceName?.match(list.name) == .whole
    {
      return list.elements.allSatisfy { $0.kind == .object }
    }
    guard list.count > (isXML ? 0 : 1), list.name.means(.lists) || isCounted(list) else {
      return false
    }
    return Detector.identity(of: list.elements, in: envelope.document) != nil
      || !links.isEmpty || signs(3).contains(where: isCount)
  }

  /// True when the number of a page and a total that is the length of the list are beside it.
  ///
  ///     {"id": 95, "name": "Business", "total": 1, "page_number": 1, "podcasts": [1]}
  var hasNumberedList: Bool {
    guard let list = items.list, list.keys.count == 1, list.name.flat.hasSuffix("s"), !isAskedFor
    else { return false }
    return envelope.root.contains { envelope.isTotal($0, of: list.count) }
      && envelope.root.contains { $0.name.states(.currentPage) && isCount($0) }
  }

  /// True when the body has items and leads to more of them: by a link with the request's own path, by
  /// a token, or by numbers of pages. A link to another path leads to another thing.
  ///
  ///     GET /folder     {"id": "f", "title": "F", "members": [...], "batching": {"next": "/folder?start=25"}}
  var leadsOnItself: Bool {
    guard let list = items.list, list.count > 0 else { return false }
    let path = URLReference(requestURL).path
    let isLinked = links.contains { link in
      guard let reference = link.reference else { return false }
      return !reference.query.isEmpty && (reference.path.isEmpty || reference.path == path)
    }
    if isLinked { return true }
    let signs = signs(2)
    let isNumbered = signs.contains { $0.name.means(.currentPage) }
    return signs.contains { member in
      let isToken = member.name.words.first == "next" && member.name.words.count > 1
      return isToken && TokenRules.namesToken(member)
        && TokenRules(subject: self).token(member)?.isEmpty == false
        || isNumbered && member.name.means(.pageCount)
          && envelope.count(member.slice) ?? 0 > 1
    }
  }

  /// True when a list is empty, and nothing around it is a part of a thing: the page has no items.
  ///
  ///     {"head": {"vars": ["a"]}, "results": {"bindings": []}}     {"user": {"id": 1}, "posts": []}
  func isWithoutItems(_ list: Envelope.List) -> Bool {
    let parts = list.keys.indices.flatMap { depth in
      envelope.members(in: list.keys[..<depth]).filter {
        $0.key != list.keys[depth] && !isIdle($0)
      }
    }
    // {"key": "/love", "name": "love", "work_count": 0, "works": []}
    let counted = ResourceName(list.keys.last ?? "")
    let isCounted = envelope.members.contains { member in
      member.name.words.last == "count" && envelope.count(member.slice) == 0
        && counted?.match(FieldName(member.name.words.dropLast().joined(separator: "_"))) == .whole
    }
    if isCounted, envelope.lists.count == 1 { return true }
    // {"name": "library/a", "tags": []}
    let isOnlyNamed = envelope.lists.count == 1 && list.keys.count == 1
    return parts.isEmpty || isOnlyNamed && parts.count == 1 && envelope.member("id") == nil
  }

  /// A total of 0 in a body without a list: nothing has an id or a name, and other counts are beside it.
  ///
  ///     {"jsonrpc": "2.0", "id": 1, "result": {"limits": {"start": 0, "end": 0, "total": 0}}}
  ///     {"MediaContainer": {"size": 0, "totalSize": 0}}
  var totalOfNone: Envelope.Member? {
    guard items.list == nil, !items.isGiven, !members.contains(where: callsThing) else {
      return nil
    }
    return members.first { member in
      guard member.keys.count > 1, envelope.count(member.slice) == 0 else { return false }
      let beside = envelope.members(in: member.keys.dropLast()).filter { $0.path != member.path }
      // {"NUMBER": 0, "RESULT_INF": {"FROM_NUMBER": 1, "TO_NUMBER": 0}}
      if member.name.flat == "number" {
        return !beside.isEmpty && beside.allSatisfy { $0.slice.kind == .object }
      }
      guard member.name.states(.objectCount), !member.name.means(.weakCounts) else { return false }
      return beside.contains { other in
        other.name.isOfCount && envelope.count(other.slice) != nil
          && (member.name.flat != "total" || !other.name.means(.weakCounts))
      }
    }
  }

  /// True for a member by which a thing is called; the id of JSON-RPC calls none.
  private func callsThing(_ member: Envelope.Member) -> Bool {
    isScalar(member) && member.name.means(.thingWords) && envelope.count(member.slice) != 0
      && !(member.keys == ["id"] && envelope.member("jsonrpc") != nil)
  }

  /// True for a list of OAI-PMH that goes on nowhere: it would have a `resumptionToken`.
  var isWholeHarvest: Bool {
    guard isXML, let list = items.list, list.count > 0, list.keys.first?.hasPrefix("List") == true,
      envelope.member("responseDate") != nil, envelope.member("request") != nil
    else { return false }
    return !envelope.members.contains { $0.name.flat == "resumptiontoken" }
  }

  /// True when a member is nothing that a thing has: empty, a count, a date, a report of the request.
  func isIdle(_ member: Envelope.Member) -> Bool {
    switch member.slice.kind {
    case .object, .array:
      return envelope.lists.allSatisfy {
        $0.count == 0 || !$0.keys.starts(with: member.keys) || ItemList.isOther($0)
          || envelope.isOneReport($0)
      }
    case .string, .number:
      let (name, value) = (member.name, text(member) ?? "")
      return value.isEmpty || value == "0" || name.means(.idle) || name.means(.reports)
        || name.words.last?.means(.idleWords) == true || name.means(.besideReports)
        || name.isOfCount || DateReader.read(value.utf8.span) != nil
    default: return true
    }
  }

  /// True when a total at the root is the length of a list of objects there.
  func isCounted(_ list: Envelope.List) -> Bool {
    list.keys.count == 1 && list.elements.first?.kind == .object
      && envelope.root.contains { envelope.isTotal($0, of: list.count) }
  }

  private func isCount(_ member: Envelope.Member) -> Bool {
    !member.name.means(.weakCounts) && member.name.isOfCount && envelope.count(member.slice) != nil
  }

  /// `{"data": {"type": "works", "id": "7", "relationships": {...}}}`
  private var isResource: Bool {
    envelope.member("data.type")?.slice.kind == .string && envelope.member("data.id") != nil
      && ["attributes", "relationships"].contains {
        envelope.member("data." + $0)?.slice.kind == .object
      }
  }

  /// True when the object at a key path has an id, and a name, several texts and numbers, or lists that
  /// are not empty.
  private func hasID(_ keys: ArraySlice<String>) -> Bool {
    let own = envelope.members(in: keys)
    let ownID = FieldName(keys.last ?? "").flat + "id"
    return own.contains { $0.key == "id" || $0.name.flat == ownID && isScalar($0) }
      && (own.contains { $0.name.means(.documentMembers) }
        || own.count(where: isScalar) >= FirstPage.scalarsMin - 1 || hasParts(keys))
  }

  private func hasParts(_ keys: ArraySlice<String>) -> Bool {
    envelope.lists.contains {
      $0.count > 0 && $0.keys.starts(with: keys) && !$0.name.means(.otherLists)
    }
  }

  /// True when the URL's path ends with the body's own id, and nothing counts or leads on.
  private var isAskedForByID: Bool {
    guard let id = envelope.member("id").flatMap(text),
      let asked = request.path.split(separator: "/").last, PercentCoding.decode(String(asked)) == id
    else { return false }
    return envelope.members.count { $0.keys.count == 1 && $0.slice.kind != .array } > 2
      && flag == nil && position == nil && !signs(3).contains(where: isCount)
  }

  /// True when the URL's path ends with an id of the body, or of the only object in it.
  private var isAskedFor: Bool {
    let parts = request.path.split(separator: "/").suffix(2).map {
      PercentCoding.decode(String($0))
    }
    guard let asked = parts.last else { return false }
    let kind = parts.count > 1 ? ResourceName(parts[0]) : nil
    return envelope.members.contains { member in
      member.keys.count <= 2
        && (member.name.flat.hasSuffix("id") || kind?.match(member.name) == .whole
          || member.name.means(.documentMembers))
        && text(member) == asked
    }
      || envelope.lists.contains { list in
        list.keys.count <= 2 && list.elements.contains { envelope.document.string($0) == asked }
      }
  }

  private func isScalar(_ member: Envelope.Member) -> Bool {
    member.slice.kind == .string || member.slice.kind == .number
  }

  private func text(_ member: Envelope.Member) -> String? {
    member.slice.kind == .number
      ? envelope.document.text(member.slice) : envelope.text(member.slice)
  }

  /// True when the body, or the only object in it, has a name or several texts and numbers.
  private var hasScalars: Bool {
    let own = envelope.members.filter { $0.keys.count <= 2 && isScalar($0) }
    return own.count >= FirstPage.scalarsMin
      || own.contains { $0.name.means(.documentMembers) }
  }

  /// The fewest texts and numbers of a thing without a name.
  private static let scalarsMin = 5
}
