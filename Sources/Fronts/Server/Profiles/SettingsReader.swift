package import Authentication
package import JSON
import Pagination
package import Profiles
import Series
package import Sessions
import Text
import Wire

/// The params of `open` on their way to settings: profiles are filled in, changes merged.
package enum SettingsReader {
  /// The reason why params make no settings.
  package enum Failure: Error, Equatable {
    case field(JSONFieldError)
    /// The profile that they name is wrong.
    case profile(ProfileProblem)

    /// Says what is wrong, in one sentence. `words` gives the sentence for a field.
    package func sentence(_ words: (JSONFieldError) -> String) -> String {
      switch self {
      case .field(let error): words(error)
      case .profile(let problem): problem.line
      }
    }
  }

  /// The settings that params make, and the params complete with what the profile gives.
  ///
  /// For `configure`, `params` are the merged ones; `changes` are those of the call, and
  /// `tokenScheme` is that of the settings that are changed. `adapting` makes of the profile that is
  /// named the one that counts.
  package static func settings(
    _ params: JSONObject, changes: JSONObject? = nil, tokenScheme: TokenScheme? = nil,
    catalog: ProfileCatalog = .builtIn, adapting: (Profile) -> Profile = { $0 }
  ) throws(Failure) -> (SessionSettings, parameters: JSONObject) {
    guard let value = params["profile"], value != .null else {
      return try mapErrors(Failure.field) { () throws(JSONFieldError) in
        try read(
          SliceAddition.applied(to: params), given: params, changes: changes,
          tokenScheme: tokenScheme)
      }
    }
    let library = catalog.library
    let profile = adapting(try profile(value, in: library))
    let complete = try mapError(
      Failure.profile, library.complete(params, with: profile, variable: catalog.variable))
    do throws(JSONFieldError) {
      var (settings, parameters) = try read(
        SliceAddition.applied(to: complete.params), given: params, changes: changes,
        tokenScheme: profile.about["authentication"].map(scheme))
      settings.remember(secrets: complete.secrets)
      if params["itemsPath"] == nil, params["responseDescriptors"] == nil {
        settings.wantListAtRoot()
      }
      return (settings, parameters)
    } catch {
      // what the profile itself has wrong is reported as such
      if profile.source != .builtIn,
        let problem = library.problems(of: profile, reading: check).first
      {
        throw .profile(problem)
      }
      throw .field(error)
    }
  }

  /// Checks the content of a profile, for its library.
  package static func check(_ content: ProfileContent) throws(JSONFieldError) {
    let scheme = try content.authentication.map(scheme)
    var open = content.open
    if let slices = open["slices"] { try SliceParams.check(JSONFields(slices, path: "slices")) }
    if let inner = open["inner"] { try InnerSettings.check(JSONFields(inner, path: "inner")) }
    open["inner"] = nil
    _ = try read(open, given: open, changes: nil, tokenScheme: scheme)
  }

  private static func profile(
    _ value: JSONValue, in library: ProfileLibrary
  ) throws(Failure) -> Profile {
    guard let name = value.stringValue else {
      throw .field(JSONFieldError("profile", expected: "a string"))
    }
    let known = try mapError(Failure.profile, library.profile(named: name))
    if let known { return known }
    let nearest = library.nearestName(to: name)
    throw .field(
      JSONFieldError(
        path: "profile", problem: .expected("the name of a profile", nearest: nearest)))
  }

  private static func scheme(_ authentication: JSONValue) throws(JSONFieldError) -> TokenScheme {
    try TokenScheme(authentication, path: "authentication")
  }

  private static func read(
    _ params: JSONObject, given: JSONObject, changes: JSONObject?, tokenScheme: TokenScheme?
  ) throws(JSONFieldError) -> (SessionSettings, parameters: JSONObject) {
    var fields = JSONFields(params)
    for name in OpenField.names(.ofCall) + ["slices"] { fields.allow(name) }
    var settings = try SessionSettings(&fields, tokenScheme: tokenScheme)
    if (given["profile"] ?? .null) != .null { settings.readTotalHints(false) }
    try fields.finish()
    try settings.checkCredentials(given, changes: changes)
    var parameters = fields.object
    for name in OpenField.names(.ofCall) { parameters[name] = nil }
    return (settings, parameters)
  }
}

extension SessionSettings {
  /// Throws if the settings need something that the client has not announced. `abilities`: the
  /// announced abilities; nil without a client, as on the command line.
  package func check(_ abilities: HostAbilities?) throws(SettingsReader.Failure) {
    let unannounced = "the client did not announce the capability"
    if fetching.sender == .client, abilities?.fetch != true {
      let reason = abilities == nil ? " here" : ": \(unannounced) \"fetch\""
      throw .field(JSONFieldError("fetching.by", expected: "\"server\"" + reason))
    }
    if pager.kind == .custom, abilities?.extractPage != true {
      let reason =
        abilities == nil
        ? "\"custom\" is for clients of the protocol only" : "\(unannounced) \"extractPage\""
      throw .field(JSONFieldError("pagination.strategy", expected: "another one: " + reason))
    }
  }
}
