import Foundation
import HTTP
import JSON
import Pagination
import Sessions
import Synchronization
import TestSupport
import Testing

@testable import Series

/// Orders that come while a series is doing what it has decided before.
@Suite struct ItemSeriesTests {
  /// A list for each of three items, two at a time.
  private final class World: Sendable {
    let client = ScriptedClient()
    let series: ItemSeries
    let told = Mutex<[String]>([])

    init(host: any SessionHost = NoClient()) throws {
      let open =
        #"{"url":"http://api.test/{item}","itemsPath":"i","notifications":true,"#
        + #""pagination":{"strategy":"single"}}"#
      let params = try #require(try json(open).objectValue)
      var fields = JSONFields(params)
      let settings = try SessionSettings(&fields)
      let environment = SessionEnvironment(
        client: client, scheduler: VirtualScheduler(), random: { 0 }, host: host,
        runInBackground: { $0() })
      let each = try EachParams(JSONFields(["items": ["a", "b", "c"]]))
      series = ItemSeries(
        each, source: OneByOne(["a", "b", "c"]),
        base: Session(id: "p", settings: settings, parameters: params, environment: environment),
        settings: settings, template: try PartTemplate(params, each), environment: environment)
    }

    func tell(_ words: String) { told.withLock { $0.append(words) } }

    /// Walks; `name`: what the walk is told by.
    func walk(_ name: String, _ deliver: @escaping @Sendable (WalkPage) -> Void = { _ in }) {
      series.walk(WalkOrder(concurrency: 2, deliver: deliver)) { [self] result in
        switch result {
        case .success(let summary): tell("\(name): \(summary.itemCount) items")
        case .failure(let failure): tell("\(name): \(failure.error.kind)")
        }
      }
    }

    /// Answers the request for an item's list, which has two items.
    func reply(_ item: String) throws {
      try client.request("GET http://api.test/\(item)").reply(#"{"i":[1,2]}"#)
    }
  }

  private struct NoClient: SessionHost {}

  /// A client that wants to know of each page.
  private final class Listener: SessionHost {
    let heard = Mutex<(@Sendable (PageEvent) -> Void)?>(nil)

    var abilities: HostAbilities {
      var abilities = HostAbilities()
      abilities.notifications = true
      return abilities
    }

    func notify(_ event: PageEvent, of paginatorID: String) { heard.withLock(\.self)?(event) }
  }

  /// Gives one item at a time.
  private final class OneByOne: SeriesSource {
    private let items: [JSONValue]
    private let position = Mutex(0)

    init(_ items: [JSONValue]) { self.items = items }

    var count: Int? { nil }

    func next(_ completion: @escaping @Sendable (SourceStep) -> Void) {
      let item = position.withLock { position in
        defer { position += 1 }
        return position < items.count ? items[position] : nil
      }
      completion(item.map { .items([$0]) } ?? .end(.complete))
    }

    func reset() { position.withLock { $0 = 0 } }
  }

  /// What was to be read next is none of the items that come after the reset.
  @Test func aResetWhileAPageIsDeliveredBeginsWithTheFirstItem() throws {
    let world = try World()
    world.walk("first") { page in
      if page.item.map({ String(decoding: $0, as: UTF8.self) }) == #""b""# {
        world.series.reset()
        world.walk("second")
      }
    }
    try world.reply("b")
    try world.reply("a")
    #expect(world.client.waiting.map(\.line) == ["a", "b"].map { "GET http://api.test/\($0)" })
    for item in ["a", "b", "c"] { try world.reply(item) }
    #expect(world.told.withLock(\.self) == ["first: cancelled", "second: 6 items"])
  }

  /// The second list is refused before the first one has come: the third is not requested.
  @Test(arguments: [401, 403])
  func noFurtherListBeginsWhereTheFirstAreRefused(status: Int) throws {
    let world = try World()
    world.walk("walk")
    try world.client.request("GET http://api.test/b").reply("{}", status: status)
    #expect(world.client.waiting.map(\.line) == ["GET http://api.test/a"])
    try world.client.request("GET http://api.test/a").reply("{}", status: status)
    #expect(world.client.waiting.isEmpty)
    #expect(world.told.withLock(\.self) == ["walk: httpStatus"])
  }

  @Test func theSeriesContinuesWhereOnlyALaterListIsRefused() throws {
    let world = try World()
    world.walk("walk")
    try world.client.request("GET http://api.test/b").reply("{}", status: 403)
    for item in ["a", "c"] { try world.reply(item) }
    #expect(world.told.withLock(\.self) == ["walk: 4 items"])
  }

  /// An event that is on its way to the client comes before the answer.
  @Test func noEventComesAfterTheAnswerToCancel() throws {
    let listener = Listener()
    let world = try World(host: listener)
    let (isHeard, isTaken) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    world.walk("walk")
    listener.heard.withLock { heard in
      heard = { event in
        isHeard.signal()
        isTaken.wait()
        world.tell("\(event)")
      }
    }
    let ended = DispatchSemaphore(value: 0)
    Thread.detachNewThread {
      try? world.reply("a")
      ended.signal()
    }
    isHeard.wait()
    world.series.cancel { _ in world.tell("cancelled") }
    isTaken.signal()
    ended.wait()
    let loaded = "loaded(page: 1, start: 0, count: 2, objectCount: nil)"
    #expect(world.told.withLock(\.self) == [loaded, "walk: cancelled", "cancelled"])
  }
}
