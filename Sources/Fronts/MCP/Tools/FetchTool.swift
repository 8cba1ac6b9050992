import JSON
import Pagination
import Secrets
import Series
import Sessions
import Store
import Synchronization
import System
import Text

/// The tool `fetch`: all items into a file, and whether they are all.
final class FetchTool: Sendable {
  private struct State {
    var items = 0
    var pages = 0
    /// Of the pages that have come, as JSON.
    var bytes = 0
    /// The walk has ended.
    var isOver = false
    var first: AnswerItems
    var failure: FetchError?
    /// The file is closed.
    var isClosed = false
  }

  /// The number of items that the result shows, and their bytes as one array.
  private static let firstItems = 3
  private static let firstBytesMax = 8_192
  /// The number of columns that the result names, their bytes as one array, and those of a name.
  private static let columnsMax = 200
  private static let columnsBytesMax = 6_144
  private static let columnBytesMax = 100

  private let arguments: ToolArguments
  private let bounds: AgentBounds
  private let plan: RequestPlan
  private let session: Session
  /// The session, or a series of the lists of many values.
  private let list: any WalkableList
  private let stamp: ItemStamp?
  private let folder: OutputFolder
  private let order: FileOrder
  private let sink: any Sink
  private let fields: FieldTree?
  private let call: ToolCall
  private let tools: Toolbox
  /// Writes one page after the other.
  private let writing = SerialQueue()
  /// Touched by that thread alone, and by the first call.
  private let state: Mutex<State>

  static func run(_ given: JSONObject, _ call: ToolCall, _ tools: Toolbox) throws(ToolFailure) {
    let wanted = try ToolFailure.reading { () throws(JSONFieldError) in try Wanted(given, tools) }
    guard let folder = tools.folder else {
      throw ToolFailure(
        "fetch needs a directory for its files; ask for paginator mcp to be started with "
          + "--directory DIR, or use page.")
    }
    let identity = wanted.identity?.map { JSONValue.string($0.description) }
    let plan = try RequestPlan(
      wanted.arguments, tools, more: identity.map { ["identity": .array($0)] } ?? [:])
    try FetchTool(wanted, plan, folder, call, tools).start()
  }

  private init(
    _ wanted: Wanted, _ plan: RequestPlan, _ folder: OutputFolder, _ call: ToolCall,
    _ tools: Toolbox
  ) throws(ToolFailure) {
    let (arguments, order, values) = (wanted.arguments, wanted.order, wanted.values)
    self.arguments = arguments
    bounds = wanted.bounds
    self.plan = plan
    self.folder = folder
    self.call = call
    self.tools = tools
    let session = try tools.session(plan, arguments)
    self.session = session
    stamp = values == nil ? nil : ItemStamp([""], isForTable: order.kind == .sqlite)
    list = try ToolFailure.reading { () throws(JSONFieldError) in
      guard let values else { return session }
      let params: JSONObject = ["items": .array(values), "keep": [""]]
      let each = try EachParams(JSONFields(params, path: "each"))
      return ItemSeries(
        each, source: ListedItems(values), base: session, settings: plan.settings,
        template: try PartTemplate(plan.parameters, each),
        environment: tools.environment(plan))
    }
    let identity = plan.settings.identity
    fields = arguments.fields.map { FieldTree($0 + identity) }
    state = Mutex(
      State(
        first: AnswerItems(
          nil, identity: identity, bytesMax: FetchTool.firstBytesMax,
          hiding: arguments.profile == nil ? nil : session.redactor)))
    var complete = order
    complete.path = try folder.path(of: order.name)
    if arguments.cursor != nil, File.identity(of: complete.path) != nil {
      throw ToolFailure(
        "The file \"\(order.name)\" already exists, and is not added to; with a cursor, choose "
          + "another name.")
    }
    self.order = complete
    let columns = identity.isEmpty ? [] : stamp?.columns ?? []
    let target = StoreTarget(
      path: complete.path, table: order.table,
      identity: columns.compactMap { try? JSONPath($0) } + identity, isRaw: false)
    let request = RunRequest(
      shown: session.snapshot().request.patternURL, request: session.requestFingerprint,
      plan.parameters, target)
    sink = try mapError(ToolFailure.init, tools.makeSink(order.kind, target, request))
    folder.note(complete.path)
  }

