import JSON
import Pagination
import Sessions
import Synchronization

/// The tool `page`: some items, whether there are more, and how to continue.
///
/// Pages are walked through one at a time, until as many items are there as are wanted, or as fit.
final class PageTool: Sendable {
  /// Most items of a call, and how many there are unless it says so.
  static let itemsMax = 1_000
  static let itemsDefault = 50
  /// How long a page waits for a rate limit before the caller gets an error.
  private static let waitSecondsMax = 10

  private let arguments: ToolArguments
  private let plan: RequestPlan
  private let session: Session
  private let call: ToolCall
  private let tools: Toolbox
  private let itemsMax: Int
  /// Touched by one walk after the other.
  private let items: Mutex<AnswerItems>

  static func run(
    _ given: JSONObject, _ call: ToolCall, _ tools: Toolbox
  ) throws(ToolFailure) {
    var fields = JSONFields(given)
    let arguments = try ToolArguments(&fields, itemsMax: itemsMax)
    try fields.finishNaming()
    let tool = try PageTool(arguments, given["cursor"]?.stringValue, call, tools)
    tool.start()
  }

  private init(
    _ arguments: ToolArguments, _ cursor: String?, _ call: ToolCall, _ tools: Toolbox
  ) throws(ToolFailure) {
    self.arguments = arguments
    self.call = call
    self.tools = tools
    itemsMax = arguments.itemsMax ?? PageTool.itemsDefault
    plan = try RequestPlan(
      arguments, tools,
      more: [
        "fetching": ["retryWaitSecondsMax": .integer(PageTool.waitSecondsMax)],
        "limits": ["heldPagesMax": .integer(KeptSessions.pagesMax)],
      ])
    items = Mutex(AnswerItems(arguments.fields, identity: plan.settings.identity))
    if let cursor, let kept = tools.sessions.take(cursor) {
      session = kept
      return
    }
    session = tools.session(plan, "page")
    guard let checkpoint = arguments.cursor?.checkpoint else { return }
    do throws(SessionError) {
      try session.resume(checkpoint)
    } catch {
      throw ToolFailure(ToolWords.sentence(error, plan))
    }
  }

  private func start() {
    call.onCancel { [session] in session.close() }
    next()
  }

  private func next() {
    let left = itemsMax - items.withLock { $0.count }
    let order = WalkOrder(
      pagesMax: 1, itemsMax: left, concurrency: 1, deliver: nil, report: nil)
    session.walk(order) { [self] result in take(result) }
  }

  private func take(_ result: Result<WalkSummary, LoadFailure>) {
    guard !call.isOver else { return }
    switch result {
    case .failure(let failure): fail(failure.error, page: failure.page, failure.snapshot)
    case .success(let summary):
      let (taken, isFull) = append(summary)
      call.report(
        items: items.withLock { $0.count }, total: summary.snapshot.counts.objectCount)
      if isFull {
        session.giveBack(items: summary.itemCount - taken)
        return goOn(summary.snapshot, "as many items as fit into one answer")
      }
      switch summary.verdict {
      case .capped where summary.endReason?.isOfCall(itemsMax: itemsMax) == true:
        guard items.withLock({ $0.count }) < itemsMax else {
          return goOn(summary.snapshot, "max_items")
        }
        next()
      case .partial, .failed:
        if items.withLock({ $0.count }) > 0, let failed = summary.snapshot.error {
          return fail(failed.error, page: failed.page, summary.snapshot)
        }
        fallthrough
      case .complete, .capped, .suspect:
        session.close()
        let why = ToolWords.sentence(
          summary, plan, verdict: summary.verdict, duplicates: summary.duplicates)
        finish(summary.snapshot, next: nil, isComplete: summary.verdict == .complete, why)
      }
    }
  }

  /// How many of a walk's items were taken, and whether that is not all.
  private func append(_ summary: WalkSummary) -> (taken: Int, isFull: Bool) {
    items.withLock { items in
      var taken = 0
      for page in summary.items ?? [] {
        for index in page.items {
          guard items.append(index, of: page.content) else { return (taken, true) }
          taken += 1
        }
      }
      return (taken, false)
    }
  }

  /// A page failed: what came before it is given, and the failed page comes next.
  private func fail(_ error: SessionError, page: Int?, _ snapshot: SessionSnapshot) {
    let sentence = ToolWords.sentence(error, plan)
    guard items.withLock({ $0.count }) > 0 else {
      session.close()
      return call.finish(.failure(sentence))
    }
    let page = page.map { "Page \($0) failed: " } ?? "A page failed: "
    giveCursor { cursor in
      self.finish(snapshot, next: cursor, isComplete: false, page + sentence)
    }
  }

  /// There is more.
  private func goOn(_ snapshot: SessionSnapshot, _ cause: String) {
    giveCursor { cursor in
      let advice =
        cursor == nil
        ? "; the cursor would be too long: use fetch, or shorter parameters and fields."
        : "; call page with the cursor in next for more."
      self.finish(
        snapshot, next: cursor, isComplete: false, "There may be more than \(cause)" + advice)
    }
  }

  private func giveCursor(_ completion: @escaping @Sendable (String?) -> Void) {
    session.checkpoint { [self] checkpoint in
      let cursor = PageCursor(arguments, itemsMax: itemsMax, checkpoint: checkpoint).text
      if let cursor { tools.sessions.keep(session, at: cursor) } else { session.close() }
      completion(cursor)
    }
  }

  private func finish(
    _ snapshot: SessionSnapshot, next: String?, isComplete: Bool, _ why: String
  ) {
    let (json, count) = items.withLock { ($0.json, $0.count) }
    var writer = JSONWriter(reservingCapacity: json.count + 1_024)
    writer.beginObject()
    writer.key("items")
    writer.raw(json)
    writer.member("returned", count)
    writer.member("total", snapshot.counts.objectCount)
    writer.member("next", next)
    writer.member("complete", isComplete && next == nil)
    writer.member("why", why)
    writer.endObject()
    call.finish(ToolResult(structure: writer.bytes))
  }
}

extension EndReason {
  /// Whether it is the end that the call itself has set: a page, or this many items.
  fileprivate func isOfCall(itemsMax: Int) -> Bool {
    guard case .maximum(let limit, _) = cause else { return false }
    return limit == .pagesOfWalk || limit == .itemsOfWalk
  }
}

extension JSONFields {
  /// Refuses arguments that a tool does not have.
  func finishNaming() throws(ToolFailure) {
    do throws(JSONFieldError) {
      try finish()
    } catch {
      throw ToolFailure(error.toolSentence)
    }
  }
}
