import Foundation
import JSON
import SampleAPI
import TestSupport
import Testing

/// `paginator detect --save` and `paginator profiles --try`.
struct ProfileSavingTests {
  private let kit: FetchKit

  init() throws { kit = try FetchKit(items: 60) }

  private func run(_ command: String, _ arguments: [String], _ environment: [String: String] = [:])
    throws -> Run
  {
    var environment = environment
    environment["XDG_CONFIG_HOME"] = kit.path("config")
    return try Run(
      Built.paginator, [command] + arguments, environment: environment, folder: kit.folder)
  }

  private func mode(_ name: String) throws -> Int? {
    let facts = try FileManager.default.attributesOfItem(atPath: kit.path(name))
    return (facts[.posixPermissions] as? NSNumber)?.intValue
  }

  @Test func whatWasFoundIsFetchedByItsName() throws {
    let saved = try run("detect", ["\(kit.api.url)/cursor?limit=25", "--save", "articles"])
    #expect(saved.status == 0, "\(saved.errors)")
    #expect(try mode("config/paginator/profiles.json") == 0o600)
    let fetched = try run("fetch", ["--profile", "articles"])
    #expect(fetched.status == 0, "\(fetched.errors)")
    #expect(try fetched.ids == Array(1...60))
    #expect(try run("profiles", ["--check"]).status == 0)
    let place = kit.api.url.replacingOccurrences(of: "http://", with: "")
    #expect(try run("profiles", []).output.contains(" \(place)/cursor "))
  }

