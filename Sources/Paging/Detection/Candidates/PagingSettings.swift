package import JSON
package import Pagination

/// A way from one page to the next: the settings that `pagination` of `open` spells.
///
///     {"strategy": "cursor", "next": "meta.next", "parameter": "cursor", "perPageParameter": "limit"}
///
/// Detection decides on these values; only `settings` knows how they are spelled.
package struct PagingSettings: Sendable, Equatable {
  package let kind: StrategyKind
  /// Key paths of the next position, or the name of its header: the first that is there counts.
  var next: [String] = []
  /// The parameters that take it: one, or one for each of `next`.
  var parameters: [String] = []
  var previous: String?
  var previousParameter: String?
  /// The key path of an object of parameters to send along.
  var merge: String?
  /// The key path of the URL that a reference continues.
  var base: String?
  /// The parameter of a computed page number or offset; nil: the usual one.
  var position: String?
  var firstOffset: Int?
  /// The unit of a range; nil: items.
  var unit: String?
  /// The parameter of the page size; nil: the usual one where positions are computed, else none;
  /// "": none at all.
  var size: String?
  /// Where parameters go; nil: into the query.
  var carrier: Carrier?
  /// The key path of a flag that decides the end.
  var flag: Flag?
  /// The parameters of the request that go along with a link which lacks them.
  var kept: [String] = []
  /// What else a profile sets.
  var others = JSONObject()

  /// A flag that says whether there is more.
  enum Flag: Sendable, Equatable {
    case more(String)
    case last(String)

    var path: String {
      switch self {
      case .more(let path), .last(let path): path
      }
    }
  }

  init(
    _ kind: StrategyKind, next: String? = nil, parameter: String? = nil, in carrier: Carrier? = nil
  ) {
    self.kind = kind
    self.next = next.map { [$0] } ?? []
    parameters = parameter.map { [$0] } ?? []
    self.carrier = carrier
  }

  /// Whether the client counts positions.
  var isCounted: Bool { kind == .page || kind == .offset }

  /// The settings as `Pager` reads them.
  package var settings: JSONObject {
    var settings = JSONObject([("strategy", .string(kind.rawValue))])
    func put(_ name: String, _ text: String?) {
      if let text { settings[name] = .string(text) }
    }
    func put(_ name: String, _ texts: [String]) {
      if texts.count > 1 {
        settings[name] = .array(texts.map { .string($0) })
      } else {
        put(name, texts.first)
      }
    }
    put("next", next)
    put("parameter", parameters)
    put("previous", previous)
    put("previousParameter", previousParameter)
    put("merge", merge)
    put("base", base)
    put(positionField, position)
    if let firstOffset { settings["firstOffset"] = .integer(firstOffset) }
    put("unit", unit)
    put(size == "" ? "perPageParameter" : sizeField, size)
    put("in", carrier?.rawValue)
    switch flag {
    case .more(let path): put("more", path)
    case .last(let path): put("last", path)
    case nil: break
    }
    if !kept.isEmpty { settings["keepParameters"] = .array(kept.map { .string($0) }) }
    for (name, value) in others.members { settings[name] = value }
    return settings
  }

  private var positionField: String { kind == .page ? "pageParameter" : "offsetParameter" }
  private var sizeField: String { kind == .offset ? "limitParameter" : "perPageParameter" }

  /// The name of the parameter that positions go into where none is set.
  var usualPosition: String? { kind == .page ? "page" : kind == .offset ? "offset" : nil }
  /// The name of the parameter that the size goes into where none is set.
  var usualSize: String? { kind == .page ? "per_page" : kind == .offset ? "limit" : nil }

  /// Sets the parameter of computed positions.
  mutating func goes(by parameter: String) {
    position = parameter == usualPosition ? nil : parameter
  }

  /// What two ways have to share to send the same requests. Links are followed as they are: where
  /// parameters go is a matter of the size alone then.
  struct Identity: Hashable {
    let kind: StrategyKind
    let next: [String]
    let parameters: [String]
    let merge: String?
    let position: String?
    let firstOffset: Int
    let unit: String
    let carrier: Carrier
    let laterURL: String?
    let kept: [String]
  }

  var identity: Identity {
    Identity(
      kind: kind, next: next,
      parameters: kind == .cursor && parameters.isEmpty
        ? ["cursor"] : parameters, merge: merge, position: position ?? usualPosition,
      firstOffset: firstOffset ?? 0, unit: unit ?? "items",
      carrier: kind == .body || kind == .link ? .query : carrier ?? .query,
      laterURL: others["nextURL"]?.stringValue, kept: kept)
  }

  /// Takes over what another finding of the same way has, and this one has not.
  mutating func fill(from other: PagingSettings) {
    if parameters.isEmpty { parameters = other.parameters }
    previous = previous ?? other.previous
    previousParameter = previousParameter ?? other.previousParameter
    base = base ?? other.base
    position = position ?? other.position
    firstOffset = firstOffset ?? other.firstOffset
    unit = unit ?? other.unit
    size = size ?? other.size
    carrier = carrier ?? other.carrier
    flag = flag ?? other.flag
    for (name, value) in other.others.members where others[name] == nil { others[name] = value }
  }
}

extension PagingSettings {
  /// The way that a profile describes, but for the fields that detection finds itself.
  init(_ kind: StrategyKind, profile settings: JSONObject) {
    self.init(kind)
    for (name, value) in settings.members {
      let text = value.stringValue
      switch name {
      case "strategy": continue
      case "next": next = value.strings
      case "parameter": parameters = value.strings
      case "previous": previous = text
      case "previousParameter": previousParameter = text
      case "merge": merge = text
      case "base": base = text
      case "pageParameter", "offsetParameter": position = text
      case "firstOffset": firstOffset = value.integerValue
      case "unit": unit = text
      case "perPageParameter", "limitParameter": size = text
      case "in": carrier = text.flatMap { Carrier(rawValue: $0) }
      case "more": flag = text.map { .more($0) }
      case "last": flag = text.map { .last($0) }
      default: others[name] = value
      }
    }
  }
}

extension JSONValue {
  /// The text, or the texts of a list.
  fileprivate var strings: [String] { (arrayValue ?? [self]).compactMap(\.stringValue) }
}
