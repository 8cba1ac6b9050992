import JSON
import Pagination
import TestSupport
import Testing

@testable import Profiles

/// Profiles of several sources: what hides what, what extends what, and what is wrong with them.
struct ProfileLibraryTests {
  private static func layer(_ text: String, _ name: String = "/a.json") -> LibraryLayer {
    LibraryLayer(.file(name), bytes: Array(text.utf8))
  }

  private static func library(_ texts: String...) -> ProfileLibrary {
    ProfileLibrary(texts.enumerated().map { layer($0.element, "/\($0.offset).json") })
  }

  /// "line:column profile path cause" of each problem.
  private static func problems(_ text: String) -> [String] {
    let library = ProfileLibrary([layer(text)])
    return library.problems(in: .file("/a.json"), reading: read).map(line)
  }

  private static func read(_ content: ProfileContent) throws(JSONFieldError) {
    var fields = JSONFields(content.open)
    _ = try Pager(&fields, lists: [])
    fields.allow(
      "itemsPath", "responseDescriptors", "identity", "ceiling", "slices", "expired", "noItems",
      "inner")
    try fields.finish()
  }

  private static func line(_ problem: ProfileProblem) -> String {
    let place = problem.place.map { "\($0.line):\($0.column)" } ?? "-"
    var cause = "\(problem.cause)".prefix { $0 != "(" }
    if case .field(let error) = problem.cause {
      cause = "\(error.problem)".prefix { $0 != "(" }
      switch error.problem {
      case .missing: break
      case .unknown(let nearest), .expected(_, let nearest):
        if let nearest { cause += " \(nearest)" }
      }
    }
    return [place, problem.profile ?? "-", problem.path, String(cause)].joined(separator: " ")
  }

  // MARK: sources

