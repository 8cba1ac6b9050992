import Text

/// The path to the items of a body, which need not be a list yet.
///
/// | text | body | items |
/// | --- | --- | --- |
/// | `data.items` | `{"data": {"items": [1, 2]}}` | 1, 2 |
/// | `items.*` | `{"items": {"a": {"n": 1}, "b": {"n": 2}}}` | `{"n": 1}`, `{"n": 2}` |
/// | `items.#` | `{"items": {"0": {"n": 1}, "1": {"n": 2}, "total": 2}}` | `{"n": 1}`, `{"n": 2}` |
/// | `rows@columns` | `{"columns": ["n"], "rows": [[1], [2]]}` | `{"n":1}`, `{"n":2}` |
package struct ListPlace: Sendable {
  private enum Form: Sendable {
    case list
    case values
    case numbered
    case rows(columns: JSONPath)
  }

  /// The key path of the list, once the body has one.
  package let path: JSONPath
  private let form: Form

  package init(_ text: String) throws(JSONPathError) {
    if ["*", "#"].contains(text) || text.hasSuffix(".*") || text.hasSuffix(".#") {
      path = try JSONPath(String(text.dropLast(text.utf8.count == 1 ? 1 : 2)))
      form = text.hasSuffix("*") ? .values : .numbered
    } else if let sign = text.lastIndex(of: "@"), sign > text.startIndex,
      text[..<sign].last != ".", !text.hasPrefix("/")
    {
      path = try JSONPath(String(text[..<sign]))
      form = .rows(columns: try JSONPath(String(text[text.index(after: sign)...])))
    } else {
      path = try JSONPath(text)
      form = .list
    }
  }

  /// The list would take more than the bytes that are allowed: of two columns with long names, each
  /// row of `[1,2]` has these.
  package struct TooLarge: Error {}

  /// The body with a list at the path; nil where it is to stay as it is. `wrapsOne`: a single value
  /// is a list of one.
  package func listed(
    _ body: [UInt8], wrapsOne: Bool = false, bytesMax: Int = JSONDocument.bytesMax
  ) throws(TooLarge) -> [UInt8]? {
    if case .list = form, !wrapsOne || path == .root { return nil }
    guard let document = try? JSONDocument(body),
      let place = document.resolve(path, from: document.root)
    else { return nil }
    var list: [UInt8] = []
    list.reserveCapacity(body.count + 2)
    list += body[..<place.range.lowerBound]
    list.append(ASCII.leftBracket)
    switch form {
    case .list:
      guard place.kind != .array, place.kind != .null else { return nil }
      list += body[place.range]
    case .values:
      guard place.kind == .object else { return nil }
      ListPlace.append(valuesOf: place, document, to: &list)
    case .numbered:
      guard let values = document.numberedValues(of: place),
        !values.isEmpty || document.hasOnlyCounts(place)
      else { return nil }
      for (index, value) in values.enumerated() {
        if index > 0 { list.append(ASCII.comma) }
        list += body[value.range]
      }
    case .rows(let columns):
      guard place.kind == .array, let names = document.resolve(columns, from: document.root),
        names.kind == .array
      else { return nil }
      try ListPlace.append(
        rows: place, document.elements(of: names).map { ListPlace.name($0, document) }, document,
        to: &list, bytesMax)
    }
    list.append(ASCII.rightBracket)
    list += body[place.range.upperBound...]
    return list
  }

  /// The body with the object of items at a list's path replaced by a list; nil if there is no such
  /// object.
  package func listedByID(_ body: [UInt8]) -> [UInt8]? {
    guard case .list = form, !path.components.isEmpty, let document = try? JSONDocument(body),
      let place = document.resolve(path, from: document.root),
      document.objectOfItems(place) != nil, let values = try? ListPlace("\(path).*")
    else { return nil }
    return try? values.listed(body)
  }

  /// Appends the values of an object; those that are objects, where there are any, with their keys as
  /// `_key` where they have no id.
  private static func append(
    valuesOf object: JSONSlice, _ document: JSONDocument, to list: inout [UInt8]
  ) {
    var first: [(key: JSONSlice, value: JSONSlice)] = []
    document.forEachMember(of: object) { key, value in
      if first.count < comparedMax, value.kind == .object { first.append((key, value)) }
    }
    let hasIDs = first.allSatisfy { hasID($0.value, $0.key, document) }
    var isFirst = true
    document.forEachMember(of: object) { key, value in
      guard first.isEmpty || value.kind == .object else { return }
      if !isFirst { list.append(ASCII.comma) }
      isFirst = false
      guard !hasIDs, !hasID(value, key, document) else {
        list += document.bytes[value.range]
        return
      }
      list += "{\"_key\":".utf8
      list += document.bytes[key.range]
      let rest = document.bytes[value.range].dropFirst().drop(while: ASCII.isBlank)
      if rest.first != ASCII.rightBrace { list.append(ASCII.comma) }
      list += rest
    }
  }

  /// The most members by which it is seen whether they have ids.
  private static let comparedMax = 20

  /// True when an object identifies itself: a member has its key for a value, or is called `id`, `uuid`
  /// or the like. Others, such as `user_id`, may identify something else.
  private static func hasID(
    _ object: JSONSlice, _ key: JSONSlice, _ document: JSONDocument
  ) -> Bool {
    document.isItemByID((key, object))
      || document.members(of: object).contains { member in
        [.string, .number].contains(member.value.kind)
          && ["id", "_id", "uuid", "guid", "key", "_key"].contains(
            document.string(member.key)?.lowercased())
      }
  }

  /// A column is its name, or an object that has one.
  private static func name(_ column: JSONSlice, _ document: JSONDocument) -> [UInt8]? {
    if column.kind == .string { return Array(document.bytes[column.range]) }
    guard column.kind == .object else { return nil }
    let values = ["name", "field", "key", "id", "title", "label"].lazy.compactMap { key in
      document.member(key, of: column)
    }
    return values.first { $0.kind == .string }.map { Array(document.bytes[$0.range]) }
  }

  /// Appends rows as objects; values without a name are called by their number, from 1.
  private static func append(
    rows: JSONSlice, _ names: [[UInt8]?], _ document: JSONDocument, to list: inout [UInt8],
    _ bytesMax: Int
  ) throws(TooLarge) {
    guard var cursor = JSONCursor(rows, kind: .array) else { return }
    let span = document.bytes.span
    var isFirst = true
    while let row = cursor.nextElement(span) {
      if !isFirst { list.append(ASCII.comma) }
      isFirst = false
      guard var fields = JSONCursor(row, kind: .array) else {
        list += document.bytes[row.range]
        continue
      }
      list.append(ASCII.leftBrace)
      var number = 0
      while let value = fields.nextElement(span) {
        if number > 0 { list.append(ASCII.comma) }
        let name = number < names.count ? names[number] : nil
        number += 1
        list += name ?? Array("\"\(number)\"".utf8)
        list.append(ASCII.colon)
        list += document.bytes[value.range]
        guard list.count <= bytesMax else { throw TooLarge() }
      }
      list.append(ASCII.rightBrace)
    }
  }
}

