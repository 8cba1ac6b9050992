import JSON
import Pagination
import Profiles
import TestSupport
import Testing

@testable import Sessions

/// Where nobody has said what the list is called, the first response shows it.
struct FoundItemsTests {
  private static let open = #"{"profile":"slack","url":"{base}/a","perPage":2"#

  private static func body(_ channels: String, next: String = "") -> String {
    #"{"ok":true,"channels":\#(channels),"others":[{"x":9},{"x":8},{"x":7}],"#
      + #""response_metadata":{"next_cursor":"\#(next)"}}"#
  }

  private static let first = body(#"[{"id":1},{"id":2}]"#, next: "b")

  @Test func everyPageHasTheListOfTheFirst() throws {
    let world = try World(Self.open + "}")
    let summary = try world.walked([
      "/a?limit=2": Self.first, "/a?limit=2&cursor=b": Self.body("[]", next: "c"),
      "/a?limit=2&cursor=c": Self.body(#"[{"id":3}]"#),
    ])
    #expect(summary.items?.flatMap { $0.content.ids } == [1, 2, 3])
    #expect(summary.verdict == .complete)
  }

  @Test(
    arguments: BuiltInProfiles.all.filter {
      $0.open["itemsPath"] == nil && $0.open["responseDescriptors"] == nil
    }.map(\.name))
  func noProfileTakesTheEnvelopeForAnItem(profile: String) throws {
    let (settings, _) = try World.settings(
      #"{"profile":"\#(profile)","url":"{base}/a"}"#)
    #expect(settings.findsItems)
  }

  @Test(arguments: ["", "others"])
  func aGivenPathIsTaken(_ path: String) throws {
    let world = try World(Self.open + #","itemsPath":"\#(path)"}"#)
    let page = try world.load(.next, from: "/a?limit=2", Self.first)
    #expect(page.content.count == (path.isEmpty ? 1 : 3))
  }

  @Test func aMissingListIsAnEndOrAnErrorButNoItem() throws {
    let world = try World(Self.open + "}")
    let failure = try world.loadFailing(
      .next, #"{"ok":true,"response_metadata":{"next_cursor":"b"}}"#, status: 200)
    #expect(failure.error.kind == "itemsNotFound")
    let page = try world.load(
      .next, from: "/a?limit=2", #"{"ok":true,"response_metadata":{"next_cursor":""}}"#)
    #expect(page.content.count == 0 && world.state.hasNextPage == false)
  }

  @Test func aCheckpointKnowsTheList() throws {
    let world = try World(Self.open + "}")
    try world.load(.next, from: "/a?limit=2", Self.first)
    let resumed = try world.resumed()
    let page = try resumed.load(.next, from: "/a?limit=2&cursor=b", Self.body("[]", next: "c"))
    #expect(page.page == 2 && page.content.count == 0)
    let last = try resumed.load(.next, from: "/a?limit=2&cursor=c", Self.body(#"[{"id":3}]"#))
    #expect(last.content.ids == [3])
  }

  @Test func settingsLeaveTheListAsItIsAndResetForgetsIt() throws {
    let world = try World(Self.open + "}")
    try world.load(.next, from: "/a?limit=2", Self.first)
    let (settings, parameters) = try World.settings(
      Self.open + #","headers":{"X-A":"1"}}"#)
    _ = world.session.configure(settings, parameters: parameters)
    #expect(world.state.currentPage == 1)
    let page = try world.load(.next, from: "/a?limit=2&cursor=b", Self.body("[]"))
    #expect(page.content.count == 0)
    _ = world.session.reset()
    let renamed = Self.first.replacing("channels", with: "members")
    #expect(try world.load(.next, from: "/a?limit=2", renamed).content.ids == [1, 2])
  }

  // MARK: Without a profile

  private static let pattern = #"{"url":"{base}/a?page=:currentPage","fetching":{"retries":0}"#

  @Test func aURLPatternFindsTheOneList() throws {
    let world = try World(Self.pattern + "}")
    let page = try world.load(
      .next, from: "/a?page=1&per_page=25",
      #"{"total":9,"articles":[{"id":1},{"id":2}],"links":{"self":"x"}}"#)
    #expect(page.content.ids == [1, 2] && world.state.warnings == [])
    let second = try world.load(
      .next, from: "/a?page=2&per_page=25", #"{"total":9,"articles":[{"id":3}]}"#)
    #expect(second.content.ids == [3])
  }

  @Test func aURLPatternNamesTheListsAmongWhichItChose() throws {
    let world = try World(Self.pattern + "}")
    let page = try world.load(
      .next, from: "/a?page=1&per_page=25",
      #"{"articles":[{"id":1}],"authors":[{"id":8},{"id":9}]}"#)
    #expect(!page.content.ids.isEmpty)
    #expect(world.state.warningKinds == ["itemsAmbiguous"])
  }

  @Test(
    arguments: [
      #"{"url":"{base}/a?page=:currentPage""#,
      #"{"url":"{base}/a","pagination":{"strategy":"link"}"#,
      #"{"url":"{base}/a","pagination":{"strategy":"single"}"#, #"{"url":"{base}/a""#,
      #"{"url":"{base}/a","responseDescriptors":[{"statusCodes":["4xx"],"errorMessage":"message"}]"#,
    ],
    [#"{"message":"Bad credentials"}"#, #"{"error":{"code":7,"reason":"no"}}"#])
  func anObjectWithoutAListIsNoItem(_ open: String, _ body: String) throws {
    let world = try World(open + #","fetching":{"retries":0}}"#)
    let load = world.load(.next)
    try world.client.only().reply(body)
    let error = try load.failure().error
    guard case .itemsNotFound(let paths, let keys, _, _) = error, paths == [""] else {
      Issue.record("\(error)")
      return
    }
    #expect(keys == [body.contains("message") ? "message" : "error"])
  }

  @Test(
    arguments: [
      #"{"url":"{base}/a?page=:currentPage""#, #"{"url":"{base}/a""#,
      #"{"url":"{base}/a","pagination":{"strategy":"single"}"#,
    ])
  func anObjectIsAnItemWhereThePathLeadsToIt(_ open: String) throws {
    let world = try World(open + #","itemsPath":""}"#)
    let load = world.load(.next)
    try world.client.only().reply(#"{"id":7,"message":"hello"}"#)
    #expect(try load.value().ids == [7])
  }

  /// One resource that somebody has asked for is what they get.
  @Test func detectionTakesADocumentForTheItemThatItIs() throws {
    let world = try World(#"{"url":"{base}/repos/7"}"#)
    let load = world.load(.next)
    try world.client.only().reply(#"{"id":7,"name":"pager","message":"hello"}"#)
    #expect(try load.value().ids == [7])
    #expect(world.state.hasNextPage == false)
  }

  @Test func aListThatIsMissingLaterIsAnError() throws {
    let world = try World(Self.pattern + "}")
    try world.load(.next, from: "/a?page=1&per_page=25", #"[{"id":1},{"id":2}]"#)
    let load = world.load(.next)
    try world.client.only().reply(#"{"message":"Not Found"}"#)
    #expect(try load.failure().error.kind == "itemsNotFound")
    #expect(world.state.currentPage == 1)
  }

  // MARK: What detection has found

  @Test func detectionOutlivesOtherSettings() throws {
    let open = #"{"url":"{base}/a""#
    func body(_ page: Int) -> String {
      let ids = page < 3 ? #"[{"id":\#(page * 2 - 1)},{"id":\#(page * 2)}]"# : #"[{"id":5}]"#
      return #"{"items":\#(ids),"page":\#(page),"per_page":2,"total":5}"#
    }
    let world = try World(open + "}")
    try world.load(.next, from: "/a", body(1))
    try world.load(.next, from: "/a?per_page=2&page=2", body(2))
    try world.configure(open + #","headers":{"X-A":"1"}}"#)
    #expect(world.state.currentPage == 2 && world.state.hasNextPage == true)
    try world.load(.next, from: "/a?per_page=2&page=3", body(3))
    #expect(world.state.hasNextPage == false)
    let resized = try world.configure(open + #","perPage":50}"#)
    #expect(!resized.loaded && resized.counts.perPage == 50 && resized.request.strategy == "auto")
  }

  @Test func aLinkToAPageForPeopleIsNotTheWay() throws {
    func body(_ page: Int) -> String {
      let more = page < 2 ? #","more_topics_url":"/latest?page=\#(page + 1)""# : ""
      let ids = page < 2 ? #"{"id":\#(page * 2)},{"id":\#(page * 2 + 1)}"# : #"{"id":4}"#
      return #"{"users":[{"id":1}],"topic_list":{"per_page":2\#(more),"topics":[\#(ids)]}}"#
    }
    let world = try World(#"{"url":"{base}/latest.json"}"#)
    let walk = world.walk()
    try world.reply("/latest.json", body(0))
    try world.reply("/latest?page=1", "<html></html>")
    for page in 1...2 {
      let exchange = try world.client.only()
      #expect(exchange.line.contains("/latest.json?") && exchange.line.hasSuffix("page=\(page)"))
      exchange.reply(body(page))
    }
    if let exchange = try? world.client.only() {
      exchange.reply(#"{"users":[{"id":1}],"topic_list":{"per_page":2,"topics":[]}}"#)
    }
    let summary = try walk.value()
    #expect(summary.items?.flatMap { $0.content.ids } == [0, 1, 2, 3, 4])
    #expect(summary.verdict == .complete)
  }

  @Test func whatIsNoJSONLeavesDetectionToTheNextResponse() throws {
    let world = try World(#"{"url":"{base}/a","fetching":{"retries":0}}"#)
    let failure = try world.loadFailing(.next, "<html><title>Log in</title></html>", status: 200)
    #expect(failure.error.kind == "invalidResponse" && world.state.warnings == [])
    let page = try world.load(.next, from: "/a", #"{"items":[{"id":1}],"next":null}"#)
    #expect(page.content.ids == [1] && world.state.warnings == [])
  }

  @Test(arguments: [
    #"{"status":"error","error_message":"Over quota"}"#,
    #"{"success":false,"errors":[{"code":9,"message":"Down"}],"result":null}"#,
  ])
  func aReportedErrorLeavesDetectionToTheNextResponse(body: String) throws {
    let world = try World(#"{"url":"{base}/a","fetching":{"retries":0}}"#)
    let failure = try world.loadFailing(.next, body, status: 200)
    #expect(failure.error.kind == "itemsNotFound" && world.state.warnings == [])
    let page = try world.load(.next, from: "/a", #"{"items":[{"id":1}],"next":null}"#)
    #expect(page.content.ids == [1] && world.state.warnings == [])
  }

  @Test func aCountedObjectOfItemsIsTheList() throws {
    let world = try World(#"{"url":"{base}/birds","fetching":{"retries":0}}"#)
    func body(_ page: Int, _ ids: Int...) -> String {
      let birds = ids.map { #""b\#($0)":{"id":\#($0),"tags":[{"t":1}]}"# }.joined(separator: ",")
      return #"{"birds":{\#(birds)},"page":\#(page),"pages":2,"total":3}"#
    }
    let summary = try world.walked([
      "/birds": body(1, 1, 2), "/birds?per_page=2&page=2": body(2, 3),
    ])
    #expect(summary.lines == ["1: 1 2", "2: 3"] && summary.verdict == .complete)
    #expect(world.state.warnings == [])
  }

  @Test(arguments: [
    (#"{"a":{"x":{"id":1},"y":{"id":2}}}"#, ["", "a.*"]),
    (#"{"columns":["id"],"rows":[[1],[2]]}"#, ["rows", "rows@columns"]),
  ])
  func anotherWayToReadTheItemsIsNamed(body: String, paths: [String]) throws {
    let world = try World(#"{"url":"{base}/a","fetching":{"retries":0}}"#)
    _ = try world.load(.next, from: "/a", body)
    #expect(world.state.warnings.first { $0.kind == .itemsAmbiguous } == .itemsAmbiguous(paths))
  }

  @Test(arguments: ["", #""profile":"slack","#])
  func severalListsAreNamed(profile: String) throws {
    let world = try World(#"{\#(profile)"url":"{base}/channels","fetching":{"retries":0}}"#)
    let load = world.load(.next)
    let body =
      #"{"ok":true,"users":[{"id":8},{"id":9}],"channels":[{"id":1},{"id":2}],"#
      + #""response_metadata":{"next_cursor":""}}"#
    try world.client.only().reply(body)
    #expect(try load.value().ids == [1, 2])
    #expect(world.state.warnings == [.itemsAmbiguous(["channels", "users"])])
    let told = try World(
      #"{\#(profile)"url":"{base}/channels","itemsPath":"users","fetching":{"retries":0}}"#)
    let other = told.load(.next)
    try told.client.only().reply(body)
    #expect(try other.value().ids == [8, 9])
    #expect(told.state.warnings == [])
  }
}
