package import JSON
package import Pagination

/// One run of a request into a table: pages come in, and each is stored with the run's record in
/// one transaction.
///
/// The file is neither made nor changed before the first page. An error leaves it as it was
/// before that page; the run is over then. For one thread at a time.
package final class StoreRun {
  /// Selects the run that pages go to.
  package enum Mode: Sendable {
    /// The request's last run if it has not ended, else a new one.
    case continuing
    /// Always a new run.
    case fresh
    /// The same, in place of the rows that earlier runs of the request have stored where no identity
    /// tells which of them come again.
    case replacing
    /// A new one that no later run continues: its pages come as someone asks for them. Others of
    /// its kind may store pages of the same request meanwhile.
    case separate
  }

  /// The page's items, as slices of one document's bytes.
  package struct Page: Sendable {
    package let document: JSONDocument?
    package let items: ArraySlice<JSONSlice>
    /// The document that the items were mapped from; nil if they are as they came.
    package let sourceDocument: JSONDocument?
    package let sourceItems: ArraySlice<JSONSlice>
    /// The point to continue from after it; nil if the run cannot be continued.
    package let checkpoint: String?

    /// A page; without a document it has no items. `sources`: what each item was mapped from.
    package init(
      document: JSONDocument?, items: ArraySlice<JSONSlice>,
      sources: (document: JSONDocument, items: ArraySlice<JSONSlice>)? = nil, checkpoint: String?
    ) {
      self.document = document
      self.items = document == nil ? [] : items
      sourceDocument = sources?.document
      sourceItems = sources?.items ?? []
      self.checkpoint = checkpoint
    }

    /// The page without the items that are null, or were made of null: no key is theirs.
    fileprivate var withoutNulls: Page {
      let origins = sourceDocument == nil ? items : sourceItems
      guard origins.count == items.count, origins.contains(where: \.isNull) else { return self }
      let kept = zip(items, origins).filter { !$0.1.isNull }
      return Page(
        document: document, items: kept.map(\.0)[...],
        sources: sourceDocument.map { ($0, kept.map(\.1)[...]) }, checkpoint: checkpoint)
    }
  }

  /// The file as long as the run uses it, as others may, too.
  private final class FileUse {
    let file: StoreFile
    private(set) var hasEnded = false

    init(_ file: StoreFile) {
      self.file = file
      file.join()
    }

    deinit { end() }

    func end() {
      if !hasEnded { file.leave() }
      hasEnded = true
    }
  }

  private let use: FileUse
  private let target: StoreTarget
  private let request: RunRequest
  private let mode: Mode
  /// nil: no row is deleted at the end.
  private let pruning: PruneOrder?
  /// True when another request writes into the table; nil if not checked yet. Of two requests, the
  /// second one to begin finds the other.
  private var isShared: Bool?
  /// The run that must not have moved meanwhile, as this one has seen it last.
  private var seen: RunRecord?
  /// nil: the run is a new one without a page.
  private var record: RunRecord?
  /// The bookmark of earlier runs; nil if there is none or it does not count.
  private var earlier: JSONOrdered?
  /// The last checkpoint of the run that set the bookmark; nil if no run has.
  package private(set) var earlierCheckpoint: String?
  private var greatest: GreatestValue?
  private var note: RunNote
  /// Counts of items that are not stored: those that were null, and those of the run after which the
  /// list was begun again; 0: it was not.
  private var items = (nulls: 0, before: 0)
  /// nil: the run has no parts.
  private var parts: Parts?

  /// The parts of a run over many lists.
  private struct Parts {
    /// The members that tell their rows from each other.
    let members: [String]
    /// Those that ended and are not noted yet.
    var ends: [PartEnd] = []

    /// The number of ends that wait for a page to be stored with.
    static let endsMax = 1_000

    /// The columns of the members; nil where the table lacks one.
    func columns(_ layout: TableLayout) -> [String]? {
      let names = members.compactMap { member in
        let path = try? JSONPath(member)
        return
          (layout.columns.first { $0.source == .member(Array(member.utf8)) }
          ?? layout.columns.first { column in path.map { column.source == .path($0) } ?? false })?
          .name
      }
      return names.count == members.count && !names.isEmpty ? names : nil
    }
  }

  /// Looks at the file, and finds the run to continue. `file`: one that other runs share; nil: one
  /// of its own.
  ///
  /// `parts`: the members that tell the rows of many lists from each other, where the run is over
  /// many; nil: it is over one.
  package init(
    _ target: StoreTarget, _ request: RunRequest, mode: Mode, pruning: PruneOrder? = nil,
    file: StoreFile? = nil, parts: [String]? = nil
  ) throws(StoreError) {
    self.parts = parts.map { Parts(members: $0) }
    self.target = target
    self.request = request
    self.mode = mode
    self.pruning = pruning
    note = RunNote(bookmarkPath: request.bookmarkPath)
    if let path = request.bookmarkPath {
      guard let path = try? JSONPath(path) else { throw .bookmarkInvalid(item: 0, path: .root) }
      greatest = GreatestValue(path: path)
    }
    use = FileUse(file ?? StoreFile(path: target.path))
    try look()
  }

  // MARK: What it begins with

  /// The number of the run; nil before its first page.
  package var run: Int? { record?.run }

  /// Counts of what the run has done so far, including before it was continued.
  package var counts: RunCounts { record?.counts ?? RunCounts() }

  /// Items that were null, and so are no rows of a table with an identity; not those of a process that
  /// this one continues.
  package var nulls: Int { items.nulls }

  /// The point to continue from; nil for the start.
  package var checkpoint: String? { record?.note?.checkpoint }

  /// The value that is filled in for the request's bookmark; nil if there is none.
  package var since: JSONOrdered? { note.since }

  /// The caller's own state, carried from run to run. Stored with the next page and at the end.
  package var memory: JSONValue? {
    get { note.memory }
    set { note.memory = newValue }
  }

  private func look() throws(StoreError) {
    guard let place = try place(mayCreate: false) else { return }
    try place.file.database.patiently { () throws(StoreError) in try look(place) }
  }

  private func look(_ place: Place) throws(StoreError) {
    let hasTable = try place.table.currentLayout().exists
    try place.file.checkWritable()
    guard try TableCatalog(database: place.file.database).hasTable(RunLog.table) else { return }
    let latest = try rival(place)
    seen = latest
    guard mode == .continuing else { return }
    if let latest, latest.isOpen, hasTable || latest.counts.items == 0 {
      record = latest
      note.since = latest.note?.since
      note.memory = latest.note?.memory
      if latest.note?.bookmarkPath == request.bookmarkPath, let path = greatest?.path {
        greatest = GreatestValue(path: path, value: latest.note?.greatest)
      }
    }
    if record == nil, hasTable, let latest, !latest.isOpen { try findEarlierEnd(place, latest) }
    let bookmark = hasTable ? try place.log.bookmark() : nil
    earlier = bookmark?.value
    if record == nil {
      (note.since, note.memory) = (earlier, bookmark?.note.memory)
      earlierCheckpoint = bookmark?.note.checkpoint
    }
  }

  /// The place where pages go while the file is open.
  private struct Place {
    let file: OpenFile
    let table: OpenTable
    let log: RunLog
  }

  /// nil: the file is not there, and is not to be made.
  private func place(mayCreate: Bool) throws(StoreError) -> Place? {
    try use.file.open(mayCreate: mayCreate).map { open in
      Place(
        file: open, table: open.table(target),
        log: RunLog(database: open.database, target: target, request: request))
    }
  }

  /// The run of the request that this one must not meet: two that count what they see would not
  /// know which rows the other has seen.
  private func rival(_ place: Place) throws(StoreError) -> RunRecord? {
    mode == .separate ? try place.log.latestContinuable() : try place.log.latest()
  }

  // MARK: Pages

  /// Stores a page.
  package func store(_ whole: Page) throws(StoreError) {
    let page = target.identity.isEmpty ? whole : whole.withoutNulls
    let nulls = whole.items.count - page.items.count
    var greatest = greatest
    if let document = page.sourceDocument ?? page.document {
      let items = page.sourceDocument == nil ? page.items : page.sourceItems
      try greatest?.take(document, items, firstItem: counts.items)
    }
    let place: Place
    var rows: PageRows?
    (place, rows) = try writablePlace(for: page)
    let result = try place.file.transaction { () throws(StoreError) in
      var record = try begin(place)
      if self.record == nil { try replaceRows(place, &record) }
      if !page.items.isEmpty {
        if isShared == nil { isShared = try place.log.hasOtherRequests() }
        let isNew = try place.table.write(
          page, read: &rows, run: record.run, isShared: isShared == true,
          itemsBefore: items.before, &record.counts)
        if isNew { try place.log.forgetOthers(than: record.run) }
      }
      try place.log.note(parts?.ends ?? [], run: record.run)
      record.counts.pages += 1
      record.counts.items += nulls
      record.note = note(greatest?.value, page.checkpoint)
      record.verdict = nil
      try place.log.save(record)
      return record
    }
    adopt(result)
    parts?.ends = []
    self.greatest = greatest
    items.nulls += nulls
  }

  /// The list is begun again, so that rows already stored come a second time.
  package func beginAgain() {
    if items.before == 0 { items.before = counts.items }
  }

  /// Deletes the rows of earlier runs before the first page of one that replaces them.
  private func replaceRows(_ place: Place, _ record: inout RunRecord) throws(StoreError) {
    guard mode == .replacing, target.identity.isEmpty else { return }
    let layout = try place.table.currentLayout()
    guard layout.exists else { return }
    record.counts.deleted += try place.log.pruning(layout).prune(unseenSince: record.run)
  }

  /// A part has ended after the last page that was stored.
  package func add(_ end: PartEnd) throws(StoreError) {
    guard pruning != nil else { return }
    parts?.ends.append(end)
    guard let parts, parts.ends.count >= Parts.endsMax else { return }
    let place = try writablePlace(for: nil).place
    let result = try place.file.transaction { () throws(StoreError) in
      let record = try begin(place)
      try place.log.note(parts.ends, run: record.run)
      return record
    }
    adopt(result)
    self.parts?.ends = []
  }

  private func note(_ greatest: JSONOrdered?, _ checkpoint: String?) -> RunNote? {
    if mode == .separate { return nil }
    var note = note
    note.greatest = greatest
    note.checkpoint = checkpoint
    return note
  }

  private func adopt(_ record: RunRecord) {
    self.record = record
    if mode != .separate { seen = record }
  }

  /// The table's place, ready for writing. What is wrong with the page itself shows before a file
  /// is made or changed: its rows are read then.
  private func writablePlace(
    for page: Page?
  ) throws(StoreError) -> (place: Place, rows: PageRows?) {
    var place = try place(mayCreate: false)
    if let place, place.file.isWritable { return (place, nil) }
    let rows = try page.map { page throws(StoreError) in
      let layout = try place?.table.currentLayout() ?? TableLayout(new: target)
      return try PageRows(page, layout: layout, firstItem: counts.items)
    }
    if place == nil { place = try self.place(mayCreate: true) }
    guard let place else { throw .overtaken(table: target.table) }
    try place.file.makeWritable()
    return (place, rows)
  }

  /// The run's record in the open transaction, unless another run has come between.
  private func begin(_ place: Place) throws(StoreError) -> RunRecord {
    try place.file.makeOwnTables(place.log)
    if hasMoved(try rival(place)) { throw .overtaken(table: target.table) }
    guard let record else {
      let run = try place.log.begin()
      if pruning != nil, !target.identity.isEmpty {
        let layout = try place.table.currentLayout()
        let before = layout.exists ? try place.log.pruning(layout).rowCount() : 0
        try place.log.noteRowsBefore(before, run: run)
      }
      return RunRecord(run: run, counts: RunCounts(), verdict: nil, note: nil)
    }
    // A file that was replaced meanwhile does not know the run.
    if mode == .separate, try place.log.record(of: record.run)?.counts != record.counts {
      throw .overtaken(table: target.table)
    }
    return record
  }

  /// True when another run of the request has stored a page since this one looked. A separate run
  /// ignores earlier ones that no longer count because their table is gone.
  private func hasMoved(_ rival: RunRecord?) -> Bool {
    let isSame = rival?.run == seen?.run && rival?.counts == seen?.counts
    guard mode == .separate, let rival else { return mode != .separate && !isSame }
    return !isSame && rival.run >= seen?.run ?? 0
  }

  // MARK: The end

  /// Stores how the run has ended, and prunes where that is wanted and safe.
  ///
  /// A run that has stored nothing and failed leaves no trace. The file is closed, so that nothing
  /// lies next to it unless another program has it open.
  package func end(_ end: RunEnd) throws(StoreError) -> RunOutcome {
    var isToldLater = false
    defer { if !isToldLater { use.end() } }
    if record == nil, !end.isRunOver || mode == .separate {
      return RunOutcome(
        run: nil, counts: counts, verdict: end.verdict, proof: end.proof, notPruned: nil)
    }
    var end = end
    // What began after a bookmark has seen only what is new.
    if note.since != nil { end.proof = nil }
    if mode == .separate || !target.identity.isEmpty || !end.isRunOver {
      end.isReportedLater = false
    }
    let place = try writablePlace(for: nil).place
    var notPruned: PruneRefusal?
    let record = try place.file.transaction { () throws(StoreError) in
      var record = try begin(place)
      var verdict = end.verdict
      // Whoever asks for pages one by one may ask for one twice.
      // The items of one list may be those of another one, too.
      if verdict == .complete, record.counts.duplicates > 0, mode != .separate, parts == nil {
        verdict = .suspect
      }
      record.verdict = verdict?.rawValue
      if let pruning {
        let layout = try place.table.currentLayout()
        let pruned = try prune(pruning, record, end, layout, place.log)
        record.counts.deleted += pruned.deleted
        notPruned = pruned.notPruned
      }
      let bookmark = bookmark(record.note?.greatest ?? greatest?.value)
      record.note = note(
        bookmark, end.isPastLastPart ? nil : end.checkpoint ?? record.note?.checkpoint)
      try place.log.end(record, end, bookmark: bookmark, notPruned: notPruned?.name)
      return record
    }
    adopt(record)
    isToldLater = end.isReportedLater
    return RunOutcome(
      run: record.run, counts: record.counts,
      verdict: record.verdict.flatMap(Verdict.init),
      proof: record.verdict == Verdict.complete.rawValue ? end.proof : nil,
      notPruned: notPruned)
  }

  private func prune(
    _ order: PruneOrder, _ record: RunRecord, _ end: RunEnd, _ layout: TableLayout, _ log: RunLog
  ) throws(StoreError) -> (deleted: Int, notPruned: PruneRefusal?) {
    guard let parts else { return try log.prune(order, record, end, layout) }
    try log.note(parts.ends, run: record.run)
    guard let columns = parts.columns(layout) else { return (0, nil) }
    return try log.prune(order, record, layout, parts: columns)
  }

  // MARK: Unreported failures

  /// The end of a run without an identity that its process was killed before it could tell: to
  /// start again would store each row again. The caller reports it, then calls ``noteReported()``.
  /// `reason`: as JSON.
  package private(set) var earlierEnd: (run: Int, verdict: Verdict, reason: String?)?

  private func findEarlierEnd(_ place: Place, _ latest: RunRecord) throws(StoreError) {
    guard target.identity.isEmpty, let found = try place.log.unreported(),
      found.run == latest.run, let verdict = latest.verdict.flatMap(Verdict.init)
    else { return }
    record = latest
    earlierEnd = (found.run, verdict, found.reason)
  }

  /// Notes that the end was reported, after which the same request starts again.
  package func noteReported() {
    guard !use.hasEnded, let run else { return }
    defer { use.end() }
    guard let place = try? place(mayCreate: false) else { return }
    try? place.log.noteReported(run)
  }

  /// The greatest value of this run and the ones before it.
  private func bookmark(_ own: JSONOrdered?) -> JSONOrdered? {
    guard let own else { return earlier }
    guard let earlier, own.isBelow(earlier) == true else { return own }
    return earlier
  }
}
