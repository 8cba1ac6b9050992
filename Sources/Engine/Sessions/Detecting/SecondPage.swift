import Detection
import HTTP
import JSON
import Pagination

/// What came when the best candidate asked for the second page, next to the first page.
struct SecondPage {
  let first: PageReading
  let best: Candidate
  let request: PendingRequest
  let outcome: PageOutcome
  /// The page that the load that runs wants; nil: the one after the first.
  let wanted: Int?
  /// That of the settings when it came.
  let revision: Int

  var url: String { request.request.url.text }

  /// Where those who wait for it want to go once the first page has been read again.
  func next(after page: Page, in collection: RemoteCollection) -> Route {
    wanted.map { collection.route(to: .page($0)) } ?? collection.route(after: page.number)
  }

  /// The page as it was read; nil: there is none.
  private var reading: PageReading? {
    if case .page(let page) = outcome { page.reading } else { nil }
  }

  /// Whether it was requested at an offset beyond the items of the first page.
  private var isBeyond: Bool {
    best.strategy == .offset && request.requested.offset > first.items.count
  }

  /// Whether a page without items came.
  var isEmpty: Bool { reading?.items.isEmpty == true }

  /// Whether the first page came again.
  func repeatsFirst(identity: [JSONPath]) -> Bool {
    guard let reading, !reading.items.isEmpty else { return false }
    return PagePair(first: first, second: reading, identity: identity).bringsNothing
  }

  /// Whether it overlaps the first page, and begins with the last item of that, or has items after
  /// it.
  var continuesFirst: Bool {
    guard request.requested.overlaps, let reading, let last = first.identities.last ?? nil,
      first.items.count > 1, let place = reading.identities.lastIndex(of: last)
    else { return false }
    return place == 0 || place < reading.items.count - 1
  }

  /// What it says of the candidate; nil: the request failed in a way that says nothing of the API's
  /// paging. `isLast`: there is no other candidate to try.
  func proof(in collection: RemoteCollection, isLast: Bool) -> Detector.Proof? {
    let isComputed = collection.isComputed
    switch outcome {
    case .page(let page):
      let pair = PagePair(
        first: first, second: page.reading, identity: collection.settings.identity,
        start: collection.isComputed ? collection.openingIndex : 0)
      return pair.proof(request.requested.position, mayStartAtZero: best.mayStartAtZero)
    case .pastEnd(_, let facts, _):
      return Detector.isProved(first: first, failure: facts.status, isComputed: isComputed)
    case .failure(.httpStatus(_, let status, _, _, _)):
      return Detector.isProved(first: first, failure: status, isComputed: isComputed)
    case .failure(.itemsNotFound), .failure(.metadataInvalid):
      return .refuted("the second page has another shape than the first")
    case .failure(.invalidResponse(_, let body)) where body.offset == 0 && !isLast:
      return .refuted(failure)  // for people: Discourse's links lead there
    case .failure, .notModified: return nil
    }
  }

  /// Why there is no page to compare.
  var failure: String {
    if case .failure(.invalidResponse) = outcome { return "the second page is not JSON" }
    return "the second page could not be loaded"
  }

  /// Whether the list ends on the first page, as far as the request of a candidate that decides that
  /// shows it. An empty page is the end, unless it was requested beyond the items that came, at an
  /// offset that may count pages, or at a page that may be the third. Where all that was tried has
  /// changed nothing (`isLast`), it is where the number of items is none that pages have, and where
  /// a size that is requested is either followed or ignored.
  func endsList(identity: [JSONPath], isLast: Bool) -> Bool {
    guard best.decidesEnd, let reading else { return false }
    let pair = PagePair(first: first, second: reading, identity: identity)
    let isUsual = Detector.isUsualSize(first.items.count)
    if best.asksForOne {
      return isLast && !isUsual
        && (pair.bringsNothing && !reading.items.isEmpty
          || best.isSizeRequested && pair.isFirstAlone)
    }
    guard pair.bringsNothing, reading.items.isEmpty else { return false }
    return best.strategy == .offset ? !isUsual : !best.mayStartAtZero
  }

  /// Whether an undecided candidate has not shown that the list ends on the first page: the request
  /// was refused, or an offset was requested after a full first page, be it one of the API's own
  /// size, or beyond the items that came.
  func isNoEnd(perPage: Int) -> Bool {
    if case .pastEnd = outcome { return true }
    guard reading != nil, best.strategy == .offset, !first.items.isEmpty,
      first.counts.objectCount == nil, first.goesOn == nil
    else { return false }
    let count = first.items.count
    return isBeyond || count >= perPage || Detector.isUsualSize(count)
  }
}
