import Pagination

package typealias LoadCompletion = @Sendable (Result<LoadedPage, LoadFailure>) -> Void

/// Loads the next, the previous or any page, which becomes the current one.
struct PageLoad: Job {
  let id: JobID
  let target: LoadTarget
  /// Parameters for this one load.
  let parameters: [QueryParameter]
  /// Pages are stored before they are delivered.
  let stores: Bool
  let completion: LoadCompletion
  /// The first page on the way to the target.
  private(set) var first: Int?

  var page: Int? { if case .page(let page) = target { page } else { first } }

  mutating func start(_ collection: inout PagedList) -> [JobAction] {
    if target == .next, let (page, taken) = collection.bookmark.remainder {
      first = page.number
      if let limit = collection.remainderLimit { return fail(.noNextPage(limit)) }
      if stores {
        return [
          .effect(
            .store(.job(id), page.content, min(taken, page.content.count)..<page.content.count))
        ]
      }
      return finish(rest: page, after: taken, &collection)
    }
    switch collection.route(to: target) {
    case .failure(let error):
      if case .noNextPage = error { collection.warnAtEnd() }
      return fail(error)
    case .success(let requested):
      first = requested.page
      return [.request(requested, options)]
    }
  }

  /// Takes in the result of storing the rest of a partly delivered page, success or failure.
  func stored(_ error: SessionError?, _ collection: inout PagedList) -> [JobAction] {
    if let error { return fail(error) }
    guard let (page, taken) = collection.bookmark.remainder else { return fail(.noNextPage(nil)) }
    return finish(rest: page, after: taken, &collection)
  }

  /// Delivers what was left of a cut page.
  private func finish(
    rest page: Page, after taken: Int, _ collection: inout PagedList
  ) -> [JobAction] {
    collection.deliverRemainder()
    if collection.hasNext(after: page.number) == false { collection.warnAtEnd() }
    return finish(page.number, page.content, page.facts, after: taken)
  }

  /// Takes in the outcome of a page after the collection has.
  func take(
    _ requested: RequestedPage, _ outcome: PageOutcome, _ collection: inout PagedList
  ) -> [JobAction] {
    switch outcome {
    case .failure(let error): return fail(error)
    case .notModified(let page, let facts):
      collection.move(to: page.number, url: facts.shownURL)
      return finish(page.number, page.content, facts)
    case .pastEnd(let page, let facts, let reason):
      if collection.cursor.next == page { collection.reachEnd(reason, at: page) }
      if target == .previous, collection.isComputed, page >= collection.firstPage,
        let current = collection.currentPage, collection.visits[current]?.received ?? 0 == 0
      {
        collection.move(to: page, url: facts.shownURL)  // On the way back from behind the end.
      }
      collection.warnAtEnd()
      return finish(page, .empty, facts, endedBy: reason)
    case .page(let page):
      // It only leads to the page that is wanted.
      if case .page(let wanted) = target, !collection.isComputed, page.number < wanted {
        guard let step = collection.step(from: page.number) else {
          return fail(
            .pageOutOfRange(
              page: wanted, firstPage: collection.firstPage,
              pageCount: collection.grid.pageCount))
        }
        return [.request(step, options)]
      }
      let taken = collection.itemsTaken(of: page)
      collection.follow(page)
      if collection.hasNext(after: page.number) == false { collection.warnAtEnd() }
      // Windows show whole pages: this one comes again for them, and is stored then.
      if stores, taken > 0 { collection.look { $0.drop(page.number) } }
      return finish(
        page.number, page.content, page.facts, after: target == .next ? taken : 0)
    }
  }

  private var options: Requests.Options {
    Requests.Options(parameters: parameters, mayBeUnmodified: true, isShareable: true)
  }

  // MARK: The end

  /// Delivers a page; a walk may have delivered the first items. `reason`: why it is past the end.
  private func finish(
    _ page: Int, _ content: PageContent, _ facts: ResponseFacts, after taken: Int = 0,
    endedBy reason: EndReason? = nil
  ) -> [JobAction] {
    [
      .finish(nil) { [completion] snapshot in
        var snapshot = snapshot
        if snapshot.hasNextPage != true { snapshot.endReason = snapshot.endReason ?? reason }
        let loaded = LoadedPage(
          page: page, content: content, items: min(taken, content.count)..<content.count,
          facts: facts, snapshot: snapshot)
        return { completion(.success(loaded)) }
      }
    ]
  }
}

/// A page as the response to a load.
package struct LoadedPage: Sendable {
  package let page: Int
  package let content: PageContent
  /// The range of the items that are delivered: all, or what a walk had left.
  package let items: Range<Int>
  package let facts: ResponseFacts
  package let snapshot: SessionSnapshot

  /// True when a walk has delivered the first items before.
  package var isPartial: Bool { items.count < content.count }
}

/// The error of a failed load, with the state that it left.
package struct LoadFailure: Error, Sendable {
  package let error: SessionError
  package let page: Int?
  package let snapshot: SessionSnapshot

  /// A failure of a load, with what it left.
  package init(error: SessionError, page: Int?, snapshot: SessionSnapshot) {
    self.error = error
    self.page = page
    self.snapshot = snapshot
  }
}

/// Answers a client; called exactly once, outside the session's lock.
typealias Reply = @Sendable () -> Void
