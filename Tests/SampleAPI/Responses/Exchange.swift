import DemoAPI
import JSON
import System
import Text

/// One request on its way to a response: what it wants, and the collection as it sees it.
struct Exchange {
  let request: SampleRequest
  let query: Query
  let options: EndpointOptions
  let articles: Articles
  /// Every tenth article has a new title.
  let isEdited: Bool
  /// Page 2 begins with the last two items of page 1.
  let hasOverlap: Bool
  /// How many articles there are, cut to the parameter `items`.
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
    request: SampleRequest, query: Query, options: EndpointOptions, counters: SessionCounters,
    original: Articles, edited: LazyValue<Articles>
  ) throws(Refusal) {
    self.request = request
    self.query = query
    self.options = options
    self.counters = counters
    authority = request.header("host") ?? "127.0.0.1"
    number = counters.nextRequest(options.session)
    body = try Self.body(of: request)
    isEdited = options.strikes(.edit, request: number)
    hasOverlap = options.strikes(.overlap, request: number)
    articles = isEdited ? edited.value : original
    total = min(articles.count, options.itemsMax)
  }

  /// The faults that strike this request. The first call decides: with a page (from 0) where the
  /// endpoint has found one, else without.
  mutating func decideFaults(pageIndex: Int? = nil) -> Set<Fault.Kind> {
    if let struckKinds { return struckKinds }
    var kinds: Set<Fault.Kind> = []
    for fault in options.faults {
      let strikes: Bool
      if case .page(let page) = fault.place {
        strikes = pageIndex == page - 1 && strikesPage(fault)
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
    if let text = query.value(name) { return text }
    guard let body, let slice = body.member(name, of: body.root) else { return nil }
    return body.string(slice) ?? body.integer(slice).map(String.init)
  }

  /// The same as a whole number, from 0 on.
  func number(_ name: String) throws(Refusal) -> Int? {
    guard let text = parameter(name) else { return nil }
    return try ASCII.number(text.utf8).orThrow(Refusal.invalid(name, "a whole number"))
  }

  /// The page size under the first of these names that is given, brought into 1...1000.
  func size(_ names: [String]) throws(Refusal) -> Int {
    for name in names {
      if let size = try number(name) { return min(max(size, 1), 1000) }
    }
    return 25
  }

  /// The position in the token of a parameter; 0 without a token.
  func start(_ name: String) throws(Refusal) -> Int {
    guard let token = parameter(name) else { return 0 }
    return try PositionToken.start(token)
      .orThrow(Refusal.invalid(name, "a token from an earlier answer"))
  }

  private static func body(of request: SampleRequest) throws(Refusal) -> JSONDocument? {
    guard request.method == "POST", !request.body.isEmpty else { return nil }
    guard let document = try? JSONDocument(request.body), document.root.kind == .object else {
      throw .invalid("The body", "a JSON object")
    }
    return document
  }

  /// Counts where the fault has a bound.
  private func strikesPage(_ fault: Fault) -> Bool {
    guard let count = fault.count else { return true }
    return counters.strike(fault.text, of: options.session, count: count)
  }
}

extension EndpointOptions {
  /// One of the faults with this name strikes the N-th request of the session.
  fileprivate func strikes(_ name: SampleFault, request number: Int) -> Bool {
    faults.contains { $0.kind == .named(name) && $0.strikes(request: number) }
  }
}
