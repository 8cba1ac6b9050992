import JSON
import Profiles
import Server
import Text
import Wire

extension Option {
  fileprivate static let names = Option("names", "Write only the names, one per line")
  fileprivate static let check = Option(
    "check", "Report what is wrong with the profiles in each FILE, or in all but the built-in ones")
  fileprivate static let schema = Option("schema", "Write the JSON Schema of a file of profiles")
}

extension Command {
  /// `paginator profiles`: the known APIs and standards, or one of them explained.
  static let profiles = Command(
    name: "profiles",
    summary: "List the known APIs and standards, or explain one",
    operand: .init(
      name: "NAME", kind: .profile, isRepeatable: true,
      help: "Explain this one: its parameters, limits and how to open it; with --check a FILE"),
    groups: [
      OptionGroup("Profiles", [.profileFiles, .check, .trial, .schema]),
      OptionGroup("Output", [.json, .names]),
      .recording,
    ],
    notes: [
      "Profiles of your own are read from --profiles FILE, from the files in PAGINATOR_PROFILES "
        + "(separated by :) and from ~/.config/paginator/profiles.json. They hide built-in "
        + "ones of the same name. {env:NAME} in them is replaced from the environment."
    ],
    exits: [
      (0, "listed", "or, with --check, nothing is wrong"),
      (
        1, "wrong",
        "with --check: the problems are on standard output; with --try: a page did not come"
      ),
      (2, "usage", "the command line cannot be used, or the profile is wrong"),
      (4, "doubtful", "with --try: there are warnings, or items that came twice"),
    ],
    examples: [
      ("How does GitHub page?", "paginator profiles github"),
      ("Does my own profile work?", "paginator profiles --try orders"),
      ("Is my own file valid?", "paginator profiles --check profiles.json"),
    ]
  ) { arguments throws(UsageError) in try ProfileList.run(arguments) }
}

/// Runs `paginator profiles`.
private enum ProfileList {
  static func run(_ arguments: Arguments) throws(UsageError) -> Int32 {
    if arguments.isSet(.schema) {
      Terminal.show(BuiltInProfiles.schema)
      return ExitCode.success
    }
    let catalog = CommandProfiles.catalog(files: arguments.texts(.profileFiles))
    if arguments.isSet(.check) { return check(arguments, catalog) }
    if arguments.isSet(.trial) { return try TrialCommand.run(arguments, catalog) }
    if let option = [Option.record, .recordOver, .replay].first(where: arguments.isSet) {
      throw UsageError("\(option.long) needs --try")
    }
    guard arguments.operands.count <= 1 else {
      throw UsageError("profiles takes one NAME, but got \(arguments.operands.count)")
    }
    let library = catalog.library
    guard let name = arguments.operand else {
      let all = library.all
      Terminal.show(
        arguments.isSet(.names)
          ? all.map { $0.name + "\n" }.joined()
          : arguments.isSet(.json) ? JSONValue.array(all.map(\.shown)).text + "\n" : table(all))
      return ExitCode.success
    }
    let profile = try CommandProfiles.profile(named: name, in: library)
    Terminal.show(
      arguments.isSet(.json) ? profile.shown.text + "\n" : ProfileSummary(profile).text)
    return ExitCode.success
  }

  /// Prints what is wrong, a line each.
  private static func check(_ arguments: Arguments, _ catalog: ProfileCatalog) -> Int32 {
    let files = arguments.operands
    let library = files.isEmpty ? catalog.library : catalog.library(ofFiles: files)
    let sources = files.isEmpty ? library.sources.reversed() : files.map(ProfileSource.file)
    var problems: [ProfileProblem] = []
    for source in sources where problems.count < LibraryLayer.problemsMax {
      problems += library.problems(in: source, reading: SettingsReader.check)
    }
    let shown = problems.prefix(LibraryLayer.problemsMax)
    if arguments.isSet(.json) {
      Terminal.show(JSONValue.array(shown.map(\.json)).text + "\n")
    } else {
      Terminal.show(shown.map { $0.line + "\n" }.joined())
    }
    return problems.isEmpty ? ExitCode.success : ExitCode.failure
  }

  private static func table(_ profiles: [Profile]) -> String {
    AlignedColumns.lines(
      profiles.map { profile in
        let source = profile.source == .builtIn ? "" : "  \(profile.source.text)"
        let note = profile.hides == nil ? "" : ", hides another"
        return [profile.name, profile.title, profile.strategy + source + note]
      }
    ).map { ShownText.harmless($0) + "\n" }.joined()
  }
}

extension Profile {
  var strategy: String { open["pagination"]?["strategy"]?.stringValue ?? "" }
}
