import JSON
import Pagination
import Text

/// Items that are no list: rows by their ids, and the only one.
extension Envelope {
  /// The fewest values that make rows of an object that nothing counts.
  private static let rowsMin = 3

  /// The object whose values are rows, as its keys or their ids show: lists that are in one of them
  /// are its own. Where no row has any, it is the only such object.
  ///
  ///     {"records": {"0": {"content": ["a"]}, "1": {"content": ["b"]}, "2": {...}}}     records.*
  ///     {"result": {"uids": ["17", ...], "17": {"authors": [...]}, ...}}                 result.*
  var objectOfRows: (keys: [String], object: JSONSlice)? {
    var seen: Set<[String]> = []
    for list in lists {
      for depth in list.keys.indices.dropLast() {
        let keys = Array(list.keys[..<depth])
        guard seen.insert(keys).inserted, let object = depth == 0 ? document.root : value(at: keys)
        else { continue }
        if hasRows(object, keys.last, isNamed: list.name.means(.lists)) {
          return (keys, object)
        }
      }
    }
    let places = lists.allSatisfy { $0.name.means(.otherLists) } ? placesOfRows : []
    guard let place = places.first, places.allSatisfy({ $0.keys.starts(with: place.keys) })
    else { return nil }
    return (place.keys, place.slice)
  }

  /// The object whose keys are the numbers of rows, beside counts.
  ///
  ///     {"contractors": {"0": {...}, "1": {...}, "parameters": {"page": "1", "total": "34"}}}
  var objectOfNumberedRows: (keys: [String], object: JSONSlice, rows: [JSONSlice])? {
    let first = members.first { ["0", "1"].contains($0.key) && $0.slice.kind == .object }
    guard let keys = first.map({ Array($0.keys.dropLast()) }), keys.count < 3,
      let object = keys.isEmpty ? document.root : value(at: keys),
      let rows = document.numberedValues(of: object), !rows.isEmpty,
      rows.allSatisfy({ $0.kind == .object }), document.areAlike(rows)
    else { return nil }
    let beside = members.filter { member in
      member.keys.count > keys.count && member.keys.starts(with: keys)
        && Int(member.keys[keys.count]) == nil
    }
    let isCounted = beside.contains { member in
      count(member.slice) != nil
        && (member.name.states(.pageCount) || member.name.states(.objectCount))
    }
    return isCounted && beside.allSatisfy { $0.slice.kind != .array }
      ? (keys, object, rows) : nil
  }

  /// The objects whose values are rows, outer ones first.
  var placesOfRows: [Member] { members.filter { hasRows($0.slice, $0.key, isNamed: false) } }

  private func value(at keys: [String]) -> JSONSlice? { member(Envelope.path(keys))?.slice }

  /// `isNamed`: a list inside has a name of items, so that the rows may be groups of these.
  private func hasRows(_ object: JSONSlice, _ key: String?, isNamed: Bool) -> Bool {
    let name = FieldName(key ?? "")
    guard object.kind == .object, name.flat != "continue", !name.means(.otherLists) else {
      return false
    }
    let members = document.members(of: object)
    let rows = members.filter { $0.value.kind == .object }
    let keys = rows.compactMap { document.string($0.key) }
    let ids = Detector.identity(of: rows.map(\.value), in: document)
    let isKeyed =
      ids.map { path in
        rows.map { document.resolve(path, from: $0.value).flatMap(document.string) } == keys
      } ?? false || isNumbered(rows.map(\.value), by: keys)
    guard isKeyed || rows.count >= Envelope.rowsMin || !isNamed && isOfIDs(rows.map(\.value), keys),
      members.count - rows.count <= 1,
      document.areAlike(rows.map(\.value))
    else { return false }
    if let other = members.first(where: { $0.value.kind != .object }) {
      return other.value.kind == .array
        && document.firstElement(of: other.value).flatMap(document.string)
          .map(keys.contains) == true
    }
    return isKeyed || keys.allSatisfy { Int($0) != nil } || !isNamed && ids != nil
  }

