import HTTP
import JSON
import Pagination
import Sessions

#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// One run of `paginator fetch`: the walk on the engine's thread, the writing on this one.
struct FetchRun {
  private let options: FetchOptions
  private let request: FetchRequest
  private let words: FetchWords
  private let client: CurlClient
  private let scheduler = SystemScheduler()
  private let pages: FetchPages
  private let beganSeconds: Double

  /// What has been delivered, in this run and the ones before it.
  private var resume: FetchResume
  private var writer: ItemsWriter
  private var progress: FetchProgress?
  /// The lines of a page, kept for their memory.
  private var lines: [UInt8] = []
  private var mappingIssues = FetchWords.MappingIssues()

  init(_ options: FetchOptions, _ request: FetchRequest, client: CurlClient) {
    self.options = options
    self.request = request
    self.client = client
    words = FetchWords(secrets: request.secrets, canGoOn: options.resume != nil)
    pages = FetchPages(scheduler: scheduler)
    beganSeconds = scheduler.monotonicSeconds
    resume = FetchResume(format: options.format)
    writer = ItemsWriter(options.format)
  }

  /// Walks, and gives the exit code.
  mutating func run() -> Int32 {
    guard FetchBell.listen() else {
      words.tell("no file descriptor is left for a pipe")
      return ExitCode.failure
    }
    do throws(FetchError) {
      try takeUp()
      let session = try openSession()
      let earlier = earlierEnd
      if let path = options.resume, earlier == nil { try FetchResume.check(path) }
      var output = try openOutput()
      guard let earlier else { return walk(session, &output) }
      output.leave()
      return tellEarlierEnd(earlier)
    } catch {
      words.tell(words.sentence(error))
      tellSummary(.failed, error.reason)
      return ExitCode.failure
    }
  }

  // MARK: Before the walk

  /// Reads the resume file, where there is one.
  private mutating func takeUp() throws(FetchError) {
    guard let path = options.resume, let found = try FetchResume(path: path) else { return }
    guard found.format == options.format else {
      throw .resume(path: path, .otherFormat(found.format.rawValue))
    }
    resume = found
    writer = ItemsWriter(
      options.format, isEmpty: found.items == 0, columns: found.columns, leftOut: found.leftOut)
  }

  private func openSession() throws(FetchError) -> Session {
    let session = Session(
      id: "fetch", settings: request.settings, parameters: request.parameters,
      environment: SessionEnvironment(
        client: client, scheduler: scheduler, random: { Double.random(in: 0..<1) }, host: pages))
    guard let checkpoint = resume.checkpoint ?? request.checkpoint else { return session }
    do throws(SessionError) {
      try session.resume(request.secrets.restore(checkpoint))
    } catch {
      if case .checkpointRejected(let reason) = error, let path = options.resume,
        resume.checkpoint != nil
      {
        throw .resume(path: path, .otherRequest(reason: reason))
      }
      throw .session(error, page: nil)
    }
    return session
  }

  private func openOutput() throws(FetchError) -> FetchOutput {
    let kept = resume.outputBytes
    let output: FetchOutput
    if let path = options.output {
      output = try FetchOutput(path: path, keeping: kept, ending: resume.outputEnding)
    } else {
      output = FetchOutput()
    }
    if let path = options.resume, resume.checkpoint != nil, (kept != nil) != output.isFile {
      throw .resume(path: path, .otherKindOfOutput)
    }
    return output
  }

  /// The verdict of a walk that has come to its end before; nil: there is more to do.
  private var earlierEnd: Verdict? {
    guard options.resume != nil, let verdict = resume.verdict.flatMap(Verdict.init) else {
      return nil
    }
    return verdict == .complete || verdict == .suspect ? verdict : nil
  }

  private func tellEarlierEnd(_ verdict: Verdict) -> Int32 {
    if !options.isQuiet {
      words.tell(
        "\(options.resume ?? ""): this walk has ended with verdict \(verdict.rawValue) and "
          + "\(resume.items) items; delete the file to start anew")
    }
    tellSummary(verdict, resume.endReason)
    return ExitCode.of(verdict)
  }

  // MARK: The walk

  private mutating func walk(_ session: Session, _ output: inout FetchOutput) -> Int32 {
    if !options.isQuiet,
      FetchProgress.isWanted(itemsGoToStandardOutput: options.output == nil)
    {
      progress = FetchProgress(
        beganSeconds: beganSeconds, earlierItems: resume.items, itemsMax: options.itemsMax)
    }
    do throws(FetchError) {
      try output.begin(tail: writer.tail)
      if let cap = capReached, !resume.knowsEnd {
        output.leave()
        tellSummary(.capped, cap.json)
        return ExitCode.capped
      }
      resume.verdict = nil
      resume.endReason = .null
      session.walk(order) { [pages] in pages.finish($0) }
      if request.settings.pager.kind == .auto { Detection.warmUp() }
      let result = try write(to: &output)
      progress?.clear()
      return try end(result, &output)
    } catch {
      session.close()
      progress?.clear()
      return breakOff(error, &output)
    }
  }

  private var order: WalkOrder {
    let pages = pages
    let report: (@Sendable (WalkProgress) -> Void)? = progress == nil ? nil : pages.report
    return WalkOrder(
      pagesMax: options.pagesMax.map { max(1, $0 - resume.pages) },
      itemsMax: options.itemsMax.map { max(1, $0 - resume.items) },
      concurrency: options.concurrency, givesCheckpoints: options.resume != nil,
      deliver: pages.deliver, report: report)
  }

