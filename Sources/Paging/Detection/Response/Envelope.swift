import JSON
import Pagination
import Text

/// The structure around the items in a body: the members of its objects, and its lists.
///
///     {"data": [{"id": 1}], "meta": {"next": "?page=2"}}
///
/// has the members `data`, `meta` and `meta.next` and the list `data`. Nothing inside a list is
/// examined, so a member `next` of an item is no sign of paging. The survey is bounded: the part of
/// a body beyond the limits below is ignored.
struct Envelope: Sendable {
  /// The maximum depth at which members are looked for.
  static let depthMax = 6
  /// The maximum number of members examined in one object.
  static let objectMembersMax = 500
  /// The maximum number of members examined in all.
  static let membersMax = 2_000
  static let listsMax = 100
  /// The maximum number of elements examined in a list.
  static let elementsMax = 1_000
  /// Longer keys are passed over.
  static let keyBytesMax = 256
  /// Longer texts are neither a token nor a URL.
  static let textBytesMax = 16_384

  /// A member of an object outside the lists.
  struct Member: Sendable {
    /// From the root on, this one's own last.
    let keys: [String]
    let name: FieldName
    /// The key path as settings spell it.
    let path: String
    let slice: JSONSlice

    var key: String { keys.last ?? "" }
    /// The name of the object around it; nil: the body itself.
    var parent: FieldName? { keys.dropLast().last.map { FieldName($0) } }
  }

  /// An array outside other arrays, or the values of an object; of many elements the first ones.
  struct List: Sendable {
    let keys: [String]
    /// Empty for a body that is a list.
    let name: FieldName
    let path: String
    let slice: JSONSlice
    let elements: [JSONSlice]
    let count: Int

    /// True where the first elements are objects, and for an empty list.
    var isOfObjects: Bool { elements.prefix(20).allSatisfy { $0.kind == .object } }

    init(_ keys: [String], at path: String, _ slice: JSONSlice, _ elements: [JSONSlice], count: Int)
    {
      (self.keys, self.path, self.slice) = (keys, path, slice)
      (self.elements, self.count) = (elements, count)
      name = FieldName(keys.last ?? "")
    }
  }

  let document: JSONDocument
  private(set) var members: [Member] = []
  private(set) var lists: [List] = []
  private var indexes: [String: Int] = [:]
  /// The list that was read before; its elements need not be looked for.
  private let known: JSONList?
  /// The keys of the path at which the items are; empty: no one has said.
  private let way: [String]

  /// Elements of the list at the root that are no items: their members are those of the body.
  let lines: [JSONSlice]

  /// Surveys a body. `known`: the list in it that was read before. `path`: the caller's path of the items,
  /// which may lead through elements of lists.
  init(
    _ document: JSONDocument, knowing known: JSONList? = nil, along path: JSONPath? = nil,
    lines: [JSONSlice] = []
  ) {
    self.document = document
    self.known = known
    self.lines = lines
    way = path?.components.map { String(decoding: $0.key, as: UTF8.self) } ?? []
    var level: [(keys: [String], object: JSONSlice)] = [([], document.root)]
    if let step = step(into: document.root, []) {
      level = [step]
    } else if !lines.isEmpty {
      level = lines.map { ([], $0) }
      addList([], document.root)
    } else if document.root.kind == .array {
      let (parts, count) = document.elements(of: document.root, most: 1)
      if let header = addPair(in: document.root, []) {
        level = header
      } else if count == 1, parts[0].kind == .object, isWrapper(parts[0], of: document.root) {
        level = [(["0"], parts[0])]  // [{"metadata": [{"total": 60}], "data": [{...}, {...}]}]
      } else {
        addList([], document.root)
      }
    }
    for _ in 0..<Envelope.depthMax where !level.isEmpty {
      var next: [(keys: [String], object: JSONSlice)] = []
      for (keys, object) in level where members.count < Envelope.membersMax {
        next += addMembers(of: object, keys)
      }
      level = next
    }
    takeObjectOfItems()
    if lists.isEmpty { takeNullList() }
  }

  /// The members of the body itself.
  var root: [Member] { members.filter { $0.keys.count == 1 } }