extension JSONDocument {
  /// Objects of fewer members are taken for objects.
  private static let itemsMin = 2
  /// The most members of an object that are compared.
  private static let comparedMax = 20

  /// The number of members of an object that holds items by their ids: all of them are objects of
  /// one shape. A single member is one where its key is in it. Nil: it is an object like any other.
  ///
  ///     {"17": {"pageid": 17, "title": "A"}, "18": {"pageid": 18, "title": "B"}}     2
  package func objectOfItems(_ object: JSONSlice) -> Int? {
    guard object.kind == .object else { return nil }
    let members = members(of: object)
    guard !members.isEmpty, members.allSatisfy({ $0.value.kind == .object }) else { return nil }
    if members.count < JSONDocument.itemsMin { return isItemByID(members[0]) ? 1 : nil }
    // <total type="integer">2</total><pages type="integer">1</pages>
    if member("#text", of: members[0].value) != nil { return nil }
    return areAlike(members.map(\.value)) ? members.count : nil
  }

  /// The values of an object whose keys count from 0 or 1, whatever is beside them; nil where other keys
  /// are numbers, too.
  ///
  ///     {"summary": {"count": 2}, "0": {"id": 1}, "1": {"id": 2}}
  package func numberedValues(of object: JSONSlice) -> [JSONSlice]? {
    guard object.kind == .object else { return nil }
    let numbered = members(of: object).compactMap { key, value in
      string(key).flatMap(Int.init).map { (number: $0, value: value) }
    }
    guard let first = numbered.first?.number else { return [] }
    let counts =
      (0...1).contains(first)
      && numbered.indices.allSatisfy {
        numbered[$0].number == first + $0
      }
    return counts ? numbered.map(\.value) : nil
  }

  /// True when an object has nothing but numbers and objects, none of them an error: counts without rows.
  fileprivate func hasOnlyCounts(_ object: JSONSlice) -> Bool {
    members(of: object).allSatisfy { key, value in
      [.number, .object, .null].contains(value.kind)
        && string(key)?.lowercased().contains("err") == false
    }
  }

  /// True when objects have one shape: all have at least half of the members of the first one.
  package func areAlike(_ objects: [JSONSlice]) -> Bool {
    let names = objects.prefix(JSONDocument.comparedMax).map { object in
      Set(members(of: object).compactMap { string($0.key) })
    }
    guard let first = names.first, !first.isEmpty else { return false }
    let shared = names.reduce(first) { $0.intersection($1) }
    return !shared.isEmpty && shared.count * 2 >= first.count
  }

  /// True for an object that holds items by their ids and nothing else: each has its key in it.
  package func isOfItemsByID(_ object: JSONSlice) -> Bool {
    objectOfItems(object).map { $0 >= JSONDocument.itemsMin } == true
      && members(of: object).prefix(JSONDocument.comparedMax).allSatisfy(isItemByID)
  }

  fileprivate func isItemByID(_ member: (key: JSONSlice, value: JSONSlice)) -> Bool {
    guard let key = string(member.key) else { return false }
    return members(of: member.value).contains { own in
      switch own.value.kind {
      case .string: string(own.value) == key
      case .number: text(own.value) == key
      default: false
      }
    }
  }
}
