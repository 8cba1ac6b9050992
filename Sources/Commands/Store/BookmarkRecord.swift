import JSON
import Server
import Sessions
import Store

/// What a resume file keeps of a bookmark.
///
///     {"path":"updated_at","since":"2024-01-01","greatest":"2024-02-03","last":"2024-01-01"}
///
/// `since` is what the walk began with, `greatest` the greatest value that it has seen, and `last`
/// the greatest of walks that ended well.
struct BookmarkRecord {
  let path: JSONPath
  private(set) var since: JSONOrdered?
  private var greatest: GreatestValue
  private var last: JSONOrdered?

  init(path: JSONPath) {
    self.path = path
    greatest = GreatestValue(path: path)
  }

  /// Nil where the value is none.
  init?(_ value: JSONValue) {
    guard let text = value["path"]?.stringValue, let path = try? JSONPath(text) else { return nil }
    self.path = path
    since = value["since"].flatMap(JSONOrdered.init)
    greatest = GreatestValue(path: path, value: value["greatest"].flatMap(JSONOrdered.init))
    last = value["last"].flatMap(JSONOrdered.init)
  }

  var json: JSONValue {
    [
      "path": .string(path.description), "since": since?.value ?? .null,
      "greatest": greatest.value?.value ?? .null, "last": last?.value ?? .null,
    ]
  }

  /// A new walk begins where earlier ones ended, unless all is to come anew.
  mutating func begin(isFresh: Bool) {
    since = isFresh ? nil : last
    greatest = GreatestValue(path: path)
  }

  /// Looks at the items of a page.
  mutating func take(_ page: WalkPage, firstItem: Int) throws(StoreError) {
    let stored = page.content.stored(page.items, checkpoint: nil)
    guard let document = stored.sourceDocument ?? stored.document else { return }
    let items = stored.sourceDocument == nil ? stored.items : stored.sourceItems
    try greatest.take(document, items, firstItem: firstItem)
  }

  /// The walk was complete.
  mutating func end() {
    guard let value = greatest.value else { return }
    if let last, since != nil, value.isBelow(last) == true { return }
    last = value
  }
}
