import Foundation
package import JSON

/// A case of the files in a folder `Cases`: what is done, one step a line, and what comes back.
///
/// A line with `case` begins a case, and the lines after it are its steps. The members of `common` are
/// those of the cases after it, unless they have their own. `for` makes a case of each of its objects,
/// whose members are names; a line with nothing but `for` is one more of them. `<name>` in any text is
/// what that name stands for, a whole `"<name>"` its value, and `<x*3>` is `xxx`. Tests/README.md draws
/// one through.
package struct Dialogue: NamedCase {
  package let id: String
  /// The members of the line that begins it.
  package let world: JSONObject
  package let steps: [JSONObject]

  /// The cases of the files in a folder. `world`: the members that a case may have; `verbs`: what a step
  /// can do, with the other members of such a step.
  package static func all(
    _ world: Set<String>, _ verbs: [String: Set<String>], in folder: String = "Cases",
    beside test: String = #filePath
  ) -> [Dialogue] {
    let folder = URL(filePath: test).deletingLastPathComponent().appending(path: folder)
    do {
      let files = try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
      return try files.flatMap { try all(world, verbs, of: CaseFile(folder.appending(path: $0))) }
        .filter { CaseFile.runs($0.id) }
    } catch {
      preconditionFailure("\(error)")
    }
  }

  package static func all(
    _ world: Set<String>, _ verbs: [String: Set<String>], of file: CaseFile
  ) throws -> [Dialogue] {
    let all = try cases(of: file)
    for one in all { try one.check(world, verbs) }
    guard Set(all.map(\.id)).count == all.count else {
      throw BadCase(text: "\(file.name): an id comes twice")
    }
    return all
  }

  private func check(_ members: Set<String>, _ verbs: [String: Set<String>]) throws {
    let known = members.union(["case", "note", "for", "names"])
    guard known.isSuperset(of: world.keys), !steps.isEmpty else {
      throw BadCase(text: "\(id) has no steps, or an unknown member: \(world.keys)")
    }
    for step in steps {
      guard let verb = step.keys.first(where: { verbs[$0] != nil }), let others = verbs[verb],
        others.union(["note", verb]).isSuperset(of: step.keys)
      else { throw BadCase(text: "\(id) has an unknown step: \(step.keys)") }
    }
  }

  private static func cases(of file: CaseFile) throws -> [Dialogue] {
    var found: [(world: JSONObject, steps: [JSONObject])] = []
    var common: JSONObject = [:]
    for text in file.texts {
      let document = try JSONDocument(Array(text.utf8))
      guard let line = document.value(document.root).objectValue,
        line.count == document.members(of: document.root).count
      else { throw BadCase(text: "no object, or a member comes twice in \(text)") }
      if let members = line["common"]?.objectValue {
        common = members
      } else if line["case"] != nil {
        var world = common.with(line)
        world["names"] = .object(
          (common["names"]?.objectValue ?? [:]).with(line["names"]?.objectValue))
        found.append((world, []))
      } else {
        guard let last = found.indices.last else { throw BadCase(text: "no case for \(text)") }
        if line.keys == ["for"], let row = line["for"] {
          found[last].world["for"] = .array((found[last].world["for"]?.arrayValue ?? []) + [row])
        } else {
          found[last].steps.append(line)
        }
      }
    }
    return try found.flatMap { one -> [Dialogue] in
      let id = "\(file.name): \(one.world["case"]?.plain ?? "")"
      guard let rows = one.world["for"]?.arrayValue?.map({ $0.objectValue ?? [:] }) else {
        return [Dialogue(id: id, world: one.world, steps: one.steps)]
      }
      if rows.isEmpty { throw BadCase(text: "\(id) is for nothing") }
      let firsts = rows.map { $0.members.first?.value.plain ?? "" }
      return rows.enumerated().map { index, row in
        let names = Dictionary(uniqueKeysWithValues: row.members.map { $0 })
        let number = Set(firsts).count == rows.count ? firsts[index] : String(index + 1)
        return Dialogue(
          id: "\(id), \(row["id"]?.plain ?? number)", world: one.world.filled(names),
          steps: one.steps.map { $0.filled(names) })
      }
    }
  }
}

/// What is wrong with a case.
package struct BadCase: Error {
  package let text: String

  package init(text: String) { self.text = text }
}

extension JSONObject {
  package func filled(_ names: [String: JSONValue]) -> JSONObject {
    JSONObject(members.map { (key: $0.key.filled(names), value: $0.value.filled(names)) })
  }

  /// With the members of another one that it does not have.
  package func completed(by others: JSONObject) -> JSONObject {
    JSONObject(members + others.members.filter { self[$0.key] == nil })
  }

