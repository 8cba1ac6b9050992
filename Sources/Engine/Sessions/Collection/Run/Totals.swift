import Detection
import JSON
import Pagination

/// The totals that the pages of a run have stated.
///
///     {"count":47,"latest":47,"onLast":true,"mapped":true}
///     {"latest":46,"onLast":true,"fallen":1,"hint":"count"}     it was 47 on a page before
struct Totals: Sendable {
  /// The exact total that every page with a total has stated; nil: none has, or it changed.
  private(set) var count: Int?
  /// The total that was stated last.
  private(set) var latest: Int?
  /// The latest page has stated it.
  private(set) var isOnLast = false
  /// True when the first page of the run has it: what a later one has first may have fallen before.
  private(set) var isOnFirst = false
  /// A page has stated a total, whether or not it stayed the same.
  private(set) var isStated = false
  /// The total is where a setting, a profile or a finding says.
  private(set) var isMapped = false
  /// The place of a total that nothing names.
  private(set) var hintPath: ValuePath?
  /// The least number of items, where the total is not exact and a setting says where it is.
  private(set) var bound: Int?
  /// The same at a place that nothing names.
  private(set) var hintedBound: Int?
  /// The number of pages, where it is mapped.
  private(set) var pageCount: Int?
  /// The sums of what the total has lost and gained from page to page.
  private(set) var fallen = 0
  private(set) var risen = 0
  /// Each total was the number of items of its own page; nil: none was stated.
  private(set) var isOfPage: Bool?
  /// The latest total is that of a response that came after the one for the next page.
  private var isAhead = false
  /// The shape of the latest page in which a search found no total.
  private(set) var shapeWithoutTotal: UInt64?

  init() {}

  /// True when the total changed from page to page.
  var hasChanged: Bool { isStated && count == nil }

  /// Takes in what a page states. `hint`: a total at a place that nothing names; `received`: the
  /// number of its own items, which its total may be: `{"count": 10, "items": [10], "next": "..."}`.
  /// `isFirst`: the page is the first of the run.
  mutating func take(
    _ stated: StatedCounts, _ hint: TotalHint?, received: Int, isFirst: Bool
  ) {
    if let least = stated.objectCountMin { bound = least }
    if let hint, !hint.isExact { (hintedBound, hintPath) = (hint.count, hint.path) }
    if let pages = stated.pageCount { pageCount = pages }
    let hint = hint.flatMap { $0.isExact ? $0 : nil }
    let total = stated.objectCount ?? hint?.count
    isOnLast = total != nil
    if isFirst { isOnFirst = isOnLast }
    guard let now = total else { return }
    if stated.objectCount != nil { isMapped = true } else { hintPath = hint?.path }
    count = isStated ? (count == now ? now : nil) : now
    isStated = true
    if let before = latest {
      if isAhead, now > before {
        // Of a page that was held back while others were read again: older, and no rise.
        fallen = max(0, fallen - (now - before))
      } else {
        fallen = fallen.plus(max(0, before - now))
        risen = risen.plus(max(0, now - before))
      }
    }
    (latest, isAhead) = (now, false)
    isOfPage = isOfPage != false && now == received
  }

  /// Notes the shape of a page in which a search found no total.
  mutating func note(shapeWithoutTotal shape: UInt64) { shapeWithoutTotal = shape }

  /// The total turned out to be one of pages.
  mutating func takeTotalOfPages() {
    guard isStated else { return }
    pageCount = latest
    (count, latest, isStated, isMapped, isOnLast) = (nil, nil, false, false, false)
  }

  /// The total is not the same on every page.
  mutating func noteFall() { count = nil }

  /// The total has fallen, as a response says that came after the one for the next page.
  mutating func fall(to total: Int) {
    guard let before = latest, total < before else { return }
    isAhead = true
    fallen = fallen.plus(before - total)
    latest = total
    count = nil
  }

  // MARK: In checkpoints

  private typealias Member<Value> =
    (name: String, path: any WritableKeyPath<Totals, Value> & Sendable)
  private static let counts: [Member<Int?>] = [
    ("count", \.count), ("latest", \.latest), ("least", \.bound), ("hintedLeast", \.hintedBound),
    ("pages", \.pageCount),
  ]
  private static let flags: [Member<Bool>] = [
    ("stated", \.isStated), ("onFirst", \.isOnFirst), ("onLast", \.isOnLast),
    ("mapped", \.isMapped),
  ]

  var stored: JSONValue? {
    guard isStated || bound != nil || hintedBound != nil || pageCount != nil else { return nil }
    var object = JSONObject()
    for (name, path) in Totals.counts { object[name] = self[keyPath: path].map(JSONValue.integer) }
    for (name, path) in Totals.flags where self[keyPath: path] { object[name] = true }
    if let hintPath { object["hint"] = .string(hintPath.text) }
    if fallen > 0 { object["fallen"] = .integer(fallen) }
    if risen > 0 { object["risen"] = .integer(risen) }
    return .object(object)
  }

  init(stored: JSONValue?) {
    guard let stored else { return }
    func count(_ name: String) -> Int? {
      stored[name]?.integerValue.flatMap { $0 < 0 ? nil : $0 }
    }
    for (name, path) in Totals.counts { self[keyPath: path] = count(name) }
    for (name, path) in Totals.flags { self[keyPath: path] = stored[name] == true }
    fallen = count("fallen") ?? 0
    risen = count("risen") ?? 0
    hintPath = stored["hint"]?.stringValue.flatMap { try? ValuePath($0) }
  }
}

extension PageReading {
  /// True when a page without items states this number of items before it as the total of the list.
  func states(total: Int) -> Bool {
    counts.objectCount == total || total > 0 && PageSigns(self).state(total: total)
  }
}
