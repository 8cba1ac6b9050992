import JSON
package import Mapping

extension WalkPage {
  /// The page with another checkpoint.
  package func with(_ token: CheckpointToken?) -> WalkPage {
    WalkPage(
      page: page, start: start, objectCount: objectCount, content: content, items: items,
      token: token)
  }

  /// The page with some of its items, which come one after the other.
  package func keeping(_ range: Range<Int>) -> WalkPage {
    WalkPage(
      page: page, start: start + range.lowerBound - items.lowerBound, objectCount: objectCount,
      content: content, items: range, token: token)
  }

  /// The page with some of its items, by their ascending indexes.
  package func keeping(_ indexes: [Int]) -> WalkPage {
    let first = indexes.first ?? items.lowerBound
    guard indexes.last.map({ $0 + 1 - first }) ?? 0 != indexes.count else {
      return keeping(first..<first + indexes.count)
    }
    let kept = PageContent(
      document: content.document,
      sources: indexes.compactMap {
        content.sources.indices.contains($0) ? content.sources[$0] : nil
      },
      array: nil, mapped: content.mapped?.keeping(indexes), lists: [])
    return WalkPage(
      page: page, start: start + first - items.lowerBound, objectCount: objectCount,
      content: kept, items: 0..<indexes.count, token: token)
  }

  /// The same page with its items in another shape, one for one.
  package func replacingItems(with mapped: MappedItems) -> WalkPage {
    let content = PageContent(
      document: content.document,
      sources: Array(content.sources[items.clamped(to: content.sources.indices)]), array: nil,
      mapped: mapped, lists: [])
    return WalkPage(
      page: page, start: start, objectCount: objectCount, content: content,
      items: 0..<mapped.items.count, token: token)
  }

  /// The same page with the elements of a JSON array as its items; nil where the text is none.
  package func replacingItems(with text: [UInt8]) -> WalkPage? {
    guard let document = try? JSONDocument(text), document.root.kind == .array else { return nil }
    let items = document.elements(of: document.root)
    let content = PageContent(
      document: document, sources: items, array: document.root, mapped: nil, lists: [])
    return WalkPage(
      page: page, start: start, objectCount: objectCount, content: content,
      items: 0..<items.count, token: token)
  }
}

extension MappedItems {
  /// Some of the items, by their indexes.
  fileprivate func keeping(_ indexes: [Int]) -> MappedItems {
    var kept = MappedItems()
    kept.issues = issues
    kept.issuesOmitted = issuesOmitted
    for index in indexes {
      if !kept.bytes.isEmpty { kept.bytes.append(UInt8(ascii: ",")) }
      let begin = kept.bytes.count
      kept.bytes += bytes[items[index]]
      kept.items.append(begin..<kept.bytes.count)
    }
    return kept
  }
}
