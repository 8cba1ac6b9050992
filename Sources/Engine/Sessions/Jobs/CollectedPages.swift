/// The pages of a walk whose items all are in its result, and the list as it was before the walk.
struct CollectedPages: Sendable {
  let bytesMax: Int
  private(set) var pages: [WalkPage] = []
  private(set) var bytes = 0
  @Indirect private(set) var before: PagedList?

  init(bytesMax: Int) { self.bytesMax = bytesMax }

  var isFull: Bool { bytes > bytesMax }

  /// Begins with the list as it is.
  mutating func begin(_ list: PagedList) { before = list }

  mutating func add(_ page: WalkPage) {
    pages.append(page)
    bytes += page.content.memoryBytes
  }
}

extension Walk {
  /// Ends a walk that is cancelled. One whose items would all have been in its result has delivered none:
  /// the list is as it was before.
  func cancel(_ collection: inout PagedList) {
    if let before = collected?.before {
      collection = before
    } else {
      collection.endWalk(at: passes.place)
    }
  }
}
