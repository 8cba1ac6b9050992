package import JSON

/// A named set of open params for an API or a standard: complete, with what it extends merged in.
package struct Profile: Sendable {
  package let name: String
  /// The params of `open`; given ones override them.
  package var open: JSONObject
  /// Facts about the API besides the params: `title`, `documentation`, `authentication`,
  /// `perPageMax`.
  package let about: JSONObject
  package let source: ProfileSource
  /// The source of the weaker profile of the same name that this one hides.
  package let hides: ProfileSource?

  /// For people; empty where the profile has none.
  package var title: String { about["title"]?.stringValue ?? "" }

  /// As `paginator/profiles` lists it: the open params are next to name and title.
  package var json: JSONValue {
    var listed = JSONObject([("name", .string(name))])
    for (name, value) in about.members where name != "signature" { listed[name] = value }
    for (name, value) in open.members { listed[name] = value }
    listed["source"] = .string(source.text)
    if let hides { listed["hides"] = .string(hides.text) }
    return .object(listed)
  }

  /// The members of a profile that are no params of `open`.
  package static let aboutNames: Set<String> = [
    "title", "documentation", "authentication", "perPageMax", "signature",
  ]
}

/// The origin of a profile.
package enum ProfileSource: Sendable, Hashable {
  case builtIn
  /// `initializationOptions.profiles`.
  case initialize
  /// A file, by its path.
  case file(String)

  /// As the wire and the command line name it.
  package var text: String {
    switch self {
    case .builtIn: "built-in"
    case .initialize: "initialize"
    case .file(let path): path
    }
  }

  /// True when `{env:NAME}` is replaced in its texts; a client has an environment of its own.
  var hasVariables: Bool {
    if case .file = self { true } else { false }
  }
}
