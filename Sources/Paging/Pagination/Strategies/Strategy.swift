package import HTTP
package import JSON
import Text

/// One way of paging: how a position becomes a request, and what a response says of its
/// neighbours. A new way is one file that conforms, and one line in `StrategyKind`.
package protocol Strategy: Sendable {
  /// True when positions are arithmetic on page numbers, so that any page can be requested; usually
  /// false.
  var isComputed: Bool { get }

  /// The settings that every strategy has.
  var common: CommonSettings { get }

  /// The parameters that hold positions, which are not secrets even if they are named like one.
  var positionNames: [String] { get }

  /// The parameters that say where paging begins, where the request as opened has them; nil: they
  /// have no names that the strategy knows, as links are followed as they are.
  var openingNames: [String]? { get }

  /// The URL of the requests that carry a token, where it is another one.
  var laterURL: URLPattern? { get }

  /// The body of the requests that carry a token, where it is another one.
  var laterBody: RequestTemplate.Body? { get }

  /// Puts a position into a request; usually nothing. Links are followed by `RequestTemplate` itself.
  func place(_ position: Position, of page: RequestedPage, in draft: inout RequestDraft)

  /// Returns what a response says of the next and the previous page; usually nothing.
  func neighbours(of page: RequestedPage, in view: ResponseView) throws(PageReadError) -> Neighbours
}

extension Strategy {
  package var isComputed: Bool { false }
  package var sizeParameter: String? { common.sizeParameter }
  package var carrier: Carrier { common.carrier }
  package var firstOffset: Int { common.firstOffset }
  package var kept: KeptParameters { common.kept }
  package var laterURL: URLPattern? { nil }
  package var laterBody: RequestTemplate.Body? { nil }
  package var positionNames: [String] { [] }
  package var openingNames: [String]? { positionNames.isEmpty ? nil : positionNames }

  package func place(_ position: Position, of page: RequestedPage, in draft: inout RequestDraft) {}

  package func neighbours(
    of page: RequestedPage, in view: ResponseView
  ) throws(PageReadError) -> Neighbours {
    Neighbours(next: .unsaid)
  }
}

/// A page as it was requested.
package struct RequestedPage: Sendable, Hashable {
  package var position: Position
  /// The API's own numbering.
  package var page: Int
  /// Index of the page's first item among all items.
  package var offset: Int
  /// Items a page.
  package var perPage: Int
  /// The size that is sent, where it is another one.
  package var sentSize: Int?
  /// True when a walk requests items again that it already has, to verify that it continues after
  /// them. The number of the page does not follow from the offset.
  package var overlaps: Bool
  /// Items at its beginning that are known to be those of the page before it.
  package var itemsBefore = 0

  package init(
    position: Position, page: Int, offset: Int, perPage: Int, sentSize: Int? = nil,
    overlaps: Bool = false
  ) {
    self.position = position
    self.page = page
    self.offset = offset
    self.perPage = perPage
    self.sentSize = sentSize
    self.overlaps = overlaps
  }
}

/// The neighbouring pages, as a response states them.
package struct Neighbours: Sendable, Equatable {
  /// The word on the next page.
  package enum Next: Sendable, Equatable {
    case position(Position)
    /// There is no next page: the field with its value says so. `isStated`: true when the API says
    /// so explicitly; otherwise its silence is taken to mean the end.
    case none(field: String, value: JSONValue, isStated: Bool)
    /// Nothing is said: counts, sizes and empty pages decide.
    case unsaid
    /// The API says where to continue, in a way that leads nowhere: the page is good, the next one
    /// cannot be requested.
    case broken(path: String, value: JSONValue)

    /// Returns what a strategy reads; an unusable value becomes `broken` and does not cost the
    /// page.
    static func reading(_ read: () throws(PageReadError) -> Next) throws(PageReadError) -> Next {
      do throws(PageReadError) {
        return try read()
      } catch {
        guard case .metadataInvalid(let path, let value) = error else { throw error }
        return .broken(path: path, value: value)
      }
    }
  }

  package var next: Next
  package var previous: Position?
  /// The URL of the last page, where the API gives one (`rel="last"`).
  package var last: String?
  /// A total that the strategy itself reads (`Content-Range: items 0-9/250`).
  package var objectCount: Int?
  /// The index of the page's first item, where the strategy itself reads it (`Content-Range: items
  /// 20-39/250`).
  package var begin: Int?
  /// The API gave a position where others are arithmetic (`Next-Range`): none can be computed.
  package var isGiven = false
  /// True when there is no next page because the total has been reached (`Content-Range: items
  /// 20-24/25`).
  package var endsByTotal = false
  /// A page without items names its own token: there is nothing yet, or nothing more.
  package var namesItself = false
}

extension Neighbours {
  /// The neighbours that the caller's own rule gives.
  package init(next: Next, previous: Position?) {
    self.init(next: next, previous: previous, last: nil)
  }
}

