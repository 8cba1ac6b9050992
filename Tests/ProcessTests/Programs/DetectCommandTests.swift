import Foundation
import JSON
import SampleAPI
import TestSupport
import Testing

/// `paginator detect`.
struct DetectCommandTests {
  private let kit: FetchKit

  init() throws { kit = try FetchKit(items: 60) }

  static func detect(
    _ kit: FetchKit, _ arguments: [String], environment: [String: String] = [:]
  ) throws -> Run {
    try Run(Built.paginator, ["detect"] + arguments, environment: environment, folder: kit.folder)
  }

  /// Endpoints of the sample API with what is found there.
  static let endpoints: [(path: String, strategy: String)] = [
    ("page?per_page=25", "page"), ("offset?limit=25", "offset"), ("link", "link"),
    ("header", "header"), ("body", "body"), ("hal", "body"), ("relative", "body"),
    ("cursor", "cursor"), ("continue", "cursor"), ("stac", "body"),
  ]

  @Test(arguments: endpoints)
  func whatIsFoundFetchesEverything(path: String, strategy: String) throws {
    let run = try DetectCommandTests.detect(kit, ["\(kit.api.url)/\(path)"])
    #expect(run.status == 0, "\(run.output)")
    #expect(run.errors.isEmpty)
    #expect(run.output.contains("(\(strategy), score "))
    #expect(run.output.contains("\nProved by the second page.\n\nWhy\n  "))
    #expect(kit.api.requestCount == 2)
    let line = try #require(run.output.split(separator: "\n").last)
    let command = line.drop { $0 == " " }
    #expect(command.hasPrefix("paginator fetch "))
    let script = "'\(Built.paginator)'" + command.dropFirst("paginator".count)
    let fetched = try Run("/bin/sh", ["-c", script], folder: kit.folder, exits: 0)
    #expect(try fetched.ids == Array(1...60))
  }

  @Test func theCommandSaysWhatWasFoundInOptions() throws {
    let link = try DetectCommandTests.detect(kit, ["\(kit.api.url)/link", "--per-page", "20"])
    #expect(
      link.output.hasSuffix(
        "\n  paginator fetch \(kit.api.url)/link --pagination "
          + #"'{"strategy":"link","perPageParameter":"per_page"}' --items '' --identity id "#
          + "--per-page 20\n"), "\(link.output)")
    let cursor = try DetectCommandTests.detect(kit, ["\(kit.api.url)/cursor"])
    #expect(cursor.output.contains(" --pagination '{\"strategy\":\"cursor\",\"next\":"))
    #expect(cursor.output.hasSuffix(" --items data --per-page 25 --identity id\n"))
  }

  @Test func scriptsGetTheResultOfTheWire() throws {
    let run = try DetectCommandTests.detect(kit, ["\(kit.api.url)/cursor", "--json"])
    #expect(run.status == 0)
    let result = try json(run.output)
    #expect(result.objectValue?.keys == ["candidates", "confirmed", "warnings"])
    #expect(result["confirmed"] == true)
    let best = try #require(result["candidates"]?.arrayValue?.first)
    #expect(best["pagination"]?["next"] == "next_cursor" && best["itemsPath"] == "data")
    for evidence in best["evidence"]?.arrayValue ?? [] {
      #expect(evidence.objectValue?.keys == ["pointer", "value", "says"])
    }
  }

  @Test func withoutAProofOneRequestIsSent() throws {
    let run = try DetectCommandTests.detect(kit, ["\(kit.api.url)/link", "--no-confirm"])
    #expect(run.status == 0)
    #expect(run.output.contains("\nUnconfirmed: no second page was requested.\n"))
    #expect(kit.api.requestCount == 1)
  }

  @Test func oneDocumentIsSaidToBeAll() throws {
    let kit = try FetchKit(items: 1)
    let run = try DetectCommandTests.detect(kit, ["\(kit.api.url)/single"])
    #expect(run.status == 0)
    #expect(run.output.contains(" does not page: what came is all there is (single, score "))
  }

  @Test func whatCannotBeToldIsSaid() throws {
    let run = try DetectCommandTests.detect(
      kit, ["\(kit.api.url)/page?per_page=25&total=0&fault=loopx*@2&session=u"])
    #expect(run.status == 4, "\(run.output)")
    #expect(run.output.hasPrefix("Cannot tell how \(kit.api.url)/page"))
    #expect(run.output.contains("\nConsidered\n"))
    #expect(run.output.contains("refuted: "))
    #expect(run.output.contains("--profile NAME"))
  }

  @Test func secretsAreNeverShown() throws {
    let run = try DetectCommandTests.detect(
      kit,
      [
        "\(kit.api.url)/link", "--header", "Authorization: Bearer {env:TOKEN}", "--header",
        "X-Team: S3cretTeam", "--param", "q={env:TOKEN}",
      ], environment: ["TOKEN": "S3cretToken"])
    #expect(run.status == 0, "\(run.output)")
    #expect(kit.api.requests().first?.header("Authorization") == "Bearer S3cretToken")
    #expect(!run.output.contains("S3cret"))
    #expect(run.output.contains("--header 'Authorization: Bearer {env:TOKEN}'"))
  }

  @Test func failuresAndMistakesHaveTheirCodes() throws {
    let kit = try FetchKit(items: 2)
    let failed = try DetectCommandTests.detect(kit, ["\(kit.api.url)/nothing"])
    #expect(failed.status == 1 && failed.output.isEmpty)
    #expect(failed.errors.hasPrefix("paginator: The API answered with status 404"))
    let mistakes: [(arguments: [String], words: String)] = [
      ([], "detect needs a URL, --profile or --open"),
      (["http://h/", "--json=1"], "takes no value"),
      (["http://h/", "http://h/"], "detect takes one URL"),
      (["--nonsense"], "unknown option --nonsense"),
      (["http://h/", "--format", "csv"], "unknown option --format"),
      (["--open", "{nonsense"], "--open is not valid JSON: see character 2"),
      (["ftp://h/"], "the URL must be"),
    ]
    for (arguments, words) in mistakes {
      let run = try DetectCommandTests.detect(kit, arguments)
      #expect(run.status == 2 && run.output.isEmpty)
      #expect(run.errors.contains(words), "\(run.errors)")
    }
    let help = try DetectCommandTests.detect(kit, ["--help"])
    #expect(help.status == 0 && help.output.contains("Exit codes"))
  }

  /// What a file of params holds that is secret is not in the sheet.
  @Test(arguments: [
    #""parameters": {"api_key": "S3CRET-1"}"#,
    #""method": "POST", "body": {"password": "S3CRET-1", "page": 1}"#,
    #""method": "POST", "body": "password=S3CRET%2F1&page=1""#,
  ])
  func secretsOfTheParamsAreNotShown(params: String) throws {
    let open = kit.file("open.json", #"{"url": "\#(kit.api.url)/link?per_page=25", \#(params)}"#)
    for more in [[], ["--json"]] {
      let run = try Run(
        Built.paginator, ["detect", "--open", open, "--no-confirm"] + more, folder: kit.folder)
      #expect(!(run.output + run.errors).contains("S3CRET"), "\(run.output)")
    }
  }
}
