import JSON

/// What is known of the pages after the one just read.
package struct Outlook: Sendable, Equatable {
  /// nil: it cannot be known before asking.
  package var hasNext: Bool?
  /// Given where `hasNext` is false.
  package var end: EndReason?
  /// The API says that there is more, but not where.
  package var isSignalMissing = false

  static let unknown = Outlook(hasNext: nil, end: nil)
  static let goesOn = Outlook(hasNext: true, end: nil)
  package static func ends(_ end: EndReason) -> Outlook { Outlook(hasNext: false, end: end) }
}

/// The counts that the end is decided by: the latest that are known.
package struct KnownCounts: Sendable, Equatable {
  package var perPage: Int
  package var pageCount: Int?
  package var objectCount: Int?
  /// The page size is one that the API was told or has stated, not a mere default.
  package var isSized: Bool

  package init(
    perPage: Int, pageCount: Int? = nil, objectCount: Int? = nil, isSized: Bool = true
  ) {
    self.isSized = isSized
    self.perPage = perPage
    self.pageCount = pageCount
    self.objectCount = objectCount
  }

  /// Takes in what a response states. With a total, the number of pages is its ceiling over the
  /// page size, and a stated number that differs is worth a warning.
  package mutating func take(_ stated: StatedCounts) -> PageWarning? {
    if let perPage = stated.perPage {
      self.perPage = perPage
      isSized = true
    }
    if let objectCount = stated.objectCount { self.objectCount = objectCount }
    if let pageCount = stated.pageCount { self.pageCount = pageCount }
    guard let objectCount, isSized else { return nil }
    let ceiling = objectCount / perPage + (objectCount % perPage == 0 ? 0 : 1)
    pageCount = ceiling
    guard let statedCount = stated.pageCount, statedCount != ceiling else { return nil }
    return PageWarning(
      .inconsistentCounts,
      "The API states \(statedCount) pages, but \(objectCount) items make \(ceiling).",
      JSONObject([
        ("stated", .number(JSONNumber(statedCount))), ("computed", .number(JSONNumber(ceiling))),
      ]))
  }
}

extension PageReading {
  /// Decides the end, in the order of the contract: an explicit signal, the total, a page shorter
  /// than the size that the API states, an empty page.
  package func outlook(
    asked: AskedPage, counts: KnownCounts, firstPage: Int, isComputed: Bool
  ) -> Outlook {
    if let goesOn {
      if !goesOn, let (path, value) = goesOnSource {
        return .ends(EndReason(.moreFalse, page: asked.page, field: path, value: value))
      }
      if case .none(let field, let value, _) = neighbours.next, !isComputed {
        var outlook = Outlook.ends(
          EndReason(.noNext, page: asked.page, field: field, value: value))
        outlook.isSignalMissing = true
        return outlook
      }
      return .goesOn
    }
    switch neighbours.next {
    case .position: return .goesOn
    case .none(let field, let value, _):
      let kind: EndReason.Kind = neighbours.endsByTotal ? .totalReached : .noNext
      return .ends(EndReason(kind, page: asked.page, field: field, value: value))
    case .unsaid: return unsaidOutlook(asked, counts, firstPage)
    }
  }

  private func unsaidOutlook(
    _ asked: AskedPage, _ counts: KnownCounts, _ firstPage: Int
  ) -> Outlook {
    if let pageCount = counts.pageCount {
      let ordinal = asked.page - firstPage + 1
      guard ordinal >= pageCount else { return .goesOn }
      if let total = counts.objectCount {
        return .ends(
          EndReason(
            .totalReached, page: asked.page, field: "objectCount", value: .number(JSONNumber(total))
          ))
      }
      return .ends(
        EndReason(
          .totalReached, page: asked.page, field: "pageCount",
          value: .number(JSONNumber(pageCount))))
    }
    if let size = self.counts.perPage, !items.isEmpty, items.count < size {
      return .ends(
        EndReason(
          .shortPage, page: asked.page,
          evidence: JSONObject([
            ("field", .string(perPageSource ?? "perPage")), ("value", .number(JSONNumber(size))),
            ("items", .number(JSONNumber(items.count))),
          ])))
    }
    if items.isEmpty {
      return .ends(
        EndReason(.emptyPage, page: asked.page, field: "items", value: .number(JSONNumber(0))))
    }
    return .unknown
  }
}
