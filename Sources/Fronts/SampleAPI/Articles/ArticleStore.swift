import System

/// The collection in its editions; each but the original is made when it is first asked for.
struct ArticleStore: Sendable {
  private let editions: [Once<Articles>]

  init(count: Int, itemBytes: Int) {
    editions = Articles.Edition.allCases.map { edition in
      Once { Articles(count: count, itemBytes: itemBytes, edition: edition) }
    }
    _ = articles(.original)
  }

  /// The collection in that edition.
  func articles(_ edition: Articles.Edition) -> Articles { editions[edition.rawValue].value }
}
