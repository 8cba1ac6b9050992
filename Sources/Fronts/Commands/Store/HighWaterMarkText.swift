import JSON
import Text

/// Params in which `{bookmark}` and `{bookmark:DEFAULT}` stand for a value that is known later.
///
///     {"url": "https://a/b", "parameters": {"since": "{bookmark:1970-01-01}"}}
///
/// filled with `2024-05-01` asks for `since=2024-05-01`; with no value, for `since=1970-01-01`.
struct HighWaterMarkText {
  private let params: JSONObject
  /// True when a bookmark occurs anywhere in the params.
  let isUsed: Bool

  init(_ params: JSONObject) {
    self.params = params
    var isUsed = false
    _ = JSONValue.object(params).mapTexts { _, text in
      isUsed = isUsed || !Template(text).marks.isEmpty
      return text
    }
    self.isUsed = isUsed
  }

  /// The params with a value in the bookmarks' places; without one, their defaults. A parameter or
  /// header that has neither is omitted.
  func filled(with value: String?) throws(UsageError) -> JSONObject {
    guard isUsed else { return params }
    var filled = JSONObject()
    for (name, member) in params.members {
      switch (name, member) {
      case ("url", .string(let text)):
        let url = Template(text).text(value, PercentCoding.encode)
        try HighWaterMarkText.checkPath(of: url, in: text, value)
        filled[name] = .string(try HighWaterMarkText.needed(url, in: "the URL"))
      case ("headers", .object(let headers)):
        filled[name] = .object(HighWaterMarkText.kept(headers, value) { $0 })
      case ("parameters", .object(let parameters)):
        filled[name] = .object(HighWaterMarkText.kept(parameters, value, HighWaterMarkText.literal))
      default:
        filled[name] = try member.mapTexts { _, text throws(UsageError) in
          let text = Template(text).text(value, name == "body" ? HighWaterMarkText.literal : { $0 })
          return try HighWaterMarkText.needed(text, in: "\(name) of --open")
        }
      }
    }
    return filled
  }

  /// Refuses a value that would shorten the URL's path.
  private static func checkPath(
    of url: String?, in text: String, _ value: String?
  ) throws(UsageError) {
    guard let url, let other = Template(text).text("bookmark", { $0 }),
      dotSegments(of: url) > dotSegments(of: other)
    else { return }
    throw UsageError(
      "the bookmark \(value.map { "\"\($0)\" " } ?? "")would shorten the URL's path; put "
        + "{bookmark} into a parameter, or start again with --fresh")
  }

  /// Returns the number of segments in a URL's path that are `.` or `..`.
  private static func dotSegments(of url: String) -> Int {
    let path = url.prefix { $0 != "?" && $0 != "#" }
    return path.split(separator: "/").count { segment in
      [".", ".."].contains(PercentCoding.decode(String(segment)))
    }
  }

  /// In a pattern, a colon that must stay one.
  private static func literal(_ value: String) -> String { value.replacing(":", with: "\\:") }

  private static func needed(_ text: String?, in place: String) throws(UsageError) -> String {
    guard let text else {
      throw UsageError(
        "{bookmark} in \(place) has no value yet; give it one for the first run, as in "
          + "{bookmark:2024-01-01}")
    }
    return text
  }

  /// The members that have a value; of lists, the elements.
  private static func kept(
    _ object: JSONObject, _ value: String?, _ encode: (String) -> String
  ) -> JSONObject {
    var kept = JSONObject()
    for (name, member) in object.members {
      switch member {
      case .string(let text):
        if let text = Template(text).text(value, encode) { kept[name] = .string(text) }
      case .array(let elements):
        let rest = elements.compactMap { element -> JSONValue? in
          guard let text = element.stringValue else { return element }
          return Template(text).text(value, encode).map(JSONValue.string)
        }
        if !rest.isEmpty || elements.isEmpty { kept[name] = .array(rest) }
      default: kept[name] = member
      }
    }
    return kept
  }

  /// A text in which the marks are bookmarks, each with its default.
  private typealias Template = TextTemplate<String?>
}

extension TextTemplate<String?> {
  fileprivate init(_ text: String) {
    self.init(text) { mark in
      guard mark.hasPrefix("bookmark") else { return nil }
      let preset = mark.dropFirst("bookmark".count)
      if preset.isEmpty { return .some(nil) }
      return preset.first == ":" ? .some(String(preset.dropFirst())) : nil
    }
  }

  /// Fills in the bookmarks; nil if one has neither a value nor a default.
  fileprivate func text(_ value: String?, _ encode: (String) -> String) -> String? {
    var text = ""
    for part in parts {
      switch part {
      case .literal(let literal): text += literal
      case .mark(let preset):
        guard let filling = value ?? preset else { return nil }
        text += encode(filling)
      }
    }
    return text
  }
}
