import Pagination
import TestSupport
import Testing

@testable import Sessions

struct LinkPlanTests {
  /// The links of page 1, or of page 2 where `page` says so, and the plan: the URLs of the pages
  /// after it, at most three, and the last one's number.
  struct Case: Sendable, CustomTestStringConvertible {
    var page = 1
    let current: String
    let next: String
    var last: String?
    var lastPage: Int?
    let urls: [String]
    var end: Int?
    var testDescription: String { "\(current) \(next) \(last ?? "") \(lastPage ?? 0)" }
  }

  @Test(arguments: [
    Case(
      current: "h/a?page=1", next: "h/a?page=2", last: "h/a?page=40",
      urls: ["h/a?page=2", "h/a?page=3", "h/a?page=4"], end: 40),
    Case(
      current: "h/a", next: "h/a?page=2&n=5", last: "h/a?page=22&n=5",
      urls: ["h/a?page=2&n=5", "h/a?page=3&n=5", "h/a?page=4&n=5"], end: 22),
    Case(
      current: "h/a/p/1/x", next: "h/a/p/2/x", last: "h/a/p/3/x", urls: ["h/a/p/2/x", "h/a/p/3/x"],
      end: 3),
    Case(
      page: 2, current: "h/a?start=25", next: "h/a?start=50", last: "h/a?start=100",
      urls: ["h/a?start=50", "h/a?start=75", "h/a?start=100"], end: 5),
    Case(
      current: "h/a?page=1", next: "h/a?page=2", lastPage: 9,
      urls: ["h/a?page=2", "h/a?page=3", "h/a?page=4"], end: 9),
    // Nothing can be told:
    Case(current: "h/a?page=1", next: "h/a?page=2", urls: []),
    Case(current: "h/a?page=1", next: "h/a?page=2", last: "h/a?page=2", urls: []),
    Case(current: "h/a", next: "h/a?start=25", last: "h/a?start=100", urls: []),
    Case(
      page: 2, current: "h/a?start=25", next: "h/a?start=50", last: "h/a?start=99", urls: []),
    Case(current: "h/a?page=1", next: "h/a?page=2&c=x", last: "h/a?page=9&c=y", urls: []),
    Case(current: "h/a?page=1", next: "h/a?page=2", last: "h/b?page=9", urls: []),
    Case(current: "h/a?page=9", next: "h/a?page=8", last: "h/a?page=1", urls: []),
    Case(current: "h/a?page=1", next: "h/a?page=1", last: "h/a?page=1", urls: []),
    Case(current: "h/a?page=01", next: "h/a?page=02", last: "h/a?page=09", urls: []),
    Case(current: "h/a?id=10", next: "h/a?id=35", lastPage: 9, urls: []),
    Case(
      current: "h/a?page=1", next: "h/a?page=2", last: "h/a?page=99999999999999999999", urls: []),
  ])
  func linksAreToldFromTheirNumbers(_ one: Case) {
    let plan = LinkPlan(
      page: one.page, current: one.current, next: one.next, last: one.last, lastPage: one.lastPage)
    #expect(plan?.lastPage == one.end)
    let pages = plan.map { ((one.page + 1)...$0.lastPage).prefix(3).map($0.url) } ?? []
    #expect(pages == one.urls)
  }

  private let open =
    #"{"url":"{base}/a","itemsPath":"","pagination":{"strategy":"link"},"perPage":2,"#
    + #""fetching":{"retries":0},"notifications":true}"#

  private func serve(
    _ world: World, _ page: Int, next: Int? = nil, last: Int?, status: Int = 200
  ) throws {
    let path = page == 1 ? "/a" : "/a?page=\(page)"
    var links = [
      next.map { #"<?page=\#($0)>; rel="next""# }, last.map { #"<?page=\#($0)>; rel="last""# },
    ]
    if status != 200 { links = [] }
    try world.reply(
      path, #"[{"id":\#(page * 2 - 1)},{"id":\#(page * 2)}]"#, status: status,
      headers: [("Link", links.compactMap { $0 }.joined(separator: ", "))])
  }

  private func pages(_ world: World) -> [String] { world.client.waiting.map(\.line).sorted() }

  @Test func pagesUpToTheLastLinkAreFetchedManyAtOnce() throws {
    let world = try World(open)
    let walk = world.walk(concurrency: 3)
    try serve(world, 1, next: 2, last: 5)
    #expect(pages(world) == [2, 3, 4].map { "GET http://api.test/a?page=\($0)" })
    try serve(world, 4, next: 5, last: 5)
    try serve(world, 3, next: 4, last: 5)
    try serve(world, 2, next: 3, last: 5)
    #expect(pages(world) == ["GET http://api.test/a?page=5"])
    try serve(world, 5, last: nil)
    let summary = try walk.value()
    #expect(summary.lines == ["1: 1 2", "2: 3 4", "3: 5 6", "4: 7 8", "5: 9 10"])
    #expect(summary.verdict == .complete && summary.endReason?.kind == .noNext)
  }

  @Test func pageThatLeadsElsewhereEndsThePlan() throws {
    let world = try World(open)
    let walk = world.walk(concurrency: 3)
    try serve(world, 1, next: 2, last: 5)
    try serve(world, 3, next: 4, last: 5)
    try serve(world, 2, next: 30, last: 50)
    #expect(pages(world) == ["GET http://api.test/a?page=30"])
    #expect(world.host.events.contains("fail 4 cancelled"))
    try serve(world, 30, last: nil)
    #expect(try walk.value().lines == ["1: 1 2", "2: 3 4", "3: 59 60"])
  }

  @Test func endBeforeTheLastLinkIsTheEnd() throws {
    let world = try World(open)
    let walk = world.walk(concurrency: 4)
    try serve(world, 1, next: 2, last: 5)
    try serve(world, 4, last: nil, status: 404)
    try serve(world, 2, last: nil)
    let summary = try walk.value()
    #expect(summary.lines == ["1: 1 2", "2: 3 4"] && summary.verdict == .complete)
    #expect(world.client.waiting.isEmpty)
  }

  @Test func failedPageOfAPlanIsAFailureInTheMiddle() throws {
    let world = try World(open)
    let walk = world.walk(concurrency: 4)
    try serve(world, 1, next: 2, last: 3)
    try serve(world, 3, last: nil, status: 500)
    try serve(world, 2, next: 3, last: 3)
    let summary = try walk.value()
    #expect(summary.verdict == .partial && summary.pages == 2)
    #expect(summary.snapshot.error?.page == 3)
  }

  @Test func withoutALastLinkOnePageIsFetchedAtATime() throws {
    let world = try World(open)
    let walk = world.walk(concurrency: 4)
    try serve(world, 1, next: 2, last: nil)
    #expect(pages(world).count == 1)
    try serve(world, 2, last: nil)
    #expect(try walk.value().pages == 2)
  }
}
