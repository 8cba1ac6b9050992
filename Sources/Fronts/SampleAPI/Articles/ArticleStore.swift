import Synchronization

/// The collection in its editions; each is made when it is first asked for.
final class ArticleStore: Sendable {
  private let count: Int
  private let itemBytes: Int
  private let original: Articles
  /// The editions besides the original.
  private let editions = Mutex<[Articles.Edition: Articles]>([:])

  init(count: Int, itemBytes: Int) {
    self.count = count
    self.itemBytes = itemBytes
    original = Articles(count: count, itemBytes: itemBytes)
  }

  /// The collection in that edition.
  func articles(_ edition: Articles.Edition) -> Articles {
    guard edition != .original else { return original }
    return editions.withLock { editions in
      if let articles = editions[edition] { return articles }
      let articles = Articles(count: count, itemBytes: itemBytes, edition: edition)
      editions[edition] = articles
      return articles
    }
  }
}
