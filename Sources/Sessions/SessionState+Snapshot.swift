import JSON
import Pagination

extension SessionState {
  /// The state as clients see it.
  func snapshot() -> SessionSnapshot {
    let page = current?.page
    let isFollowed = page.flatMap { hasNext(after: $0) }
    return SessionSnapshot(
      paginatorID: id, url: current?.url, patternURL: patternURL, strategy: pager.kind.rawValue,
      loaded: loaded, loading: active != nil || !queue.isEmpty || !fetches.isEmpty,
      currentPage: page, perPage: counts.perPage, firstPage: firstPage,
      offset: page.map { start(of: $0) }, pageCount: counts.pageCount,
      objectCount: counts.objectCount, hasNextPage: isFollowed,
      hasPreviousPage: page.map { hasPrevious(before: $0) }, loadedPages: held.runs,
      can: capabilities, endReason: isFollowed == false ? end?.reason.json : nil,
      warnings: warnings.map(\.json), error: failure)
  }

  private var capabilities: SessionSnapshot.Capabilities {
    let count: SessionSnapshot.Capability =
      counts.objectCount != nil ? .yes : loaded ? .no : .unknown
    if isComputed {
      return SessionSnapshot.Capabilities(forward: .yes, backward: .yes, jump: .yes, count: count)
    }
    switch pager.kind {
    case .single:
      return SessionSnapshot.Capabilities(forward: .no, backward: .no, jump: .no, count: count)
    case .auto:
      return SessionSnapshot.Capabilities(
        forward: .unknown, backward: .unknown, jump: .unknown, count: count)
    default:
      return SessionSnapshot.Capabilities(
        forward: .yes, backward: hasPreviousLinks ? .yes : .visited, jump: .visited, count: count)
    }
  }
}
