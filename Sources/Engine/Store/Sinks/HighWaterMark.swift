package import JSON
package import Sessions
import Text

/// A bookmark as a resume file keeps it.
///
///     {"path":"updated_at","since":"2024-01-01","greatest":"2024-02-03","last":"2024-01-01",
///      "seen":["9f86d081884c7d65"],"latest":[["2024-02-03",["60303ae22b998861"]]]}
///
/// `since` is what the walk began with, `greatest` the greatest value that it has seen, `last`
/// the greatest of walks that ended well, and `seen` the fingerprints of the items that the next
/// walk brings again, as their values are `last`, or within the lag below it: an API lists them by
/// "at least". `latest` are those of a walk that has not ended, by their values; null: too many.
package struct HighWaterMark {
  /// The value that the next walk begins with, where that is not the greatest; nil: it is.
  package typealias Lag = (JSONOrdered) -> JSONOrdered?

  package let path: JSONPath
  package private(set) var since: JSONOrdered?
  private var greatest: GreatestValue
  private var last: JSONOrdered?
  private var seen: Set<UInt64> = []
  /// The items of this walk that the next one may bring again, with their values.
  private var latest: [(value: JSONOrdered, item: UInt64)] = []
  /// There were too many of them to remember.
  private var isOverfull = false

  /// Most items that are remembered. If there are more, the next walk writes them again.
  static let seenMax = 10_000

  package init(path: JSONPath) {
    self.path = path
    greatest = GreatestValue(path: path)
  }

  /// Reads a bookmark; nil if the value is not one.
  package init?(_ value: JSONValue) {
    guard let text = value["path"]?.stringValue, let path = try? JSONPath(text) else { return nil }
    self.path = path
    since = value["since"].flatMap(JSONOrdered.init)
    greatest = GreatestValue(path: path, value: value["greatest"].flatMap(JSONOrdered.init))
    last = value["last"].flatMap(JSONOrdered.init)
    let texts = value["seen"]?.arrayValue?.prefix(HighWaterMark.seenMax) ?? []
    seen = Set(texts.compactMap { $0.stringValue.flatMap { UInt64($0, radix: 16) } })
    isOverfull = value["latest"] == .null
    for group in value["latest"]?.arrayValue ?? [] {
      guard let parts = group.arrayValue, parts.count == 2, let value = JSONOrdered(parts[0])
      else { continue }
      for text in parts[1].arrayValue ?? [] where latest.count < HighWaterMark.seenMax {
        guard let item = text.stringValue.flatMap({ UInt64($0, radix: 16) }) else { continue }
        latest.append((value, item))
      }
    }
  }

  package var json: JSONValue {
    [
      "path": .string(path.description), "since": since?.value ?? .null,
      "greatest": greatest.value?.value ?? .null, "last": last?.value ?? .null,
      "seen": .array(seen.sorted().map { .string(String($0, radix: 16)) }),
      "latest": isOverfull ? .null : .array(latestByValue),
    ]
  }

  /// The latest items, those of one value after the other together.
  private var latestByValue: [JSONValue] {
    var groups: [(value: JSONOrdered, items: [JSONValue])] = []
    for (value, item) in latest {
      if groups.last?.value != value { groups.append((value, [])) }
      groups[groups.count - 1].items.append(.string(String(item, radix: 16)))
    }
    return groups.map { [$0.value.value, .array($0.items)] }
  }

  /// A new walk begins where earlier ones ended, unless all is to come again.
  package mutating func begin(isFresh: Bool) {
    since = isFresh ? nil : last
    greatest = GreatestValue(path: path)
    if isFresh { seen = [] }
    latest = []
    isOverfull = false
  }

  /// Looks at the items of a page; gives those that are new, in parts of the page.
  package mutating func take(
    _ page: WalkPage, firstItem: Int, lag: Lag? = nil
  ) throws(StoreError) -> [WalkPage] {
    guard let document = page.content.document else { return [page] }
    let items = page.content.sourceItems(page.items)
    try greatest.take(document, items, firstItem: firstItem)
    guard items.count == page.items.count else { return [page] }
    var new = RangeSet<Int>()
    for (index, item) in zip(page.items, items) {
      var fingerprint = Fingerprint()
      fingerprint.add(document.bytes, item.range)
      remember(fingerprint.value, document, item, lag)
      if since == nil || !seen.contains(fingerprint.value) {
        new.insert(contentsOf: index..<index + 1)
      }
    }
    latest = latest.filter { isNear($0.value, lag) }
    return new.ranges.map { page.keeping($0) }
  }

  private mutating func remember(
    _ fingerprint: UInt64, _ document: JSONDocument, _ item: JSONSlice, _ lag: Lag?
  ) {
    guard !isOverfull, let slice = document.resolve(path, from: item),
      let value = JSONOrdered(document, slice), isNear(value, lag)
    else { return }
    latest.append((value, fingerprint))
    guard latest.count > HighWaterMark.seenMax else { return }
    latest = latest.filter { isNear($0.value, lag) }
    isOverfull = latest.count > HighWaterMark.seenMax / 2
  }

  /// True when the next walk brings an item with that value again.
  private func isNear(_ value: JSONOrdered, _ lag: Lag?) -> Bool {
    guard let greatest = greatest.value else { return false }
    let bound = lag?(greatest) ?? greatest
    return value.isBelow(bound) == false
  }

  /// The walk was complete.
  package mutating func end(lag: Lag? = nil) {
    defer { (latest, isOverfull) = ([], false) }
    guard let value = greatest.value else { return }
    if let last, since != nil, value.isBelow(last) == true { return }
    let items = isOverfull ? [] : latest.filter { isNear($0.value, lag) }.map(\.item)
    seen = since != nil && value == last ? seen.union(items) : Set(items)
    if seen.count > HighWaterMark.seenMax { seen = [] }
    last = value
  }
}
