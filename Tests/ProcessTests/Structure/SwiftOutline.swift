import Foundation

/// A type as its source declares it, read by the indentation that the formatter gives.
struct DeclaredType {
  let name: String
  /// 0: not inside of another one.
  let depth: Int
  /// What stands behind the colon.
  let parents: [String]
  var stored: [StoredProperty] = []
  /// It has methods that change it.
  var isMutatedByMethods = false
}

/// A stored property of an instance.
struct StoredProperty: CustomStringConvertible {
  let name: String
  /// A variable that code outside of the type may set.
  let isWritableElsewhere: Bool

  var description: String { name }
}

extension HouseRuleTests.File {
  /// The folder that holds it.
  var folder: String { String(path.prefix(upTo: path.lastIndex(of: "/") ?? path.startIndex)) }

  /// Its name without the ending.
  var name: String { String(path.dropFirst(folder.count + 1).dropLast(".swift".count)) }

  /// The path without the name of an operating system.
  var withoutPlatform: String {
    ["Glibc", "Darwin", "Musl", "Linux"].reduce(path) { $0.replacingOccurrences(of: $1, with: "") }
  }

  /// The types that the file declares, in order; extensions count for mutating methods only.
  var types: [DeclaredType] {
    var types: [DeclaredType] = []
    /// Types around a line, with the indentation of their members.
    var open: [(index: Int, indent: Int)] = []
    for line in lines {
      let indent = line.prefix { $0 == " " }.count
      let text = line.dropFirst(indent)
      if text.isEmpty || text.hasPrefix("//") { continue }
      while let last = open.last, indent < last.indent { open.removeLast() }
      if let declared = Self.type(String(text), depth: open.count) {
        types.append(declared)
        if !text.hasSuffix("}") { open.append((types.count - 1, indent + 2)) }
      } else if let place = open.last, indent == place.indent {
        if text.contains("mutating func ") { types[place.index].isMutatedByMethods = true }
        if let property = Self.property(String(text)) { types[place.index].stored.append(property) }
      }
    }
    return types
  }

  /// The name that a line declares: the word behind `let` or `var`.
  static func declaredName(_ line: Substring) -> String? {
    guard let match = line.firstMatch(of: /\b(?:let|var) (\w+)/) else { return nil }
    return String(match.1)
  }

  private static func type(_ line: String, depth: Int) -> DeclaredType? {
    let declaration =
      /^(?:(?:package|private|fileprivate|final|indirect|@\w+(?:\([^)]*\))?) )*(?:struct|enum|class|actor|protocol) (\w+)(?:<[^>]*>)?(?:: ([^{]*))?/
    guard let match = line.firstMatch(of: declaration) else { return nil }
    let parents = (match.2 ?? "").split { !$0.isLetter && !$0.isNumber && $0 != "." }
      .map(String.init).filter { !["Sendable", "Equatable", "Hashable", "Error"].contains($0) }
    return DeclaredType(name: String(match.1), depth: depth, parents: parents)
  }

  private static func property(_ line: String) -> StoredProperty? {
    let declaration =
      /^((?:(?:@\w+(?:\([^)]*\))?|package|private|private\(set\)|package private\(set\)|fileprivate|lazy|weak|unowned|nonisolated) )*)(let|var) (\w+)/
    guard let match = line.firstMatch(of: declaration) else { return nil }
    let rest = line[match.range.upperBound...]
    if let brace = rest.firstIndex(of: "{"), !rest[..<brace].contains("=") { return nil }
    let isGuarded = match.1.contains("private")
    return StoredProperty(
      name: String(match.3), isWritableElsewhere: match.2 == "var" && !isGuarded)
  }
}
