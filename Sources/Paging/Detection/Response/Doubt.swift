import JSON
import Pagination
import Text

/// Bodies that do not show whether what is taken for an item is one.
extension FirstPage {
  /// True when what is taken for the items may be none, or hold them.
  func isDoubtful(at path: String?) -> Bool {
    if items.isGiven { return false }
    if path == "", envelope.document.root.kind == .object { return isDoubtfulItem }
    guard let list = items.list else { return false }
    return isOfOneRow(list) || isWrapper(list)
      || items.isInsidePart && request.resourceName?.match(list.name) == nil
      || isBesideNone(list)
      || (list.count == 0 ? isInsideOfRow(list) : isMixed(list) || isListedReport(list))
  }

  /// True when the elements of the list that was found are not of one kind.
  var hasMixedItems: Bool { !items.isGiven && items.list.map(isMixed) == true }

  /// True for a list beside something else in one list: `{"result": ["17", ["a", "b"]]}`,
  /// `[[137], [[1, "a"], [2, "b"]]]`.
  private func isMixed(_ list: Envelope.List) -> Bool {
    let elements = list.elements.prefix(20)
    let rows = elements.filter { $0.kind == .array }
    let kinds = Set(elements.map(\.kind))
    if list.count == 2, kinds.count == 2, !kinds.contains(.object), !kinds.contains(.array) {
      return true  // ["17", null], [false, "no such key"]
    }
    if kinds == [.number, .object], elements.dropFirst().allSatisfy({ $0.kind == .object }) {
      return true  // [137, {"id": 1}, {"id": 2}]
    }
    let cells = rows.compactMap { envelope.document.firstElement(of: $0)?.kind }
      .filter { $0 != .null }.map { $0 == .array || $0 == .object }
    return !rows.isEmpty && (rows.count < elements.count || Set(cells).count > 1)
  }

  /// True for the only item where it holds a list as long as pages are, and no total counts it: that one
  /// may be the list.
  ///
  ///     {"results": [{"statement_id": 0, "series": [{"columns": ["a"], "values": [[1], [2], ...]}]}]}
  private func isWrapper(_ list: Envelope.List) -> Bool {
    list.count == 1 && holdsRows(list.elements[0], depth: FirstPage.wrappersMax)
      && !members.contains { $0.name.states(.objectCount) && envelope.count($0.slice) == 1 }
  }

  private func holdsRows(_ value: JSONSlice, depth: Int) -> Bool {
    let document = envelope.document
    if value.kind == .object {
      return document.members(of: value).prefix(20).contains { holdsRows($0.value, depth: depth) }
    }
    guard value.kind == .array, depth > 0 else { return false }
    let (first, count) = document.elements(of: value, most: 1)
    guard let row = first.first, row.kind == .object || row.kind == .array else { return false }
    return count >= FirstPage.recordsMin || count == 1 && holdsRows(row, depth: depth - 1)
  }

  /// The most lists of one element that are looked into.
  private static let wrappersMax = 3

  /// True for the list of one of several objects that have one of that name each, and one shape:
  /// `{"response": {"T1": {"name": "A", "workers": ["w"]}, "T2": {...}, "T3": {...}}}`.
  private func isOfOneRow(_ list: Envelope.List) -> Bool {
    guard list.keys.count > 1, !list.name.means(.lists) else { return false }
    let place = Array(list.keys.dropLast(2))
    let outer = place.isEmpty ? nil : envelope.member(Envelope.path(place))?.slice
    let object = outer ?? envelope.document.root
    return hasRecords(object, atLeast: Envelope.isID(list.keys[place.count]) ? 1 : 3)
  }

  /// True when all members of an object, and not fewer than these, are objects of one shape.
  private func hasRecords(_ object: JSONSlice, atLeast least: Int) -> Bool {
    envelope.document.objectOfItems(object).map { $0 >= least } == true
  }

  /// True for an empty list that a row may have, and nothing counts:
  /// `{"hosts": {"h1": {"address": "a", "tags": []}}}`.
  private func isInsideOfRow(_ list: Envelope.List) -> Bool {
    let beside = envelope.members(in: list.keys.dropLast()).filter { $0.path != list.path }
    return list.keys.count > 2 && !list.name.means(.lists)
      && request.resourceName?.match(list.name) == nil
      && !beside.contains { $0.name.states(.objectCount) }
      && beside.contains { $0.slice.kind != .object && !isAside($0) }
  }

  private var isDoubtfulItem: Bool {
    isOfItemsByID || isEmptyEnvelope || isXML && isLoneElement || hasErrorText
      || envelope.lists.allSatisfy { $0.count == 0 && $0.name.means(.otherLists) }
        && !envelope.placesOfRows.isEmpty
      || members.contains { $0.key == "0" && $0.slice.kind == .object }
      || hasRecords(envelope.document.root, atLeast: FirstPage.recordsMin)
      || members.contains { hasRecords($0.slice, atLeast: FirstPage.recordsMin) }
      || isOfNothingAsked || envelope.lists.contains(where: isListAskedFor)
      || envelope.lists.contains { $0.count > 0 && isCounted($0) }
      || envelope.member("id") == nil && mayHideList
  }

  /// True for a body that reports that nothing was found, or nothing but reports, or has a long list that is
  /// named like one of other things.
  private var mayHideList: Bool {
    let isThing = envelope.root.contains { $0.slice.kind != .object && !envelope.isAside($0) }
    return !isThing && view(of: nil).outcome?.sayNothingIsThere == true
      || envelope.root.allSatisfy { $0.slice.kind == .object && $0.name.means(.reports) }
      || envelope.root.allSatisfy(envelope.isAside)
        && envelope.lists.contains {
          envelope.isOnlyList($0) && !envelope.isOfLinks($0)
            || $0.name.means(.listsOfReports) && $0.count > 0
        }
      || envelope.lists.contains { list in
        list.count >= FirstPage.recordsMin && envelope.isOnlyList(list) && envelope.haveIDs(list)
      }
  }

