import HTTP
import JSON
import Profiles
import System

/// Facts about the built-in profiles that are known without reading them. Most responses fit at
/// most a few profiles, and only those are read.
///
///     {"stripe": {"items": "data", "reads": ["data", "has_more"], "marks": ["object"]}, "github": {}}
///
/// `items` is the profile's `itemsPath`; `reads` and `marks` are the paths and the signature of its
/// `ProfileShape`; profiles that generic rules recognize have neither.
enum ProfileIndex {
  /// A profile that may be recognized in a response.
  struct Entry: Sendable {
    let name: String
    /// The path of its items, if that is known.
    let itemsPath: String?
    private let marks: [String]
    fileprivate let reads: [String]
    private let made: LazyValue<ProfileShape?>

    /// nil: generic rules see the profile's pages.
    fileprivate init?(_ name: String, _ facts: JSONValue) {
      guard let reads = facts["reads"] else { return nil }
      self.name = name
      self.reads = ProfileIndex.texts(reads)
      marks = ProfileIndex.texts(facts["marks"])
      itemsPath = facts["items"]?.stringValue
      made = LazyValue { BuiltInProfiles.named(name).flatMap { ProfileShape($0) } }
    }

    /// nil: the index is wrong, which tests see.
    var shape: ProfileShape? { made.value }

    /// True when a `ProfileFit` may find evidence for the profile.
    func mayFit(_ subject: FirstPage) -> Bool {
      let itemsPath = subject.items.isGiven ? nil : itemsPath
      if let itemsPath, subject.envelope.list(itemsPath) == nil { return false }
      if !marks.isEmpty { return marks.allSatisfy { subject.envelope.member($0) != nil } }
      if let itemsPath, !itemsPath.isEmpty { return true }
      // Of a large body not all members were looked at.
      if subject.members.count >= Envelope.objectMembersMax { return true }
      return reads.contains { path in
        path.hasPrefix("@") || subject.envelope.member(path) != nil || subject.headers[path] != nil
      }
    }
  }

  static let entries: [Entry] = members.compactMap { Entry($0, $1) }

  /// The item paths of profiles, except single common names.
  static let listPaths: Set<String> = Set(
    members.compactMap { $0.value["items"]?.stringValue }.filter { $0.contains(".") })

  /// Returns the weight of a path as evidence: shared among the profiles that read it, low for
  /// common words.
  static func weight(of path: String) -> Double {
    guard let count = users[path] else { return 0 }
    let isCommon = FieldName(path).means(.commonPaths)
    return (isCommon ? ProfileShape.commonWeight : 1) / count
  }

  /// The number of profiles that read each path.
  private static let users: [String: Double] = entries.reduce(into: [:]) { users, entry in
    for path in entry.reads { users[path, default: 0] += 1 }
  }

  private static let members: [(key: String, value: JSONValue)] = {
    guard let document = try? JSONDocument(BuiltInProfiles.index),
      let members = document.value(document.root).objectValue?.members
    else { preconditionFailure("the index of the profiles is not a JSON object") }
    return members
  }()

  private static func texts(_ list: JSONValue?) -> [String] {
    list?.arrayValue?.compactMap(\.stringValue) ?? []
  }
}
