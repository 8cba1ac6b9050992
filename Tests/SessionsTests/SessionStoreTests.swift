import JSON
import TestSupport
import Testing

@testable import Sessions

struct SessionStoreTests {
  private func environment() throws -> SessionEnvironment {
    SessionEnvironment(
      client: ScriptedClient(), scheduler: VirtualScheduler(), random: { 0 }, host: ScriptedHost())
  }

  private func limits(
    paginatorsMax: Int = 10, settingsBytesMax: Int = 1 << 30
  ) -> SessionLimits {
    var limits = SessionLimits()
    limits.paginatorsMax = paginatorsMax
    limits.settingsBytesMax = settingsBytesMax
    return limits
  }

  private func open(
    _ store: SessionStore, _ id: String?, into pages: ScriptedStore? = nil
  ) throws -> Session {
    let (settings, parameters) = try World.settings(Pages.numbered())
    return try store.open(
      id: id, settings: settings, parameters: parameters, environment: environment(), store: pages)
  }

  @Test func namesAreMadeUpAndNeverTaken() throws {
    let store = SessionStore(limits(paginatorsMax: 10))
    _ = try open(store, "p2")
    #expect(try [open(store, nil).id, open(store, nil).id] == ["p1", "p3"])
    #expect(store.all.map(\.id) == ["p2", "p1", "p3"])
    #expect(store["p3"] != nil && store["p4"] == nil)
  }

  /// The process ends after it: what is closed before must be stored by then, too.
  @Test func theEndOfAllIsThatOfThoseThatAreClosingToo() throws {
    let store = SessionStore(limits())
    let told = Log()
    let pages = ["a", "b"].map { _ in ScriptedStore(endsSlowly: true) }
    _ = try open(store, "a", into: pages[0])
    _ = try open(store, "b", into: pages[1])
    try store.close(id: "a") { _ in told.add("a") }
    store.closeAll { told.add("all") }
    store.closeAll { told.add("all, again") }
    pages[1].finish()
    #expect(told.lines.isEmpty)
    pages[0].finish()
    #expect(told.lines == ["a", "all", "all, again"])
  }

  @Test func takenNameIsRefused() throws {
    let store = SessionStore(limits(paginatorsMax: 10))
    let first = try open(store, "a")
    #expect(throws: SessionError.paginatorExists(id: "a")) { try self.open(store, "a") }
    #expect(store["a"] === first)
  }

  @Test func oneTooManyIsRefused() throws {
    let store = SessionStore(limits(paginatorsMax: 2))
    _ = try open(store, nil)
    _ = try open(store, nil)
    #expect(throws: SessionError.limitExceeded(limit: .paginators, maximum: 2)) {
      try self.open(store, nil)
    }
    try store.close(id: "p1")
    #expect(try open(store, nil).id == "p3")
  }

  @Test func settingsOfAllTakeBoundedMemory() throws {
    let (settings, parameters) = try World.settings(Pages.numbered())
    let bytes = settings.memoryBytes(parameters)
    let store = SessionStore(limits(settingsBytesMax: 2 * bytes))
    let refusal = SessionError.limitExceeded(limit: .settingsBytes, maximum: 2 * bytes)
    let first = try open(store, nil)
    _ = try open(store, nil)
    #expect(throws: refusal) { try self.open(store, nil) }
    try store.close(id: "p2")
    _ = try open(store, "p2")
    var larger = parameters
    larger["headers"] = ["X-Filler": .string(String(repeating: "x", count: 40))]
    #expect(throws: refusal) {
      try store.configure(first, settings, parameters: larger)
    }
    try store.close(id: "p2")
    try store.configure(first, settings, parameters: larger)
    #expect(throws: refusal) { try self.open(store, nil) }
    try store.configure(first, settings, parameters: parameters)
    _ = try open(store, nil)
  }

  @Test func closedSessionIsForgotten() throws {
    let store = SessionStore(limits(paginatorsMax: 2))
    _ = try open(store, "a")
    try store.close(id: "a")
    #expect(store["a"] == nil && store.all.isEmpty)
    #expect(throws: SessionError.paginatorNotFound(id: "a")) { try store.close(id: "a") }
    _ = try open(store, "a")
  }

  @Test func orderAndNamesStayWhenManyAreClosed() throws {
    let store = SessionStore(limits(paginatorsMax: 1_000))
    for number in 0..<300 { _ = try open(store, "a\(number)") }
    for number in 0..<300 where number % 10 != 3 { try store.close(id: "a\(number)") }
    _ = try open(store, "last")
    let left = stride(from: 3, to: 300, by: 10).map { "a\($0)" } + ["last"]
    #expect(store.all.map(\.id) == left)
    for id in left { #expect(store[id]?.id == id) }
    try store.close(id: "a3")
    #expect(store["a3"] == nil && store.all.count == left.count - 1)
  }

  @Test(arguments: ["items", "list"])
  func sessionsOpenedAlikeKeepWhatIsTheirOwn(itemsPath: String) throws {
    let store = SessionStore(limits(paginatorsMax: 2))
    let client = ScriptedClient()
    let environment = SessionEnvironment(
      client: client, scheduler: VirtualScheduler(), random: { 0 }, host: ScriptedHost())
    for (id, path) in [("a", "items"), ("b", itemsPath)] {
      let (settings, parameters) = try World.settings(
        #"{"url":"{base}/\#(id)?page=:currentPage&n=:perPage","perPage":2,"itemsPath":"\#(path)"}"#)
      _ = try store.open(
        id: id, settings: settings, parameters: parameters, environment: environment)
    }
    for (id, path) in [("a", "items"), ("b", itemsPath)] {
      let answer = Answer<LoadedPage>()
      try #require(store[id]).load(.next) { answer.take($0) }
      try client.request("GET http://api.test/\(id)?page=1&n=2").reply(
        #"{"\#(path)":[{"id":1},{"id":2}]}"#)
      #expect(try answer.value().content.ids == [1, 2])
      let pattern = "http://api.test/\(id)?page=:currentPage&n=:perPage"
      #expect(store[id]?.snapshot().request.patternURL == pattern)
    }
  }

  @Test func allLoadsCanBeCancelled() throws {
    let store = SessionStore(limits(paginatorsMax: 2))
    let answers = try ["a", "b"].map { id in
      let answer = Answer<LoadedPage>()
      try open(store, id).load(.next) { answer.take($0) }
      return answer
    }
    store.closeAll {}
    #expect(try answers.map { try $0.failure().error } == [.cancelled, .cancelled])
  }

  @Test func sessionWithoutAnIDCountsAndIsCancelledButInNoList() throws {
    let store = SessionStore(limits(paginatorsMax: 1))
    let (settings, parameters) = try World.settings(Pages.numbered())
    let session = try store.openUnnamed(
      settings: settings, parameters: parameters, environment: environment())
    #expect(store.all.isEmpty && store["detect"] == nil)
    #expect(throws: SessionError.limitExceeded(limit: .paginators, maximum: 1)) {
      try self.open(store, nil)
    }
    let answer = Answer<LoadedPage>()
    session.load(.next) { answer.take($0) }
    store.closeAll {}
    #expect(try answer.failure().error == .cancelled)
    store.remove(unnamed: session)
    #expect(try open(store, nil).id == "p1")
  }
}
