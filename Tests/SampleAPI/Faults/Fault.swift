import Text

/// One fault that a request asks for: what goes wrong, and at which request or page.
///
/// `fault=503x2@3,truncate@p5` holds two: requests 3 and 4 of the session get a 503, and every
/// request for page 5 gets a body that is cut.
/// Spelling: `kind`, `xCOUNT` or `x*`, `@N` (the N-th request of the session) or `@pN` (the N-th
/// page, from 1). Without a place a fault strikes every request, with `@N` that one request, with
/// `@pN` every request for that page; a count makes it that many, and `x*` all from there on.
/// `edit` and `overlap` stay from their request on.
struct Fault: Sendable, Equatable {
  /// The kind of fault.
  enum Kind: Sendable, Equatable, Hashable {
    case status(Int)
    case named(SampleFault)
  }

  /// The place where the fault strikes.
  enum Place: Sendable, Equatable {
    case anywhere
    case request(Int)
    case page(Int)
  }

  let kind: Kind
  let place: Place
  /// The number of requests that are hit; nil means no bound.
  let count: Int?
  /// As it was written: the key under which a session counts it.
  let text: String

  /// The faults of one `fault` parameter, which are separated by commas.
  static func list(_ text: String) throws(Refusal) -> [Fault] {
    let pieces = text.split(separator: ",", omittingEmptySubsequences: false)
    return try pieces.map { piece throws(Refusal) in
      try Fault(String(piece)).orThrow(
        Refusal.invalid("fault", "a status or a name that --help lists, as in 500@3 or 503x2"))
    }
  }

  /// Reads a fault; nil if the text is not one.
  init?(_ text: String) {
    let form = /([a-z0-9-]+?)(?:x([1-9][0-9]*|\*))?(?:@(p?)([1-9][0-9]*))?/
    guard let match = text.wholeMatch(of: form), let kind = Kind(match.1) else { return nil }
    let number = match.4.flatMap { Int($0) }
    let isPage = match.3 == "p"
    guard number != nil || match.4 == nil, !(isPage && kind.isLasting) else { return nil }
    (self.text, self.kind) = (text, kind)
    place = number.map { isPage ? .page($0) : .request($0) } ?? .anywhere
    let isOnce = match.2 == nil && number != nil && !isPage && !kind.isLasting
    count = isOnce ? 1 : match.2.flatMap { Int($0) }
  }

  /// True when the fault strikes the N-th request of a session, regardless of its page; false for a
  /// fault of a page.
  func strikes(request number: Int) -> Bool {
    switch place {
    case .anywhere: number <= count ?? .max
    case .request(let first): number >= first && number - first < count ?? .max
    case .page: false
    }
  }
}

extension Fault.Kind {
  /// A status from 200 to 599 or a name.
  fileprivate init?(_ text: Substring) {
    if let status = ASCII.number(text.utf8) {
      guard (200...599).contains(status), text.utf8.count == 3 else { return nil }
      self = .status(status)
    } else if let name = SampleFault(rawValue: String(text)) {
      self = .named(name)
    } else {
      return nil
    }
  }

  /// Changes the collection: stays from its request on, and belongs to no page.
  fileprivate var isLasting: Bool {
    self == .named(.edit) || self == .named(.overlap)
  }
}
