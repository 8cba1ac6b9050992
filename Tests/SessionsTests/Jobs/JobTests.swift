import HTTP
import JSON
import Pagination
import Testing

@testable import Sessions

/// Each job alone with a collection, without HTTP: what it leads to, step by step.
struct JobTests {
  private var collection: PagedList
  private let load = Answer<LoadedPage>()
  private let walk = Answer<WalkSummary>()
  private let refresh = Answer<RefreshSummary>()

  init() throws { collection = try PagedList(Pages.counted()) }

  /// A page as a load or window learns of it, once the collection has taken it in.
  private mutating func arrival(
    _ number: Int, _ ids: some Sequence<Int>, total: Int? = nil, next: String? = nil
  ) throws -> PageOutcome {
    let page = try collection.page(number, ids, total: total, next: next)
    guard case .kept = collection.take(page, for: PagedList.Purpose(comparesItems: true)) else {
      return .failure(.cancelled)
    }
    return .page(page)
  }

  private func words(_ action: JobAction) -> String {
    switch action {
    case .request(let requested, _): "request \(requested.page)"
    case .withdraw: "withdraw"
    case .notify(.loaded(let page, _, _, _)): "loaded \(page)"
    case .notify(.failed(let page, let error)): "failed \(page) \(error.kind)"
    case .notify: "other event"
    case .effect(.store(_, _, let items)): "store \(items)"
    case .effect(.deliver(_, let page)): "deliver \(page.page)"
    case .effect(.report(_, let progress)): "report \(progress.items)"
    case .effect(let effect): "\(effect)"
    case .finish(_, _, let reply): ending(reply)
    }
  }

  private func words(_ actions: [JobAction]) -> [String] { actions.map(words) }

  /// What the client learns of the end of a job.
  private func ending(_ reply: (SessionSnapshot) -> Reply) -> String {
    reply(collection.snapshot("p", isLoading: false, error: nil))()
    if let loaded = try? load.outcome?.get() { return "finish \(loaded.page) \(loaded.items)" }
    if let walk = try? walk.outcome?.get() {
      return "finish \(walk.verdict) \(walk.endReason.map { "\($0.kind)" } ?? "")"
    }
    let failures = [load.outcome?.failure, walk.outcome?.failure, refresh.outcome?.failure]
    return failures.compactMap(\.self).map { "fail \($0.error.kind)" }.joined()
  }

  // MARK: Load

  private func makeLoad(_ target: LoadTarget) -> PageLoad {
    PageLoad(id: 1, target: target, parameters: [], stores: false, completion: load.take)
  }

  @Test mutating func loadMakesItsPageTheCurrentOne() throws {
    var load = makeLoad(.next)
    #expect(words(load.start(&collection)) == ["request 1"] && load.page == 1)
    let first = try arrival(1, [1, 2], total: 5)
    #expect(words(load.take(first, &collection)) == ["finish 1 0..<2"])
    #expect(collection.currentPage == 1)
  }

  @Test mutating func loadOfAFarPageTakesSteps() throws {
    collection = try PagedList(Pages.tokens())
    var load = makeLoad(.page(3))
    #expect(words(load.start(&collection)) == ["request 1"])
    let first = try arrival(1, [1, 2], next: "b")
    #expect(words(load.take(first, &collection)) == ["request 2"])
    #expect(collection.currentPage == nil)
    let second = try arrival(2, [3, 4])
    #expect(words(load.take(second, &collection)) == ["fail pageOutOfRange"])
  }

  @Test mutating func loadThatFailsMovesNothing() throws {
    var load = makeLoad(.next)
    _ = load.start(&collection)
    let failure = PageOutcome.failure(.timedOut(RequestLine("GET", "u"), seconds: 1))
    #expect(words(load.take(failure, &collection)) == ["fail timedOut"])
    #expect(collection.currentPage == nil)
  }

  @Test mutating func loadDeliversWhatAWalkHasLeft() throws {
    let page = try collection.page(1, [1, 2], total: 5)
    _ = collection.take(page, for: PagedList.Purpose(comparesItems: true))
    collection.cut(page, after: 1)
    var load = makeLoad(.next)
    #expect(words(load.start(&collection)) == ["finish 1 1..<2"])
    #expect(collection.bookmark.remainder == nil)
  }

  // MARK: Walk

  private func makeWalk(pagesMax: Int? = nil) -> Walk {
    let order = WalkOrder(
      pagesMax: pagesMax, itemsMax: nil, concurrency: 3, deliver: { _ in }, report: { _ in })
    return Walk(id: 1, order: order, bytesMax: 1 << 20, completion: walk.take)
  }

