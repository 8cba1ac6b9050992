import HTTP
import JSON
import Pagination
import Profiles
import Synchronization
import TestSupport
import Testing

@testable import Sessions

/// A session with everything around it scripted. Fails the test when it goes while a request or a
/// question still waits.
final class World {
  let client = ScriptedClient()
  let scheduler: VirtualScheduler
  let host: ScriptedHost
  let session: Session
  let store: ScriptedStore?
  /// As opened.
  let settings: SessionSettings
  private let open: String
  private let sourceLocation: SourceLocation

  /// The API of the tests.
  static let base = "http://api.test"

  /// A session opened with params as JSON text, in which `{base}` is the API's origin. `random` is
  /// what every back-off is multiplied with.
  init(
    _ open: String, abilities: HostAbilities = HostAbilities(), random: Double = 1,
    gate: RateGate = RateGate(), limits: SessionLimits = SessionLimits(),
    scheduler: VirtualScheduler = VirtualScheduler(),
    runInBackground: @escaping @Sendable (@escaping @Sendable () -> Void) -> Void = { $0() },
    store: ScriptedStore? = nil,
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    self.scheduler = scheduler
    self.sourceLocation = sourceLocation
    self.open = open
    self.store = store
    host = ScriptedHost(abilities)
    let (settings, parameters) = try World.settings(open)
    self.settings = settings
    session = Session(
      id: "p1", settings: settings, parameters: parameters,
      environment: SessionEnvironment(
        client: client, scheduler: scheduler, random: { random }, host: host, gate: gate,
        limits: limits, runInBackground: runInBackground),
      store: store)
  }

  deinit {
    let lines = client.waiting.map(\.line) + host.questions.map(\.method)
    if !lines.isEmpty {
      Issue.record("never answered: \(lines)", sourceLocation: sourceLocation)
    }
  }

  /// The settings of params, as `paginator/open` makes them.
  static func settings(_ open: String) throws -> (SessionSettings, parameters: JSONObject) {
    let text = open.replacing("{base}", with: base)
    var params = try #require(json(text).objectValue)
    if let name = params["profile"]?.stringValue {
      let profile = try #require(BuiltInProfiles.named(name))
      params = ParameterMerge.complete(params, with: profile)
    }
    var fields = JSONFields(params)
    fields.allow("profile")
    let settings = try SessionSettings(&fields)
    try fields.finish()
    params["profile"] = nil
    return (settings, params)
  }

  var state: SessionSnapshot { session.snapshot() }

  /// Takes in other settings, as params of `open`.
  @discardableResult
  func configure(_ open: String) throws -> SessionSnapshot {
    let (settings, parameters) = try World.settings(open)
    session.configure(settings, parameters: parameters)
    return state
  }

  /// The token of where paging goes on.
  var checkpoint: String {
    let texts = Log()
    session.checkpoint { texts.add($0) }
    #expect(texts.lines.count == 1)
    return texts.lines.first ?? ""
  }

  /// A session opened like this one with a checkpoint: this one's unless another is given.
  func resumed(at checkpoint: String? = nil) throws -> World {
    let world = try World(open)
    try world.session.resume(checkpoint ?? self.checkpoint)
    return world
  }

  // MARK: Asking

  func load(_ target: LoadTarget) -> Answer<LoadedPage> {
    let answer = Answer<LoadedPage>()
    answer.work = session.load(target) { answer.take($0) }
    return answer
  }

