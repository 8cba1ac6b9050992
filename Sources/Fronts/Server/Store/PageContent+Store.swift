import JSON
import Mapping
package import Sessions
package import Store

extension PageContent {
  /// Some of the items in the form that a store takes: slices of the API's bytes, or of the mapped
  /// bytes together with their sources.
  package func stored(_ range: Range<Int>, checkpoint: String?) -> StoreRun.Page {
    guard let document else {
      return StoreRun.Page(document: nil, items: [], checkpoint: checkpoint)
    }
    guard let mapped else {
      return StoreRun.Page(
        document: document, items: Array(sources[range.clamped(to: sources.indices)]),
        checkpoint: checkpoint)
    }
    let documents = range.clamped(to: mapped.items.indices).compactMap {
      try? JSONDocument(mapped.bytes, in: mapped.items[$0])
    }
    return StoreRun.Page(
      document: documents.first, items: documents.map(\.root),
      sources: (document, Array(sources[range.clamped(to: sources.indices)])),
      checkpoint: checkpoint)
  }
}
