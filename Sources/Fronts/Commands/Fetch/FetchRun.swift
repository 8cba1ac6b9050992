import JSON
import Pagination
import Series
import Sessions
import Store
import System
import Text
import Wire

/// One run of `paginator fetch`: the walk on the engine's thread, the writing on this one.
final class FetchRun {
  private let options: FetchOptions
  private let words: FetchMessages
  private let network: Network
  private let pages: PageQueue
  private let beganSeconds: Double

  private var request: APIRequest
  /// nil: it could not be had.
  private var sink: (any Sink)?
  private var progress: ProgressLine?
  private var mappingIssues = FetchMessages.MappingIssues()
  private var hasCheckedNames = false
  /// The params of `each`; nil if there is one list.
  private let each: EachParams?
  /// The values of `each`, once they are read; nil if there is one list.
  private var values: ReadItems?

  /// Checks what is requested.
  init(_ options: FetchOptions, _ network: Network) throws(UsageError) {
    self.options = options
    let params = try CommandLineParams(options.request)
    request = try APIRequest(params, object: try options.placeholder(params))
    try options.check(request)
    each = try options.each?.params(params.object["each"])
    _ = try request.opening(each)
    if each != nil, request.opening.slices != nil {
      throw UsageError("--each and --past-ceiling cannot be combined: use one of them")
    }
    if each != nil || request.opening.slices != nil, request.settings.inner != nil {
      throw UsageError("--inner cannot be combined with --each and --past-ceiling: leave it out")
    }
    self.network = network
    words = FetchMessages(
      request, continuing: options.format == .sqlite ? options.output : options.resume)
    pages = PageQueue(scheduler: network.scheduler)
    beganSeconds = network.scheduler.monotonicSeconds
  }

  /// Walks, and gives the exit code.
  func run() throws(UsageError) -> Int32 {
    let code = try tellingAll()
    sink?.noteReported()
    return code
  }

  private func tellingAll() throws(UsageError) -> Int32 {
    guard WakeUp.listen() else { return ExitCode.failure }
    let notices = [options.isQuiet ? nil : network.notice, network.loss].compactMap(\.self)
    for line in notices + request.params.warnings { words.tell(line) }
    do throws(FetchError) {
      let sink = try makeSink()
      self.sink = sink
      try fillIn(sink.since)
      let list = try openList(sink)
      let earlier = sink.earlierEnd
      try sink.open()
      guard let earlier else { return walk(list, sink) }
      sink.leave()
      if !options.isQuiet { words.tell(words.sentence(earlier, items: sink.delivered.items)) }
      tellSummary(earlier.verdict, earlier.reason)
      return ExitCode.of(earlier.verdict)
    } catch .commandLine(let sentence) {
      throw UsageError(sentence)
    } catch {
      words.tell(words.sentence(error))
      tellSummary(.failed, error.reason)
      return error.exitCode
    }
  }

  // MARK: Before the walk

  private func makeSink() throws(FetchError) -> any Sink {
    guard options.format == .sqlite, let path = options.output else {
      return try LineSink(options, request)
    }
    var identity = request.settings.identity
    let columns = options.each?.stamp?.columns ?? []
    if !identity.isEmpty { identity = columns.compactMap { try? JSONPath($0) } + identity }
    let target = StoreTarget(
      path: path, table: options.store.table, identity: identity, isRaw: options.store.isRaw)
    let run = RunRequest(
      shown: request.secrets.shown(request.settings.patternURL),
      request: ([request.settings.requestFingerprint(request.parameters)] + columns)
        .joined(separator: " "),
      request.parameters, target,
      bookmark: options.store.bookmark)
    return try TableSink(
      target, run, isFresh: options.store.isFresh, pruning: options.store.pruning,
      hasParts: options.each != nil, options.each?.stamp, masked: request.secrets.cut)
  }

