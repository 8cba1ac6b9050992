import JSON
import Synchronization
import Testing

@testable import Sessions

/// Pages whose mapping takes its time are mapped aside: meanwhile, everything else is answered.
struct SlowPageTests {
  /// A session whose slow pages wait until the test has them mapped.
  private struct Slow {
    let world: World
    private let waiting = Work()

    private final class Work: Sendable {
      let actions = Mutex<[@Sendable () -> Void]>([])
    }

    init(_ mapping: String = heavy, _ more: String = "") throws {
      let waiting = waiting
      world = try World(
        #"""
        {"url": "{base}/a?page=:currentPage", "responseDescriptors": [{"keyPath": "items",
        "mapping": "m"}], "mappings": {"m": \#(mapping)}, "pagination": {"strategy": "page"}\#(more)}
        """#, runAside: { action in waiting.actions.withLock { $0.append(action) } })
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
    #expect(slow.count == 0 && world.state.prefetched == [2, 3])
    let answer = world.load(.next)
    #expect(slow.count == 1 && !answer.isThere && world.state.prefetched == [3])
    try slow.map()
    #expect(try answer.value().text == #"[{"n":7}]"#)
    #expect(world.state.prefetched == [3, 4] && world.client.lines.count == 4)
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
}
