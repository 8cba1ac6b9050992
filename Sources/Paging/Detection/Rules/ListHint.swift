import JSON

/// Items that are no list of objects, and the `itemsPath` that makes one of them.
///
///     {"items": {"1": {...}, "2": {...}}, "total": 2}     items.*
///     {"columns": ["id", "name"], "rows": [[1, "A"]]}     rows@columns
struct ListHint {
  /// Of what the hint is about, as a JSON Pointer.
  let pointer: String
  let itemsPath: String
  let says: String

  /// Fails when there is nothing to hint at: the items are what they look like.
  init?(_ envelope: Envelope) {
    let document = envelope.document
    let lists = envelope.root.filter { $0.slice.kind == .array }
    let rows = lists.first { list in
      list.name.means(.rowLists)
        && document.firstElement(of: list.slice)?.kind == .array
    }
    if let rows, let columns = lists.first(where: { $0.name.means(.columnLists) }) {
      pointer = "/" + rows.key
      itemsPath = "\(rows.key)@\(columns.key)"
      says = "rows whose columns have names: itemsPath \(itemsPath) makes objects of them"
      return
    }
    guard lists.isEmpty else { return nil }
    if document.objectOfItems(document.root) != nil {
      (pointer, itemsPath) = ("", "*")
    } else if let object = envelope.root.first(where: { document.objectOfItems($0.slice) != nil }),
      !object.name.means(.otherLists)
    {
      (pointer, itemsPath) = ("/" + object.key, "\(object.key).*")
    } else {
      return nil
    }
    if envelope.lists.contains(where: { $0.slice.kind == .object }) { return nil }  // it is known
    says = "an object of items: itemsPath \(itemsPath) lists its values"
  }
}
