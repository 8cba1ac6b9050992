import HTTP
import JSON
import Pagination
import Profiles
import Server
import Sessions
import Text
import Wire

/// A request as a call asks for it: the arguments are a model's, the profile is a person's.
///
/// A profile's credentials are not sent if the URL is of another origin than the profile's.
struct RequestPlan: Sendable {
  let settings: SessionSettings
  let parameters: JSONObject
  /// The profile has credentials that are not sent, as the URL is of another origin.
  let leavesCredentials: Bool

  /// The URL of the profile, as its file has it, with numbers for patterns; nil: it has none, or one
  /// whose path has patterns.
  let ownURL: HTTPURL?

  var method: String { settings.pager.template.method }

  /// Makes the settings. `more`: further params of `open`.
  init(_ arguments: ToolArguments, _ tools: Toolbox, more: JSONObject = [:]) throws(ToolFailure) {
    let url = arguments.url
    if let url { try RequestPlan.check(url) }
    try RequestPlan.checkProfile(arguments, tools.profiles.library)
    var given = more
    for name in ["url", "profile", "parameters", "itemsPath", "inner"] {
      given[name] = arguments.object[name]
    }
    if arguments.profile == nil { given = RequestPlan.allowing(tools.allowedOrigins, in: given) }
    var leavesCredentials = false
    var ownURL: HTTPURL?
    do throws(SettingsReader.Failure) {
      (settings, parameters) = try SettingsReader.settings(given, catalog: tools.profiles) {
        var profile = $0
        ownURL = RequestPlan.ownURL($0, tools.profiles)
        if let url, RequestPlan.ownOrigin($0, tools.profiles) != RequestPlan.origin(url) {
          profile.open = $0.openWithoutCredentials
          leavesCredentials = profile.open != $0.open && $0.source != .builtIn
        }
        profile.open = RequestPlan.allowing(tools.allowedOrigins, in: profile.open)
        return profile
      }
      // There is no client, so it has no abilities.
      try settings.check(HostAbilities())
    } catch {
      throw ToolFailure(RequestPlan.sentence(error))
    }
    self.leavesCredentials = leavesCredentials
    self.ownURL = ownURL
    guard method == "GET" || method == "POST" && arguments.profile != nil else {
      throw ToolFailure("The profile uses \(method); only GET, and POST that reads, are sent.")
    }
    if method == "POST" { try checkPost(arguments) }
    if let cursor = arguments.cursor {
      guard canCarry(cursor) else {
        throw ToolFailure("\"cursor\" must be the value of next in an earlier result, unchanged.")
      }
      let text = arguments.object["cursor"]?.stringValue ?? ""
      guard !leavesList(cursor) || tools.hasLed(to: text) else {
        throw ToolFailure(
          "\"cursor\" leads out of its list, and was not made by this process; start again.")
      }
    }
  }

  /// A profile's POST goes to the profile's URL, as its file has it.
  private func checkPost(_ arguments: ToolArguments) throws(ToolFailure) {
    let given = arguments.url.flatMap { try? HTTPURL.parse($0) }
    guard let ownURL, arguments.url == nil || given?.text == ownURL.text,
      (arguments.object["parameters"]?.objectValue ?? [:]).isEmpty
    else {
      throw ToolFailure(
        "The profile reads by POST, which is sent to the URL in its file alone; leave out url and "
          + "parameters, or ask for a profile with that URL.")
    }
  }

  /// True when a cursor says no more than where to continue.
  func canCarry(_ cursor: PageCursor) -> Bool { cursor.isHarmless(method: method) }

  /// True when a cursor's link has another origin or path than the list.
  func leavesList(_ cursor: PageCursor) -> Bool {
    guard let link = cursor.link else { return false }
    guard let target = try? HTTPURL.parse(link),
      let list = RequestPlan.url(settings.pager.template.url.text)
    else { return true }
    return target.origin != list.origin || target.path != list.path
  }

  /// Refuses a profile that this process does not have, with names that are like it.
  private static func checkProfile(
    _ arguments: ToolArguments, _ library: ProfileLibrary
  ) throws(ToolFailure) {
    guard let name = arguments.profile else { return }
    // What is wrong with a profile is said when it is read.
    do { if try library.profile(named: name) != nil { return } } catch { return }
    let shown = name.prefix(DidYouMean.charactersMax)
    if arguments.cursor != nil {
      throw ToolFailure(
        "\"cursor\" continues with the profile \"\(shown)\", which this process does not have; ask "
          + "for it to be added, or start again.")
    }
    let near = names(like: name, in: library)
    let hint =
      near.isEmpty
      ? " Leave it out: the paging is detected." : " Did you mean \(near.joined(separator: ", "))?"
    throw ToolFailure("\"profile\" must be the name of a profile, not \"\(shown)\".\(hint)")
  }

