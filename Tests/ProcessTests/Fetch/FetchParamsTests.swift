import Foundation
import JSON
import SampleAPI
import TestSupport
import Testing

/// What a command line asks of the API, and how its mistakes are told.
struct FetchParamsTests {
  // MARK: Secrets

  static let secret = "S3cret/Value=+1"

  @Test func secretsComeFromTheEnvironmentAndAreNeverShown() throws {
    let kit = try FetchKit()
    let file = kit.file("headers", "# comment\n\nX-Key: k-{env:TOKEN}\r\n")
    let arguments =
      kit.links("fault=truncate@p3") + [
        "--header", "Authorization: Bearer {env:TOKEN}", "--header-file", file, "--param",
        "q={env:QUERY}", "--output", "out", "--resume", "again", "--summary",
      ]
    let environment = ["TOKEN": FetchParamsTests.secret, "QUERY": "S3cret Too/=1"]
    let run = try kit.fetch(arguments, environment: environment, exits: 5)
    let request = try #require(kit.api.requests().first)
    #expect(request.header("Authorization") == "Bearer \(FetchParamsTests.secret)")
    #expect(request.header("X-Key") == "k-\(FetchParamsTests.secret)")
    #expect(request.target.contains("q=S3cret%20Too%2F%3D1"))
    for text in [run.errors, run.output, kit.text("again") ?? "S3cret"] {
      #expect(!text.contains("S3cret"))
    }
    // The link that was cut out of the resume file is put together again.
    let before = kit.api.requestCount
    try kit.fetch(arguments, environment: environment, exits: 5)
    let target = kit.api.requests().dropFirst(before).first?.target ?? ""
    #expect(target.contains("q=S3cret%20Too%2F%3D1"))
  }

  @Test func anAnswerThatEchoesASecretIsMasked() throws {
    let kit = try FetchKit()
    let run = try kit.fetch(
      ["\(kit.api.url)/S3cretEcho?page=:currentPage", "--header", "X-Any: {env:TOKEN}"],
      environment: ["TOKEN": "S3cretEcho"], exits: 1, says: "There is nothing at /***")
    #expect(!run.errors.contains("S3cretEcho"))
  }

  @Test func placeholdersInTheOpenFileAreFilledToo() throws {
    let kit = try FetchKit(items: 2)
    let open = kit.file(
      "o.json",
      """
      {"url": "\(kit.api.url)/page?page=:currentPage", "itemsPath": "articles",
       "headers": {"X-A": "{env:ONE}"}, "parameters": {"b": ["{env:TWO}", 3]}}
      """)
    try kit.fetch(
      ["--open", open, "--header", "x-a: {env:TWO}"], environment: ["ONE": "uno", "TWO": "due"],
      exits: 0)
    let request = try #require(kit.api.requests().first)
    #expect(request.headers.filter { $0.name.lowercased() == "x-a" }.map(\.value) == ["due"])
    #expect(request.target.contains("b=due&b=3"))
  }