  @Test mutating func walkRunsAheadOnceTheEndIsKnownAndDeliversInOrder() throws {
    var walk = makeWalk()
    #expect(words(walk.start(&collection)) == ["request 1"])
    let pages = try (1...3).map { number in
      try collection.page(number, [number * 2 - 1, number * 2], total: 6)
    }
    #expect(
      words(walk.take(pages[0].requested, .page(pages[0]), &collection))
        == ["loaded 1", "deliver 1", "report 2", "request 2", "request 3"])
    #expect(words(walk.take(pages[2].requested, .page(pages[2]), &collection)) == [])
    #expect(
      words(walk.take(pages[1].requested, .page(pages[1]), &collection))
        == [
          "loaded 2", "deliver 2", "report 4", "loaded 3", "deliver 3", "report 6", "withdraw",
          "finish complete totalReached",
        ])
  }

  @Test mutating func walkThatIsPausedDeliversNothing() throws {
    var walk = makeWalk()
    _ = walk.start(&collection)
    walk.pause(true, &collection)
    #expect(words(walk.handOver()) == [])
    let page = try collection.page(1, [1, 2], total: 2)
    #expect(words(walk.take(page.requested, .page(page), &collection)) == [])
    walk.pause(false, &collection)
    #expect(
      words(walk.handOver())
        == ["loaded 1", "deliver 1", "report 2", "withdraw", "finish complete totalReached"])
  }

  @Test mutating func failureEndsAWalkPartially() throws {
    var walk = makeWalk()
    _ = walk.start(&collection)
    let error = SessionError.timedOut(RequestLine("GET", "u"), seconds: 1)
    let page = try collection.page(1, [1, 2], total: 4)
    _ = walk.take(page.requested, .page(page), &collection)
    #expect(
      words(walk.take(collection.requested(2, at: .computed), .failure(error), &collection))
        == ["failed 2 timedOut", "withdraw", "finish partial failed"])
  }

  @Test mutating func failureOfTheFirstPageFailsTheWalk() throws {
    var walk = makeWalk()
    _ = walk.start(&collection)
    let error = SessionError.timedOut(RequestLine("GET", "u"), seconds: 1)
    #expect(
      words(walk.take(collection.firstRequested, .failure(error), &collection))
        == ["failed 1 timedOut", "withdraw", "fail timedOut"])
  }

  // MARK: Refresh

  @Test mutating func refreshRequestsHeldPagesAndFindsChanges() throws {
    _ = try arrival(1, [1, 2], total: 4)
    _ = try arrival(2, [3, 4], total: 4)
    var refresh = PageRefresh(id: 1, page: nil, completion: self.refresh.take)
    var pages: [Int] = []
    for case .request(let requested, let options) in refresh.start(&collection) {
      pages.append(requested.page)
      #expect(options.held != nil)
    }
    #expect(pages == [1, 2])
    let same = try collection.page(1, [1, 2], total: 4)
    _ = refresh.take(same.requested, .page(same), &collection)
    let other = try collection.page(2, [3, 5], total: 4)
    _ = words(refresh.take(other.requested, .page(other), &collection))
    let changes = try self.refresh.value().pages
    #expect(changes.map(\.page) == [1, 2] && changes.map(\.changed) == [false, true])
  }

  @Test mutating func refreshOfAPageThatIsNotHeldFails() throws {
    var refresh = PageRefresh(id: 1, page: 7, completion: self.refresh.take)
    _ = words(refresh.start(&collection))
    let error = try self.refresh.failure().error
    #expect(error == .pageNotReachable(page: 7) && refresh.page == 7)
  }

  // MARK: Window

  private func waiter(_ range: Range<Int>, waits: Bool = true) -> WindowQueue.Waiter {
    WindowQueue.Waiter(
      id: 1,
      order: WindowOrder(start: range.lowerBound, count: range.count, loads: true, waits: waits),
      completion: { _ in })
  }

  private func next(
    _ window: inout Window, _ collection: inout PagedList, own: [Int] = [],
    shareable: [Int] = []
  ) -> Int? {
    window.next(&collection, Window.Traffic(own: own, shareable: shareable))?.page
  }

  @Test mutating func windowWaitsForItsPages() throws {
    var window = Window()
    guard case .loadAndWait = window.open(waiter(0..<4), &collection) else {
      Issue.record("the window does not wait")
      return
    }
    #expect(next(&window, &collection) == 1)
    #expect(next(&window, &collection, own: [1]) == nil)
    window.take(try arrival(1, [1, 2], total: 8), of: collection.firstRequested, &collection)
    #expect(window.takeReady(collection, arrived: nil).isEmpty)
    #expect(next(&window, &collection) == 2)
    window.take(
      try arrival(2, [3, 4], total: 8), of: collection.requested(2, at: .computed), &collection)
    #expect(window.takeReady(collection, arrived: nil).map(\.id) == [1])
    #expect(next(&window, &collection) == nil)
  }

  @Test mutating func windowPrefersAPageThatIsUnderWay() throws {
    _ = try arrival(1, [1, 2], total: 20)
    var window = Window()
    _ = window.open(waiter(2..<10), &collection)
    #expect(next(&window, &collection, shareable: [4]) == 4)
    #expect(next(&window, &collection, own: [4]) == 2)
  }

  @Test mutating func failedPageIsNotRequestedAgainUntilItIsLookedAt() throws {
    var window = Window()
    _ = window.open(waiter(0..<2), &collection)
    window.take(.failure(.cancelled), of: collection.firstRequested, &collection)
    #expect(next(&window, &collection) == nil)
    #expect(window.takeReady(collection, arrived: nil).count == 1)
    _ = window.open(waiter(0..<2, waits: false), &collection)
    #expect(next(&window, &collection) == 1)
  }
}
