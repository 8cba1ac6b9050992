import Foundation
import JSON
import TestSupport
import Testing

/// The command line, as a person meets it.
struct CommandTests {
  @Test(arguments: [["--version"], ["-V"], ["version"]])
  func theVersionIsTheFirstLine(arguments: [String]) throws {
    let run = try Run(Built.paginator, arguments, exits: 0, errors: "")
    let lines = run.output.split(separator: "\n")
    #expect(lines.first?.wholeMatch(of: /paginator [0-9]+\.[0-9]+\.[0-9]+/) != nil)
    #expect(lines.dropFirst().first == "protocol 1.0")
    #expect(
      lines.map { $0.prefix { $0 != " " } }.dropFirst(2) == ["platform", "libcurl", "sqlite"])
  }

  @Test func scriptsGetTheVersionAsJSON() throws {
    let run = try Run(Built.paginator, ["--version", "--json"], exits: 0)
    let value = try json(run.output)
    #expect(
      value.objectValue?.keys
        == ["version", "commit", "protocolVersion", "platform", "libcurl", "sqlite"])
    #expect(value["libcurl"]?.objectValue?.keys == ["version", "tls"])
  }

  @Test func helpNamesEveryCommand() throws {
    let run = try Run(Built.paginator, ["--help"], exits: 0)
    for word in ["demo", "sample-api", "--framing", "--log-level", "--clientProcessId"] {
      #expect(run.output.contains(word))
    }
  }

  @Test(arguments: [
    ["--nonsense"], ["nonsense"], ["--framing", "smoke"], ["--framing"], ["--log-level=loud"],
    ["--clientProcessId=x"], ["--message-bytes-max", "1"], ["sample-api", "--port", "70000"],
    ["demo", "more"], ["fetchh"], ["help", "nothing"], ["https://api.example.com/a"],
  ])
  func wrongWordsAreRefusedWithTwo(arguments: [String]) throws {
    let run = try Run(Built.paginator, arguments, exits: 2, prints: "")
    #expect(run.errors.hasPrefix("paginator: "))
    #expect(run.errors.split(separator: "\n").count == 1)
  }

  @Test func theDemoTellsTheWholeStory() throws {
    let run = try Run(Built.paginator, ["demo"], exits: 0, errors: "")
    for part in [
      "paginator/open", "page 1 of 5", "page 2 of 5", "Backwards", "error 1102 httpStatus",
      "page 4 of 5", "the end: totalReached", "error 1003 noNextPage", "exit code 0",
    ] {
      #expect(run.output.contains(part), "the demo does not show \(part)")
    }
    #expect(!run.output.contains("\u{1B}["), "colours although no terminal is there")
  }

  @Test func aStrayEditorFlagIsAccepted() throws {
    try Run(
      Built.paginator, ["--stdio"], input: "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"list\"}\n",
      exits: 0, prints: "{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":[]}\n")
  }

  @Test func theLogGoesToItsFileAndHoldsNoSecret() throws {
    let log = FileManager.default.temporaryDirectory.appending(
      path: "paginator-log-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: log) }
    let open =
      #"{"jsonrpc":"2.0","id":1,"method":"open","params":{"url":"http://u:S3cretPass@127.0.0.1:9/a?page=:currentPage&api_key=S3cretKey"}}"#
    let run = try Run(
      Built.paginator, ["--log-level", "debug", "--log-file", log.path], input: open + "\n",
      exits: 0, errors: "")
    let text = try String(contentsOf: log, encoding: .utf8)
    #expect(text.contains("debug request open"))
    #expect(!text.contains("S3cret"))
    #expect(!run.output.contains("S3cret"))
  }
}
