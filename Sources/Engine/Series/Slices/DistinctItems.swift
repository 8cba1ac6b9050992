import JSON
import Sessions
import Text

/// The items of a sliced walk that were delivered, so that none is delivered twice.
struct DistinctItems: Sendable {
  /// A page without its doubles.
  struct Taken {
    var page: WalkPage
    /// The index in the page after the last item that was looked at.
    var end: Int
  }

  let identity: [JSONPath]
  /// The number of distinct items.
  private(set) var count = 0
  private var seen = DigestSet()
  /// Those that may come again after a checkpoint, with where they lie in the range.
  private var recent: [Recent] = []

  private struct Recent: Sendable {
    let digest: UInt64
    let position: Int?
    /// It came before the part that is being delivered.
    var isOld = false
  }

  /// The most items whose identities are remembered.
  private static let digestsMax = 10_000_000

  init(_ identity: [JSONPath]) { self.identity = identity }

  /// Removes duplicates from a page, up to `room` items. `note` gets the place where each item lies,
  /// doubles included.
  mutating func take(
    _ page: WalkPage, room: Int?, _ position: (JSONDocument, JSONSlice) -> Int?,
    note: (Int?) -> Void
  ) -> Taken {
    var kept: [Int] = []
    var end = page.items.lowerBound
    while end < page.items.upperBound {
      var place: Int?
      if let document = page.content.document, page.content.sources.indices.contains(end) {
        let item = page.content.sources[end]
        place = position(document, item)
        if let digest = digest(document, item) {
          if !seen.contains(digest) {
            if kept.count == room { break }
            if seen.count < DistinctItems.digestsMax { _ = seen.insert(digest) }
            recent.append(Recent(digest: digest, position: place))
            kept.append(end)
          }
          note(place)
          end += 1
          continue
        }
      }
      if kept.count == room { break }
      kept.append(end)
      note(place)
      end += 1
    }
    count += kept.count
    return Taken(page: page.keeping(kept), end: end)
  }

  /// The digest of an item's identity; nil: it has none.
  private func digest(_ document: JSONDocument, _ item: JSONSlice) -> UInt64? {
    var digest = Fingerprint()
    for path in identity {
      guard let value = document.resolve(path, from: item), value.kind != .null else { return nil }
      digest.add(document, value)
    }
    return digest.value
  }

  /// The walk continues from a position: what lies before it does not come again.
  mutating func forget(before position: Int) {
    recent.removeAll { item in item.position.map { $0 < position } ?? item.isOld }
    for index in recent.indices { recent[index].isOld = true }
  }

  /// Those near one of these positions, as a checkpoint has them.
  func stored(near bounds: [Int]) -> JSONValue {
    .array(
      recent.filter { item in
        guard let position = item.position else { return true }
        return bounds.contains { (-1...1).contains(position - $0) }
      }
      .map { .string(String($0.digest, radix: 16)) })
  }

  /// Takes in what a checkpoint has.
  mutating func restore(_ stored: [JSONValue], count: Int) {
    self.count = count
    for text in stored {
      guard let digest = text.stringValue.flatMap({ UInt64($0, radix: 16) }) else { continue }
      if seen.insert(digest) { recent.append(Recent(digest: digest, position: nil)) }
    }
  }
}
