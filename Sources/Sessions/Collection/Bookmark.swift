/// Where loads continue.
enum Bookmark: Sendable {
  /// Nothing has been loaded yet.
  case start
  /// At a checkpoint that was opened; nothing has been loaded since.
  indirect case checkpoint(Checkpoint)
  /// After a page.
  case page(number: Int, url: String)
  /// Within a page that a walk has cut: after so many of its items.
  indirect case within(Page, taken: Int)

  /// The page that loads count from.
  var currentPage: Int? {
    switch self {
    case .start, .checkpoint: nil
    case .page(let number, _): number
    case .within(let page, _): page.number
    }
  }

  /// Where the current page came from, secrets masked.
  var url: String? {
    switch self {
    case .start, .checkpoint: nil
    case .page(_, let url): url
    case .within(let page, _): page.facts.url
    }
  }

  var checkpoint: Checkpoint? {
    if case .checkpoint(let checkpoint) = self { checkpoint } else { nil }
  }

  /// The page that has been cut, and how many of its items have been delivered.
  var remainder: (page: Page, taken: Int)? {
    if case .within(let page, let taken) = self { (page, taken) } else { nil }
  }
}
