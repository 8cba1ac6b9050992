import HTTP
import JSON
import Pagination
import Series
import Server
import Sessions
import Store
import System
import Text
import Wire

/// One run of `paginator fetch`: the walk on the engine's thread, the writing on this one.
final class FetchRun {
  private let options: FetchOptions
  private let params: CommandLineParams
  private let words: FetchMessages
  private let client: any HTTPClient
  private let network: Network
  private let pages: PageQueue
  private let beganSeconds: Double
  /// Messages that are shown before anything is done.
  private let notices: [String]

  private var request: APIRequest
  /// nil: it could not be had.
  private var destination: (any Destination)?
  private var progress: ProgressLine?
  private var mappingIssues = FetchMessages.MappingIssues()
  private var hasCheckedNames = false
  /// The params of `each`; nil if there is one list.
  private let each: EachParams?
  /// A summary of the lists, or slices of one, that ended; nil before the end, or if there is one
  /// list.
  private var series: SeriesSummary?

  /// Checks what is requested.
  init(_ options: FetchOptions, _ network: Network) throws(UsageError) {
    self.options = options
    params = try CommandLineParams(options.request)
    request = try APIRequest(
      params, object: try options.placeholder(params), catalog: options.request.catalog)
    try options.check(request, params)
    each = try options.each?.params(params.object["each"])
    if let each { try FetchedLists.template(request, each) }
    if each != nil, request.slices != nil {
      throw UsageError("--each and --past-ceiling cannot be combined: use one of them")
    }
    if each != nil || request.slices != nil, request.settings.inner != nil {
      throw UsageError("--inner cannot be combined with --each and --past-ceiling: leave it out")
    }
    let continues = options.resume != nil || options.format == .sqlite
    client = options.isVerbose ? request.traced(network.client) : network.client
    self.network = network
    notices = [options.isQuiet ? nil : network.notice, network.loss].compactMap(\.self)
    words = FetchMessages(request, canResume: continues)
    pages = PageQueue(scheduler: network.scheduler)
    beganSeconds = network.scheduler.monotonicSeconds
  }

  /// Walks, and gives the exit code.
  func run() throws(UsageError) -> Int32 {
    let code = try tellingAll()
    destination?.noteReported()
    return code
  }

  private func tellingAll() throws(UsageError) -> Int32 {
    guard WakeUp.listen() else { return ExitCode.failure }
    for line in notices + request.warnings { words.tell(line) }
    do throws(FetchError) {
      let destination = try makeDestination()
      self.destination = destination
      try fillIn(destination.since)
      let lists = try openLists(destination)
      let earlier = destination.earlierEnd
      try destination.open()
      guard let earlier else { return walk(lists, destination) }
      destination.leave()
      if !options.isQuiet { words.tell(earlier.sentence) }
      tellSummary(earlier.verdict, earlier.endReason)
      return ExitCode.of(earlier.verdict)
    } catch .usage(let error) {
      throw error
    } catch {
      words.tell(words.sentence(error))
      tellSummary(.failed, error.reason)
      return error.exitCode
    }
  }

  // MARK: Before the walk

  private func makeDestination() throws(FetchError) -> any Destination {
    guard options.format == .sqlite, let path = options.output else {
      return try FileDestination(options, request)
    }
    var identity = request.settings.identity
    let columns = options.each?.stamp?.columns ?? []
    if !identity.isEmpty { identity = columns.compactMap { try? JSONPath($0) } + identity }
    let target = StoreTarget(
      path: path, table: options.store.table, identity: identity, isRaw: options.store.isRaw)
    let session = request.session("fetch", network.environment(through: client, host: pages))
    let run = RunRequest(
      shown: request.secrets.shown(session.snapshot().request.patternURL),
      request: ([session.requestFingerprint] + columns).joined(separator: " "),
      request.parameters, target,
      bookmark: options.store.bookmark)
    return try TableDestination(target, run, options, request.secrets)
  }

  /// Puts the bookmark in its places.
  private func fillIn(_ since: JSONOrdered?) throws(FetchError) {
    if let since, let path = options.store.bookmark,
      let warning = BookmarkDate.warning(since, path: path, nowSeconds: SystemClock.epochSeconds)
    {
      words.tell(warning)
    }
    try mapErrors(FetchError.usage) { () throws(UsageError) in
      guard let object = try options.filled(params, since) else { return }
      request = try APIRequest(params, object: object, catalog: options.request.catalog)
    }
  }

