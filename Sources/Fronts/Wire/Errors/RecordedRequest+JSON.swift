import HTTP
import JSON
import Sessions
import Text

extension RecordedRequest {
  /// `{"entry", "method", "url", "differs": [{"part", "name"?, "asked", "recorded"}]}`.
  var json: JSONValue {
    [
      "entry": .integer(entry), "method": .string(method), "url": .string(url),
      "differs": .array(differences.map(\.json)),
    ]
  }
}

extension RequestDifference {
  fileprivate var json: JSONValue {
    var object: JSONObject = ["part": .string(part.rawValue)]
    if let name { object["name"] = .string(name) }
    object["asked"] = requested.map(JSONValue.string) ?? .null
    object["recorded"] = recorded.map(JSONValue.string) ?? .null
    return .object(object)
  }

  /// `page is 4, but 3 there`.
  fileprivate var words: String {
    let subject = name.map { "\(part.rawValue) \"\(shown($0))\"" } ?? part.rawValue
    return switch (requested, recorded) {
    case (let requested?, let recorded?):
      "its \(subject) is \"\(shown(recorded))\", not \"\(shown(requested))\""
    case (nil, let recorded?): "it has the \(subject) \"\(shown(recorded))\", too"
    case (let requested?, nil): "it has no \(subject) \"\(shown(requested))\""
    case (nil, nil): "it has answered already"
    }
  }

  private func shown(_ text: String) -> String {
    let line = ShownText.harmless(text)
    return line.count <= RequestDifference.shownMax
      ? line : line.prefix(RequestDifference.shownMax - 3) + "..."
  }

  /// Most characters of a value that a sentence quotes.
  private static let shownMax = 60
}

extension SessionError {
  /// Says what the nearest entry differs in.
  static func notRecordedSentence(_ nearest: RecordedRequest?) -> String {
    guard let nearest else {
      return "The recording does not have this request: it has no requests."
    }
    let differences = nearest.differences.prefix(differencesShown).map(\.words)
    let more = nearest.differences.count - differences.count
    return "The recording does not have this request. Entry \(nearest.entry) comes nearest: "
      + differences.joined(separator: "; ") + (more > 0 ? "; and \(more) more." : ".")
  }

  private static let differencesShown = 3
}