  /// The names of profiles that are like one, then those that have each of its words in their name
  /// or title.
  static func names(like name: String, in library: ProfileLibrary) -> [String] {
    let near = DidYouMean.names(to: name, in: library.all.lazy.map(\.name))
    let words = name.prefix(DidYouMean.charactersMax).lowercased()
      .split { !$0.isLetter && !$0.isNumber }
    guard words.contains(where: { $0.count >= 3 }) else { return near }
    let titled = library.all.filter { profile in
      let text = "\(profile.name) \(profile.title)".lowercased()
      return !near.contains(profile.name) && words.allSatisfy { text.contains($0) }
    }
    return Array((near + titled.map(\.name)).prefix(namesMax))
  }

  /// Most names of profiles that are offered.
  private static let namesMax = 10

  /// Refuses what could make a URL mean another host than it shows.
  private static func check(_ url: String) throws(ToolFailure) {
    let parts = URLParts(url)
    guard url.utf8.count <= ToolArguments.urlBytesMax, parts.userinfo == nil,
      let authority = parts.authority, !authority.contains("\\"),
      URLPattern.isLiteral(String(authority)), origin(url) != nil
    else {
      throw ToolFailure(
        "\"url\" must be an absolute http or https URL of at most \(ToolArguments.urlBytesMax) "
          + "bytes without a user name, such as \"https://api.example.com/items\".")
    }
  }

  private static func origin(_ url: String) -> Origin? {
    self.url(url)?.origin
  }

  private static func url(_ text: String, filledWith value: String = "1") -> HTTPURL? {
    guard let pattern = try? URLPattern(text) else { return nil }
    return try? HTTPURL.parse(pattern.render { _ in value })
  }

  /// The URL that a profile names; nil: none, or one whose path the paging fills.
  private static func ownURL(_ profile: Profile, _ catalog: ProfileCatalog) -> HTTPURL? {
    guard let text = filledURL(profile, catalog) else { return nil }
    let urls = ["1", "2"].compactMap { self.url(text, filledWith: $0) }
    return urls.count == 2 && urls[0].path == urls[1].path ? urls[0] : nil
  }

  /// The origin that a profile names; nil: none, so that its credentials go nowhere.
  private static func ownOrigin(_ profile: Profile, _ catalog: ProfileCatalog) -> Origin? {
    filledURL(profile, catalog).flatMap(origin)
  }

  private static func filledURL(_ profile: Profile, _ catalog: ProfileCatalog) -> String? {
    guard let url = profile.open["url"]?.stringValue else { return nil }
    guard case .file = profile.source else { return url }
    return (try? EnvironmentReferences.fill(url, catalog.variable))?.text
  }

  /// The params with further origins that links may lead to, without credentials.
  private static func allowing(_ origins: [Origin], in params: JSONObject) -> JSONObject {
    guard !origins.isEmpty else { return params }
    var params = params
    var fetching = params["fetching"]?.objectValue ?? [:]
    fetching["allowedOrigins"] = .array(
      (fetching["allowedOrigins"]?.arrayValue ?? []) + origins.map { .string($0.description) })
    params["fetching"] = .object(fetching)
    return params
  }

  private static func sentence(_ failure: SettingsReader.Failure) -> String {
    guard case .profile(let problem) = failure, case .variable(let name) = problem.cause else {
      return failure.sentence(\.sentence)
    }
    return "\(problem.sentence) Ask for it to be set: set \(name) where paginator mcp is started."
  }
}

extension Profile {
  /// The params without anything that may be a credential. In a person's own profile that is every
  /// header, parameter and body, as nothing marks which of them are secret.
  fileprivate var openWithoutCredentials: JSONObject {
    var open = open
    let own = source == .builtIn ? [] : ["headers", "parameters", "body", "inner"]
    for name in ["auth", "token"] + own { open[name] = nil }
    if source != .builtIn, var pagination = open["pagination"]?.objectValue {
      for name in ["nextURL", "nextBody"] { pagination[name] = nil }
      open["pagination"] = .object(pagination)
    }
    return open
  }
}
