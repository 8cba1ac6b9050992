import JSON
import Pagination
import Series
import Sessions
import Store
import Synchronization
import Wire

/// The tool `fetch`: all items into a file, and whether they are all.
final class FetchTool: Sendable {
  private struct State {
    var items = 0
    var pages = 0
    var first: AnswerItems
    var tally: SeriesTally?
    var failure: ItemFileError?
  }

  /// How many items the result shows, and their bytes as one array.
  private static let firstItems = 3
  private static let firstBytesMax = 8_192

  private let plan: RequestPlan
  private let session: Session
  /// nil: there is one list.
  private let series: ItemSeries?
  private let stamp: ItemStamp?
  private let file: any ItemFile
  private let link: ToolResult.FileLink
  private let fields: FieldTree?
  private let call: ToolCall
  private let tools: Toolbox
  /// Writes one page after the other.
  private let writing = WorkThread()
  /// Touched by that thread alone, and by the first call.
  private let state: Mutex<State>

  static func run(
    _ given: JSONObject, _ call: ToolCall, _ tools: Toolbox
  ) throws(ToolFailure) {
    var fields = JSONFields(given)
    let place = try FetchPlace(&fields)
    var arguments = try ToolArguments(&fields, itemsMax: Int.max)
    try fields.finishNaming()
    // A cursor's number of items is that of a page.
    if fields.object["max_items"] ?? .null == .null { arguments.itemsMax = nil }
    guard let folder = tools.folder else {
      throw ToolFailure(
        "fetch needs a directory for its files; ask for paginator mcp to be started with "
          + "--directory DIR, or use page.")
    }
    let tool = try FetchTool(arguments, place, folder, call, tools)
    tool.start(itemsMax: arguments.itemsMax)
  }

  private init(
    _ arguments: ToolArguments, _ place: FetchPlace, _ folder: OutputFolder, _ call: ToolCall,
    _ tools: Toolbox
  ) throws(ToolFailure) {
    self.call = call
    self.tools = tools
    var more = JSONObject()
    if let identity = place.identity {
      more["identity"] = .array(identity.map { .string($0.description) })
    }
    plan = try RequestPlan(arguments, tools, more: more)
    session = tools.session(plan, "fetch")
    stamp = place.each == nil ? nil : ItemStamp([""], isForTable: place.kind == .sqlite)
    series = try FetchTool.series(place, arguments, plan, session, tools)
    if let checkpoint = arguments.cursor?.checkpoint {
      do throws(SessionError) {
        try session.resume(checkpoint)
      } catch {
        throw ToolFailure(ToolWords.sentence(error, plan))
      }
    }
    var identity = plan.settings.identity
    fields = arguments.fields.map { FieldTree($0 + identity) }
    state = Mutex(
      State(first: AnswerItems(nil, identity: identity, bytesMax: FetchTool.firstBytesMax)))
    if !identity.isEmpty {
      identity = (stamp?.columns ?? []).compactMap { try? JSONPath($0) } + identity
    }
    let path = try folder.path(of: place.name)
    link = ToolResult.FileLink(path: path, name: place.name, mimeType: place.kind.mimeType)
    do throws(ItemFileError) {
      file = try tools.makeFile(
        ItemFileOrder(
          path: path, kind: place.kind, table: place.table ?? StoreTarget.tableDefault,
          identity: identity, shownURL: session.snapshot().request.patternURL,
          request: session.requestFingerprint, parameters: plan.parameters))
    } catch {
      throw ToolFailure(error.sentence)
    }
    folder.note(path)
  }

  private func start(itemsMax: Int?) {
    call.onCancel { [self] in
      close()
      writing.run { self.leave() }
    }
    var report: (@Sendable (WalkProgress) -> Void)?
    if call.wantsProgress {
      report = { [call] progress in call.report(items: progress.items, total: progress.itemsDue) }
    }
    let order = WalkOrder(
      pagesMax: nil, itemsMax: itemsMax, concurrency: nil, remembersItems: !file.knowsItemsAgain,
      deliver: { [self] in take($0) }, report: report)
    guard let series else {
      session.walk(order) { [self] result in writing.run { self.end(result) } }
      return
    }
    series.walk(SeriesOrder(order, deliver: { [self] in take($0.page, of: $0.item) })) {
      [self] result in
      state.withLock { $0.tally = try? result.get().tally }
      writing.run { self.end(result.map(\.walk)) }
    }
  }

  /// The list of each of many values; nil: there is one list.
  private static func series(
    _ place: FetchPlace, _ arguments: ToolArguments, _ plan: RequestPlan, _ base: Session,
    _ tools: Toolbox
  ) throws(ToolFailure) -> ItemSeries? {
    guard let values = place.each else { return nil }
    guard arguments.cursor == nil else {
      throw ToolFailure("\"each\" begins lists of its own; leave out the cursor.")
    }
    do throws(JSONFieldError) {
      let params: JSONObject = ["items": .array(values), "keep": [""]]
      let each = try EachParams(JSONFields(params, path: "each"))
      return ItemSeries(
        each, source: ItemSeries.source(values), base: base, settings: plan.settings,
        template: try PartTemplate(plan.parameters, each),
        environment: tools.environment(plan))
    } catch {
      throw ToolFailure(error.toolSentence)
    }
  }

  private func close() {
    series?.cancel()
    session.close()
  }

