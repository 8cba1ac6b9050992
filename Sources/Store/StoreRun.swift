package import JSON

/// One run of a request into a table: pages come in, and each is stored with the run's record in
/// one transaction.
///
/// The file is neither made nor changed before the first page. An error leaves it as it was
/// before that page; the run is over then. For one thread at a time.
package final class StoreRun {
  /// Which run it is.
  package enum Mode: Sendable {
    /// The request's last one, where that has come to no end; else a new one.
    case continuing
    /// A new one, whatever there is.
    case fresh
  }

  /// The page's items, as slices of one document's bytes.
  package struct Page: Sendable {
    package let document: JSONDocument?
    package let items: [JSONSlice]
    /// What the items were mapped from; nil: they are as they came.
    package let sourceDocument: JSONDocument?
    package let sourceItems: [JSONSlice]
    /// Where to continue behind it; nil: the run cannot be continued.
    package let checkpoint: String?

    /// A page; without a document it has no items. `sources`: what each item was mapped from.
    package init(
      document: JSONDocument?, items: [JSONSlice],
      sources: (document: JSONDocument, items: [JSONSlice])? = nil, checkpoint: String?
    ) {
      self.document = document
      self.items = document == nil ? [] : items
      sourceDocument = sources?.document
      sourceItems = sources?.items ?? []
      self.checkpoint = checkpoint
    }
  }

  /// What the run is known by to whoever writes to the table next.
  private struct Mark: Equatable {
    let run: Int
    let counts: RunCounts
  }

  private let library: SQLiteLibrary
  private let target: StoreTarget
  private let request: RunRequest
  private let mode: Mode
  /// nil: the file is not there yet.
  private var table: OpenTable?
  /// The request's latest run as this one has seen it last.
  private var seen: Mark?
  /// nil: the run is a new one without a page.
  private var record: RunRecord?
  /// The bookmark of runs before this one; nil where there is none, or it does not count.
  private var earlier: JSONOrdered?
  private var greatest: GreatestValue?
  private var note: RunNote

  /// Looks at the file, and finds the run to continue.
  package init(
    _ target: StoreTarget, _ request: RunRequest, mode: Mode,
    library fileNames: [String] = SQLiteLibrary.fileNames
  ) throws(StoreError) {
    library = try SQLiteLibrary.load(fileNames)
    self.target = target
    self.request = request
    self.mode = mode
    note = RunNote(bookmarkPath: request.bookmarkPath)
    if let path = request.bookmarkPath {
      greatest = GreatestValue(path: try StoreRun.path(path))
    }
    try look()
  }

  private static func path(_ text: String) throws(StoreError) -> JSONPath {
    do throws(JSONPathError) {
      return try JSONPath(text)
    } catch {
      throw .bookmarkInvalid(item: 0, path: .root)
    }
  }

  // MARK: What it begins with

  /// The number of the run; nil before its first page.
  package var run: Int? { record?.run }

  /// What the run has done so far, before it was continued, too.
  package var counts: RunCounts { record?.counts ?? RunCounts() }

  /// Where to continue; nil: from the start.
  package var checkpoint: String? { record?.note?.checkpoint }

  /// The value that the request's bookmark is filled in with; nil: there is none.
  package var since: JSONOrdered? { note.since }

  private func look() throws(StoreError) {
    guard let opened = try OpenTable(library, target, request, mayCreate: false) else { return }
    table = opened
    let hasTable = try opened.look()
    guard try opened.hasLog() else { return }
    let latest = try opened.log.latest()
    seen = latest.map { Mark(run: $0.run, counts: $0.counts) }
    guard mode == .continuing else { return }
    if let latest, latest.isOpen, hasTable || latest.counts.items == 0 {
      record = latest
      note.since = latest.note?.since
      if latest.note?.bookmarkPath == request.bookmarkPath, let path = greatest?.path {
        greatest = GreatestValue(path: path, value: latest.note?.greatest)
      }
    }
    if hasTable { earlier = try opened.log.bookmark() }
    if record == nil { note.since = earlier }
  }

  // MARK: Pages

  /// Stores a page.
  package func store(_ page: Page) throws(StoreError) {
    var greatest = greatest
    if let document = page.sourceDocument ?? page.document {
      let items = page.sourceDocument == nil ? page.items : page.sourceItems
      try greatest?.take(document, items, firstItem: counts.items)
    }
    let table = try writableTable(for: page)
    let result = try table.transaction { () throws(StoreError) in
      var record = try begin(table)
      if !page.items.isEmpty {
        let isNew = try table.write(page, run: record.run, &record.counts)
        if isNew { try table.log.forgetOthers(than: record.run) }
      }
      record.counts.pages += 1
      record.note = note(greatest?.value, page.checkpoint)
      record.verdict = nil
      try table.log.save(record)
      return record
    }
    adopt(result)
    self.greatest = greatest
  }

  private func note(_ greatest: JSONOrdered?, _ checkpoint: String?) -> RunNote {
    var note = note
    note.greatest = greatest
    note.checkpoint = checkpoint
    return note
  }

  private func adopt(_ record: RunRecord) {
    self.record = record
    seen = Mark(run: record.run, counts: record.counts)
  }

  /// The table, opened for writing. What is wrong with the page itself shows before a file is
  /// made or changed.
  private func writableTable(for page: Page?) throws(StoreError) -> OpenTable {
    if let table, table.isWritable { return table }
    if let page {
      let layout = try table?.currentLayout() ?? TableLayout(new: target)
      _ = try PageRows(page, layout: layout, firstItem: counts.items)
    }
    if table == nil { table = try OpenTable(library, target, request, mayCreate: true) }
    guard let table else { throw .overtaken(table: target.table) }
    try table.makeWritable()
    return table
  }

  /// The run's record in the open transaction, unless another run has come between.
  private func begin(_ table: OpenTable) throws(StoreError) -> RunRecord {
    try table.makeOwnTables()
    let latest = try table.log.latest()
    guard latest.map({ Mark(run: $0.run, counts: $0.counts) }) == seen else {
      throw .overtaken(table: target.table)
    }
    if let record { return record }
    return RunRecord(run: try table.log.begin(), counts: RunCounts(), verdict: nil, note: nil)
  }

  /// Lets the file grow to that many of its pages: what a full disk does, for tests.
  func limitPages(_ pages: Int) throws(StoreError) { try table?.limitPages(pages) }

  // MARK: The end

  /// Stores how the run has ended, and prunes where that is wanted and safe.
  ///
  /// A run that has stored nothing and failed leaves no trace. The file is closed, so that nothing
  /// lies beside it unless another program has it open.
  package func end(_ end: RunEnd) throws(StoreError) -> RunOutcome {
    defer { table = nil }
    if record == nil, !end.isRunOver {
      return RunOutcome(run: nil, counts: counts, verdict: end.verdict, notPruned: nil)
    }
    let table = try writableTable(for: nil)
    var notPruned: RunOutcome.NotPruned?
    let record = try table.transaction { () throws(StoreError) in
      var record = try begin(table)
      var verdict = end.verdict
      if verdict == .complete, record.counts.duplicates > 0 { verdict = .suspect }
      if end.prunes {
        notPruned = end.notPruned(verdict, record.counts)
        if notPruned == nil, let name = try table.tableName() {
          record.counts.deleted += try table.log.prune(name, run: record.run)
        }
      }
      record.verdict = verdict?.rawValue
      let bookmark = bookmark(record.note?.greatest ?? greatest?.value)
      record.note = note(bookmark, end.checkpoint ?? record.note?.checkpoint)
      try table.log.end(record, endReason: end.reason, bookmark: bookmark)
      return record
    }
    adopt(record)
    return RunOutcome(
      run: record.run, counts: record.counts,
      verdict: record.verdict.flatMap(RunVerdict.init), notPruned: notPruned)
  }

  /// The greatest value of this run and the ones before it.
  private func bookmark(_ own: JSONOrdered?) -> JSONOrdered? {
    guard let own else { return earlier }
    guard let earlier, own.isBelow(earlier) == true else { return own }
    return earlier
  }
}
