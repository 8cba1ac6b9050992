/// The pages of a walk whose items all are in its result.
struct CollectedPages: Sendable {
  let bytesMax: Int
  private(set) var pages: [WalkPage] = []
  private(set) var bytes = 0

  var isFull: Bool { bytes > bytesMax }

  /// Adds a delivered page. `isRest`: a walk before this one has delivered its first items, so that
  /// its memory is counted already.
  mutating func add(_ page: WalkPage, isRest: Bool) {
    pages.append(page)
    if !isRest || pages.count == 1 { bytes += page.content.memoryBytes }
  }
}
