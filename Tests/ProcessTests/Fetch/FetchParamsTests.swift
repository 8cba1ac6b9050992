import Foundation
import JSON
import SampleAPI
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

  struct Mistake: CustomTestStringConvertible, Sendable {
    let testDescription: String
    let arguments: [String]
    let words: String

    init(_ arguments: [String], _ words: String) {
      testDescription = arguments.joined(separator: " ")
      self.arguments = arguments
      self.words = words
    }
  }

  static let url = "http://127.0.0.1:9/a?page=:currentPage"

  static let mistakes: [Mistake] = [
    Mistake([], "fetch needs a URL, --profile or --open"),
    Mistake(
      ["localhost:8080/x"], "the URL has no scheme; did you mean http://localhost:8080/x?"),
    Mistake(
      ["example.com/x?a=b"], "the URL has no scheme; did you mean 'https://example.com/x?a=b'?"),
    Mistake(
      ["--open", #"{"url": "h.example/a"}"#],
      "the URL of --open has no scheme; did you mean https://h.example/a?"),
    Mistake([url, "-d", "{}", "-d", "{}"], "several --data are joined with &"),
    Mistake([url, "-sSL"], "unknown option -s: use --quiet; -S: use --quiet; -L: redirects"),
    Mistake(["-f", url], "-f is --format here"),
    Mistake(["ftp://h/a"], "the URL must be an absolute URL"),
    Mistake([url, url], "fetch takes one URL, but got 2"),
    Mistake([url, "--nonsense"], "unknown option --nonsense (see paginator fetch --help)"),
    Mistake([url, "--quiet=1"], "--quiet takes no value"),
    Mistake([url, "--per-page", "0"], "--per-page must be a whole number"),
    Mistake([url, "--per-page", "2000000"], "--per-page must be a whole number from 1 to 1000000"),
    Mistake([url, "--max-items", "x"], "--max-items must be a whole number of at least 1"),
    Mistake([url, "--concurrency", "65"], "--concurrency must be a whole number from 1 to 64"),
    Mistake([url, "--format", "xml"], "--format must be one of ndjson, json, csv, tsv"),
    Mistake([url, "--items"], "--items needs a value: PATH"),
    Mistake([url, "--items", "a..b"], "--items must be"),
    Mistake([url, "--identity", "a\\"], "--identity must be"),
    Mistake([url, "--header", "S3cret"], "--header needs lines such as"),
    Mistake([url, "--header", "a b: S3cret"], "--header a b must be the name of an HTTP header"),
    Mistake(
      [url, "--header-file", "no-file"], "--header-file no-file cannot be read: No such file"),
    Mistake([url, "--param", "S3cret"], "--param needs name=value"),
    Mistake(
      [url, "--data", "a={env:NO_SUCH_VARIABLE}"], "--data: the environment variable NO_SUCH"),
    Mistake(
      [url, "--proxy", "{env:NO_SUCH_VARIABLE}"], "--proxy: the environment variable NO_SUCH"),
    Mistake([url, "--param", "a={env:NO_SUCH_VARIABLE}"], "variable NO_SUCH_VARIABLE is not set"),
    Mistake([url, "--header", "A: {env:no-name}"], "--header A: {env:NAME} needs the name"),
    Mistake([url, "--header", "A: {env:HOME"], "--header A: {env:NAME} needs the name"),
    Mistake(
      ["http://h/{env:HOME}"],
      "{env:NAME} is replaced in headers, parameters, --data, --token, --auth, --user and --proxy only"
    ),
    Mistake([url, "--profile", "githob"], "unknown profile githob; did you mean github"),
    Mistake(["--profile", "github"], "fetch needs a URL"),
    Mistake([url, "--open", "no-file"], "--open no-file cannot be read: No such file"),
    Mistake([url, "--open", "half.json"], "--open half.json is not valid JSON: see line 2"),
    Mistake([url, "--open", "list.json"], "--open list.json must hold a JSON object"),
    Mistake(
      [url, "--open", "typo.json"],
      "--open typo.json: Unknown field \"itemPath\". Did you mean \"itemsPath\"?"),
    Mistake(
      [url, "--open", #"{"retries":1}"#],
      "--open: Unknown field \"retries\". Did you mean \"fetching.retries\"?"),
    Mistake([url, "--open", "deep.json"], "--open deep.json: \"fetching.retries\" must be"),
    Mistake([url, "--open", "client.json"], "--open client.json: \"fetching.by\" must be"),
    Mistake(
      [url, "--open", "custom.json"],
      "\"pagination.strategy\" must be another one: \"custom\" is for"),
    Mistake([url, "--map", "map.json"], "--map map.json: \"attributes.a.type\""),
    Mistake([url, "--map", "map.json", "--fields", "a"], "--fields and --map exclude each other"),
    Mistake([url, "--fields", "a,,b"], "--fields needs names with commas between them"),
    Mistake([url, "--fields", "a,a.b"], "--fields: \"attributes.1\""),
    Mistake([url, "--allow-origin", "here"], "--allow-origin needs an origin such as"),
    Mistake([url, "--lag", "10m"], "--lag needs --bookmark PATH"),
    Mistake(
      [url, "--lag", "10 minutes", "--bookmark", "a", "-o", "a.db"], "--lag needs a time such as"),
    Mistake(
      [url, "--lag", "10m", "--bookmark", "a", "-o", "a.db"], "--lag into a table needs --identity"),
    Mistake([url, "--items", "", "--map", "map.json"], "--map map.json: \"attributes.a.type\""),
    Mistake([url, "--map", "mixed.json"], "--map mixed.json: unknown field \"itemsPath\""),
    Mistake([url, "--output", "a", "--resume", "a"], "--output and --resume need two files"),
    Mistake([url, "-o", "a.csv", "-o", "b.csv"], "-o is given twice; leave one out"),
    Mistake([url, "-o", "a.xlsx"], "there is no format for --output a.xlsx"),
    Mistake([url, "-o", "a.csv.gz"], "--output a.csv.gz would not be compressed"),
    Mistake([url, "-o", "a.html", "--resume", "a"], "--resume cannot continue --format html"),
    Mistake([url, "--format=json", "--resume", "a"], "--resume needs --output"),
  ]

  @Test(arguments: mistakes)
  func mistakesAreToldInTheWordsOfTheCommandLine(mistake: Mistake) throws {
    let kit = try FetchKit(items: 0)
    _ = kit.file("half.json", "{\"a\": 1,\n \"b\": ")
    _ = kit.file("list.json", "[]")
    _ = kit.file("typo.json", #"{"itemPath": "a"}"#)
    _ = kit.file("deep.json", #"{"fetching": {"retries": "S3cret"}}"#)
    _ = kit.file("client.json", #"{"fetching": {"by": "client"}}"#)
    _ = kit.file("custom.json", #"{"pagination": {"strategy": "custom"}}"#)
    _ = kit.file("map.json", #"{"attributes": {"a": {"to": "b", "type": "whole"}}}"#)
    _ = kit.file("mixed.json", #"{"mappings": {}, "itemsPath": "a"}"#)
    let run = try kit.fetch(mistake.arguments, exits: 2, prints: "")
    #expect(run.errors.hasPrefix("paginator: "))
    #expect(run.errors.contains(mistake.words), "\(run.errors)")
    #expect(run.errors.split(separator: "\n").count == 1)
    #expect(!run.errors.contains("S3cret"))
  }
}
