package import JSON
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

  /// The page that it is to load, once that is known.
  var page: Int? { if case .page(let page) = target { page } else { first } }

  /// The page that a load answers with.
  struct Delivery: Sendable {
    let page: Int
    let content: PageContent
    /// Which of its items: a walk may have delivered the first ones.
    let items: Range<Int>
    let facts: ResponseFacts
    /// Why the collection ends, where the page has shown that.
    var end: EndReason?

    init(_ page: Page, facts: ResponseFacts? = nil, after taken: Int = 0) {
      self.page = page.number
      content = page.content
      items = min(taken, page.content.count)..<page.content.count
      self.facts = facts ?? page.facts
    }

    /// A page that does not exist.
    init(noPage page: Int, facts: ResponseFacts, end: EndReason?) {
      self.page = page
      content = .empty
      items = 0..<0
      self.facts = facts
      self.end = end
    }
  }

  mutating func start(_ collection: inout RemoteCollection) -> [JobAction] {
    if target == .next, let (page, taken) = collection.bookmark.remainder {
      first = page.number
      if let limit = collection.remainderLimit { return finish(.failure(.noNextPage(limit))) }
      let delivery = Delivery(page, after: taken)
      if stores { return [.effect(.store(.job(id), page.content, delivery.items))] }
      return finish(delivering: delivery, &collection)
    }
    switch collection.route(to: target) {
    case .failure(let error):
      if case .noNextPage = error { collection.warnAtEnd() }
      return finish(.failure(error))
    case .success(let requested):
      first = requested.page
      return request(requested)
    }
  }

  /// What was left of a cut page is stored, or could not be.
  func stored(_ error: SessionError?, _ collection: inout RemoteCollection) -> [JobAction] {
    if let error { return finish(.failure(error)) }
    guard let (page, taken) = collection.bookmark.remainder else {
      return finish(.failure(.noNextPage(nil)))
    }
    return finish(delivering: Delivery(page, after: taken), &collection)
  }

  /// Delivers what was left of a cut page.
  private func finish(
    delivering rest: Delivery, _ collection: inout RemoteCollection
  ) -> [JobAction] {
    collection.deliverRemainder()
    if collection.hasNext(after: rest.page) == false { collection.warnAtEnd() }
    return finish(.success(rest))
  }

  /// Takes in the outcome of a page, which the collection has taken in.
  func take(_ outcome: PageOutcome, _ collection: inout RemoteCollection) -> [JobAction] {
    switch outcome {
    case .failure(let error): return finish(.failure(error))
    case .notModified(let page, let facts):
      collection.move(to: page.number, url: facts.url)
      return finish(.success(Delivery(page, facts: facts)))
    case .pastEnd(let page, let facts, let reason):
      if case .page(let wanted) = target, wanted < page, collection.isComputed,
        let step = collection.step(from: page, towards: wanted), step.page == wanted
      {
        return request(step)  // detection has looked at the page after the first one
      }
      if collection.run.next == page {
        collection.note {
          $0.leaveEndUnverified()
          $0.reachEnd()
        }
      }
      collection.warnAtEnd()
      return finish(.success(Delivery(noPage: page, facts: facts, end: reason)))
    case .page(let page):
      if case .page(let wanted) = target, isOnTheWay(page, to: wanted, collection) {
        guard let step = collection.step(from: page.number, towards: wanted) else {
          return finish(.failure(outOfRange(wanted, collection)))
        }
        return request(step)
      }
      collection.follow(page)
      let taken = collection.itemsTaken(of: page)
      collection.move(to: page.number, url: page.facts.url)
      if collection.hasNext(after: page.number) == false { collection.warnAtEnd() }
      // Windows show whole pages: this one comes again for them, and is stored then.
      if stores, taken > 0 { collection.drop(page.number) }
      return finish(.success(Delivery(page, after: taken)))
    }
  }

  /// Whether a page only leads to the one that is wanted.
  private func isOnTheWay(_ page: Page, to wanted: Int, _ collection: RemoteCollection) -> Bool {
    if page.requested.page == wanted, collection.isComputed { return false }
    return page.number < wanted || (page.number > wanted && collection.isComputed)
  }

  /// Why there is nothing to load after the one page that there is; nil: the load finds out.
  func failure(after only: Int, in collection: RemoteCollection) -> SessionError? {
    guard case .page(let wanted) = target, wanted != only else { return nil }
    if wanted < only { return .pageNotReachable(page: wanted) }
    return .pageOutOfRange(page: wanted, firstPage: collection.firstPage, pageCount: nil)
  }

  private func outOfRange(_ wanted: Int, _ collection: RemoteCollection) -> SessionError {
    .pageOutOfRange(
      page: wanted, firstPage: collection.firstPage, pageCount: collection.counts.pageCount)
  }

  private func request(_ requested: RequestedPage) -> [JobAction] {
    [.request(requested, Requests.Options(parameters: parameters, use: .ofLoad))]
  }

  /// Ends the load.
  func finish(_ result: Result<Delivery, SessionError>) -> [JobAction] {
    switch result {
    case .failure(let error):
      let failure = SessionSnapshot.FailedPage(error: error, page: page)
      return [.finish(failure) { reply(error, page: page, $0) }]
    case .success(let delivery):
      return [
        .finish(nil) { [completion] snapshot in
          var snapshot = snapshot
          if snapshot.hasNextPage != true {
            snapshot.endReason = snapshot.endReason ?? delivery.end
          }
          let loaded = LoadedPage(
            page: delivery.page, content: delivery.content, items: delivery.items,
            facts: delivery.facts, snapshot: snapshot)
          return { completion(.success(loaded)) }
        }
      ]
    }
  }
}

/// A page as the response to a load.
package struct LoadedPage: Sendable {
  package let page: Int
  package let content: PageContent
  /// Which of the items: all, or what a walk had left.
  package let items: Range<Int>
  package let facts: ResponseFacts
  package let snapshot: SessionSnapshot

  /// Whether a walk has delivered the first items before.
  package var isPartial: Bool { items.count < content.count }

  /// The items as a JSON array.
  package func appendItems(to fragments: inout JSONFragments) {
    if isPartial {
      content.appendItems(items, to: &fragments)
    } else {
      content.appendItems(to: &fragments)
    }
  }
}

/// Why a load failed, with the state that it left.
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