  private func start() {
    call.onCancel { [self] in
      close()
      writing.run { self.leave() }
    }
    var report: (@Sendable (WalkProgress) -> Void)?
    if call.wantsProgress {
      report = { [call] progress in call.report(items: progress.items, total: progress.itemsDue) }
    }
    let order = WalkOrder(
      itemsMax: bounds.itemsMax, remembersItems: !sink.knowsItemsAgain,
      deliver: { [self] in take($0) }, report: report)
    call.limit(toSeconds: bounds.secondsMax, tools.scheduler) { [self] in endLate() }
    list.walk(order) { [self] result in conclude(result) }
  }

  /// The walk has ended: so does the file, after its last page.
  private func conclude(_ result: Result<WalkSummary, LoadFailure>) {
    state.withLock { $0.isOver = true }
    writing.run { self.end(result) }
  }

  /// Ends the walk with what has come; false: none runs.
  @discardableResult
  private func endWalk(_ maximum: EndReason.Maximum, _ most: Int) -> Bool {
    list.endWalk(.maximum(maximum, most))
  }

  /// Answers with what has come until now.
  private func endLate() {
    if endWalk(.secondsOfWalk, bounds.secondsMax) || state.withLock(\.isOver) { return }
    call.fail(ToolWords.late(bounds) + "; call again.")
    close()
    writing.run { self.leave() }
  }

  private func close() { list.close { _ in } }

  /// Closes the file as it is, unless that has been done: a cancellation may meet the end.
  private func leave() {
    let wasClosed = state.withLock { state in
      defer { state.isClosed = true }
      return state.isClosed
    }
    if wasClosed { return }
    sink.leave()
    folder.note(order.path)
  }

  /// Takes a page, which is written on the thread for that.
  private func take(_ page: WalkPage) {
    let bytes = page.content.document?.bytes.count ?? 0
    tools.host.unread.add(bytes)
    writing.run { [self] in
      write(page)
      tools.host.unread.add(-bytes)
    }
    let isFull = state.withLock { state in
      state.bytes += bytes
      return state.bytes >= bounds.bytesMax
    }
    if isFull { endWalk(.bytesOfWalk, bounds.bytesMax) }
  }

  private func write(_ page: WalkPage) {
    guard !call.isOver, state.withLock({ $0.failure == nil }) else { return }
    var page = fields.flatMap { page.replacingItems(with: $0.items(of: page)) } ?? page
    do throws(FetchError) {
      if let stamp, let item = page.item {
        page = try mapError(
          { FetchError.session($0, page: page.page) }, stamp.stamped(page, with: item))
      }
      try sink.write(page)
      folder.note(order.path)
    } catch {
      state.withLock { $0.failure = error }
      list.cancel { _ in }
      return
    }
    state.withLock { state in
      state.pages += 1
      state.items += page.items.count
      if state.pages == 1, stamp == nil { state.first.identity = session.identity }
      for index in page.items where state.first.count < FetchTool.firstItems {
        guard state.first.append(index, of: page.content) else { break }
      }
    }
  }

  // MARK: The end

  private func end(_ result: Result<WalkSummary, LoadFailure>) {
    guard !call.isOver else { return }
    defer { close() }
    do throws(FetchError) {
      if let failure = state.withLock({ $0.failure }) { throw failure }
      switch result {
      case .failure(let failure):
        leave()
        call.fail(ToolWords.sentence(failure.error, plan))
      case .success(let summary):
        let verdict = try sink.end(summary, .null, isOver: false)
        state.withLock { $0.isClosed = true }
        folder.note(order.path)
        finish(summary, verdict, sink.delivered.duplicates)
      }
    } catch {
      // The file takes no more.
      leave()
      let items = state.withLock(\.items)
      call.fail("\(ToolFailure(error).sentence) \(items) items were written before.")
    }
  }

  private func shown(column name: String) -> String {
    let shown = arguments.profile == nil ? name : session.redactor.mask(echoesIn: name)
    return PlainText.limited(shown, bytesMax: FetchTool.columnBytesMax)
  }

