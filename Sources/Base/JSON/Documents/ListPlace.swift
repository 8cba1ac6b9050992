/// The path to the items of a body, which need not be a list yet.
///
/// | text | body | items |
/// | --- | --- | --- |
/// | `data.items` | `{"data": {"items": [1, 2]}}` | 1, 2 |
/// | `items.*` | `{"items": {"a": {"n": 1}, "b": {"n": 2}}}` | `{"n": 1}`, `{"n": 2}` |
/// | `rows@columns` | `{"columns": ["n"], "rows": [[1], [2]]}` | `{"n":1}`, `{"n":2}` |
package struct ListPlace: Sendable {
  private enum Form: Sendable {
    case list
    case values
    case rows(columns: JSONPath)
  }

  /// The key path of the list, once the body has one.
  package let path: JSONPath
  private let form: Form

  package init(_ text: String) throws(JSONPathError) {
    if text == "*" || text.hasSuffix(".*") {
      path = try JSONPath(String(text.dropLast(text == "*" ? 1 : 2)))
      form = .values
    } else if let sign = text.lastIndex(of: "@"), sign > text.startIndex,
      text[..<sign].last != ".", !text.hasPrefix("/")
    {
      path = try JSONPath(String(text[..<sign]))
      form = .rows(columns: try JSONPath(String(text[text.index(after: sign)...])))
    } else {
      path = try JSONPath(text)
      form = .list
    }
  }

  /// The body with a list at the path; nil where it is to stay as it is.
  package func listed(_ body: [UInt8]) -> [UInt8]? {
    if case .list = form { return nil }
    guard let document = try? JSONDocument(body),
      let place = document.resolve(path, from: document.root)
    else { return nil }
    let elements: [[UInt8]]
    switch form {
    case .list: return nil
    case .values:
      guard place.kind == .object else { return nil }
      let values = document.members(of: place).map(\.value)
      let objects = values.filter { $0.kind == .object }
      elements = (objects.isEmpty ? values : objects).map { Array(body[$0.range]) }
    case .rows(let columns):
      guard place.kind == .array, let list = document.resolve(columns, from: document.root),
        list.kind == .array
      else { return nil }
      let names = document.elements(of: list).map { ListPlace.name($0, document) }
      elements = document.elements(of: place).map { ListPlace.object($0, names, document) }
    }
    var writer = JSONWriter(reservingCapacity: body.count)
    writer.beginArray()
    for element in elements { writer.raw(element) }
    writer.endArray()
    return body[..<place.range.lowerBound] + writer.bytes + body[place.range.upperBound...]
  }

  /// A column is its name, or an object that has one.
  private static func name(_ column: JSONSlice, _ document: JSONDocument) -> [UInt8]? {
    if column.kind == .string { return Array(document.bytes[column.range]) }
    guard column.kind == .object else { return nil }
    let values = ["name", "field", "key", "id", "title", "label"].lazy.compactMap { key in
      document.member(key, of: column)
    }
    return values.first { $0.kind == .string }.map { Array(document.bytes[$0.range]) }
  }

  /// A row as an object; values without a name are called by their number, from 1.
  private static func object(
    _ row: JSONSlice, _ names: [[UInt8]?], _ document: JSONDocument
  ) -> [UInt8] {
    guard row.kind == .array else { return Array(document.bytes[row.range]) }
    var object = [UInt8(ascii: "{")]
    for (number, value) in document.elements(of: row).enumerated() {
      if number > 0 { object.append(UInt8(ascii: ",")) }
      let name = number < names.count ? names[number] : nil
      object += name ?? Array("\"\(number + 1)\"".utf8)
      object.append(UInt8(ascii: ":"))
      object += document.bytes[value.range]
    }
    object.append(UInt8(ascii: "}"))
    return object
  }
}