  /// The members of the object at some keys, where that is an object.
  func members(in keys: ArraySlice<String>) -> LazyFilterSequence<[Member]> {
    members.lazy.filter { $0.keys.dropLast() == keys }
  }

  /// The member at a key path, spelled as `JSONPath` spells it.
  func member(_ path: String) -> Member? { indexes[path].map { members[$0] } }

  /// The member that leads back, by the name at one depth of what leads on, and the change of words.
  func back(of keys: [String], at depth: Int) -> (path: String, on: String, back: String)? {
    FieldName.back(of: keys[depth]) { name in
      member(Envelope.path(Array(keys[..<depth]) + [name] + keys[(depth + 1)...]))?.path
    }
  }

  func list(_ path: String) -> List? { lists.first { $0.path == path } }

  /// True when a token or a link leads to another page.
  var leadsOn: Bool {
    members.contains { member in
      (member.slice.kind == .string || member.slice.kind == .number)
        && (TokenRules.namesToken(member)
          || member.name.words.first == "next"
            && !member.name.mentions(.foreignWords))
        && !ReadValue.json(document, member.slice).isNothing
    } || members.contains { $0.keys == ["continue"] && $0.slice.kind == .object }
  }

  /// The text of a string that is short enough to be a token or a URL.
  func text(_ slice: JSONSlice) -> String? {
    slice.range.count <= Envelope.textBytesMax ? document.string(slice) : nil
  }

  /// A whole number that is not negative, or a string of digits.
  func count(_ slice: JSONSlice) -> Int? {
    guard slice.kind == .number || slice.range.count < 24,
      let count = ReadValue.json(document, slice).integer, count >= 0
    else { return nil }
    return count
  }

  /// True for a total of this number, under a name that means nothing else.
  func isTotal(_ member: Member, of number: Int) -> Bool {
    member.name.states(.objectCount) && !member.name.means(.weakCounts)
      && count(member.slice) == number
  }

  /// A number of which a text says that it is not exact: `10000+`, `~140`.
  func least(_ slice: JSONSlice) -> Int? {
    guard slice.kind == .string, slice.range.count < 24, let text = document.string(slice),
      text.hasSuffix("+") || text.hasPrefix("~")
    else { return nil }
    return Int(text.hasPrefix("~") ? text.dropFirst() : text.dropLast())
  }

  func evidence(_ member: Member, _ says: String) -> Evidence {
    Evidence(Evidence.pointer(member.keys), ReadValue.json(document, member.slice).evidence, says)
  }

  /// Adds the members and lists of one object; the objects among them, for the next level.
  private mutating func addMembers(
    of object: JSONSlice, _ keys: [String]
  ) -> [(keys: [String], object: JSONSlice)] {
    var own: [(key: String, value: JSONSlice)] = []
    var places: [String: Int] = [:]
    var count = 0
    document.forEachMember(of: object, knowing: known?.slice ?? .absent) { key, value in
      count += 1
      guard count <= Envelope.objectMembersMax, key.range.count <= Envelope.keyBytesMax,
        let key = document.string(key)
      else { return }
      if let place = places[key] {
        own[place].value = value
      } else {
        places[key] = own.count
        own.append((key, value))
      }
    }
    var objects: [(keys: [String], object: JSONSlice)] = []
    for (key, value) in own where members.count < Envelope.membersMax {
      let keys = keys + [key]
      let path = Envelope.path(keys)
      indexes[path] = members.count
      members.append(Member(keys: keys, name: FieldName(key), path: path, slice: value))
      if let step = step(into: value, keys) {
        objects.append(step)
      } else if value.kind == .array, let part = document.firstElement(of: value),
        part.kind == .object,
        FieldName(key).means(.pagingLists) || isTotal(part, of: value, key)
          || isPager(part, of: value, key, own)
          || isWrapper(part, of: value)
      {
        objects.append((keys + ["0"], part))
      } else if let header = addPair(in: value, keys) {
        objects += header
      } else if value.kind == .array, let parts = parts(of: value, key) {
        objects += parts.enumerated().map { (keys + [String($0)], $1) }
      } else if value.kind == .array {
        addList(keys, value)
      }
      if value.kind == .object { objects.append((keys, value)) }
    }
    return objects
  }