  /// True for a row or two under ids or numbers: each has an id, or more than lists.
  ///
  ///     {"result": {"0d3f-…": {"id": "u1", "groups": ["a", "b"]}}}
  private func isOfIDs(_ rows: [JSONSlice], _ keys: [String]) -> Bool {
    !rows.isEmpty && keys.count == rows.count && keys.allSatisfy(Envelope.isID)
      && rows.allSatisfy { row in
        document.named(in: row).contains { _, name, value in
          (value.kind == .string || value.kind == .number)
            && name.words.last?.means(.thingWords) == true
        }
      }
  }

  /// True for a key that is a number or a UUID.
  static func isID(_ key: String) -> Bool {
    let bytes = key.utf8
    return Int(key) != nil
      || bytes.count >= uuidBytesMin && bytes.contains(where: ASCII.isDigit)
        && bytes.allSatisfy { ASCII.isDigit($0) || $0 == 0x2D || (0x61...0x66).contains($0 | 0x20) }
  }

  /// The bytes of a UUID without hyphens.
  private static let uuidBytesMin = 32

  /// True when the keys are numbers, and a member of the rows has them; rows that are missing lack it.
  ///
  ///     {"query": {"pages": {"65": {"pageid": 65}, "-1": {"title": "Nope", "missing": ""}}}}
  private func isNumbered(_ rows: [JSONSlice], by keys: [String]) -> Bool {
    guard !rows.isEmpty, keys.count == rows.count, keys.allSatisfy({ Int($0) != nil }) else {
      return false
    }
    return rows.prefix(2).flatMap { document.named(in: $0, most: 20) }.contains { member in
      let values = rows.map { document.member(member.key, of: $0) }
      return values.contains { $0 != nil }
        && zip(values, keys).allSatisfy { value, key in
          value.map { document.text($0) == key } ?? true
        }
    }
  }

  /// The only item, where others are a list: a total says that it is one, and it has an id.
  ///
  ///     {"total": 1, "items": {"id": 7, "tags": ["a", "b"]}}
  var listOfOne: Member? {
    let totals = members.filter { member in
      !member.name.means(.weakCounts) && count(member.slice) == 1
        && (member.name.means(.objectCount)
          || member.name.words.suffix(2).joined().means(.objectCount))
    }
    guard !totals.isEmpty else { return nil }
    if let one = elementOfOne(totals) { return one }
    let one = members.first { one in
      one.slice.kind == .object && one.keys.count <= 3 && one.name.means(.lists)
        && !totals.contains { $0.keys.starts(with: one.keys) }
        && lists.allSatisfy { list in
          list.keys.starts(with: one.keys)
            || list.name.means(.otherLists)
        }
        && Detector.identity(of: [one.slice], in: document) != nil
    }
    // {"items": {"item": {"id": 7}}}
    guard let one else { return nil }
    let inner = document.named(in: one.slice)
    guard inner.count == 1, inner[0].value.kind == .object else { return one }
    return member(Envelope.path(one.keys + [inner[0].key])) ?? one
  }

  /// The only element with others inside of one that has the total as an attribute, where its lists are
  /// its own, and it is more than a place of them.
  ///
  ///     <set numFound="1"><doc><id>7</id><author>A</author><author>B</author></doc></set>
  private func elementOfOne(_ totals: [Member]) -> Member? {
    for total in totals where total.key.hasPrefix("@") {
      let around = total.keys.dropLast()
      let inside: [Member] = members(in: around).filter {
        $0.slice.kind == .object && !$0.name.means(.otherLists) && !$0.name.means(.headers)
      }
      guard inside.count == 1, !inside[0].name.mentions(.pagingParents),
        members(in: inside[0].keys[...]).count(where: { !$0.key.hasPrefix("@") }) > 1,
        lists.allSatisfy({ list in
          !list.keys.starts(with: around)
            || list.keys.starts(with: inside[0].keys) && !list.name.means(.lists)
        })
      else { continue }
      return inside[0]
    }
    return nil
  }
}