  /// Puts the bookmark in its places.
  private func fillIn(_ since: JSONOrdered?) throws(FetchError) {
    if let since, let path = options.store.bookmark,
      let warning = BookmarkDate.warning(since, path: path, nowSeconds: SystemClock.epochSeconds)
    {
      words.tell(warning)
    }
    try mapErrors(FetchError.usage) { () throws(UsageError) in
      guard let object = try options.filled(request.params, since) else { return }
      request = try APIRequest(request.params, object: object)
    }
  }

  private func openList(_ sink: any Sink) throws(FetchError) -> any WalkableList {
    let client = options.isVerbose ? request.traced(network.client) : network.client
    let environment = network.environment(through: client, host: pages)
    let opening = try mapError(FetchError.usage, request.opening(each))
    values = try options.each?.source()
    let session = request.session("fetch", environment)
    if let earlier = sink.earlierCheckpoint, each == nil {
      session.takeFindings(of: request.secrets.restore(earlier))
    }
    let list = opening.list(session, values, environment)
    guard let checkpoint = sink.checkpoint ?? request.checkpoint else { return list }
    do throws(SessionError) {
      try list.resume(request.secrets.restore(checkpoint))
    } catch {
      if case .checkpointRejected(let reason) = error, sink.checkpoint != nil {
        throw sink.rejection(reason)
      }
      throw .session(error, page: nil)
    }
    return list
  }

  // MARK: The walk

  private func walk(_ list: any WalkableList, _ sink: any Sink) -> Int32 {
    let delivered = sink.delivered
    if !options.isQuiet, !options.isVerbose,
      ProgressLine.isWanted(itemsGoToStandardOutput: options.output == nil)
    {
      progress = ProgressLine(
        beganSeconds: beganSeconds, earlierItems: delivered.items, itemsMax: options.itemsMax,
        values: values.map(\.count))
    }
    do throws(FetchError) {
      if let cap = capReached(delivered), !sink.isAtEnd {
        try sink.abort(.capped, cap.json(), isInterrupted: false)
        tellSummary(.capped, cap.json())
        return ExitCode.capped
      }
      try sink.begin()
      list.walk(order(sink), completion: pages.finish)
      let result = try write(to: sink)
      progress?.clear()
      return try end(result, sink)
    } catch {
      list.close { _ in }
      progress?.clear()
      return abort(error, sink)
    }
  }

  private func order(_ sink: any Sink) -> WalkOrder {
    let pages = pages
    let delivered = sink.delivered
    let report: (@Sendable (WalkProgress) -> Void)? =
      progress == nil && !options.isVerbose ? nil : pages.report
    return WalkOrder(
      pagesMax: options.pagesMax.map { max(1, $0 - delivered.pages) },
      itemsMax: options.itemsMax.map { max(1, $0 - delivered.items) },
      concurrency: options.concurrency, givesCheckpoints: sink.wantsCheckpoints,
      remembersItems: !sink.knowsItemsAgain, walk: options.walk, deliver: pages.deliver,
      report: report, ended: each == nil ? nil : pages.end)
  }

  /// The cap that earlier runs have reached; caps count the items of all runs.
  private func capReached(_ delivered: RunCounts) -> EndReason? {
    if let most = options.itemsMax, delivered.items >= most {
      return EndReason(.maximum(.itemsOfWalk, most), page: nil)
    }
    if let most = options.pagesMax, delivered.pages >= most {
      return EndReason(.maximum(.pagesOfWalk, most), page: nil)
    }
    return nil
  }

  /// Writes pages as they come, until the walk has ended.
  private func write(
    to sink: any Sink
  ) throws(FetchError) -> Result<WalkSummary, LoadFailure> {
    while true {
      if WakeUp.hasSignal { throw .interrupted }
      let arrivals = pages.take()
      progress?.take(arrivals)
      if options.isVerbose, let waiting = arrivals.waiting, waiting.cause.seconds > 0 {
        words.tell(waiting.cause.message(secondsLeft: waiting.cause.seconds))
      }
      for step in arrivals.steps {
        try write(step, to: sink)
        if WakeUp.hasSignal { break }
      }
      if !arrivals.steps.isEmpty { try sink.commit(isLast: arrivals.isComplete) }
      if WakeUp.hasSignal { throw .interrupted }
      if let result = arrivals.result { return result }
      progress?.draw(nowSeconds: network.scheduler.monotonicSeconds)
      if !arrivals.steps.isEmpty { continue }
      let seconds = progress == nil ? nil : ProgressLine.intervalSeconds
      let ready = WakeUp.wait(sink.stream, seconds: seconds)
      if !ready.isDisjoint(with: .broken) { throw .readerGone }
    }
  }

