import HTTP
import JSON
import Pagination
import TestSupport
import Testing

@testable import Sessions

/// What a response says of the next page, where it says it badly.
struct NextValueTests {
  private static let links =
    #"{"url":"{base}/a","pagination":{"strategy":"body","next":"next"},"itemsPath":"items"}"#
  private static let tokens =
    #"{"url":"{base}/a","pagination":{"strategy":"cursor","next":"next"},"itemsPath":"items"}"#

  @Test(arguments: [
    (links, "true"), (links, #""http://""#), (links, #""/a\tb""#), (links, #""/a\\\\b""#),
    (links, "7"), (tokens, "true"),
  ])
  func aNextValueThatLeadsNowhereCostsNoPage(open: String, next: String) throws {
    let world = try World(open)
    let page = try world.load(.next, from: "/a", #"{"items":[{"id":1}],"next":\#(next)}"#)
    #expect(page.content.count == 1)
    #expect(world.state.hasNextPage == nil)
    #expect(world.state.warnings.contains { $0.kind == .metadataInvalid })
    let error = try world.load(.next).failure().error
    if case .metadataInvalid("next", _) = error { return }
    Issue.record("\(error)")
  }

  @Test func aWalkThatCannotGoOnIsPartial() throws {
    let world = try World(Self.links)
    let summary = try world.walked(["/a": #"{"items":[{"id":1}],"next":"http://"}"#])
    #expect(summary.itemCount == 1)
    #expect(summary.verdict == .partial)
    #expect(summary.snapshot.error != nil)
  }

  @Test(arguments: [
    (" {base}/b?x=1\\n", "/b?x=1"), ("/b?q=a b and c", "/b?q=a%20b%20and%20c"),
    ("  ?p=2 ", "/a?p=2"),
  ])
  func blanksAroundALinkDoNotCount(next: String, path: String) throws {
    let world = try World(Self.links)
    let link = next.replacing("{base}", with: World.base)
    try world.load(.next, from: "/a", #"{"items":[{"id":1}],"next":"\#(link)"}"#)
    try world.load(.next, from: path, #"{"items":[{"id":2}],"next":null}"#)
    #expect(world.state.hasNextPage == false)
  }

  @Test(arguments: [
    #""strategy":"cursor","next":"next","more":"more""#,
    #""strategy":"body","next":"next","more":"more""#,
    #""strategy":"link","more":"more""#,
  ])
  func whereNeitherAFlagNorANextValueIsThereTheEndIsInDoubt(pagination: String) throws {
    let world = try World(
      #"{"url":"{base}/a","pagination":{\#(pagination)},"itemsPath":"items"}"#)
    let summary = try world.walked(["/a": #"{"items":[{"id":1}]}"#])
    #expect(summary.verdict == .suspect)
    #expect(summary.snapshot.warnings.contains { $0.kind == .signalMissing })
  }

  @Test func aResponseThatComesAgainIsALoopWhateverItsLinkBecomes() throws {
    let world = try World(
      #"{"url":"{base}/x/","pagination":{"strategy":"body","next":"next"},"itemsPath":"items"}"#)
    let summary = try world.walked([
      "/x/": #"{"items":[{"id":1}],"next":"x/y/"}"#,
      "/x/x/y/": #"{"items":[{"id":1}],"next":"x/y/"}"#,
    ])
    #expect(summary.endReason?.kind == .repeatedResponse)
    #expect(summary.verdict == .suspect)
  }

  @Test(arguments: [
    (#"{"Items":[{"id":1}],"NextToken":"a"}"#, "NextToken"),
    (#"{"Items":[{"id":1}],"nextToken":"a"}"#, "nextToken"),
    (#"{"Items":[{"id":1}],"Truncated":true,"NextMarker":"a"}"#, "Marker"),
    (#"{"Items":[{"id":1}],"NextPageToken":"a","NextToken":null}"#, "NextPageToken"),
  ])
  func aTokenOfSeveralSpellingsGoesBackUnderItsOwn(body: String, name: String) throws {
    let world = try World(
      #"{"url":"{base}/","profile":"aws-json","itemsPath":"Items","identity":"id"}"#)
    try world.load(.next, with: body)
    let second = world.load(.next)
    let sent = try world.client.only()
    let text = String(decoding: sent.request.body ?? [], as: UTF8.self)
    #expect(text.contains(#""\#(name)":"a""#), "\(text)")
    sent.reply(#"{"Items":[{"id":2}]}"#)
    #expect(try second.value().content.count == 1)
    #expect(world.state.hasNextPage == false)
  }

  @Test func identitiesAreComparedByValue() throws {
    let world = try World(
      #"""
      {"url":"{base}/a","pagination":{"strategy":"body","next":"next"},"itemsPath":"items",
       "identity":"id"}
      """#)
    #expect(
      try world.walked([
        "/a": #"{"items":[{"id":"a"},{"id":"b"}],"next":"/b"}"#,
        "/b": #"{"items":[{"id":"\u0061"},{"id":"c"}],"next":null}"#,
      ]).duplicates == 1)
  }
}
