import JSON
import Pagination

/// A page with lists in its items that go on elsewhere, and what walks them to their end.
struct InnerWork: Sendable {
  /// A list that continues.
  struct List: Sendable {
    let item: JSONSlice
    /// The object of the list, the list, and the flag that says that there is more.
    let object: JSONSlice
    let items: JSONSlice
    let more: JSONSlice
  }

  let arrived: ArrivedResponse
  let document: JSONDocument
  let lists: [List]
  let inner: InnerSettings
  let settings: SessionSettings
  /// The params of the items' own list.
  let parameters: JSONObject

  /// Finds the lists that continue; nil if no list does, or all have been walked.
  init?(_ page: borrowing Page, _ arrived: ArrivedResponse, _ collection: borrowing PagedList) {
    guard let inner = collection.settings.inner, arrived.wholeLists == nil,
      let document = page.reading.view.scan?.document
    else { return nil }
    lists = page.reading.items.compactMap { item in
      guard let more = document.resolve(inner.more, from: item), document.boolean(more) == true,
        let object = document.resolve(inner.list, from: item),
        let items = document.resolve(inner.items, from: item), items.kind == .array
      else { return nil }
      return List(item: item, object: object, items: items, more: more)
    }
    if lists.isEmpty { return nil }
    self.arrived = arrived
    self.document = document
    self.inner = inner
    settings = collection.settings
    parameters = collection.configuration.parameters
  }

  /// The body with the later items of each list inserted, as JSON texts separated by commas.
  /// `isWhole`: true when the list has reached its end.
  func body(with found: [(items: [UInt8], isWhole: Bool)]) -> [UInt8] {
    var edits: [(range: Range<Int>, bytes: [UInt8])] = []
    for (list, added) in zip(lists, found) {
      let end = list.items.range.upperBound - 1
      if !added.items.isEmpty {
        let isEmpty = document.elements(of: list.items).isEmpty
        edits.append((end..<end, (isEmpty ? [] : [UInt8(ascii: ",")]) + added.items))
      }
      if added.isWhole { edits.append((list.more.range, Array("false".utf8))) }
    }
    edits.sort { $0.range.lowerBound < $1.range.lowerBound }
    var body: [UInt8] = []
    body.reserveCapacity(
      document.bytes.count + edits.reduce(0) { $0 + $1.bytes.count })
    var start = 0
    for edit in edits where edit.range.lowerBound >= start {
      body += document.bytes[start..<edit.range.lowerBound]
      body += edit.bytes
      start = edit.range.upperBound
    }
    body += document.bytes[start...]
    return body
  }
}

/// The outcome of walking the lists of a page.
struct WholeLists: Sendable {
  /// The body of the page with whole lists.
  let body: [UInt8]
  /// The lists that may not be whole.
  let doubtful: Int
}