  /// A misspelled name in `--fields` would be a column without values; by one in `--identity` no
  /// duplicate is found, and by one in `--bookmark` all items come again.
  private func checkNames(_ page: WalkPage) {
    guard !hasCheckedNames, !page.items.isEmpty else { return }
    hasCheckedNames = true
    // A table says itself that it needs its key, and a profile's identity may be of other lists.
    let isNamed = request.params.object["identity"] != nil && options.format != .sqlite
    let named = [
      ("--identity", isNamed ? request.settings.identity : []),
      ("--bookmark", options.store.bookmark.flatMap { try? JSONPath($0) }.map { [$0] } ?? []),
    ]
    let doubts = named.map { option, paths in
      FieldChoice.doubt(paths, page).map { "\(option): \($0)" }
    }
    for doubt in [options.fields?.doubt(page)] + doubts {
      guard let doubt else { continue }
      progress?.clear()
      words.tell(doubt)
    }
  }

  private func write(_ step: PageQueue.Step, to sink: any Sink) throws(FetchError) {
    switch step {
    case .part(let part): try sink.end(part)
    case .page(let page):
      checkNames(page)
      mappingIssues.add(page.content, firstItem: sink.delivered.items)
      if let stamp = options.each?.stamp, let item = page.item {
        try sink.write(
          mapError({ FetchError.session($0, page: page.page) }, stamp.stamped(page, with: item)))
      } else {
        try sink.write(page)
      }
      pages.didWrite(page)
    }
  }

  // MARK: The end

  private func end(
    _ result: Result<WalkSummary, LoadFailure>, _ sink: any Sink
  ) throws(FetchError) -> Int32 {
    let summary: WalkSummary
    switch result {
    case .success(let success): summary = success
    case .failure(let failure): return fail(failure, sink)
    }
    let endReason = request.secrets.shown(summary.end)
    let (tally, slices) = (summary.snapshot.lists, summary.slices)
    let isOver =
      (tally != nil || slices != nil) && summary.endReason == nil && values?.problem == nil
    var verdict = try sink.end(summary, endReason, isOver: isOver)
    if tally != nil, verdict == .partial, sink.delivered.pages == 0 { verdict = .failed }
    tellLosses(sink, summary)
    if !options.isQuiet, let remark = words.remark(summary) { words.tell(remark) }
    let delivered = sink.delivered
    if let tally {
      let line = words.line(summary, verdict, delivered, of: tally, values?.problem)
      if verdict == .complete || verdict == .capped { conclude(line) } else { words.tell(line) }
    } else if let sentence = words.sentence(summary, verdict, delivered) {
      words.tell(sentence)
    } else {
      conclude(words.line(summary, verdict, delivered, of: slices))
    }
    tellSummary(verdict, endReason, summary)
    return ExitCode.of(verdict)
  }

  /// Writes the last line on a terminal, where the items are in a file.
  private func conclude(_ line: String) {
    guard let file = options.output, !options.isQuiet, Descriptor.isTerminal(Terminal.errors)
    else { return }
    Terminal.complain(request.secrets.shown("\(line); \(file)"))
  }

