import HTTP
import JSON
import Pagination
import Synchronization
import TestSupport
import Testing

@testable import Sessions

/// Plays a dialogue: a session is opened, and each member of a step does something or looks at
/// something (`Play.actions`, `Play.looks`, `Play.comparisons`), in the order in which they are written.
/// Results and states are compared as a whole, in the words of `Words.swift`. At the end each result has
/// come, and those that are errors have been looked at.
///
/// - `open`: params, or the name of some; `+` names those that the other members complete.
/// - `openings`: params of `open` with names, besides `numbered`, `counted` and `tokens` of ``Pages``.
/// - `total`: how many items the numbered API has, two a page.
/// - `capabilities`: of the client: `notifications`, or `requests`, which are all of them.
/// - `store`: `scripted`, where steps keep and refuse pages, or `immediate`.
/// - `random`, `waitingLoadsMax`: what every back-off is multiplied with, and a limit.
/// - `background`: slow pages are mapped when a step says so.
final class Play {
  static let world: Set = [
    "open", "openings", "total", "capabilities", "store", "random", "waitingLoadsMax", "background",
  ]
  /// Each step may have all of them.
  static let verbs: [String: Set<String>] = {
    let names = Set(actions.keys).union(comparisons.keys).union(looks.keys)
    return Dictionary(uniqueKeysWithValues: names.map { ($0, names) })
  }()

  /// An answer that was asked for, as words.
  struct Asked {
    let world: World
    var work: Int?
    /// nil: it has not come yet.
    let outcome: () -> Result<any Outcome, LoadFailure>?
    var isSeen = false

    var words: String {
      switch outcome() {
      case .success(let outcome): outcome.words
      case .failure(let failure): failure.words
      case nil: "nothing yet"
      }
    }

    var failure: LoadFailure? { if case .failure(let failure) = outcome() { failure } else { nil } }
    var snapshot: SessionSnapshot? {
      (success as? any SnapshotOutcome)?.snapshot ?? failure?.snapshot
    }
    var success: (any Outcome)? { if case .success(let value) = outcome() { value } else { nil } }
  }

  let dialogue: Dialogue
  private let surroundings: Surroundings
  var worlds: [String: World] = [:]
  private(set) var world: World
  private var asked: [(name: String, answer: Asked)] = []
  /// Of each session's latest walk that delivers page by page.
  private var streams: [ObjectIdentifier: (delivered: Log, progress: Log)] = [:]
  /// How much of them has been looked at.
  private var seen: [ObjectIdentifier: Int] = [:]
  /// How sessions were closed: "well", or with which error.
  let closed = Log()
  /// Checkpoints that were taken, by their names.
  var checkpoints: [String: String] = [:]
  /// The latest request to the client, until it has a response.
  var question: ScriptedHost.Question?
  var total: Int?
  private var step = ""
  private var checks = 0

  init(_ dialogue: Dialogue) throws {
    self.dialogue = dialogue
    surroundings = Surroundings(dialogue: dialogue)
    total = dialogue.world["total"]?.integerValue
    guard let open = dialogue.world["open"] else { throw BadCase(text: "nothing is opened") }
    world = try surroundings.world(open)
    worlds["first"] = world
  }

  func run() throws {
    for (index, members) in dialogue.steps.enumerated() {
      for (name, value) in members.filled([:]).members {
        step = "step \(index + 1), \(name)"
        if let act = Play.actions[name] ?? Play.comparisons[name] {
          try act(self, value)
        } else if let look = Play.looks[name] {
          expect(try look(self), value)
        }
      }
    }
    if checks == 0 { throw BadCase(text: "\(dialogue.id): nothing is expected") }
    for (name, answer) in asked where !answer.isSeen {
      #expect(answer.success != nil, "\(name): \(answer.words)")
    }
  }

  // MARK: For the steps

  /// Compares what is there with what the dialogue says.
  func expect(_ actual: JSONValue, _ expected: JSONValue) {
    checks += 1
    #expect(actual == expected, "\(step) of \(dialogue.id): \(actual.text)")
  }

  func expect(_ actual: String?, _ expected: JSONValue) {
    expect(actual.map { .string($0) } ?? .null, expected)
  }

  /// The request with that line, which has to wait.
  func request(_ line: String) throws -> Exchange {
    checks += 1
    return try world.client.request(line)
  }

  /// The members of an object that may have these.
  static func members(_ value: JSONValue, _ names: Set<String>) throws -> JSONObject {
    guard let object = value.objectValue, names.isSuperset(of: object.keys) else {
      throw BadCase(text: "no object of \(names.sorted()): \(value.text)")
    }
    return object
  }

  /// Opens another session beside those that are open, and goes on with it.
  func open(_ name: String, _ params: JSONValue) throws {
    world = try surroundings.world(params)
    worlds[name] = world
  }

  func enter(_ name: String) throws {
    world = try #require(worlds[name], "no session is called \(name)")
  }

  /// Work that is done aside.
  var background: Background { surroundings.background }

  /// Notes an answer that was asked for.
  func ask<Value: Outcome>(_ name: String, _ answer: Answer<Value>) {
    asked.append(
      (name, Asked(world: world, work: answer.work, outcome: { answer.outcome?.map { $0 } })))
  }

