package import JSON
import Mapping
package import Sessions

extension PageContent {
  /// Some of the items in the form that a store takes: slices of the API's bytes, or of the mapped
  /// bytes together with their sources.
  package func stored(_ range: Range<Int>, checkpoint: String?) -> StoreRun.Page {
    guard let document else {
      return StoreRun.Page(document: nil, items: [], checkpoint: checkpoint)
    }
    guard let mapped else {
      return StoreRun.Page(document: document, items: sourceItems(range), checkpoint: checkpoint)
    }
    var first: JSONDocument?
    let items = range.clamped(to: mapped.items.indices).compactMap { index -> JSONSlice? in
      guard let item = try? JSONDocument(mapped.bytes, in: mapped.items[index]) else { return nil }
      first = first ?? item
      return item.root
    }
    return StoreRun.Page(
      document: first, items: items[...],
      sources: (document, sourceItems(range)), checkpoint: checkpoint)
  }

  /// Some of the items as the API sent them.
  package func sourceItems(_ range: Range<Int>) -> ArraySlice<JSONSlice> {
    sources[range.clamped(to: sources.indices)]
  }

  /// The names of the members of some items.
  func members(_ range: Range<Int>) -> [String] {
    let page = stored(range, checkpoint: nil)
    guard let document = page.document else { return [] }
    var names: [String] = []
    var known: Set<String> = []
    for item in page.items {
      for (key, _) in document.members(of: item) {
        if let name = document.string(key), known.insert(name).inserted { names.append(name) }
      }
    }
    return names
  }
}