  /// The object in a list through which the caller's path of the items leads; nil: it does not.
  private func step(into list: JSONSlice, _ keys: [String]) -> (keys: [String], object: JSONSlice)?
  {
    guard list.kind == .array, way.count > keys.count + 1, way.starts(with: keys),
      let index = Int(way[keys.count]), (0..<Envelope.elementsMax).contains(index)
    else { return nil }
    let elements = document.elements(of: list, most: index + 1).first
    guard elements.count == index + 1, elements[index].kind == .object else { return nil }
    return (keys + [way[keys.count]], elements[index])
  }

  /// Adds a list that is the second of two elements behind an object, or the one beside its total. The
  /// object, for the next level; nil: the elements are others.
  ///
  ///     [{"page": 1, "pages": 7}, [{...}]]     [137, [{...}]]     {"data": [[{...}], 137]}
  private mutating func addPair(
    in list: JSONSlice, _ keys: [String]
  ) -> [(keys: [String], object: JSONSlice)]? {
    // A list of things is not read to its end for this.
    guard list.kind == .array, let first = document.firstElement(of: list),
      let last = document.bytes[list.range].dropLast().last(where: { !ASCII.isBlank($0) }),
      first.kind == .array
        ? ASCII.isDigit(last)
        : last == ASCII.rightBracket && [.object, .number].contains(first.kind)
    else { return nil }
    let (parts, count) = document.elements(of: list, most: 2)
    let (rows, header) = first.kind == .array ? (0, 1) : (1, 0)
    guard count == 2, parts[rows].kind == .array,
      keys.isEmpty || document.firstElement(of: parts[rows]).map({ $0.kind == .object }) != false
    else { return nil }
    addList(keys + [String(rows)], parts[rows])
    let headerKeys = keys + [String(header)]
    if parts[header].kind == .object { return [(headerKeys, parts[header])] }
    let path = Envelope.path(headerKeys)
    indexes[path] = members.count
    members.append(
      Member(keys: headerKeys, name: FieldName("total"), path: path, slice: parts[header]))
    return []
  }

  /// True when the only element of a list has no value of its own, and a list of objects inside.
  ///
  ///     {"response": [{"ack": ["Success"], "result": [{"@count": "2", "item": [{...}, {...}]}]}]}
  private func isWrapper(_ part: JSONSlice, of list: JSONSlice) -> Bool {
    let members = document.members(of: part)
    return members.count <= 20
      && members.allSatisfy { key, value in
        value.kind == .array || value.kind == .null || document.string(key)?.first == "@"
      }
      && members.contains { key, value in
        // <results><result><binding/><binding/></result></results>
        guard value.kind == .array, document.string(key) != "binding" else { return false }
        let parts = document.elements(of: value, most: 2).first
        guard let first = parts.first, first.kind == .object else { return false }
        return parts.count > 1 || isWrapper(first, of: value)
      }
      && isAlone(part, in: list)
  }

  /// `{"totalCount": [{"count": 60}], "rows": [{"id": 1}, ...]}`
  private func isTotal(_ part: JSONSlice, of list: JSONSlice, _ key: String) -> Bool {
    ["total", "totalcount"].contains(FieldName(key).flat) && isAlone(part, in: list)
  }

