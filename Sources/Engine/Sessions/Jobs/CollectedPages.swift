/// The pages of a walk whose items all are in its result.
struct CollectedPages: Sendable {
  let bytesMax: Int
  private(set) var pages: [WalkPage] = []
  private(set) var bytes = 0

  var isFull: Bool { bytes > bytesMax }

  /// Adds a delivered page.
  mutating func add(_ page: WalkPage) {
    pages.append(page)
    bytes += page.content.memoryBytes
  }
}
