import JSON
import Text

/// A JSON text whose values know their lines and columns.
struct PlacedText: Sendable {
  let document: JSONDocument
  private let lines: TextLines

  /// The maximum number of duplicate names reported for one value.
  static let duplicatesMax = 100

  init(_ document: JSONDocument) {
    self.document = document
    lines = TextLines(document.bytes)
  }

  func place(of slice: JSONSlice) -> ProfileProblem.Place { lines.place(of: Int(slice.start)) }

  /// The value at a dotted path, with its quoted name where it is a member of an object. Of a
  /// member that is not there, the object around it.
  func find(_ path: String, from root: JSONSlice) -> (name: JSONSlice?, value: JSONSlice)? {
    guard let path = try? JSONPath(path) else { return nil }
    var found: (name: JSONSlice?, value: JSONSlice) = (nil, root)
    for (depth, component) in path.components.enumerated() {
      let next = step(component, from: found.value)
      guard let next else { return depth > 0 && depth == path.components.count - 1 ? found : nil }
      found = next
    }
    return found
  }

  private func step(
    _ component: JSONPath.Component, from value: JSONSlice
  ) -> (name: JSONSlice?, value: JSONSlice)? {
    switch value.kind {
    case .object:
      let name = String(decoding: component.key, as: UTF8.self)
      // of a name that is given twice the last one counts
      return document.members(of: value).last { document.string($0.key) == name }
        .map { ($0.key, $0.value) }
    case .array:
      guard let index = component.index else { return nil }
      let elements = document.elements(of: value)
      return elements.indices.contains(index) ? (nil, elements[index]) : nil
    default: return nil
    }
  }

  /// The names that an object, or one inside it, has twice, with their paths.
  func duplicates(in root: JSONSlice) -> [(key: JSONSlice, path: String)] {
    var found: [(key: JSONSlice, path: String)] = []
    var waiting: [(value: JSONSlice, path: String)] = [(root, "")]
    while let (value, path) = waiting.popLast(), found.count < PlacedText.duplicatesMax {
      if value.kind == .object {
        var names: Set<String> = []
        for (key, member) in document.members(of: value) {
          let name = document.string(key) ?? ""
          let place = JSONFields.join(path, name)
          if !names.insert(name).inserted { found.append((key, place)) }
          if member.kind == .object || member.kind == .array { waiting.append((member, place)) }
        }
      } else if value.kind == .array {
        for (index, element) in document.elements(of: value).enumerated()
        where element.kind == .object || element.kind == .array {
          waiting.append((element, JSONFields.join(path, String(index))))
        }
      }
    }
    return found
  }
}

/// The lines of a text.
struct TextLines: Sendable {
  private let bytes: [UInt8]
  /// The offset at which each line begins; the first one after the byte order mark, which is not a
  /// character of it.
  private let starts: [Int]

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
    let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
    let breaks = bytes.indices.filter { bytes[$0] == UInt8(ascii: "\n") }
    starts = [bytes.starts(with: mark) ? mark.count : 0] + breaks.map { $0 + 1 }
  }

  /// The place of an offset, which may be the end of the text.
  func place(of offset: Int) -> ProfileProblem.Place {
    let line = max(1, starts.frontCount { $0 <= offset })
    // Every byte but the later ones of a character.
    let characters = bytes[min(starts[line - 1], offset)..<offset].count { $0 & 0xC0 != 0x80 }
    return ProfileProblem.Place(line: line, column: characters + 1)
  }
}

extension ProfileProblem.Place {
  /// The first character.
  package static let start = ProfileProblem.Place(line: 1, column: 1)
}