  /// True when the only element of a list counts what is in another list, next to it or inside, and is
  /// no item.
  ///
  ///     {"result": [{"total": "23", "start": "1", "pageLength": "50"}], "records": [{"id": 1}, ...]}
  ///     {"category": [{"records": {"total": 211, "nextStart": "b7", "work": [{"id": 1}, ...]}}]}
  private func isPager(
    _ part: JSONSlice, of list: JSONSlice, _ key: String,
    _ beside: [(key: String, value: JSONSlice)]
  ) -> Bool {
    guard isAlone(part, in: list) else { return false }
    let isOfOne = !key.hasSuffix("s") && !FieldName(key).means(.lists)
    let inner = document.members(of: part).prefix(20).map(\.value).filter { $0.kind == .object }
    return ([part] + inner).contains { object in
      let members = document.named(in: object, most: 20)
      let names = members.map(\.name)
      let signs =
        CountTarget.allCases.count { count in
          names.contains { $0.states(count) && !$0.means(.weakCounts) }
        } + (names.contains { $0.words.first == "next" } ? 1 : 0)
        + (countsList(members, isOfOne: isOfOne) ? 1 : 0)
      let countsNone = members.contains {
        $0.name.states(.objectCount) && count($0.value) == 0
      }
      return signs > 1 && !names.contains { $0.flat == "id" }
        && document.member("id", of: part) == nil
        && (members.map(\.value) + beside.map(\.value)).contains { other in
          other.kind == .array && other.start != list.start
            && (document.firstElement(of: other).map { $0.kind == .object } ?? countsNone)
        }
    }
  }

  /// True when the first element of a list is its only one.
  private func isAlone(_ first: JSONSlice, in list: JSONSlice) -> Bool {
    document.bytes[first.range.upperBound..<(list.range.upperBound - 1)].allSatisfy {
      $0 <= ASCII.space
    }
  }

  /// True when a `count` is the length of a list beside it, or, where the list around has a name in
  /// the singular, a total.
  ///
  ///     {"Count": 10, "Result": [10 of 34]}
  ///     {"category": [{"code": "book", "records": {"total": 9, "work": [9]}}]}
  private func countsList(_ members: [NamedMember], isOfOne: Bool) -> Bool {
    let lists = members.filter { $0.value.kind == .array }
      .map { document.elementCount(of: $0.value) }
    return members.contains { _, name, value in
      guard let number = count(value), lists.contains(number) else { return false }
      return name.flat == "count" && number > 1
        || isOfOne && name.states(.objectCount) && !name.means(.weakCounts)
    }
  }

  private static let headersMax = 6

  /// The two elements of a list that are the header and the rows, each by its only member; or those of a
  /// header, each of one member. Nil: they are elements like others.
  ///
  ///     {"school": [{"head": [{"list_total_count": 34}, {"RESULT": {...}}]}, {"row": [{...}, ...]}]}
  private func parts(of list: JSONSlice, _ key: String) -> [JSONSlice]? {
    // A list of things is not read to its end for this.
    guard let first = document.firstElement(of: list), document.members(of: first).count == 1
    else { return nil }
    let (parts, count) = document.elements(of: list, most: Envelope.headersMax)
    guard (2..<Envelope.headersMax).contains(count), parts.allSatisfy({ $0.kind == .object })
    else { return nil }
    let own = parts.map { document.named(in: $0) }
    guard own.allSatisfy({ $0.count == 1 }) else { return nil }
    let hasHeader = count == 2 && own[0][0].name.means(.headers)
    return FieldName(key).means(.headers)
      || hasHeader && own.joined().allSatisfy { $0.value.kind == .array } ? parts : nil
  }

  /// The values of an object are the list where the body counts them, or where something leads to
  /// more of them: nothing inside is looked at.
  ///
  ///     {"birds": {"1": {"id": 1}, "2": {"id": 2}}, "total": 35}               birds.*
  ///     {"query": {"pages": {"1": {...}, "2": {...}}}, "continue": {...}}      query.pages.*
  private mutating func takeObjectOfItems() {
    guard known == nil else { return }
    if let (keys, object, rows) = objectOfNumberedRows {
      take(rows, in: object, keys, at: keys.isEmpty ? "#" : Envelope.path(keys) + ".#")
    } else if let (keys, object) = objectOfItems ?? objectOfRows {
      let values = document.members(of: object).map(\.value).filter { $0.kind == .object }
      let path = keys.isEmpty ? "*" : Envelope.path(keys) + ".*"
      take(values, in: object, keys, at: path)
    } else if let one = listOfOne {
      take([one.slice], in: one.slice, one.keys, at: one.path)
    }
  }