  private func openLists(_ destination: any Destination) throws(FetchError) -> FetchedLists {
    let environment = network.environment(through: client, host: pages)
    let session = request.session("fetch", environment)
    let lists: FetchedLists
    if let options = options.each, let each {
      lists = try FetchedLists(options, each, request, base: session, environment: environment)
    } else {
      lists = try FetchedLists(request, base: session, environment: environment)
    }
    guard let checkpoint = destination.checkpoint ?? request.checkpoint else { return lists }
    do throws(SessionError) {
      try lists.resume(request.secrets.restore(checkpoint))
    } catch {
      if case .checkpointRejected(let reason) = error, destination.checkpoint != nil {
        throw destination.rejection(reason)
      }
      throw .session(error, page: nil)
    }
    return lists
  }

  // MARK: The walk

  private func walk(_ lists: FetchedLists, _ destination: any Destination) -> Int32 {
    let delivered = destination.delivered
    if !options.isQuiet, !options.isVerbose,
      ProgressLine.isWanted(itemsGoToStandardOutput: options.output == nil)
    {
      progress = ProgressLine(
        beganSeconds: beganSeconds, earlierItems: delivered.items, itemsMax: options.itemsMax,
        values: lists.valueCount)
    }
    do throws(FetchError) {
      if let cap = capReached(delivered), !destination.isAtEnd {
        try destination.reachedCap(cap.json())
        tellSummary(.capped, cap.json())
        return ExitCode.capped
      }
      try destination.begin()
      lists.walk(order(destination), into: pages)
      let result = try write(to: destination)
      progress?.clear()
      return try end(result, lists, destination)
    } catch {
      lists.close()
      progress?.clear()
      return abort(error, destination)
    }
  }

  private func order(_ destination: any Destination) -> WalkOrder {
    let pages = pages
    let delivered = destination.delivered
    let report: (@Sendable (WalkProgress) -> Void)? = progress == nil ? nil : pages.report
    return WalkOrder(
      pagesMax: options.pagesMax.map { max(1, $0 - delivered.pages) },
      itemsMax: options.itemsMax.map { max(1, $0 - delivered.items) },
      concurrency: options.concurrency, givesCheckpoints: destination.wantsCheckpoints,
      remembersItems: !destination.knowsItemsAgain, walk: options.walk, deliver: pages.deliver,
      report: report)
  }

  /// The cap that earlier runs have reached; caps count the items of all runs.
  private func capReached(_ delivered: Delivered) -> EndReason? {
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
    to destination: any Destination
  ) throws(FetchError) -> Result<WalkSummary, LoadFailure> {
    while true {
      if WakeUp.hasSignal { throw .interrupted }
      let arrivals = pages.take()
      progress?.take(arrivals)
      for step in arrivals.steps {
        try write(step, to: destination)
        if WakeUp.hasSignal { break }
      }
      if !arrivals.steps.isEmpty { try destination.commit(isLast: arrivals.isComplete) }
      if WakeUp.hasSignal { throw .interrupted }
      if let result = arrivals.result {
        series = arrivals.series
        return result
      }
      progress?.draw(nowSeconds: network.scheduler.monotonicSeconds)
      if !arrivals.steps.isEmpty { continue }
      let seconds = progress == nil ? nil : ProgressLine.intervalSeconds
      let ready = WakeUp.wait(destination.stream, seconds: seconds)
      if !ready.isDisjoint(with: .broken) { throw .readerGone }
    }
  }

