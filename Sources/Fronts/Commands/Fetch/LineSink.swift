import JSON
import Pagination
import Secrets
import Series
import Sessions
import Store
import System
import Text

/// Lines of a file or stream as the place that pages go to, with a resume file where one is wanted.
///
/// `@unchecked Sendable`: one thread at a time touches it.
final class LineSink: Sink, @unchecked Sendable {
  private let path: String?
  private let resumePath: String?
  private let secrets: Secrets?
  private let lag: HighWaterMark.Lag?
  private var resume: ResumeFile
  private(set) var earlierCheckpoint: String?
  private var writer: ItemWriter
  private var output: OutputFile?
  /// The lines of a page, kept for their memory.
  private var lines: [UInt8] = []
  /// nil: no one asks for them.
  private var names: [String]?

  /// A new file, opened at once, for a caller that wants to know its columns.
  init(_ path: String, _ format: OutputFormat) throws(FetchError) {
    self.path = path
    (resumePath, secrets, lag, names) = (nil, nil, nil, [])
    resume = ResumeFile(format: format)
    writer = ItemWriter(format)
    try open()
  }

  /// Reads the resume file, where there is one.
  init(_ options: FetchOptions, _ request: APIRequest) throws(FetchError) {
    path = options.output
    resumePath = options.resume
    secrets = request.secrets
    lag = options.store.lag.map { lag in { try? lag.before($0) } }
    resume = ResumeFile(format: options.format)
    writer = LineSink.writer(options, request)
    if let path = options.resume, let found = try ResumeFile(path: path) {
      guard found.format == options.format else {
        throw .resume(path: path, .otherFormat(found.format.rawValue))
      }
      resume = found
      writer = LineSink.writer(options, request, continuing: found)
    }
    let list = LineSink.digest(of: request.settings.pager.template)
    takeUpBookmark(options, request, isSameList: resume.list == list)
    resume.list = list
    let rows = LineSink.digest(ofItems: options, request)
    if let path = resumePath, let found = resume.rows, found != rows, resume.outputBytes != 0 {
      throw .resume(path: path, .otherItems)
    }
    resume.rows = rows
  }

  /// Identifies what becomes of items.
  private static func digest(ofItems options: FetchOptions, _ request: APIRequest) -> String {
    var digest = Fingerprint()
    for name in OpenField.names(.ofItems) {
      digest.add((request.parameters[name] ?? .null).bytes)
    }
    digest.add(options.request.arguments.text(.fields) ?? "")
    for column in options.each?.stamp?.columns ?? [] { digest.add(column) }
    digest.add(options.keepsFormulas ? "formulas" : "")
    return digest.text
  }

  /// Identifies a list, whatever its request asks for.
  private static func digest(of request: RequestTemplate) -> String {
    var digest = Fingerprint()
    digest.add(request.method)
    digest.add(String(request.url.text.prefix { $0 != "?" }))
    return digest.text
  }

  /// A writer for the output, which may be a terminal.
  private static func writer(
    _ options: FetchOptions, _ request: APIRequest, continuing resume: ResumeFile? = nil
  ) -> ItemWriter {
    let isTerminal = options.output == nil && Descriptor.isTerminal(Terminal.output)
    return ItemWriter(
      options.format,
      isEmpty: (resume?.delivered.items ?? 0) == 0 && (resume?.outputBytes ?? 0) == 0,
      columns: resume?.columns, leftOut: resume?.leftOut ?? [],
      page: .init(
        columns: isTerminal ? Descriptor.columns(Terminal.output) : nil,
        hasColours: isTerminal && Terminal.hasColours(Terminal.output),
        title: request.secrets.shown(
          Redactor().mask(url: request.settings.pager.template.url.text)),
        keepsFormulas: options.keepsFormulas))
  }

  /// With a bookmark, a walk that has ended well is followed by another one, which appends, or
  /// writes a new file where the output has another name now. An empty file is as good as none: one
  /// that was killed before its first page leaves it.
  private func takeUpBookmark(
    _ options: FetchOptions, _ request: APIRequest, isSameList: Bool
  ) {
    guard let text = options.store.bookmark, let path = try? JSONPath(text) else { return }
    if let output = options.output, resume.outputBytes != nil,
      File.stamp(of: output)?.size ?? 0 == 0, !File.isSpecial(output)
    {
      resume.beginOutput()
      writer = LineSink.writer(options, request)
    }
    let begins =
      resume.checkpoint == nil || resume.verdict == Verdict.complete.rawValue || resume.isOver
      || options.store.isFresh
    if resume.bookmark?.path != path { resume.bookmark = HighWaterMark(path: path) }
    guard begins else { return }
    resume.bookmark?.begin(isFresh: options.store.isFresh)
    resume.delivered = RunCounts()
    if isSameList, !options.store.isFresh { earlierCheckpoint = resume.checkpoint?.value }
    resume.checkpoint = nil
    resume.verdict = nil
    resume.isOver = false
    resume.endReason = .null
  }

