import JSON
import Synchronization
import TestSupport
import Testing

@testable import Sessions

/// Pages whose mapping takes its time are mapped aside: meanwhile, everything else is answered.
struct DeferredMappingTests {
  /// A session whose slow pages wait until the test has them mapped.
  private struct Slow {
    let world: World
    private let waiting = Work()

    private final class Work: Sendable {
      let actions = Mutex<[@Sendable () -> Void]>([])
    }

    init(_ mapping: String = heavy, _ more: String = "") throws {
      try self.init(
        open: #"""
          {"url": "{base}/a?page=:currentPage", "responseDescriptors": [{"keyPath": "items",
          "mapping": "m"}], "mappings": {"m": \#(mapping)}, "pagination": {"strategy": "page"}\#(more)}
          """#)
    }

    init(open: String) throws {
      let waiting = waiting
      world = try World(
        open, runInBackground: { action in waiting.actions.withLock { $0.append(action) } })
    }

    var count: Int { waiting.actions.withLock { $0.count } }

    /// Maps the page that waits.
    func map() throws {
      let action = waiting.actions.withLock { $0.isEmpty ? nil : $0.removeFirst() }
      let map = try #require(action)
      map()
    }
  }

  private static let heavy = #"""
    {"when": [{"keyPath": "t", "matches": "(a?){700}b", "mapping": null}],
    "otherwise": {"attributes": ["n"]}}
    """#
  private static let light = #"{"attributes": {"n": "number"}}"#

  /// A page of one item that takes more steps than a prompt page may.
  private static func page(_ characters: Int = 4_000) -> String {
    #"{"items":[{"n":7,"t":"\#(String(repeating: "a", count: characters))"}]}"#
  }

  @Test func everythingElseIsAnsweredMeanwhile() throws {
    let slow = try Slow()
    let world = slow.world
    let answer = world.load(.next)
    let second = world.load(.next)
    try world.reply("/a?page=1&per_page=25", Self.page())
    #expect(slow.count == 1 && !answer.isThere)
    #expect(world.state.loading && world.state.currentPage == nil)
    try slow.map()
    #expect(try answer.value().text == #"[{"n":7}]"#)
    #expect(world.state.currentPage == 1)
    try world.reply("/a?page=2&per_page=25", #"{"items":[]}"#)
    #expect(try second.value().text == "[]")
    #expect(slow.count == 0)
  }

  @Test func aPageAheadIsMappedOnceItIsAskedFor() throws {
    let slow = try Slow(Self.heavy, #","prefetch":{"pages":2}"#)
    let world = slow.world
    try world.load(.next, from: "/a?page=1&per_page=25", Self.page(10))
    for page in 2...3 { try world.reply("/a?page=\(page)&per_page=25", Self.page()) }
    #expect(slow.count == 0 && world.state.pages.prefetched == [2, 3])
    let answer = world.load(.next)
    #expect(slow.count == 1 && !answer.isThere && world.state.pages.prefetched == [3])
    try slow.map()
    #expect(try answer.value().text == #"[{"n":7}]"#)
    #expect(world.state.pages.prefetched == [3, 4] && world.client.lines.count == 4)
    _ = world.session.cancel()
  }

  @Test func promptPagesAreMappedAtOnce() throws {
    let slow = try Slow()
    #expect(
      try slow.world.load(.next, from: "/a?page=1&per_page=25", Self.page(10)).text == #"[{"n":7}]"#
    )
    #expect(slow.count == 0)
  }

  @Test func cancelIsObeyed() throws {
    let slow = try Slow()
    let answer = slow.world.load(.next)
    // More than anybody can wait for.
    try slow.world.reply("/a?page=1&per_page=25", Self.page(2_000_000))
    #expect(slow.world.session.cancel().loading == false)
    #expect(try answer.failure().error == .cancelled)
    try slow.map()
    #expect(slow.world.state.currentPage == nil)
    #expect(
      try slow.world.load(.next, from: "/a?page=1&per_page=25", Self.page(1)).text == #"[{"n":7}]"#)
  }

  @Test func otherSettingsMapThePageOnceMore() throws {
    let slow = try Slow()
    let answer = slow.world.load(.next)
    try slow.world.reply("/a?page=1&per_page=25", Self.page())
    try slow.world.configure(
      #"""
      {"url": "{base}/a?page=:currentPage", "responseDescriptors": [{"keyPath": "items",
      "mapping": "m"}], "mappings": {"m": \#(Self.light)}, "pagination": {"strategy": "page"}}
      """#)
    try slow.map()
    #expect(try answer.value().text == #"[{"number":7}]"#)
  }

  @Test func heldPageThatWouldTakeItsTimeIsForgotten() throws {
    let slow = try Slow(Self.light)
    _ = try slow.world.load(.next, from: "/a?page=1&per_page=25", Self.page())
    try slow.world.configure(
      #"""
      {"url": "{base}/a?page=:currentPage", "responseDescriptors": [{"keyPath": "items",
      "mapping": "m"}], "mappings": {"m": \#(Self.heavy)}, "pagination": {"strategy": "page"}}
      """#)
    let window = slow.world.items(0..<1)
    try slow.world.reply("/a?page=1&per_page=25", Self.page(1))
    #expect(try window.value().text == #"[{"n":7}]"#)
  }

  // MARK: A first page that is read anew

  /// The API counts pages from 1, which only its second response shows: the first page is read anew
  /// by another candidate.
  private static func detecting(_ mapping: String = heavy) throws -> Slow {
    try Slow(
      open: #"""
        {"url": "{base}/a?page_size=3", "fetching": {"retries": 0}, "responseDescriptors":
        [{"keyPath": "items", "mapping": "m"}], "mappings": {"m": \#(mapping)}}
        """#)
  }

  /// Three items of an API of seven that begin with that number; the first one takes its time.
  private static func list(_ first: Int) -> String {
    let items = (first...(first + 2)).map { number in
      let text = String(repeating: "a", count: number == first ? 4_000 : 1)
      return #"{"id":\#(number),"n":\#(number),"t":"\#(text)"}"#
    }
    return #"{"items":[\#(items.joined(separator: ","))],"total":7}"#
  }

  /// The second page is there; the first one, which it is judged by, is mapped once more.
  private static func readingAnew(_ slow: Slow) throws -> Answer<LoadedPage> {
    let world = slow.world
    let first = world.load(.next)
    try world.reply("/a?page_size=3", Self.list(1))
    try slow.map()
    #expect(try first.value().text == #"[{"n":1},{"n":2},{"n":3}]"#)
    let second = world.load(.next)
    try world.reply("/a?page_size=3&page=1", Self.list(1))
    try slow.map()
    #expect(slow.count == 1 && !second.isThere)
    return second
  }

  @Test func aFirstPageThatIsReadAnewKeepsNobodyWaiting() throws {
    let slow = try Self.detecting()
    let world = slow.world
    let second = try Self.readingAnew(slow)
    #expect(world.state.loading && world.client.waiting.isEmpty)
    try slow.map()
    try world.reply("/a?page_size=3&page=2", Self.list(4))
    try slow.map()
    #expect(try second.value().text == #"[{"n":4},{"n":5},{"n":6}]"#)
    #expect(slow.count == 0 && world.state.currentPage == 2)
  }

  @Test func cancelIsObeyedWhileTheFirstPageIsReadAnew() throws {
    let slow = try Self.detecting()
    let world = slow.world
    let second = try Self.readingAnew(slow)
    #expect(world.session.cancel().loading == false)
    #expect(try second.failure().error == .cancelled)
    try slow.map()
    // Nothing has been judged: the first page has the number that it had before.
    #expect(world.state.currentPage == 0 && world.client.waiting.isEmpty)
    let third = world.load(.next)
    try world.reply("/a?page_size=3&page=1", Self.list(1))
    while slow.count > 0 { try slow.map() }
    try world.reply("/a?page_size=3&page=2", Self.list(4))
    while slow.count > 0 { try slow.map() }
    #expect(try third.value().text == #"[{"n":4},{"n":5},{"n":6}]"#)
  }

  @Test func otherSettingsMapTheFirstPageThatIsReadAnewOnceMore() throws {
    let slow = try Self.detecting()
    let world = slow.world
    let second = try Self.readingAnew(slow)
    try world.configure(
      #"""
      {"url": "{base}/a?page_size=3", "fetching": {"retries": 0}, "responseDescriptors":
      [{"keyPath": "items", "mapping": "m"}], "mappings": {"m": \#(Self.light)}}
      """#)
    while slow.count > 0 { try slow.map() }
    try world.reply("/a?page_size=3&page=2", Self.list(4))
    while slow.count > 0 { try slow.map() }
    #expect(try second.value().text == #"[{"number":4},{"number":5},{"number":6}]"#)
    #expect(world.state.currentPage == 2)
  }
}