  /// The cap that earlier runs have reached; caps count the items of all runs.
  private var capReached: EndReason? {
    if let most = options.itemsMax, resume.items >= most {
      return EndReason(.itemsMax, page: nil, field: "maxItems", value: .integer(most))
    }
    if let most = options.pagesMax, resume.pages >= most {
      return EndReason(.pagesMax, page: nil, field: "maxPages", value: .integer(most))
    }
    return nil
  }

  /// Writes pages as they come, until the walk has ended.
  private mutating func write(
    to output: inout FetchOutput
  ) throws(FetchError) -> Result<WalkSummary, LoadFailure> {
    while true {
      if FetchBell.hasSignal { throw .interrupted }
      let arrivals = pages.take()
      progress?.take(arrivals)
      for page in arrivals.pages {
        try write(page, to: &output)
        pages.letGo(page)
        if !output.isFile { try commit(output) }
        if FetchBell.hasSignal { break }
      }
      if output.isFile, !arrivals.pages.isEmpty, !arrivals.isComplete { try commit(output) }
      if FetchBell.hasSignal { throw .interrupted }
      if let result = arrivals.result { return result }
      let now = scheduler.monotonicSeconds
      progress?.draw(nowSeconds: now)
      if !arrivals.pages.isEmpty { continue }
      let seconds = progress == nil ? nil : FetchProgress.intervalSeconds
      let ready = FetchBell.wait(output.stream, seconds: seconds)
      if ready & Int16(POLLERR | POLLHUP | POLLNVAL) != 0 { throw .readerGone }
    }
  }

  private mutating func write(_ page: WalkPage, to output: inout FetchOutput) throws(FetchError) {
    lines.removeAll(keepingCapacity: true)
    writer.append(page, to: &lines)
    if !lines.isEmpty { try output.write(lines, tail: writer.tail) }
    mappingIssues.add(page.content, firstItem: resume.items)
    resume.pages += 1
    resume.items += page.items.count
    if let checkpoint = page.checkpoint { resume.checkpoint = checkpoint }
  }

  /// Makes the resume file say what is in the output, after it is there.
  private mutating func commit(_ output: FetchOutput) throws(FetchError) {
    guard let path = options.resume, let checkpoint = resume.checkpoint else { return }
    try output.synchronize()
    resume.outputBytes = output.isFile ? output.bytes : nil
    resume.outputEnding = output.ending
    resume.columns = writer.table?.names
    resume.leftOut = writer.table?.leftOut ?? []
    var saved = resume
    saved.checkpoint = request.secrets.cut(checkpoint)
    try saved.save(to: path)
  }

  // MARK: The end

  private mutating func end(
    _ result: Result<WalkSummary, LoadFailure>, _ output: inout FetchOutput
  ) throws(FetchError) -> Int32 {
    let summary: WalkSummary
    switch result {
    case .success(let success): summary = success
    case .failure(let failure): return fail(failure, &output)
    }
    try output.finish(tail: writer.tail)
    let verdict =
      summary.verdict == .complete && resume.duplicates > 0 ? .suspect : summary.verdict
    resume.duplicates += summary.duplicates
    resume.verdict = verdict.rawValue
    resume.endReason = request.secrets.shown(summary.endReason?.json ?? .null)
    resume.checkpoint = summary.checkpoint
    try commit(output)
    tellLosses()
    if let sentence = words.sentence(summary, verdict, resume) { words.tell(sentence) }
    tellSummary(verdict, resume.endReason)
    return ExitCode.of(verdict)
  }

  /// The walk failed before its first page: what earlier runs have written stays.
  private func fail(_ failure: LoadFailure, _ output: inout FetchOutput) -> Int32 {
    output.leave()
    let verdict: Verdict = resume.pages > 0 ? .partial : .failed
    words.tell(words.sentence(.session(failure.error, page: failure.page)) + words.goingOn(resume))
    tellSummary(
      verdict,
      EndReason(.failed, page: failure.page, field: "error", value: .string(failure.error.kind))
        .json)
    return ExitCode.of(verdict)
  }

  /// Leaves whole lines behind when the walk was interrupted or the output failed.
  private mutating func breakOff(_ error: FetchError, _ output: inout FetchOutput) -> Int32 {
    var error = error
    do throws(FetchError) {
      if case .interrupted = error, !output.isFile { try output.finish(tail: writer.tail) }
    } catch let other {
      error = other
    }
    output.leave()
    tellLosses()
    let code: Int32
    switch error {
    case .interrupted:
      words.tell(words.sentence(error) + words.goingOn(resume))
      code = ExitCode.interrupted
    case .readerGone: code = ExitCode.readerGone
    default:
      words.tell(words.sentence(error) + words.goingOn(resume))
      code = ExitCode.failure
    }
    tellSummary(resume.pages > 0 ? .partial : .failed, error.reason)
    return code
  }

  /// Says what the items had that is not in the output.
  private func tellLosses() {
    if let sentence = words.leftOut(writer.table?.leftOut ?? []) { words.tell(sentence) }
    if let sentence = words.sentence(mappingIssues) { words.tell(sentence) }
  }

  /// Writes the line for scripts. Pages and items are those of all runs.
  private func tellSummary(_ verdict: Verdict, _ endReason: JSONValue) {
    guard options.wantsSummary else { return }
    let milliseconds = Int((scheduler.monotonicSeconds - beganSeconds) * 1_000)
    let fraction = String(milliseconds % 1_000 + 1_000).dropFirst()
    var writer = JSONWriter()
    writer.value([
      "pages": .integer(resume.pages), "items": .integer(resume.items),
      "duplicates": .integer(resume.duplicates), "verdict": .string(verdict.rawValue),
      "endReason": request.secrets.shown(endReason),
      "seconds": .number(JSONNumber(text: "\(milliseconds / 1_000).\(fraction)")),
    ])
    Terminal.complain(String(decoding: writer.bytes, as: UTF8.self))
  }
}