  /// Takes a page, which is written on the thread for that. `item`: the value that its list is of.
  private func take(_ page: WalkPage, of item: [UInt8]? = nil) {
    let bytes = page.content.document?.bytes.count ?? 0
    tools.host.take(bytes)
    writing.run { [self] in
      write(page, of: item)
      tools.host.letGo(bytes)
    }
  }

  private func write(_ page: WalkPage, of item: [UInt8]?) {
    guard !call.isOver, state.withLock({ $0.failure == nil }) else { return }
    var page = kept(page)
    if let stamp, let item { page = stamp.stamped(page, with: item) }
    do throws(ItemFileError) {
      try file.write(page)
      tools.folder?.note(link.path)
    } catch {
      state.withLock { $0.failure = error }
      series?.cancel()
      session.cancelRequest()
      return
    }
    state.withLock { state in
      state.pages += 1
      state.items += page.items.count
      for index in page.items where state.first.count < FetchTool.firstItems {
        guard state.first.append(index, of: page.content) else { break }
      }
    }
  }

  /// The page with the wanted fields of its items.
  private func kept(_ page: WalkPage) -> WalkPage {
    guard let fields else { return page }
    var text = [UInt8(ascii: "[")]
    for index in page.items {
      if text.count > 1 { text.append(UInt8(ascii: ",")) }
      var item: [UInt8] = []
      page.content.appendItem(index, to: &item)
      guard let document = try? JSONDocument(item) else { continue }
      fields.append(document, document.root, to: &text)
    }
    text.append(UInt8(ascii: "]"))
    return page.replacingItems(with: text) ?? page
  }

  // MARK: The end

  private func end(_ result: Result<WalkSummary, LoadFailure>) {
    guard !call.isOver else { return }
    if let failure = state.withLock({ $0.failure }) { return breakOff(failure) }
    switch result {
    case .failure(let failure):
      leave()
      call.finish(.failure(ToolWords.sentence(failure.error, plan)))
    case .success(let summary):
      do throws(ItemFileError) {
        let (verdict, duplicates) = try file.end(summary)
        tools.folder?.note(link.path)
        finish(summary, verdict, duplicates)
      } catch {
        breakOff(error)
      }
    }
    close()
  }

  private func leave() {
    file.leave()
    tools.folder?.note(link.path)
  }

  /// The file takes no more.
  private func breakOff(_ failure: ItemFileError) {
    leave()
    close()
    let items = state.withLock { $0.items }
    call.finish(.failure("\(failure.sentence) \(items) items were written before."))
  }

  private func finish(_ summary: WalkSummary, _ verdict: Verdict, _ duplicates: Int) {
    let state = state.withLock { $0 }
    var writer = JSONWriter()
    writer.beginObject()
    writer.member("verdict", verdict.rawValue)
    writer.member("items", state.items)
    writer.member("pages", state.pages)
    writer.member("duplicates", duplicates)
    writer.key("columns")
    writer.value(.array(file.columns.prefix(FetchTool.columnsMax).map(JSONValue.string)))
    writer.key("first")
    writer.raw(state.first.json)
    writer.member(
      "why",
      state.tally.map { ToolWords.sentence($0, plan, verdict, summary.endReason) }
        ?? ToolWords.sentence(summary, plan, verdict: verdict, duplicates: duplicates))
    if verdict == .complete, let proof = summary.proof { writer.member("proof", proof.rawValue) }
    writer.endObject()
    call.finish(ToolResult(structure: writer.bytes, file: link))
  }

  /// How many columns the result names.
  private static let columnsMax = 200
}

/// Where a call of `fetch` wants its items.
struct FetchPlace {
  let name: String
  let kind: ItemFileOrder.Kind
  let table: String?
  let identity: [JSONPath]?
  /// The values that have a list each; nil: there is one list.
  let each: [JSONValue]?

  init(_ fields: inout JSONFields) throws(ToolFailure) {
    do throws(JSONFieldError) {
      guard let name = try fields.string("to") else {
        throw JSONFieldError(path: "to", problem: .missing)
      }
      let ending = name.split(separator: ".", omittingEmptySubsequences: false).last ?? ""
      guard let kind = ItemFileOrder.Kind(rawValue: String(ending)), name.contains(".") else {
        throw fields.error(
          "to", expected: "a file whose name ends in .ndjson, .csv or .sqlite")
      }
      table = try fields.string("table")
      if let table {
        guard kind == .sqlite else {
          throw fields.error("table", expected: "left out, as only .sqlite has tables")
        }
        guard StoreTarget.problem(ofTable: table) == nil,
          PlainText.escaped(table) == table
        else { throw fields.error("table", expected: "a name for a table, such as \"issues\"") }
      }
      identity = try ToolArguments.paths("identity", &fields)
      each = try fields.array("each")
      if let each, each.count > EachParams.itemsMax {
        throw fields.error("each", expected: "at most \(EachParams.itemsMax) values")
      }
      self.name = name
      self.kind = kind
    } catch {
      throw ToolFailure(error.toolSentence)
    }
  }
}

extension ItemFileOrder.Kind {
  var mimeType: String {
    switch self {
    case .ndjson: "application/x-ndjson"
    case .csv: "text/csv"
    case .sqlite: "application/vnd.sqlite3"
    }
  }
}