  /// With the members of another one in place of its own; null takes one away.
  package func with(_ others: JSONObject?) -> JSONObject {
    var all = self
    for (name, value) in others?.members ?? [] { all[name] = value.isNull ? nil : value }
    return all
  }
}

extension JSONValue {
  package func filled(_ names: [String: JSONValue]) -> JSONValue {
    switch self {
    case .string(let text):
      if text.first == "<", text.last == ">", let whole = names[String(text.dropFirst().dropLast())]
      {
        return whole
      }
      return .string(text.filled(names))
    case .array(let elements): return .array(elements.map { $0.filled(names) })
    case .object(let object): return .object(object.filled(names))
    default: return self
    }
  }

  /// A text as it is, and another value as JSON.
  package var plain: String { stringValue ?? text }

  /// A list, or a single value.
  package var list: [JSONValue] { arrayValue ?? [self] }

  /// What is at a path such as `lists.0.url`; `-1` is a list's last element.
  package func at(_ path: some StringProtocol) -> JSONValue? {
    path.split(separator: ".").reduce(self as JSONValue?) { value, step in
      guard let list = value?.arrayValue, let index = Int(step) else { return value?[String(step)] }
      let place = index < 0 ? list.count + index : index
      return list.indices.contains(place) ? list[place] : nil
    }
  }

  /// Where this value is not what a pattern says. Of an object, the members that the pattern has
  /// count, and null stands for a missing one; a list has as many elements as its pattern.
  /// `{"=": value}` is exact, `{"~": parts}` of a text, `{"#": 3}` the number of elements, `{"+": patterns}`
  /// of a list that has elements like these.
  package func differences(from pattern: JSONValue, _ path: String = "") -> [String] {
    switch (pattern, self) {
    case (.object(let object), _) where ["=", "~", "#", "+"].contains(object.keys.first):
      let expected = object.members[0].value
      let holds =
        switch object.keys {
        case ["="]: self == expected
        case ["~"]: expected.list.allSatisfy { plain.holds($0.plain) }
        case ["+"]:
          expected.list.allSatisfy { one in
            arrayValue?.contains { $0.differences(from: one).isEmpty } == true
          }
        case ["#"]: arrayValue?.count == expected.integerValue
        default: false
        }
      return holds ? [] : ["\(path): \(text) is not \(pattern.text)"]
    case (.object(let object), .object):
      return object.members.flatMap { member in
        (self[member.key] ?? .null).differences(from: member.value, "\(path).\(member.key)")
      }
    case (.array(let patterns), .array(let elements)) where patterns.count == elements.count:
      return zip(patterns, elements).enumerated().flatMap { index, pair in
        pair.1.differences(from: pair.0, "\(path).\(index)")
      }
    default: return self == pattern ? [] : ["\(path): \(text) is not \(pattern.text)"]
    }
  }
}

extension String {
  /// Each `<name>` replaced by what it stands for, and `<x*3>` by `xxx`.
  package func filled(_ names: [String: JSONValue]) -> String {
    guard contains("<") else { return self }
    let text = names.reduce(self) { $0.replacing("<\($1.key)>", with: $1.value.plain) }
    return text.replacing(/<(.)\*([0-9]+)>/) { match in
      String(repeating: String(match.1), count: Int(match.2) ?? 0)
    }
  }

  /// Whether this text is as a part says: `^it begins so`, `!it is not in it`, `~it matches` or `it
  /// is in it`.
  package func holds(_ part: String) -> Bool {
    let rest = String(part.dropFirst())
    return switch part.first {
    case "^": hasPrefix(rest)
    case "!": !contains(rest)
    case "~": (try? Regex(rest)).map { firstMatch(of: $0) != nil } ?? false
    default: contains(part)
    }
  }

  /// The words of a command line; single quotes keep blanks.
  package var words: [String] {
    var words: [String] = []
    var (isQuoted, isWord) = (false, false)
    for character in self {
      if character == "'" {
        isQuoted.toggle()
        if !isWord { words.append("") }
        isWord = true
      } else if character == " ", !isQuoted {
        isWord = false
      } else {
        if !isWord { words.append("") }
        isWord = true
        words[words.count - 1].append(character)
      }
    }
    return words
  }

  /// The whole numbers of a text such as `1..3 7x2`, which is 1, 2, 3, 7, 7; `3..1` is none.
  package var numbers: [Int] {
    split(separator: " ").flatMap { part -> [Int] in
      let parts = part.split(separator: "x")
      let words = (parts.first ?? "").split(separator: ".")
      let ends = words.compactMap { Int($0) }
      guard let first = ends.first, let last = ends.last, ends.count == words.count else {
        return []
      }
      let copies = parts.count == 2 ? Int(parts[1]) ?? 0 : 1
      return (first..<max(first, last + 1)).flatMap { Array(repeating: $0, count: copies) }
    }
  }
}
