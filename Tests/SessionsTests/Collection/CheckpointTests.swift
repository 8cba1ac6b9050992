import HTTP
import JSON
import Pagination
import TestSupport
import Testing

@testable import Sessions

struct CheckpointTests {
  /// The reason why an open with a checkpoint is refused; nil: it is not.
  private func rejection(_ open: String, _ checkpoint: String) throws -> String? {
    let session = try World(open).session
    let result = Result { () throws(SessionError) in try session.resume(checkpoint) }
    return try result.failure.map { try #require($0.checkpointRejected, "\($0)") }
  }

  // MARK: Going on

  @Test func checkpointBeforeAnythingIsTheBeginning() throws {
    let text = try World(Pages.counted()).checkpoint
    let world = try World(Pages.counted()).resumed(at: text)
    #expect(!world.state.loaded && world.client.lines.isEmpty)
    try world.visit(1...1, total: 4)
  }

  @Test func moreItemsThanAnyListHasAreNotCounted() throws {
    let first = try World(
      #"{"url":"{base}/a","itemsPath":"items","pagination":{"strategy":"body","next":"next"}}"#)
    let text = try #require(CheckpointSeal.open(first.checkpoint))
    #expect(text.contains(#""received":0"#))
    let most = ["start", "received"].reduce(text) { text, name in
      text.replacing("\"\(name)\":0", with: "\"\(name)\":\(Checkpoint.startMax)")
    }
    let world = try first.resumed(at: CheckpointSeal.seal(most))
    try world.load(.next, from: "/a", #"{"items":[{"id":1},{"id":2}],"next":"/b"}"#)
    #expect(try world.resumed().checkpoint == world.checkpoint)
  }

  @Test func forgedProofOfAnyNumberOfPagesCountsOn() throws {
    let first = try World(
      """
      {"url":"{base}/a","itemsPath":"items","identity":"id","perPage":2,
       "pagination":{"strategy":"offset"}}
      """)
    try first.load(.next, from: "/a?limit=2&offset=0", #"{"items":[{"id":1},{"id":2}]}"#)
    let text = try #require(CheckpointSeal.open(first.checkpoint))
    let most = ["\"pages\":1", "\"verified\":0"].reduce(text) { text, member in
      text.replacing(member, with: "\(member.dropLast())\(Int.max)")
    }
    #expect(most != text)
    let world = try first.resumed(at: CheckpointSeal.seal(most))
    #expect(
      try world.walked([
        "/a?limit=2&offset=1": #"{"items":[{"id":2},{"id":3}]}"#,
        "/a?limit=2&offset=2": #"{"items":[{"id":3}]}"#, "/a?limit=2&offset=4": #"{"items":[]}"#,
      ]).itemCount == 1)
  }

  @Test func anotherSessionGoesOnWithTheNextPage() throws {
    let first = try World(Pages.counted())
    try first.visit(1...2, total: 9)
    let world = try first.resumed()
    #expect(!world.state.loaded && world.state.currentPage == nil)
    try world.load(.next, from: "/a?page=3&n=2", Pages.body([5, 6], total: 9))
    #expect(world.state.currentPage == 3 && world.state.counts.offset == 4)
    try world.load(.next, from: "/a?page=4&n=2", Pages.body([7, 8], total: 9))
    try world.load(.previous, from: "/a?page=3&n=2", Pages.body([5, 6], total: 9))
  }

  @Test func theLastPageNumberHasAPageBehindIt() throws {
    let first = try World(
      #"{"url":"{base}/a?page=:currentPage&n=:perPage","perPage":2,"itemsPath":"items","#
        + #""firstPage":\#(Pager.pageMax)}"#)
    try first.load(.next, from: "/a?page=1000000000000&n=2", Pages.body([1, 2]))
    let world = try first.resumed()
    try world.load(.next, from: "/a?page=1000000000001&n=2", Pages.body([3]))
  }

  @Test func walkGoesOnFromACheckpoint() throws {
    let first = try World(Pages.tokens())
    try first.load(.next, from: "/a", Pages.body([1, 2], next: "b"))
    let world = try first.resumed()
    let summary = try world.walked([
      "/a?cursor=b": Pages.body([3], next: "c"), "/a?cursor=c": Pages.body([4]),
    ])
    #expect(summary.lines == ["2: 3", "3: 4"] && summary.verdict == .complete)
    #expect(world.state.counts.offset == 3)
  }

  @Test(arguments: [false, true])
  func restOfACutPageComesFirst(_ byWalking: Bool) throws {
    let first = try World(Pages.counted())
    let text = try first.walked(
      itemsMax: 3,
      [
        "/a?page=1&n=2": Pages.body([1, 2], total: 5),
        "/a?page=2&n=2": Pages.body([3, 4], total: 5),
      ]
    ).checkpoint
    #expect(text == first.checkpoint)
    let world = try first.resumed(at: text)
    if byWalking {
      #expect(
        try world.walked([
          "/a?page=2&n=2": Pages.body([3, 4], total: 5), "/a?page=3&n=2": Pages.body([5], total: 5),
        ]).lines == ["2: 4", "3: 5"])
    } else {
      let rest = try world.load(.next, from: "/a?page=2&n=2", Pages.body([3, 4], total: 5))
      #expect(rest.page == 2 && rest.ids == [4] && rest.text == #"[{"id":4}]"#)
      #expect(world.state.counts.offset == 2)
      try world.load(.next, from: "/a?page=3&n=2", Pages.body([5], total: 5))
    }
  }

  @Test func explicitPageGoesBeforeTheCheckpoint() throws {
    let first = try World(Pages.counted())
    try first.visit(1...2, total: 9)
    let world = try first.resumed()
    try world.load(.page(1), from: "/a?page=1&n=2", Pages.body([1, 2], total: 9))
    try world.load(.next, from: "/a?page=2&n=2", Pages.body([3, 4], total: 9))
  }

  @Test func failureKeepsTheCheckpoint() throws {
    let first = try World(Pages.counted())
    try first.visit(1...1, total: 9)
    let world = try first.resumed()
    _ = try world.loadFailing(.next, status: 500)
    #expect(world.checkpoint == first.checkpoint)
    try world.load(.next, from: "/a?page=2&n=2", Pages.body([3, 4], total: 9))
  }

  @Test func knownEndStaysTheEnd() throws {
    for open in [Pages.counted(), Pages.tokens()] {
      let first = try World(open)
      try first.load(.next, with: Pages.body([1], total: 1))
      let world = try first.resumed()
      let reason = try world.load(.next).failure().error.noNextPage
      #expect(reason?.kind == (open == Pages.tokens() ? .noNext : .totalReached))
      let walk = try world.walk().value()
      #expect(walk.pages == 0 && walk.endReason == reason)
      #expect(world.client.waiting.isEmpty)
    }
  }

  @Test func pageAfterTheLastOneIsTheEndInAnotherProcessToo() throws {
    let first = try World(Pages.numbered())
    try first.visit(1...2)
    for (status, body) in [(200, Pages.body([])), (404, "")] {
      let world = try first.resumed()
      let walk = world.walk()
      try world.reply("/a?page=3&n=2", body, status: status)
      let summary = try walk.value()
      #expect(summary.pages == 0 && summary.verdict == .complete)
      #expect(try world.load(.next).failure().error.kind == "noNextPage")
    }
  }

  @Test func checkpointOfAWalkThatFailedGoesOnThere() throws {
    let first = try World(Pages.counted())
    let walk = first.walk(concurrency: 1)
    try first.reply("/a?page=1&n=2", Pages.body([1, 2], total: 6))
    try first.reply("/a?page=2&n=2", "", status: 500)
    let world = try first.resumed(at: walk.value().checkpoint)
    try world.load(.next, from: "/a?page=2&n=2", Pages.body([3, 4], total: 6))
  }

  @Test func whatDetectionFoundGoesOnInAnotherProcess() throws {
    let open = #"{"url":"{base}/a?page=1&per_page=2"}"#
    func body(_ ids: [Int]) -> String {
      Pages.body(ids, total: 5).replacing("\"total\"", with: "\"page\":1,\"per_page\":2,\"total\"")
    }
    let first = try World(open)
    try first.walked(pagesMax: 1, with: body([1, 2]))
    #expect(first.state.request.strategy == "page")
    let other = try first.resumed()
    #expect(
      other.state.request.strategy == "page"
        && other.state.request.patternURL == first.state.request.patternURL)
    let summary = try other.walked(
      concurrency: 1,
      [
        "/a?page=2&per_page=2": body([3, 4]).replacing("\"page\":1", with: "\"page\":2"),
        "/a?page=3&per_page=2": body([5]).replacing("\"page\":1", with: "\"page\":3"),
      ])
    #expect(summary.lines == ["2: 3 4", "3: 5"] && summary.verdict == .complete)
    #expect(try rejection(open.replacing("/a", with: "/b"), first.checkpoint) != nil)
    #expect(other.session.reset().request.strategy == "auto")
  }

  @Test func unknownPagingStaysSuspectInAnotherProcess() throws {
    let first = try World(#"{"url":"{base}/a"}"#)
    #expect(try first.walked(with: #"[{"a":1}]"#).verdict == .suspect)
    #expect(try first.resumed().walk().value().verdict == .suspect)
  }

  @Test func windowOfAResumedSessionKnowsWhereItIs() throws {
    let first = try World(Pages.tokens())
    try first.load(.next, from: "/a", Pages.body([1, 2, 3], next: "b"))
    let world = try first.resumed()
    try world.load(.next, from: "/a?cursor=b", Pages.body([4, 5]))
    #expect(world.state.counts.offset == 3)
    #expect(try world.items(3..<5, loads: false).value().text == #"[{"id":4},{"id":5}]"#)
  }

  @Test func linksWithHeadersAndBodySurvive() throws {
    let first = try World(
      #"{"url":"{base}/search","method":"POST","body":{"q":1},"itemsPath":"features","#
        + #""pagination":{"strategy":"body","next":"links"}}"#)
    try first.load(
      .next,
      with: #"{"features":[{"id":1}],"links":[{"rel":"next","href":"/search?t=2","method":"POST","#
        + #""headers":{"X-T":"two"},"body":{"token":"é\"","n":1.10}}]}"#)
    let world = try first.resumed()
    let request = try world.request(.next)
    #expect(request.line == "POST http://api.test/search?t=2")
    #expect(request.request.headers["X-T"] == "two")
    #expect(request.bodyText == #"{"token":"é\"","n":1.10}"#)
    request.reply(#"{"features":[],"links":[]}"#)
  }

  @Test func tokensOfAnyTypeSurvive() throws {
    for token in [#""b\u00e9""#, "17", "1.10", #"[1,"a"]"#, #"{"k":{"S":"x"}}"#] {
      let first = try World(
        #"{"url":"{base}/a","method":"POST","itemsPath":"items","#
          + #""pagination":{"strategy":"cursor","next":"next","parameter":"after","in":"body"}}"#)
      try first.load(.next, with: "{\"items\":[1],\"next\":\(token)}")
      let world = try first.resumed()
      let request = try world.request(.next)
      let sent = try JSONDocument(request.request.body ?? [])
      #expect(try sent.value(sent.root) == json("{\"after\":\(token)}"))
      request.reply(#"{"items":[]}"#)
    }
  }

  // MARK: Secrets

  @Test func noSecretIsInsideAndItComesBack() throws {
    let secret = "k3y/with+odd=signs"
    let encoded = "k3y%2Fwith%2Bodd%3Dsigns"
    func open(_ key: String) -> String {
      #"{"url":"{base}/a?x=1","itemsPath":"items","headers":{"Authorization":"Bearer hush-hush"},"#
        + #""parameters":{"api_key":"\#(key)"},"pagination":{"strategy":"body","next":"next"}}"#
    }
    let first = try World(open(secret))
    try first.load(
      .next, from: "/a?x=1&api_key=\(encoded)",
      "{\"items\":[1],\"next\":\"/a?x=1&api_key=\(encoded)&page=2\"}")
    let text = first.checkpoint
    for part in [secret, encoded, "k3y", "hush", "api.test/a?x=1&api_key=k"] {
      #expect(!text.contains(part))
    }
    let world = try first.resumed(open("an0ther key"), at: text)
    try world.load(
      .next, from: "/a?x=1&api_key=an0ther%20key&page=2", #"{"items":[2],"next":null}"#)
  }

  /// How a caller gives `hush/hush+1`, and how the API's next link or token echoes it.
  static let echoes: [(String, String)] = [
    (#""auth":{"type":"apiKey","name":"q","in":"query","value":"SECRET"}"#, "/b?q=hush%2Fhush%2B1"),
    (#""auth":{"type":"apiKey","name":"q","in":"query","value":"SECRET"}"#, "/b?q=hush%2fhush%2b1"),
    (#""auth":{"type":"apiKey","name":"q","in":"query","value":"SECRET"}"#, "/b?q=hush/hush+1"),
    (#""token":"SECRET""#, "/b?q=aHVzaC9odXNoKzE"),
    (#""token":"SECRET""#, "/b?{sealed:auth.0:p0}&q=hush%2Fhush%2B1"),
    (#""auth":{"type":"basic","username":"me","password":"SECRET"}"#, "/b?q=hush%2Fhush%2B1"),
    (#""method":"POST","body":{"password":"SECRET"}"#, "/b?q=hush%2Fhush%2B1"),
    (#""headers":{"Authorization":"AWS AK:SECRET"}"#, "/b?q=hush%2Fhush%2B1"),
    (#""headers":{"Authorization":"ApiKey me:SECRET"}"#, "/b?q=hush%2Fhush%2B1"),
    (
      #""headers":{"Authorization":"SharedAccessSignature a=b&sig=hush%2Fhush%2B1&c=d"}"#,
      "/b?q=hush/hush+1"
    ),
  ]

  @Test(arguments: echoes)
  func echoedSecretIsSealedAndComesBack(_ given: String, _ link: String) throws {
    let open =
      #"{"url":"{base}/a","itemsPath":"items",\#(given.replacing("SECRET", with: "hush/hush+1")),"#
      + #""pagination":{"strategy":"body","next":"next"}}"#
    let first = try World(open)
    try first.load(.next, with: #"{"items":[1],"next":"\#(link)"}"#)
    let text = first.checkpoint
    for part in ["hush", "aHVzaC9odXNoKzE"] { #expect(!text.contains(part)) }
    let expected = try first.request(.next)
    let world = try first.resumed(at: text)
    let request = try world.request(.next)
    #expect(request.line == expected.line && request.bodyText == expected.bodyText)
    for exchange in [expected, request] { exchange.reply(#"{"items":[],"next":null}"#) }
    // Without the secret nothing is sent in its place.
    let without = open.replacing(given.replacing("SECRET", with: "hush/hush+1") + ",", with: "")
    if !without.contains("POST") { #expect(try rejection(without, text) != nil) }
  }

  @Test func tokenThatIsASecretIsSealed() throws {
    let first = try World(
      #"{"url":"{base}/a","itemsPath":"items","token":"hu\"sh","#
        + #""pagination":{"strategy":"cursor","next":"next","parameter":"c"}}"#)
    try first.load(.next, from: "/a", #"{"items":[1],"next":"x hu\"sh"}"#)
    #expect(!first.checkpoint.contains("sh"))
    let world = try first.resumed()
    try world.load(.next, from: "/a?c=x%20hu%22sh", #"{"items":[2]}"#)
  }

  @Test func shortSecretIsSealedInItsParameter() throws {
    let first = try World(
      #"{"url":"{base}/a","itemsPath":"items","parameters":{"api_key":"k9"},"#
        + #""pagination":{"strategy":"body","next":"next"}}"#)
    try first.load(
      .next, from: "/a?api_key=k9", #"{"items":[1],"next":"/a?api_key=k9&page=2#k"}"#)
    #expect(!first.checkpoint.contains("k9"))
    let world = try first.resumed()
    let request = try world.request(.next)
    #expect(request.line.contains("/a?api_key=k9&page=2"))
    request.reply(#"{"items":[],"next":null}"#)
  }

  @Test func positionsStayAsTheyAre() throws {
    let open =
      #"{"url":"{base}/a","itemsPath":"items","#
      + #""pagination":{"strategy":"cursor","next":"next","parameter":"page_token"}}"#
    let first = try World(open)
    try first.load(.next, from: "/a", #"{"items":[1],"next":"tok-1"}"#)
    #expect(first.checkpoint.contains("tok-1"))
  }

  // MARK: Refusal

  /// A change of the plain params, and whether their checkpoint still fits.
  struct Change: Sendable, CustomTestStringConvertible {
    let id: String
    let open: String
    let fits: Bool
    var testDescription: String { id }

    init(_ id: String, _ old: String, _ new: String, fits: Bool) {
      self.id = id
      self.fits = fits
      open = CheckpointTests.plain.replacing(old, with: new)
    }
  }

  static let plain =
    #"{"url":"{base}/a?page=:currentPage&n=:perPage","perPage":2,"itemsPath":"items","#
    + #""parameters":{"q":"x","api_key":"old-key"},"body":null,"#
    + #""pagination":{"strategy":"page","pageParameter":"p"}}"#
  private static let paging = #""strategy":"page","pageParameter":"p""#

  static let changes: [Change] = [
    Change("the same", "-", "-", fits: true),
    Change("another secret", "old-key", "new-key", fits: true),
    Change("headers", "\"body\"", #""headers":{"A":"b"},"body""#, fits: true),
    Change(
      "limits and fetching", "\"body\"",
      #""limits":{"pagesMax":9},"fetching":{"retries":1},"body""#, fits: true),
    Change(
      "order of members", paging, #""pageParameter":"p","strategy":"page""#, fits: true),
    Change("another URL", "/a?", "/b?", fits: false),
    Change("another method", "\"body\":null", #""method":"POST""#, fits: false),
    Change("another body", "\"body\":null", #""body":{"a":1}"#, fits: false),
    Change("another parameter", "\"x\"", "\"y\"", fits: false),
    Change("another page size", "\"perPage\":2", "\"perPage\":3", fits: false),
    Change("another strategy", paging, #""strategy":"offset""#, fits: false),
  ]

  @Test(arguments: changes)
  func checkpointFitsItsRequestOnly(_ change: Change) throws {
    let first = try World(Self.plain)
    try first.load(.next, with: Pages.body([1, 2]))
    let reason = try rejection(change.open, first.checkpoint)
    #expect((reason == nil) == change.fits, "\(reason ?? "it fits")")
  }

  @Test(arguments: [
    "", "{}", "null", "[]", "no", #"{"v":2}"#, "{\"v\":1}", String(repeating: "[", count: 600),
  ])
  func damagedTextIsRefused(_ text: String) throws {
    #expect(try rejection(Pages.counted(), text) != nil)
  }

  @Test func extremeNumbersDoNotTrap() throws {
    let first = try World(Pages.counted())
    try first.visit(1...1, total: 9)
    let text = first.checkpoint
    let numbers = [
      "-9223372036854775808", "9223372036854775807", "-1", "0", "1e30", "1.5", "-1000000000000",
      "1000000000000", "1152921504606846976",
    ]
    for field in ["page", "perPage", "start", "taken", "received", "v"] {
      for number in numbers {
        let damaged = CheckpointSeal.seal(
          try #require(CheckpointSeal.open(text)).replacing(
            try Regex("\"\(field)\":[0-9]+"), with: "\"\(field)\":\(number)"))
        let world = try World(Pages.counted())
        do throws(SessionError) {
          try world.session.resume(damaged)
        } catch {
          continue
        }
        _ = world.state
        _ = try? world.items(0..<3, loads: false).value()
        let load = world.load(.next)
        if let exchange = world.client.waiting.first { exchange.reply(Pages.body([1], total: 9)) }
        #expect(load.isThere)
        _ = world.checkpoint
      }
    }
  }

  @Test func damageNeverTraps() throws {
    var random = SeededGenerator()
    let opens = [Pages.counted(), Pages.tokens()]
    for round in 0..<400 {
      let open = opens[round % 2]
      let first = try World(open)
      try first.load(.next, with: Pages.body([1, 2], next: "b"))
      var bytes = Array(try #require(CheckpointSeal.open(first.checkpoint)).utf8)
      for _ in 0...Int.random(in: 0..<3, using: &random) {
        switch Int.random(in: 0..<4, using: &random) {
        case 0: bytes.removeLast(Int.random(in: 0..<bytes.count, using: &random))
        case 1 where !bytes.isEmpty:
          bytes[Int.random(in: 0..<bytes.count, using: &random)] = UInt8.random(
            in: 0x20...0x7e, using: &random)
        case 2:
          bytes.insert(
            UInt8.random(in: 0x20...0x7e, using: &random),
            at: Int.random(in: 0...bytes.count, using: &random))
        default:
          let place = Int.random(in: 0...bytes.count, using: &random)
          bytes.insert(contentsOf: Array("9223372036854775807".utf8), at: place)
        }
        if bytes.isEmpty { break }
      }
      let text = CheckpointSeal.seal(String(decoding: bytes, as: UTF8.self))
      let world = try World(open)
      do throws(SessionError) {
        try world.session.resume(text)
      } catch {
        continue
      }
      let walk = world.walk()
      var items = [7]  // then no more, so that a walk from a whole checkpoint ends, too
      for _ in 0..<8 {
        for exchange in world.client.waiting { exchange.reply(Pages.body(items)) }
        items = []
      }
      #expect(walk.isThere, "\(random.seed): \(text)")
    }
  }
}
