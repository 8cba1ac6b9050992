import JSON
import Sessions

/// The members that are wanted of an item, which stay nested as they are.
///
///     user.login, labels.name    of    {"user": {"login": "a", "id": 1}, "labels": [{"name": "b"}]}
///     makes    {"user":{"login":"a"},"labels":[{"name":"b"}]}
struct FieldTree: Sendable {
  private let paths: [ArraySlice<JSONPath.Component>]

  init(_ paths: [JSONPath]) { self.paths = paths.map { $0.components[...] } }

  /// The wanted parts of a page's items, as a JSON array.
  func items(of page: WalkPage) -> [UInt8] {
    var text = [UInt8(ascii: "[")]
    for index in page.items {
      if text.count > 1 { text.append(UInt8(ascii: ",")) }
      var item: [UInt8] = []
      page.content.appendItem(index, to: &item)
      guard let document = try? JSONDocument(item) else { continue }
      append(document, document.root, to: &text)
    }
    return text + [UInt8(ascii: "]")]
  }

  /// Appends the wanted part of a value. The elements of an array are taken one by one, unless a
  /// path names one by its number.
  func append(_ document: JSONDocument, _ value: JSONSlice, to bytes: inout [UInt8]) {
    append(document, value, paths, to: &bytes)
  }

  private func append(
    _ document: JSONDocument, _ value: JSONSlice, _ paths: [ArraySlice<JSONPath.Component>],
    to bytes: inout [UInt8]
  ) {
    let isWhole = paths.contains { $0.isEmpty } || paths.isEmpty
    switch value.kind {
    case .object where !isWhole:
      bytes.append(UInt8(ascii: "{"))
      var isFirst = true
      for (key, member) in document.members(of: value) {
        let below = paths.filter {
          $0.first.map { document.equals(key, utf8: $0.key) } ?? false
        }.map { $0.dropFirst() }
        guard !below.isEmpty else { continue }
        if !isFirst { bytes.append(UInt8(ascii: ",")) }
        isFirst = false
        bytes += document.bytes[key.range]
        bytes.append(UInt8(ascii: ":"))
        append(document, member, below, to: &bytes)
      }
      bytes.append(UInt8(ascii: "}"))
    case .array where !isWhole:
      bytes.append(UInt8(ascii: "["))
      var isFirst = true
      for (number, element) in document.elements(of: value).enumerated() {
        let below = paths.compactMap { path in
          guard let index = path.first?.index else { return path }
          return index == number ? path.dropFirst() : nil
        }
        guard !below.isEmpty else { continue }
        if !isFirst { bytes.append(UInt8(ascii: ",")) }
        isFirst = false
        append(document, element, below, to: &bytes)
      }
      bytes.append(UInt8(ascii: "]"))
    default:
      JSONCompaction.append(document.bytes, value.range, to: &bytes)
    }
  }
}
