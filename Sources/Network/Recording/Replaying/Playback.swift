import HTTP
import JSON
import Text

/// The exchanges of a HAR file, each of which answers one request: the file, the places of its
/// entries, and marks for the entries that have been used.
///
/// Entries are found by ``RequestKey``, through one sorted list, so that a walk through n entries
/// takes n steps. A request is looked up once for each set of masks that the file has.
package struct Playback: Sendable {
  /// An entry in the file.
  private struct Place: Sendable {
    let digests: SIMD4<UInt32>
    let start: UInt32
    /// 0 for an ignored entry: one that is not for http or https, or has no request.
    let count: UInt32
    /// The number of the mask set that its key omits.
    let masks: UInt16
    let isRepeated: Bool
    /// A failure, or a status that may be another one later.
    let isTransient: Bool
    var isUsed = false

    static let ignored = Place(
      digests: SIMD4(), start: 0, count: 0, masks: 0, isRepeated: false, isTransient: false)
  }

  /// An entry in the list by which it is found.
  private typealias Row = (digest: Int, number: Int32)

  private let file: HARFile
  private var places: [Place] = []
  /// The entries that are not ignored.
  private var rows: [Row] = []
  /// The sets of places that entries mask, each set once.
  private var masks: [Set<Int>] = []
  /// The facts in the file besides its entries.
  private var log = HARReading.Facts()

  /// Most sets of parts that may be masked. Entries that mask yet another set are found by method
  /// and origin alone.
  static let masksMax = 64
  /// The maximum number of entries compared to find the nearest.
  static let comparedMax = 1_000

  /// Reads the file once and checks all of it.
  package init(path: String) throws(RecordingError) {
    file = try HARFile(path)
    log = try file.readEntries(RecordedEntry.requestPlan) {
      (document, slots, base) throws(RecordingError) in
      guard places.count < RecordingLimits.entriesMax else {
        throw .tooManyEntries(path: path, maximum: RecordingLimits.entriesMax)
      }
      let place = place(of: RecordedEntry(document: document, slots: slots), base)
      places.append(place)
    }
    rows = places.indices.filter { places[$0].count > 0 }.map { number in
      let place = places[number]
      return (Playback.digest(place.digests, Int(place.masks)), Int32(truncatingIfNeeded: number))
    }
    rows.sort(by: <)
  }

  private mutating func place(of entry: RecordedEntry, _ base: Int) -> Place {
    guard let request = entry.request else { return .ignored }
    var key = RequestKey(request)
    let number = maskNumber(key.masks)
    if !key.masks.isEmpty { key = RequestKey(request, without: masks[number]) }
    let range = entry.document.root.range
    return Place(
      digests: key.digests, start: UInt32(truncatingIfNeeded: base + range.lowerBound),
      count: UInt32(truncatingIfNeeded: range.count), masks: UInt16(truncatingIfNeeded: number),
      isRepeated: entry.isRepeated, isTransient: entry.isTransient)
  }

  private mutating func maskNumber(_ places: Set<Int>) -> Int {
    if let number = masks.firstIndex(of: places) { return number }
    let isFull = masks.count >= Playback.masksMax
    if masks.count <= Playback.masksMax { masks.append(isFull ? RequestKey.allPlaces : places) }
    return masks.count - 1
  }

  private static func digest(_ digests: SIMD4<UInt32>, _ masks: Int) -> Int {
    var hasher = Hasher()
    hasher.combine(digests)
    hasher.combine(masks)
    return hasher.finalize()
  }

  // MARK: Entries

  package var facts: Replayer.Facts {
    Replayer.Facts(path: file.path, entries: count, ignored: count - rows.count, tear: log.tear)
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
    let keys = keys(of: request)
    let found = keys.enumerated().flatMap { number, key in
      numbers(Playback.digest(key.digests, number))
    }
    if let entry = use(found.sorted(), request) { return entry }
    // It may mask what the file does not.
    guard !RequestKey(request).masks.isEmpty else { return nil }
    let others = places.indices.filter { number in
      places[number].count > 0 && differingParts(number, keys) == 0
    }
    return use(others, request)
  }

  private mutating func use(_ numbers: [Int], _ request: ComparableRequest) -> RecordedEntry? {
    for number in numbers where !places[number].isUsed {
      guard let entry = entry(number, answering: request) else { continue }
      places[number].isUsed = true
      return entry
    }
    // All of them have been used: those that may repeat start over. Otherwise the last entry is
    // repeated if it is a failure or a truncated body, so that every retry fails again.
    var first: (number: Int, entry: RecordedEntry)?
    var last: (number: Int, entry: RecordedEntry)?
    for number in numbers {
      guard let entry = entry(number, answering: request) else { continue }
      last = (number, entry)
      guard log.isRepeated || places[number].isRepeated else { continue }
      places[number].isUsed = first == nil
      first = first ?? last
    }
    return first?.entry
      ?? last.flatMap {
        places[$0.number].isTransient || $0.entry.isTruncated ? $0.entry : nil
      }
  }

  /// The keys of a request, one for each set of masks.
  private func keys(of request: ComparableRequest) -> [RequestKey] {
    masks.map { RequestKey(request, without: $0) }
  }

  /// The entries of a digest, in the file's order.
  private func numbers(_ digest: Int) -> [Int] {
    let first = rows.frontCount { $0.digest < digest }
    return rows[first...].prefix { $0.digest == digest }.map { Int($0.number) }
  }

  private func differingParts(_ number: Int, _ keys: [RequestKey]) -> Int {
    keys[Int(places[number].masks)].differingParts(from: places[number].digests)
  }

  // MARK: The nearest one

  /// The entry with the fewest differences from a request that no entry answers, the first one on a
  /// tie; nil if there are no entries.
  func nearest(to request: ComparableRequest) -> RecordedRequest? {
    let keys = keys(of: request)
    let ranked = places.indices.filter { places[$0].count > 0 }
      .map { (least: differingParts($0, keys), number: $0) }
      .sorted(by: <)
    var best: RecordedRequest?
    for (least, number) in ranked.prefix(Playback.comparedMax) {
      if let best,
        best.differences.count <= 1 || (best.differences.count, best.entry) < (least, number)
      {
        break
      }
      guard let entry = entry(number), let recorded = entry.request, let url = entry.text(.url)
      else { continue }
      var found = request.differences(to: recorded)
      if found.isEmpty { found = [RequestDifference(.used, requested: nil, recorded: nil)] }
      if let best, (best.differences.count, best.entry) < (found.count, number) { continue }
      best = RecordedRequest(entry: number, method: recorded.method, url: url, differences: found)
    }
    return best
  }
}