  var since: JSONOrdered? { resume.bookmark?.since }

  var delivered: RunCounts { resume.delivered }
  var checkpoint: String? { resume.checkpoint?.value }
  var wantsCheckpoints: Bool { resumePath != nil }
  var stream: Int32? { output?.stream }

  var columns: [String] { writer.rows?.names ?? names ?? [] }
  var leftOut: [String] { writer.rows?.leftOut ?? [] }
  var columnsMax: Int? {
    let isFull = writer.rows.map { $0.places >= ColumnTree.columnsMax } == true
    return isFull ? ColumnTree.columnsMax : nil
  }

  var earlierEnd: EarlierEnd? {
    guard let path = resumePath, let verdict = resume.verdict.flatMap(Verdict.init),
      verdict == .complete || verdict == .suspect || resume.isOver
    else { return nil }
    return (verdict, resume.endReason, path, nil)
  }

  func rejection(_ reason: String) -> FetchError {
    .resume(path: resumePath ?? "", .otherRequest(reason: reason))
  }

  // MARK: The walk

  func open() throws(FetchError) {
    if let resumePath, earlierEnd == nil { try ResumeFile.check(resumePath) }
    let kept = resume.outputBytes
    let output: OutputFile
    if let path {
      do throws(FetchError) {
        output = try OutputFile(path: path, keeping: kept, ending: resume.outputEnding)
      } catch .resume(let path, .outputChanged) where resume.bookmark != nil {
        throw .resume(path: path, .outputChanged(path: path, hasBookmark: true))
      }
    } else {
      // One that was closed is told before anything is requested: where nothing cannot be written,
      // a byte cannot either, and says why.
      if Descriptor.write(Descriptor.standardOutput, []) == .failed {
        try mapErrors(FetchError.output) { () throws(SystemError) in
          try Descriptor.writeAll(Descriptor.standardOutput, "\n")
        }
      }
      output = OutputFile()
    }
    if let resumePath, resume.checkpoint != nil, (kept != nil) != output.isFile {
      throw .resume(path: resumePath, .otherKindOfOutput)
    }
    self.output = output
  }

  func begin() throws(FetchError) {
    try output?.begin(tail: writer.tail)
    resume.verdict = nil
    resume.endReason = .null
  }

  func write(_ page: WalkPage) throws(FetchError) {
    lines.removeAll(keepingCapacity: true)
    let firstItem = resume.delivered.items
    let new = try mapError(
      { FetchError.store(path: path ?? "", $0) },
      resume.bookmark?.take(page, firstItem: firstItem, lag: lag))
    let parts = new ?? [page]
    try output?.writePage { output throws(FetchError) in
      for part in parts {
        try writer.append(part, to: &lines) { lines, tail throws(FetchError) in
          try output.write(lines, tail: tail)
        }
      }
      if !lines.isEmpty { try output.write(lines, tail: writer.tail) }
    }
    resume.delivered.pages += 1
    resume.delivered.items += parts.reduce(0) { $0 + $1.items.count }
    if let token = page.token { resume.checkpoint = token }
    if names?.isEmpty == true, !writer.format.hasColumns, !page.items.isEmpty {
      names = ColumnTree.names(of: page.content.values(page.items))
    }
    if output?.isFile == false { try save() }
  }

  func commit(isLast: Bool) throws(FetchError) {
    if output?.isFile == true, !isLast { try save() }
  }

  /// Makes the resume file say what is in the output, after it is there.
  private func save() throws(FetchError) {
    guard let resumePath, let checkpoint = resume.checkpoint, let output else { return }
    try output.synchronize()
    resume.outputBytes = output.isFile ? output.bytes : nil
    resume.outputEnding = output.ending
    resume.columns = writer.rows?.names
    resume.leftOut = leftOut
    var saved = resume
    if let secrets { saved.checkpoint = LazyValue { secrets.cut(checkpoint.value) } }
    try saved.save(to: resumePath)
  }

  // MARK: The end

  func end(
    _ summary: WalkSummary, _ endReason: JSONValue, isOver: Bool
  ) throws(FetchError) -> Verdict {
    resume.isOver = isOver
    try output?.finish(tail: writer.tail)
    let verdict =
      summary.verdict == .complete && resume.delivered.duplicates > 0 ? .suspect : summary.verdict
    resume.delivered.duplicates += summary.duplicates
    resume.verdict = verdict.rawValue
    resume.endReason = endReason
    if verdict == .complete { resume.bookmark?.end(lag: lag) }
    resume.checkpoint = summary.token
    try save()
    close()
    return verdict
  }

  func abort(
    _ verdict: Verdict, _ endReason: JSONValue, isInterrupted: Bool
  ) throws(FetchError) {
    defer { leave() }
    if isInterrupted, output?.isFile == false { try output?.finish(tail: writer.tail) }
  }

  func leave() {
    output?.leave()
    close()
  }

  /// Closes the file, for processes that continue.
  private func close() { output.take()?.close() }
}
