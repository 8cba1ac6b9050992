import HTTP
import JSON
import Pagination
import Text

/// The request that was answered: what it calls its parameters is evidence.
struct SentRequest: Sendable {
  /// A named value of the query, or of a body that is JSON or a form.
  struct Member: Sendable {
    let name: String
    /// The name that it means.
    var field: FieldName
    let value: String
    let isQuery: Bool

    var flat: String { field.flat }
    /// The part before the inner name: `page[` of `page[size]`, `sp.` of `sp.page`.
    var family: String {
      name.lastIndex { "[.".contains($0) }.map { String(name[...$0]) } ?? ""
    }
    var number: Int? { Int(value) }
    var isPosition: Bool { FieldName.parameter(name).isOfPosition }

    func evidence(_ says: String) -> Evidence {
      Evidence(
        isQuery ? "@url" : "@body",
        ReadValue.text(isQuery ? "\(name)=\(value)" : "\(name): \(value)").evidence, says)
    }
  }

  /// The maximum number of parameters examined.
  static let membersMax = 200

  /// Anything but GET and HEAD.
  let isPost: Bool
  let body: JSONObject?
  /// Scheme, host and port, in lower case.
  let origin: String
  let path: String
  private(set) var members: [Member]
  /// The place for a token or a page number, as far as the request shows.
  let carrier: Carrier

  init(url: String, method: String, body: JSONValue?) {
    isPost = !["GET", "HEAD"].contains(method.uppercased())
    self.body = body?.objectValue
    let parts = URLReference(url)
    origin = parts.origin ?? ""
    path = parts.path.isEmpty ? "/" : parts.path
    var members = parts.query.prefix(SentRequest.membersMax).map {
      Member(name: $0.name, field: FieldName.parameter($0.name), value: $0.value, isQuery: true)
    }
    let families = members.filter { $0.field.means(.sizeParameters) }.map(\.family)
    for index in members.indices where !members[index].family.isEmpty {
      // `sp.pageSize=10&sp.page=1`
      let inner = FieldName(String(members[index].name.dropFirst(members[index].family.count)))
      if inner.flat == "page", families.contains(members[index].family) {
        members[index].field = inner
      }
    }
    if let body = self.body { members += SentRequest.members(of: body) }
    let form = body?.stringValue.flatMap { FormBody.members(of: $0) }
    members += (form ?? []).map {
      Member(name: $0.name, field: FieldName.parameter($0.name), value: $0.value, isQuery: false)
    }
    SentRequest.pair(&members)
    if let index = members.firstIndex(where: { $0.flat == "first" }),
      members[index].number == 0 || members.contains(where: { $0.flat == "max" })
    {
      // `first=0&max=20`: where to begin, not how many
      members[index].field = FieldName("firstresult")
    }
    if let index = members.firstIndex(where: { $0.flat == "from" }),
      members.contains(where: { ["to", "until"].contains($0.flat) })
    {
      members[index].field = FieldName("since")  // `from=1&to=2`: a range of something else
    }
    if let index = members.firstIndex(where: { $0.flat == "offset" }), members[index].number != 0,
      members.contains(where: { $0.field.means(.pageParameters) && $0.number == 1 })
    {
      members[index].field = FieldName("size")  // `page=1&offset=20`: the first page begins at 0
    }
    if members.contains(where: { $0.flat == "page" && $0.number != nil }) {
      // `from=3&page=1`: the page says where, and what else has the name of a position is a filter
      for index in members.indices where members[index].flat != "page" && members[index].number != 0
      {
        let field = members[index].field
        if field.means(.pageParameters) || field.means(.offsetParameters) {
          members[index].field = FieldName("")
        }
      }
    }
    if !members.contains(where: { $0.field.means(.sizeParameters) }) {
      for index in members.indices
      where members[index].field.means(.ambiguous) && members[index].number != 0 {
        members[index].field = FieldName("")
      }
    }
    self.members = Array(members.prefix(SentRequest.membersMax))
    let takesMembers =
      switch body {
      case nil, .null?, .object?: true
      default: form != nil
      }
    carrier = isPost && takesMembers ? .body : .query
  }

  /// A position and a size whose names begin alike are known by their last words:
  /// `X-Plex-Container-Start=0&X-Plex-Container-Size=10`, `filter_offset=0&filter_limit=10`,
  /// `paginate_page=1&paginate_limit=10`.
  private static func pair(_ members: inout [Member]) {
    let words = members.map { FieldName($0.name).words }
    func isPart(_ index: Int, of meaning: FieldNames.Meaning) -> Bool {
      members[index].number != nil && words[index].count > 1
        && !members[index].field.isOfPosition && words[index].last?.means(meaning) == true
    }
    for start in members.indices
    where isPart(start, of: .offsetParameters) || isPart(start, of: .pageParameters) {
      guard
        let size = members.indices.first(where: { index in
          index != start && words[index].dropLast() == words[start].dropLast()
            && isPart(index, of: .sizeParameters)
        })
      else { continue }
      for index in [start, size] { members[index].field = FieldName(words[index].last ?? "") }
    }
  }