  /// A misspelled name in `--fields` would be a column without values; by one in `--identity` no
  /// duplicate is found, and by one in `--bookmark` all items come again.
  private func checkNames(_ page: WalkPage) {
    guard !hasCheckedNames, !page.items.isEmpty else { return }
    hasCheckedNames = true
    // A table says itself that it needs its key, and a profile's identity may be of other lists.
    let isNamed = params.object["identity"] != nil && options.format != .sqlite
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

  private func write(_ step: PageQueue.Step, to destination: any Destination) throws(FetchError) {
    switch step {
    case .part(let part): try destination.end(part)
    case .page(let page, let item):
      checkNames(page)
      mappingIssues.add(page.content, firstItem: destination.delivered.items)
      if let stamp = options.each?.stamp, let item {
        try destination.write(
          mapError({ FetchError.session($0, page: page.page) }, stamp.stamped(page, with: item)))
      } else {
        try destination.write(page)
      }
      pages.didWrite(page)
    }
  }

  // MARK: The end

  private func end(
    _ result: Result<WalkSummary, LoadFailure>, _ lists: FetchedLists,
    _ destination: any Destination
  ) throws(FetchError) -> Int32 {
    let summary: WalkSummary
    switch result {
    case .success(let success): summary = success
    case .failure(let failure): return fail(failure, destination)
    }
    let endReason = request.secrets.shown(summary.end)
    let (tally, slices) = (series?.tally, series?.slices)
    let isOver = (tally != nil || slices != nil) && summary.endReason == nil && lists.problem == nil
    var verdict = try destination.end(summary, endReason, isOver: isOver)
    if tally != nil, verdict == .partial, destination.delivered.pages == 0 { verdict = .failed }
    tellLosses(destination)
    if !options.isQuiet, let remark = words.remark(summary) { words.tell(remark) }
    let delivered = destination.delivered
    if let tally {
      let line = words.line(summary, verdict, delivered, of: tally, lists.problem)
      if verdict == .complete || verdict == .capped { conclude(line) } else { words.tell(line) }
    } else if let sentence = words.sentence(summary, verdict, delivered) {
      words.tell(sentence)
    } else {
      conclude(words.line(summary, verdict, delivered, of: slices))
    }
    tellSummary(
      verdict, endReason, verdict == .complete ? summary.proof : nil, start: summary.start,
      summary.snapshot.warnings)
    return ExitCode.of(verdict)
  }

  /// Writes the last line on a terminal, where the items are in a file.
  private func conclude(_ line: String) {
    guard let file = options.output, !options.isQuiet, Descriptor.isTerminal(Terminal.errors)
    else { return }
    Terminal.complain(request.secrets.shown("\(line); \(file)"))
  }

  /// The walk failed before its first page: what earlier runs have written stays.
  private func fail(_ failure: LoadFailure, _ destination: any Destination) -> Int32 {
    if case .checkpointRejected(let reason) = failure.error, destination.checkpoint != nil {
      destination.leave()
      words.tell(words.sentence(destination.rejection(reason)))
      tellSummary(.failed, destination.rejection(reason).reason)
      return ExitCode.failure
    }
    let delivered = destination.delivered
    let verdict: Verdict = delivered.pages > 0 ? .partial : .failed
    let endReason = EndReason(.failed, page: failure.page).json(error: failure.error.kind)
    try? destination.abort(verdict, endReason, isInterrupted: false)
    words.tell(
      words.sentence(.session(failure.error, page: failure.page)) + words.goingOn(delivered))
    tellSummary(verdict, endReason)
    return ExitCode.of(verdict)
  }

  /// Makes the output whole after the walk was interrupted or the output failed.
  private func abort(_ error: FetchError, _ destination: any Destination) -> Int32 {
    var error = error
    let verdict: Verdict = destination.delivered.pages > 0 ? .partial : .failed
    var isInterrupted: Bool { if case .interrupted = error { true } else { false } }
    do throws(FetchError) {
      try destination.abort(
        verdict, request.secrets.shown(error.reason), isInterrupted: isInterrupted)
    } catch let other {
      // A failing output has been reported, or fails again.
      if isInterrupted { error = other }
    }
    tellLosses(destination)
    if error.exitCode != ExitCode.readerGone {
      words.tell(words.sentence(error) + words.goingOn(destination.delivered))
    }
    tellSummary(verdict, error.reason)
    return error.exitCode
  }

  /// Says what the items had that is not in the output.
  private func tellLosses(_ destination: any Destination) {
    for sentence in destination.losses { words.tell(sentence) }
    if let sentence = words.sentence(mappingIssues) { words.tell(sentence) }
  }

  /// Writes the line for scripts. Pages and items are those of all runs.
  private func tellSummary(
    _ verdict: Verdict, _ endReason: JSONValue, _ proof: WalkProof? = nil, start: RunStart? = nil,
    _ warnings: [PageWarning] = []
  ) {
    guard options.wantsSummary else { return }
    let milliseconds = Int((network.scheduler.monotonicSeconds - beganSeconds) * 1_000)
    let fraction = String(milliseconds % 1_000 + 1_000).dropFirst()
    let delivered = destination?.delivered ?? Delivered()
    var summary: JSONObject = [
      "pages": .integer(delivered.pages), "items": .integer(delivered.items),
      "duplicates": .integer(delivered.duplicates), "verdict": .string(verdict.rawValue),
      "endReason": request.secrets.shown(endReason),
      "seconds": .number(JSONNumber(text: "\(milliseconds / 1_000).\(fraction)")),
    ]
    if let proof { summary["proof"] = .string(proof.rawValue) }
    if let start { summary["start"] = .object(start.json) }
    if !warnings.isEmpty {
      summary["warnings"] = request.secrets.shown(.array(warnings.map(\.json)))
    }
    if let slices = series?.slices { summary["slices"] = slices.json }
    if let tally = series?.tally { summary["each"] = tally.counts(hasDone: false) }
    for (name, value) in destination?.summaryMembers ?? [] { summary[name] = value }
    Terminal.write(JSONValue.object(summary).text + "\n", to: Terminal.errors)
  }
}
