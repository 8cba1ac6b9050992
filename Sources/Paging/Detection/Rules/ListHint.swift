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
    guard document.root.kind == .object else { return nil }
    let members = document.members(of: document.root).compactMap { member in
      document.string(member.key).map { (name: $0, value: member.value) }
    }
    if let rows = members.first(where: { name, value in
      FieldName(name).means(.rowLists) && value.kind == .array
        && document.elements(of: value, most: 1).first.first?.kind == .array
    }),
      let columns = members.first(where: { name, value in
        FieldName(name).means(.columnLists) && value.kind == .array
      })
    {
      pointer = "/" + rows.name
      itemsPath = "\(rows.name)@\(columns.name)"
      says = "rows whose columns have names: itemsPath \(itemsPath) makes objects of them"
      return
    }
    if !members.contains(where: { $0.value.kind == .array }),
      document.objectOfItems(document.root) != nil
    {
      (pointer, itemsPath) = ("", "*")
    } else if let object = ListHint.objectOfItems(document) {
      (pointer, itemsPath) = ("/" + object.name, "\(object.name).*")
    } else {
      return nil
    }
    if envelope.list(itemsPath) != nil { return nil }  // it is known to be the list
    says = "an object of items: itemsPath \(itemsPath) lists its values"
  }

  /// The first member of a body without lists that is an object of items, and of no links or the
  /// like.
  static func objectOfItems(_ document: JSONDocument) -> (name: String, value: JSONSlice)? {
    guard document.root.kind == .object else { return nil }
    let members = document.members(of: document.root)
    guard !members.contains(where: { $0.value.kind == .array }),
      let member = members.first(where: { document.objectOfItems($0.value) != nil }),
      member.key.range.count <= Envelope.keyBytesMax, let name = document.string(member.key),
      !FieldName(name).means(.otherLists)
    else { return nil }
    return (name, member.value)
  }
}