  /// The walk failed before its first page: what earlier runs have written stays.
  private func fail(_ failure: LoadFailure, _ sink: any Sink) -> Int32 {
    if case .checkpointRejected(let reason) = failure.error, sink.checkpoint != nil {
      sink.leave()
      words.tell(words.sentence(sink.rejection(reason)))
      tellSummary(.failed, sink.rejection(reason).reason)
      return ExitCode.failure
    }
    let delivered = sink.delivered
    let verdict: Verdict = delivered.pages > 0 ? .partial : .failed
    let endReason = EndReason(.failed, page: failure.page).json(error: failure.error.kind)
    try? sink.abort(verdict, endReason, isInterrupted: false)
    words.tell(
      words.sentence(.session(failure.error, page: failure.page)) + words.goingOn(delivered))
    tellSummary(verdict, endReason)
    return ExitCode.of(verdict)
  }

  /// Makes the output whole after the walk was interrupted or the output failed.
  private func abort(_ error: FetchError, _ sink: any Sink) -> Int32 {
    var error = error
    let verdict: Verdict = sink.delivered.pages > 0 ? .partial : .failed
    var isInterrupted: Bool { if case .interrupted = error { true } else { false } }
    do throws(FetchError) {
      try sink.abort(
        verdict, request.secrets.shown(error.reason), isInterrupted: isInterrupted)
    } catch let other {
      // A failing output has been reported, or fails again.
      if isInterrupted { error = other }
    }
    tellLosses(sink)
    if error.exitCode != ExitCode.readerGone {
      words.tell(words.sentence(error) + words.goingOn(sink.delivered))
    }
    tellSummary(verdict, error.reason)
    return error.exitCode
  }

  /// Says what the items had that is not in the output.
  private func tellLosses(_ sink: any Sink, _ summary: WalkSummary? = nil) {
    if let sentence = LeftOut.sentence(sink.leftOut, beyond: sink.columnsMax) {
      words.tell(sentence)
    }
    if let why = sink.outcome?.notPruned {
      let hasTotal = summary?.statedTotal ?? summary?.snapshot.counts.objectCount
      words.tell(
        why.sentence(
          pruneMax: Option.pruneMax.long,
          total: hasTotal == nil ? "paginationMapping in --open" : nil,
          identity: Option.identity.long))
    }
    if sink.nulls > 0 {
      words.tell("items that are null, and so have no row: \(sink.nulls)")
    }
    if let sentence = words.sentence(mappingIssues) { words.tell(sentence) }
  }

  /// Writes the line for scripts. Pages and items are those of all runs.
  private func tellSummary(
    _ verdict: Verdict, _ endReason: JSONValue, _ walk: WalkSummary? = nil
  ) {
    guard options.wantsSummary else { return }
    let milliseconds = Int((network.scheduler.monotonicSeconds - beganSeconds) * 1_000)
    let fraction = String(milliseconds % 1_000 + 1_000).dropFirst()
    let delivered = sink?.delivered ?? RunCounts()
    var summary: JSONObject = [
      "pages": .integer(delivered.pages), "items": .integer(delivered.items),
      "duplicates": .integer(delivered.duplicates), "verdict": .string(verdict.rawValue),
      "endReason": request.secrets.shown(endReason),
      "seconds": .number(JSONNumber(text: "\(milliseconds / 1_000).\(fraction)")),
    ]
    if verdict == .complete, let proof = walk?.proof { summary["proof"] = .string(proof.rawValue) }
    if let start = walk?.start { summary["start"] = .object(start.json) }
    if let warnings = walk?.snapshot.warnings, !warnings.isEmpty {
      summary["warnings"] = request.secrets.shown(.array(warnings.map(\.json)))
    }
    if mappingIssues.count > 0 { summary["issues"] = .integer(mappingIssues.count) }
    if let nulls = sink?.nulls, nulls > 0 { summary["nulls"] = .integer(nulls) }
    if let slices = walk?.slices { summary["slices"] = slices.json }
    if let tally = walk?.snapshot.lists { summary["each"] = tally.counts(hasDone: false) }
    for (name, value) in sink?.outcome?.members ?? [] { summary[name] = value }
    Terminal.write(JSONValue.object(summary).text + "\n", to: Terminal.errors)
  }
}