  /// A load with parameters of its own, as JSON text.
  func load(_ target: LoadTarget, parameters: String) throws -> Answer<LoadedPage> {
    var fields = try JSONFields(json(#"{"parameters":\#(parameters)}"#), path: "")
    let answer = Answer<LoadedPage>()
    answer.work = session.load(
      target, parameters: try RequestTemplate.queryParameters(&fields)
    ) { answer.take($0) }
    return answer
  }

  func walk(
    pagesMax: Int? = nil, itemsMax: Int? = nil, concurrency: Int? = nil
  ) -> Answer<WalkSummary> {
    let order = WalkOrder(
      pagesMax: pagesMax, itemsMax: itemsMax, concurrency: concurrency, deliver: nil, report: nil)
    let answer = Answer<WalkSummary>()
    answer.work = session.walk(order) { answer.take($0) }
    return answer
  }

  /// A walk that delivers page by page, each in a word: "2: [3,4]".
  func stream(
    pagesMax: Int? = nil, itemsMax: Int? = nil, concurrency: Int? = nil
  ) -> (answer: Answer<WalkSummary>, delivered: Log, progress: Log) {
    let delivered = Log()
    let progress = Log()
    let order = WalkOrder(
      pagesMax: pagesMax, itemsMax: itemsMax, concurrency: concurrency,
      deliver: { delivered.add("\($0.page): \($0.itemsText)") },
      report: { report in
        progress.add(
          "\(report.pages)/\(report.pageCount.map(String.init) ?? "?") "
            + "\(report.position)/\(report.objectCount.map(String.init) ?? "?")"
            + (report.waiting.map { " waiting \($0.seconds) \($0.reason)" } ?? ""))
      })
    let answer = Answer<WalkSummary>()
    answer.work = session.walk(order) { answer.take($0) }
    return (answer, delivered, progress)
  }

  func refresh(page: Int? = nil) -> Answer<RefreshSummary> {
    let answer = Answer<RefreshSummary>()
    answer.work = session.refresh(page: page) { answer.take($0) }
    return answer
  }

  func items(
    _ range: Range<Int>, loads: Bool = true, waits: Bool = true
  ) -> Answer<WindowView> {
    let answer = Answer<WindowView>()
    let order = WindowOrder(
      start: range.lowerBound, count: range.count, loads: loads, waits: waits)
    answer.work = session.window(order) { answer.take($0) }
    return answer
  }

  /// Loads a page: the one request, which is for that path where one is given, gets that answer.
  @discardableResult
  func load(
    _ target: LoadTarget, from path: String? = nil, _ body: String,
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws -> LoadedPage {
    let answer = load(target)
    let exchange = try client.only(sourceLocation: sourceLocation)
    if let path {
      #expect(exchange.line == "GET \(World.base)\(path)", sourceLocation: sourceLocation)
    }
    exchange.reply(body, sourceLocation: sourceLocation)
    return try answer.value(sourceLocation: sourceLocation)
  }

  /// Answers the request for a path that waits.
  func reply(
    _ path: String, _ body: String, sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    try client.request("GET \(World.base)\(path)", sourceLocation: sourceLocation)
      .reply(body, sourceLocation: sourceLocation)
  }
}

/// Lines that callbacks write.
final class Log: Sendable {
  private let text = Mutex<[String]>([])

  var lines: [String] { text.withLock { $0 } }

  func add(_ line: String) { text.withLock { $0.append(line) } }
}

/// The answer to a call, which comes exactly once.
final class Answer<Value: Sendable>: Sendable {
  private let results = Mutex<[Result<Value, LoadFailure>]>([])
  private let number = Mutex(0)

  /// The number of the work, to cancel it.
  var work: Int {
    get { number.withLock { $0 } }
    set { number.withLock { $0 = newValue } }
  }

  func take(_ result: Result<Value, LoadFailure>) {
    let count = results.withLock {
      $0.append(result)
      return $0.count
    }
    if count > 1 { Issue.record("answered \(count) times") }
  }

  var isThere: Bool { results.withLock { !$0.isEmpty } }

  var outcome: Result<Value, LoadFailure>? { results.withLock { $0.first } }

  func value(sourceLocation: SourceLocation = #_sourceLocation) throws -> Value {
    switch try result(sourceLocation) {
    case .success(let value): return value
    case .failure(let failure):
      Issue.record("failed: \(failure.error)", sourceLocation: sourceLocation)
      throw failure
    }
  }

  func failure(sourceLocation: SourceLocation = #_sourceLocation) throws -> LoadFailure {
    switch try result(sourceLocation) {
    case .success(let value):
      return try #require(
        nil as LoadFailure?, "succeeded: \(value)", sourceLocation: sourceLocation)
    case .failure(let failure): return failure
    }
  }

  private func result(_ sourceLocation: SourceLocation) throws -> Result<Value, LoadFailure> {
    try #require(
      results.withLock { $0.first }, "there is no answer yet", sourceLocation: sourceLocation)
  }
}

extension PageContent {
  /// All items as a JSON array.
  var text: String { text(0..<count) }

  func text(_ range: Range<Int>) -> String {
    var fragments = JSONFragments()
    appendItems(range, to: &fragments)
    return String(decoding: fragments.joined(), as: UTF8.self)
  }
}

extension LoadedPage {
  /// The items as a JSON array.
  var text: String { content.text(items) }
}

extension WalkPage {
  var itemsText: String { content.text(items) }
}

extension WindowView {
  var text: String { String(decoding: items.joined(), as: UTF8.self) }
}

extension SessionSnapshot {
  var endKind: String? { endReason?.kind.rawValue }
}
