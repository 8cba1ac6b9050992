import JSON
import Pagination
import Sessions
import Synchronization
import Text

/// The tool `page`: some items, whether there are more, and how to continue.
///
/// Pages are walked through one at a time, until as many items are there as are wanted, or as fit.
final class PageTool: Sendable {
  /// Most items of a call, and how many there are unless it says so.
  static let itemsMax = 1_000
  static let itemsDefault = 50
  /// Seconds that a page may wait for a rate limit before the caller gets an error.
  private static let waitSecondsMax = 10

  private let arguments: ToolArguments
  private let plan: RequestPlan
  private let session: Session
  private let call: ToolCall
  private let tools: Toolbox
  private let bounds: AgentBounds
  /// Touched by one walk after the other.
  private let items: Mutex<AnswerItems>
  /// True when the response is due now.
  private let isLate = Atomic(false)
  /// The reason for which a request waits before it is sent again; nil: none waits.
  private let waiting = Mutex<String?>(nil)

  static func run(_ given: JSONObject, _ call: ToolCall, _ tools: Toolbox) throws(ToolFailure) {
    let arguments = try ToolFailure.reading { () throws(JSONFieldError) in
      var fields = JSONFields(given)
      let arguments = try ToolArguments(&fields, itemsMax: itemsMax, tools.cursors)
      try fields.finish()
      return arguments
    }
    let tool = try PageTool(arguments, call, tools)
    call.onCancel { tool.session.close() }
    call.limit(toSeconds: tool.bounds.secondsMax, tools.scheduler) { tool.endLate() }
    tool.next()
  }

  private init(_ arguments: ToolArguments, _ call: ToolCall, _ tools: Toolbox) throws(ToolFailure) {
    self.arguments = arguments
    self.call = call
    self.tools = tools
    bounds = tools.bounds.lowered(items: arguments.itemsMax ?? PageTool.itemsDefault)
    plan = try RequestPlan(
      arguments, tools,
      more: [
        "fetching": ["retryWaitSecondsMax": .integer(PageTool.waitSecondsMax)],
        "limits": ["heldPagesMax": .integer(Toolbox.heldPagesMax)],
      ])
    let kept = arguments.object["cursor"]?.stringValue.flatMap(tools.takeSession)
    session = if let kept { kept } else { try tools.session(plan, arguments) }
    items = Mutex(
      AnswerItems(
        arguments.fields, identity: plan.settings.identity,
        hiding: arguments.profile == nil ? nil : session.redactor))
  }

  private var count: Int { items.withLock { $0.count } }

  /// Gives what has come until now.
  private func endLate() {
    isLate.store(true, ordering: .relaxed)
    session.giveUp(.requestCancelled)
  }

  private func next() {
    let order = WalkOrder(
      pagesMax: 1, itemsMax: bounds.itemsMax - count, concurrency: 1,
      report: { [self] progress in waiting.withLock { $0 = progress.waiting?.reason } })
    session.walk(order) { [self] result in take(result) }
  }

  private func take(_ result: Result<WalkSummary, LoadFailure>) {
    guard !call.isOver else { return }
    let summary: WalkSummary
    switch result {
    case .failure(let failure): return fail(failure.error, failure.page, failure.snapshot)
    case .success(let success): summary = success
    }
    let snapshot = summary.snapshot
    let taken = append(summary.items ?? [])
    call.report(items: count, total: snapshot.counts.objectCount)
    if taken < summary.itemCount {
      session.markUndelivered(items: summary.itemCount - taken)
      let all = ToolWords.inAll(snapshot).map { "There are \($0), more than fit into one answer" }
      return goOn(snapshot, all ?? "There may be more items than fit into one answer")
    }
    switch (summary.verdict, summary.endReason?.cause) {
    case (.capped, .maximum(.pagesOfWalk, _)?) where count < bounds.itemsMax,
      (.capped, .maximum(.itemsOfWalk, _)?) where count < bounds.itemsMax:
      next()
    case (.capped, .maximum(.pagesOfWalk, _)?), (.capped, .maximum(.itemsOfWalk, _)?):
      let all = ToolWords.inAll(snapshot).map { "There are \($0)" }
      goOn(snapshot, all ?? "There may be more than max_items")
    case (let verdict, _):
      if let failed = snapshot.error, count > 0, verdict == .partial || verdict == .failed {
        return fail(failed.error, failed.page, snapshot)
      }
      session.close()
      let why = ToolWords.sentence(
        summary, plan, verdict: verdict, duplicates: summary.duplicates,
        isContinued: arguments.object["cursor"] != nil)
      finish(snapshot, next: nil, isComplete: verdict == .complete && summary.start == nil, why)
    }
  }

  /// Appends as many of the items as fit, and returns their number.
  private func append(_ pages: [WalkPage]) -> Int {
    items.withLock { items in
      items.identity = session.identity
      var taken = 0
      for page in pages {
        for index in page.items {
          guard items.append(index, of: page.content) else { return taken }
          taken += 1
        }
      }
      return taken
    }
  }

  /// A page failed: what came before it is given, and the failed page comes next.
  private func fail(_ error: SessionError, _ page: Int?, _ snapshot: SessionSnapshot) {
    let isLate = isLate.load(ordering: .relaxed)
    let late = ToolWords.late(
      bounds, waiting: waiting.withLock(\.self), readsInner: plan.settings.inner != nil,
      items: count)
    guard count > 0 else {
      session.close()
      let advice = plan.settings.inner == nil ? "; call again." : "."
      return call.fail(isLate ? late + advice : ToolWords.sentence(error, plan))
    }
    goOn(snapshot, isLate ? late : ToolWords.sentence(error, page: page, plan))
  }

  /// There is more.
  private func goOn(_ snapshot: SessionSnapshot, _ cause: String) {
    session.checkpoint { [self] checkpoint in
      let cursor = tools.cursor(arguments, plan, itemsMax: bounds.itemsMax, at: checkpoint)
      if cursor == nil { session.close() }
      let advice =
        cursor == nil
        ? "no cursor can carry the place: use fetch, or shorter parameters and fields."
        : "call page with the cursor in next for more."
      finish(
        snapshot, next: cursor, isComplete: false, "\(ShownText.withoutPeriod(cause)); \(advice)")
    }
  }

  private func finish(_ snapshot: SessionSnapshot, next: String?, isComplete: Bool, _ why: String) {
    let items = items.withLock { $0 }
    let json = items.json
    let structure = JSONWriter.object(reservingCapacity: json.count + 1_024) { writer in
      writer.raw("items", json)
      writer.member("returned", items.count)
      writer.member("total", snapshot.counts.objectCount)
      writer.member("next", next)
      writer.member("complete", isComplete)
      writer.member(
        "why",
        ToolWords.limited(
          why + ToolWords.remark(items) + ToolWords.remark(snapshot, after: why)))
    }
    // A session that is kept is not closed by a cancellation any more.
    // One that was given up takes no more.
    let isLate = isLate.load(ordering: .relaxed)
    call.succeed(structure) {
      if isLate { session.close() } else if let next { tools.keep(session, at: next) }
    }
  }
}
