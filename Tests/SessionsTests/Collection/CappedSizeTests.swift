import JSON
import Pagination
import TestSupport
import Testing

@testable import Sessions

/// Offsets, where the API gives fewer items a page than asked for and states so.
struct CappedSizeTests {
  static func open(_ size: Int) -> String {
    #"{"url":"{base}/a?offset=:offset&limit=:perPage","perPage":\#(size),"itemsPath":"items","#
      + #""pagination":{"strategy":"offset"},"fetching":{"retries":0},"#
      + #""paginationMapping":{"limit":"perPage","total":"objectCount","offset":"offset"}}"#
  }

  /// What an API of 950 items answers whose pages have at most `cap`.
  static func body(_ offset: Int, _ limit: Int, cap: Int) -> String {
    let size = min(limit, cap)
    let ids = offset < 950 ? Array((offset + 1)...min(950, offset + size)) : []
    let items = ids.map { "{\"id\":\($0)}" }.joined(separator: ",")
    return #"{"items":[\#(items)],"total":950,"limit":\#(size),"offset":\#(offset)}"#
  }

  /// Answers whatever waits, as that API does.
  static func serve(_ world: World, cap: Int) throws {
    var count = 0
    while let exchange = world.client.waiting.first, count < 40 {
      count += 1
      let numbers = exchange.line.split { !$0.isNumber }.compactMap { Int($0) }
      exchange.reply(body(numbers[0], numbers[1], cap: cap))
    }
  }

  private func expect(_ world: World, _ range: Range<Int>, cap: Int) throws {
    let window = world.items(range)
    try CappedSizeTests.serve(world, cap: cap)
    let ids = range.map { "{\"id\":\($0 + 1)}" }.joined(separator: ",")
    #expect(try window.value().text == "[\(ids)]")
  }

  @Test(arguments: [100, 70, 299, 7])
  func itemsStandUnderTheirIndexes(cap: Int) throws {
    let world = try World(CappedSizeTests.open(300))
    let load = world.load(.page(4))
    try CappedSizeTests.serve(world, cap: cap)
    #expect(try load.value().ids.first == 901)
    #expect(world.state.counts.offset == 900)
    #expect(world.state.counts.perPage == cap)
    try expect(world, 900..<903, cap: cap)
    try expect(world, 298..<301, cap: cap)
    try expect(world, 0..<3, cap: cap)
    #expect(world.state.warnings == [])
  }

  @Test(arguments: [100, 70])
  func windowsFindTheSizeThemselves(cap: Int) throws {
    let world = try World(CappedSizeTests.open(300))
    try expect(world, 900..<902, cap: cap)
    try expect(world, 299..<301, cap: cap)
    #expect(world.state.warnings == [])
  }

  @Test func requestsThatAreUnderWayKeepTheirPlace() throws {
    let world = try World(CappedSizeTests.open(300))
    let load = world.load(.page(4))
    let window = world.items(299..<302)
    let late = try world.client.request("GET \(World.base)/a?offset=0&limit=300")
    try world.reply("/a?offset=900&limit=300", CappedSizeTests.body(900, 300, cap: 70))
    #expect(try load.value().ids.first == 901)
    late.reply(CappedSizeTests.body(0, 300, cap: 70))
    try CappedSizeTests.serve(world, cap: 70)
    #expect(try window.value().text == #"[{"id":300},{"id":301},{"id":302}]"#)
  }

  @Test func walkLosesNothingWherePagesBecomeSmaller() throws {
    let world = try World(CappedSizeTests.open(300))
    let walk = world.walk()
    var count = 0
    while let exchange = world.client.waiting.first, count < 40 {
      count += 1
      let numbers = exchange.line.split { !$0.isNumber }.compactMap { Int($0) }
      exchange.reply(
        CappedSizeTests.body(numbers[0], numbers[1], cap: numbers[0] < 300 ? 100 : 80))
    }
    let summary = try walk.value()
    #expect(Set(summary.items?.flatMap { $0.content.ids } ?? []) == Set(1...950))
    #expect(world.state.counts.offset ?? 0 >= 850)
  }
}