  /// True for a list that nothing names, where a total is 0, the list that the path names is null, or a report
  /// says in words that nothing was found or that the request failed.
  ///
  ///     {"message": "No results found", "subscription": [{"plan": "A"}]}
  private func isBesideNone(_ list: Envelope.List) -> Bool {
    guard list.count > 0, !list.keys.isEmpty else { return false }
    let isCountedNone = members.contains {
      envelope.isTotal($0, of: 0) && $0.name.isOfWhole && items.isInPagingObject($0)
    }
    if isCountedNone { return true }
    guard !list.name.means(.lists), request.resourceName?.match(list.name) == nil else {
      return false
    }
    let view = view(of: nil)
    return envelope.hasNullList(request) || view.outcome?.sayNothingIsThere == true
      || view.reportedFailure?.value.stringValue?.contains(" ") == true
  }

  /// The fewest objects of one shape that are records, whatever their names.
  private static let recordsMin = 10

  /// `GET /kernelspecs`, `{"default": "python3", "kernelspecs": {}}`
  private var isOfNothingAsked: Bool {
    envelope.root.contains { member in
      member.key.hasSuffix("s") && envelope.document.isEmptyObject(member.slice)
        && request.resources.first == member.name.flat
    }
  }

  /// `GET /getHierarchyDown`, `{"author": "Gray", "hierarchyList": []}`
  private func isListAskedFor(_ list: Envelope.List) -> Bool {
    list.count == 0 && list.name.words.count > 1 && list.name.words.last?.means(.lists) == true
      && request.mentions(FieldName(list.name.words.dropLast().joined()))
  }

  /// `{"1": {"id": 1, "n": "a"}, "2": {"id": 2, "n": "b"}}`
  private var isOfItemsByID: Bool {
    ListHint(envelope) != nil && envelope.document.isOfItemsByID(envelope.document.root)
  }

  /// The object or the element that was asked for, or has a name of lists, and in which there is nothing.
  ///
  ///     GET /rest/getAlbumList2    {"subsonic-response": {"albumList2": {}, "status": "ok"}}
  ///     <sparql><head/><results/></sparql>
  ///     GET /status?query=hostlist    {"result": {"user": "u"}, "data": {"hostlist": {}}}
  var emptyPlace: Envelope.Member? {
    if let asked = members.first(where: isAskedFor) { return asked }
    guard saysNothing else { return nil }
    return members.first { member in
      isEmpty(member) && (isXML && member.name.means(.lists) || request.mentions(member.name))
    }
  }

  /// True for a place in which there is nothing, and which bears the very name that a parameter or the
  /// path's end asks for: no thing is beside it, or it is an element in the plural.
  private func isAskedFor(_ member: Envelope.Member) -> Bool {
    guard isEmpty(member) else { return false }
    let isOfPath = request.resourceName?.match(member.name) == .whole
    if isXML, isOfPath, member.name.flat.hasSuffix("s") { return true }
    let isNamed = request.members.contains { FieldName($0.value).flat == member.name.flat }
    return (isOfPath || isNamed) && !member.name.flat.isEmpty
      && (envelope.root + envelope.members(in: member.keys.dropLast())).allSatisfy {
        $0.key != "id" && ($0.slice.kind == .object || isAside($0))
      }
  }

  /// True when a place in which there is nothing, or a count of 0, is all that the body has.
  private var isEmptyEnvelope: Bool {
    saysNothing
      && members.contains { member in
        isEmpty(member) || member.name.states(.objectCount) && envelope.count(member.slice) == 0
      }
  }

  /// True when no member says anything of a thing.
  private var saysNothing: Bool {
    members.allSatisfy { $0.key != "id" && ($0.slice.kind == .object || isAside($0)) }
  }

  /// True when all that the body has is one element with others inside: it may be a list of one.
  private var isLoneElement: Bool {
    let root = envelope.root.filter { member in
      member.slice.kind == .object ? !member.name.mentions(.pagingParents) : !isAside(member)
    }
    return root.count <= 1 && root.allSatisfy { $0.slice.kind == .object }
  }

  /// `{"result": {"type_code": 2, "message": "Error: no such file"}, "data": {}}`
  private var hasErrorText: Bool {
    members.contains { member in
      member.keys.count > 1 && member.name.means(.reports)
        && envelope.text(member.slice)?.lowercased().hasPrefix("error") == true
    }
  }

  private func isEmpty(_ member: Envelope.Member) -> Bool {
    envelope.document.isEmptyObject(member.slice) || isXML && member.slice.kind == .null
  }

  private func isAside(_ member: Envelope.Member) -> Bool {
    isIdle(member) || isAttribute(member)
  }

  /// True for an attribute of an XML element.
  func isAttribute(_ member: Envelope.Member) -> Bool { isXML && member.key.hasPrefix("@") }
}

extension SentRequest {
  /// True when the path's last name, or a parameter's value, has a name in it.
  fileprivate func mentions(_ name: FieldName) -> Bool {
    let asked = [path.split(separator: "/").last.map(String.init) ?? ""] + members.map(\.value)
    return name.flat.utf8.count > 3 && asked.contains { FieldName($0).flat.contains(name.flat) }
  }
}
