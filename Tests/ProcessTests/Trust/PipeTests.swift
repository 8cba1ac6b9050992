import Foundation
import JSON
import SampleAPI
import Testing

/// Pipes without a writer, named where files are wanted: the server goes on, and ends with its input.
struct PipeTests {
  private let kit: FetchKit
  private let pipe: String

  init() throws {
    kit = try FetchKit(items: 30)
    pipe = kit.path("pipe")
    try #require(mkfifo(pipe, 0o600) == 0)
  }

  private func load(_ open: JSONValue, _ server: ServerProcess) throws -> JSONValue? {
    let opened = try server.ask("paginator/open", open, id: 1)
    guard opened["result"] != nil else { return opened["error"] }
    return try server.ask("paginator/loadNextPage", ["paginatorId": "p"], id: 2)["error"]
  }

  @Test(arguments: ["caFile", "refreshTokenFile", "profileFiles"])
  func serverGoesOn(_ name: String) throws {
    let server = try ServerProcess(.lines)
    let url = JSONValue.string("\(kit.api.url)/page?page=:currentPage")
    var open: JSONObject = ["paginatorId": "p", "url": url]
    switch name {
    case "caFile":
      open["url"] = .string("https://127.0.0.1:1/a?page=:currentPage")
      open["fetching"] = ["caFile": .string(pipe), "retries": 0]
    case "refreshTokenFile":
      open["auth"] = [
        "type": "oauth2", "tokenURL": .string("\(kit.api.url)/token"), "clientId": "app",
        "grant": "refresh_token", "refreshTokenFile": .string(pipe),
      ]
    default:
      let options: JSONValue = ["profileFiles": [.string(pipe)]]
      try server.ask("initialize", ["initializationOptions": options], id: 0)
      open["profile"] = "github"
    }
    let error = try #require(try load(.object(open), server))
    #expect(error["message"]?.stringValue?.contains("not a regular file") == true, "\(error)")
    let other = try server.ask("paginator/open", ["paginatorId": "q", "url": url], id: 3)
    #expect(other["result"] != nil || name == "profileFiles")
    let page = try server.ask("paginator/loadNextPage", ["paginatorId": "q"], id: 4)
    #expect(page["result"] != nil)
    #expect(server.finish() == 0)
  }

  @Test func aListOfValuesIsNoPipeWithoutAWriter() throws {
    try kit.fetch(
      ["\(kit.api.url)/page?page={item}", "--each", pipe], exits: 1,
      says: "it is not a regular file")
  }

  #if os(Linux)
  /// Who writes into a pipe waits for its reader, and hears the first Ctrl-C.
  @Test(arguments: [SIGINT, SIGTERM, SIGHUP])
  func anOutputThatNoOneReadsIsGivenUp(signal: Int32) throws {
    let process = try FetchProcess(["\(kit.api.url)/page", "--output", pipe], in: kit.folder)
    #expect(process.wait { process.catches(signal) })
    process.send(signal)
    #expect(process.finish().status == 130)
  }
  #endif

  @Test func anOutputWaitsForItsReader() throws {
    let fetched = kit.pages().map { "'\($0)'" }.joined(separator: " ")
    let run = try Run(
      "/bin/bash",
      ["-c", "\(Built.paginator) fetch \(fetched) --output pipe & cat pipe; wait $!"],
      environment: [:], folder: kit.folder, exits: 0)
    #expect(try run.ids == Array(1...30))
  }

  @Test func shellMayWriteWhatTheCommandLineNames() throws {
    let params = #"{"itemsPath": "articles", "perPage": 10}"#
    let run = try Run(
      "/bin/bash",
      [
        "-c",
        "\(Built.paginator) fetch '\(kit.api.url)/page?page=:currentPage&per_page=:perPage' "
          + "--open <(printf '%s' '\(params)') --profiles <(printf '%s' '{\"profiles\": {}}')",
      ], environment: [:], folder: kit.folder, exits: 0)
    #expect(try run.ids == Array(1...30))
  }
}
