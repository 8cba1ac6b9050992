import JSON
import Profiles
import Server
import Text

/// One profile, explained for people.
struct ProfileSummary {
  private let profile: Profile
  private var lines: [String] = []

  /// The width at which lines are broken.
  private static let columns = 96

  init(_ profile: Profile) {
    self.profile = profile
    addHead()
    addParameters()
    addList("Good to know", profile.about["documentation"]?["notes"])
    addToken()
    addLimits()
    lines += ["", "Open params"]
    lines += ShownJSON.lines(.object(profile.shownOpen), "  ")
    lines += ["", "Open it", "  \(command)", ""]
  }

  var text: String { lines.map(ShownText.harmless).joined(separator: "\n") }

  private mutating func addHead() {
    lines.append("\(profile.name): \(profile.title)")
    lines.append("Strategy: \(profile.strategy)")
    if let url = profile.about["documentation"]?["url"]?.stringValue { lines.append(url) }
  }

  private mutating func addParameters() {
    let members = profile.about["documentation"]?["parameters"]?.objectValue?.members ?? []
    guard !members.isEmpty else { return }
    lines += ["", "Parameters"]
    let width = members.map(\.key.count).max() ?? 0
    for (name, value) in members {
      lines += (value.stringValue ?? "").wrapped(
        to: ProfileSummary.columns, first: "  \(name.padded(to: width))  ",
        rest: String(repeating: " ", count: width + 4))
    }
  }

  private mutating func addList(_ title: String, _ value: JSONValue?) {
    let notes = (value?.arrayValue ?? []).compactMap(\.stringValue)
    guard !notes.isEmpty else { return }
    lines += ["", title]
    for note in notes {
      lines += note.wrapped(to: ProfileSummary.columns, first: "  - ", rest: "    ")
    }
  }

  private mutating func addToken() {
    guard let scheme = profile.about["authentication"] else { return }
    lines += ["", "Token", "  \(ProfileSummary.sent(scheme))"]
    if let url = scheme["documentation"]?.stringValue { lines.append(url) }
  }

  /// Shows how a token is sent, in the form that a request has.
  private static func sent(_ scheme: JSONValue) -> String {
    let name = scheme["name"]?.stringValue ?? ""
    let value = (scheme["prefix"]?.stringValue ?? "") + "TOKEN"
    switch (scheme["type"]?.stringValue, scheme["in"]?.stringValue) {
    case ("awsSigV4", _): return "none: requests are signed with the keys in `auth` (--auth)"
    case ("basic", _):
      guard let format = scheme["format"]?.stringValue else {
        let pair = scheme["pair"]?.stringValue ?? ""
        return "Authorization: Basic BASE64, of \(pair.replacing("{token}", with: "TOKEN"))"
      }
      return "Authorization: Basic BASE64, where the token is \(format)"
    case ("apiKey", "query"): return "?\(name)=\(value)"
    case ("apiKey", "cookie"): return "Cookie: \(name)=\(value)"
    case ("apiKey", _): return "\(name): \(value)"
    default: return "Authorization: Bearer TOKEN"
    }
  }

  private mutating func addLimits() {
    let ceiling = profile.open["ceiling"]?.integerValue
    let size = profile.about["perPageMax"]?.integerValue
    guard ceiling != nil || size != nil else { return }
    lines += ["", "Limits"]
    if let size { lines.append("  at most \(size) items per page") }
    if let ceiling {
      lines.append("  at most \(ceiling) items in all: a walk that gets there ends as suspect")
    }
  }

  /// The one line that fetches everything.
  private var command: String {
    let url = profile.open["url"]?.stringValue == nil ? " 'https://...'" : ""
    return "paginator fetch\(url) --profile \(profile.name)"
  }
}