  @Test func theStrongerSourceHidesTheWeaker() throws {
    let library = Self.library(
      #"{"profiles": {"orders": {"url": "http://h/1"}, "github": {"url": "http://h/g"}}}"#,
      #"{"profiles": {"orders": {"url": "http://h/2"}, "bills": {"url": "http://h/3"}}}"#)
    let orders = try #require(try library.profile(named: "orders"))
    #expect(orders.open == ["url": "http://h/1"])
    #expect(orders.source == .file("/0.json") && orders.hides == .file("/1.json"))
    let github = try #require(try library.profile(named: "github"))
    #expect(github.hides == .builtIn)
    #expect(library.names == library.all.map(\.name))
    #expect(github.json["hides"] == "built-in" && github.json["source"] == "/0.json")
    #expect(try library.profile(named: "bills")?.hides == nil)
    #expect(library.all.prefix(3).map(\.name) == ["orders", "github", "bills"])
    #expect(library.all.count { $0.name == "github" } == 1)
  }

  @Test func profilesExtendOthers() throws {
    let library = Self.library(
      #"""
      {"profiles": {
        "issues": {"extends": "gitlab", "url": "http://h/issues", "headers": {"B": "2"}},
        "open-issues": {"extends": "issues", "parameters": {"state": "opened"},
                        "headers": {"B": null, "C": "3"}}}}
      """#)
    let profile = try #require(try library.profile(named: "open-issues"))
    #expect(profile.open["url"] == "http://h/issues")
    #expect(profile.open["headers"] == ["C": "3"])
    #expect(profile.open["parameters"] == ["state": "opened"])
    #expect(profile.open["pagination"]?["next"] == "X-Next-Page")
    #expect(profile.about["authentication"]?["name"] == "PRIVATE-TOKEN")
    #expect(profile.open["extends"] == nil)
  }

  @Test func aProfileExtendsTheOneThatItHides() throws {
    let library = Self.library(#"{"profiles": {"github": {"extends": "github", "perPage": 5}}}"#)
    let profile = try #require(try library.profile(named: "github"))
    #expect(profile.open["perPage"] == 5)
    #expect(profile.open["pagination"]?["strategy"] == "link")
  }

  @Test func whatExtendsItselfIsRefused() {
    let library = Self.library(
      #"{"profiles": {"a": {"extends": "b"}, "b": {"extends": "a"}, "c": {"extends": "c"}}}"#)
    for name in ["a", "b"] {
      #expect(throws: ProfileProblem.self) { try library.profile(named: name) }
    }
    #expect(
      Self.problems(#"{"profiles": {"c": {"extends": "githb"}}}"#) == [
        "1:32 c extends unknownBase"
      ])
  }

  @Test(arguments: [(16, true), (17, false)])
  func soManyStepsMayExtendEachOther(count: Int, isFine: Bool) throws {
    var entries = (0..<count).map { #""p\#($0)": {"extends": "p\#($0 + 1)"}"# }
    entries.append(#""p\#(count)": {"url": "http://h/a"}"#)
    let library = Self.library("{\"profiles\": {\(entries.joined(separator: ","))}}")
    let profile = try? library.profile(named: "p0")
    #expect((profile?.open["url"] == "http://h/a") == isFine)
  }

  @Test func aSourceThatCannotBeReadRefusesEveryProfile() {
    let library = ProfileLibrary([LibraryLayer(.file("/a"), unreadable: "Permission denied")])
    #expect(throws: ProfileProblem.self) { try library.profile(named: "github") }
  }

  @Test func aWrongProfileLeavesTheOthersAlone() throws {
    let library = Self.library(
      #"{"profiles": {"a": {"url": "http://h/a", "title": 1}, "b": {"url": "http://h/b"}}}"#)
    #expect(throws: ProfileProblem.self) { try library.profile(named: "a") }
    #expect(try library.profile(named: "b")?.open["url"] == "http://h/b")
    #expect(library.all.first?.name == "b")
  }

  // MARK: problems

  static let wrong = CaseLine.all("Cases/problems.jsonl", ["id", "text", "problems"])

  @Test(arguments: wrong)
  func everyProblemIsFoundAtItsPlace(row: CaseLine) throws {
    let problems = Self.problems(try #require(row["text"]))
    #expect(problems.map { "\"\($0)\"" } == row.elements("problems"))
  }

  @Test func aFileHasAMaximum() {
    let pad = String(repeating: " ", count: LibraryLayer.fileBytesMax - 16)
    #expect(Self.layer(#"{"profiles": {}}"# + pad).problem == nil)
    guard case .tooLarge = Self.layer(#"{"profiles": {}}"# + pad + " ").problem?.cause else {
      Issue.record("a larger file is read")
      return
    }
  }

  // MARK: variables

  @Test func variablesOfFilesAreFilledIn() throws {
    let library = ProfileLibrary([
      LibraryLayer(
        .initialize, profiles: ["wire": ["url": "http://h/", "headers": ["A": "{env:A}"]]]),
      Self.layer(
        #"""
        {"profiles": {"file": {"url": "{env:URL}", "headers": {"A": "x {env:A}", "B": "{env:B}"}}}}
        """#),
    ])
    let variables = ["A": "secret", "URL": "http://h/p"]
    let file = try #require(try library.profile(named: "file"))
    let given: JSONObject = ["headers": ["B": "{env:B}"]]
    let filled = try library.complete(given, with: file) { variables[$0] }
    #expect(filled.params["url"] == "http://h/p")
    #expect(filled.params["headers"] == ["A": "x secret", "B": "{env:B}"])
    #expect(filled.secrets == ["secret"])
    let wire = try #require(try library.profile(named: "wire"))
    #expect(
      try library.complete([:], with: wire) { variables[$0] }.params["headers"]
        == ["A": "{env:A}"])
    do {
      _ = try library.complete([:], with: file) { variables[$0] }
      Issue.record("an unset variable is no error")
    } catch {
      #expect(error.cause == .variable("B") && error.path == "headers.B")
      #expect(error.profile == "file" && error.place?.line == 1)
    }
  }

  // MARK: the built-in ones

  @Test func everyBuiltInFileIsOneGoodProfile() {
    #expect(
      ProfileLibrary.builtIn.problems(in: .builtIn, reading: Self.read).map(Self.line) == [])
    // Read as the caller's own are, which are checked.
    for (number, name) in BuiltInProfiles.names.enumerated() {
      let layer = LibraryLayer(.file("/built-in"), bytes: BuiltInProfiles.file(number))
      let problems = ProfileLibrary([layer]).problems(in: layer.source, reading: Self.read)
      #expect(layer.names == [name] && problems.map(Self.line) == [])
    }
    #expect(BuiltInProfiles.all.map(\.name) == BuiltInProfiles.names)
    #expect(ProfileLibrary.builtIn.names == BuiltInProfiles.names)
  }
}
