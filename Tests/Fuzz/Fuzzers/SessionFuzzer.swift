import HTTP
import JSON
import Pagination
import Sessions
import TestInput

/// A whole session, its API and its clock scripted: whatever it is asked and whatever comes, each
/// call is completed exactly once, and its checkpoint continues a session of the same params. Of
/// damaged and of forged checkpoints, what is taken up holds the same. The caller's credential goes
/// along with GET and with the opened method alone, and to the opened origin.
struct SessionFuzzer: FuzzRunner {
  private(set) var findings = Findings()
  private let responses = ScriptedResponseText()

  private static let base = "http://api.test"
  private static let credential = "Bearer of-the-caller"
  /// Responses that are random; those behind them end any list.
  private static let randomMax = 24
  /// Responses and appointments that a run may take until all is done.
  private static let stepsMax = 5_000
  private static let indexMax = 9_007_199_254_740_991

  mutating func run(_ random: inout SeededGenerator) throws(FuzzFailure) {
    let text = credentialed(OpenText().params(&random, base: Self.base), &random)
    guard let document = try? JSONDocument(Array(text.utf8)),
      let object = document.value(document.root).objectValue
    else { throw FuzzFailure("no JSON: \(text)") }
    let world = FuzzedWorld()
    var fields = JSONFields(object)
    guard let settings = try? SessionSettings(&fields) else {
      return findings.note("refused params")
    }
    let session = Session(
      id: "p", settings: settings, parameters: object, environment: world.environment)
    var log = [text]
    if random.chance(50) {
      try resume(session, settings, object, &random, &log)
    }
    let completions = Completions()
    var left = Self.randomMax
    for _ in 0...random.below(6) {
      let call = call(session, completions, &random)
      log.append(call)
      answer(world, &random, &left, all: false, &log)
      if random.chance(20) { _ = world.advance() }
    }
    var steps = 0
    while !completions.areAllDone, steps < Self.stepsMax {
      steps += 1
      let hasAnswered = answer(world, &random, &left, all: true, &log)
      if !hasAnswered, !world.advance() { break }
    }
    for wrong in completions.wrong {
      throw FuzzFailure(
        "call \(wrong.number) is completed \(wrong.count) times:\n"
          + log.joined(separator: "\n"))
    }
    try checkCredentials(world, method: settings.pager.template.method, log)
    findings.note("sessions")
    _ = session.snapshot()
    try continues(session, settings, object, log)
    let closed = completions.expect()
    session.close { _ in completions.complete(closed) }
    try expect(completions.wrong.isEmpty, "not closed:\n" + log.joined(separator: "\n"))
  }

  /// The params with a credential, and some with another method.
  private func credentialed(_ params: String, _ random: inout SeededGenerator) -> String {
    let method = random.chance(25) ? #""method":"POST","body":{"a":1},"# : ""
    return "{\(method)\"headers\":{\"Authorization\":\"\(Self.credential)\"},"
      + params.dropFirst()
  }

  private func checkCredentials(
    _ world: FuzzedWorld, method: String, _ log: [String]
  ) throws(FuzzFailure) {
    for request in world.client.sent
    where request.headers["Authorization"] == Self.credential {
      let isOwn = request.method.name == "GET" || request.method.name == method
      try expect(
        isOwn && request.url.origin.description == Self.base,
        "a credential in \(request.method) \(request.url.text):\n" + log.joined(separator: "\n"))
    }
  }

  /// One call of a method; says which.
  private func call(
    _ session: Session, _ completions: Completions, _ random: inout SeededGenerator
  ) -> String {
    // What the server lets through.
    let page = random.pick([0, 1, 2, 3, -1, 7, Pager.pageMax, -Pager.pageMax])
    let index = random.pick([0, 1, 2, 25, 99_999, Self.indexMax - 50, Self.indexMax])
    func expected() -> Int { completions.expect() }
    switch random.below(14) {
    case 0, 1, 2, 3:
      let call = expected()
      session.load(.next) { _ in completions.complete(call) }
      return "load next"
    case 4:
      let call = expected()
      session.load(.previous) { _ in completions.complete(call) }
      return "load previous"
    case 5:
      let call = expected()
      session.load(.page(page)) { _ in completions.complete(call) }
      return "load page \(page)"
    case 6, 7:
      let call = expected()
      let order = walk(&random)
      session.walk(order) { _ in completions.complete(call) }
      return "walk \(order.pagesMax ?? -1) \(order.itemsMax ?? -1) \(order.concurrency ?? -1)"
    case 8, 9:
      let call = expected()
      let order = WindowOrder(
        start: index, count: random.below(40), loads: random.chance(80), waits: random.chance(80))
      session.window(order) { _ in completions.complete(call) }
      return "window \(order.start) \(order.count) \(order.loads) \(order.waits)"
    case 10:
      let call = expected()
      let all = random.chance(50)
      session.refresh(page: all ? nil : page) { _ in completions.complete(call) }
      return all ? "refresh" : "refresh \(page)"
    case 11:
      session.touch(index)
      _ = try? session.page(of: index)
      _ = try? session.indexes(of: random.pick([page, Self.indexMax, -Self.indexMax]))
      return "touch \(index), indexes of \(page)"
    case 12:
      if random.chance(50) {
        session.cancel()
        return "cancel"
      }
      let work = 1 + random.below(40)
      session.cancel(load: work)
      return "cancel \(work)"
    default:
      if random.chance(30) {
        session.reset()
        return "reset"
      }
      _ = session.snapshot()
      return "state"
    }
  }

