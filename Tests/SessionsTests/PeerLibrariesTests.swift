import HTTP
import JSON
import Pagination
import TestSupport
import Testing

@testable import Sessions

/// What RestKit, AeroGear, AWPagedArray and InstantCocoa users rely on, held against this module.
/// Where those libraries raise or refuse, the wire contract says what happens here.
struct PeerLibrariesTests {
  /// RestKit's fixture: three a page, six in all; it states three pages, which is wrong.
  static let people =
    #"{"url":"{base}/paginate?per_page=:perPage&page=:currentPage","itemsPath":"entries","#
    + #""paginationMapping":{"per_page":"perPage","total_pages":"pageCount","#
    + #""current_page":"currentPage","total_entries":"objectCount"}}"#

  private func people(_ page: Int, _ names: String...) -> String {
    let entries = names.map { "{\"name\":\"\($0)\"}" }.joined(separator: ",")
    return "{\"per_page\":3,\"total_pages\":3,\"current_page\":\(page),\"total_entries\":6,"
      + "\"entries\":[\(entries)]}"
  }

  @Test func defaultPageSizeIs25() throws {
    let world = try World(Self.people)
    _ = world.load(.page(1))
    #expect(world.client.lines == ["GET http://api.test/paginate?per_page=25&page=1"])
    _ = world.session.cancel()
  }

