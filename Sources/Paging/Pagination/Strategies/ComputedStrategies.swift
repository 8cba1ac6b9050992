import JSON

/// Pages by number: `?page=3&per_page=25`.
struct PageStrategy: Strategy {
  let isComputed = true
  let pageParameter: String
  let sizeParameter: String?
  let carrier: Carrier

  init(_ fields: inout JSONFields, _ common: CommonSettings) throws(JSONFieldError) {
    pageParameter = try fields.name("pageParameter") ?? "page"
    sizeParameter = common.sizeParameter(usual: "per_page")
    carrier = common.carrier ?? .query
  }

  var positionNames: [String] { [pageParameter] }

  func place(_ position: Position, of page: RequestedPage, in draft: inout RequestDraft) {
    draft.set(pageParameter, page.page, in: carrier)
  }
}

/// Pages by the index of their first item: `?offset=50&limit=25`.
struct OffsetStrategy: Strategy {
  let isComputed = true
  let offsetParameter: String
  let sizeParameter: String?
  /// The API's number of the very first item: 0, or 1 (SCIM).
  let firstOffset: Int
  let carrier: Carrier

  init(_ fields: inout JSONFields, _ common: CommonSettings) throws(JSONFieldError) {
    offsetParameter = try fields.name("offsetParameter") ?? "offset"
    let limit = try fields.name("limitParameter")
    sizeParameter = limit ?? common.sizeParameter(usual: "limit")
    firstOffset = try fields.integer("firstOffset", in: 0...1_000_000_000) ?? 0
    carrier = common.carrier ?? .query
  }

  var positionNames: [String] { [offsetParameter] }

  func place(_ position: Position, of page: RequestedPage, in draft: inout RequestDraft) {
    let (offset, overflow) = page.offset.addingReportingOverflow(firstOffset)
    draft.set(offsetParameter, overflow ? Int.max : offset, in: carrier)
  }
}

/// No paging in the response itself: one document (`single`), a rule of the client's (`custom`),
/// or detection that has not yet decided (`auto`).
struct NoPaging: Strategy {
  let kind: StrategyKind
  let sizeParameter: String? = nil
  let carrier = Carrier.query

  func neighbours(
    of page: RequestedPage, in view: ResponseView
  ) throws(PageReadError) -> Neighbours {
    Neighbours(
      next: .none(field: "strategy", value: .string(kind.rawValue), isStated: false))
  }
}