  /// Takes values of an object for the items; nothing else in it is looked at.
  private mutating func take(
    _ values: [JSONSlice], in object: JSONSlice, _ keys: [String], at path: String
  ) {
    members.removeAll { $0.keys.count > keys.count && $0.keys.starts(with: keys) }
    indexes = Dictionary(members.indices.map { (members[$0].path, $0) }, uniquingKeysWith: { $1 })
    lists.removeAll { $0.keys.starts(with: keys) }
    let first = Array(values.prefix(Envelope.elementsMax))
    lists.append(List(keys, at: path, object, first, count: values.count))
  }

  /// `{"items": null, "nextPageToken": ""}`: the list of a page without items, next to a place that would
  /// lead on, to a flag, or to a count; or by its name alone.
  ///
  ///     {"symbol": "A", "trades": null, "next_page_token": null}     {"requestId": "r", "volumeSet": null}
  private mutating func takeNullList() {
    let isLedOn = members.contains { TokenRules.namesToken($0) || $0.name.means(.moreFlags) }
    let isPaged =
      isLedOn
      || members.contains {
        $0.name.means(.pageCount)
          || $0.name.means(.objectCount) && count($0.slice) ?? 0 > 0
      }
    let nulls = members.filter {
      $0.slice.kind == .null && $0.keys.count <= 3 && !TokenRules.namesToken($0)
    }
    guard
      let list = nulls.first(where: { isPaged && $0.name.means(.lists) })
        ?? (nulls.count == 1 && isLoneList(nulls[0], isLedOn: isLedOn) ? nulls[0] : nil)
    else { return }
    lists.append(List(list.keys, at: list.path, list.slice, [], count: 0))
  }

  /// True when the only null at the root is a list by its name: a plural beside a token or a flag, or
  /// beside nothing but counts and kinds, or a set or a list beside nothing but ids and attributes.
  private func isLoneList(_ member: Member, isLedOn: Bool) -> Bool {
    guard member.keys.count == 1 else { return false }
    let flat = member.name.flat
    // {"kind": "List", "items": null}
    let isAlone = root.allSatisfy {
      $0.path == member.path || $0.name.isOfCount && count($0.slice) != 0
        || $0.name.means(.besideKinds)
        || $0.name.means(.besideNullLists)
    }
    if isLedOn || isAlone, flat.hasSuffix("s"), !flat.hasSuffix("ss"), !flat.hasSuffix("us") {
      return true
    }
    return member.name.words.count > 1 && ["set", "list"].contains(member.name.words.last)
      && members.allSatisfy {
        $0.path == member.path || $0.name.words.last == "id" || $0.key.hasPrefix("@")
      }
  }

  /// The first object whose members have the same shape and that has a sign of paging next to it.
  private var objectOfItems: (keys: [String], object: JSONSlice)? {
    for member in members where member.slice.kind == .object && member.keys.count <= 3 {
      let name = member.name
      if name.means(.otherLists) || name.flat == "continue" { continue }
      guard let count = document.objectOfItems(member.slice),
        lists.allSatisfy({ $0.keys.starts(with: member.keys) })
      else { continue }
      let isSpokenOf = members.contains { other in
        guard !other.keys.starts(with: member.keys) else { return false }
        if TokenRules.namesToken(other) {
          return count > 2 || name.means(.lists)
        }
        guard let number = self.count(other.slice) else { return false }
        return other.name.means(.pageCount)
          || other.name.means(.objectCount) && number >= count
      }
      if isSpokenOf { return (member.keys, member.slice) }
    }
    return nil
  }

  private mutating func addList(_ keys: [String], _ array: JSONSlice) {
    guard lists.count < Envelope.listsMax else { return }
    var (first, count) = ([JSONSlice](), 0)
    if let known, known.slice.start == array.start, known.slice.kind == .array {
      (first, count) = (Array(known.elements.prefix(Envelope.elementsMax)), known.elements.count)
    } else {
      (first, count) = document.elements(of: array, most: Envelope.elementsMax)
      if keys.isEmpty {
        first.removeAll { element in lines.contains { $0.start == element.start } }
        count -= lines.count
      }
    }
    lists.append(List(keys, at: Envelope.path(keys), array, first, count: count))
  }

  /// The key path of keys, as settings spell it.
  static func path(_ keys: [String]) -> String {
    JSONPath(components: keys.map { JSONPath.Component($0) }).description
  }
}
