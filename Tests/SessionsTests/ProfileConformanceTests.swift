import JSON
import Pagination
import Profiles
import TestSupport
import Testing

@testable import Sessions

/// Every profile against a conversation with its API.
struct ProfileConformanceTests {
  @Test(.enabled(if: CaseFile.runsAll)) func everyProfileHasAFixture() {
    #expect(Set(Fixture.all.map(\.name)) == Set(BuiltInProfiles.all.map(\.name)))
  }

  @Test(
    arguments: BuiltInProfiles.all.filter {
      $0.open["itemsPath"] == nil && $0.open["responseDescriptors"] == nil
    }.map(\.name))
  func noProfileTakesTheEnvelopeForAnItem(profile: String) throws {
    let (settings, _) = try World.settings(#"{"profile":"\#(profile)","url":"{base}/a"}"#)
    #expect(settings.findsItems)
  }

  @Test(arguments: Fixture.all)
  func walksToTheEnd(_ fixture: Fixture) throws {
    let world = try World(fixture.openText(overlaps: false))
    let answer = world.walk(concurrency: 1)
    for (index, step) in fixture.walk.enumerated() {
      try step.play(world, "\(fixture.name), request \(index + 1)")
    }
    let summary = try answer.value()
    let pages = try #require(summary.items)
    let identity = world.settings.identity
    #expect(
      pages.flatMap { $0.identities(identity) } == fixture.walk.flatMap(\.items))
    #expect(pages.filter { !$0.items.isEmpty }.count == fixture.pages)
    #expect(summary.endReason?.kind.rawValue == fixture.endReason)
    #expect(summary.snapshot.counts.objectCount == fixture.objectCount)
    #expect(summary.duplicates == 0)
    #expect(summary.verdict == .complete, "\(summary.snapshot.warnings)")
    #expect(summary.snapshot.error == nil)
  }

  @Test(arguments: Fixture.all)
  func loadsPageByPage(_ fixture: Fixture) throws {
    let world = try World(fixture.openText())
    let identity = world.settings.identity
    for (index, step) in fixture.walk.enumerated() {
      #expect(world.state.hasNextPage != false, "before request \(index + 1)")
      let answer = world.load(.next)
      try step.play(world, "\(fixture.name), request \(index + 1)")
      #expect(try answer.value().content.identities(identity) == step.items)
    }
    #expect(world.state.hasNextPage == false)
    #expect(world.state.endKind == fixture.endReason)
    #expect(world.state.counts.objectCount == fixture.objectCount)
    #expect(try world.load(.next).failure().error.kind == "noNextPage")
  }

  @Test(arguments: Fixture.all)
  func emptyCollectionIsAnAnswer(_ fixture: Fixture) throws {
    let world = try World(fixture.openText())
    let answer = world.load(.next)
    try fixture.empty[0].play(world, "\(fixture.name), the empty answer")
    #expect(try answer.value().content.count == 0)
    #expect(world.state.loaded)
    let rest = world.walk()
    for step in fixture.empty.dropFirst() { try step.play(world, "\(fixture.name), what follows") }
    let summary = try rest.value()
    #expect(summary.itemCount == 0)
    #expect(summary.verdict == .complete)
    #expect(world.state.hasNextPage == false)
  }

  @Test(arguments: Fixture.all)
  func errorAnswerIsAFailure(_ fixture: Fixture) throws {
    let world = try World(fixture.openText())
    let answer = world.load(.next)
    try fixture.error.play(world, fixture.name)
    #expect(try answer.failure().error.kind == fixture.errorKind)
    #expect(!world.state.loaded)
  }

  @Test(arguments: Fixture.all.filter { $0.expired != nil })
  func aPositionThatExpiredBeginsAgain(_ fixture: Fixture) throws {
    let expired = try #require(fixture.expired)
    let world = try World(fixture.openText())
    let answer = world.walk(concurrency: 1)
    try fixture.walk[0].play(world, "\(fixture.name), the first page")
    try expired.play(world, "\(fixture.name), the expired position")
    for (index, step) in fixture.walk.enumerated() {
      try step.play(world, "\(fixture.name), request \(index + 1) of the walk that begins again")
    }
    let summary = try answer.value()
    let identity = world.settings.identity
    #expect(
      summary.items?.flatMap { $0.identities(identity) } == fixture.walk.flatMap(\.items))
    #expect(summary.verdict == .complete)
    #expect([.counts, .end].contains(summary.proof))
    let skipped = fixture.walk[0].items.count
    #expect(summary.snapshot.warnings.contains(.restarted(items: skipped)))
  }

  @Test(arguments: Fixture.all.filter { $0.expired != nil })
  func aLoadOfAPositionThatExpiredFails(_ fixture: Fixture) throws {
    let expired = try #require(fixture.expired)
    let world = try World(fixture.openText())
    let first = world.load(.next)
    try fixture.walk[0].play(world, "\(fixture.name), the first page")
    _ = try first.value()
    let answer = world.load(.next)
    try expired.play(world, "\(fixture.name), the expired position")
    #expect(try answer.failure().error.kind == "positionExpired")
  }

  @Test(arguments: Fixture.all.filter { $0.ceiling != nil })
  func ceilingEndsTheWay(_ fixture: Fixture) throws {
    let ceiling = try #require(fixture.ceiling)
    let world = try World(fixture.openText())
    let answer = world.load(.page(ceiling.page))
    try ceiling.step.play(world, "\(fixture.name), the last page that can be had")
    #expect(try answer.value().content.identities(world.settings.identity) == ceiling.step.items)
    #expect(world.state.hasNextPage == false)
    #expect(world.state.endKind == ceiling.endReason)
  }
}

extension WalkPage {
  func identities(_ paths: [JSONPath]) -> [JSONValue] {
    Array(content.identities(paths)[items])
  }
}

extension PageContent {
  /// What identifies each item; the item itself where nothing does.
  func identities(_ paths: [JSONPath]) -> [JSONValue] {
    guard let document else { return [] }
    return sources.map { item in
      let parts = paths.map { document.resolve($0, from: item).map(document.value) ?? .null }
      switch parts.count {
      case 0: return document.value(item)
      case 1: return parts[0]
      default: return .array(parts)
      }
    }
  }
}
