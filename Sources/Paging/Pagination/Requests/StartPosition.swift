import JSON
import Text

/// The place where the caller's request begins, and the page size that it names. A URL copied from
/// elsewhere means the page that it leads to.
///
///     /issues?per_page=30&page=3         page 3, of 30 items
///     /a?offset=5                        the item at index 5; nothing says the size
///     /a?after=b7                        after a token
///     {"variables": {"after": "b7"}}     the same in a body
package struct StartPosition: Sendable, Equatable {
  /// The place that the request names.
  package enum Place: Sendable, Equatable {
    /// None: it leads to the first page.
    case beginning
    /// A page, in the API's own numbering.
    case page(Int)
    /// The index of an item.
    case index(Int)
    /// Somewhere that only the API knows.
    case token
  }

  package let place: Place
  /// The size that it names; nil: none, or one that is not a number.
  package let size: Int?
  /// True when the request names a size, even if it is not a number.
  package let hasSize: Bool

  /// True when the request names a place.
  package var hasPlace: Bool { place != .beginning }

  /// True when the request settles the page size, unless the caller gives one.
  package var settlesSize: Bool { hasPlace || hasSize }

  /// Looks where a strategy puts positions and sizes, or, where positions have no names of their
  /// own, at names that are in common use for them.
  init(_ template: RequestTemplate, _ strategy: any Strategy, _ kind: StrategyKind) {
    let query = template.givenQuery
    func given(_ name: String) -> String? {
      switch strategy.carrier {
      case .query, .path, .header: query.first { $0.name == name }?.text
      case .body: template.givenInBody(name.split(separator: "."))
      case .variables: template.givenInBody(["variables"] + name.split(separator: "."))
      }
    }
    let sizes = template.contains(.perPage) ? nil : strategy.sizeParameter
    let givenSize = sizes.flatMap(given)
    hasSize = givenSize != nil
    size = givenSize.flatMap { Int($0) }.flatMap { (1...Pager.perPageMax).contains($0) ? $0 : nil }
    if template.namesPosition(strategy) || kind == .single || kind == .range {
      place = .beginning
    } else if let names = strategy.openingNames {
      let texts = names.lazy.compactMap { name in given(name).map { (name, $0) } }
      place =
        texts.map { StartPosition.place($0, $1, kind, strategy.firstOffset) }
        .first { $0 != .beginning } ?? .beginning
    } else {
      place = StartPosition.commonPlace(query)
    }
  }

  private static func place(
    _ name: String, _ text: String, _ kind: StrategyKind, _ firstOffset: Int
  ) -> Place {
    switch kind {
    case .page:
      return Int(text).flatMap { (-1...Pager.pageMax).contains($0) ? .page($0) : nil } ?? .beginning
    case .offset:
      guard let offset = Int(text), (min(0, firstOffset)...Pager.pageMax).contains(offset) else {
        return .beginning
      }
      return .index(max(0, offset - firstOffset))
    default:
      if let place = numbered(name, text) { return place }
      return tokensOfTheBeginning.contains(text) || isTime(text) ? .beginning : .token
    }
  }

  /// Tokens that stand for the first page: Solr and Crossref begin at `*`.
  private static let tokensOfTheBeginning: Set<String> = ["", "*", "null"]

  /// The place that parameters of common names give in the query.
  private static func commonPlace(_ query: [(name: String, text: String)]) -> Place {
    for (name, text) in query {
      if let place = numbered(name, text) { return place }
      if tokens.contains(flat(name)), !tokensOfTheBeginning.contains(text), !isDate(text) {
        return .token
      }
    }
    return .beginning
  }

  /// The place that a number says under a name for pages or offsets.
  private static func numbered(_ name: String, _ text: String) -> Place? {
    guard let number = Int(text), (0...Pager.pageMax).contains(number), !isTime(text) else {
      return nil
    }
    let name = flat(String(name.split(separator: ".").last ?? ""))  // `options.page`
    if pages.contains(name) { return .page(number) }
    return offsets.contains(name) ? .index(number) : nil
  }

  static func namesPage(_ url: String) -> Bool {
    QueryString.members(of: url).contains { member in
      pages.contains(flat(member.name)) && Int(member.value) != nil
    }
  }

  /// A name without what is between its letters, in lower case: `page[after]` is `pageafter`.
  package static func flat(_ name: String) -> String {
    String(name.lowercased().filter { $0.isLetter || $0.isNumber })
  }

  /// True when a number reads as a date, or as a time in seconds or milliseconds of this century:
  /// `20240501`, `1714521600`. Such a number counts no items.
  package static func isTime(_ text: String) -> Bool {
    guard let number = Int(text), text.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else {
      return false
    }
    switch text.utf8.count {
    case 8:
      return (1900...2199).contains(number / 10_000) && (1...12).contains(number / 100 % 100)
        && (1...31).contains(number % 100)
    case 10: return number >= 1_000_000_000 && number < 4_200_000_000
    case 13: return number >= 1_000_000_000_000 && number < 4_200_000_000_000
    default: return false
    }
  }

  /// `2024-05-01`: `after` and `before` hold dates, too.
  package static func isDate(_ text: String) -> Bool {
    let parts = text.prefix(10).split(separator: "-", omittingEmptySubsequences: false)
    return parts.count == 3 && parts[0].count == 4
      && parts.allSatisfy { !$0.isEmpty && $0.allSatisfy(\.isNumber) }
  }

  private static let pages: Set<String> = [
    "page", "pagenumber", "pageno", "pagenum", "pageindex", "currentpage", "paginationpage",
  ]
  /// Names of offsets in common use.
  package static let offsets: Set<String> = [
    "offset", "skip", "start", "startat", "startindex", "pageoffset", "resultoffset", "retstart",
    "sysparmoffset", "rowoffset", "itemoffset", "recordoffset", "startposition",
    "skipcount",
  ]
  /// Names of tokens in common use.
  package static let tokens: Set<String> = [
    "cursor", "after", "before", "pagetoken", "nexttoken", "nextpagetoken", "continuationtoken",
    "paginationtoken", "startingafter", "endingbefore", "marker", "scrollid", "maxid", "minid",
    "sinceid", "idafter", "pageinfo", "skiptoken", "synctoken", "bookmark", "cursormark",
    "pageafter", "pagebefore", "pagecursor", "exclusivestartkey", "searchafter",
  ]
}

extension RequestTemplate {
  /// The parameters of the query with their texts, those of the caller's params before those of the
  /// URL; patterns are omitted.
  fileprivate var givenQuery: [(name: String, text: String)] {
    var members = literalParameters.map { (name: $0.name, text: $0.value) }
    let names = parameterNames
    for member in QueryString.members(of: url.text) {
      let (name, value) = (member.name, member.value)
      if !names.contains(name), URLPattern.isLiteral(value) { members.append((name, value)) }
    }
    return members
  }

  /// The text that the caller gives at a place of the body; nil: none, or a pattern.
  fileprivate func givenInBody(_ path: [Substring]) -> String? {
    if case .text(let pattern) = body {
      let name = path.joined(separator: ".")
      return FormBody.members(of: pattern.text)?.first { $0.name == name }.map(\.value)
        .flatMap { URLPattern.isLiteral($0) ? $0 : nil }
    }
    guard case .json(let whole, _) = body else { return nil }
    switch path.reduce(whole, { value, name in value?[String(name)] }) {
    case nil, .null: return nil
    case .string(let text): return URLPattern.isLiteral(text) ? text : nil
    case .number(let number): return number.text
    case .boolean, .array, .object: return "given"  // a position of another kind (`search_after`)
    }
  }
}
