package import JSON
package import Pagination
package import Sessions
import Synchronization

/// A source of the items of a series.
package protocol SeriesSource: Sendable {
  /// The number of items; nil if it is known only at the end.
  var count: Int? { get }
  /// Gives the next items, one or more, or the end. Called again only after its completion, which
  /// may run on any thread, or inside the call.
  func next(_ completion: @escaping @Sendable (SourceStep) -> Void)
  /// Begins again.
  func reset()
}

/// The result of one read from a source.
package enum SourceStep: Sendable {
  case items([JSONValue])
  /// There are no more items, as far as the verdict says.
  case end(Verdict)
  case failed(LoadFailure)
}

/// Items that are all there.
package final class ListedItems: SeriesSource {
  private let items: [JSONValue]
  private let position = Mutex(0)

  /// The most items given at once.
  private static let chunkMax = 64

  package init(_ items: [JSONValue]) { self.items = items }

  package var count: Int? { items.count }

  package func next(_ completion: @escaping @Sendable (SourceStep) -> Void) {
    let chunk = position.withLock { position in
      let chunk = items[position..<min(items.count, position + ListedItems.chunkMax)]
      position += chunk.count
      return Array(chunk)
    }
    completion(chunk.isEmpty ? .end(.complete) : .items(chunk))
  }

  package func reset() { position.withLock { $0 = 0 } }
}

/// Items that the walk of another paginator supplies, a page at a time.
package final class PaginatorItems: SeriesSource {
  private let session: Session

  package init(_ session: Session) { self.session = session }

  package var count: Int? { nil }

  package func next(_ completion: @escaping @Sendable (SourceStep) -> Void) {
    session.walk(WalkOrder(pagesMax: 1)) { result in
      switch result {
      case .failure(let failure): completion(.failed(failure))
      case .success(let summary):
        let items = (summary.items ?? []).flatMap(\.values)
        // An empty page is not an end: the next walk says more.
        let hasMore = summary.endReason?.cause == .maximum(.pagesOfWalk, 1)
        if !items.isEmpty || hasMore {
          completion(.items(items))
        } else if summary.verdict == .partial, let error = summary.snapshot.error {
          completion(
            .failed(LoadFailure(error: error.error, page: error.page, snapshot: summary.snapshot)))
        } else {
          completion(.end(summary.verdict))
        }
      }
    }
  }

  package func reset() { session.reset() }
}

extension WalkPage {
  /// The items as values.
  fileprivate var values: [JSONValue] {
    var bytes: [UInt8] = []
    var values: [JSONValue] = []
    for index in items {
      bytes.removeAll(keepingCapacity: true)
      content.appendItem(index, to: &bytes)
      if let value = JSONValue(json: bytes) { values.append(value) }
    }
    return values
  }
}