  @Test func theCommandLineOverridesTheFileAndTheProfile() throws {
    let kit = try FetchKit(items: 7)
    let open = kit.file(
      "o.json",
      #"{"profile": "gitlab", "perPage": 2, "parameters": {"a": 1, "b": 2}, "itemsPath": "x"}"#)
    let run = try kit.fetch(
      [
        "\(kit.api.url)/link", "--open", open, "--profile", "github", "--items", "",
        "--per-page", "3", "--param", "a=x", "--param", "c=1", "--param", "c=2",
      ], exits: 0)
    #expect(try run.ids == Array(1...7))
    let target = kit.api.requests().first?.target ?? ""
    #expect(target.contains("per_page=3") && target.contains("a=x") && target.contains("b=2"))
    #expect(target.contains("c=1&c=2"))
  }

  @Test func handsThatKnowCurlFindTheirOptions() throws {
    let kit = try FetchKit(items: 40)
    let data = #"{"limit": 25}"#
    try kit.fetch(
      [
        "\(kit.api.url)/stac", "-X", "POST", "-H", "X-A: b", "-d@-", "-u", "me:{env:PASSWORD}",
        "-o", "out", "-q",
      ], environment: ["PASSWORD": "S3cret"], input: data, exits: 0, errors: "")
    #expect(try kit.ids("out") == Array(1...40))
    let request = try #require(kit.api.requests().first)
    #expect(request.method == "POST" && request.header("X-A") == "b")
    #expect(request.header("Authorization") == "Basic bWU6UzNjcmV0")
    #expect(request.header("Content-Type") == "application/json")
  }

  /// As curl does, several bodies are joined as a form is.
  @Test func severalBodiesAreJoined() throws {
    let kit = try FetchKit(items: 3)
    _ = kit.file("more", "c=3\n")
    let run = try kit.fetch([
      "\(kit.api.url)/form", "-d", "a=1", "--data", "b=2", "-d@more", "--retries", "0",
    ])
    #expect(run.status != 2, "\(run.errors)")
    let request = try #require(kit.api.requests().first)
    #expect(request.method == "POST")
    #expect(String(decoding: request.body, as: UTF8.self) == "a=1&b=2&c=3")
    #expect(request.header("Content-Type") == "application/x-www-form-urlencoded")
  }

  /// A value is written as its place needs it, and no file has it.
  @Test(arguments: [
    ([#"{"limit": 2, "q": "<{env:TOKEN}>", "r": ["{env:DATE}"]}"#], #""q":"<a\"b\\:page c>""#),
    (["q={env:TOKEN}&r=1"], "q=a%22b%5C%3Apage%20c&r=1"),
    (["{env:WHOLE}"], #"{"limit":2,"q":"whole secret"}"#),
    (["<{env:TOKEN}>", "-H", "Content-Type: text/plain"], #"<a"b\:page c>"#),
    (["--open"], #""q":"<a\"b\\:page c>""#),
  ])
  func secretsInBodies(words: [String], sent: String) throws {
    let kit = try FetchKit(items: 3)
    let open = kit.file("body.json", #"{"method": "POST", "body": {"q": "<{env:TOKEN}>"}}"#)
    let body = words == ["--open"] ? ["--open", open] : ["-d"] + words
    let run = try kit.fetch(
      ["\(kit.api.url)/stac", "--record", "tape.har"] + body,
      environment: [
        "TOKEN": #"a"b\:page c"#, "DATE": "2024-01-01T00:00",
        "WHOLE": #"{"limit":2,"q":"whole secret"}"#,
      ])
    let request = try #require(kit.api.requests().first, "\(run.errors)")
    let text = String(decoding: request.body, as: UTF8.self)
    #expect(text.contains(sent), "\(text)")
    let tape = try #require(kit.text("tape.har"))
    for secret in [":page c", "page%20c", "whole secret"] {
      #expect(!tape.contains(secret) && !run.errors.contains(secret))
    }
  }

  /// The sample API is the proxy: a whole URL is requested of it.
  @Test(arguments: [
    ("http://{env:NAME}:{env:PASSWORD}@HOST", "me@home", "p/w:d"),
    ("{env:PROXY}", "me@home", "p/w:d"),
  ])
  func secretsInTheProxy(proxy: String, name: String, password: String) throws {
    let kit = try FetchKit(items: 3)
    let host = kit.api.url.replacing("http://", with: "")
    let run = try kit.fetch(
      [
        "http://api.example.invalid/page?page=:currentPage", "--items", "articles", "-v", "--proxy",
        proxy.replacing("HOST", with: host),
      ],
      environment: [
        "NAME": name, "PASSWORD": password, "no_proxy": "",
        "PROXY": "http://me%40home:p%2Fw%3Ad@\(host)",
      ])
    let request = try #require(kit.api.requests().first, "\(run.errors)")
    #expect(
      request.header("Proxy-Authorization")
        == "Basic " + Data("\(name):\(password)".utf8).base64EncodedString())
    #expect(!run.errors.contains("p/w:d") && !run.errors.contains("p%2Fw"))
  }

  // MARK: Mistakes

  static let url = "http://127.0.0.1:9/a?page=:currentPage"

  /// `URL` is the one above.
  static let mistakes = CaseLine.all("mistakes.jsonl", ["arguments", "says"])

  @Test(arguments: mistakes)
  func mistakesAreToldInTheWordsOfTheCommandLine(mistake: CaseLine) throws {
    let kit = try FetchKit(items: 0)
    _ = kit.file("half.json", "{\"a\": 1,\n \"b\": ")
    _ = kit.file("list.json", "[]")
    _ = kit.file("typo.json", #"{"itemPath": "a"}"#)
    _ = kit.file("deep.json", #"{"fetching": {"retries": "S3cret"}}"#)
    _ = kit.file("client.json", #"{"fetching": {"by": "client"}}"#)
    _ = kit.file("custom.json", #"{"pagination": {"strategy": "custom"}}"#)
    _ = kit.file("map.json", #"{"attributes": {"a": {"to": "b", "type": "whole"}}}"#)
    _ = kit.file("mixed.json", #"{"mappings": {}, "itemsPath": "a"}"#)
    let arguments = mistake.texts("arguments").map { $0 == "URL" ? Self.url : $0 }
    let run = try kit.fetch(arguments, exits: 2, prints: "")
    #expect(run.errors.hasPrefix("paginator: "))
    #expect(run.errors.contains(try #require(mistake["says"])), "\(run.errors)")
    #expect(run.errors.split(separator: "\n").count == 1)
    #expect(!run.errors.contains("S3cret"))
  }
}
