import Pagination

/// Properties that detection decides on, and the merging of findings of the same paging.
extension StrategySettings {
  /// A place of links, and that of the links back.
  init(_ kind: StrategyKind, next: String, back: String?) {
    self.init(kind, next: next)
    previous = back.map { [$0] } ?? []
  }

  /// True when the client counts positions.
  var isCounted: Bool { kind == .page || kind == .offset }

  /// The parameter of a computed page number or offset; nil: the usual one.
  var position: String? {
    get { parameters.first }
    set { parameters = newValue == usualPosition ? [] : newValue.map { [$0] } ?? [] }
  }

  /// The name of the parameter that positions go into where none is set.
  var usualPosition: String? { kind == .page ? "page" : kind == .offset ? "offset" : nil }

  /// The key path of a flag that decides the end.
  var flag: String? { more ?? last }

  /// A flag decides the end, if there is one.
  mutating func take(_ flag: Flag?) {
    if let flag { (more, last) = flag.isMore ? (flag.path, nil) : (nil, flag.path) }
  }

  /// The settings that two ways of paging must share to send the same requests. Links are followed
  /// as they are, so the place of parameters matters only for the page size.
  var identity: StrategySettings {
    var identity = StrategySettings(
      kind, in: [.body, .link].contains(kind) || carrier == .query ? nil : carrier)
    identity.next = next
    identity.parameters = parameters.isEmpty && kind == .cursor ? ["cursor"] : parameters
    identity.firstOffset = firstOffset
    identity.unit = unit == "items" ? nil : unit
    (identity.tokens.merge, identity.tokens.nextURL) = (tokens.merge, tokens.nextURL)
    return identity
  }

  /// Takes over what another finding of the same way has, and this one has not.
  mutating func fill(from other: StrategySettings) {
    if flag == nil { (more, last) = (other.more, other.last) }
    if previous.isEmpty { previous = other.previous }
    if parameters.isEmpty { parameters = other.parameters }
    if size == nil || size == "" && kind == .offset { size = other.size ?? size }
    carrier = carrier ?? other.carrier
    unit = unit ?? other.unit
    links.base = links.base ?? other.links.base
    if links.kept == .none { links.kept = other.links.kept }
    if ends == EndRules() { ends = other.ends }
    tokens.previousParameter = tokens.previousParameter ?? other.tokens.previousParameter
    if tokens.also.isEmpty { tokens.also = other.tokens.also }
    tokens.emptyCursor = tokens.emptyCursor || other.tokens.emptyCursor
    tokens.increment = max(tokens.increment, other.tokens.increment)
    tokens.sameTokenEnds = tokens.sameTokenEnds || other.tokens.sameTokenEnds
    tokens.nextBody = tokens.nextBody ?? other.tokens.nextBody
  }
}
