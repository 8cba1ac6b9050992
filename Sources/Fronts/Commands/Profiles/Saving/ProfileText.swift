import JSON
import Text

/// The text of a file of profiles, to which one profile is added; everything else keeps its bytes.
struct ProfileText {
  private let document: JSONDocument?
  private let newline: String

  /// Makes the text of a document; nil if there is no file yet.
  init(_ document: JSONDocument?) {
    self.document = document
    let hasReturns = document.map { $0.bytes.contains(UInt8(ascii: "\r")) } ?? false
    newline = hasReturns ? "\r\n" : "\n"
  }

  /// True when there is a profile of that name.
  func holds(_ name: String) -> Bool { member(name) != nil }

  /// The text with a profile of that name; one that is there is replaced.
  func adding(_ name: String, _ profile: JSONValue) -> [UInt8] {
    guard let document, let profiles else {
      let file: JSONValue = ["profiles": .object(JSONObject([(name, profile)]))]
      return Array((ShownJSON.lines(file, "").joined(separator: "\n") + "\n").utf8)
    }
    if let old = member(name) {
      let indent = indent(of: Int(old.key.start))
      return replacing(old.value.range, with: text(profile, indent))
    }
    let members = document.members(of: profiles)
    guard let last = members.last else {
      let outer = indent(of: Int(profiles.start))
      let inner = outer + "  "
      return replacing(
        profiles.range,
        with: "{" + newline + inner + key(name) + text(profile, inner) + newline + outer + "}")
    }
    let start = Int(last.key.start)
    let isAlone = document.bytes[lineStart(start)..<start].allSatisfy(ASCII.isSpaceOrTab)
    let indent = indent(of: start)
    let end = Int(last.value.end)
    return replacing(
      end..<end,
      with: isAlone
        ? "," + newline + indent + key(name) + text(profile, indent)
        : ", " + key(name) + profile.text)
  }

  // MARK: Places

  private var profiles: JSONSlice? {
    guard let document else { return nil }
    return document.members(of: document.root).first { document.string($0.key) == "profiles" }?
      .value
  }

  private func member(_ name: String) -> (key: JSONSlice, value: JSONSlice)? {
    guard let document, let profiles else { return nil }
    return document.members(of: profiles).first { document.string($0.key) == name }
  }

  private func lineStart(_ offset: Int) -> Int {
    let before = document?.bytes[..<offset] ?? []
    return before.lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? 0
  }

  /// The blanks that the line around an offset begins with.
  private func indent(of offset: Int) -> String {
    let line = document?.bytes[lineStart(offset)..<offset] ?? []
    return String(decoding: line.prefix(while: ASCII.isSpaceOrTab), as: UTF8.self)
  }

  // MARK: Text

  private func replacing(_ range: Range<Int>, with text: String) -> [UInt8] {
    var bytes = document?.bytes ?? []
    bytes.replaceSubrange(range, with: Array(text.utf8))
    return bytes
  }

  private func key(_ name: String) -> String { JSONValue.string(name).text + ": " }

  /// A value after its name: its first line has no indent.
  private func text(_ value: JSONValue, _ indent: String) -> String {
    let lines = ShownJSON.lines(value, indent)
    return lines.joined(separator: newline).dropFirst(indent.count).description
  }
}
