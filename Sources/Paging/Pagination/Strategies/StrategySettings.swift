package import JSON
import Text

/// A way from one page to the next, as `pagination` of `open` says it: strategies are made of it,
/// detection fills one, and reports show it.
///
///     {"strategy": "cursor", "next": "meta.next", "parameter": "cursor", "perPageParameter": "limit"}
package struct StrategySettings: Sendable, Equatable {
  package let kind: StrategyKind
  /// Key paths of the next position, relations of its link, or the name of its header: the first
  /// that is there counts.
  package var next: [String]
  /// The same for the way back.
  package var previous: [String] = []
  /// The parameters that take a position: one, or one for each of `next`; none: the usual one.
  package var parameters: [String]
  /// The API's number of the very first item of offsets.
  package var firstOffset: Int?
  /// The unit of a range; nil: items.
  package var unit: String?
  /// The parameter of the page size; nil: the usual one where positions are computed, else none;
  /// "": none at all.
  package var size: String?
  /// The part of the request that parameters go into; nil: the usual one.
  package var carrier: Carrier?
  /// The key path of a flag that says whether there is more.
  package var more: String?
  /// The key path of a flag that says whether this is the last page.
  package var last: String?
  package var ends = EndRules()
  package var links = LinkSettings()
  package var tokens = TokenSettings()

  /// Settings that say no more than where positions are and go.
  package init(
    _ kind: StrategyKind, next: String? = nil, parameter: String? = nil, in carrier: Carrier? = nil
  ) {
    self.kind = kind
    self.next = next.map { [$0] } ?? []
    parameters = parameter.map { [$0] } ?? []
    self.carrier = carrier
  }

  // MARK: Reading

  /// Reads the members of `pagination` that its strategy has. With `link`, a list at `last` holds
  /// relations; one name means both, a relation and a key path, as a body and a `Link` header
  /// cannot be taken for each other.
  package init(_ fields: inout JSONFields) throws(JSONFieldError) {
    self.init(
      try fields.choice("strategy", of: StrategyKind.self).orThrow(fields.missing("strategy")))
    more = try fields.string("more")
    if kind == .link, case .array? = fields.value("last") {
      links.lastRelations = try fields.names("last") ?? []
    } else {
      last = try fields.string("last")
    }
    if kind.pages { ends = try EndRules(&fields, kind) }
    size = try fields.string("perPageParameter")
    carrier = try fields.choice("in", of: Carrier.self)
    switch kind {
    case .page: parameters = try fields.name("pageParameter").map { [$0] } ?? []
    case .offset:
      parameters = try fields.name("offsetParameter").map { [$0] } ?? []
      size = try fields.name("limitParameter") ?? size
      firstOffset = try fields.integer("firstOffset", in: -1_000_000_000...1_000_000_000)
    case .link:
      next = try fields.names("next") ?? []
      previous = try fields.names("previous") ?? []
      _ = try fields.names("first")
      if last?.isEmpty == true { _ = try fields.names("last") }
      links.kept = try fields.keptParameters()
    case .header:
      next = [try fields.name("next").orThrow(fields.missing("next"))]
      previous = try fields.name("previous").map { [$0] } ?? []
      parameters = try fields.name("parameter").map { [$0] } ?? []
      links.kept = try fields.keptParameters()
    case .body:
      next = [try fields.string("next").orThrow(fields.missing("next"))]
      previous = try fields.string("previous").map { [$0] } ?? []
      links.base = try fields.string("base")
      links.kept = try fields.keptParameters()
    case .cursor: try readTokens(&fields)
    case .range: unit = try fields.name("unit")
    case .custom, .single, .auto: break
    }
  }

  /// Reads settings that stand alone.
  package init(_ object: JSONObject) throws(JSONFieldError) {
    var fields = JSONFields(object)
    try self.init(&fields)
    try fields.finish()
  }

  private mutating func readTokens(_ fields: inout JSONFields) throws(JSONFieldError) {
    tokens.merge = try fields.string("merge")
    if fields.value("next")?.objectValue != nil, var members = try fields.fields("next") {
      next = [try members.string("max").orThrow(members.missing("max"))]
      tokens.isLargest = true
      try members.finish()
    } else {
      next = try fields.names("next") ?? []
    }
    previous = try fields.string("previous").map { [$0] } ?? []
    let names = try fields.names("parameter")
    if tokens.merge != nil {
      if !next.isEmpty { throw fields.error("next", expected: "absent with \"merge\"") }
      if names != nil { throw fields.error("parameter", expected: "absent with \"merge\"") }
    } else if next.isEmpty {
      throw fields.missing("next")
    }
    parameters = names ?? []
    guard parameters.count <= 1 || parameters.count == next.count else {
      throw fields.error("parameter", expected: "one name, or one for each key path of \"next\"")
    }
    try tokens.read(&fields)
  }

  // MARK: Writing

  /// The settings as they are read, in the order in which reports have them.
  package var json: JSONObject {
    func text(_ text: String?) -> JSONValue? { text.map { .string($0) } }
    func list(_ texts: [String]) -> JSONValue? {
      texts.isEmpty ? nil : .array(texts.map { .string($0) })
    }
    func texts(_ texts: [String]) -> JSONValue? {
      texts.count > 1 ? list(texts) : text(texts.first)
    }
    func number(_ number: Int?) -> JSONValue? { number.map { .integer($0) } }
    func flag(_ flag: Bool) -> JSONValue? { flag ? .boolean(true) : nil }
    let parameter =
      kind == .page ? "pageParameter" : kind == .offset ? "offsetParameter" : "parameter"
    let next = texts(next).map { tokens.isLargest ? .object(["max": $0]) : $0 }
    let companions = tokens.also.map { ($0.parameter, JSONValue.string($0.path)) }
    let pastEnd = ends.pastEnd.sorted().map { JSONValue.integer($0) }
    let members: [(name: String, value: JSONValue?)] = [
      ("strategy", text(kind.rawValue)), ("next", next), (parameter, texts(parameters)),
      ("previous", texts(previous)), ("previousParameter", text(tokens.previousParameter)),
      ("merge", text(tokens.merge)), ("base", text(links.base)),
      ("firstOffset", number(firstOffset)), ("unit", text(unit)),
      (kind == .offset && size != "" ? "limitParameter" : "perPageParameter", text(size)),
      ("in", text(carrier?.rawValue)), ("more", text(more)),
      ("last", list(links.lastRelations) ?? text(last)), ("keepParameters", links.kept.json),
      ("overlap", ends.overlap.map { .boolean($0) }), ("shortPageEnds", flag(ends.shortPageEnds)),
      ("emptyPageEnds", flag(ends.emptyPageEnds)),
      ("pastEnd", pastEnd.isEmpty ? nil : .array(pastEnd)),
      ("emptyCursor", flag(tokens.emptyCursor)),
      ("increment", number(tokens.increment > 0 ? tokens.increment : nil)),
      ("sameTokenEnds", flag(tokens.sameTokenEnds)), ("nextURL", text(tokens.nextURL)),
      ("nextBody", tokens.nextBody),
      ("also", companions.isEmpty ? nil : .object(JSONObject(companions))),
    ]
    return JSONObject(members.compactMap { name, value in value.map { (name, $0) } })
  }
}