  /// The same where that many items came: of several parameters with the name of a size, the one that
  /// asked for them is it. `?max=42&limit=10` limits something else to 42.
  func knowing(size count: Int) -> SentRequest {
    func isSize(_ member: Member) -> Bool { member.field.means(.sizeParameters) }
    guard members.contains(where: { isSize($0) && $0.number == count }) else { return self }
    var request = self
    for index in members.indices where isSize(members[index]) && members[index].number != count {
      request.members[index].field = FieldName("")
    }
    return request
  }

  /// The numbers and texts of a body, also of two levels further down: `page.cursor`,
  /// `settings.page.limit`, `filters.0.pageNumber` of the only element of a list.
  private static func members(of object: JSONObject, in outer: String = "", depth: Int = 0)
    -> [Member]
  {
    object.members.prefix(membersMax).flatMap { key, value -> [Member] in
      if depth > 0, key.contains(".") { return [] }
      let only = value.arrayValue.flatMap { $0.count == 1 ? $0[0].objectValue : nil }
      if let inner = value.objectValue ?? only {
        if depth == 2 || key.contains(".") { return [] }
        return members(of: inner, in: outer + key + (only == nil ? "." : ".0."), depth: depth + 1)
      }
      guard let text = value.stringValue ?? value.integerValue.map({ String($0) }) else {
        return []
      }
      // {"page": {"size": 10, "number": 1}}
      let holder = outer.split(separator: ".").last { $0 != "0" }
      let whole = FieldName((holder.map { $0 + "_" } ?? "") + key)
      let field = whole.means(.pageParameters) ? whole : FieldName(key)
      return [Member(name: outer + key, field: field, value: text, isQuery: false)]
    }
  }

  /// The object of the body that holds the page's size: `page` of `{"page": {"limit": 2}}`.
  /// Without one, that of the parameters of JSON-RPC.
  var pagingObject: String? {
    family(".", isQuery: false).map { String($0.dropLast()) }
      ?? (body?["jsonrpc"] != nil && body?["params"]?.objectValue != nil ? "params" : nil)
  }

  /// A parameter next to the size, where that is inside an object of the body: `paging.offset`.
  func besideSize(_ name: String) -> String {
    guard carrier == .body, let object = pagingObject else { return name }
    return object + "." + name
  }

  /// The start of the size parameter in the query, through the bracket: `page[` of `page[size]=2`.
  var bracketFamily: String? { family("[", isQuery: true) }

  private func family(_ mark: Character, isQuery: Bool) -> String? {
    guard let (member, _) = number(.sizeParameters), member.isQuery == isQuery,
      let end = member.name.lastIndex(of: mark),
      !isQuery || member.name.hasSuffix("]")
    else { return nil }
    return String(member.name[...end])
  }

  /// A query parameter with several words in its name, as a model for spelling others. nil without
  /// one, or where their spellings differ.
  var spelling: String? {
    let names = members.filter(\.isQuery).map(\.name).filter { name in
      !name.contains("[") && !name.contains(".") && FieldName(name).words.count > 1
    }
    let styles = Set(names.map { FieldName.spell(["a", "b"], like: $0) })
    return styles.count == 1 ? names.first : nil
  }

  /// The place for positions if it is not the query.
  var bodyCarrier: Carrier? { carrier == .body ? .body : nil }

  /// True when the body is a GraphQL query; its parameters are the query's variables.
  var isGraphQL: Bool { body?["query"]?.stringValue?.contains("{") == true }

  /// True when a parameter of this name, in flat spelling, asks for the number: `hits=10`.
  func asks(_ name: String, for number: Int) -> Bool {
    members.contains { $0.number == number && FieldName.parameter($0.name).flat == name }
  }

  /// The first parameter of one of the names that holds a whole number; one below 0 is counted from
  /// the end of the list: `offset=-12`.
  func number(
    _ meaning: FieldNames.Meaning, in range: Range<Int> = 0..<Int.max
  ) -> (member: Member, number: Int)? {
    number(in: range) { $0.means(meaning) }
  }

  func number(
    in range: Range<Int> = 0..<Int.max, where isNamed: (FieldName) -> Bool
  ) -> (member: Member, number: Int)? {
    for member in members where isNamed(member.field) {
      if let number = member.number, range.contains(number), !StartPosition.isTime(member.value) {
        return (member, number)
      }
    }
    return nil
  }

