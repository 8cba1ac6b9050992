import JSON
import Pagination
import Profiles
import System

/// A profile made ready for comparison: one that pages by what the body or named headers say.
/// Generic rules see Link headers, ranges and GraphQL connections.
struct ProfileShape: Sendable {
  let profile: Profile
  let settings: StrategySettings
  /// Key paths of the counts.
  private let countPaths: [String]
  /// The pager for the profile's pages, compiled from the same settings on first use: most
  /// responses fit at most a few profiles.
  private let compiled: LazyValue<Pager?>
  /// Site of the API, where it has one address: `crates.io`.
  let site: String?

  /// The weight of a member of a signature.
  static let signatureWeight = 0.5
  /// The weight of a common word.
  static let commonWeight = 0.2

  var kind: StrategyKind { settings.kind }
  /// nil: the settings are not whole, which built-in ones are.
  var pager: Pager? { compiled.value }
  var hasCounts: Bool { !countPaths.isEmpty }
  /// The parameters that requests send besides positions.
  var parameters: [(key: String, value: JSONValue)] {
    profile.open["parameters"]?.objectValue?.members ?? []
  }
  var itemsPath: String? { profile.open["itemsPath"]?.stringValue }
  var identity: String? { profile.open["identity"]?.stringValue }
  /// Every path that the profile reads.
  var paths: [String] {
    var paths = [settings.previous.first, settings.flag, settings.tokens.merge].compactMap { $0 }
    paths += settings.next + countPaths
    if let items = itemsPath, !items.isEmpty { paths.append(items) }
    if let identity, identity.contains(".") { paths.append("@item." + identity) }
    return paths
  }

  /// Members that a response must hold in addition to those the profile reads; null means any
  /// value.
  var signature: [(path: String, value: JSONValue)] {
    (profile.about["signature"]?.objectValue?.members ?? []).map { ($0.key, $0.value) }
  }

  /// nil: generic rules see the profile's pages, or nothing would tell them from others.
  init?(_ profile: Profile) {
    guard let pagination = profile.open["pagination"]?.objectValue,
      let settings = try? StrategySettings(pagination), ![.link, .range].contains(settings.kind)
    else { return nil }
    self.profile = profile
    self.settings = settings
    site = profile.open["url"]?.stringValue.flatMap { ProfileShape.site($0) }
    countPaths = profile.open["paginationMapping"]?.objectValue?.members.map(\.key) ?? []
    compiled = LazyValue { ProfileShape.pager(profile) }
    guard settings.carrier != .variables, isRecognizable else { return nil }
  }

  private static func pager(_ profile: Profile) -> Pager? {
    let given = ["pagination", "paginationMapping"].compactMap { name in
      profile.open[name].map { (name, $0) }
    }
    var fields = JSONFields(JSONObject([("url", "https://profile")] + given))
    return try? Pager(&fields, lists: [])
  }

  /// True when something in a response distinguishes the profile's API from others. A token at the
  /// root or in the last item, under a common name, is not enough: the generic rules find it too,
  /// and the parameter for it is a convention of one API only.
  private var isRecognizable: Bool {
    guard kind == .cursor, signature.isEmpty, !hasCounts,
      settings.tokens.nextURL == nil
    else {
      return true
    }
    return !settings.next.allSatisfy {
      $0.hasPrefix("@lastItem.") || FieldNames[.plainTokens].contains($0)
    }
  }

  /// The last two labels of a URL's host; nil for addresses and hosts of documentation at large.
  static func site(_ url: String) -> String? {
    guard let origin = URLReference(url).origin else { return nil }
    let host = origin.split(separator: "/").last.map { $0.prefix { $0 != ":" } } ?? ""
    let labels = host.split(separator: ".")
    guard labels.count >= 2, labels.last?.allSatisfy({ $0.isNumber }) == false else { return nil }
    return labels.suffix(2).joined(separator: ".")
  }
}
