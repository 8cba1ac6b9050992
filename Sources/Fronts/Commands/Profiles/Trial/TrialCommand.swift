import JSON
import Profiles
import Server
import Sessions
import Wire

extension Option {
  static let trial = Option(
    "try", "Open NAME, load two pages, and report the results; --json for programs")
}

/// Runs `paginator profiles --try NAME`.
enum TrialCommand {
  static func run(_ arguments: Arguments, _ catalog: ProfileCatalog) throws(UsageError) -> Int32 {
    guard arguments.operands.count == 1, let name = arguments.operand else {
      throw UsageError("--try needs one NAME")
    }
    let profile = try CommandProfiles.profile(named: name, in: catalog.library)
    let (settings, parameters) = try settings(of: profile, catalog)
    let network = try Network(arguments)
    network.warmUp()
    try network.begin()
    defer { network.finish() }
    guard WakeUp.listen() else { return ExitCode.failure }
    let session = Session(
      id: "try", settings: settings, parameters: parameters, environment: network.environment())
    defer { session.close() }
    guard let trial = ProfileCheck(profile, session, settings) else {
      Terminal.complain("paginator: interrupted")
      return ExitCode.interrupted
    }
    if arguments.isSet(.json) {
      Terminal.show(trial.json.text + "\n")
    } else {
      Terminal.show(ProfileCheckSummary(trial: trial).text)
    }
    if let failure = trial.failure {
      let page = failure.page.map { "page \($0): " } ?? ""
      let request = failure.error.request.map { " (\($0.method) \($0.url))" } ?? ""
      Terminal.complain("paginator: \(page)\(failure.error.sentence())\(request)")
    }
    return trial.exitCode
  }

  private static func settings(
    of profile: Profile, _ catalog: ProfileCatalog
  ) throws(UsageError) -> (SessionSettings, JSONObject) {
    guard profile.open["url"] != nil else {
      throw UsageError(
        "the profile \(profile.name) has no url; extend it with one in a file of your own")
    }
    do throws(SettingsReader.Failure) {
      let made = try SettingsReader.settings(["profile": .string(profile.name)], catalog: catalog)
      try made.0.check(nil)
      return made
    } catch {
      throw UsageError(error.sentence { "\(profile.name): \($0.sentence)" })
    }
  }
}
