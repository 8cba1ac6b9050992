package import JSON
import Mapping
package import Sessions

/// The members added to each item to show which item of the series its list belongs to.
///
/// With `number` kept, `{"id":1}` of the list of `{"number":5}` becomes
/// `{"_item":{"number":5},"id":1}`, and `{"_item_number":5,"id":1}` in a table.
package struct ItemStamp: Sendable {
  /// The name of the member, or the prefix of the members in a table.
  private static let name = "_item"
  /// The member of an item that was not an object.
  private static let valueName = "value"

  private let paths: [JSONPath]
  /// True when each path has a member of its own.
  private let isForTable: Bool

  /// Makes a stamp from the kept paths; nil if nothing is kept.
  package init?(_ keep: [String], isForTable: Bool) {
    paths = keep.compactMap { try? JSONPath($0) }
    if keep.isEmpty { return nil }
    self.isForTable = isForTable
  }

  /// The members that tell the rows of one value from those of another.
  package var columns: [String] {
    guard isForTable, !paths.contains(.root) else { return [ItemStamp.name] }
    var names: [String] = []
    for path in paths {
      let name = ([ItemStamp.name] + path.keys).joined(separator: "_")
      if !names.contains(name) { names.append(name) }
    }
    return names
  }

  /// Returns the values for the columns: strings and numbers, and the JSON text of anything else,
  /// so that they identify a row.
  package func values(of kept: [UInt8]) -> [JSONValue] {
    guard let kept = JSONValue(json: kept) else { return [] }
    if paths.contains(.root) { return [ItemStamp.plain(kept)] }
    var values: [String: JSONValue] = [:]
    for path in paths {
      let value = path.keys.reduce(kept) { $0[$1] ?? .null }
      values[([ItemStamp.name] + path.keys).joined(separator: "_")] = ItemStamp.plain(value)
    }
    return columns.map { values[$0] ?? .null }
  }

  private static func plain(_ value: JSONValue) -> JSONValue {
    switch value {
    case .string, .number: return value
    case .null, .boolean, .array, .object:
      return .string(value.text)
    }
  }

  /// The items of a page may become this many times its bytes, and ``bytesMin``: of a large
  /// value that is kept, each of a million small items would have a copy.
  package static let bytesPerByte = 8
  package static let bytesMin = 64 << 20

  /// A page whose items have what is kept, as JSON text, in front.
  package func stamped(
    _ page: WalkPage, with kept: [UInt8]
  ) throws(SessionError) -> WalkPage {
    let front = members(kept)
    let most = ItemStamp.bytesMin + ItemStamp.bytesPerByte * page.content.bytes
    var mapped = MappedItems()
    mapped.issues = page.content.issues
    mapped.issuesOmitted = page.content.mapped?.issuesOmitted ?? 0
    var text: [UInt8] = []
    for index in page.items {
      text.removeAll(keepingCapacity: true)
      page.content.appendItem(index, to: &text)
      mapped.append { append(text, behind: front, to: &$0) }
      guard mapped.bytes.count <= most else {
        throw .limitExceeded(limit: .keptBytes, maximum: most)
      }
    }
    return page.replacingItems(with: mapped)
  }

  /// `"_item":{"number":5}`, or `"_item_number":5`.
  private func members(_ kept: [UInt8]) -> [UInt8] {
    guard isForTable else { return Array("\"\(ItemStamp.name)\":".utf8) + kept }
    var writer = JSONWriter()
    writer.value(
      .object(JSONObject(zip(columns, values(of: kept)).map { (key: $0, value: $1) })))
    return Array(writer.bytes.dropFirst().dropLast())
  }

  private func append(_ item: [UInt8], behind front: [UInt8], to bytes: inout [UInt8]) {
    bytes.append(UInt8(ascii: "{"))
    bytes += front
    if let document = try? JSONDocument(item), document.root.kind == .object {
      let taken = columns.map { Array($0.utf8) }
      for (key, value) in document.members(of: document.root) {
        bytes.append(UInt8(ascii: ","))
        if let name = document.utf8(key), taken.contains(name) {
          // The item's own member of that name.
          var own = String(decoding: name, as: UTF8.self) + "_"
          while document.member(own, of: document.root) != nil { own += "_" }
          bytes += JSONValue.string(own).bytes
        } else {
          bytes += document.bytes[key.range]
        }
        bytes.append(UInt8(ascii: ":"))
        bytes += document.bytes[value.range]
      }
    } else {
      bytes += ",\"\(ItemStamp.valueName)\":".utf8
      bytes += item
    }
    bytes.append(UInt8(ascii: "}"))
  }
}