  /// Notes an answer that is an error.
  func refuse(_ name: String, _ error: SessionError) {
    let failure = LoadFailure(error: error, page: nil, snapshot: world.state)
    asked.append((name, Asked(world: world, outcome: { .failure(failure) })))
  }

  /// A walk; one that delivers page by page with a `partialResultToken`.
  func loadAll(_ order: JSONValue) throws {
    let order = try Play.members(
      order, ["maxPages", "maxItems", "concurrency", "partialResultToken"])
    let (pages, items) = (order["maxPages"]?.integerValue, order["maxItems"]?.integerValue)
    let concurrency = order["concurrency"]?.integerValue
    guard order["partialResultToken"] != nil else {
      return ask("loadAll", world.walk(pagesMax: pages, itemsMax: items, concurrency: concurrency))
    }
    let stream = world.stream(pagesMax: pages, itemsMax: items, concurrency: concurrency)
    streams[ObjectIdentifier(world)] = (stream.delivered, stream.progress)
    ask("loadAll", stream.answer)
  }

  /// What the session's latest walk that delivers page by page has delivered and reported.
  var delivered: Log? { streams[ObjectIdentifier(world)]?.delivered }
  var progress: Log? { streams[ObjectIdentifier(world)]?.progress }

  /// The lines that have come since they were looked at.
  func news(_ log: Log?) throws -> [String] {
    let log = try #require(log, "no walk delivers page by page")
    defer { seen[ObjectIdentifier(log)] = log.lines.count }
    return Array(log.lines.dropFirst(seen[ObjectIdentifier(log)] ?? 0))
  }

  /// Gives the latest answer another name.
  func rename(_ name: String) throws {
    try #require(!asked.isEmpty, "nothing was asked for")
    asked[asked.count - 1].name = name
  }

  /// The latest answer of that name, or of all; the dialogue has seen it, if it has come.
  func answer(_ name: String? = nil) throws -> Asked {
    let index = try #require(
      asked.lastIndex { name == nil || $0.name == name }, "nothing is called \(name ?? "anything")")
    if asked[index].answer.outcome() != nil { asked[index].answer.isSeen = true }
    return asked[index].answer
  }
}

/// What the sessions of a dialogue have in common.
private struct Surroundings {
  let dialogue: Dialogue
  let background = Background()
  private let gate = RateGate()
  private let scheduler = VirtualScheduler()

  init(dialogue: Dialogue) { self.dialogue = dialogue }

  /// A session that is opened with params, with what the dialogue says of its surroundings.
  func world(_ open: JSONValue) throws -> World {
    let line = dialogue.world
    var abilities = HostAbilities()
    for ability in line["capabilities"]?.arrayValue ?? [] {
      switch ability {
      case "notifications": abilities.notifications = true
      case "requests":
        abilities.extractPage = true
        abilities.fetch = true
        abilities.credentials = true
      default: throw BadCase(text: "no capability: \(ability.text)")
      }
    }
    var limits = SessionLimits()
    if let most = line["waitingLoadsMax"]?.integerValue { limits.waitingLoadsMax = most }
    let store: ScriptedStore? =
      switch line["store"] {
      case nil, "none"?: nil
      case "scripted"?: ScriptedStore()
      case "immediate"?: ScriptedStore(isImmediate: true)
      case let name?: throw BadCase(text: "no store: \(name.text)")
      }
    let isDeferred = line["background"] == true
    return try World(
      JSONValue.object(dialogue.params(open)).text, abilities: abilities,
      random: line["random"]?.doubleValue ?? 1, gate: gate, limits: limits, scheduler: scheduler,
      runInBackground: { [background] action in
        if isDeferred { background.add(action) } else { action() }
      }, store: store)
  }
}

extension Dialogue {
  /// Params of `open`: the name of some, or an object of them. `+`: the name of those that its
  /// other members replace or complete.
  func params(_ value: JSONValue) throws -> JSONObject {
    if let name = value.stringValue {
      if let params = world["openings"]?[name] { return try self.params(params) }
      let shared = [
        "numbered": Pages.numbered(), "counted": Pages.counted(), "tokens": Pages.tokens(),
      ]
      guard let text = shared[name] else { throw BadCase(text: "no opening is called \(name)") }
      return try json(text).objectValue ?? [:]
    }
    guard let object = value.objectValue else { throw BadCase(text: "no params: \(value.text)") }
    guard let base = object["+"] else { return object }
    return try object.members.reduce(into: params(base)) { params, member in
      if member.key != "+" { params[member.key] = member.value }
    }
  }
}

/// Work that is done aside, when the dialogue says.
final class Background: Sendable {
  private let actions = Mutex<[@Sendable () -> Void]>([])

  var count: Int { actions.withLock { $0.count } }

  func add(_ action: @escaping @Sendable () -> Void) { actions.withLock { $0.append(action) } }

  /// Does what came first.
  func run() throws {
    let next = actions.withLock { $0.isEmpty ? nil : $0.removeFirst() }
    let action = try #require(next, "nothing is to be done aside")
    action()
  }
}