  /// The page size that it asks for.
  var size: Int? { number(.sizeParameters)?.number }

  /// True when a parameter that is no identifier is this number of items: whatever its name, it may
  /// ask for them.
  func names(_ count: Int) -> Bool {
    size == count
      || count > 1
        && members.contains {
          $0.number == count && !$0.flat.hasSuffix("id") && !$0.isPosition
        }
      || members.contains {
        SentRequest.holds(count, $0.value) || SentRequest.holds(count, $0.name)
      }
  }

  /// True when a number inside a text is this many, or the last index of as many.
  ///
  ///     ?filter={"limit":7}     ?range=[0,6]     ?q=SELECT * FROM t LIMIT 7     ?limit(7,0)
  private static func holds(_ count: Int, _ text: String) -> Bool {
    guard text.utf8.count <= 4_096, Int(text) == nil, DateReader.read(text.utf8.span) == nil
    else { return false }
    let numbers = text.utf8.split { !ASCII.isWord($0) }.compactMap { Int(String($0) ?? "") }
    return numbers.contains(count) || numbers.contains(0) && numbers.contains(count - 1)
  }

  /// The parameter in which the request itself says which page it wants, by a number.
  var position: Member? {
    (number(.pageParameters) ?? number(.offsetParameters))?.member
  }

  /// True when the request asks for a page of something.
  var namesPageOrSize: Bool { position != nil || size != nil }

  func member(_ name: String) -> Member? { members.first { $0.name == name } }

  /// The last parts of the path that name something, the last one first: `customers` and `v1` of
  /// `/v1/customers.json`.
  private var names: [String] {
    let parts = path.split(separator: "/").filter { part in
      !part.allSatisfy { $0.isASCII && $0.isNumber }
    }
    return parts.suffix(SentRequest.namesMax).reversed().map { part in
      String(part.hasSuffix(".json") ? part.dropLast(5) : part)
    }
  }

  private static let namesMax = 3

  /// The same in flat spelling.
  var resources: [String] { names.map { FieldName($0).flat } }

  /// The name of the items that the path's last name suggests; nil if it suggests nothing.
  var resourceName: ResourceName? { names.first.flatMap { ResourceName($0) } }

  /// The parameters of the request that a reference to the next page does not have, where it goes
  /// to the same path; position parameters may change.
  func dropped(by target: URLReference) -> [String] {
    guard target.path.isEmpty || target.path == path || path.hasSuffix("/" + target.path) else {
      return []
    }
    let kept = Set(target.query.map(\.name))
    return members.filter {
      $0.isQuery && !kept.contains($0.name) && !$0.isPosition
        && !$0.field.means(.beginnings)
    }.map(\.name)
  }
}

/// A URL or a reference in its parts, by scanning alone: nothing is sent from here.
struct URLReference: Sendable {
  /// nil: a relative reference.
  let origin: String?
  /// Without query; "" in a query-only reference.
  let path: String
  let query: [QueryString.Member]

  /// The maximum number of bytes of a URL examined.
  static let bytesMax = 65_536

  init(_ text: String) {
    let text = String(
      decoding: text.utf8.prefix(URLReference.bytesMax).prefix { $0 != UInt8(ascii: "#") },
      as: UTF8.self)
    let parts = URLParts(text)
    origin = parts.origin
    let isQueryAlone =
      parts.query == nil && origin == nil && !parts.path.hasPrefix("/") && parts.path.contains("=")
    path = isQueryAlone ? "" : String(parts.path)
    query = QueryString.parse(String(isQueryAlone ? parts.path : parts.query ?? ""))
  }

  /// An origin without an invalid port, which is half of a user's password that contains a slash.
  static func shown(origin: String) -> String {
    guard let colon = origin.lastIndex(of: ":"), !origin[colon...].hasPrefix("://"),
      !origin[origin.index(after: colon)...].allSatisfy(\.isNumber)
    else { return origin }
    return String(origin[..<colon])
  }

  /// The name of the parameter that holds this value.
  func name(ofValue value: String) -> String? {
    query.first {
      $0.value == value || PercentCoding.decode($0.rawValue ?? "", plusIsSpace: true) == value
    }?
    .name
  }

  /// The first parameter of one of the names that holds a whole number.
  func number(_ meaning: FieldNames.Meaning) -> (name: String, number: Int)? {
    for member in query {
      let name = FieldName.parameter(member.name)
      guard name.means(meaning), !name.means(.ambiguous) else { continue }
      if let number = Int(member.value), number >= 0 { return (member.name, number) }
    }
    return nil
  }
}
