package import HTTP
package import JSON

/// The compiled settings of one paginator's paging: how requests are made and responses read.
package struct Pager: Sendable {
  package let kind: StrategyKind
  package private(set) var template: RequestTemplate
  package private(set) var reader: PageReader
  /// Items a page, as requested; the API may state another.
  package let perPage: Int
  package private(set) var firstPage: Int
  /// By how much the number that a page states is less than the one that it is requested by.
  package private(set) var numberLag = 0
  /// The place where the request as opened begins.
  package let opening: StartPosition
  /// The documented rules for the API's end.
  package let ends: EndRules
  /// The request as opened names a place, or a size that is not a number, or no size is requested, and the
  /// caller names none: what size pages have is left to the API.
  package let leavesSize: Bool
  /// The caller, a profile or the URL asks for a size.
  package let isSizeGiven: Bool

  /// Items a page where nothing says another.
  package static let perPageDefault = 25
  package static let perPageMax = 1_000_000
  /// Page numbers are at most this far from 0.
  package static let pageMax = 1_000_000_000_000

  /// Reads `url`, `method`, `headers`, `parameters`, `body`, `pagination`, `perPage`, `firstPage`
  /// and `paginationMapping`. `lists`: where the items are, with the paths that are wanted in each.
  /// `identity`: the paths of what identifies an item. `until`: where paging ends early.
  package init(
    _ fields: inout JSONFields, lists: [(path: JSONPath, elementPaths: [JSONPath])],
    identity: [JSONPath] = [], until: UntilLimit? = nil
  ) throws(JSONFieldError) {
    let template = try RequestTemplate(&fields)
    var plan = JSONPlan()
    var members =
      try fields.fields("pagination")
      ?? JSONFields(JSONObject(), path: fields.path(of: "pagination"))
    let settings: StrategySettings
    if members.object.isEmpty {  // null and [] are the empty object, as if nothing were said
      settings = StrategySettings(
        template.contains(.currentPage) ? .page : template.contains(.offset) ? .offset : .auto)
    } else {
      settings = try StrategySettings(&members)
    }
    let strategy = try settings.strategy(template, members, &plan)
    try members.finish()
    ends = settings.ends
    kind = settings.kind
    self.template = template
    let opening = StartPosition(template, strategy, kind)
    self.opening = opening
    firstPage = try Pager.firstPage(&fields, opening)
    let size = try Pager.size(&fields, opening, firstPage)
    perPage = size ?? opening.size ?? Pager.perPageDefault
    isSizeGiven = size != nil || opening.size != nil
    let sendsNone =
      [.page, .offset].contains(kind) && strategy.sizeParameter == nil
      && !template.contains(.perPage)
    leavesSize = !isSizeGiven && (opening.settlesSize || sendsNone)
    let counts = try Pager.counts(&fields, &plan)
    let numbers = lists.map { list in
      var paths = list.elementPaths
      let slots = identity.map { path in
        if let slot = paths.firstIndex(of: path) { return slot }
        paths.append(path)
        return paths.count - 1
      }
      return PageReader.List(
        path: list.path, number: plan.captureList(list.path, elementPaths: paths),
        identitySlots: slots, isMapped: !list.elementPaths.isEmpty)
    }
    let partial = PageReader.partial(&plan)
    reader = PageReader(
      plan: plan, strategy: strategy, counts: counts, partial: partial, lists: numbers,
      until: until, hasOpenTotal: PageReader.hasOpenTotal(counts))
    settle()
  }

  /// Shares with another pager how responses are read, where both page alike; for pagers whose params
  /// differ in nothing but the request. False: they do not.
  package mutating func share(_ other: Pager) -> Bool {
    guard kind == other.kind else { return false }
    let wantsListAtRoot = wantsListAtRoot
    reader = other.reader
    reader.wantsListAtRoot = wantsListAtRoot
    settle()
    return true
  }

  /// The same paging of another request; nil where it would begin elsewhere, or page in another way.
  /// Reads the fields of the request and no others.
  package func remade(_ fields: inout JSONFields) throws(JSONFieldError) -> Pager? {
    let request = try RequestTemplate(&fields)
    guard request.tokenCarrier == template.tokenCarrier,
      URLPattern.Parameter.allCases.allSatisfy({ request.contains($0) == template.contains($0) }),
      StartPosition(request, strategy, kind) == opening
    else { return nil }
    var pager = self
    pager.template = request
    pager.settle()
    return pager
  }

  /// True when positions travel in the body, so that a POST is a read.
  package var readsByBody: Bool {
    strategy.carrier == .body || strategy.carrier == .variables || kind == .body
      || template.bodyHasPatterns
  }

  /// True when any page can be requested without reading another one first. False if the caller
  /// sends a `Range` header: only the API knows how far its unit reaches.
  package private(set) var isComputed = false
  /// The strategy puts the position into requests: the caller's patterns do not say where it goes.
  private(set) var placesPosition = false
  /// The parameter into which the strategy puts the page size; nil: it does not.
  private(set) var placedSize: String?

  /// Decides what the strategy and the template decide for every page.
  private mutating func settle() {
    isComputed =
      strategy.isComputed && !(kind == .range && template.headers.contains(where: \.isRange))
    placesPosition = !template.namesPosition(strategy)
    placedSize = leavesSize || template.contains(.perPage) ? nil : strategy.sizeParameter
  }

  /// True when the settings say where the API's total is.
  package var mapsTotal: Bool {
    kind == .range || reader.counts.contains { $0.target == .objectCount }
  }

  /// True when the settings say where the API states the size of its pages.
  package var mapsSize: Bool { reader.counts.contains { $0.target == .perPage } }

  /// True when requests state the number of items per page.
  package var sendsSize: Bool {
    strategy.sizeParameter != nil && !leavesSize || template.contains(.perPage)
      || (kind == .range && isComputed)
  }

  /// True when a refused range says that there is nothing at all: 416 with `Content-Range: */0`.
  package func isEmptyRange(_ response: HTTPResponse) -> Bool {
    kind == .range && response.status == 416
      && response.headers["Content-Range"].flatMap(ContentRange.init)?.total == 0
  }

  /// An object at the root of a body is not an item, where the items are the root.
  package mutating func wantListAtRoot() { reader.wantsListAtRoot = true }

  /// Takes note of it: where answers count from 0, requests may count from 1.
  ///
  ///     ?page=1    {"number": 0, "first": true}
  package mutating func take(numberLag: Int) {
    self.numberLag = numberLag
    firstPage = max(firstPage, numberLag)
  }

  package var strategy: any Strategy { reader.strategy }

  package var wantsListAtRoot: Bool { reader.wantsListAtRoot }

  /// True when a body is the items, and nothing else.
  package var isListAtRoot: Bool { reader.lists.allSatisfy { $0.path == .root } }

  /// True when the request itself fixes the page size, so that sizes from a profile or from
  /// detection do not apply.
  package static func settlesSize(_ params: JSONObject) -> Bool {
    var fields = JSONFields(params)
    return (try? Pager(&fields, lists: []))?.opening.settlesSize ?? false
  }

  /// The number of the first page: as given; a page 0 in the request shows that it is 0.
  private static func firstPage(
    _ fields: inout JSONFields, _ opening: StartPosition
  ) throws(JSONFieldError) -> Int {
    if let given = try fields.integer("firstPage", in: -1...Pager.pageMax) { return given }
    if case .page(let page) = opening.place { return min(1, page) }
    return 1
  }

  /// The size that the caller gives. A number of a page in the request counts in pages of the size
  /// next to it: another size would lead elsewhere.
  private static func size(
    _ fields: inout JSONFields, _ opening: StartPosition, _ firstPage: Int
  ) throws(JSONFieldError) -> Int? {
    guard let size = try fields.integer("perPage", in: 1...Pager.perPageMax) else { return nil }
    if let named = opening.size, named != size, case .page(let page) = opening.place,
      page > firstPage
    {
      throw fields.error(
        "perPage",
        expected: "\(named) or nothing, as the request names page \(page) of that size")
    }
    return size
  }

  private static func counts(
    _ fields: inout JSONFields, _ plan: inout JSONPlan
  ) throws(JSONFieldError) -> [(target: CountTarget, source: ValueSource)] {
    guard let members = try fields.fields("paginationMapping") else { return [] }
    var counts: [(target: CountTarget, source: ValueSource)] = []
    for (name, value) in members.object.members where value != .null {
      guard case .string(let text) = value, let target = CountTarget(rawValue: text) else {
        let names = CountTarget.allCases.map(\.rawValue).joined(separator: ", ")
        throw members.error(name, expected: "one of \(names)")
      }
      counts.append((target, plan.source(try members.valuePath(name, name))))
    }
    return counts
  }
}
