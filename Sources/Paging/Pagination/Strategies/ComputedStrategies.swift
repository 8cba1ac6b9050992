import JSON

/// Pages by number: `?page=3&per_page=25`.
struct PageStrategy: Strategy {
  let isComputed = true
  let common: CommonSettings
  let pageParameter: String

  init(_ settings: StrategySettings, _ common: CommonSettings) {
    self.common = common
    pageParameter = settings.parameters.first ?? "page"
  }

  var positionNames: [String] { [pageParameter] }

  func place(_ position: Position, of page: RequestedPage, in draft: inout RequestDraft) {
    if position != .start { draft.set(pageParameter, page.page, in: carrier) }
  }
}

/// Pages by the index of their first item: `?offset=50&limit=25`.
struct OffsetStrategy: Strategy {
  let isComputed = true
  let common: CommonSettings
  let offsetParameter: String

  init(_ settings: StrategySettings, _ common: CommonSettings) {
    self.common = common
    offsetParameter = settings.parameters.first ?? "offset"
  }

  var positionNames: [String] { [offsetParameter] }

  func place(_ position: Position, of page: RequestedPage, in draft: inout RequestDraft) {
    if position == .start { return }
    draft.set(offsetParameter, page.offset.plus(firstOffset), in: carrier)
  }

  func neighbours(
    of page: RequestedPage, in view: ResponseView
  ) throws(PageReadError) -> Neighbours {
    let next = page.offset.plus(view.items.count)
    guard firstOffset < 0, next >= -firstOffset else {
      return Neighbours(next: .unsaid)
    }
    return Neighbours(next: .none(field: offsetParameter, value: .integer(0), isStated: true))
  }
}

/// No paging in the response itself: one document (`single`), the client's rule (`custom`), or
/// detection that has not decided yet (`auto`).
struct NoPaging: Strategy {
  let kind: StrategyKind
  let common: CommonSettings

  func neighbours(
    of page: RequestedPage, in view: ResponseView
  ) throws(PageReadError) -> Neighbours {
    Neighbours(next: .none(field: "strategy", value: .string(kind.rawValue), isStated: false))
  }
}
