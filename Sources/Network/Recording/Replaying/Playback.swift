import HTTP
import JSON

/// The exchanges of a HAR file, of which each answers one request: the file, an index of it, and
/// the marks of those that have answered.
struct Playback: Sendable {
  private let file: HARFile
  private var index: EntryIndex
  /// Further indexes, for requests that mask parts which the file does not.
  private var indexesByMask: [MaskedParts: EntryIndex] = [:]
  /// What the file lacks at its end.
  private let tear: Replayer.Tear?

  /// How many further indexes are made; each needs the file to be read again.
  private static let indexesMax = 8

  init(path: String) throws(RecordingError) {
    file = try HARFile(path)
    let (index, facts) = try Playback.index(of: file, masked: MaskedParts())
    self.index = index
    tear = facts.tear
  }

  private static func index(
    of file: HARFile, masked: MaskedParts
  ) throws(RecordingError) -> (EntryIndex, HARReading.Facts) {
    var index = EntryIndex(masked: masked)
    let facts = try file.readEntries(RecordedEntry.requestPlan) {
      (document, slots, base) throws(RecordingError) in
      guard index.count < RecordingLimits.entriesMax else {
        throw .tooManyEntries(path: file.path, maximum: RecordingLimits.entriesMax)
      }
      let entry = RecordedEntry(document, slots)
      let range = document.root.range
      index.add(
        entry.request, isRepeated: entry.isRepeated, isTransient: entry.isTransient,
        in: base + range.lowerBound..<base + range.upperBound)
    }
    index.isRepeated = facts.isRepeated
    return (index, facts)
  }

  var facts: Replayer.Facts {
    Replayer.Facts(path: file.path, entries: count, ignored: index.ignoredCount, tear: tear)
  }

  /// The entries that have answered.
  var usedNumbers: [Int] { index.usedNumbers }
  var folder: String { file.folder }
  /// How many entries there are, ignored ones included.
  var count: Int { index.count }

  /// Reads an entry; nil for one that is ignored, and where the file has changed.
  func entry(_ number: Int) -> RecordedEntry? {
    index.range(of: number).flatMap(file.bytes).flatMap(RecordedEntry.init)
  }

  /// The entry that answers the request, which it does from now on.
  mutating func use(_ request: ComparableRequest) -> (number: Int, entry: RecordedEntry)? {
    if let found = Playback.use(request, &index, file) {
      for masked in Array(indexesByMask.keys) { indexesByMask[masked]?.markUsed(found.number) }
      return found
    }
    let masked = MaskedParts(of: request)
    guard !masked.isEmpty else { return nil }
    if indexesByMask[masked] == nil {
      guard indexesByMask.count < Playback.indexesMax,
        var made = try? Playback.index(of: file, masked: masked).0
      else { return nil }
      for number in index.usedNumbers { made.markUsed(number) }
      indexesByMask[masked] = made
    }
    guard var other = indexesByMask.removeValue(forKey: masked) else { return nil }
    let found = Playback.use(request, &other, file)
    indexesByMask[masked] = other
    if let found { index.markUsed(found.number) }
    return found
  }

  private static func use(
    _ request: ComparableRequest, _ index: inout EntryIndex, _ file: HARFile
  ) -> (number: Int, entry: RecordedEntry)? {
    var latest: (number: Int, entry: RecordedEntry)?
    let number = index.use(request) { number, range in
      guard let entry = file.bytes(range).flatMap(RecordedEntry.init), let recorded = entry.request,
        request.differences(to: recorded).isEmpty
      else { return false }
      latest = (number, entry)
      return true
    }
    guard let number else { return nil }
    if let latest, latest.number == number { return latest }
    return index.range(of: number).flatMap(file.bytes).flatMap(RecordedEntry.init)
      .map { (number, $0) }
  }

  /// What comes nearest to a request that no entry answers; nil: there is no entry at all.
  func nearest(to request: ComparableRequest) -> RecordedRequest? {
    let found = index.nearest(to: request) { number in
      entry(number)?.request.map { request.differences(to: $0) }
    }
    guard let (number, differences) = found, let entry = entry(number),
      let method = entry.text(.method), let url = entry.text(.url)
    else { return nil }
    return RecordedRequest(entry: number, method: method, url: url, differences: differences)
  }
}
