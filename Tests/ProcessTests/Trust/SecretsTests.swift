import Foundation
import Testing

/// A secret that a caller gives is seen by the API and by nobody else: not in an answer, a
/// notification, a state, a log or a file, whatever goes wrong.
@Suite struct SecretsTests {
  /// What goes wrong: what the API does, or where the URL leads instead.
  struct Failure: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let mood: EchoAPI.Mood
    /// In place of the API's URL.
    var base: String?

    static let all =
      EchoAPI.Mood.allCases.map { Failure(testDescription: $0.rawValue, mood: $0) } + [
        Failure(testDescription: "name", mood: .json, base: "http://nowhere.invalid"),
        Failure(testDescription: "refused", mood: .json, base: "http://127.0.0.1:1"),
        Failure(testDescription: "tls", mood: .json, base: "https://API"),
      ]
  }

  private static let settings = #"""
    "itemsPath":"items","notifications":true,
    "responseDescriptors":[{"keyPath":"items","mapping":"m"},
    {"statusCodes":["2xx"],"errorMessage":"oops"}],
    "mappings":{"m":{"strict":true,"attributes":{"n":{"to":"n","type":"integer"}}}}
    """#

  @Test(arguments: Failure.all)
  func serverTellsNoSecret(_ failure: Failure) throws {
    let kit = try FetchKit(items: 1)
    let api = try EchoAPI(failure.mood)
    let base = failure.base?.replacingOccurrences(of: "API", with: api.origin)
    let profiles = kit.file("profiles.json", SecretPlace.profiles)
    var lines = [
      #"{"jsonrpc":"2.0","id":0,"method":"initialize","params":{"capabilities":{"paginator":{"notifications":true}}}}"#
    ]
    for (number, place) in SecretPlace.all.enumerated() {
      lines += Self.conversation(
        place, api.origin, base ?? "http://\(api.origin)", firstID: number * 10 + 1)
    }
    let run = try Run(
      Built.paginator,
      ["serve", "--framing", "lines", "--log-level", "debug", "--profiles", profiles],
      input: lines.joined(separator: "\n") + "\n", environment: SecretPlace.environment, exits: 0)
    let answers = run.output.split(separator: "\n").filter { $0.contains("\"id\":") }
    #expect(answers.count >= lines.count, "\(run.output.suffix(2_000))")
    if failure.base == nil { #expect(api.requestCount > SecretPlace.all.count) }
    // Every place has been opened: what is refused proves nothing.
    let refusals = run.output.split(separator: "\n").filter { $0.contains("-32602") }
    #expect(refusals.isEmpty, "\(refusals.first ?? "")")
    Self.expectNoMark(in: run.output, "standard output")
    Self.expectNoMark(in: run.errors, "standard error")
  }

  /// What a client is shown of the requests that it has had held.
  @Test(arguments: EchoAPI.Mood.allCases)
  func heldRequestsShowNoSecret(_ mood: EchoAPI.Mood) throws {
    let kit = try FetchKit(items: 1)
    let api = try EchoAPI(mood)
    let profiles = kit.file("profiles.json", SecretPlace.profiles)
    let server = try ServerProcess(
      .lines, arguments: ["serve", "--profiles", profiles], environment: SecretPlace.environment)
    let held = #""itemsPath":"items","limits":{"heldRequestsMax":50}"#
    for place in SecretPlace.all {
      let id = #""paginatorId":"\#(place.name)""#
      let parameters = place.parameters.map { #","parameters":\#($0)"# } ?? ""
      for (method, params) in [
        ("open", place.params(api.origin, at: "http://\(api.origin)", more: held)),
        ("loadNextPage", "{\(id)\(parameters)}"), ("requests", "{\(id)}"),
      ] {
        let filled = place.filled(params, api.origin).replacingOccurrences(of: "\n", with: " ")
        try server.send(#"{"jsonrpc":"2.0","id":1,"method":"\#(method)","params":\#(filled)}"#)
        let answer = try server.receive()
        guard method == "requests" else { continue }
        #expect(answer.contains(#""_page":"#), "\(answer)")
        Self.expectNoMark(in: answer, "what is held of \(place.name)")
      }
    }
    #expect(server.finish() == 0)
  }

  /// Opens, loads twice, so that the second failure's state has the first one, walks, changes
  /// settings under way, asks for a checkpoint.
  private static func conversation(
    _ place: SecretPlace, _ api: String, _ base: String, firstID: Int
  ) -> [String] {
    let id = #""paginatorId":"\#(place.name)""#
    let parameters = place.parameters.map { #","parameters":\#($0)"# } ?? ""
    var calls = [
      ("open", place.params(api, at: base, more: settings)),
      ("loadNextPage", "{\(id)\(parameters)}"), ("checkpoint", "{\(id)}"),
    ]
    if let configure = place.configure {
      calls.append(("configure", "{\(id),\(configure.dropFirst())"))
    }
    calls += [
      ("loadNextPage", "{\(id)\(parameters)}"),
      ("loadAll", #"{\#(id),"workDoneToken":"w","partialResultToken":"p","maxPages":3}"#),
      ("items", #"{\#(id),"start":0,"count":3,"wait":true}"#), ("refresh", "{\(id)}"),
      ("checkpoint", "{\(id)}"), ("state", "{\(id)}"),
    ]
    return calls.enumerated().map { number, call in
      let params = place.filled(call.1, api).replacingOccurrences(of: "\n", with: " ")
      return
        #"{"jsonrpc":"2.0","id":\#(firstID + number),"method":"\#(call.0)","params":\#(params)}"#
    }
  }

  /// The marks in the forms in which they may come: as they are, percent-encoded any number of
  /// times, and in Base64 from each place.
  private static func expectNoMark(
    in text: String, _ where: String, sourceLocation: SourceLocation = #_sourceLocation
  ) {
    let text = text.replacing(/%(25)*2D/, with: "-")
    let marks =
      SecretPlace.all.map { ($0.name, $0.mark) } + [("access token", EchoAPI.accessToken)]
    for (name, mark) in marks {
      for form in forms(of: mark) {
        guard let place = text.range(of: form) else { continue }
        let start = text.index(place.lowerBound, offsetBy: -300, limitedBy: text.startIndex)
        let end = text.index(place.upperBound, offsetBy: 40, limitedBy: text.endIndex)
        Issue.record(
          "\(name) in \(`where`): …\(text[(start ?? text.startIndex)..<(end ?? text.endIndex)])…",
          sourceLocation: sourceLocation)
        break
      }
    }
  }

  private static func forms(of mark: String) -> [String] {
    [mark]
      + (0..<3).map { offset in
        let bytes = Data(repeating: 0x3A, count: offset) + Data(mark.utf8)
        let whole = bytes.prefix(bytes.count / 3 * 3).base64EncodedString()
        // What stands before it changes the beginning.
        return String(whole.dropFirst(offset == 0 ? 0 : 4))
      }
  }

  // MARK: fetch

  /// How a secret is given to `fetch`, and what it writes.
  static let options: [[String]] = [
    ["-H", "X-Api-Key: MARK"], ["-H", "Authorization: Bearer MARK"], ["--header-file", "HEADERS"],
    ["--param", "api_key=MARK"], ["--user", "me:MARK"], ["--token", "MARK"],
    ["--auth", #"{"type":"basic","username":"me","password":"MARK"}"#],
    ["--auth", #"{"type":"apiKey","name":"api_key","in":"query","value":"MARK"}"#],
    ["--auth", #"{"type":"apiKey","name":"Authorization","prefix":"AWS ","value":"AK:MARK"}"#],
    ["-H", "Authorization: SharedAccessSignature sr=a&sig=MARK&se=1"],
    ["--param", "session_token=MARK"],
    ["--data", #"{"password":"MARK"}"#], ["--proxy", "http://me:MARK@API"],
    ["--open", #"{"headers":{"Cookie":"sid=MARK"}}"#], ["QUERY"],
    ["--profiles", "PROFILES", "-p", "secret-test"],
  ]

  @Test(arguments: options, [EchoAPI.Mood.badNext, .json, .html, .foreignRedirect, .echoedNext])
  func fetchLeavesNoSecretBehind(_ options: [String], _ mood: EchoAPI.Mood) throws {
    let kit = try FetchKit(items: 1)
    let inputs = try FetchKit(items: 1)
    let api = try EchoAPI(mood)
    let place = SecretPlace("profile")
    let headers = inputs.file("headers", "X-Api-Key: \(place.mark)\n")
    let profiles = inputs.file("profiles.json", SecretPlace.profiles)
    var arguments = options.map {
      place.filled($0, api.origin).replacingOccurrences(of: "HEADERS", with: headers)
        .replacingOccurrences(of: "PROFILES", with: profiles)
    }
    var url = "http://\(api.origin)/a?x=1"
    if arguments == ["QUERY"] {
      arguments = []
      url += "&access_token=\(place.mark)"
    }
    for output in [["-o", "items.ndjson", "--resume", "resume.json"], ["-o", "items.db"]] {
      let run = try kit.fetch(
        [url, "--pagination", #"{"strategy":"body","next":"next"}"#, "--items", "items"] + output
          + ["--retries", "0", "-v", "--summary"] + arguments)
      #expect(run.status != 2, "\(run.errors)")
      Self.expectNoMark(in: run.output, "standard output")
      Self.expectNoMark(in: run.errors, "standard error")
    }
    #expect(api.requestCount >= 2)
    let files = try FileManager.default.contentsOfDirectory(atPath: kit.folder.path)
    for file in files {
      let data = try Data(contentsOf: kit.folder.appending(path: file))
      Self.expectNoMark(in: String(decoding: data, as: UTF8.self), file)
    }
    if mood == .badNext { #expect(files.contains("resume.json") && files.contains("items.db")) }
  }
}
