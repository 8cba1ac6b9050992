import JSON
package import Mapping
package import System

extension WalkPage {
  /// The page with another checkpoint, and none inside.
  package func with(_ token: LazyValue<String>?) -> WalkPage {
    copy(of: self) { ($0.token, $0.tokens) = (token, nil) }
  }

  /// The page with some of its items, which come one after the other.
  package func keeping(_ range: Range<Int>) -> WalkPage {
    var page = self
    page.start += range.lowerBound - items.lowerBound
    page.items = range
    return page
  }

  /// The page with some of its items, by their ascending indexes.
  package func keeping(_ indexes: [Int]) -> WalkPage {
    let first = indexes.first ?? items.lowerBound
    guard indexes.last.map({ $0 + 1 - first }) ?? 0 != indexes.count else {
      return keeping(first..<first + indexes.count)
    }
    let kept = indexes.filter(content.sources.indices.contains).map { content.sources[$0] }
    return keeping(first..<first).replacingItems(
      from: kept, count: indexes.count, with: content.mapped?.keeping(indexes))
  }

  /// The same page with its items in another shape, one for one.
  package func replacingItems(with mapped: MappedItems) -> WalkPage {
    replacingItems(
      from: Array(content.sources[items.clamped(to: content.sources.indices)]),
      count: mapped.items.count, with: mapped)
  }

  private func replacingItems(
    from sources: [JSONSlice], count: Int, with mapped: MappedItems?
  ) -> WalkPage {
    var page = self
    page.content = PageContent(
      document: content.document, sources: sources, array: nil, mapped: mapped, lists: [])
    page.items = 0..<count
    return page
  }

  /// The same page with the elements of a JSON array as its items; nil if the text is not an array.
  package func replacingItems(with text: [UInt8]) -> WalkPage? {
    guard let document = try? JSONDocument(text), document.root.kind == .array else { return nil }
    let items = document.elements(of: document.root)
    var page = self
    page.content = PageContent(
      document: document, sources: items, array: document.root, mapped: nil, lists: [])
    page.items = 0..<items.count
    return page
  }
}

extension MappedItems {
  fileprivate func keeping(_ indexes: [Int]) -> MappedItems {
    var kept = MappedItems()
    kept.issues = issues
    kept.issuesOmitted = issuesOmitted
    for index in indexes { kept.append { $0 += bytes[items[index]] } }
    return kept
  }
}
