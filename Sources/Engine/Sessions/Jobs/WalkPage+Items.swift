import JSON
package import Mapping

extension WalkPage {
  /// The same page with its items in another shape, one for one.
  package func replacingItems(with mapped: MappedItems) -> WalkPage {
    let content = PageContent(
      document: content.document,
      sources: Array(content.sources[items.clamped(to: content.sources.indices)]), array: nil,
      mapped: mapped, lists: [])
    return WalkPage(
      page: page, start: start, objectCount: objectCount, content: content,
      items: 0..<mapped.items.count, checkpoint: checkpoint)
  }

  /// The same page with the elements of a JSON array as its items; nil where the text is none.
  package func replacingItems(with text: [UInt8]) -> WalkPage? {
    guard let document = try? JSONDocument(text), document.root.kind == .array else { return nil }
    let items = document.elements(of: document.root)
    let content = PageContent(
      document: document, sources: items, array: document.root, mapped: nil, lists: [])
    return WalkPage(
      page: page, start: start, objectCount: objectCount, content: content,
      items: 0..<items.count, checkpoint: checkpoint)
  }
}
