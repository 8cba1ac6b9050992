package import JSON
import Pagination

/// A way from one page to the next: the settings that `pagination` of `open` has.
///
///     {"strategy": "cursor", "next": "meta.next", "parameter": "cursor", "perPageParameter": "limit"}
///
/// They are kept as they are spelled, so that what detection decides on is what `Pager` reads.
package struct PagingSettings: Sendable, Equatable {
  let kind: StrategyKind
  /// All but the strategy.
  private var members = JSONObject()

  /// The parameters of the request that go along with a link which lacks them: other requests than
  /// those of the link as it is. What a profile says of them only adds to a link.
  var kept: [String] = []

  /// A flag that says whether there is more, or whether this is the last page.
  struct Flag: Sendable, Equatable {
    /// `more` or `last`.
    let name: Name
    let path: String
  }

  init(
    _ kind: StrategyKind, next: String? = nil, parameter: String? = nil, in carrier: Carrier? = nil
  ) {
    self.kind = kind
    self.next = next.map { [$0] } ?? []
    parameters = parameter.map { [$0] } ?? []
    self.carrier = carrier
  }

  /// The settings of a profile.
  init(_ kind: StrategyKind, profile settings: JSONObject) {
    self.kind = kind
    members = settings
    members["strategy"] = nil
  }

  /// A setting by its name.
  subscript(name: String) -> JSONValue? {
    get { members[name] }
    set { members[name] = newValue }
  }

  /// A setting that is a text, of those that detection makes.
  subscript(name: Name) -> String? {
    get { members[name.rawValue]?.stringValue }
    set { members[name.rawValue] = newValue.map { .string($0) } }
  }

  /// The settings that detection makes itself.
  enum Name: String, CaseIterable {
    case next, parameter, previous, previousParameter
    /// The key path of an object of parameters to send along.
    case merge
    /// The key path of the URL that a reference continues.
    case base
    case pageParameter, offsetParameter, firstOffset
    /// The unit of a range; absent: items.
    case unit
    case perPageParameter, limitParameter
    case carrier = "in"
    case more, last
  }

  /// A text, or several in a list.
  private subscript(texts name: Name) -> [String] {
    get { members[name.rawValue].map { ($0.arrayValue ?? [$0]).compactMap(\.stringValue) } ?? [] }
    set {
      let texts = newValue.map { JSONValue.string($0) }
      members[name.rawValue] = texts.count > 1 ? .array(texts) : texts.first
    }
  }

  /// Key paths of the next position, or the name of its header: the first that is there counts.
  var next: [String] {
    get { self[texts: .next] }
    set { self[texts: .next] = newValue }
  }
  /// The parameters that take it: one, or one for each of `next`.
  var parameters: [String] {
    get { self[texts: .parameter] }
    set { self[texts: .parameter] = newValue }
  }
  /// The parameter of a computed page number or offset; nil: the usual one.
  var position: String? {
    get { self[positionName] }
    set { self[positionName] = newValue == usualPosition ? nil : newValue }
  }
  /// The parameter of the page size; nil: the usual one where positions are computed, else none;
  /// "": none at all.
  var size: String? {
    get { self[sizeName] ?? self[.perPageParameter] }
    set {
      (self[.limitParameter], self[.perPageParameter]) = (nil, nil)
      self[newValue == "" ? .perPageParameter : sizeName] = newValue
    }
  }
  /// The part of the request that parameters go into; nil means the query.
  var carrier: Carrier? {
    get { self[.carrier].flatMap { Carrier(rawValue: $0) } }
    set { self[.carrier] = newValue?.rawValue }
  }
  /// The key path of a flag that decides the end.
  var flag: Flag? {
    get {
      self[.more].map { Flag(name: .more, path: $0) }
        ?? self[.last].map { Flag(name: .last, path: $0) }
    }
    set {
      (self[.more], self[.last]) = (nil, nil)
      if let newValue { self[newValue.name] = newValue.path }
    }
  }

  /// True when the client counts positions.
  var isCounted: Bool { kind == .page || kind == .offset }

  private var positionName: Name { kind == .page ? .pageParameter : .offsetParameter }
  private var sizeName: Name { kind == .offset ? .limitParameter : .perPageParameter }

  /// The name of the parameter that positions go into where none is set.
  var usualPosition: String? { kind == .page ? "page" : kind == .offset ? "offset" : nil }
  /// The name of the parameter that the size goes into where none is set.
  var usualSize: String? { kind.usualSizeParameter }

  /// The settings as `Pager` reads them, those that detection makes first.
  package var json: JSONObject {
    let made = Name.allCases.compactMap { name in
      members[name.rawValue].map { (name.rawValue, $0) }
    }
    let kept = kept.isEmpty ? [] : [("keepParameters", JSONValue.array(kept.map { .string($0) }))]
    return JSONObject([("strategy", .string(kind.rawValue))] + made + kept + members.members)
  }

  /// The settings that two ways of paging must share to send the same requests. Links are followed
  /// as they are, so the place of parameters matters only for the page size.
  var identity: PagingSettings {
    var identity = PagingSettings(kind)
    for name in ["next", "parameter", "merge", "firstOffset", "nextURL"] {
      identity[name] = self[name]
    }
    identity.kept = kept
    if kind == .cursor, parameters.isEmpty { identity.parameters = ["cursor"] }
    identity.position = position
    identity[.unit] = self[.unit] == "items" ? nil : self[.unit]
    identity.carrier = kind == .body || kind == .link || carrier == .query ? nil : carrier
    return identity
  }

  /// Takes over what another finding of the same way has, and this one has not.
  mutating func fill(from other: PagingSettings) {
    let hasFlag = flag != nil
    for (name, value) in other.members.members where members[name] == nil {
      if !hasFlag || !["more", "last"].contains(name) { members[name] = value }
    }
  }

  /// A copy with secrets masked in what a profile has set besides.
  func masked(_ mask: (JSONValue) -> JSONValue) -> PagingSettings {
    var masked = self
    for (name, value) in members.members where Name(rawValue: name) == nil {
      masked[name] = mask(value)
    }
    return masked
  }
}
