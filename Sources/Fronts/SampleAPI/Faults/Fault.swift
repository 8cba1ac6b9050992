import Text

/// One fault that a request asks for: what goes wrong, and at which request or page.
///
/// `fault=503x2@3,truncate@p5` holds two: requests 3 and 4 of the session get a 503, and every
/// request for page 5 gets a body that is cut.
/// Spelling: `kind`, `xCOUNT` or `x*`, `@N` (the N-th request of the session) or `@pN` (the N-th
/// page, from 1). Without a place a fault strikes every request, with `@N` that one request, with
/// `@pN` every request for that page; a count makes it that many, and `x*` all from there on.
/// `insert`, `edit`, `remove` and `overlap` stay from their request on.
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
        Refusal.invalidParameter(
          name: "fault", expected: "a status or one of \(SampleFault.names), as in 500@3 or 503x2"))
    }
  }

  /// Reads a fault; nil if the text is not one.
  init?(_ text: String) {
    self.text = text
    let halves = text.split(separator: "@", maxSplits: 1, omittingEmptySubsequences: false)
    guard let first = halves.first, let (kind, bound) = Self.kindAndBound(first) else { return nil }
    self.kind = kind
    guard halves.count == 2 else {
      (place, count) = (.anywhere, bound.count(unsaid: nil))
      return
    }
    let isPage = halves[1].hasPrefix("p")
    guard let number = ASCII.number(halves[1].dropFirst(isPage ? 1 : 0).utf8),
      number >= 1, !(isPage && kind.isLasting)
    else { return nil }
    place = isPage ? .page(number) : .request(number)
    count = bound.count(unsaid: isPage || kind.isLasting ? nil : 1)
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

  /// The count after `x`.
  private enum Bound {
    case unsaid, unbounded
    case times(Int)

    func count(unsaid: Int?) -> Int? {
      switch self {
      case .unsaid: unsaid
      case .unbounded: nil
      case .times(let count): count
      }
    }
  }

  private static func kindAndBound(_ text: Substring) -> (Kind, Bound)? {
    if let kind = Kind(text) { return (kind, .unsaid) }
    guard let mark = text.lastIndex(of: "x"), let kind = Kind(text[..<mark]) else { return nil }
    let digits = text[text.index(after: mark)...]
    if digits == "*" { return (kind, .unbounded) }
    guard let count = ASCII.number(digits.utf8), count >= 1 else { return nil }
    return (kind, .times(count))
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
    switch self {
    case .named(.insert), .named(.edit), .named(.remove), .named(.overlap): true
    default: false
    }
  }
}
