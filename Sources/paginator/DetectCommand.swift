import HTTP
import JSON
import Server
import Sessions
import Synchronization

/// `paginator detect`: finds out how an API pages, and says why.
enum DetectCommand {
  static func run(_ words: ArraySlice<String>) throws(Arguments.UsageError) -> Int32 {
    let options = try DetectOptions(words)
    if options.wantsHelp {
      Terminal.write(help, to: 1)
      return ExitCode.success
    }
    let client = CurlClient(limits: CurlLimits())
    client.warmUp()
    let request = try FetchRequest(options.asking, detects: true)
    let words = FetchWords(secrets: request.secrets, canGoOn: false)
    guard FetchBell.listen() else {
      words.tell("no file descriptor is left for a pipe")
      return ExitCode.failure
    }
    let scheduler = SystemScheduler()
    let session = Session(
      id: "detect", settings: request.settings, parameters: request.parameters,
      environment: SessionEnvironment(
        client: client, scheduler: scheduler, random: { Double.random(in: 0..<1) },
        host: FetchPages(scheduler: scheduler)))
    let answer = Answer()
    session.detect(confirming: options.confirms) { answer.give($0) }
    while !FetchBell.hasSignal {
      if let result = answer.take() { return tell(result, options, request, words) }
      _ = FetchBell.wait(nil, seconds: nil)
    }
    session.close()
    words.tell(words.sentence(.interrupted))
    return ExitCode.interrupted
  }

  private static func tell(
    _ result: Result<DetectionReport, LoadFailure>, _ options: DetectOptions,
    _ request: FetchRequest, _ words: FetchWords
  ) -> Int32 {
    switch result {
    case .failure(let failure):
      words.tell(words.sentence(.session(failure.error, page: nil)))
      return ExitCode.failure
    case .success(let report):
      if options.isForScripts {
        Terminal.write(
          request.secrets.shown(String(decoding: report.json, as: UTF8.self)) + "\n", to: 1)
      } else {
        Terminal.write(DetectionSheet(report, options.asking, request).text, to: 1)
      }
      return report.certainty == .unknown ? ExitCode.suspect : ExitCode.success
    }
  }

  /// What came, on its way from the engine's thread to the one that writes.
  private final class Answer: Sendable {
    private let result = Mutex<Result<DetectionReport, LoadFailure>?>(nil)

    func give(_ result: Result<DetectionReport, LoadFailure>) {
      self.result.withLock { $0 = result }
      FetchBell.ring()
    }

    func take() -> Result<DetectionReport, LoadFailure>? { result.withLock { $0 } }
  }

  private static let help = """
    paginator detect URL [options]: finds out how an API pages, and says why. Sends one request,
    and a second one that proves the likeliest way; a wrong guess costs one more.

      --profile NAME       the request as a profile makes it; its paging is found out anew
      --open FILE          a JSON object of open params, in a file or written here
      --header 'K: V'      a request header; may be repeated
      --header-file FILE   one header a line, # begins a comment; may be repeated
      --param K=V          a query parameter; may be repeated
      --per-page N         items a page
      --items PATH         key path of the list of items, "" for the root
      --identity PATH      key path of what identifies an item; may be repeated
      --no-confirm         be content with the first page
      --json               for scripts: {"candidates", "confirmed"}, as paginator/detect answers
    {env:NAME} in headers and parameters is replaced from the environment.

    Exit codes
      0  found             and proved by the second page, or all there is stands on the first one
      1  failed            the API did not answer with a page
      2  usage             the command line cannot be used
      4  cannot tell       nothing is sure enough; what was considered is listed
      130  interrupted

    """
}

/// What the command line of `paginator detect` asks for.
struct DetectOptions {
  var asking = AskingOptions(command: "detect")
  var confirms = true
  var isForScripts = false
  var wantsHelp = false

  init(_ words: ArraySlice<String>) throws(Arguments.UsageError) {
    var arguments = Arguments(words)
    while let (name, value) = arguments.next() {
      switch name {
      case "--json" where value == nil: isForScripts = true
      case "--no-confirm" where value == nil: confirms = false
      case "--help" where value == nil, "-h" where value == nil: wantsHelp = true
      case "--json", "--no-confirm", "--help":
        throw Arguments.UsageError(message: "\(name) takes no value")
      default:
        if try asking.take(name, value, &arguments) { continue }
        try asking.take(url: name)
      }
    }
    if !wantsHelp { try asking.check() }
  }
}
