import Authentication
import HTTP
import JSON
import Pagination
import Profiles
import Server
import Sessions
import Wire

/// A request as a call asks for it: the arguments are a model's, the profile is a person's.
///
/// The credentials of a profile stay behind where the URL is of another origin than its own.
struct RequestPlan: Sendable {
  let settings: SessionSettings
  let parameters: JSONObject
  /// Which URL it is, for sentences.
  let url: String
  /// The profile has credentials that are not sent, as the URL is of another origin.
  private(set) var leavesCredentials = false

  var method: String { settings.pager.template.method }

  /// Makes the settings. `more`: further params of `open`.
  init(
    _ arguments: ToolArguments, _ tools: Toolbox, more: JSONObject = [:]
  ) throws(ToolFailure) {
    if let url = arguments.url { try RequestPlan.check(url) }
    var given = more
    given["url"] = arguments.url.map(JSONValue.string)
    given["parameters"] = arguments.parameters.map(JSONValue.object)
    let allowed = tools.allowedOrigins.map { JSONValue.string($0.description) }
    do throws(OpenParameters.Failure) {
      var profile = try RequestPlan.profile(arguments.profile, tools.profiles)
      if let named = profile, let url = arguments.url,
        RequestPlan.ownOrigin(named, tools.profiles) != RequestPlan.origin(url)
      {
        let bare = named.withoutCredentials
        leavesCredentials = bare.open != named.open && named.source != .builtIn
        profile = bare
      }
      let made = try RequestPlan.settings(given, profile, allowed, tools.profiles)
      (settings, parameters) = (made.0, made.1)
    } catch {
      throw ToolFailure(RequestPlan.sentence(error))
    }
    url = settings.pager.template.url.text
    guard method == "GET" || method == "POST" && arguments.profile != nil else {
      throw ToolFailure("The profile uses \(method); only GET, and POST that reads, are sent.")
    }
    guard settings.fetching.sender == .server, settings.pager.kind != .custom else {
      throw ToolFailure("The profile needs a client that answers questions; choose another one.")
    }
    if let cursor = arguments.cursor, !cursor.isHarmless(method: method) {
      throw ToolFailure("\"cursor\" must be next of an earlier result, unchanged.")
    }
  }

  // MARK: The URL

  /// Refuses what could make a URL mean another host than it shows.
  private static func check(_ url: String) throws(ToolFailure) {
    guard url.utf8.count <= ToolArguments.urlBytesMax else {
      throw ToolFailure("\"url\" must have at most \(ToolArguments.urlBytesMax) bytes.")
    }
    let rest = url.firstRange(of: "://").map { url[$0.upperBound...] } ?? url[...]
    let authority = rest.prefix { $0 != "/" && $0 != "?" && $0 != "#" }
    guard !authority.contains("@"), !authority.contains("\\"),
      (try? URLPattern(String(authority)))?.isLiteral == true, origin(url) != nil
    else {
      throw ToolFailure(
        "\"url\" must be an absolute http or https URL without a user name, such as "
          + "\"https://api.example.com/items\".")
    }
  }

  private static func origin(_ url: String) -> Origin? {
    guard let pattern = try? URLPattern(url) else { return nil }
    return (try? HTTPURL.parse(pattern.render { _ in "1" }))?.origin
  }

  // MARK: The profile

  private static func profile(
    _ name: String?, _ catalog: ProfileCatalog
  ) throws(OpenParameters.Failure) -> Profile? {
    guard let name else { return nil }
    let library = catalog.library
    do throws(ProfileProblem) {
      if let profile = try library.profile(named: name) { return profile }
    } catch {
      throw .profile(error)
    }
    throw .field(
      JSONFieldError(
        path: "profile",
        problem: .expected("the name of a profile", nearest: library.nearestName(to: name))))
  }

  /// The origin that a profile names; nil: none, so that its credentials go nowhere.
  private static func ownOrigin(_ profile: Profile, _ catalog: ProfileCatalog) -> Origin? {
    guard var url = profile.open["url"]?.stringValue else { return nil }
    if case .file = profile.source {
      guard let filled = try? EnvironmentMarks.fill(url, catalog.variable) else { return nil }
      url = filled.text
    }
    return origin(url)
  }

  /// As `open` reads its params, with the profile as it was made here.
  private static func settings(
    _ given: JSONObject, _ profile: Profile?, _ allowed: [JSONValue], _ catalog: ProfileCatalog
  ) throws(OpenParameters.Failure) -> (SessionSettings, JSONObject) {
    guard let profile else { return try OpenParameters.settings(allowing(allowed, in: given)) }
    let complete: (params: JSONObject, secrets: [String])
    do throws(ProfileProblem) {
      complete = try catalog.library.complete(given, with: profile, variable: catalog.variable)
    } catch {
      throw .profile(error)
    }
    var scheme: TokenScheme?
    do throws(JSONFieldError) {
      scheme = try profile.about["authentication"].map { value throws(JSONFieldError) in
        try TokenScheme(value, path: "authentication")
      }
    } catch {
      throw .field(error)
    }
    var (settings, parameters) = try OpenParameters.settings(
      allowing(allowed, in: complete.params), tokenScheme: scheme)
    settings.remember(secrets: complete.secrets)
    if given["itemsPath"] == nil, given["responseDescriptors"] == nil {
      settings.wantListAtRoot()
    }
    return (settings, parameters)
  }

  /// The params with further origins that links may lead to, without credentials.
  private static func allowing(_ origins: [JSONValue], in params: JSONObject) -> JSONObject {
    guard !origins.isEmpty else { return params }
    var params = params
    var fetching = params["fetching"]?.objectValue ?? [:]
    fetching["allowedOrigins"] = .array(
      (fetching["allowedOrigins"]?.arrayValue ?? []) + origins)
    params["fetching"] = .object(fetching)
    return params
  }

  private static func sentence(_ failure: OpenParameters.Failure) -> String {
    switch failure {
    case .field(let error): error.toolSentence
    case .profile(let problem):
      if case .variable(let name) = problem.cause {
        "\(problem.sentence) Ask for it to be set: set \(name) where paginator mcp is started."
      } else {
        PlainText.escaped(problem.line)
      }
    }
  }
}

extension Profile {
  /// The profile with nothing that may be a credential; of a person's own profile that is every
  /// header, parameter and body, as no one says which of them are secret.
  fileprivate var withoutCredentials: Profile {
    var open = open
    open["auth"] = nil
    open["token"] = nil
    if source != .builtIn {
      for name in ["headers", "parameters", "body"] { open[name] = nil }
      if var pagination = open["pagination"]?.objectValue {
        pagination["nextURL"] = nil
        pagination["nextBody"] = nil
        open["pagination"] = .object(pagination)
      }
    }
    return Profile(name: name, open: open, about: about, source: source, hides: hides)
  }
}
