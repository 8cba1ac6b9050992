import HTTP
import JSON
import Text

/// The exchanges of a HAR file, each of which answers one request: the file, the places of its
/// entries, and marks for the entries that have been used.
///
/// Entries are found by ``RequestKey``, through one sorted list, so that a walk through n entries
/// takes n steps.
package struct Playback: Sendable {
  /// An entry in the file.
  private struct Place: Sendable {
    /// The digest of its ``RequestKey``.
    var key = 0
    var path: UInt32 = 0
    var start: UInt32 = 0
    /// 0 for an ignored entry: one that is not for http or https, or has no request.
    var count: UInt32 = 0
    var isUsed = false
  }

  private let file: HARFile
  private var places: [Place] = []
  /// The entries that are not ignored, by their keys, then as in the file.
  private var order: [Int32] = []
  /// The places that an entry masks, which no key has.
  private var masks: Set<Int> = []
  /// The facts in the file besides its entries.
  private var log = HARReading.Facts()

  /// The maximum number of places that may be masked. With more, entries are found by method and
  /// origin alone.
  static let masksMax = 64
  /// The maximum number of entries compared to find the nearest.
  static let comparedMax = 1_000

  /// Reads the file once and checks all of it; twice where not all entries mask the same places.
  package init(path: String) throws(RecordingError) {
    file = try HARFile(path)
    var keyed: Set<Int>?
    log = try file.readEntries(RecordedEntry.requestPlan) {
      (document, slots, base) throws(RecordingError) in
      guard places.count < RecordingLimits.entriesMax else {
        throw .tooManyEntries(path: path, maximum: RecordingLimits.entriesMax)
      }
      let place = place(of: RecordedEntry(document: document, slots: slots), base)
      if place.count > 0, keyed == nil { keyed = masks }
      places.append(place)
    }
    if masks != keyed {
      for number in places.indices {
        guard let request = entry(number)?.request else { continue }
        places[number].key = RequestKey(request, without: masks).digest
      }
    }
    order = places.indices.filter { places[$0].count > 0 }.map(Int32.init)
    order.sort { [places] in (places[Int($0)].key, $0) < (places[Int($1)].key, $1) }
  }

  private mutating func place(of entry: RecordedEntry, _ base: Int) -> Place {
    guard let request = entry.request else { return Place() }
    var key = RequestKey(request, without: masks)
    if !key.masks.isEmpty {
      masks.formUnion(key.masks)
      if masks.count > Playback.masksMax { masks = RequestKey.allPlaces }
      key = RequestKey(request, without: masks)
    }
    let range = entry.document.root.range
    return Place(
      key: key.digest, path: Playback.digest(request),
      start: UInt32(truncatingIfNeeded: base + range.lowerBound),
      count: UInt32(truncatingIfNeeded: range.count))
  }

  private static func digest(_ request: ComparableRequest) -> UInt32 {
    UInt32(truncatingIfNeeded: RequestKey.digest(request.target.path))
  }

  // MARK: Entries

  package var facts: Replayer.Facts {
    Replayer.Facts(path: file.path, entries: count, ignored: count - order.count, tear: log.tear)
  }

  var folder: String { file.folder }
  /// The number of entries, including ignored ones.
  var count: Int { places.count }
  /// The entries that have answered.
  var usedNumbers: [Int] { places.indices.filter { places[$0].isUsed } }

  /// Reads an entry; nil for one that is ignored, and where the file has changed.
  func entry(_ number: Int) -> RecordedEntry? {
    let place = places[number]
    guard place.count > 0 else { return nil }
    return file.bytes(Int(place.start)..<Int(place.start) + Int(place.count))
      .flatMap(RecordedEntry.init)
  }

  /// The entry if it matches the request.
  private func entry(_ number: Int, answering request: ComparableRequest) -> RecordedEntry? {
    guard let entry = entry(number), let recorded = entry.request,
      request.differences(to: recorded).isEmpty
    else { return nil }
    return entry
  }

  // MARK: Answers

  /// Finds the first unused entry in file order that matches the request, and marks it as used.
  mutating func use(_ request: ComparableRequest) -> RecordedEntry? {
    let numbers = numbers(matching: request)
    for number in numbers where !places[number].isUsed {
      guard let entry = entry(number, answering: request) else { continue }
      places[number].isUsed = true
      return entry
    }
    // All of them have been used: those that may repeat start over. Otherwise the last entry is
    // repeated if it is a failure or a truncated body, so that every retry fails again.
    var first: (number: Int, entry: RecordedEntry)?
    var last: RecordedEntry?
    for number in numbers {
      guard let entry = entry(number, answering: request) else { continue }
      last = entry
      guard log.isRepeated || entry.isRepeated else { continue }
      places[number].isUsed = first == nil
      first = first ?? (number, entry)
    }
    return first?.entry ?? last.flatMap { $0.isTransient || $0.isTruncated ? $0 : nil }
  }

  /// The entries that may match a request, in the file's order.
  private func numbers(matching request: ComparableRequest) -> [Int] {
    let key = RequestKey(request, without: masks)
    // One that masks what the file does not may match any.
    guard key.masks.isEmpty else { return order.sorted().map(Int.init) }
    let first = order.frontCount { places[Int($0)].key < key.digest }
    return order[first...].prefix { places[Int($0)].key == key.digest }.map(Int.init)
  }

  // MARK: The nearest one

  /// The entry with the fewest differences from a request that no entry answers any more, the first
  /// one on a tie; nil if there are no entries. Those of the same path are compared first.
  func nearest(to request: ComparableRequest) -> RecordedRequest? {
    let used = numbers(matching: request).first { entry($0, answering: request) != nil }
    var best: RecordedRequest?
    for number in used.map({ [$0] }) ?? near(request) {
      guard let entry = entry(number), let recorded = entry.request, let url = entry.text(.url)
      else { continue }
      var found = request.differences(to: recorded)
      if found.isEmpty { found = [RequestDifference(.used, requested: nil, recorded: nil)] }
      if let best, best.differences.count <= found.count { continue }
      best = RecordedRequest(entry: number, method: recorded.method, url: url, differences: found)
      if found.count == 1 { break }
    }
    return best
  }

  private func near(_ request: ComparableRequest) -> [Int] {
    let path = Playback.digest(request)
    let all = order.sorted().map(Int.init)
    let ranked = all.filter { places[$0].path == path } + all.filter { places[$0].path != path }
    return ranked.prefix(Playback.comparedMax).sorted()
  }
}