  @Test func secretIsWrittenAsAVariable() throws {
    let url = "\(kit.api.url)/cursor?limit=25&auth=t0ken-1"
    let file = kit.file("mine.json", #"{"profiles": {}}"#)
    let saved = try run(
      "detect",
      [
        "\(kit.api.url)/cursor?limit=25", "--param", "auth={env:DEMAND}", "--header",
        "Authorization: Bearer t0ken-1", "--save", "articles", "--profiles", file,
      ], ["DEMAND": "t0ken-1"])
    #expect(saved.status == 0, "\(saved.errors)")
    let text = try #require(kit.text("mine.json"))
    #expect(!text.contains("t0ken-1") && text.contains("{env:DEMAND}"))
    #expect(saved.errors.contains("ARTICLES_AUTHORIZATION"))
    let fetched = try run(
      "fetch", ["--profiles", file, "--profile", "articles"],
      ["DEMAND": "t0ken-1", "ARTICLES_AUTHORIZATION": "t0ken-1"])
    #expect(fetched.status == 0, "\(fetched.errors) of \(url)")
  }

  @Test func fileOfTheMachineIsNotSaved() throws {
    let before = "{\"profiles\": {}}\n"
    let file = kit.file("mine.json", before)
    let ca = kit.file("ca.pem", "")
    let refused = try run(
      "detect",
      ["\(kit.api.url)/link?per_page=25", "--save", "a", "--profiles", file, "--ca-file", ca])
    #expect(refused.status == 2)
    #expect(refused.errors.contains(#""fetching.caFile" must be absent"#), "\(refused.errors)")
    #expect(kit.text("mine.json") == before)
    #expect(kit.api.requestCount == 0)
  }

  @Test func takenNameIsRefusedBeforeAnythingIsSent() throws {
    let before = "{\"profiles\": {\n  \"a\": {\"url\": \"https://h/\"}\n}}\n"
    let file = kit.file("mine.json", before)
    let url = "\(kit.api.url)/link?per_page=25"
    let refused = try run("detect", [url, "--save", "a", "--profiles", file])
    #expect(refused.status == 2 && refused.errors.contains("--force"))
    #expect(kit.api.requestCount == 0)
    #expect(kit.text("mine.json") == before)
    let forced = try run("detect", [url, "--save", "a", "--force", "--profiles", file])
    #expect(forced.status == 0, "\(forced.errors)")
    #expect(kit.text("mine.json")?.contains(kit.api.url) == true)
  }

  @Test func fileKeepsItsModeAndItsLinks() throws {
    let before = "{ \"$schema\": \"x\",\n \"profiles\" : {\n   \"b\": {\"url\": \"https://h/\"} } }"
    let file = kit.file("real.json", before)
    try FileManager.default.setAttributes([.posixPermissions: 0o640], ofItemAtPath: file)
    try FileManager.default.linkItem(atPath: file, toPath: kit.path("second.json"))
    try FileManager.default.createSymbolicLink(
      atPath: kit.path("link.json"), withDestinationPath: file)
    let saved = try run(
      "detect",
      ["\(kit.api.url)/link?per_page=25", "--save", "a", "--profiles", kit.path("link.json")])
    #expect(saved.status == 0, "\(saved.errors)")
    #expect(try mode("real.json") == 0o640)
    let text = try #require(kit.text("real.json"))
    #expect(kit.text("second.json") == text && kit.text("link.json") == text)
    #expect(text.hasPrefix(before.dropLast(4)) && text.hasSuffix(" } }"))
    let facts = try FileManager.default.attributesOfItem(atPath: kit.path("link.json"))
    #expect(facts[.type] as? FileAttributeType == .typeSymbolicLink)
  }

  @Test(arguments: [
    "{", #"{"profiles": {"b": {"uri": "x"}}}"#, #"{"profiles": {"b": {}, "b": {}}}"#, "[]",
  ])
  func fileWithErrorsIsLeftAlone(text: String) throws {
    let file = kit.file("mine.json", text)
    let refused = try run("detect", ["\(kit.api.url)/link", "--save", "a", "--profiles", file])
    #expect(refused.status == 2)
    #expect(refused.errors.contains("mine.json:"))
    #expect(kit.text("mine.json") == text)
    #expect(kit.api.requestCount == 0)
  }

  @Test func whatIsNotFoundOutIsNotSaved() throws {
    let run = try run("detect", ["http://127.0.0.1:1/", "--retries", "0", "--save", "a"])
    #expect(run.status == 1)
    #expect(!FileManager.default.fileExists(atPath: kit.path("config")))
  }

  // MARK: --try

  private func profile(_ members: String) -> String {
    kit.file("mine.json", #"{"profiles": {"a": {\#(members)}}}"#)
  }

  @Test func goodProfileIsTried() throws {
    let file = profile(
      #""url": "\#(kit.api.url)/page?page=:currentPage&per_page=25", "itemsPath": "articles", "#
        + #""identity": "id", "paginationMapping": {"pagination.total_objects": "objectCount"}"#)
    let run = try run("profiles", ["--try", "a", "--profiles", file])
    #expect(run.status == 0, "\(run.errors)")
    #expect(run.output.contains("   1     200     25  yes\n   2     200     25  yes\n"))
    #expect(run.output.contains("60 items"))
    #expect(run.output.contains("id: 50 items, none repeated"))
    #expect(kit.api.requestCount == 2)
    let json = try ProfilesCommandTests.json(["--try", "a", "--profiles", file, "--json"])
    #expect(json["pages"]?.arrayValue?.count == 2)
    #expect(json["identity"] == ["paths": ["id"], "items": 50, "repeated": 0])
  }

  @Test func repeatedItemsAreDoubts() throws {
    let file = profile(
      #""url": "\#(kit.api.url)/page?page=:currentPage&per_page=25&fault=overlap@2&session=t", "#
        + #""itemsPath": "articles", "identity": "id""#)
    let run = try run("profiles", ["a", "--try", "--profiles", file])
    #expect(run.status == 4, "\(run.output) \(run.errors)")
    #expect(!run.output.contains("none repeated"))
  }

  @Test func pageThatDoesNotComeIsAFailure() throws {
    let file = profile(
      #""url": "\#(kit.api.url)/page?page=:currentPage&fault=404@2&session=u", "#
        + #""itemsPath": "nothing""#)
    let run = try run("profiles", ["a", "--try", "--profiles", file])
    #expect(run.status == 1)
    #expect(run.errors.contains("nothing"))
  }

  @Test(arguments: [
    ["--try"], ["--try", "none"], ["--try", "github"], ["github", "--record", "x"],
  ])
  func whatCannotBeTriedIsRefused(arguments: [String]) throws {
    #expect(try run("profiles", arguments).status == 2)
    #expect(kit.api.requestCount == 0)
  }

  @Test func trialIsRecorded() throws {
    let file = profile(
      #""url": "\#(kit.api.url)/page?page=:currentPage&per_page=25", "itemsPath": "articles""#)
    let run = try run("profiles", ["--try", "a", "--profiles", file, "--record", "tape.har"])
    #expect(run.status == 0, "\(run.errors)")
    #expect(try RecordingProcessTests.entries(kit.text("tape.har")).count == 2)
  }

  /// Whoever saves at the same time loses nothing, also where there is no file yet.
  @Test(arguments: [true, false])
  func savesAtOnceLoseNothing(isThere: Bool) throws {
    let file = isThere ? kit.file("p.json", "{\"profiles\": {}}") : kit.path("p.json")
    let url = "\(kit.api.url)/link?per_page=25"
    let config = kit.path("config")
    let processes = try (1...4).map { number in
      let process = Process()
      process.executableURL = URL(filePath: Built.paginator)
      process.arguments = ["detect", url, "--save", "p\(number)", "--profiles", file]
      process.environment = ["XDG_CONFIG_HOME": config]
      process.standardOutput = FileHandle.nullDevice
      process.standardError = FileHandle.nullDevice
      try process.run()
      return process
    }
    for process in processes {
      process.waitUntilExit()
      #expect(process.terminationStatus == 0)
    }
    let profiles = try json(kit.text("p.json") ?? "")["profiles"]?.objectValue
    #expect(profiles?.keys.sorted() == ["p1", "p2", "p3", "p4"])
    let left = try FileManager.default.contentsOfDirectory(atPath: kit.folder.path)
    #expect(left.filter { $0.hasPrefix("p.json") } == ["p.json"])
  }
}
