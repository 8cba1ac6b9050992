import JSON
import Pagination
import Sessions
import Synchronization
import Testing

@testable import Profiles
@testable import Server
@testable import System

/// Where profiles come from, and when they are read again.
struct ProfileCatalogTests {
  /// Files and variables that tests make.
  final class Disk: Sendable {
    struct State {
      var files: [String: String] = [:]
      var variables: [String: String] = [:]
      var versions: [String: Int] = [:]
      var reads = 0
    }

    let state = Mutex(State())

    init(_ files: [String: String] = [:], variables: [String: String] = [:]) {
      state.withLock {
        $0.files = files
        $0.variables = variables
      }
    }

    func write(_ path: String, _ text: String?) {
      state.withLock {
        $0.files[path] = text
        $0.versions[path, default: 0] += 1
      }
    }

    func catalog(_ files: [String] = []) -> ProfileCatalog {
      ProfileCatalog(
        files: files,
        stamp: { path in
          self.state.withLock { state in
            state.files[path].map {
              .init(
                device: 1, inode: 1, isLink: false, size: $0.utf8.count,
                modified: state.versions[path] ?? 0)
            }
          }
        },
        read: { path, _, _ throws(SystemError) in
          let text = self.state.withLock { state in
            state.reads += 1
            return state.files[path]
          }
          guard let text else { throw SystemError(call: "open", number: 2) }
          return Array(text.utf8)
        },
        variable: { name in self.state.withLock { $0.variables[name] } })
    }
  }

  private static func file(_ names: String..., url: String) -> String {
    let entries = names.map { #""\#($0)": {"url": "\#(url)"}"# }
    return "{\"profiles\": {\(entries.joined(separator: ", "))}}"
  }

  @Test func theStrongestSourceWins() throws {
    let disk = Disk(
      [
        "/1": Self.file("a", url: "http://h/1"), "/2": Self.file("a", "b", url: "http://h/2"),
        "/i": Self.file("b", "c", "d", url: "http://h/i"),
        "/e": Self.file("c", "d", "e", url: "http://h/e"),
        "/x/paginator/profiles.json": Self.file("e", "f", url: "http://h/x"),
      ], variables: ["PAGINATOR_PROFILES": "/e", "XDG_CONFIG_HOME": "/x"])
    let catalog = disk.catalog(["/1", "/2"])
    catalog.initialize(profiles: ["c": ["url": "http://h/w"]], files: ["/i"])
    let urls = try ["a", "b", "c", "d", "e", "f"].map {
      try catalog.library.profile(named: $0)?.open["url"]?.stringValue
    }
    #expect(
      urls == ["http://h/2", "http://h/2", "http://h/w", "http://h/i", "http://h/e", "http://h/x"])
  }

  @Test func aChangedFileIsReadAgainAndOnlyThen() throws {
    let disk = Disk(["/1": Self.file("a", url: "http://h/1")])
    let catalog = disk.catalog(["/1"])
    for _ in 0..<3 { _ = catalog.library }
    #expect(disk.state.withLock { $0.reads } == 1)
    disk.write("/1", Self.file("a", url: "http://h/2"))
    #expect(try catalog.library.profile(named: "a")?.open["url"] == "http://h/2")
    disk.write("/1", nil)
    #expect(throws: ProfileProblem.self) { try catalog.library.profile(named: "github") }
    disk.write("/1", Self.file("b", url: "http://h/3"))
    #expect(try catalog.library.profile(named: "b")?.open["url"] == "http://h/3")
    #expect(try catalog.library.profile(named: "a") == nil)
  }

