import JSON
import Testing

@testable import Commands

/// The params of `open` that a command line makes.
struct CommandLineParamsTests {
  static let url = "https://api.example.com/a?page=:currentPage"

  static func params(_ words: String...) throws -> CommandLineParams {
    try CommandLineParams(RequestOptions(Arguments([url] + words, of: .fetch)))
  }

  static func object(_ words: String...) throws -> JSONObject {
    try CommandLineParams(RequestOptions(Arguments([url] + words, of: .fetch))).object
  }

  @Test func dataIsJSONWhereItReadsAsJSON() throws {
    let params = try Self.object("-d", #"{"b": 1.10, "a": [":currentPage"]}"#)
    #expect(params["method"] == "POST")
    #expect(params["body"]?.objectValue?.keys == ["b", "a"])
    #expect(params["headers"] == nil)
  }

  @Test func otherDataIsAForm() throws {
    let params = try Self.object("--data", "q=a&b=c")
    #expect(params["method"] == "POST")
    #expect(params["body"] == "q=a&b=c")
    #expect(params["headers"]?["Content-Type"] == "application/x-www-form-urlencoded")
  }

  @Test func aContentTypeOfOnesOwnStays() throws {
    let params = try Self.object("-d", "{broken", "-H", "content-type: text/plain", "-X", "PUT")
    #expect(params["method"] == "PUT")
    #expect(params["body"] == "{broken")
    #expect(params["headers"]?.objectValue?.keys == ["content-type"])
  }

  @Test func aProfileSaysTheMethod() throws {
    let params = try Self.object("-p", "notion", "-d", #"{"sorts": []}"#)
    #expect(params["method"] == nil)
  }

  @Test func aUserIsBasicAuthentication() throws {
    let params = try Self.params("-u", "aladdin:open sesame")
    let header = "Basic YWxhZGRpbjpvcGVuIHNlc2FtZQ=="
    #expect(params.object["headers"]?["Authorization"] == .string(header))
    for text in ["open sesame", "YWxhZGRpbjpvcGVuIHNlc2FtZQ==", "aladdin:open sesame"] {
      #expect(params.secrets.shown("<\(text)>") == "<***>")
    }
  }

  @Test func aHeaderOverridesTheUser() throws {
    let params = try Self.object("-u", "a:b", "-H", "authorization: Bearer x")
    #expect(params["headers"]?.objectValue?.keys == ["authorization"])
  }

  @Test func fetchingIsMergedIntoWhatOpenSays() throws {
    let params = try Self.object(
      "--open", #"{"fetching": {"redirectsMax": 1, "retries": 9}}"#, "--retries", "0", "--timeout",
      "2.5", "--proxy", "http://me:pw@p:1", "--ca-file", "ca.pem")
    #expect(
      params["fetching"] == [
        "redirectsMax": 1, "retries": 0, "timeoutSeconds": .number(JSONNumber(text: "2.5")),
        "proxy": "http://me:pw@p:1", "caFile": "ca.pem",
      ])
  }

  @Test func aStrategyIsEnoughWhereItNeedsNoSettings() throws {
    #expect(try Self.object("--pagination", "link")["pagination"] == ["strategy": "link"])
    let given = try Self.object("--pagination", #"{"strategy": "cursor", "next": "n"}"#)
    #expect(given["pagination"] == ["strategy": "cursor", "next": "n"])
  }

  @Test func aMappingMayBeWrittenOnTheCommandLine() throws {
    let params = try Self.object("--items", "data", "--map", #"{"attributes": ["id"]}"#)
    #expect(params["itemsPath"] == "data")
    #expect(
      params["responseDescriptors"] == [["keyPath": "@items", "mapping": ["attributes": ["id"]]]])
  }

  /// A row of a table is flat; anything else keeps the shape of the items.
  @Test func fieldsAreAMapping() throws {
    let nested = try Self.object("--fields", "id, a.b,id")["responseDescriptors"]
    #expect(
      nested == [
        ["keyPath": "@items", "mapping": ["attributes": ["id", "a.b"], "missing": "null"]]
      ])
    let flat = try Self.object("--fields", #"id,a.b\.c"#, "-o", "x.db")["responseDescriptors"]
    let attributes: JSONValue = ["id": "id", #"a.b\.c"#: #"a\.b\.c"#]
    #expect(
      flat == [["keyPath": "@items", "mapping": ["attributes": attributes, "missing": "null"]]])
  }

  @Test func originsAreAddedToThoseOfOpen() throws {
    let params = try Self.object(
      "--open", #"{"fetching": {"allowedOrigins": ["http://a"]}}"#, "--allow-origin", "http://b",
      "--allow-origin", "http://c:80")
    #expect(params["fetching"]?["allowedOrigins"] == ["http://a", "http://b", "http://c:80"])
  }

  static let mistakes: [(words: [String], message: String)] = [
    (["--pagination", "curser"], "did you mean cursor?"),
    (["--pagination", "custom"], "--pagination must be a JSON object or one of page, offset"),
    (["--pagination", "{\"a\" 1}"], "--pagination is not valid JSON: see character 6"),
    (["--map", "{\"a\": }", "--items", ""], "--map is not valid JSON: see character 7"),
    (["-d", "{\"a\": }"], "--data begins as JSON, but is not valid: see character 7"),
    (["-d", "@/no/such/file"], "--data /no/such/file cannot be read: No such file"),
    (["-u", "alone"], "--user needs NAME:PASSWORD"),
    (["-u", "a:{env:NO_SUCH_VARIABLE}"], "--user: the environment variable NO_SUCH_VARIABLE"),
    (["-p", "githob"], "unknown profile githob; did you mean github"),
    (["--open", #"{"profile": "stripee"}"#], "unknown profile stripee; did you mean stripe?"),
  ]

  @Test(arguments: mistakes)
  func mistakesAreToldInTheWordsOfTheCommandLine(words: [String], message: String) {
    let error = #expect(throws: UsageError.self) {
      try CommandLineParams(RequestOptions(Arguments([Self.url] + words, of: .fetch)))
    }
    #expect(error?.message.contains(message) == true, "\(error?.message ?? "")")
  }
}

/// Secrets that others see in the list of processes.
struct PlainSecretTests {
  @Test(arguments: [
    (["--token", "S3CRET"], "--token"), (["--open", #"{"token": "S3CRET"}"#], "--open"),
    (["--open", #"{"auth": {"type": "basic", "username": "a", "password": "S3CRET"}}"#], "--open"),
    (["--open", #"{"token": "S3CRET"}"#, "--token", "{env:HOME}"], "--open"),
  ])
  func areToldOf(words: [String], option: String) throws {
    let arguments = try Arguments([CommandLineParamsTests.url] + words[...], of: .fetch)
    let warnings = try CommandLineParams(RequestOptions(arguments)).warnings
    #expect(warnings.count == 1)
    #expect(warnings.first?.hasPrefix("\(option) on the command line shows the secret") == true)
  }

  @Test(arguments: [
    #"{"token": "{env:HOME}"}"#, #"{"auth": {"type": "bearer", "token": "{env:HOME}"}}"#, "{}",
  ])
  func areNoVariables(open: String) throws {
    let arguments = try Arguments([CommandLineParamsTests.url, "--open", open], of: .fetch)
    #expect(try CommandLineParams(RequestOptions(arguments)).warnings.isEmpty)
  }
}
