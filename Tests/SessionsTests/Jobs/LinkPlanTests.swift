import TestSupport
import Testing

@testable import Sessions

struct LinkPlanTests {
  /// The links of page 1, or of `page`, and the plan: the URLs of the pages after it, at most three,
  /// and the last one's number.
  @Test(
    arguments: CaseLine.all(
      "../Cases/link-plans.jsonl",
      ["id", "page", "current", "next", "last", "lastPage", "urls", "end"]))
  func linksAreToldFromTheirNumbers(_ one: CaseLine) throws {
    let page = one.number("page") ?? 1
    let plan = LinkPlan(
      page: page, current: try #require(one["current"]), next: try #require(one["next"]),
      last: one["last"], lastPage: one.number("lastPage"))
    #expect(plan?.lastPage == one.number("end"))
    #expect(
      (plan.map { ((page + 1)...$0.lastPage).prefix(3).map($0.url) } ?? []) == one.texts("urls"))
  }
}