  @Test func onlyTheUsersOwnFileMayBeMissing() throws {
    let disk = Disk(variables: ["HOME": "/home/u"])
    #expect(
      try disk.catalog().library.profile(named: "github") != nil)
    #expect(throws: ProfileProblem.self) {
      try disk.catalog(["/none"]).library.profile(named: "github")
    }
    disk.write("/home/u/.config/paginator/profiles.json", Self.file("mine", url: "http://h/m"))
    let catalog = disk.catalog()
    #expect(try catalog.library.profile(named: "mine") != nil)
  }

  @Test(arguments: [["a"], 7, ["/a", 1]] as [JSONValue])
  func wrongOptionsOfInitializeAreToldWhenAProfileIsNamed(files: JSONValue) {
    let catalog = Disk().catalog()
    catalog.initialize(profiles: nil, files: files)
    #expect(throws: ProfileProblem.self) { try catalog.library.profile(named: "github") }
  }

  @Test func filesAndSocketsOfTheMachineAreRefused() throws {
    let disk = Disk([
      "/1": """
      {"profiles": {"a": {
        "auth": {"type": "oauth2", "tokenURL": "https://h/", "clientId": "c",
                 "grant": "refresh_token", "refreshTokenFile": "/etc/shadow"},
        "fetching": {"caFile": "/ca", "unixSocket": "/var/run/docker.sock", "proxy": ""}},
       "b": {"extends": "a"}, "c": {"fetching": {"caFile": null, "proxy": "http://p:1/"}},
       "d": {"fetching": {"proxy": "socks5h://localhost/var/run/docker.sock"}},
       "e": {"fetching": {"proxy": "{env:PROXY}"}}}}
      """
    ])
    let catalog = disk.catalog(["/1"])
    let problems = catalog.library.problems(in: .file("/1"), reading: SettingsReader.check)
    let places = problems.map { "\($0.place?.line ?? 0):\($0.place?.column ?? 0) \($0.path)" }
    #expect(
      places == [
        "3:58 auth.refreshTokenFile", "4:26 fetching.caFile", "4:47 fetching.unixSocket",
        "6:30 fetching.proxy",
      ])
    for name in ["a", "b"] {
      let problem = #expect(throws: ProfileProblem.self) {
        try catalog.library.profile(named: name)
      }
      #expect(problem?.profile == "a" && problem?.place != nil)
    }
    #expect(try catalog.library.profile(named: "c") != nil)
  }

  @Test(
    arguments: [
      [], ["a": ["perPage": 0]], ["a": 7], 7, ["A": .object(JSONObject())],
      ["a": ["fetching": ["unixSocket": "/var/run/docker.sock"]]],
    ] as [JSONValue])
  func wrongProfilesOfInitializeHaveNoPlaceInAFile(profiles: JSONValue) throws {
    let catalog = Disk().catalog()
    catalog.initialize(profiles: profiles, files: nil)
    let problems = catalog.library.problems(in: .initialize, reading: SettingsReader.check)
    #expect(!problems.isEmpty)
    #expect(problems.allSatisfy { $0.place == nil })
  }

  @Test func aProfileMakesSettingsAndKeepsItsSecrets() throws {
    let disk = Disk(
      [
        "/1": #"""
        {"profiles": {"a": {"url": "http://h/1", "headers": {"X": "{env:A}"}, "itemsPath": "data"},
                      "b": {"url": "http://h/1", "perPage": 0}}}
        """#
      ], variables: ["A": "secret"])
    let catalog = disk.catalog(["/1"])
    let (settings, parameters) = try SettingsReader.settings(["profile": "a"], catalog: catalog)
    #expect(settings.secrets == ["secret"])
    #expect(parameters["headers"] == ["X": "secret"])
    guard
      case .profile(let problem)? = #expect(
        throws: SettingsReader.Failure.self,
        performing: { try SettingsReader.settings(["profile": "b"], catalog: catalog) })
    else {
      Issue.record("a wrong profile is not told")
      return
    }
    #expect(problem.path == "perPage" && problem.place?.line == 2)
  }

  @Test func whatAuthenticationHasWrongIsFoundAtItsPlace() {
    let text = #"{"profiles": {"a": {"authentication": {"type": "beare"}, "perPage": 0}}}"#
    let library = ProfileLibrary([LibraryLayer(.file("/a"), bytes: Array(text.utf8))])
    let problems = library.problems(in: .file("/a"), reading: SettingsReader.check)
    #expect(problems.map(\.path) == ["authentication.type", "perPage"])
    #expect(problems.first?.place == .init(line: 1, column: 48))
  }

  @Test func everyBuiltInProfileMakesSettings() {
    let problems = ProfileLibrary.builtIn.problems(
      in: .builtIn, reading: SettingsReader.check)
    #expect(problems == [])
  }

  @Test func secretsThatAreWrittenOutAreMaskedWhereAProfileIsShown() throws {
    let disk = Disk([
      "/1": #"""
      {"profiles": {"a": {"url": "http://u:pw@h/?api_key=K",
        "headers": {"Authorization": "Bearer T", "X-Api-Key": "{env:A}", "Accept": "x"},
        "parameters": {"token": "P", "q": "a"},
        "body": {"filters": [{"token": "B", "q": "b"}]}}}}
      """#
    ])
    let catalog = disk.catalog(["/1"])
    let shown = try #require(try catalog.library.profile(named: "a")).shown
    #expect(shown["url"] == "http://***@h/?api_key=***")
    #expect(
      shown["headers"] == ["Authorization": "***", "X-Api-Key": "{env:A}", "Accept": "x"])
    #expect(shown["parameters"] == ["token": "***", "q": "a"])
    #expect(shown["body"] == ["filters": [["token": "***", "q": "b"]]])
  }
}