  /// The names of the first columns, up to the limits.
  private func shownColumns() -> [JSONValue] {
    var bytes = 2
    var values: [JSONValue] = []
    for name in sink.columns.prefix(FetchTool.columnsMax) {
      let value = JSONValue.string(shown(column: name))
      bytes += value.text.utf8.count + 1
      if bytes > FetchTool.columnsBytesMax { break }
      values.append(value)
    }
    return values
  }

  private func finish(_ summary: WalkSummary, _ verdict: Verdict, _ duplicates: Int) {
    let state = state.withLock { $0 }
    let isOpen = stamp == nil && (verdict == .capped || verdict == .partial)
    let next =
      isOpen
      ? tools.cursor(
        arguments, plan, itemsMax: PageTool.itemsDefault, at: summary.checkpoint) : nil
    let structure = JSONWriter.object { writer in
      writer.member("verdict", verdict.rawValue)
      writer.member("items", state.items)
      writer.member("pages", state.pages)
      writer.member("duplicates", duplicates)
      let columns = shownColumns()
      writer.member("columns", .array(columns))
      if columns.count < sink.columns.count {
        writer.member("columnsOmitted", sink.columns.count - columns.count)
      }
      writer.raw("first", state.first.json)
      let why =
        summary.snapshot.lists.map { ToolWords.sentence($0, plan, summary.endReason) }
        ?? ToolWords.sentence(summary, plan, verdict: verdict, duplicates: duplicates)
      writer.member("next", next)
      let advice =
        next == nil ? "" : " For the rest, call fetch with next as cursor, and another file."
      let loss = LeftOut.sentence(
        sink.leftOut, beyond: sink.columnsMax, calling: shown(column:)
      ).map { " \($0); .ndjson and .sqlite have all." }
      writer.member(
        "why",
        ToolWords.limited(
          why + advice + (loss ?? "") + ToolWords.remark(state.first)
            + ToolWords.remark(summary.snapshot, after: why)))
      if verdict == .complete, let proof = summary.proof { writer.member("proof", proof.rawValue) }
      if let start = summary.start { writer.member("start", .object(start.json)) }
    }
    call.succeed(structure, file: order)
  }
}

/// The arguments of a call, and where the items go.
private struct Wanted {
  let arguments: ToolArguments
  let bounds: AgentBounds
  let order: FileOrder
  let identity: [JSONPath]?
  /// The values that have a list each.
  let values: [JSONValue]?

  init(_ given: JSONObject, _ tools: Toolbox) throws(JSONFieldError) {
    var fields = JSONFields(given)
    // A cursor's number of items is that of a page.
    arguments = try ToolArguments(
      &fields, itemsMax: Int.max, tools.cursors,
      of: ToolArguments.names.filter { $0 != "max_items" })
    guard let name = try fields.string("to") else {
      throw JSONFieldError(path: "to", problem: .missing)
    }
    guard let dot = name.lastIndex(of: "."),
      let kind = FileOrder.Kind(rawValue: String(name[name.index(after: dot)...]))
    else {
      throw fields.error("to", expected: "a file whose name ends in .ndjson, .csv or .sqlite")
    }
    let table = try fields.string("table")
    guard table == nil || kind == .sqlite else {
      throw fields.error("table", expected: "left out, as only .sqlite has tables")
    }
    if let table, StoreTarget.problem(ofTable: table) != nil || PlainText.escaped(table) != table {
      throw fields.error("table", expected: "a name for a table, such as \"issues\"")
    }
    identity = try ToolArguments.paths("identity", &fields)
    values = try fields.array("each")
    guard values == nil || arguments.cursor == nil else {
      throw fields.error("cursor", expected: "left out next to each, which begins lists of its own")
    }
    guard values == nil || fields.value("inner") == nil else {
      throw fields.error("inner", expected: "left out next to each")
    }
    bounds = tools.bounds.lowered(
      items: arguments.itemsMax, bytes: try fields.integer("max_bytes", in: 1...Int.max),
      seconds: try fields.integer("max_seconds", in: 1...Int.max))
    try fields.finish()
    order = FileOrder(name: name, kind: kind, table: table ?? StoreTarget.tableDefault)
  }
}
