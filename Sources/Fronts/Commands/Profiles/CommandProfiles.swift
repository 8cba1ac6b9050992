import Profiles
import Server
import System
import Text
import Wire

/// The profiles that a command knows: those of `--profiles`, of the environment and of the user.
enum CommandProfiles {
  static let variables: [ManPage.Entry] = [
    (
      "PAGINATOR_PROFILES",
      "Files of profiles, separated by :, which --profiles overrides."
    ),
    ("XDG_CONFIG_HOME", "The folder of paginator/profiles.json in place of ~/.config."),
  ]

  static let files: [ManPage.Entry] = [
    (
      "~/.config/paginator/profiles.json",
      "Your own profiles, which --profiles and PAGINATOR_PROFILES override."
    )
  ]

  /// `files`: those of `--profiles`, in order. `unsetVariable`: the substitute for a variable that
  /// is not set; nil if there is none.
  static func catalog(files: [String] = [], unsetVariable: String? = nil) -> ProfileCatalog {
    ProfileCatalog(
      files: files, stamp: { File.stamp(of: $0) },
      read: { path, maximum, isOfCommandLine throws(SystemError) in
        try File.contents(
          of: path, bytesMax: maximum, pipeSeconds: isOfCommandLine ? ParamText.pipeSeconds : nil)
      },
      variable: { Process.variable($0) }, unsetVariable: unsetVariable)
  }

  /// The profile of a name; it may be wrong, or none.
  static func profile(
    named name: String, in library: ProfileLibrary
  ) throws(UsageError) -> Profile {
    let known = try mapError(
      { (problem: ProfileProblem) in UsageError(problem.line) },
      library.profile(named: name))
    if let known { return known }
    let near = near(name, in: library.all)
    let hint = near.isEmpty ? "" : "; did you mean \(near.joined(separator: ", "))?"
    throw UsageError("unknown profile \(name)\(hint)")
  }

  /// The names that are like another one, or whose titles have it, the most alike first.
  private static func near(_ name: String, in profiles: [Profile]) -> [String] {
    let near = DidYouMean.names(to: name, in: profiles.lazy.map(\.name))
    guard name.count >= 3, near.count < DidYouMean.namesMax else { return near }
    let titled = profiles.filter { profile in
      profile.title.lowercased().contains(name.lowercased()) && !near.contains(profile.name)
    }
    return Array((near + titled.map(\.name)).prefix(DidYouMean.namesMax))
  }
}
