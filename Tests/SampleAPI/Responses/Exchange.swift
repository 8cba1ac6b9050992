import JSON
import System
import Text

/// One request on its way to a response: what it wants, and the collection as it sees it.
struct Exchange {
  let request: SampleRequest
  let query: Query
  let options: EndpointOptions
  let edition: Articles.Edition
  let articles: Articles
  /// Page 2 begins with the last two items of page 1.
  let hasOverlap: Bool
  /// The collection in this request's edition, cut to the parameter `items`.
  let total: Int
  /// Host and port as the client names them.
  let authority: String
  let counters: SessionCounters
  /// The number of this request in its session, from 1.
  let number: Int
  /// The body of a POST; nil without one.
  let body: JSONDocument?
  /// The faults that strike this request; known once the page is known, or known not to exist.
  private var struckKinds: Set<Fault.Kind>?

  init(
    request: SampleRequest, query: Query, options: EndpointOptions, authority: String,
    counters: SessionCounters, number: Int, editions: [LazyValue<Articles>]
  ) throws(Refusal) {
    self.request = request
    self.query = query
    self.options = options
    self.authority = authority
    self.counters = counters
    self.number = number
    body = try Self.body(of: request)
    edition = options.edition(request: number)
    hasOverlap = options.strikes(.overlap, request: number)
    articles = editions[edition.rawValue].value
    total = min(articles.count, options.itemsMax ?? .max)
  }

  /// The faults that strike this request. The first call decides: with a page (from 0) where the
  /// endpoint has found one, else without.
  mutating func decideFaults(pageIndex: Int? = nil) throws(Refusal) -> Set<Fault.Kind> {
    if let struckKinds { return struckKinds }
    var kinds: Set<Fault.Kind> = []
    for fault in options.faults {
      let strikes: Bool
      if case .page(let page) = fault.place {
        strikes = if pageIndex == page - 1 { try strikesPage(fault) } else { false }
      } else {
        strikes = fault.strikes(request: number)
      }
      if strikes { kinds.insert(fault.kind) }
    }
    struckKinds = kinds
    return kinds
  }

  /// True when this fault strikes this request; call it only once the page is known.
  func isStruck(by name: SampleFault) -> Bool {
    struckKinds?.contains(.named(name)) ?? false
  }

  // MARK: Parameters

  /// A parameter of the query or, in a POST, a top-level member of the body; nil when neither has
  /// it, or it has no value.
  func parameter(_ name: String) -> String? {
    if let text = query.value(name), !text.isEmpty { return text }
    guard let body, let slice = body.member(name, of: body.root) else { return nil }
    return body.string(slice) ?? body.integer(slice).map(String.init)
  }

  /// The same as a whole number, from 0 on.
  func number(_ name: String) throws(Refusal) -> Int? {
    guard let text = parameter(name) else { return nil }
    return try ASCII.number(text.utf8)
      .orThrow(Refusal.invalidParameter(name: name, expected: "a whole number"))
  }

  /// The page size under the first of these names that is given, brought into 1...1000.
  func size(_ names: [String]) throws(Refusal) -> Int {
    for name in names {
      if let size = try number(name) { return min(max(size, 1), SampleLimits.pageItemsMax) }
    }
    return SampleLimits.pageItemsDefault
  }

  private static func body(of request: SampleRequest) throws(Refusal) -> JSONDocument? {
    guard request.isMethod("POST"), !request.body.isEmpty else { return nil }
    guard let document = try? JSONDocument(request.body), document.root.kind == .object else {
      throw .invalidBody(expected: "a JSON object")
    }
    return document
  }

  /// Counts where the fault has a bound.
  private func strikesPage(_ fault: Fault) throws(Refusal) -> Bool {
    guard let count = fault.count else { return true }
    return try counters.strike(fault.text, of: options.session, count: count).orThrow(
      Refusal.invalidParameter(
        name: "fault", expected: "one of \(SampleLimits.countedFaultsMax) counted in a session"))
  }
}

extension EndpointOptions {
  /// One of the faults with this name strikes the N-th request of the session.
  fileprivate func strikes(_ name: SampleFault, request number: Int) -> Bool {
    faults.contains { $0.kind == .named(name) && $0.strikes(request: number) }
  }

  /// Returns the edition that the faults have made of the collection at the N-th request.
  fileprivate func edition(request number: Int) -> Articles.Edition {
    if strikes(.insert, request: number) { return .inserted }
    if strikes(.remove, request: number) { return .shortened }
    return strikes(.edit, request: number) ? .edited : .original
  }
}
