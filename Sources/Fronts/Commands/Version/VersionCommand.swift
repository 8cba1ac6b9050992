import CResources
import JSON
import Server

extension Command {
  /// `paginator version`, `paginator --version`.
  static let version = Command(
    name: "version",
    summary: "Print the version, and the libraries that were found",
    groups: [OptionGroup("Output", [.json])]
  ) { arguments throws(UsageError) in
    let facts = VersionFacts()
    Terminal.show(arguments.isSet(.json) ? facts.json : facts.text)
    return ExitCode.success
  }
}

/// The output of `paginator --version`.
struct VersionFacts {
  var libcurl = SystemLibrary.libcurl
  var sqlite = SystemLibrary.sqlite
  /// Empty if the build did not set `PAGINATOR_COMMIT`.
  var commit = String(cString: paginator_commit())

  static var platform: String {
    #if os(Linux)
    let system = "linux"
    #else
    let system = "macos"
    #endif
    #if arch(x86_64)
    return system + "-x86_64"
    #elseif arch(arm64)
    return system + "-arm64"
    #else
    return system
    #endif
  }

  /// The program's line first, then one for each fact.
  var text: String {
    let curl = libcurl.map { "\($0.version)\($0.tls.map { " (\($0))" } ?? "")" }
    return """
      paginator \(Program.version)\(commit.isEmpty ? "" : "\ncommit \(commit)")
      protocol \(PaginatorServer.protocolVersion)
      platform \(VersionFacts.platform)
      libcurl \(curl ?? "not found; install the package libcurl4 or libcurl")
      sqlite \(sqlite?.version ?? "not found; install the package libsqlite3-0 or sqlite")

      """
  }

  var json: String {
    let value: JSONValue = [
      "version": .string(Program.version),
      "commit": commit.isEmpty ? .null : .string(commit),
      "protocolVersion": .string(PaginatorServer.protocolVersion),
      "platform": .string(VersionFacts.platform),
      "libcurl": libcurl.map { library in
        ["version": .string(library.version), "tls": library.tls.map(JSONValue.string) ?? .null]
      } ?? .null,
      "sqlite": sqlite.map { ["version": .string($0.version)] } ?? .null,
    ]
    return value.text + "\n"
  }
}
