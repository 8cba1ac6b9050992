import JSON
import Pagination
import System
import TestSupport
import Testing

@testable import Sessions

/// What becomes of pages that a collection takes in, without a request.
struct PagedListTests {
  /// Pages in the order in which they come, and what becomes of the last one.
  struct Case: Sendable, CustomTestStringConvertible {
    let testDescription: String
    var open = Pages.numbered()
    let bodies: [String]
    let admission: String
    var endBound: Int?
  }

  static let cases: [Case] = [
    Case(
      testDescription: "a page with items", bodies: [Pages.body([1, 2])], admission: "kept"),
    Case(
      testDescription: "a first page without items",
      bodies: [Pages.body([])], admission: "kept", endBound: 2),
    Case(
      testDescription: "a later page without items",
      bodies: [Pages.body([1, 2]), Pages.body([])], admission: "ended emptyPage", endBound: 2),
    Case(
      testDescription: "a page that comes again",
      bodies: [Pages.body([1, 2]), Pages.body([1, 2])], admission: "looped repeatedResponse",
      endBound: 2),
    Case(
      testDescription: "a page that comes again within a total", open: Pages.counted(),
      bodies: [Pages.body([1, 2], total: 6), Pages.body([1, 2], total: 6)], admission: "kept"),
    Case(
      testDescription: "the last page by the total", open: Pages.counted(),
      bodies: [Pages.body([1, 2], total: 3), Pages.body([3], total: 3)], admission: "kept",
      endBound: 3),
    Case(
      testDescription: "the last page by a limit",
      open: Pages.numbered(#","limits":{"pagesMax":1}"#),
      bodies: [Pages.body([1, 2])], admission: "kept", endBound: 2),
    Case(
      testDescription: "a page without a next token", open: Pages.tokens(),
      bodies: [Pages.body([1, 2], next: "b"), Pages.body([3])], admission: "kept", endBound: 3),
  ]

  @Test(arguments: cases)
  func pageIsTakenIn(_ test: Case) throws {
    var collection = try PagedList(test.open)
    var admission = ""
    for (index, body) in test.bodies.enumerated() {
      guard case .page(let page) = try collection.outcome(index + 1, body) else {
        Issue.record("page \(index + 1) cannot be read")
        return
      }
      switch collection.take(page, comparesItems: true) {
      case .pastEnd(_, _, let reason): admission = "ended \(reason.map { $0.kind.rawValue } ?? "")"
      case .failure(.paginationLoop(let reason)): admission = "looped \(reason.kind)"
      case nil: admission = "kept"
      case .page, .notModified, .failure: admission = "other"
      }
    }
    #expect(admission == test.admission)
    #expect(collection.end.bound == test.endBound)
    #expect((collection.grid.held[test.bodies.count] != nil) == (admission == "kept"))
  }

  /// Ways in which a list is opened, each with pages that are looked at after pages 1 to 3 were
  /// delivered: those again, others, repeated ones, ones without items, with other totals and links.
  @Test(arguments: [Pages.numbered(), Pages.counted(), Pages.tokens()])
  func pageThatIsLookedAtMovesNoRun(_ open: String) throws {
    var collection = try PagedList(open)
    for number in 1...3 {
      let page = try collection.page(
        number, [number * 2 - 1, number * 2], total: 20, next: "t\(number + 1)")
      #expect(collection.admit(.page(page), number).page != nil)
      collection.follow(page)
    }
    let before = String(reflecting: collection.cursor)
    for number in 1...6 {
      for (ids, total) in [([1, 2], 20), ([8, 9], 7), ([], 20), ([number * 2 - 1], 3)] {
        for next in ["t\(number + 1)", nil] {
          let page = try collection.page(number, ids, total: total, next: next)
          _ = collection.admit(.page(page), number, isDelivered: false)
        }
      }
    }
    #expect(String(reflecting: collection.cursor) == before)
    #expect(collection.tally.totals.count == nil, "a total that fell proves no number of items")
  }

  @Test func takingAPageMovesNothing() throws {
    var collection = try PagedList(Pages.numbered())
    _ = collection.take(
      try collection.page(3, [5, 6]), comparesItems: true)
    #expect(collection.currentPage == nil && collection.isLoaded)
    collection.move(to: 3, url: LazyValue { "u" })
    #expect(collection.currentPage == 3 && collection.bookmark.url == "u")
  }

  @Test func pageThatIsNotHeldIsKnownAllTheSame() throws {
    var collection = try PagedList(Pages.tokens())
    _ = collection.take(
      try collection.page(1, [1, 2], next: "b"), isHeld: false)
    #expect(collection.grid.held.numbers.isEmpty && collection.hasNext(after: 1) == true)
    guard case .success(let requested) = collection.route(after: 1) else {
      Issue.record("page 2 cannot be reached")
      return
    }
    #expect(requested.page == 2 && requested.position != .start)
  }

  @Test func collectionThatGrowsHasNoEndAnyMore() throws {
    var collection = try PagedList(Pages.numbered())
    _ = collection.take(
      try collection.page(1, [1, 2]), comparesItems: true)
    collection.close { $0.exclude(2, EndReason(.pastEnd(status: 404), page: 2)) }
    collection.close { $0.exclude(5, EndReason(.pastEnd(status: 404), page: 5)) }
    #expect(collection.end.bound == 2 && collection.hasNext(after: 1) == false)
    _ = collection.take(
      try collection.page(2, [3, 4]), comparesItems: true)
    #expect(collection.end.bound == nil)
  }

  @Test func whatIsLeftOfACutPageComesNext() throws {
    var collection = try PagedList(Pages.counted())
    let page = try collection.page(1, [1, 2], total: 2)
    _ = collection.take(page, comparesItems: true)
    collection.move(to: 1, url: LazyValue { "u" })
    #expect(collection.hasNext(after: 1) == false)
    collection.cut(page, after: 1)
    #expect(collection.hasNext(after: 1) == true && collection.currentPage == 1)
    collection.deliverRemainder()
    #expect(collection.hasNext(after: 1) == false && collection.bookmark.remainder == nil)
  }

  @Test func failureIsForgottenWhenThePageComes() throws {
    var collection = try PagedList(Pages.numbered())
    collection.look { $0.fail(1, .cancelled) }
    #expect(!collection.isMissing(1) && collection.failure(of: 1) == .cancelled)
    _ = collection.take(
      try collection.page(1, [1, 2]), comparesItems: true)
    #expect(collection.failure(of: 1) == nil)
  }
}