  private func walk(_ random: inout SeededGenerator) -> WalkOrder {
    let (pages, items, concurrency): (Int?, Int?, Int?) = (
      random.pick([nil, 1, 4]), random.pick([nil, 1, 7]), random.pick([nil, 1, 3])
    )
    var deliver: (@Sendable (WalkPage) -> Void)?
    if random.chance(50) { deliver = { (page: WalkPage) in _ = page.items } }
    var report: (@Sendable (WalkProgress) -> Void)?
    if random.chance(50) { report = { (progress: WalkProgress) in _ = progress.pages } }
    return WalkOrder(
      pagesMax: pages, itemsMax: items, concurrency: concurrency,
      givesCheckpoints: random.chance(50), deliver: deliver, report: report)
  }

  /// Answers the requests that wait, or some of them; false: there were none.
  @discardableResult
  private func answer(
    _ world: FuzzedWorld, _ random: inout SeededGenerator, _ left: inout Int, all: Bool,
    _ log: inout [String]
  ) -> Bool {
    var transfers = world.client.takeWaiting()
    let hadSome = !transfers.isEmpty
    while !transfers.isEmpty, all || random.chance(70) {
      let transfer = transfers.remove(at: random.below(transfers.count))
      let result: Result<HTTPResponse, HTTPError>
      if left > 0 {
        left -= 1
        result = responses.result(&random, base: Self.base, url: transfer.url)
      } else {
        result = responses.last(url: transfer.url)
      }
      if left > 0 { log.append("\(transfer.url) gets \(ScriptedResponseText.words(result))") }
      transfer.finish(result)
    }
    world.client.requeue(transfers)
    return hadSome
  }

  /// Begins with a checkpoint that is damaged or forged.
  private mutating func resume(
    _ session: Session, _ settings: SessionSettings, _ object: JSONObject,
    _ random: inout SeededGenerator, _ log: inout [String]
  ) throws(FuzzFailure) {
    let sound = Self.checkpoint(session)
    let isDamaged = random.chance(30)
    let text =
      isDamaged
      ? String(decoding: random.damaged(Array(sound.utf8)), as: UTF8.self)
      : CheckpointText().forged(sound, &random, base: Self.base)
    log.append("checkpoint \(text)")
    var refusal: SessionError?
    do throws(SessionError) { try session.resume(text) } catch { refusal = error }
    switch refusal {
    case nil:
      findings.note(isDamaged ? "damaged checkpoints taken" : "forged checkpoints taken")
      try expect(!isDamaged || text == sound, "a damaged checkpoint is taken: \(text)")
    case .checkpointRejected: findings.note("rejected checkpoints")
    case .some(let error): throw FuzzFailure("\(error) for the checkpoint \(text)")
    }
  }

  /// The session's own checkpoint leads a second session to the same place.
  private func continues(
    _ session: Session, _ settings: SessionSettings, _ object: JSONObject, _ log: [String]
  ) throws(FuzzFailure) {
    let text = Self.checkpoint(session)
    let second = Session(
      id: "q", settings: settings, parameters: object, environment: FuzzedWorld().environment)
    do throws(SessionError) {
      try second.resume(text)
    } catch {
      throw FuzzFailure("\(error) for its own checkpoint \(text):\n" + log.joined(separator: "\n"))
    }
    let again = Self.checkpoint(second)
    try expect(
      again == text, "the checkpoint \(text) becomes \(again):\n" + log.joined(separator: "\n"))
  }

  private static func checkpoint(_ session: Session) -> String {
    let texts = Box<String>()
    session.checkpoint { texts.take($0) }
    return texts.value ?? ""
  }
}
