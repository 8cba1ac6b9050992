import HTTP
import JSON
import Pagination
import TestSupport
import Testing

@testable import Sessions

/// Checkpoints that were forged or damaged.
struct CheckpointTests {
  @Test func moreItemsThanAnyListHasAreNotCounted() throws {
    let first = try World(
      #"{"url":"{base}/a","itemsPath":"items","pagination":{"strategy":"body","next":"next"}}"#)
    let text = try #require(CheckpointSeal.open(first.checkpoint))
    #expect(text.contains(#""items":0"#))
    let most = ["start", "items"].reduce(text) { text, name in
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
    let most = text.replacing("[1,0,0,0,0]", with: "[1,0,\(Tally.countMax),0,0]")
    #expect(most != text)
    let world = try first.resumed(at: CheckpointSeal.seal(most))
    let walk = world.walk()
    try world.reply("/a?limit=2&offset=1", #"{"items":[{"id":2},{"id":3}]}"#)
    try world.reply("/a?limit=2&offset=2", #"{"items":[{"id":3}]}"#)
    try world.reply("/a?limit=2&offset=3", #"{"items":[]}"#)
    #expect(try walk.value().itemCount == 1)
  }

  /// A link in a file is held to what a link in a response is held to.
  @Test(arguments: [
    (#""headers":[]"#, #""headers":[["X-Tunnel-Method","DELETE"]]"#),
    (#""headers":[]"#, #""headers":[["X-Key","forged"]]"#),
    (#""headers":[]"#, #""headers":[["PRIVATE-TOKEN","forged"]]"#),
    (#""method":null"#, #""method":"DELETE""#), ("/b?t=2", "/b?t=2&_method=DELETE"),
  ])
  func aForgedLinkIsRefused(part: String, forged: String) throws {
    let world = try World(
      """
      {"url":"{base}/a","method":"POST","body":{"q":1},"headers":{"X-Key":"k"},"itemsPath":"items",
       "pagination":{"strategy":"body","next":"next"}}
      """)
    let load = world.load(.next)
    try world.client.only().reply(#"{"items":[{"id":1}],"next":"/b?t=2"}"#)
    #expect(load.isThere)
    let text = try #require(CheckpointSeal.open(world.checkpoint))
    #expect(text.contains(part))
    let damaged = CheckpointSeal.seal(text.replacing(part, with: forged))
    #expect(throws: SessionError.self) { try world.resumed(at: damaged) }
    _ = try world.resumed(at: world.checkpoint)
  }

  @Test func deepTextIsRefused() throws {
    let session = try World(Pages.counted()).session
    let error = #expect(throws: SessionError.self) {
      try session.resume(String(repeating: "[", count: 600))
    }
    #expect(error?.kind == "checkpointRejected")
  }

  @Test func extremeNumbersDoNotTrap() throws {
    let first = try World(Pages.counted())
    try first.visit(1...1, total: 9)
    let text = first.checkpoint
    let numbers = [
      "-9223372036854775808", "9223372036854775807", "-1", "0", "1e30", "1.5", "-1000000000000",
      "1000000000000", "1152921504606846976",
    ]
    for field in ["page", "perPage", "start", "taken", "items", "again", "before", "latest", "v"] {
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
      try first.load(.next, Pages.body([1, 2], next: "b"))
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