/// The settings of ways that follow links.
package struct LinkSettings: Sendable, Equatable {
  /// The key path of the URL that a reference continues.
  package var base: String?
  package var kept = KeptParameters.none
  /// The relations of the last page's link; none: the usual one.
  var lastRelations: [String] = []
}

/// The settings of tokens that few APIs need.
package struct TokenSettings: Sendable, Equatable {
  /// A value that travels with the token: parameter and key path.
  package struct Companion: Sendable, Equatable {
    package let parameter: String
    package var path: String
  }

  /// Key path of an object whose members are all sent along.
  package var merge: String?
  /// The token is the largest of the items' values at the path.
  var isLargest = false
  package var previousParameter: String?
  package var also: [Companion] = []
  /// "" is a position, not the end.
  package var emptyCursor = false
  /// The number added to a token, which must then be a whole number; 0 adds nothing.
  package var increment = 0
  /// A token equal to the one just sent is the end.
  package var sameTokenEnds = false
  /// The URL of the requests that carry a token, where it is another one.
  package var nextURL: String?
  /// Their body, where it is another one.
  package var nextBody: JSONValue?

  fileprivate mutating func read(_ fields: inout JSONFields) throws(JSONFieldError) {
    previousParameter = try fields.name("previousParameter")
    emptyCursor = try fields.boolean("emptyCursor") ?? false
    increment = try fields.integer("increment", in: 0...1_000_000_000) ?? 0
    sameTokenEnds = try fields.boolean("sameTokenEnds") ?? false
    nextURL = try fields.string("nextURL")
    nextBody = fields.value("nextBody")
    guard let members = try fields.fields("also") else { return }
    for (name, value) in members.object.members {
      guard !name.isEmpty else {
        throw members.error(name, expected: "a parameter whose name is not empty")
      }
      let path = try value.stringValue.orThrow(members.error(name, expected: "a key path"))
      also.append(Companion(parameter: name, path: path))
    }
  }
}