/// The reason why a response is not a page.
package enum PageReadError: Error, Sendable, Equatable {
  /// The body is not a JSON text.
  case invalid(JSONSyntaxError)
  /// The body is not of the format that it is in.
  case undecodable(BodyFault)
  /// The body is not all that was sent. `detail`: why, in words.
  case broken(detail: String)
  /// No list at the paths; `keys` are the names that the body's object has.
  case itemsNotFound(paths: [String], keys: [String])
  /// A value that decides where to continue is of no use.
  case metadataInvalid(path: String, value: JSONValue)
}

/// The strategies by their names on the wire.
package enum StrategyKind: String, Sendable, CaseIterable {
  case page, offset, link, header, body, cursor, range, custom, single, auto

  /// True for strategies that lead from one page to the next.
  var pages: Bool { ![.single, .custom, .auto].contains(self) }

  /// The parameter that sends the page size where none is set.
  package var usualSizeParameter: String? {
    self == .page ? "per_page" : self == .offset ? "limit" : nil
  }
}

extension StrategySettings {
  /// The strategy with these settings, which were read from `fields`; its paths get slots in the
  /// plan.
  func strategy(
    _ template: RequestTemplate, _ fields: JSONFields, _ plan: inout JSONPlan
  ) throws(JSONFieldError) -> any Strategy {
    let common = try CommonSettings(self, template, fields, &plan)
    return switch kind {
    case .page: PageStrategy(self, common)
    case .offset: OffsetStrategy(self, common)
    case .link: LinkStrategy(self, common)
    case .header: HeaderStrategy(self, common)
    case .body: try BodyStrategy(self, common, fields, &plan)
    case .cursor: try CursorStrategy(self, common, fields, &plan)
    case .range: RangeStrategy(self, common)
    case .custom, .single, .auto: NoPaging(kind: kind, common: common)
    }
  }
}

/// The settings that every strategy has.
package struct CommonSettings: Sendable {
  /// Key path of a boolean that says whether there is more; beats next.
  let more: ValueSource?
  /// Key path of a boolean that says whether this is the last page.
  let last: ValueSource?
  /// The parameter that sends the page size; nil: none is sent.
  let sizeParameter: String?
  /// The part of the request that carries positions and page sizes.
  let carrier: Carrier
  /// The API's number of the very first item, for `:offset`: 0, or 1 (SCIM); below 0 where
  /// positions are counted from the end, which comes before 0.
  let firstOffset: Int
  /// The parameters of the request as opened that are added to links that lack them.
  let kept: KeptParameters
  /// The bounds of requests that a response asks for by a link.
  let bounds: LinkBounds

  init(
    _ settings: StrategySettings, _ template: RequestTemplate, _ fields: JSONFields,
    _ plan: inout JSONPlan
  ) throws(JSONFieldError) {
    bounds = LinkBounds(template)
    more = try plan.source(settings.more, "more", fields)
    last = try plan.source(settings.last, "last", fields)
    let name = settings.size ?? settings.kind.usualSizeParameter
    sizeParameter = name?.isEmpty == true || !settings.kind.pages ? nil : name
    let usual = settings.kind == .cursor ? template.tokenCarrier : .query
    carrier = settings.kind.pages && settings.kind != .range ? settings.carrier ?? usual : .query
    firstOffset = settings.firstOffset ?? 0
    kept = settings.links.kept
  }
}

extension JSONFields {
  /// A name of something in a request or response: a string that is not empty.
  mutating func name(_ member: String) throws(JSONFieldError) -> String? {
    guard let text = try string(member) else { return nil }
    guard !text.isEmpty else { throw error(member, expected: "a name that is not empty") }
    return text
  }

  /// One name or a list of names, as a list that is not empty.
  mutating func names(_ member: String) throws(JSONFieldError) -> [String]? {
    guard let names = try strings(member) else { return nil }
    guard !names.isEmpty, names.allSatisfy({ !$0.isEmpty }) else {
      throw error(member, expected: "a name that is not empty, or a list of such names")
    }
    return names
  }

  /// A key path out of a text; the name is the member that holds it.
  package func keyPath(_ text: String, _ name: String) throws(JSONFieldError) -> JSONPath {
    try mapError(
      { (wrong: JSONPathError) in error(name, expected: wrong.expectation) }, JSONPath(text))
  }

  /// A key path, or a list of up to `most` of them; nil if the member is missing.
  package mutating func keyPaths(
    _ name: String, most: Int
  ) throws(JSONFieldError) -> [JSONPath]? {
    guard let texts = try strings(name) else { return nil }
    guard texts.count <= most else { throw error(name, expected: "at most \(most) key paths") }
    return try texts.map { text throws(JSONFieldError) in try keyPath(text, name) }
  }

  /// A value path out of a text; the name is the member that holds it.
  func valuePath(_ text: String, _ name: String) throws(JSONFieldError) -> ValuePath {
    try mapError(
      { (wrong: JSONPathError) in error(name, expected: wrong.expectation) }, ValuePath(text))
  }
}

extension JSONPlan {
  /// A value path with its slot, where there is one; the name is the member of the fields that
  /// holds it.
  mutating func source(
    _ text: String?, _ name: String, _ fields: JSONFields
  ) throws(JSONFieldError) -> ValueSource? {
    guard let text else { return nil }
    return source(try fields.valuePath(text, name))
  }
}
