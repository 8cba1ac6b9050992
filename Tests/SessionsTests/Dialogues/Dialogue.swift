import Foundation
import JSON
import TestSupport
import Testing

@testable import Sessions

/// A line of a file of dialogues: a session is opened, and what happens to it is played in steps.
///
///     {"id": "two pages", "open": "counted", "total": 3,
///      "steps": [{"walk": {}, "serve": [1, 2], "gives": "1: 1 2 | 2: 3; complete, ..."}]}
///
/// Each member of a step does something or looks at something (`Play.actions`, `Play.looks`,
/// `Play.questions`), in the order in which they are written. Answers and states are compared as a
/// whole, in the words of `Words.swift`.
///
/// - `open`: params, or the name of some; `+` names those that the other members complete.
/// - `each`: names in the line and the values that take their places, so that one line is several
///   cases.
/// - `total`: how many items the numbered API has, of which `serve` and `visit` give two a page.
/// - `abilities`: of the client: `notifications`, or `requests`, which are all that it can be asked.
/// - `store`: `scripted`, where steps keep and refuse pages, or `immediate`.
/// - `random`, `waitingLoadsMax`: what every back-off is multiplied with, and a limit.
/// - `background`: slow pages are mapped when a step says so.
struct Dialogue: NamedCase {
  static let members: Set = [
    "id", "note", "open", "total", "abilities", "store", "random", "waitingLoadsMax", "background",
    "steps",
  ]

  let id: String
  let line: JSONObject
  /// Params of `open` that have a name.
  private let openings: [String: JSONObject]

  /// All dialogues, those of each file named after it.
  static let all: [Dialogue] = {
    let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .appending(path: "Cases/Dialogues").resolvingSymlinksInPath()
    do {
      let files = try FileManager.default.contentsOfDirectory(
        at: folder, includingPropertiesForKeys: nil)
      return try files.map { file in
        try read(
          String(contentsOf: file, encoding: .utf8),
          of: file.deletingPathExtension().lastPathComponent)
      }.flatMap(\.self)
    } catch {
      preconditionFailure("\(error)")
    }
  }()

  /// The dialogues of a file of that name. Lines `{"opening": "links", "is": {...}}` name params for those after
  /// them.
  static func read(_ file: String, of name: String) throws -> [Dialogue] {
    var openings = try [
      "numbered": Pages.numbered(), "counted": Pages.counted(), "tokens": Pages.tokens(),
    ].mapValues { try json($0).objectValue ?? [:] }
    var dialogues: [Dialogue] = []
    for text in file.split(separator: "\n") {
      guard let line = try json(String(text)).objectValue else { throw Mistake("\(name): \(text)") }
      if let opening = line["opening"]?.stringValue, let params = line["is"], line.count == 2 {
        openings[opening] = try Dialogue.params(params, openings)
      } else {
        dialogues += try expanded(line).map { try Dialogue($0, of: name, openings) }
      }
    }
    let ids = Dictionary(dialogues.map { ($0.id, 1) }, uniquingKeysWith: +)
    if let twice = ids.first(where: { $0.value > 1 }) { throw Mistake("\(twice.key) comes twice") }
    return dialogues
  }

  /// A line with a value of `each` in the place of each of its names.
  private static func expanded(_ line: JSONObject) throws -> [JSONObject] {
    guard let each = line["each"]?.objectValue else { return [line] }
    let columns = each.members.map { $0.value.arrayValue ?? [] }
    let count = columns.first?.count ?? 0
    // What tells the cases apart.
    let names = columns.first { Set($0.map(\.words)).count == count }
    guard let names, count > 0, columns.allSatisfy({ $0.count == count }) else {
      throw Mistake("\(line["id"]?.words ?? ""): each has no values, or not as many of each")
    }
    return (0..<count).map { index in
      var line = line
      line["each"] = nil
      line["id"] = .string("\(line["id"]?.words ?? ""): \(names[index].words)")
      // The longest names first, since one may begin with another.
      let members = each.members.sorted { $0.key.count > $1.key.count }
      let value = members.reduce(JSONValue.object(line)) { value, member in
        value.replacing(member.key, with: member.value.arrayValue?[index] ?? .null)
      }
      return value.objectValue ?? [:]
    }
  }

  private init(_ line: JSONObject, of file: String, _ openings: [String: JSONObject]) throws {
    guard let id = line["id"]?.stringValue, Dialogue.members.isSuperset(of: line.keys) else {
      throw Mistake("\(file): \(line.keys)")
    }
    self.id = "\(file): \(id)"
    self.line = line
    self.openings = openings
  }

  func params(_ value: JSONValue) throws -> JSONObject { try Dialogue.params(value, openings) }

  /// Params of `open`: the name of some, or an object of them. `+`: the name of those that its
  /// other members replace or complete.
  private static func params(
    _ value: JSONValue, _ openings: [String: JSONObject]
  ) throws -> JSONObject {
    if let name = value.stringValue {
      guard let params = openings[name] else { throw Mistake("no opening is called \(name)") }
      return params
    }
    guard let object = value.objectValue else { throw Mistake("no params: \(value.text)") }
    guard let base = object["+"] else { return object }
    return try object.members.reduce(into: params(base, openings)) { params, member in
      if member.key != "+" { params[member.key] = member.value }
    }
  }

  /// Something that a file of dialogues may not say.
  struct Mistake: Error {
    let text: String
    init(_ text: String) { self.text = text }
  }
}

extension JSONValue {
  /// A text without its quotes, and any other value as it is written.
  fileprivate var words: String { stringValue ?? text }

  /// The value with another in the place of each text of that name, and its words in other texts.
  fileprivate func replacing(_ name: String, with value: JSONValue) -> JSONValue {
    switch self {
    case .string(let text):
      text == name ? value : .string(text.replacing(name, with: value.words))
    case .array(let elements): .array(elements.map { $0.replacing(name, with: value) })
    case .object(let object):
      .object(
        JSONObject(
          object.members.map { key, member in
            (key == name ? value.words : key, member.replacing(name, with: value))
          }))
    default: self
    }
  }
}
