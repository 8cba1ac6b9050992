import JSON
import Pagination
import TestSupport
import Testing

@testable import Sessions

struct AdmissionTests {
  // MARK: Counts

  static let stated =
    #","paginationMapping":{"size":"perPage","page":"currentPage","at":"offset","#
    + #""pages":"pageCount","total":"objectCount"}"#

  @Test func statedPageSizeReplacesTheAskedOne() throws {
    let world = try World(Pages.numbered(Self.stated))
    try world.load(
      .next, from: "/a?page=1&n=2", #"{"items":[{"id":1}],"size":1,"page":1,"total":3}"#)
    #expect(world.state.counts.perPage == 1 && world.state.counts.pageCount == 3)
    try world.load(
      .next, from: "/a?page=2&n=1", #"{"items":[{"id":2}],"size":1,"page":2,"total":3}"#)
    #expect(world.state.counts.offset == 1 && world.state.hasNextPage == true)
    #expect(world.state.warnings.isEmpty)
  }

  @Test func offsetsFollowTheStatedPageSize() throws {
    let world = try World(
      #"{"url":"{base}/a","perPage":50,"itemsPath":"items","pagination":{"strategy":"offset"},"#
        + #""paginationMapping":{"limit":"perPage","offset":"offset"}}"#)
    try world.load(
      .next, from: "/a?limit=50&offset=0", #"{"items":[1,2,3],"limit":3,"offset":0}"#)
    try world.load(
      .next, from: "/a?limit=3&offset=3", #"{"items":[4,5,6],"limit":3,"offset":3}"#)
    #expect(world.state.counts.offset == 3 && world.state.warnings.isEmpty)
  }

  @Test func nullCountsAreUnknown() throws {
    let world = try World(Pages.numbered(Self.stated))
    try world.load(
      .next, from: "/a?page=1&n=2", #"{"items":[1,2],"size":null,"pages":null,"total":null}"#)
    let state = world.state
    #expect(
      state.counts.pageCount == nil && state.counts.objectCount == nil
        && state.counts.perPage == 2)
    #expect(state.warnings.isEmpty && state.can.count == .no)
  }

  @Test(arguments: [#""many""#, "-1", "2.5", "[]", "{}", "true", "1e999"])
  func nonsenseCountIsUnknownWithAWarning(_ count: String) throws {
    let world = try World(Pages.numbered(Self.stated))
    try world.load(.next, from: "/a?page=1&n=2", "{\"items\":[1,2],\"total\":\(count)}")
    #expect(world.state.counts.objectCount == nil)
    #expect(world.state.warningKinds == ["metadataInvalid"])
    #expect(world.state.warnings[0].subject == "total")
  }

  @Test func hugeCountsDoNotTrap() throws {
    let world = try World(Pages.numbered(Self.stated))
    try world.load(
      .next, from: "/a?page=1&n=2",
      #"{"items":[1,2,3],"size":9223372036854775807,"page":9223372036854775807,"#
        + #""at":9223372036854775807,"pages":9223372036854775807,"total":9223372036854775807}"#)
    #expect(world.state.counts.objectCount == Int.max)
    #expect(world.state.currentPage == 1 && world.state.counts.perPage == 2)
    let view = try world.items(0..<3, loads: false).value()
    #expect(view.count == Int.max && view.text == "[1,2,3]")
    #expect(world.walk(pagesMax: 1).isThere == false)
    _ = world.session.cancel()
  }

  @Test func computedPageCountGoesBeforeTheStatedOne() throws {
    let world = try World(Pages.numbered(Self.stated))
    try world.load(.next, from: "/a?page=1&n=2", #"{"items":[1,2],"pages":9,"total":5}"#)
    #expect(world.state.counts.pageCount == 3)
    #expect(world.state.warningKinds == ["inconsistentCounts"])
    #expect(
      world.state.warnings == [
        .inconsistentCounts(statedPages: 9, computedPages: 3, objectCount: 5)
      ])
  }

  @Test func withoutASizeThePageCountIsTheStatedOne() throws {
    let world = try World(
      #"{"url":"{base}/a?limit=10","itemsPath":"items","#
        + #""pagination":{"strategy":"body","next":"next"},"#
        + #""paginationMapping":{"total":"objectCount","pages":"pageCount"}}"#)
    try world.load(
      .next, from: "/a?limit=10", #"{"items":[1],"total":250,"pages":25,"next":"/b"}"#)
    #expect(world.state.counts.pageCount == 25 && world.state.counts.objectCount == 250)
    #expect(world.state.warnings.isEmpty)
  }

  @Test func anotherPageThanTheAskedOneIsAWarning() throws {
    let world = try World(Pages.numbered(Self.stated))
    try world.load(.next, from: "/a?page=1&n=2", #"{"items":[1,2],"page":3,"at":4}"#)
    #expect(world.state.currentPage == 1)
    #expect(world.state.warningKinds == ["pageMismatch", "pageMismatch"])
    #expect(
      world.state.warnings == [
        .pageMismatch(.currentPage, requested: 1, stated: 3),
        .pageMismatch(.offset, requested: 0, stated: 4),
      ])
  }

  @Test func changedTotalIsAWarning() throws {
    let world = try World(Pages.counted())
    try world.visit(1...1, total: 6)
    try world.load(.next, from: "/a?page=2&n=2", Pages.body([3, 4], total: 7))
    #expect(world.state.warningKinds == ["countChanged"])
    #expect(world.state.counts.objectCount == 7 && world.state.counts.pageCount == 4)
  }

  // MARK: Sizes

  @Test func pageOfAnotherSizeIsAWarningAndMovesWhatFollows() throws {
    let world = try World(Pages.counted())
    try world.load(.next, from: "/a?page=1&n=2", Pages.body([1], total: 6))
    #expect(world.state.warningKinds == ["pageSizeDrift"])
    #expect(world.state.warnings == [.pageSizeDrift(page: 1, expected: 2, found: 1)])
    try world.load(.next, from: "/a?page=2&n=2", Pages.body([2, 3], total: 6))
    #expect(world.state.counts.offset == 1)
    #expect(try world.session.indexes(of: 2) == 1..<3)
    #expect(try world.session.page(of: 3) == 3)
  }

  @Test func shortLastPageIsNoDrift() throws {
    let known = try World(Pages.counted())
    try known.visit(1...1, total: 3)
    try known.load(.next, from: "/a?page=2&n=2", Pages.body([3], total: 3))
    #expect(known.state.warnings.isEmpty)
    let unknown = try World(Pages.numbered())
    try unknown.visit(1...1)
    try unknown.load(.next, from: "/a?page=2&n=2", Pages.body([3]))
    try unknown.load(.next, from: "/a?page=3&n=2", Pages.body([]))
    #expect(unknown.state.warnings.isEmpty)
    #expect(try unknown.items(0..<9, loads: false).value().count == 3)
  }

  @Test func shortPageThatWasNotTheLastIsDriftAfterAll() throws {
    let world = try World(Pages.numbered())
    try world.load(.next, from: "/a?page=1&n=2", Pages.body([1]))
    #expect(world.state.warnings.isEmpty)
    try world.load(.next, from: "/a?page=2&n=2", Pages.body([2, 3]))
    #expect(world.state.warningKinds == ["pageSizeDrift"])
    #expect(world.state.warnings == [.pageSizeDrift(page: 1, expected: 2, found: 1)])
  }

  @Test func shortPageIsAHintUntilTheNextOneCame() throws {
    let world = try World(Pages.numbered(Self.stated))
    try world.load(.next, from: "/a?page=1&n=2", #"{"items":[1],"size":2}"#)
    #expect(world.state.hasNextPage == nil)
    try world.load(.next, from: "/a?page=2&n=2", #"{"items":[3],"size":2}"#)
    #expect(world.state.warnings == [.shortPage(page: 1, found: 1, stated: 2)])
    try world.load(.next, from: "/a?page=3&n=2", #"{"items":[],"size":2}"#)
    #expect(world.state.hasNextPage == false && world.state.endKind == "emptyPage")
  }

  @Test func shortPageEndsWhereThatIsDocumented() throws {
    let world = try World(
      Pages.numbered(
        Self.stated
          + #","pagination":{"strategy":"page","perPageParameter":"n","shortPageEnds":true}"#))
    try world.load(.next, from: "/a?page=1&n=2", #"{"items":[1,2],"size":2}"#)
    #expect(world.state.hasNextPage == nil)
    try world.load(.next, from: "/a?page=2&n=2", #"{"items":[3],"size":2}"#)
    #expect(world.state.hasNextPage == false && world.state.endKind == "shortPage")
    #expect(world.state.endReason?.cause == .shortPage(sizePath: "size", size: 2, items: 1))
  }

  @Test func changedPageSizeMovesAllPages() throws {
    let world = try World(Pages.tokens(#","paginationMapping":{"size":"perPage"}"#))
    try world.load(.next, from: "/a", #"{"items":[1,2],"size":2,"next":"b"}"#)
    try world.load(.next, from: "/a?cursor=b", #"{"items":[3,4,5],"size":3,"next":"c"}"#)
    #expect(world.state.counts.perPage == 3 && world.state.counts.offset == 2)
    #expect(try world.session.indexes(of: 1) == 0..<2)
    #expect(try world.session.indexes(of: 2) == 2..<5)
    #expect(try world.session.page(of: 5) == 3)
  }

  // MARK: Growth

  @Test func pageBeyondTheEndThatExistsAfterAllTakesTheEndAway() throws {
    let world = try World(Pages.numbered(#","bounds":"ask""#))
    try world.visit(1...1)
    try world.load(.next, from: "/a?page=2&n=2", Pages.body([]))
    #expect(world.state.hasNextPage == false)
    try world.load(.next, from: "/a?page=2&n=2", Pages.body([3, 4]))
    #expect(world.state.currentPage == 2 && world.state.hasNextPage == nil)
  }

  @Test func reloadedLastPageKeepsTheEndUnlessItHasGrown() throws {
    let world = try World(Pages.numbered())
    try world.load(.next, from: "/a?page=1&n=2", Pages.body([1]))
    try world.load(.next, from: "/a?page=2&n=2", Pages.body([]))
    try world.load(.page(1), from: "/a?page=1&n=2", Pages.body([1]))
    #expect(world.state.hasNextPage == false && world.state.endKind == "emptyPage")
    try world.load(.page(1), from: "/a?page=1&n=2", Pages.body([1, 2]))
    #expect(world.state.hasNextPage == nil && world.state.endReason == nil)
  }

  // MARK: Limits

  @Test func pagesMaxEndsTheWay() throws {
    let world = try World(Pages.counted(#","limits":{"pagesMax":2}"#))
    try world.visit(1...2, total: 9)
    #expect(world.state.hasNextPage == false && world.state.endKind == "pagesMax")
    #expect(world.state.endReason?.evidence?.value == 2)
    #expect(try world.load(.next).failure().error.kind == "noNextPage")
    #expect(try world.load(.page(3)).failure().error.kind == "pageOutOfRange")
  }

  @Test func itemsMaxEndsTheWay() throws {
    let world = try World(Pages.numbered(#","limits":{"itemsMax":3}"#))
    try world.visit(1...2)
    #expect(world.state.hasNextPage == false && world.state.endKind == "itemsMax")
  }

  @Test func raisedLimitOpensTheWayAgain() throws {
    let world = try World(Pages.numbered(#","limits":{"pagesMax":1}"#))
    try world.visit(1...1)
    #expect(world.state.hasNextPage == false)
    try world.configure(Pages.numbered(#","limits":{"pagesMax":3}"#))
    #expect(world.state.hasNextPage == nil)
    try world.visit(2...3)
    #expect(world.state.endKind == "pagesMax")
    try world.configure(Pages.numbered(#","limits":{"itemsMax":5}"#))
    #expect(world.state.endKind == "itemsMax")
  }

  @Test func emptyPagesWithANextAreLegalAndBounded() throws {
    let world = try World(Pages.tokens(#","limits":{"emptyPagesMax":3}"#))
    try world.load(.next, from: "/a", Pages.body([1], next: "b"))
    try world.load(.next, from: "/a?cursor=b", Pages.body([], next: "c"))
    #expect(world.state.currentPage == 2 && world.state.hasNextPage == true)
    try world.load(.next, from: "/a?cursor=c", Pages.body([], next: "d"))
    try world.load(.next, from: "/a?cursor=d", Pages.body([2], next: "e"))
    for (token, next) in [("e", "f"), ("f", "g"), ("g", "h")] {
      try world.load(.next, from: "/a?cursor=\(token)", Pages.body([], next: next))
    }
    #expect(world.state.hasNextPage == false && world.state.endKind == "emptyPage")
    #expect(world.state.endReason?.evidence?.path == "limits.emptyPagesMax")
  }

  // MARK: Loops

  @Test func repeatedTokenWithTheSameItemsIsALoop() throws {
    let world = try World(Pages.tokens())
    try world.load(.next, from: "/a", Pages.body([1], next: "b"))
    try world.load(.next, from: "/a?cursor=b", Pages.body([2], next: "c"))
    try world.load(.next, from: "/a?cursor=c", Pages.body([3], next: "b"))
    let reason = try world.loadFailing(.next, from: "/a?cursor=b", Pages.body([2], next: "c")).error
      .paginationLoop
    #expect(reason?.kind == .repeatedRequest && reason?.page == 4)
    #expect(reason?.evidence?.value == 2)
    #expect(world.state.currentPage == 3 && world.state.hasNextPage == false)
    #expect(try world.load(.next).failure().error.kind == "noNextPage")
  }

  @Test func constantTokenWithOtherItemsIsNone() throws {
    let world = try World(Pages.tokens())
    try world.load(.next, from: "/a", Pages.body([1], next: "s"))
    try world.load(.next, from: "/a?cursor=s", Pages.body([2], next: "s"))
    try world.load(.next, from: "/a?cursor=s", Pages.body([3], next: "s"))
    try world.load(.next, from: "/a?cursor=s", Pages.body([], next: "s"))
    #expect(world.state.endKind == "noNext" && world.state.currentPage == 3)
    #expect(world.state.warnings.isEmpty)
  }

  @Test func itemsThatCameBeforeAreNoneUnderAnotherTokenOnce() throws {
    let world = try World(Pages.tokens())
    try world.load(.next, from: "/a", Pages.body([1], next: "b"))
    try world.load(.next, from: "/a?cursor=b", Pages.body([1], next: "c"))
    #expect(world.state.hasNextPage == true)
  }

  @Test func newTokensWithTheSameIdentitiesAreALoopAtTheSecondRepetition() throws {
    let world = try World(Pages.tokens(#","identity":"id""#))
    try world.load(.next, from: "/a", Pages.body([1, 2], next: "b"))
    try world.load(.next, from: "/a?cursor=b", Pages.body([1, 2], next: "c"))
    let reason = try world.loadFailing(.next, from: "/a?cursor=c", Pages.body([1, 2], next: "d"))
      .error.paginationLoop
    #expect(reason?.kind == .repeatedItems)
  }

  @Test func pageThatTheAPIRepeatsPastItsEndIsALoop() throws {
    let world = try World(Pages.numbered())
    try world.visit(1...2)
    let reason = try world.loadFailing(.next, from: "/a?page=3&n=2", Pages.body([3, 4])).error
      .paginationLoop
    #expect(reason?.kind == .repeatedResponse && reason?.evidence?.value == 2)
    #expect(world.state.currentPage == 2)
  }

  @Test func sameIdentitiesWithOtherBytesAreALoop() throws {
    let world = try World(Pages.numbered(#","identity":"id""#))
    try world.load(.next, from: "/a?page=1&n=2", #"{"items":[{"id":1,"seen":1}]}"#)
    let reason = try world.loadFailing(
      .next, from: "/a?page=2&n=2", #"{"items":[{"id":1,"seen":2}]}"#
    ).error.paginationLoop
    #expect(reason?.kind == .repeatedItems)
  }

  @Test func repeatedItemsBelowAStatedTotalAreNoLoop() throws {
    let world = try World(Pages.counted())
    try world.visit(1...1, total: 6)
    try world.load(.next, from: "/a?page=2&n=2", Pages.body([1, 2], total: 6))
    #expect(world.state.currentPage == 2 && world.state.hasNextPage == true)
  }

  @Test func itemsWithoutTheIdentityAreEqualToNoOther() throws {
    let world = try World(Pages.numbered(#","identity":"uid""#))
    try world.visit(1...3)
    #expect(world.state.currentPage == 3)
  }

  // MARK: Signals

  @Test func moreBeatsNext() throws {
    let world = try World(
      #"{"url":"{base}/a","itemsPath":"items","#
        + #""pagination":{"strategy":"cursor","next":"next","more":"more"}}"#)
    try world.load(.next, from: "/a", #"{"items":[1],"next":"b","more":true}"#)
    try world.load(.next, from: "/a?cursor=b", #"{"items":[2],"next":"c","more":false}"#)
    #expect(world.state.hasNextPage == false && world.state.endKind == "moreFalse")
    #expect(world.state.endReason?.evidence?.path == "more")
    #expect(world.state.endReason?.evidence?.value == false)
  }

  @Test func moreWithoutANextIsAWarning() throws {
    let world = try World(
      #"{"url":"{base}/a","itemsPath":"items","#
        + #""pagination":{"strategy":"cursor","next":"next","more":"more"}}"#)
    try world.load(.next, from: "/a", #"{"items":[1],"next":null,"more":true}"#)
    #expect(world.state.hasNextPage == false && world.state.endKind == "noNext")
    #expect(world.state.warningKinds == ["signalMissing"])
  }

  @Test func lastEndsAPageAPI() throws {
    let world = try World(
      #"{"url":"{base}/a","itemsPath":"items","pagination":{"strategy":"page","last":"last"}}"#)
    try world.load(.next, from: "/a?per_page=25&page=1", #"{"items":[1],"last":false}"#)
    #expect(world.state.hasNextPage == true)
    try world.load(.next, from: "/a?per_page=25&page=2", #"{"items":[2],"last":true}"#)
    #expect(world.state.endKind == "moreFalse")
  }

  @Test func missingListIsAnEmptyPageWhereTheEndIsSignalled() throws {
    let world = try World(Pages.tokens())
    try world.load(.next, from: "/a", Pages.body([1], next: "b"))
    let end = try world.load(.next, from: "/a?cursor=b", #"{"next":null}"#)
    #expect(end.ids == [] && end.snapshot.endKind == "noNext")
    let counted = try World(Pages.counted())
    try counted.load(.next, from: "/a?page=1&n=2", #"{"total":0}"#)
    #expect(counted.state.counts.objectCount == 0 && counted.state.loaded)
  }

  // MARK: Duplicates

  @Test func itemsOfTwoPagesAreNamed() throws {
    let world = try World(Pages.counted(#","identity":"id""#))
    try world.load(.next, from: "/a?page=1&n=2", Pages.body([1, 2], total: 6))
    let warnings = try world.items(2..<4, ["/a?page=2&n=2": Pages.body([2, 3], total: 7)]).snapshot
      .warnings
    let warning = try #require(warnings.first { $0.kind == .duplicates })
    #expect(warning == .sharedItems(page: 2, count: 1, pages: [1], items: [2]))
  }

  @Test func pagesThatWereDroppedOrHaveChangedShareNothing() throws {
    let world = try World(Pages.counted(#","identity":"id","limits":{"heldPagesMax":1}"#))
    try world.load(.next, from: "/a?page=1&n=2", Pages.body([1, 2], total: 6))
    try world.load(.next, from: "/a?page=2&n=2", Pages.body([3, 4], total: 6))
    try world.load(.next, from: "/a?page=3&n=2", Pages.body([1, 5], total: 6))
    try world.load(.page(3), from: "/a?page=3&n=2", Pages.body([5, 1], total: 6))
    #expect(world.state.warnings.isEmpty)
  }

  @Test func identityOfSeveralPathsIsNamedAsAList() throws {
    let world = try World(Pages.counted(#","identity":["id","k"]"#))
    let body = #"{"items":[{"id":1,"k":"a"},{"id":2},{"id":3,"k":"b"}],"total":9}"#
    try world.load(.next, from: "/a?page=1&n=2", body)
    try world.load(
      .next, from: "/a?page=2&n=2",
      #"{"items":[{"id":9,"k":"c"},{"id":2},{"id":3,"k":"b"}],"total":9}"#)
    let warning = world.state.warnings.first { $0.kind == .duplicates }
    #expect(warning == .sharedItems(page: 2, count: 1, pages: [1], items: [[3, "b"]]))
  }

  // MARK: Sizes after a jump

  /// The API caps the size at 2 and has 8 items.
  private static let capped =
    #""itemsPath":"items","paginationMapping":{"total":"objectCount","size":"perPage"},"#
    + #""fetching":{"retries":0}}"#

  @Test func sizeStatedByTheFirstPageSeenCountsWhereverItIs() throws {
    let world = try World(
      #"{"url":"{base}/a?page=:currentPage&n=:perPage","perPage":4,"# + Self.capped)
    let body = #"{"items":[{"id":7},{"id":8}],"total":8,"size":2}"#
    try world.load(.page(4), from: "/a?page=4&n=4", body)
    let counts = world.state.counts
    #expect(counts.perPage == 2 && counts.offset == 6 && counts.pageCount == 4)
    #expect(world.indexes(of: 4) == .success(6..<8))
  }

  @Test func pageAtAnOffsetIsNumberedByTheStatedSize() throws {
    let world = try World(
      #"{"url":"{base}/a","perPage":6,"pagination":{"strategy":"offset"},"# + Self.capped)
    #expect(
      try world.items(
        6..<8, ["/a?limit=6&offset=6": #"{"items":[{"id":7},{"id":8}],"total":8,"size":2}"#]
      ).loaded == [6..<8])
    #expect(
      try world.items(
        5..<6, ["/a?limit=2&offset=4": #"{"items":[{"id":5},{"id":6}],"total":8,"size":2}"#]
      ).text == #"[{"id":6}]"#)
  }
}