  @Test func offsetsOfPagesAreExact() throws {
    let world = try World(#"{"url":"{base}/a?limit=:perPage&offset=:offset"}"#)
    for (page, offset) in [(1, 0), (2, 25), (3, 50)] {
      let items = (0..<25).map { String(offset + $0) }.joined(separator: ",")
      try world.load(.page(page), from: "/a?limit=25&offset=\(offset)", "[\(items)]")
    }
  }

  @Test func otherNamesAndSizes() throws {
    let world = try World(
      #"{"url":"{base}/a?per_page=:perPage&page_number=:currentPage","perPage":100}"#)
    try world.load(.page(3), from: "/a?per_page=100&page_number=3", "[1]")
  }

  @Test func serverReplacesThePageSizeAndComputedCountsWin() throws {
    let world = try World(Self.people)
    let first = try world.load(
      .page(1), from: "/paginate?per_page=25&page=1", people(1, "Blake", "Sarah", "Colin"))
    #expect(first.content.count == 3)
    let state = world.state
    #expect(state.counts.perPage == 3 && state.counts.objectCount == 6 && state.currentPage == 1)
    #expect(state.counts.pageCount == 2)
    try world.load(
      .next, from: "/paginate?per_page=3&page=2", people(2, "Asia", "Roy", "Lola"))
    #expect(world.state.hasNextPage == false && world.state.hasPreviousPage == true)
    try world.load(
      .previous, from: "/paginate?per_page=3&page=1", people(1, "Blake", "Sarah", "Colin"))
    #expect(world.state.currentPage == 1)
  }

  @Test func statedPageCountCountsWithoutATotal() throws {
    let world = try World(
      Self.people.replacing(
        #","current_page":"currentPage","total_entries":"objectCount""#, with: ""))
    try world.load(.page(1), from: "/paginate?per_page=25&page=1", people(1, "a", "b", "c"))
    #expect(world.state.counts.pageCount == 3 && world.state.counts.objectCount == nil)
    let next = [true, true, false]
    for page in 1...3 {
      if page > 1 {
        try world.load(
          .next, from: "/paginate?per_page=3&page=\(page)", people(page, "x\(page)", "y", "z"))
      }
      #expect(world.state.hasNextPage == next[page - 1])
      #expect(world.state.hasPreviousPage == (page > 1))
    }
  }

  @Test func failedPageThenGoodPage() throws {
    let world = try World(Self.people)
    #expect(try world.loadFailing(.page(3), status: 422).error.kind == "httpStatus")
    #expect(!world.state.loaded && world.state.error != nil)
    #expect(try world.loadFailing(.page(999), "", status: 404).error.kind == "httpStatus")
    try world.load(.page(1), from: "/paginate?per_page=25&page=1", people(1, "a", "b", "c"))
    #expect(world.state.error == nil && world.state.loaded)
  }

  @Test func zeroTotalIsASuccess() throws {
    let world = try World(
      #"{"url":"{base}/people/?per_page=:perPage&page=:currentPage","perPage":10,"#
        + #""itemsPath":"entries","paginationMapping":{"per_page":"perPage","#
        + #""total":"objectCount"}}"#
    )
    try world.load(
      .next, from: "/people/?per_page=10&page=1", #"{"per_page":10,"total":0,"entries":[]}"#)
    #expect(world.state.counts.pageCount == 0 && world.state.counts.objectCount == 0)
    #expect(world.state.hasNextPage == false && world.state.endKind == "totalReached")
  }

  @Test func givenParametersAreOnEveryPage() throws {
    let world = try World(
      Self.people.replacing(#""itemsPath""#, with: #""parameters":{"param1":"value1"},"itemsPath""#)
    )
    try world.load(
      .next, from: "/paginate?per_page=25&page=1&param1=value1", people(1, "a", "b", "c"))
    try world.load(
      .next, from: "/paginate?per_page=3&page=2&param1=value1", people(2, "d", "e", "f"))
  }

  @Test func secondLoadWaitsForTheFirst() throws {
    let world = try World(Self.people)
    let answers = [world.load(.page(1)), world.load(.page(2))]
    try world.client.only().reply(people(1, "a", "b", "c"))
    #expect(answers.map(\.isThere) == [true, false])
    try world.client.only().reply(people(2, "d", "e", "f"))
    #expect(try answers[1].value().page == 2)
  }

  @Test func serverThatComesBackIsAskedAgain() throws {
    let world = try World(
      Self.people.replacing(#""itemsPath""#, with: #""fetching":{"retries":0},"itemsPath""#))
    for _ in 0..<2 {
      let load = world.load(.next)
      try world.client.only().fail(.networkFailed(detail: "connection refused"))
      #expect(try load.failure().error.kind == "networkFailed")
    }
    try world.load(.next, from: "/paginate?per_page=25&page=1", people(1, "a", "b", "c"))
  }

  // MARK: AeroGear

  @Test func previousAndNextRelationsOfTheLinkHeader() throws {
    let world = try World(
      #"{"url":"{base}/cars?offset=6&color=red&limit=5","pagination":{"strategy":"link"}}"#)
    let link =
      #"<http://api.test/cars?offset=1&color=red&limit=5>; rel="previous", "#
      + #"<http://api.test/cars?offset=11&color=red&limit=5>; rel="next""#
    try world.load(
      .next, from: "/cars?offset=6&color=red&limit=5", "[1]", headers: [("Link", link)])
    try world.load(.next, from: "/cars?offset=11&color=red&limit=5", "[2]")
    try world.load(
      .previous, from: "/cars?offset=6&color=red&limit=5", "[1]", headers: [("Link", link)])
    try world.load(.previous, from: "/cars?offset=1&color=red&limit=5", "[0]")
  }

  @Test func wrongIdentifierRemovesOnlyThatDirection() throws {
    let world = try World(
      #"{"url":"{base}/cars","pagination":{"strategy":"header","next":"AG-Links-Nope","#
        + #""previous":"AG-Links-Previous"}}"#)
    try world.load(
      .next, from: "/cars", "[1]",
      headers: [
        ("AG-Links-Next", "?offset=10&limit=5"), ("AG-Links-Previous", "?offset=0&limit=5"),
      ])
    #expect(world.state.hasNextPage == false && world.state.hasPreviousPage == true)
    try world.load(.previous, from: "/cars?offset=0&limit=5", "[0]")
  }

  @Test func failedNextKeepsItemsAndLinks() throws {
    let world = try World(
      #"{"url":"{base}/a","itemsPath":"items","pagination":{"strategy":"body","next":"next_page"}}"#
    )
    try world.load(.next, from: "/a", #"{"items":[1],"next_page":"/a?page=2"}"#)
    #expect(try world.loadFailing(.next, status: 400).error.kind == "httpStatus")
    #expect(world.state.currentPage == 1 && world.state.pages.loaded == [1...1])
    try world.load(.next, from: "/a?page=2", #"{"items":[2],"next_page":null}"#)
  }

  @Test(arguments: [
    (#"{"data":{"after":"X"},"items":[1]}"#, "data.after", "after", "after=X"),
    (#"{"meta":{"more":true,"min_id":7},"items":[1]}"#, "meta.min_id", "before_id", "before_id=7"),
    (#"{"c":"a=b%20c","items":[1]}"#, "c", "c", "c=a%3Db%2520c"),
  ])
  func tokensOfEarlierAPIs(_ body: String, _ next: String, _ name: String, _ query: String) throws {
    let world = try World(
      "{\"url\":\"{base}/a\",\"itemsPath\":\"items\",\"pagination\":{\"strategy\":\"cursor\","
        + "\"next\":\"\(next)\",\"parameter\":\"\(name)\",\"perPageParameter\":\"limit\"}}")
    try world.load(.next, from: "/a?limit=25", body)
    try world.load(.next, from: "/a?limit=25&\(query)", #"{"items":[2],"meta":{"min_id":null}}"#)
    #expect(world.state.hasNextPage == false)
  }

  @Test func threePagesAreDeliveredThreeTimes() throws {
    let world = try World(Pages.tokens())
    let (answer, delivered, _) = world.stream()
    try world.reply("/a", Pages.body([1], next: "b"))
    try world.reply("/a?cursor=b", Pages.body([2], next: "c"))
    try world.reply("/a?cursor=c", Pages.body([3]))
    #expect(delivered.lines.count == 3 && answer.isThere)
    let single = try World(Pages.tokens())
    try single.load(.next, from: "/a", Pages.body([1], next: "b"))
    #expect(single.client.lines.count == 1)
  }

  // MARK: AWPagedArray and InstantCocoa

  static let sized =
    #"{"url":"{base}/a?p=:currentPage&n=:perPage","perPage":6,"itemsPath":"items","#
    + #""paginationMapping":{"total":"objectCount"}}"#

  @Test func indexesOfFiftyInSixes() throws {
    let world = try World(Self.sized)
    try world.load(.page(1), from: "/a?p=1&n=6", Pages.body(1...6, total: 50))
    #expect(world.state.counts.pageCount == 9)
    #expect(try world.session.page(of: 47) == 8 && world.session.page(of: 48) == 9)
    #expect(try world.session.indexes(of: 9) == 48..<50)
    let view = try world.items(0..<50, loads: false).value()
    #expect(
      view.text.hasSuffix(
        #"{"id":6},"# + Array(repeating: "null", count: 44).joined(separator: ",") + "]"))
    #expect(world.page(of: 50) == .failure(.itemOutOfRange(index: 50, count: 50)))
    try world.load(.page(9), from: "/a?p=9&n=6", Pages.body([49], total: 50))
    #expect(world.state.warningKinds.isEmpty)
  }

  @Test func firstPageMayBeTen() throws {
    let world = try World(
      Self.sized.replacing(#""perPage":6"#, with: #""perPage":10,"firstPage":10"#))
    try world.load(.next, from: "/a?p=10&n=10", Pages.body(1...10, total: 100))
    #expect(world.state.counts.pageCount == 10)
    #expect(try world.session.page(of: 99) == 19)
    #expect(world.indexes(of: 20).isFailure && world.indexes(of: 9).isFailure)
  }

  @Test func growingPagesMoveTheCount() throws {
    for (page, ids, count) in [(19, Array(1...11), 101), (10, [1], 91)] {
      let world = try World(
        Self.sized.replacing(#""perPage":6"#, with: #""perPage":10,"firstPage":10,"bounds":"ask""#))
      try world.load(.page(page), from: "/a?p=\(page)&n=10", Pages.body(ids, total: 100))
      #expect(try world.items(0..<1, loads: false).value().count == count)
    }
  }

  @Test func loadingMarkersOnlyWhileThereIsMore() throws {
    let world = try World(Pages.tokens(#","placeholders":{"loading":"Loading"}"#))
    try world.load(.next, from: "/a", Pages.body([1, 2], next: "b"))
    #expect(
      try world.items(0..<3, loads: false).value().text == #"[{"id":1},{"id":2},"Loading"]"#)
    try world.load(.next, from: "/a?cursor=b", Pages.body([3, 4], next: "c"))
    #expect(try world.items(0..<5, loads: false).value().text.hasSuffix(#""Loading"]"#))
    try world.load(.next, from: "/a?cursor=c", Pages.body([]))
    #expect(
      try world.items(0..<5, loads: false).value().text
        == #"[{"id":1},{"id":2},{"id":3},{"id":4}]"#)
    #expect(try world.load(.next).failure().error.kind == "noNextPage")
  }
}

extension Result {
  fileprivate var isFailure: Bool { if case .failure = self { true } else { false } }
}
