import JSON
import Pagination

/// `paginator profiles`: the known APIs and standards, or one of them explained.
enum ProfilesCommand {
  /// How many near names are suggested for an unknown one.
  static let suggestionsMax = 3
  /// How long a name may be for others near it to be looked for.
  private static let nameCharactersMax = 64

  static func run(_ words: ArraySlice<String>) throws(Arguments.UsageError) -> Int32 {
    var arguments = Arguments(words)
    var name: String?
    var isForScripts = false
    while let (word, value) = arguments.next() {
      switch word {
      case "--json" where value == nil: isForScripts = true
      case "--help", "-h":
        print(help, terminator: "")
        return ExitCode.success
      case let option where option.hasPrefix("-"): throw Arguments.unknown(option)
      case let other:
        guard name == nil else {
          throw Arguments.UsageError(message: "profiles takes one name")
        }
        name = other
      }
    }
    guard let name else {
      print(isForScripts ? text(.array(Profiles.all.map(\.json))) : table(), terminator: "")
      return ExitCode.success
    }
    guard let profile = Profiles.named(name) else { throw unknown(name) }
    print(
      isForScripts ? text(profile.json) : ProfileSheet(profile).text, terminator: "")
    return ExitCode.success
  }

  private static let help = """
    paginator profiles           list the known APIs and standards
    paginator profiles NAME      explain one: its parameters, its limits, how it is opened
      --json                     the same for scripts, as paginator/profiles answers it

    """

  private static func text(_ value: JSONValue) -> String {
    var writer = JSONWriter(reservingCapacity: 65_536)
    writer.value(value)
    return String(decoding: writer.bytes, as: UTF8.self) + "\n"
  }

  private static func table() -> String {
    let names = Profiles.all.map(\.name.count).max() ?? 0
    let titles = Profiles.all.map(\.title.count).max() ?? 0
    return Profiles.all.map { profile in
      "\(profile.name.padded(to: names))  \(profile.title.padded(to: titles))  "
        + "\(profile.strategy)\n"
    }.joined()
  }

  // MARK: Unknown names

  private static func unknown(_ name: String) -> Arguments.UsageError {
    let near = near(name)
    let hint = near.isEmpty ? "" : "; did you mean \(near.joined(separator: ", "))?"
    return Arguments.UsageError(message: "there is no profile \(name)\(hint)")
  }

  /// The names that are like another one, the most alike first.
  static func near(_ name: String) -> [String] {
    guard name.count <= nameCharactersMax else { return [] }
    let wanted = Array(name.lowercased())
    let ranked = Profiles.all.compactMap { profile -> (distance: Int, name: String)? in
      if profile.name.hasPrefix(name.lowercased()) { return (0, profile.name) }
      let title = profile.title.lowercased()
      if wanted.count >= 3, title.contains(name.lowercased()) { return (1, profile.name) }
      let distance = distance(wanted, Array(profile.name))
      return distance <= max(1, wanted.count / 3) ? (distance, profile.name) : nil
    }
    return ranked.sorted { $0.distance < $1.distance }.prefix(suggestionsMax).map(\.name)
  }

  /// How many characters have to be put in, taken out or changed to make one of the other.
  private static func distance(_ left: [Character], _ right: [Character]) -> Int {
    var row = Array(0...right.count)
    for (line, character) in left.enumerated() {
      var diagonal = row[0]
      row[0] = line + 1
      for (column, other) in right.enumerated() {
        let above = row[column + 1]
        row[column + 1] = min(above, row[column]) + 1
        row[column + 1] = min(row[column + 1], diagonal + (character == other ? 0 : 1))
        diagonal = above
      }
    }
    return row[right.count]
  }
}

extension Profile {
  var title: String { entry["title"]?.stringValue ?? "" }

  var strategy: String { open["pagination"]?["strategy"]?.stringValue ?? "" }
}

extension String {
  /// With blanks behind it, so many characters wide.
  func padded(to width: Int) -> String {
    self + String(repeating: " ", count: max(0, width - count))
  }
}
